//! Oddagons: loops of odd length that cannot be filled with two alternating values.
//!
//! ```text
//!      A ─── B          Neighbours share a house. If they had to differ, with only two values to choose
//!     /       \         from, the values would alternate around the loop; with five (seven, nine, …) cells
//!    E         C        this is impossible. So a candidate outside the pattern, a guardian, must be true.
//!     \       /
//!      ── D ──
//! ```
//!
//! - **Broken wing**: the loop consists of places of one digit. The two values are "digit" and "not digit";
//!   the guardians are the other places in the houses that link the cells.
//! - **Bivalue oddagon**: the cells have the same two candidates, and the guardians are their extra
//!   candidates.
//!
//! Each house links only one pair of neighbours. `odd_loop.rs` enumerates the loops, and the other files
//! define the guardians.

mod bivalue;
mod broken_wing;
mod odd_loop;

pub(crate) use bivalue::{bivalue_oddagon, eliminated_by_guardians};
pub(crate) use broken_wing::broken_wing;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sketch::{Sketch, keep, steps};
    use veridoku_core::{Candidate, CandidateSet, Cell, CellSet, Digit};

    #[test]
    fn a_broken_wing_needs_its_guardian() {
        // The loop r1c1, r1c9, r5c9, r5c2, r2c2, and the guardian r3c3 in box 1.
        let picture = |third| {
            let rest = "x.xxxxxx.";
            ["x.......x", ".x.xxxxx.", third, rest, ".x......x", rest, rest, rest, rest]
        };
        let placed = CandidateSet::only(Candidate::new(Cell::new(2, 2), Digit::ALL[0]));
        let found = steps(broken_wing, &Sketch::places_of_one(&picture("..xxxxxx.")).position());
        assert!(found.iter().any(|step| step.placements == placed));
        // Without a guardian the position has no solution, and no step is reported.
        assert_eq!(steps(broken_wing, &Sketch::places_of_one(&picture("...xxxxx.")).position()), []);
    }

    #[test]
    fn two_digits_cannot_alternate_around_five_cells() {
        let mut position = Sketch::new().position();
        let odd_loop: CellSet = "r1c1 r1c9 r5c9 r5c2 r2c2".parse().expect("names of cells");
        for cell in odd_loop {
            keep(&mut position, cell, if cell == Cell::new(4, 8) { "123" } else { "12" });
        }
        let found = steps(bivalue_oddagon, &position);
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].eliminations.occupied(), CellSet::only(Cell::new(4, 8)));
        assert_eq!(found[0].eliminations.len(), 2);
    }
}
