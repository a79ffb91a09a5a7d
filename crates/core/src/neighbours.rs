//! The neighbours of a puzzle: the puzzles obtained by removing n clues and adding m others, written {-n+m}.
//!
//! Hard puzzles, and puzzles with few clues, tend to be close to each other, so researchers search for new
//! ones in the neighbourhood of known ones. Only neighbours with one solution are reported, each of them once
//! and in canonical form.
//!
//! ```text
//! puzzle ──remove n clues──▶ many solutions ──add m - 1 clues──▶ … ──add the last clue──▶ one solution
//! ```
//!
//! The last clue can be any candidate that occurs in exactly one solution of the puzzle without that clue. A
//! candidate that occurs in two known solutions is ruled out without a separate search. Each search finds up
//! to two solutions with 81 candidates each, so only a few candidates need to be tested.

use crate::candidate::{Candidate, CandidateSet};
use crate::cell::Cell;
use crate::generate::Minimality;
use crate::grid::Grid;
use crate::minimal::search_without;
use crate::solve::{End, Limits, Solver};
use crate::stop;
use crate::symmetry::Canonizer;
use std::collections::HashSet;
use std::ops::ControlFlow;

/// How many clues to remove and add, and which neighbours to report.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Exchange {
    /// The number of clues to remove.
    pub removed: usize,
    /// The number of clues to add.
    pub added: usize,
    /// Whether to skip neighbours with redundant clues.
    pub minimality: Minimality,
}

/// Visits the neighbours of a puzzle, one per equivalence class and in canonical form, until `visit` returns
/// `Break` or the node budget is used up. The class of the puzzle itself is skipped.
///
/// The budget covers the nodes of all searches; each search, each removed clue and each added clue counts as
/// one additional node.
///
/// The order depends only on the puzzle. Neighbours may have redundant clues unless [`Minimality::Minimal`]
/// is requested; the searches that check minimality count towards the budget as well.
///
/// ```
/// use std::ops::ControlFlow;
/// use veridoku_core::solve::End;
/// use veridoku_core::generate::Minimality;
/// use veridoku_core::{Exchange, Grid, neighbours};
///
/// let puzzle: Grid =
///     ".......1.4.........2...........5.4.7..8...3....1.9....3..4..2...5.1........8.6...".parse()?;
/// let mut found = Vec::new();
/// let exchange = Exchange { removed: 1, added: 1, minimality: Minimality::Any };
/// let end = neighbours(&puzzle, exchange, 1_000_000, |neighbour| {
///     found.push(*neighbour);
///     ControlFlow::Continue(())
/// });
/// assert_eq!(end, End::Complete);
/// assert!(found.iter().all(|neighbour| neighbour.filled().len() == 17));
/// # Ok::<(), veridoku_core::ParseGridError>(())
/// ```
pub fn neighbours(
    puzzle: &Grid,
    exchange: Exchange,
    node_budget: u64,
    visit: impl FnMut(&Grid) -> ControlFlow<()>,
) -> End {
    let mut canonizer = Canonizer::default();
    let seen = HashSet::from([canonizer.canonical(puzzle).grid]);
    let mut search = NeighbourSearch {
        solver: Solver::new(),
        canonizer,
        seen,
        nodes: node_budget,
        minimality: exchange.minimality,
        visit,
    };
    match search.remove_clues(puzzle, exchange, 0) {
        ControlFlow::Continue(()) => End::Complete,
        ControlFlow::Break(end) => end,
    }
}

/// The state of a search for neighbours.
struct NeighbourSearch<V> {
    solver: Solver,
    canonizer: Canonizer,
    /// The canonical forms found so far.
    seen: HashSet<Grid>,
    /// The remaining node budget.
    nodes: u64,
    minimality: Minimality,
    visit: V,
}

impl<V: FnMut(&Grid) -> ControlFlow<()>> NeighbourSearch<V> {
    /// Removes `exchange.removed` clues from cells with at least this index, and then adds clues.
    fn remove_clues(&mut self, puzzle: &Grid, exchange: Exchange, from: usize) -> ControlFlow<End> {
        if exchange.removed == 0 {
            return self.add_clues(puzzle, exchange.added, 0);
        }
        self.spend(1)?;
        let clues = || puzzle.values().filter(|(cell, _)| cell.index() >= from);
        // The chosen clue must be followed by enough others for the remaining removals.
        let choices = (clues().count() + 1).saturating_sub(exchange.removed);
        for (cell, _) in clues().take(choices) {
            let mut smaller = *puzzle;
            smaller.set(cell, None);
            self.remove_clues(
                &smaller,
                Exchange { removed: exchange.removed - 1, ..exchange },
                cell.index() + 1,
            )?;
        }
        ControlFlow::Continue(())
    }

    /// Adds this many clues, chosen from the candidates with at least this index.
    fn add_clues(&mut self, puzzle: &Grid, count: usize, from: usize) -> ControlFlow<End> {
        self.spend(1)?;
        match count {
            0 => {
                // Check for the first solution too: a contradictory puzzle has neither a first nor a second.
                if let (Some(_), None) = self.solutions(puzzle)? {
                    self.report(puzzle)?;
                }
            }
            1 => self.add_last_clue(puzzle, from)?,
            _ => {
                for candidate in possible_clues(puzzle).filter(|candidate| candidate.index() >= from) {
                    self.add_clues(&with_clue(puzzle, candidate), count - 1, candidate.index() + 1)?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// Tries each candidate with at least this index as the last clue, and reports the puzzles with one
    /// solution.
    fn add_last_clue(&mut self, puzzle: &Grid, from: usize) -> ControlFlow<End> {
        let mut seen = SeenSolutions::default();
        match self.solutions(puzzle)? {
            (None, _) => return ControlFlow::Continue(()),
            (first, second) => first.iter().chain(&second).for_each(|solution| seen.insert(solution)),
        }
        for candidate in possible_clues(puzzle).filter(|candidate| candidate.index() >= from) {
            if seen.twice.contains(candidate) {
                continue;
            }
            let larger = with_clue(puzzle, candidate);
            let (first, second) = self.solutions(&larger)?;
            first.iter().chain(&second).for_each(|solution| seen.insert(solution));
            if first.is_some() && second.is_none() {
                self.report(&larger)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Finds up to two solutions.
    fn solutions(&mut self, puzzle: &Grid) -> ControlFlow<End, (Option<Grid>, Option<Grid>)> {
        let (found, second) = self.solver.search_two(puzzle, Limits::UNIQUE.with_nodes(self.nodes));
        self.spend(found.nodes + 1)?;
        if found.end == End::NodeBudget {
            return ControlFlow::Break(End::NodeBudget);
        }
        ControlFlow::Continue((found.first, second))
    }

    /// Deducts this many nodes from the budget. Ends the search if none are left, or if it should stop.
    fn spend(&mut self, nodes: u64) -> ControlFlow<End> {
        self.nodes = self.nodes.saturating_sub(nodes);
        if self.nodes == 0 || stop::is_requested() {
            ControlFlow::Break(End::NodeBudget)
        } else {
            ControlFlow::Continue(())
        }
    }

    /// Passes the canonical form of a puzzle to `visit`, unless the form was found before or the puzzle does
    /// not satisfy the requested minimality.
    fn report(&mut self, puzzle: &Grid) -> ControlFlow<End> {
        let canonical = self.canonizer.canonical(puzzle).grid;
        if !self.seen.insert(canonical) || !self.is_acceptable(&canonical)? {
            return ControlFlow::Continue(());
        }
        match (self.visit)(&canonical) {
            ControlFlow::Continue(()) => ControlFlow::Continue(()),
            ControlFlow::Break(()) => ControlFlow::Break(End::SolutionLimit),
        }
    }

    /// Returns whether the puzzle satisfies the requested minimality.
    fn is_acceptable(&mut self, puzzle: &Grid) -> ControlFlow<End, bool> {
        if self.minimality == Minimality::Any {
            return ControlFlow::Continue(true);
        }
        for (cell, digit) in puzzle.values() {
            let found = search_without(&mut self.solver, puzzle, cell, digit, self.nodes);
            self.spend(found.nodes + 1)?;
            match found.end {
                End::NodeBudget => return ControlFlow::Break(End::NodeBudget),
                End::Complete => return ControlFlow::Continue(false),
                End::SolutionLimit => {}
            }
        }
        ControlFlow::Continue(true)
    }
}

/// The solutions found so far, indexed by their candidates.
struct SeenSolutions {
    /// The candidates that occur in two or more solutions.
    twice: CandidateSet,
    /// For each candidate, the index of the first solution that contains it, or `UNSEEN`.
    first: [u16; Candidate::COUNT],
    solutions: Vec<Grid>,
}

/// Marks a candidate that has not occurred in any solution so far.
const UNSEEN: u16 = u16::MAX;

impl Default for SeenSolutions {
    fn default() -> SeenSolutions {
        SeenSolutions { twice: CandidateSet::EMPTY, first: [UNSEEN; Candidate::COUNT], solutions: Vec::new() }
    }
}

impl SeenSolutions {
    fn insert(&mut self, solution: &Grid) {
        let index = self.solutions.len() as u16;
        self.solutions.push(*solution);
        for (cell, digit) in solution.values() {
            let candidate = Candidate::new(cell, digit);
            match self.first[candidate.index()] {
                UNSEEN => self.first[candidate.index()] = index,
                // The same solution may be found again, so check that this one is different.
                first if self.solutions[usize::from(first)] != *solution => {
                    self.twice.insert(candidate);
                }
                _ => {}
            }
        }
    }
}

/// Iterates over the clues that can be added without repeating a digit in a house.
fn possible_clues(puzzle: &Grid) -> impl Iterator<Item = Candidate> + use<> {
    let puzzle = *puzzle;
    Cell::all().filter(move |&cell| puzzle.get(cell).is_none()).flat_map(move |cell| {
        puzzle.digits_left(cell).into_iter().map(move |digit| Candidate::new(cell, digit))
    })
}

fn with_clue(puzzle: &Grid, candidate: Candidate) -> Grid {
    let mut larger = *puzzle;
    larger.set(candidate.cell(), Some(candidate.digit()));
    larger
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cell::CellSet;
    use crate::minimal::redundant_clues;
    use crate::{solve, symmetry};

    fn any(removed: usize, added: usize) -> Exchange {
        Exchange { removed, added, minimality: Minimality::Any }
    }

    fn all_neighbours(puzzle: &Grid, exchange: Exchange) -> HashSet<Grid> {
        let mut found = Vec::new();
        let end = neighbours(puzzle, exchange, u64::MAX, |neighbour| {
            found.push(*neighbour);
            ControlFlow::Continue(())
        });
        assert_eq!(end, End::Complete);
        let once: HashSet<Grid> = found.iter().copied().collect();
        assert_eq!(once.len(), found.len());
        once
    }

    /// Finds all neighbours by brute force.
    fn by_brute_force(puzzle: &Grid, exchange: Exchange) -> HashSet<Grid> {
        let mut open = HashSet::from([*puzzle]);
        for _ in 0..exchange.removed {
            open = open
                .iter()
                .flat_map(|puzzle| {
                    puzzle.values().map(|(cell, _)| {
                        let mut smaller = *puzzle;
                        smaller.set(cell, None);
                        smaller
                    })
                })
                .collect();
        }
        for _ in 0..exchange.added {
            open = open
                .iter()
                .flat_map(|puzzle| possible_clues(puzzle).map(|candidate| with_clue(puzzle, candidate)))
                .collect();
        }
        let mut classes: HashSet<Grid> = open
            .iter()
            .filter(|puzzle| solve::is_unique(*puzzle))
            .map(|puzzle| symmetry::canonical(puzzle).grid)
            .collect();
        classes.remove(&symmetry::canonical(puzzle).grid);
        classes
    }

    #[test]
    fn neighbours_match_a_brute_force_search() {
        let puzzle: Grid =
            "98.7..6..75..4......3..8.7.5....7.3...94.........2.1..3.......1.9...5.8...52....6"
                .parse()
                .unwrap();
        for (removed, added) in [(1, 1), (0, 1), (1, 0), (2, 1)] {
            let exchange = any(removed, added);
            assert_eq!(all_neighbours(&puzzle, exchange), by_brute_force(&puzzle, exchange), "{exchange:?}");
        }
        // Adding two clues takes 400 times as many tries as adding one, so use a puzzle with few possible
        // clues.
        let mut full: Grid = crate::SAMPLE_SOLUTION.parse().unwrap();
        for name in ["r1c1", "r1c2", "r2c1", "r4c1", "r5c5", "r9c9", "r9c1", "r1c9"] {
            full.set(name.parse().unwrap(), None);
        }
        let exchange = any(2, 2);
        assert_eq!(all_neighbours(&full, exchange), by_brute_force(&full, exchange));
    }

    #[test]
    fn neighbours_of_a_contradictory_puzzle_have_a_solution() {
        // One puzzle with two 5s in row 1, and one with a less obvious contradiction between two clues.
        // Neither has a solution unless a clue is removed.
        let twice: Grid = "55..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
            .parse()
            .unwrap();
        let mut hidden: Grid = crate::SAMPLE.parse().unwrap();
        hidden.set("r1c3".parse().unwrap(), "1".parse().ok());
        for puzzle in [twice, hidden] {
            assert!(solve::search(&puzzle, Limits::UNIQUE).first.is_none());
            for (removed, added) in [(0, 0), (1, 0), (2, 0), (1, 1)] {
                let exchange = any(removed, added);
                assert_eq!(
                    all_neighbours(&puzzle, exchange),
                    by_brute_force(&puzzle, exchange),
                    "{puzzle} {exchange:?}"
                );
            }
        }
        assert!(!all_neighbours(&hidden, any(1, 0)).is_empty());
    }

    #[test]
    fn minimal_neighbours_are_those_without_redundant_clues() {
        let puzzle: Grid =
            "98.7..6..75..4......3..8.7.5....7.3...94.........2.1..3.......1.9...5.8...52....6"
                .parse()
                .unwrap();
        let exchange = Exchange { minimality: Minimality::Minimal, ..any(1, 1) };
        let mut all = all_neighbours(&puzzle, any(1, 1));
        let before = all.len();
        all.retain(|puzzle| redundant_clues(puzzle, u64::MAX).is_some_and(CellSet::is_empty));
        assert!(!all.is_empty() && all.len() < before);
        assert_eq!(all_neighbours(&puzzle, exchange), all);
        // Whatever the budget, no neighbour with redundant clues may be reported.
        for budget in (0..2000).step_by(37) {
            neighbours(&puzzle, exchange, budget, |neighbour| {
                assert!(all.contains(neighbour));
                ControlFlow::Continue(())
            });
        }
        // Nodes spent on checking minimality leave fewer for the search itself.
        let found = |exchange| {
            let mut found = 0;
            let end = neighbours(&puzzle, exchange, 10_000, |_| {
                found += 1;
                ControlFlow::Continue(())
            });
            assert_eq!(end, End::NodeBudget);
            found
        };
        let wide = any(2, 2);
        assert!(found(Exchange { minimality: Minimality::Minimal, ..wide }) < found(wide));
    }

    #[test]
    fn limits_end_the_search() {
        let puzzle: Grid =
            "98.7..6..75..4......3..8.7.5....7.3...94.........2.1..3.......1.9...5.8...52....6"
                .parse()
                .unwrap();
        let mut count = 0;
        let end = neighbours(&puzzle, any(1, 1), u64::MAX, |_| {
            count += 1;
            if count < 3 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        assert_eq!((end, count), (End::SolutionLimit, 3));
        let end = neighbours(&puzzle, any(3, 3), 500, |_| ControlFlow::Continue(()));
        assert_eq!(end, End::NodeBudget);
        // The budget ends the search even if it is impossible to add this many clues.
        let end = neighbours(&puzzle, any(0, 81), 1_000_000, |_| ControlFlow::Continue(()));
        assert_eq!(end, End::NodeBudget);
        let end = neighbours(&puzzle, any(99, 1), 1_000_000, |_| ControlFlow::Continue(()));
        assert_eq!(end, End::Complete);
    }
}
