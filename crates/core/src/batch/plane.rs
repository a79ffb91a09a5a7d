//! The vocabulary of the engine: a *plane* is one bit for each slot.
//!
//! ```text
//!             slot 0   slot 1   slot 2            slot 511
//! plane  =  [   1    |   0    |   1    |  ...  |    0     ]     "7 is possible in r3c5"
//! ```
//!
//! One logic operation on a plane is that operation on every puzzle at once.
//! The engine is written once against [`Plane`]; a backend says how wide a
//! plane is and which instructions work on it. Everything here is plain logic:
//! no shuffle, no addition, no comparison, and shifts only inside 64-bit words
//! for the transpose. That is why any width will do.
//!
//! The three-input operations have a meaning in words, and a default in terms
//! of two-input ones; a CPU with three-input logic overrides them.

/// How many 64-bit words the widest plane has.
pub(crate) const MAX_WORDS: usize = 8;

/// One bit for each slot, in words of 64: slot `s` is bit `s % 64` of word `s / 64`.
pub(crate) trait Plane: Copy + 'static {
    /// The proof that the CPU can do what the methods need; without it no plane can be made.
    type Token: Copy;

    /// Number of 64-bit words.
    const WORDS: usize;

    /// Number of slots.
    const SLOTS: usize = 64 * Self::WORDS;

    /// No slot.
    #[inline(always)]
    fn zero(token: Self::Token) -> Self {
        Self::splat(token, 0)
    }

    /// The same word everywhere.
    fn splat(token: Self::Token, word: u64) -> Self;

    /// The plane with the first [`Self::WORDS`] of these words.
    fn from_words(token: Self::Token, words: [u64; MAX_WORDS]) -> Self;

    /// Asks for memory that is needed before long.
    #[inline(always)]
    fn prefetch<T>(_token: Self::Token, _what: &T) {}

    /// The words of the plane, filled up with zeros.
    fn words(self) -> [u64; MAX_WORDS];

    /// The words of several planes in memory order.
    fn words_of(planes: &[Self]) -> &[u64];

    /// The words of several planes in memory order, to write to.
    fn words_of_mut(planes: &mut [Self]) -> &mut [u64];

    /// `a & b`
    fn and(self, b: Self) -> Self;

    /// `a | b`
    fn or(self, b: Self) -> Self;

    /// `a ^ b`
    fn xor(self, b: Self) -> Self;

    /// `a & !b`
    fn and_not(self, b: Self) -> Self;

    /// Every word shifted left by `K` bits.
    fn shift_left<const K: u32>(self) -> Self;

    /// Every word shifted right by `K` bits.
    fn shift_right<const K: u32>(self) -> Self;

    /// Exchanges word `4h + i` of plane `j` with word `4h + j` of plane `i`; nothing in planes of
    /// fewer than four words.
    fn transpose_words(planes: [Self; 4]) -> [Self; 4];

    /// `a & b & c`
    #[inline(always)]
    fn and3(self, b: Self, c: Self) -> Self {
        self.and(b).and(c)
    }

    /// `a | b | c`
    #[inline(always)]
    fn or3(self, b: Self, c: Self) -> Self {
        self.or(b).or(c)
    }

    /// `a ^ b ^ c`, the sum bit of a full adder.
    #[inline(always)]
    fn xor3(self, b: Self, c: Self) -> Self {
        self.xor(b).xor(c)
    }

    /// At least two of the three, the carry bit of a full adder.
    #[inline(always)]
    fn majority(self, b: Self, c: Self) -> Self {
        self.and(b).or(self.or(b).and(c))
    }

    /// At least two of `!a`, `b` and `c`.
    #[inline(always)]
    fn majority_not(self, b: Self, c: Self) -> Self {
        b.and(c).or(b.or(c).and_not(self))
    }

    /// `a | (b & c)`
    #[inline(always)]
    fn or_and(self, b: Self, c: Self) -> Self {
        self.or(b.and(c))
    }

    /// `a | (b & !c)`
    #[inline(always)]
    fn or_and_not(self, b: Self, c: Self) -> Self {
        self.or(b.and_not(c))
    }

    /// `a | (b ^ c)`
    #[inline(always)]
    fn or_xor(self, b: Self, c: Self) -> Self {
        self.or(b.xor(c))
    }

    /// `a & (b | c)`
    #[inline(always)]
    fn and_or(self, b: Self, c: Self) -> Self {
        self.and(b.or(c))
    }

    /// `a & !(b & c)`
    #[inline(always)]
    fn and_not_both(self, b: Self, c: Self) -> Self {
        self.and_not(b.and(c))
    }

    /// `a & !(b | c)`
    #[inline(always)]
    fn and_neither(self, b: Self, c: Self) -> Self {
        self.and_not(b.or(c))
    }

    /// Where `self` is set the bit of `yes`, elsewhere the bit of `no`.
    #[inline(always)]
    fn select(self, yes: Self, no: Self) -> Self {
        self.and(yes).or(no.and_not(self))
    }

    /// Where `self` and `b` differ the bit of `self`, elsewhere the bit of `c`:
    /// one step of comparing two numbers from the lowest bit up.
    #[inline(always)]
    fn greater_step(self, b: Self, c: Self) -> Self {
        self.xor(b).select(self, c)
    }

    /// Number of slots in the plane.
    #[inline(always)]
    fn count(self) -> u32 {
        self.words().iter().map(|word| word.count_ones()).sum()
    }
}

/// A piece of the engine that runs inside a backend's frame.
///
/// A frame is one function compiled for the instructions of the backend; what
/// is called from `run` is inlined into it and may use them.
pub(crate) trait Kernel {
    /// What the piece returns.
    type Output;

    /// Does the work; implementations are `#[inline(always)]`.
    fn run(self) -> Self::Output;
}

/// A set of instructions and the width it works in; values are made only by detection.
pub(crate) trait Backend: Copy {
    /// The plane of this backend, made with the backend itself as proof.
    type Plane: Plane<Token = Self>;

    /// Runs a kernel compiled for the instructions of this backend.
    fn frame<K: Kernel>(self, kernel: K) -> K::Output;
}
