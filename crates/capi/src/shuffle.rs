//! Shuffles elements with a seed; the result is the same on every machine.

use veridoku_core::SplitMix;

/// Returns the elements in an order that depends only on their number and the seed (a Fisher–Yates shuffle).
pub(crate) fn shuffled<T>(elements: impl IntoIterator<Item = T>, seed: u64) -> Vec<T> {
    let mut elements: Vec<T> = elements.into_iter().collect();
    SplitMix::new(seed).shuffle(&mut elements);
    elements
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_always_gives_the_same_order() {
        // This order was computed by an independent program. The C interface guarantees that it never
        // changes.
        assert_eq!(shuffled(0..9, 7), [4, 5, 1, 7, 2, 8, 6, 0, 3]);
    }

    #[test]
    fn orders_are_equally_likely() {
        let mut counts = std::collections::BTreeMap::new();
        for seed in 0..6000 {
            *counts.entry(shuffled(0..3, seed)).or_insert(0) += 1;
        }
        assert_eq!(counts.len(), 6);
        assert!(counts.values().all(|count| (850..1150).contains(count)), "{counts:?}");
    }
}
