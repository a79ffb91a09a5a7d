//! Almost locked sets (ALS): N cells of a house with N+1 candidate digits.
//!
//! ```text
//!   r2c1   r2c4          two cells, three digits: remove any one digit,
//!   4 7    4 7 9         and the other two are locked in the two cells
//! ```
//!
//! A bivalue cell is the smallest such set. Two sets are **linked** by a digit (a restricted common
//! candidate, RCC) if all its places in one set see all its places in the other: only one of the sets can
//! hold the digit, and the other is locked to its remaining digits.
//!
//! - **XZ-rule** (`xz.rs`): two sets linked by x share another digit z. One of the sets loses x and therefore
//!   holds z. With two links, both sets are locked.
//! - **XY-wing** (`wing.rs`): two sets that are linked to a third by different digits share z.
//! - **Chain** (`chain.rs`): a sequence of four or more sets; consecutive links have different digits.
//! - **Death Blossom** (`blossom.rs`): each candidate of a cell, if true, removes its digit from a set that
//!   then must hold z.
//!
//! In all of them, z is eliminated from the cells that see every z in the sets at the ends (for a Death
//! Blossom, in all petals). The sets and links are collected once per position; see `table.rs`. Almost locked
//! sets were introduced by Bennys; the definition of the chain is HoDoKu's.

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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Technique;
    use crate::sketch::Sketch;

    fn sketch(cells: &[(&str, &str)]) -> Sketch {
        cells.iter().fold(Sketch::new(), |sketch, (cell, digits)| sketch.cell(cell, digits))
    }

    #[test]
    fn als_xz_eliminates_the_common_digit() {
        let sketch = sketch(&[("r1c1", "12"), ("r1c2", "23"), ("r5c1", "13")]);
        assert_eq!(sketch.eliminations(xz, Technique::AlsXz), ["3r2c1 3r3c1 3r4c2 3r5c2 3r6c2"]);
    }

    #[test]
    fn doubly_linked_sets_are_both_locked() {
        // r2c1 and r2c5 are linked by 1 and by 2.
        let sketch = sketch(&[("r1c1", "123"), ("r1c5", "123"), ("r2c1", "12"), ("r2c5", "12")]);
        let most = sketch.steps(xz).iter().map(|step| step.eliminations.len()).max();
        assert!(most > Some(10), "{most:?}");
    }

    #[test]
    fn three_sets_form_an_als_xy_wing() {
        let sketch = sketch(&[("r1c1", "12"), ("r1c5", "13"), ("r5c1", "23")]);
        assert_eq!(sketch.eliminations(xy_wing, Technique::AlsXyWing), ["3r5c5"]);
    }

    #[test]
    fn four_sets_form_a_chain() {
        let sketch = sketch(&[("r1c1", "12"), ("r1c5", "23"), ("r5c5", "34"), ("r5c9", "14")]);
        assert_eq!(sketch.eliminations(chain, Technique::AlsChain), ["1r1c9 1r5c1"]);
    }

    #[test]
    fn a_death_blossom_has_a_petal_for_each_digit_of_its_stem() {
        let sketch = sketch(&[("r5c5", "12"), ("r5c1", "13"), ("r1c5", "23")]);
        assert_eq!(sketch.eliminations(death_blossom, Technique::DeathBlossom), ["3r1c1"]);
    }
}
