//! The backend for every processor: plain 64-bit words and safe code.
//!
//! The nine boxes are stored in three words, one per band, with three lanes in each word:
//!
//! ```text
//!    bit 63         43 42        22 21         1 0
//!        [ stack 2   ] [ stack 1  ] [ stack 0  ] ·     one lane: g 0000 vvvv vvvv vvvv vvvv
//!                                                                guard   16 bits of value
//! ```
//!
//! Every lane has a guard bit above its value, which is clear except during a calculation. It allows one
//! subtraction to work on three lanes at once: a lane that needs to borrow does so from its own guard bit,
//! and the guard bits then show which lanes borrowed. The lanes start at bit 1, so that all bits shifted out
//! of a lane by a move of one or two lanes either fall off the word or land in a guard position.
//!
//! This backend is compiled and tested on every platform. All other backends must agree with it on every
//! answer and every node count.

use super::super::lanes::{Lanes, Token, VectorJob};
use super::rows::{BandRows, BoxLanes};
use crate::backend_macros::{bit_operators, each_of_three, vector_methods};

/// The token of this backend. Unlike other tokens, it does not prove that the processor has a feature,
/// because ordinary integers work everywhere.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Portable;

/// Nine lanes, one for each box, in one word per band.
#[derive(Clone, Copy)]
pub(crate) struct Words([u64; 3]);

/// The distance between two lanes, in bits.
const STRIDE: u32 = 21;

/// The first bit of the first lane.
const START: u32 = 1;

/// Returns a word with the same number in all three lanes.
const fn lanes(number: u64) -> u64 {
    number << START | number << (START + STRIDE) | number << (START + 2 * STRIDE)
}

const GUARD: u64 = lanes(1 << 20);
const ONE: u64 = lanes(1);

/// Returns all ones in the lanes whose guard bit is set, and all zeros elsewhere.
#[inline(always)]
const fn below(guards: u64) -> u64 {
    guards - (guards >> 20)
}

/// Returns a word in which the guard bits of the empty lanes are set.
#[inline(always)]
const fn empty(word: u64) -> u64 {
    (GUARD - word) & GUARD
}

/// Returns the number of set bits in each lane.
#[inline(always)]
const fn len(word: u64) -> u64 {
    let pairs = word - (word >> 1 & lanes(0x5555));
    let nibbles = (pairs & lanes(0x3333)) + (pairs >> 2 & lanes(0x3333));
    let bytes = (nibbles + (nibbles >> 4)) & lanes(0x0f0f);
    (bytes + (bytes >> 8)) & lanes(0x1f)
}

/// Evaluates an expression for the words of the three bands.
macro_rules! words {
    ($($args:tt)*) => {
        Words(each_of_three!($($args)*))
    };
}

bit_operators! {
    Words; a, b =>
    words!(a, b in a.0, b.0 => a & b),
    words!(a, b in a.0, b.0 => a | b),
    words!(a, b in a.0, b.0 => a ^ b)
}

impl Lanes for Words {
    #[inline(always)]
    fn at_most_three(self) -> Self {
        // A count of four or more carries into the guard bit.
        words!(word in self.0 => word & !below((len(word) + lanes((1 << 20) - 4)) & GUARD))
    }

    #[inline(always)]
    fn at_least_three_or_all(self) -> Self {
        words!(word in self.0 => {
            let many = (len(word) + lanes((1 << 20) - 3)) & GUARD;
            word | (lanes(0x1ff) & !below(many))
        })
    }

    #[inline(always)]
    fn next_band(self) -> Self {
        let [a, b, c] = self.0;
        Self([b, c, a])
    }

    #[inline(always)]
    fn prev_band(self) -> Self {
        let [a, b, c] = self.0;
        Self([c, a, b])
    }

    #[inline(always)]
    fn any(self) -> bool {
        let [a, b, c] = self.0;
        a | b | c != 0
    }

    vector_methods! {
        without(self, other) => words!(a, b in self.0, other.0 => a & !b);
        next_stack(self) => words!(word in self.0 => word >> STRIDE | word << (2 * STRIDE));
        prev_stack(self) => words!(word in self.0 => word >> (2 * STRIDE) | word << STRIDE);
    }
}

impl BoxLanes for Words {
    type Token = Portable;

    #[inline(always)]
    fn splat(_: Portable, lane: u16) -> Self {
        Self([lanes(u64::from(lane)); 3])
    }

    #[inline(always)]
    fn load(_: Portable, frame: &[u16; 16]) -> Self {
        let word = |band: usize| {
            u64::from(frame[4 * band]) << START
                | u64::from(frame[4 * band + 1]) << (START + STRIDE)
                | u64::from(frame[4 * band + 2]) << (START + 2 * STRIDE)
        };
        Self([word(0), word(1), word(2)])
    }

    #[inline(always)]
    fn store(self) -> [u16; 16] {
        std::array::from_fn(|at| match (at / 4, at % 4) {
            (3, _) | (_, 3) => 0,
            (band, stack) => (self.0[band] >> (START + STRIDE * stack as u32)) as u16,
        })
    }

    #[inline(always)]
    fn any_empty(vectors: [Self; 9]) -> bool {
        let mut empties = 0;
        for vector in vectors {
            let [a, b, c] = vector.0;
            empties |= (GUARD - a) | (GUARD - b) | (GUARD - c);
        }
        empties & GUARD != 0
    }

    #[inline(always)]
    fn shifted<const N: u32>(self) -> Self {
        words!(word in self.0 => word << N)
    }

    #[inline(always)]
    fn shifted_down<const N: u32>(self) -> Self {
        words!(word in self.0 => word >> N & lanes(0xffff >> N))
    }

    #[inline(always)]
    fn equals(self, number: u16) -> Self {
        let number = lanes(u64::from(number));
        words!(word in self.0 => below(empty(word ^ number)))
    }

    #[inline(always)]
    fn lane_min(self, other: Self) -> Self {
        words!(a, b in self.0, other.0 => {
            let b_is_not_more = below(((a | GUARD) - b) & GUARD);
            a ^ ((a ^ b) & b_is_not_more)
        })
    }

    #[inline(always)]
    fn min_lane(self) -> u16 {
        let [a, b, c] = self.0;
        let word = Self([a; 3]).lane_min(Self([b; 3])).lane_min(Self([c; 3])).0[0];
        let lane = |stack: u32| (word >> (START + STRIDE * stack)) as u16;
        lane(0).min(lane(1)).min(lane(2))
    }

    #[inline(always)]
    fn count(self) -> u32 {
        let [a, b, c] = self.0;
        ((a & ONE) | (b & ONE) << 1 | (c & ONE) << 2).count_ones()
    }

    #[inline(always)]
    fn tally([a, b, c, d, e, f, g, h, i]: [Self; 9]) -> Self {
        // Each vector gets its own bit; nine bits fit in a lane.
        let x = a.bit::<0>() | b.bit::<1>() | c.bit::<2>();
        x | d.bit::<3>() | e.bit::<4>() | f.bit::<5>() | g.bit::<6>() | h.bit::<7>() | i.bit::<8>()
    }

    #[inline(always)]
    fn is_full(self) -> bool {
        self.0 == [lanes(0x1ff); 3]
    }

    vector_methods! {
        empty(self) => words!(word in self.0 => below(empty(word)));
        without_lowest(self) => words!(word in self.0 => word & (word + (GUARD - ONE)));
        len(self) => words!(word in self.0 => len(word));
        add_lanes(self, other) => words!(a, b in self.0, other.0 => a + b);
    }
}

impl Words {
    #[inline(always)]
    fn bit<const N: u32>(self) -> Self {
        words!(word in self.0 => word & (ONE << N))
    }
}

impl Token for Portable {
    type Cells = BandRows<Words>;

    #[cfg_attr(not(unoptimized), inline(always))]
    fn run<J: VectorJob<Self>>(self, job: J) -> J::Output {
        job.run(self)
    }
}
