//! Almost locked sets: some cells of a house with one digit more than cells.
//!
//! ```text
//!   r2c1   r2c4          two cells, three digits: take away any one digit,
//!   4 7    4 7 9         and the other two are locked in the two cells
//! ```
//!
//! A cell with two candidates is the smallest such set. Two sets are **linked** by a digit (a restricted
//! common) when all its places in one see all its places in the other: only one set can have it, and the
//! one that goes without is locked to its other digits.
//!
//! - **XZ-rule** (`xz.rs`): two sets linked by x share another digit z. One of them lacks x, and so has z.
//!   With two links both are locked.
//! - **XY-wing** (`wing.rs`): two sets linked to a third by different digits share z.
//! - **Chain** (`chain.rs`): more sets in a row, each linked to the next by another digit than before.
//! - **Death Blossom** (`blossom.rs`): whatever digit a cell has, it takes it from a set that then has z.
//!
//! In each of them z goes where it sees all its places in the sets at the ends. The sets and links are
//! collected once for a position, see `table.rs`. The idea of almost locked sets is Bennys's, the chain is
//! described as HoDoKu does it.

mod blossom;
mod chain;
mod relation;
mod table;
mod wing;
mod xz;

pub(crate) use blossom::death_blossom;
pub(crate) use chain::chain;
pub(crate) use table::AlmostLockedSets;
pub(crate) use wing::xy_wing;
pub(crate) use xz::xz;

use crate::evidence::{AlmostLocked, Evidence, LockedSet};
use crate::step::Step;
use crate::technique::Technique;
use veridoku_core::{Candidate, CandidateSet, Cell, Digit, DigitSet};

impl AlmostLockedSets {
    /// The step that rests on these sets.
    fn step(
        &self,
        technique: Technique,
        eliminations: CandidateSet,
        sets: &[usize],
        links: Vec<(usize, usize, Digit)>,
        stem: Option<Cell>,
    ) -> Step {
        let digits: DigitSet = eliminations.iter().map(Candidate::digit).collect();
        let locked = |&set: &usize| LockedSet { cells: self.sets[set].cells, digits: self.sets[set].digits };
        let sets = sets.iter().map(locked).collect();
        let evidence = Evidence::AlmostLocked(AlmostLocked { sets, links, stem, digits });
        Step::eliminating(technique, eliminations, evidence)
    }

    /// The candidates of these digits that see all places of the digit in both sets.
    fn common_victims(&self, left: usize, right: usize, digits: DigitSet) -> CandidateSet {
        let mut victims = CandidateSet::EMPTY;
        for digit in digits {
            victims.set_cells(digit, self.victims(left, digit) & self.victims(right, digit));
        }
        victims
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sketch::Sketch;

    fn sketch(cells: &[(&str, &str)]) -> Sketch {
        cells.iter().fold(Sketch::new(), |sketch, (cell, digits)| sketch.cell(cell, digits))
    }

    #[test]
    fn two_sets_share_a_digit() {
        let sketch = sketch(&[("r1c1", "12"), ("r1c2", "23"), ("r5c1", "13")]);
        assert_eq!(sketch.struck(xz, Technique::AlsXz), ["3r2c1 3r3c1 3r4c2 3r5c2 3r6c2"]);
    }

    #[test]
    fn two_links_lock_both_sets() {
        // Both cells of the row are 1 or 2 and a third digit each, and so are those of the box.
        let sketch = sketch(&[("r1c1", "123"), ("r1c5", "123"), ("r2c1", "12"), ("r2c5", "12")]);
        let most = sketch.steps(xz).iter().map(|step| step.eliminations.len()).max();
        assert!(most > Some(10), "{most:?}");
    }

    #[test]
    fn three_sets_make_a_wing() {
        let sketch = sketch(&[("r1c1", "12"), ("r1c5", "13"), ("r5c1", "23")]);
        assert_eq!(sketch.struck(xy_wing, Technique::AlsXyWing), ["3r5c5"]);
    }

    #[test]
    fn four_sets_make_a_chain() {
        let sketch = sketch(&[("r1c1", "12"), ("r1c5", "23"), ("r5c5", "34"), ("r5c9", "14")]);
        assert_eq!(sketch.struck(chain, Technique::AlsChain), ["1r1c9 1r5c1"]);
    }

    #[test]
    fn a_stem_and_two_petals() {
        let sketch = sketch(&[("r5c5", "12"), ("r5c1", "13"), ("r1c5", "23")]);
        assert_eq!(sketch.struck(death_blossom, Technique::DeathBlossom), ["3r1c1"]);
    }
}
