//! Which clues a puzzle could do without, and what is left without them.
//!
//! A clue is redundant if the puzzle keeps its one solution without it. Instead of solving the
//! smaller puzzle twice, each clue is asked one question: is there a solution in which its cell
//! holds another digit? If not, the clue was not needed. All minimal puzzles among the clues of one are
//! found in `reduce.rs`.

use crate::candidate::CandidateSet;
use crate::cell::{Cell, CellSet};
use crate::digit::{Digit, DigitSet};
use crate::grid::Grid;
use crate::random::Random;
use crate::solve::{Clues, End, Limits, SearchResult, Solver};

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
    redundant_clues_with(&mut Solver::new(), puzzle, node_budget)
}

/// The same, on the backend of this solver.
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

/// A minimal puzzle among the clues of a puzzle with one solution: each clue in random order goes if it
/// can; nothing if a search needed more nodes than the budget.
///
/// One walk is enough: a clue that is needed stays so when others go.
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

/// Searches for a solution that has another digit in the cell of a clue, and all other clues.
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
