//! All minimal puzzles among the clues of a puzzle.
//!
//! If a puzzle has one solution, any other filled grid differs from it in a set of cells, and a part of the
//! clues is enough if it has a clue in each of these sets (*unavoidable sets*). A clue is needed if some
//! set has no other clue. Sets are found when a search comes upon another solution, and kept: most
//! questions are answered by those that are known already.
//!
//! ```text
//! clues   kept ─┬─ undecided         the first undecided clue:
//!         1 2 5 │ 7 8 …               needed: it is kept
//!                                     else, first without it, then with it, if every kept clue could
//!                                     still be needed when only the kept ones are left
//! ```
//!
//! Each part of the clues is met at most once, since each clue is decided once on the way to it.
//!
//! The sets are kept by their cells, and only so many for each: a question costs no more late in a search than early, so
//! that the nodes bound the time. A set that is forgotten is found again when it is needed.

use crate::cell::{Cell, CellSet};
use crate::grid::Grid;
use crate::minimal::search_without;
use crate::solve::{self, End, Limits, Solver};
use std::ops::ControlFlow;

/// Visits the minimal puzzles among the clues of a puzzle with one solution, each once, until the visitor
/// breaks or all searches together have used so many nodes, each search counting as one more.
///
/// The puzzles come in an order that depends on the puzzle alone. A puzzle without a unique solution has
/// none.
///
/// ```
/// use std::ops::ControlFlow;
/// use veridoku_core::solve::End;
/// use veridoku_core::{Grid, minimal_puzzles};
///
/// let puzzle: Grid =
///     "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
/// let mut fewest = 81;
/// let end = minimal_puzzles(&puzzle, 1_000_000, |minimal| {
///     fewest = fewest.min(minimal.filled().len());
///     ControlFlow::Continue(())
/// });
/// assert_eq!(end, End::Complete);
/// assert!(fewest < 30);
/// # Ok::<(), veridoku_core::ParseGridError>(())
/// ```
pub fn minimal_puzzles(puzzle: &Grid, node_budget: u64, visit: impl FnMut(&Grid) -> ControlFlow<()>) -> End {
    let found = solve::search(puzzle, Limits::UNIQUE.with_nodes(node_budget));
    let (1, Some(solution)) = (found.count, found.first) else {
        return if found.end == End::NodeBudget { End::NodeBudget } else { End::Complete };
    };
    if found.end == End::NodeBudget {
        return End::NodeBudget;
    }
    let nodes = node_budget.saturating_sub(found.nodes + 1);
    let mut search = MinimalSearch {
        solution,
        solver: Solver::new(),
        unavoidable_sets: UnavoidableSets::default(),
        nodes,
        visit,
    };
    match search.decide(puzzle.filled(), CellSet::EMPTY) {
        ControlFlow::Continue(()) => End::Complete,
        ControlFlow::Break(end) => end,
    }
}

struct MinimalSearch<V> {
    solution: Grid,
    solver: Solver,
    unavoidable_sets: UnavoidableSets,
    /// The nodes that are left.
    nodes: u64,
    visit: V,
}

impl<V: FnMut(&Grid) -> ControlFlow<()>> MinimalSearch<V> {
    /// Goes on with these clues, of which some are kept for good.
    fn decide(&mut self, clues: CellSet, mut kept: CellSet) -> ControlFlow<End> {
        let mut undecided = clues - kept;
        while let Some(cell) = undecided.first() {
            undecided.remove(cell);
            if !self.is_needed(cell, clues)? {
                self.decide(clues.without(cell), kept)?;
                // From here on the clue is kept; that leads to a minimal puzzle only if each kept clue can
                // be needed in the end, when no more than the kept ones may be left.
                for other in kept.with(cell) {
                    if !self.is_needed(other, kept.with(cell))? {
                        return ControlFlow::Continue(());
                    }
                }
            }
            kept.insert(cell);
        }
        for cell in kept {
            if !self.is_needed(cell, kept)? {
                return ControlFlow::Continue(());
            }
        }
        let minimal = self.restricted_to(kept);
        match (self.visit)(&minimal) {
            ControlFlow::Continue(()) => ControlFlow::Continue(()),
            ControlFlow::Break(()) => ControlFlow::Break(End::SolutionLimit),
        }
    }

    /// Whether there is another grid that differs in this clue and in no other of these.
    fn is_needed(&mut self, cell: Cell, clues: CellSet) -> ControlFlow<End, bool> {
        if self.unavoidable_sets.proves_needed(cell, clues) {
            return ControlFlow::Continue(true);
        }
        let Some(digit) = self.solution.get(cell) else { return ControlFlow::Continue(false) };
        let puzzle = self.restricted_to(clues);
        let found = search_without(&mut self.solver, &puzzle, cell, digit, self.nodes);
        self.nodes = self.nodes.saturating_sub(found.nodes + 1);
        if found.end == End::NodeBudget || self.nodes == 0 {
            return ControlFlow::Break(End::NodeBudget);
        }
        if let Some(other) = found.first {
            self.unavoidable_sets.insert(other.differences(&self.solution));
        }
        ControlFlow::Continue(found.first.is_some())
    }

    /// The solution in these cells only.
    fn restricted_to(&self, cells: CellSet) -> Grid {
        let mut grid = Grid::EMPTY;
        for cell in cells {
            grid.set(cell, self.solution.get(cell));
        }
        grid
    }
}

/// The most sets that are kept for a cell.
const MAX_SETS: usize = 512;

/// Sets of cells in which other grids differ from the solution.
struct UnavoidableSets {
    /// For each cell sets with it, those that were of use to the front.
    by_cell: [Vec<CellSet>; Cell::COUNT],
    /// The number of sets that were noted.
    insertions: usize,
}

impl Default for UnavoidableSets {
    fn default() -> UnavoidableSets {
        UnavoidableSets { by_cell: std::array::from_fn(|_| Vec::new()), insertions: 0 }
    }
}

impl UnavoidableSets {
    /// Whether a set is known that has this clue and no other of these.
    fn proves_needed(&mut self, cell: Cell, clues: CellSet) -> bool {
        let others = clues.without(cell);
        let sets = &mut self.by_cell[cell.index()];
        let Some(position) = sets.iter().position(|set| set.is_disjoint(others)) else { return false };
        sets.swap(position, position / 2);
        true
    }

    /// Keeps a set, in the place of one that was of little use if there is no room.
    fn insert(&mut self, set: CellSet) {
        self.insertions += 1;
        for cell in set {
            let sets = &mut self.by_cell[cell.index()];
            if sets.len() < MAX_SETS {
                sets.push(set);
            } else {
                sets[MAX_SETS / 2 + self.insertions % (MAX_SETS / 2)] = set;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::minimal::{minimize, redundant_clues};
    use crate::random::Random;
    use std::collections::HashSet;

    fn all_minimal(puzzle: &Grid) -> Vec<Grid> {
        let mut found = Vec::new();
        let end = minimal_puzzles(puzzle, u64::MAX, |minimal| {
            found.push(*minimal);
            ControlFlow::Continue(())
        });
        assert_eq!(end, End::Complete);
        found
    }

    /// The minimal puzzles, found by taking out one clue after the other in every order.
    fn by_brute_force(puzzle: Grid) -> HashSet<Grid> {
        let (mut seen, mut minimal) = (HashSet::from([puzzle]), HashSet::new());
        let mut open = vec![puzzle];
        while let Some(puzzle) = open.pop() {
            let mut is_minimal = true;
            for (cell, _) in puzzle.values() {
                let mut smaller = puzzle;
                smaller.set(cell, None);
                if solve::is_unique(&smaller) {
                    is_minimal = false;
                    if seen.insert(smaller) {
                        open.push(smaller);
                    }
                }
            }
            if is_minimal {
                minimal.insert(puzzle);
            }
        }
        minimal
    }

    #[test]
    fn every_minimal_puzzle_is_found_once() {
        let minimal: Grid =
            ".......1.4.........2...........5.4.7..8...3....1.9....3..4..2...5.1........8.6..."
                .parse()
                .unwrap();
        let solution = solve::search(&minimal, Limits::UNIQUE).first.unwrap();
        let mut random = Random::new(21);
        let mut max_count = 0;
        for _ in 0..8 {
            let mut puzzle = minimal;
            for index in random.permutation::<81>().into_iter().take(9) {
                let cell = Cell::at(index.into());
                puzzle.set(cell, solution.get(cell));
            }
            let found = all_minimal(&puzzle);
            let distinct: HashSet<Grid> = found.iter().copied().collect();
            assert_eq!(found.len(), distinct.len(), "one comes twice: {puzzle}");
            assert_eq!(distinct, by_brute_force(puzzle), "{puzzle}");
            assert!(distinct.contains(&minimal));
            let one = minimize(&puzzle, &mut random, u64::MAX).unwrap();
            assert!(distinct.contains(&one), "{one}");
            max_count = max_count.max(found.len());
        }
        assert!(max_count > 1, "some puzzle has more than one");
    }

    #[test]
    fn the_number_of_kept_sets_is_limited() {
        let cells: Vec<Cell> = Cell::all().collect();
        let mut unavoidable_sets = UnavoidableSets::default();
        let clues: CellSet = cells[..30].iter().copied().collect();
        for &one in &cells[30..] {
            for &other in &cells[30..] {
                unavoidable_sets.insert(CellSet::EMPTY.with(cells[3]).with(one).with(other));
            }
        }
        assert!(unavoidable_sets.by_cell.iter().all(|sets| sets.len() <= MAX_SETS));
        assert!(unavoidable_sets.proves_needed(cells[3], clues));
        assert!(!unavoidable_sets.proves_needed(cells[4], clues));
        assert!(!unavoidable_sets.proves_needed(cells[3], CellSet::ALL));
    }

    #[test]
    fn limits_end_the_search() {
        let solution: Grid = crate::SAMPLE_SOLUTION.parse().unwrap();
        let mut count = 0;
        let end = minimal_puzzles(&solution, u64::MAX, |minimal| {
            assert_eq!(redundant_clues(minimal, u64::MAX), Some(CellSet::EMPTY));
            count += 1;
            if count < 20 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        assert_eq!((end, count), (End::SolutionLimit, 20));
        assert_eq!(minimal_puzzles(&solution, 30, |_| ControlFlow::Continue(())), End::NodeBudget);
        assert_eq!(minimal_puzzles(&Grid::EMPTY, 1000, |_| ControlFlow::Continue(())), End::Complete);
    }
}
