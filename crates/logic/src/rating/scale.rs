//! Sudoku Explainer's rating scale: every rating, with the techniques that receive it.
//!
//! | rating | technique |
//! |---|---|
//! | 1.0 | last empty cell of a house |
//! | 1.2 | hidden single in a box |
//! | 1.5 | hidden single in a row or column |
//! | 1.7 | direct pointing |
//! | 1.9 | direct claiming |
//! | 2.0 | direct hidden pair |
//! | 2.3 | naked single |
//! | 2.5 | direct hidden triplet |
//! | 2.6 | pointing |
//! | 2.8 | claiming |
//! | 3.0 | naked pair |
//! | 3.2 | X-wing |
//! | 3.4 | hidden pair |
//! | 3.6 | naked triplet |
//! | 3.8 | swordfish |
//! | 4.0 | hidden triplet |
//! | 4.2 | XY-wing |
//! | 4.4 | XYZ-wing |
//! | 4.5 to 5.6 | unique rectangle or loop, by length and type |
//! | 5.0 | naked quad |
//! | 5.2 | jellyfish |
//! | 5.4 | hidden quad |
//! | 5.6 to 6.2 | bivalue universal grave (BUG), by type |
//! | 6.2 | aligned pair exclusion |
//! | 6.5 + length | bidirectional X-cycle, bidirectional Y-cycle |
//! | 6.6 + length | forcing X-chain |
//! | 7.0 + length | bidirectional cycle and forcing chain with both X and Y links |
//! | 7.5 | aligned triplet exclusion |
//! | 7.5 + length | Nishio forcing chains |
//! | 8.0 + length | multiple forcing chains (cell and region forcing chains) |
//! | 8.5 + length | dynamic forcing chains |
//! | 9.0 + length | dynamic forcing chains (+) |
//! | 9.5 + length | dynamic forcing chains (+ forcing chains) |
//! | 10.0 + length | dynamic forcing chains (+ multiple forcing chains) |
//! | 10.5 + length | dynamic forcing chains (+ dynamic forcing chains) |
//! | 20.0 | no rule applies |
//!
//! The length of a chain adds 0.1 for each threshold that it exceeds; see [`length_addition`].
//!
//! The finders of this module take their ratings from here, and so does the table of techniques in
//! `technique.rs`, which lists the lowest rating of each technique. Sudoku Explainer adds up ratings in
//! floating point and compares the sums. The functions below add in the same order, so that they produce the
//! same rounding errors.

use super::difficulty::Difficulty;

/// The rating of the last empty cell of a house.
pub(crate) const LAST_CELL: Difficulty = Difficulty::of(1.0);
/// The rating of a hidden single in a box.
pub(crate) const HIDDEN_SINGLE_IN_BOX: Difficulty = Difficulty::of(1.2);
/// The rating of a hidden single in a row or column.
pub(crate) const HIDDEN_SINGLE_IN_LINE: Difficulty = Difficulty::of(1.5);
/// The rating of pointing that leads directly to a hidden single.
pub(crate) const DIRECT_POINTING: Difficulty = Difficulty::of(1.7);
/// The rating of claiming that leads directly to a hidden single.
pub(crate) const DIRECT_CLAIMING: Difficulty = Difficulty::of(1.9);
/// The rating of a hidden pair that leads directly to a hidden single.
pub(crate) const DIRECT_HIDDEN_PAIR: Difficulty = Difficulty::of(2.0);
/// The rating of a naked single.
pub(crate) const NAKED_SINGLE: Difficulty = Difficulty::of(2.3);
/// The rating of a hidden triplet that leads directly to a hidden single.
pub(crate) const DIRECT_HIDDEN_TRIPLET: Difficulty = Difficulty::of(2.5);
/// The rating of pointing: a digit that is confined to one row or column within a box.
pub(crate) const POINTING: Difficulty = Difficulty::of(2.6);
/// The rating of claiming: a digit that is confined to one box within a row or column.
pub(crate) const CLAIMING: Difficulty = Difficulty::of(2.8);
/// The rating of a naked pair.
pub(crate) const NAKED_PAIR: Difficulty = Difficulty::of(3.0);
/// The rating of an X-wing.
pub(crate) const X_WING: Difficulty = Difficulty::of(3.2);
/// The rating of a hidden pair.
pub(crate) const HIDDEN_PAIR: Difficulty = Difficulty::of(3.4);
/// The rating of a naked triplet.
pub(crate) const NAKED_TRIPLET: Difficulty = Difficulty::of(3.6);
/// The rating of a swordfish.
pub(crate) const SWORDFISH: Difficulty = Difficulty::of(3.8);
/// The rating of a hidden triplet.
pub(crate) const HIDDEN_TRIPLET: Difficulty = Difficulty::of(4.0);
/// The rating of an XY-wing.
pub(crate) const XY_WING: Difficulty = Difficulty::of(4.2);
/// The rating of an XYZ-wing.
pub(crate) const XYZ_WING: Difficulty = Difficulty::of(4.4);
/// The rating of a unique rectangle of type 1, 2 or 4.
pub(crate) const UNIQUE_RECTANGLE: Difficulty = Difficulty::of(4.5);
/// The rating of the easiest unique rectangle of type 3, with a pair.
pub(crate) const UNIQUE_RECTANGLE_TYPE_3: Difficulty = Difficulty::of(4.6);
/// The rating of the shortest unique loop of type 1, 2 or 4: six cells.
pub(crate) const UNIQUE_LOOP: Difficulty = Difficulty::of(4.6);
/// The rating of the easiest unique loop of type 3: six cells, with a pair.
pub(crate) const UNIQUE_LOOP_TYPE_3: Difficulty = Difficulty::of(4.7);
/// The rating of a naked quad.
pub(crate) const NAKED_QUAD: Difficulty = Difficulty::of(5.0);
/// The rating of a jellyfish.
pub(crate) const JELLYFISH: Difficulty = Difficulty::of(5.2);
/// The rating of a hidden quad.
pub(crate) const HIDDEN_QUAD: Difficulty = Difficulty::of(5.4);
/// The rating of a BUG of type 1: one cell with an extra candidate.
pub(crate) const BUG_TYPE_1: Difficulty = Difficulty::of(5.6);
/// The rating of a BUG of type 2 or 4. Type 3 adds [`subset_addition`] to it.
pub(crate) const BUG_TYPE_2: Difficulty = Difficulty::of(5.7);
/// The rating of the easiest BUG of type 3, with a pair.
pub(crate) const BUG_TYPE_3: Difficulty = Difficulty::of(5.8);
/// The rating of aligned pair exclusion.
pub(crate) const ALIGNED_PAIR: Difficulty = Difficulty::of(6.2);
/// The rating of the shortest bidirectional X-cycle or Y-cycle.
pub(crate) const X_OR_Y_CYCLE: Difficulty = Difficulty::of(6.5);
/// The rating of the shortest forcing X-chains, such as skyscrapers, 2-string kites and turbot fish.
pub(crate) const FORCING_X_CHAIN: Difficulty = Difficulty::of(6.6);
/// The rating of the shortest bidirectional cycle that uses both X and Y links.
pub(crate) const XY_CYCLE: Difficulty = Difficulty::of(7.0);
/// The rating of the shortest forcing chain that uses both X and Y links.
pub(crate) const FORCING_CHAIN: Difficulty = Difficulty::of(7.0);
/// The rating of aligned triplet exclusion.
pub(crate) const ALIGNED_TRIPLET: Difficulty = Difficulty::of(7.5);
/// The rating of the shortest Nishio forcing chains.
pub(crate) const NISHIO: Difficulty = Difficulty::of(7.5);
/// The rating of the shortest multiple forcing chains: cell and region forcing chains.
pub(crate) const MULTIPLE_CHAINS: Difficulty = Difficulty::of(8.0);
/// The rating of the shortest dynamic forcing chains.
pub(crate) const DYNAMIC_CHAINS: Difficulty = Difficulty::of(8.5);
/// The rating of the shortest dynamic forcing chains that also use locking, pairs and X-wings.
pub(crate) const DYNAMIC_CHAINS_PLUS: Difficulty = Difficulty::of(9.0);
/// The rating of the shortest dynamic forcing chains with nested forcing chains.
pub(crate) const NESTED_FORCING_CHAINS: Difficulty = Difficulty::of(9.5);
/// The rating of the shortest dynamic forcing chains with nested multiple forcing chains.
pub(crate) const NESTED_MULTIPLE_CHAINS: Difficulty = Difficulty::of(10.0);
/// The rating of the shortest dynamic forcing chains with nested dynamic forcing chains.
pub(crate) const NESTED_DYNAMIC_CHAINS: Difficulty = Difficulty::of(10.5);

/// Returns the rating of a unique rectangle (four cells) or loop of type 1, 2 or 4.
pub(super) fn unique_loop(cells: usize) -> f64 {
    let mut rating = UNIQUE_RECTANGLE.value();
    if cells >= 10 {
        rating += 0.3;
    }
    if cells >= 8 {
        rating += 0.2;
    } else if cells >= 6 {
        rating += 0.1;
    }
    rating
}

/// Returns the amount that the subset of a type 3 pattern adds to its rating: 0.1 for a pair, plus 0.1 for
/// each further cell.
pub(super) fn subset_addition(size: u32) -> f64 {
    (f64::from(size) - 1.0) * 0.1
}

/// The thresholds for the length of a chain (its complexity minus two). Each threshold exceeded adds 0.1 to
/// the rating.
const LENGTH_STEPS: [u32; 23] = [
    4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128, 192, 256, 384, 512, 768, 1024, 1536, 2048, 3072, 4096, 6144,
    8192,
];

/// The floating-point sums of 0 to 23 additions of 0.1, including rounding errors.
const LENGTH_SUMS: [f64; LENGTH_STEPS.len() + 1] = {
    let mut sums = [0.0; LENGTH_STEPS.len() + 1];
    let mut count = 1;
    while count < sums.len() {
        sums[count] = sums[count - 1] + 0.1;
        count += 1;
    }
    sums
};

/// Returns the amount that the length of a chain adds to its rating.
///
/// The complexity is the number of nodes in the chain, including those of nested chains.
pub(super) fn length_addition(complexity: u32) -> f64 {
    let passed = LENGTH_STEPS.iter().take_while(|&&step| complexity > step + 2).count();
    LENGTH_SUMS[passed]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_length_step_adds_a_tenth() {
        let tenths = |complexity| Difficulty::of(7.0 + length_addition(complexity)).tenths();
        assert_eq!([4, 6, 7, 8, 9, 10, 11, 14, 15].map(tenths), [70, 70, 71, 71, 72, 72, 73, 73, 74]);
    }

    #[test]
    fn longer_loops_are_rated_higher() {
        let tenths = |cells| Difficulty::of(unique_loop(cells)).tenths();
        assert_eq!([4, 6, 8, 10, 12].map(tenths), [45, 46, 47, 50, 50]);
    }
}
