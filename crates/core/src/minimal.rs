//! Which clues a puzzle could do without.
//!
//! A clue is redundant if the puzzle keeps its one solution without it. Instead of solving the
//! smaller puzzle twice, each clue is asked one question: is there a solution in which its cell
//! holds another digit? If not, the clue was not needed.

use crate::candidate::CandidateSet;
use crate::cell::CellSet;
use crate::digit::DigitSet;
use crate::grid::Grid;
use crate::solve::{self, Clues, End, Limits};

/// The clues of a puzzle with one solution that can be taken out, each alone, without losing
/// uniqueness; nothing if a search needed more nodes than the budget.
///
/// ```
/// use veridoku_core::{Grid, redundant_clues};
///
/// let minimal: Grid =
///     ".......1.4.........2...........5.4.7..8...3....1.9....3..4..2...5.1........8.6...".parse()?;
/// assert!(redundant_clues(&minimal, 1000).unwrap().is_empty());
/// # Ok::<(), veridoku_core::ParseGridError>(())
/// ```
pub fn redundant_clues(puzzle: &Grid, node_budget: u64) -> Option<CellSet> {
    let mut redundant = CellSet::EMPTY;
    for (cell, digit) in puzzle.values() {
        let mut values = *puzzle;
        values.set(cell, None);
        let mut candidates = CandidateSet::ALL;
        candidates.set_digits(cell, DigitSet::ALL.without(digit));
        let clues = Clues { values: &values, candidates: Some(&candidates) };
        let found = solve::search(clues, Limits::solutions(1).with_nodes(node_budget));
        match found.end {
            End::NodeBudget => return None,
            End::Complete => redundant.insert(cell),
            End::SolutionLimit => false,
        };
    }
    Some(redundant)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn redundant_clues_are_those_that_can_be_taken_out() {
        let puzzle: Grid =
            "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
                .parse()
                .unwrap();
        let redundant = redundant_clues(&puzzle, u64::MAX).unwrap();
        assert!(!redundant.is_empty());
        for (cell, _) in puzzle.values() {
            let mut smaller = puzzle;
            smaller.set(cell, None);
            assert_eq!(redundant.contains(cell), solve::is_unique(&smaller), "{cell}");
        }
    }
}
