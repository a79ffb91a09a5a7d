//! Finds all minimal puzzles within a puzzle.
//!
//! Consider a puzzle with one solution. The cells in which another solved grid differs from this solution
//! form an *unavoidable set*. A subset of the clues has the same single solution if and only if it contains a
//! clue from every unavoidable set. A clue is therefore necessary if it is the only clue in some unavoidable
//! set. Whenever a search finds another solution, the unavoidable set is stored; most checks can then be
//! answered from the stored sets.
//!
//! ```text
//! clues   kept ─┬─ undecided     for the first undecided clue:
//!         1 2 5 │ 7 8 …          if it is necessary, keep it;
//!                                otherwise try without it, and then with it; skip the second case if
//!                                a kept clue would be redundant even among the kept clues alone
//! ```
//!
//! Each subset of the clues is visited at most once, because only one sequence of decisions leads to it.
//!
//! Sets are stored by cell, and their number per cell is limited. The time for a lookup is therefore bounded,
//! so the node budget also bounds the running time. If a set that was dropped is needed later, a search finds
//! it again.

use crate::cell::{Cell, CellSet};
use crate::grid::Grid;
use crate::minimal::search_without;
use crate::solve::{self, End, Limits, Solver};
use crate::stop;
use std::ops::ControlFlow;

/// Visits the minimal puzzles within a puzzle with one solution, each once, until `visit` returns `Break` or
/// the node budget is used up. The budget covers the nodes of all searches, and each search counts as one
/// additional node.
///
/// The order depends only on the puzzle. If the puzzle does not have exactly one solution, nothing is
/// visited.
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

/// The state of a search for minimal puzzles.
struct MinimalSearch<V> {
    solution: Grid,
    solver: Solver,
    unavoidable_sets: UnavoidableSets,
    /// The remaining node budget.
    nodes: u64,
    visit: V,
}

impl<V: FnMut(&Grid) -> ControlFlow<()>> MinimalSearch<V> {
    /// Visits the minimal puzzles within these clues that contain all of the `kept` clues.
    fn decide(&mut self, clues: CellSet, mut kept: CellSet) -> ControlFlow<End> {
        let mut undecided = clues - kept;
        while let Some(cell) = undecided.first() {
            undecided.remove(cell);
            if !self.is_needed(cell, clues)? {
                self.decide(clues.without(cell), kept)?;
                // From here on the clue is kept. This can lead to a minimal puzzle only if every kept clue is
                // still necessary when all other clues are removed.
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

    /// Returns whether this clue is necessary: whether another solved grid agrees with the solution in all of
    /// the other clues.
    fn is_needed(&mut self, cell: Cell, clues: CellSet) -> ControlFlow<End, bool> {
        if self.unavoidable_sets.proves_needed(cell, clues) {
            return ControlFlow::Continue(true);
        }
        let Some(digit) = self.solution.get(cell) else { return ControlFlow::Continue(false) };
        let puzzle = self.restricted_to(clues);
        let found = search_without(&mut self.solver, &puzzle, cell, digit, self.nodes);
        self.nodes = self.nodes.saturating_sub(found.nodes + 1);
        if found.end == End::NodeBudget || self.nodes == 0 || stop::is_requested() {
            return ControlFlow::Break(End::NodeBudget);
        }
        if let Some(other) = found.first {
            self.unavoidable_sets.insert(other.differences(&self.solution));
        }
        ControlFlow::Continue(found.first.is_some())
    }

    /// Returns the values of the solution in these cells.
    fn restricted_to(&self, cells: CellSet) -> Grid {
        let mut grid = Grid::EMPTY;
        for cell in cells {
            grid.set(cell, self.solution.get(cell));
        }
        grid
    }
}

/// The maximum number of sets stored per cell.
const MAX_SETS: usize = 512;

/// The stored unavoidable sets: each holds the cells in which another solved grid differs from the solution.
struct UnavoidableSets {
    /// For each cell, the stored sets that contain it. Sets that prove useful move towards the front.
    by_cell: [Vec<CellSet>; Cell::COUNT],
    /// The number of sets inserted so far.
    insertions: usize,
}

impl Default for UnavoidableSets {
    fn default() -> UnavoidableSets {
        UnavoidableSets { by_cell: std::array::from_fn(|_| Vec::new()), insertions: 0 }
    }
}

impl UnavoidableSets {
    /// Returns whether a stored set contains this clue and none of the other clues.
    fn proves_needed(&mut self, cell: Cell, clues: CellSet) -> bool {
        let others = clues.without(cell);
        let sets = &mut self.by_cell[cell.index()];
        let Some(position) = sets.iter().position(|set| set.is_disjoint(others)) else { return false };
        sets.swap(position, position / 2);
        true
    }

    /// Inserts a set. If the list of a cell is full, the set replaces one in the second half of the list,
    /// where the less useful sets are.
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

    /// Finds the minimal puzzles by removing clues in every order.
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
            assert_eq!(found.len(), distinct.len(), "duplicates: {puzzle}");
            assert_eq!(distinct, by_brute_force(puzzle), "{puzzle}");
            assert!(distinct.contains(&minimal));
            let one = minimize(&puzzle, &mut random, u64::MAX).unwrap();
            assert!(distinct.contains(&one), "{one}");
            max_count = max_count.max(found.len());
        }
        assert!(max_count > 1, "no puzzle had more than one minimal puzzle");
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
