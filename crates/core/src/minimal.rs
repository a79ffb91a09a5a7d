//! Finds the redundant clues of a puzzle, and removes them.
//!
//! A clue is redundant if the puzzle still has only one solution without it. To test a clue, it is not
//! necessary to search the smaller puzzle for two solutions. It is enough to search for a solution with
//! another digit in the cell of the clue: if there is none, the clue is redundant. `reduce.rs` finds all
//! minimal puzzles within a puzzle.

use crate::candidate::CandidateSet;
use crate::cell::{Cell, CellSet};
use crate::digit::{Digit, DigitSet};
use crate::grid::Grid;
use crate::random::Random;
use crate::solve::{Clues, End, Limits, SearchResult, Solver};

/// Returns the redundant clues of a puzzle with one solution: the solution stays unique if any one of them is
/// removed. Returns `None` if a search exceeds the node budget.
///
/// Each clue is tested separately: after one is removed, others may become necessary.
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
    redundant_clues_with(&mut Solver::new(), puzzle, node_budget)
}

/// Does the same as [`redundant_clues`], but with an existing solver.
pub(crate) fn redundant_clues_with(solver: &mut Solver, puzzle: &Grid, node_budget: u64) -> Option<CellSet> {
    let mut redundant = CellSet::EMPTY;
    for (cell, digit) in puzzle.values() {
        match search_without(solver, puzzle, cell, digit, node_budget).end {
            End::NodeBudget => return None,
            End::Complete => redundant.insert(cell),
            End::SolutionLimit => false,
        };
    }
    Some(redundant)
}

/// Removes clues from a puzzle with one solution, in random order, until the puzzle is minimal. Returns
/// `None` if a search exceeds the node budget.
///
/// One pass is enough: a necessary clue stays necessary when others are removed.
///
/// ```
/// use veridoku_core::{Grid, Random, minimize, redundant_clues};
///
/// let puzzle: Grid =
///     "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
/// let minimal = minimize(&puzzle, &mut Random::new(1), 1000).unwrap();
/// assert!(minimal.is_part_of(&puzzle));
/// assert!(redundant_clues(&minimal, 1000).unwrap().is_empty());
/// # Ok::<(), veridoku_core::ParseGridError>(())
/// ```
pub fn minimize(puzzle: &Grid, random: &mut Random, node_budget: u64) -> Option<Grid> {
    let mut solver = Solver::new();
    let mut clues: Vec<(Cell, Digit)> = puzzle.values().collect();
    random.shuffle(&mut clues);
    let mut minimal = *puzzle;
    for (cell, digit) in clues {
        match search_without(&mut solver, &minimal, cell, digit, node_budget).end {
            End::NodeBudget => return None,
            End::Complete => minimal.set(cell, None),
            End::SolutionLimit => {}
        }
    }
    Some(minimal)
}

/// Searches for a solution that differs from the clue `digit` in this cell, but agrees with all other clues.
pub(crate) fn search_without(
    solver: &mut Solver,
    puzzle: &Grid,
    cell: Cell,
    digit: Digit,
    nodes: u64,
) -> SearchResult {
    let mut values = *puzzle;
    values.set(cell, None);
    let mut candidates = CandidateSet::ALL;
    candidates.set_digits(cell, DigitSet::ALL.without(digit));
    let clues = Clues { values: &values, candidates: Some(&candidates) };
    solver.search(clues, Limits::solutions(1).with_nodes(nodes))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solve;

    #[test]
    fn redundant_clues_can_be_removed_one_at_a_time() {
        let puzzle: Grid = crate::SAMPLE.parse().unwrap();
        let redundant = redundant_clues(&puzzle, u64::MAX).unwrap();
        assert!(!redundant.is_empty());
        for (cell, _) in puzzle.values() {
            let mut smaller = puzzle;
            smaller.set(cell, None);
            assert_eq!(redundant.contains(cell), solve::is_unique(&smaller), "{cell}");
        }
    }
}
