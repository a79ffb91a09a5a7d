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
    use crate::{Evidence, Position, Step};
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
        // Without its guardian the position has no solution, and this ring is not reported.
        let found = steps(broken_wing, &Sketch::places_of_one(&picture("...xxxxx.")).position());
        let has_guardians =
            |step: &Step| !matches!(&step.evidence, Evidence::Oddagon(ring) if ring.guardians.is_empty());
        assert!(found.iter().all(has_guardians), "{found:?}");
    }

    /// Both rings with the guardians r4c2 and r4c8 contain r4c4, which sees both of them.
    #[test]
    fn a_broken_wing_eliminates_from_its_own_ring() {
        let text = ":0000:1:...4..7+89+4.7...+236.8+9+2..4+51+275..3..+4+83+19.+4.2.+9+64+52.8.+3.+98.12.+4...6.+4.3...4\
                    ...5...:615 126 635 647 571 786 589 789 395 795 697 799:::";
        let record = veridoku_formats::read(text).expect("a position");
        let position = Position::new(&record.puzzle).expect("a position without contradiction");
        let eliminated: Candidate = "6r4c4".parse().expect("a candidate");
        let found = steps(broken_wing, &position);
        assert!(found.iter().any(|step| step.eliminations.contains(eliminated)), "{found:?}");
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
