//! Planes, the data type of the engine: one bit for each slot.
//!
//! ```text
//!             slot 0   slot 1   slot 2            slot 511
//! plane  =  [   1    |   0    |   1    |  ...  |    0     ]     "7 is possible in r3c5"
//! ```
//!
//! A logic operation on a plane performs that operation on every puzzle at once. The engine is written once,
//! for any type that implements [`Plane`]; a backend determines how wide a plane is and which instructions
//! work on it. All operations are plain logic, without shuffles, additions or comparisons, except for the few
//! shifts and word exchanges that the transpose needs. That is why any width works.
//!
//! The three-input operations are defined in terms of two-input ones; backends with three-input logic
//! override them.

/// The number of 64-bit words in the widest plane.
pub(crate) const MAX_WORDS: usize = 8;

/// A plane: one bit for each slot, in words of 64 bits. Slot `s` is bit `s % 64` of word `s / 64`.
pub(crate) trait Plane: Copy + 'static {
    /// The token that proves that the CPU has the instructions that the methods use. No plane can be created
    /// without it.
    type Token: Copy;

    /// The number of 64-bit words.
    const WORDS: usize;

    /// Whether the processor has only sixteen registers for planes, or fewer.
    const FEW_REGISTERS: bool = false;

    /// Whether [`Self::select`] is a single instruction, but most other operations with three inputs are not.
    const SELECTS: bool = false;

    /// The number of slots.
    const SLOTS: usize = 64 * Self::WORDS;

    /// Returns a plane in which no slot is set.
    #[inline(always)]
    fn zero(token: Self::Token) -> Self {
        Self::splat(token, 0)
    }

    /// Returns a plane whose words all have the given value.
    fn splat(token: Self::Token, word: u64) -> Self;

    /// Returns a plane made of the first [`Self::WORDS`] words.
    fn from_words(token: Self::Token, words: [u64; MAX_WORDS]) -> Self;

    /// Prefetches a value that will be needed soon.
    #[inline(always)]
    fn prefetch<T>(_token: Self::Token, _what: &T) {}

    /// Returns the words of the plane, padded with zeros.
    fn words(self) -> [u64; MAX_WORDS];

    /// Returns the words of several planes in memory order.
    fn words_of(planes: &[Self]) -> &[u64];

    /// Returns the words of several planes in memory order, as a mutable slice.
    fn words_of_mut(planes: &mut [Self]) -> &mut [u64];

    /// Forces the compiler to reload planes from memory instead of keeping them in registers. With few
    /// registers, it would spill copies to the stack.
    #[inline(always)]
    fn reload(planes: &[Self]) {
        if Self::FEW_REGISTERS {
            std::hint::black_box(planes);
        }
    }

    /// Returns `self`, and keeps the compiler from moving the operations that compute it past other calls of
    /// this method. Otherwise it may postpone them, and spill their operands.
    #[inline(always)]
    fn in_order(self) -> Self {
        self
    }

    /// Returns `self & b`.
    fn and(self, b: Self) -> Self;

    /// Returns `self | b`.
    fn or(self, b: Self) -> Self;

    /// Returns `self ^ b`.
    fn xor(self, b: Self) -> Self;

    /// Returns `self & !b`.
    fn and_not(self, b: Self) -> Self;

    /// Shifts every word left by `K` bits.
    fn shift_left<const K: u32>(self) -> Self;

    /// Shifts every word right by `K` bits.
    fn shift_right<const K: u32>(self) -> Self;

    /// Exchanges word `4h + i` of plane `j` with word `4h + j` of plane `i`. Does nothing if planes have
    /// fewer than four words.
    fn transpose_words(planes: [Self; 4]) -> [Self; 4];

    /// Returns `self & b & c`.
    #[inline(always)]
    fn and3(self, b: Self, c: Self) -> Self {
        self.and(b).and(c)
    }

    /// Returns `self | b | c`.
    #[inline(always)]
    fn or3(self, b: Self, c: Self) -> Self {
        self.or(b).or(c)
    }

    /// Returns `self ^ b ^ c`, the sum bit of a full adder.
    #[inline(always)]
    fn xor3(self, b: Self, c: Self) -> Self {
        self.xor(b).xor(c)
    }

    /// Returns the slots in which at least two of the three are set: the carry bit of a full adder.
    #[inline(always)]
    fn majority(self, b: Self, c: Self) -> Self {
        self.and(b).or(self.xor(b).and(c))
    }

    /// Returns the slots in which at least two of `!self`, `b` and `c` are set.
    #[inline(always)]
    fn majority_not(self, b: Self, c: Self) -> Self {
        b.and(c).or(b.or(c).and_not(self))
    }

    /// Returns `self | (b & c)`.
    #[inline(always)]
    fn or_and(self, b: Self, c: Self) -> Self {
        self.or(b.and(c))
    }

    /// Returns `self | (b & !c)`.
    #[inline(always)]
    fn or_and_not(self, b: Self, c: Self) -> Self {
        self.or(b.and_not(c))
    }

    /// Returns `self ^ (b & !c)`.
    #[inline(always)]
    fn xor_and_not(self, b: Self, c: Self) -> Self {
        self.xor(b.and_not(c))
    }

    /// Returns `self | (b ^ c)`.
    #[inline(always)]
    fn or_xor(self, b: Self, c: Self) -> Self {
        self.or(b.xor(c))
    }

    /// Returns `self & (b | c)`.
    #[inline(always)]
    fn and_or(self, b: Self, c: Self) -> Self {
        self.and(b.or(c))
    }

    /// Returns `self & !(b & c)`.
    #[inline(always)]
    fn and_not_both(self, b: Self, c: Self) -> Self {
        self.and_not(b.and(c))
    }

    /// Returns `self & !(b | c)`.
    #[inline(always)]
    fn and_neither(self, b: Self, c: Self) -> Self {
        self.and_not(b.or(c))
    }

    /// Returns the bit of `yes` where `self` is set, and the bit of `no` elsewhere.
    #[inline(always)]
    fn select(self, yes: Self, no: Self) -> Self {
        // Together with `greater_step`, this form takes one operation less, because both need the difference.
        no.xor(self.and(yes.xor(no)))
    }

    /// Returns the bit of `self` where `self` and `b` differ, and the bit of `c` elsewhere: one step of
    /// comparing two numbers from the lowest bit up.
    #[inline(always)]
    fn greater_step(self, b: Self, c: Self) -> Self {
        self.and_not(b).or_and_not(c, self.xor(b))
    }

    /// Exchanges the `K` high bits of each group of `2K` bits in `a` with the `K` low bits of the same group
    /// in `b`. In `self`, the `K` low bits of each group are set.
    #[inline(always)]
    fn swap_bits<const K: u32>(self, a: Self, b: Self) -> (Self, Self) {
        if K >= 8 {
            // For whole bytes, the compiler finds an instruction that selects.
            return (
                self.and(a).or(b.shift_left::<K>().and_not(self)),
                self.and(a.shift_right::<K>()).or(b.and_not(self)),
            );
        }
        let difference = self.and(a.shift_right::<K>().xor(b));
        (a.xor(difference.shift_left::<K>()), b.xor(difference))
    }

    /// Returns the number of slots that are set.
    #[inline(always)]
    fn count(self) -> u32 {
        self.words().iter().map(|word| word.count_ones()).sum()
    }
}

/// A part of the engine that [`Backend::frame`] runs.
///
/// It is inlined into a function that is compiled for the instructions of the backend, together with
/// everything that it calls.
pub(crate) trait Kernel {
    /// The result type of the kernel.
    type Output;

    /// Runs the kernel. Implementations must be `#[inline(always)]`.
    fn run(self) -> Self::Output;
}

/// An instruction set, which determines the width of planes. A value of this type exists only if feature
/// detection succeeded.
pub(crate) trait Backend: Copy {
    /// The plane type of this backend. The backend itself is the token that is required to create planes.
    type Plane: Plane<Token = Self>;

    /// The same instruction set with narrower planes, if the engine has them, or else the backend itself.
    type Narrow: Backend;

    /// Returns the backend with narrower planes.
    fn narrow(self) -> Self::Narrow;

    /// Reports whether narrower planes are faster on this processor.
    fn prefers_narrow(self) -> bool {
        false
    }

    /// Runs a kernel in a function that is compiled for the instructions of this backend.
    fn frame<K: Kernel>(self, kernel: K) -> K::Output;
}
