//! Random order from a seed, the same on every machine.

/// Sebastiano Vigna's splitmix64: every seed is as good as any other, also 0 and 1.
struct Numbers(u64);

impl Numbers {
    /// The next number.
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ mixed >> 31
    }

    /// A number below the bound. The bias of bounds below 729 is less than one in 10^16.
    fn below(&mut self, bound: usize) -> usize {
        ((u128::from(self.next()) * bound as u128) >> 64) as usize
    }
}

/// The elements in an order that depends on the seed alone (Fisher and Yates).
pub(crate) fn shuffled<T>(elements: impl IntoIterator<Item = T>, seed: u64) -> Vec<T> {
    let mut elements: Vec<T> = elements.into_iter().collect();
    let mut numbers = Numbers(seed);
    for last in (1..elements.len()).rev() {
        elements.swap(last, numbers.below(last + 1));
    }
    elements
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_numbers_are_those_of_splitmix() {
        // The first numbers of the reference implementation for the seed 1234567.
        let mut numbers = Numbers(1_234_567);
        assert_eq!([numbers.next(), numbers.next()], [6_457_827_717_110_365_317, 3_203_168_211_198_807_973]);
    }

    #[test]
    fn every_order_comes_about_as_often() {
        let mut counts = std::collections::BTreeMap::new();
        for seed in 0..6000 {
            *counts.entry(shuffled(0..3, seed)).or_insert(0) += 1;
        }
        assert_eq!(counts.len(), 6);
        assert!(counts.values().all(|count| (850..1150).contains(count)), "{counts:?}");
    }
}
