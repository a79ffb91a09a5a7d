//! Random numbers from a seed, reproducible on every machine and in every release.
//!
//! The numbers for a seed must not change, because a puzzle can be identified by its seed. The generator is
//! therefore implemented here and has a version number. Version 1 is xoshiro256++ by David Blackman and
//! Sebastiano Vigna, with its four words initialized by splitmix64 (Guy Steele, Doug Lea and Christine Flood;
//! Vigna's constants):
//!
//! ```text
//! seed, stream ──splitmix64──▶ a b c d ──▶ rotate(a + d, 23) + a     the number
//!                              ▲     │
//!                              └─────┘ xor, shift and rotate         the next four words
//! ```
//!
//! Streams make parallel work reproducible: item i of a run draws from stream i, so it does not matter which
//! thread processes it, or when.

/// A generator of random numbers.
///
/// ```
/// use veridoku_core::Random;
///
/// let (mut one, mut other) = (Random::new(7), Random::new(7));
/// assert_eq!(one.permutation::<9>(), other.permutation::<9>());
/// assert!(one.below(6) < 6);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Random([u64; 4]);

impl Random {
    /// The version of the generator. It is incremented whenever a seed produces different numbers than
    /// before.
    pub const VERSION: u32 = 1;

    /// Returns the generator with this seed. All seeds are equally good.
    pub fn new(seed: u64) -> Random {
        Random::stream(seed, 0)
    }

    /// Returns the generator for one of the independent streams of a seed.
    pub fn stream(seed: u64, stream: u64) -> Random {
        // The stream number is mixed first, so that adjacent seeds and streams give unrelated numbers.
        let mut words = SplitMix(seed ^ SplitMix(stream).next());
        Random([words.next(), words.next(), words.next(), words.next()])
    }

    /// Returns the next 64 random bits.
    #[allow(clippy::should_implement_trait, reason = "an infinite generator need not be an Iterator")]
    pub fn next(&mut self) -> u64 {
        let [a, b, c, d] = &mut self.0;
        let number = a.wrapping_add(*d).rotate_left(23).wrapping_add(*a);
        let shifted = *b << 17;
        *c ^= *a;
        *d ^= *b;
        *b ^= *c;
        *a ^= *d;
        *c ^= shifted;
        *d = d.rotate_left(45);
        number
    }

    /// Returns a number below the bound, with all numbers exactly equally likely, or 0 if the bound is 0.
    ///
    /// The result is the upper half of the product of a random 64-bit number and the bound. The few products
    /// that would make some results more likely than others are rejected and drawn again (a method by Daniel
    /// Lemire).
    pub fn below(&mut self, bound: u64) -> u64 {
        let mut product = u128::from(self.next()) * u128::from(bound);
        if (product as u64) < bound {
            let threshold = bound.wrapping_neg() % bound;
            while (product as u64) < threshold {
                product = u128::from(self.next()) * u128::from(bound);
            }
        }
        (product >> 64) as u64
    }

    /// Returns a random index below the length.
    pub fn index(&mut self, length: usize) -> usize {
        self.below(length as u64) as usize
    }

    /// Shuffles the elements with the Fisher–Yates algorithm.
    pub fn shuffle<T>(&mut self, elements: &mut [T]) {
        for last in (1..elements.len()).rev() {
            elements.swap(last, self.index(last + 1));
        }
    }

    /// Returns the numbers from 0 to N - 1 in random order. N must be at most 256, which is checked at
    /// compile time.
    pub fn permutation<const N: usize>(&mut self) -> [u8; N] {
        const { assert!(N <= 256, "N must be at most 256") };
        let mut permutation = std::array::from_fn(|index| index as u8);
        self.shuffle(&mut permutation);
        permutation
    }
}

/// The splitmix64 generator, which turns any seed into well-mixed words. [`Random`] is initialized with it.
/// It is used directly where existing results for a seed depend on its output.
///
/// ```
/// use veridoku_core::SplitMix;
///
/// let mut words = SplitMix::new(1234567);
/// assert_eq!(words.next(), 6457827717110365317);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SplitMix(u64);

impl SplitMix {
    /// Returns the generator with this seed. All seeds are equally good, including 0 and 1.
    pub const fn new(seed: u64) -> SplitMix {
        SplitMix(seed)
    }

    /// Returns the next 64 random bits.
    #[allow(clippy::should_implement_trait, reason = "an infinite generator need not be an Iterator")]
    pub const fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ mixed >> 31
    }

    /// Returns a random index below the length. For lengths below 1,000, the probabilities of any two indices
    /// differ by less than one part in 10¹⁶.
    pub const fn index(&mut self, length: usize) -> usize {
        ((self.next() as u128 * length as u128) >> 64) as usize
    }

    /// Shuffles the elements with the Fisher–Yates algorithm.
    pub fn shuffle<T>(&mut self, elements: &mut [T]) {
        for last in (1..elements.len()).rev() {
            elements.swap(last, self.index(last + 1));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn splitmix_matches_the_reference() {
        // The first numbers that the reference implementation generates for the seed 1234567.
        let mut words = SplitMix(1_234_567);
        assert_eq!([words.next(), words.next()], [6_457_827_717_110_365_317, 3_203_168_211_198_807_973]);
    }

    #[test]
    fn numbers_match_xoshiro() {
        // Computed by hand from the definition, for the words 1, 2, 3, 4.
        let mut random = Random([1, 2, 3, 4]);
        assert_eq!(random.next(), (5 << 23) + 1);
        assert_eq!(random.0, [7, 0, 262_146, 6 << 45]);
        assert_eq!(random.next(), (7_u64 + (6 << 45)).rotate_left(23) + 7);
    }

    #[test]
    fn a_seed_always_gives_the_same_numbers() {
        // The numbers of version 1 were computed by an independent program. If they change, increment the
        // version.
        assert_eq!(Random::VERSION, 1);
        assert_eq!(Random::new(0).next(), 9_579_327_875_526_494_010);
        assert_eq!(Random::stream(7, 3).next(), 11_806_653_654_406_178_811);
        let numbers: HashSet<u64> = (0..1000)
            .flat_map(|seed| (0..10).map(move |stream| Random::stream(seed, stream).next()))
            .collect();
        assert_eq!(numbers.len(), 10_000);
    }

    #[test]
    fn permutations_are_equally_likely() {
        let mut random = Random::new(1);
        let mut counts = std::collections::BTreeMap::new();
        for _ in 0..24_000 {
            *counts.entry(random.permutation::<4>()).or_insert(0) += 1;
        }
        assert_eq!(counts.len(), 24);
        // The bounds are five standard deviations.
        assert!(counts.values().all(|count| (845..1155).contains(count)), "{counts:?}");
        assert_eq!(random.below(0), 0);
        assert!((0..100).all(|_| random.below(1) == 0));
    }
}
