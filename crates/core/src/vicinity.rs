//! The vicinity of a puzzle: what comes of taking out n clues and adding m others, {-n+m} for short.
//!
//! Hard puzzles and puzzles with few clues lie close together, so that researchers go from one to the next
//! this way. Every puzzle in the vicinity has one solution, is in canonical form and comes once.
//!
//! ```text
//! 17 clues ──n out──▶ 16 clues, many solutions ──m - 1 in──▶ … ──the last in──▶ one solution
//! ```
//!
//! The last clue is found among all candidates of what is left: it must stand in exactly one of the
//! solutions. A candidate that was seen in two of them is out, whoever was asked: each search brings up two
//! solutions with 81 candidates each, so that few candidates are asked themselves.

use crate::candidate::{Candidate, CandidateSet};
use crate::cell::Cell;
use crate::grid::Grid;
use crate::solve::{End, Limits, Solver};
use crate::symmetry::Canonizer;
use std::collections::HashSet;
use std::ops::ControlFlow;

/// How far to go: so many clues out, so many in.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Exchange {
    /// The number of clues that are taken out.
    pub out: usize,
    /// The number of clues that are added.
    pub added: usize,
}

/// Visits the puzzles in the vicinity of a puzzle, in canonical form and each class once, until the visitor
/// breaks or all searches together have used so many nodes, where each search, each clue taken out and each clue added
/// counts as one more. The puzzle's own class is left out.
///
/// The order depends on the puzzle alone. A puzzle that comes may have redundant clues, unless there are so few that
/// it cannot.
///
/// ```
/// use std::ops::ControlFlow;
/// use veridoku_core::solve::End;
/// use veridoku_core::{Exchange, Grid, vicinity};
///
/// let puzzle: Grid =
///     ".......1.4.........2...........5.4.7..8...3....1.9....3..4..2...5.1........8.6...".parse()?;
/// let mut found = Vec::new();
/// let end = vicinity(&puzzle, Exchange { out: 1, added: 1 }, 1_000_000, |neighbour| {
///     found.push(*neighbour);
///     ControlFlow::Continue(())
/// });
/// assert_eq!(end, End::Complete);
/// assert!(found.iter().all(|neighbour| neighbour.filled().len() == 17));
/// # Ok::<(), veridoku_core::ParseGridError>(())
/// ```
pub fn vicinity(
    puzzle: &Grid,
    exchange: Exchange,
    node_budget: u64,
    visit: impl FnMut(&Grid) -> ControlFlow<()>,
) -> End {
    let mut canonizer = Canonizer::default();
    let seen = HashSet::from([canonizer.canonical(puzzle).grid]);
    let mut walk = Walk { solver: Solver::new(), canonizer, seen, nodes: node_budget, visit };
    match walk.take_out(puzzle, exchange, 0) {
        ControlFlow::Continue(()) => End::Complete,
        ControlFlow::Break(end) => end,
    }
}

struct Walk<V> {
    solver: Solver,
    canonizer: Canonizer,
    /// The classes that came already.
    seen: HashSet<Grid>,
    /// The nodes that are left.
    nodes: u64,
    visit: V,
}

impl<V: FnMut(&Grid) -> ControlFlow<()>> Walk<V> {
    /// Takes out the clues, all of them from this cell on.
    fn take_out(&mut self, puzzle: &Grid, exchange: Exchange, from: usize) -> ControlFlow<End> {
        if exchange.out == 0 {
            return self.add(puzzle, exchange.added, 0);
        }
        self.spend(1)?;
        let clues = || puzzle.values().filter(|(cell, _)| cell.index() >= from);
        // Behind the chosen clue there must be enough for the others.
        let choices = (clues().count() + 1).saturating_sub(exchange.out);
        for (cell, _) in clues().take(choices) {
            let mut smaller = *puzzle;
            smaller.set(cell, None);
            self.take_out(&smaller, Exchange { out: exchange.out - 1, ..exchange }, cell.index() + 1)?;
        }
        ControlFlow::Continue(())
    }

    /// Adds so many clues, all of them from this candidate on.
    fn add(&mut self, puzzle: &Grid, count: usize, from: usize) -> ControlFlow<End> {
        self.spend(1)?;
        match count {
            0 => {
                if self.solutions(puzzle)?.1.is_none() {
                    self.offer(puzzle)?;
                }
            }
            1 => self.add_last(puzzle, from)?,
            _ => {
                for candidate in possible(puzzle).filter(|candidate| candidate.index() >= from) {
                    self.add(&with(puzzle, candidate), count - 1, candidate.index() + 1)?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// Adds each candidate from this one on that stands in exactly one solution.
    fn add_last(&mut self, puzzle: &Grid, from: usize) -> ControlFlow<End> {
        let mut common = Common::default();
        match self.solutions(puzzle)? {
            (None, _) => return ControlFlow::Continue(()),
            (first, second) => first.iter().chain(&second).for_each(|solution| common.note(solution)),
        }
        for candidate in possible(puzzle).filter(|candidate| candidate.index() >= from) {
            if common.twice.contains(candidate) {
                continue;
            }
            let larger = with(puzzle, candidate);
            let (first, second) = self.solutions(&larger)?;
            first.iter().chain(&second).for_each(|solution| common.note(solution));
            if first.is_some() && second.is_none() {
                self.offer(&larger)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Two solutions, or as many as there are.
    fn solutions(&mut self, puzzle: &Grid) -> ControlFlow<End, (Option<Grid>, Option<Grid>)> {
        let found = self.solver.search(puzzle, Limits::UNIQUE.with_nodes(self.nodes));
        self.spend(found.nodes + 1)?;
        if found.end == End::NodeBudget {
            return ControlFlow::Break(End::NodeBudget);
        }
        ControlFlow::Continue((found.first, found.second))
    }

    /// Counts so many nodes as used.
    fn spend(&mut self, nodes: u64) -> ControlFlow<End> {
        self.nodes = self.nodes.saturating_sub(nodes);
        if self.nodes == 0 { ControlFlow::Break(End::NodeBudget) } else { ControlFlow::Continue(()) }
    }

    /// Hands out the class of a puzzle, if it is new.
    fn offer(&mut self, puzzle: &Grid) -> ControlFlow<End> {
        let form = self.canonizer.canonical(puzzle).grid;
        if self.seen.insert(form) && (self.visit)(&form).is_break() {
            return ControlFlow::Break(End::SolutionLimit);
        }
        ControlFlow::Continue(())
    }
}

/// The candidates of all solutions that were seen.
struct Common {
    /// Those that stand in two solutions or more.
    twice: CandidateSet,
    /// The first solution that had a candidate, by its place in the list.
    first: [u16; Candidate::COUNT],
    solutions: Vec<Grid>,
}

/// No solution.
const NONE: u16 = u16::MAX;

impl Default for Common {
    fn default() -> Common {
        Common { twice: CandidateSet::EMPTY, first: [NONE; Candidate::COUNT], solutions: Vec::new() }
    }
}

impl Common {
    fn note(&mut self, solution: &Grid) {
        let place = self.solutions.len() as u16;
        self.solutions.push(*solution);
        for (cell, digit) in solution.values() {
            let candidate = Candidate::new(cell, digit);
            match self.first[candidate.index()] {
                NONE => self.first[candidate.index()] = place,
                // A solution may come up again: only another one counts.
                first if self.solutions[usize::from(first)] != *solution => {
                    self.twice.insert(candidate);
                }
                _ => {}
            }
        }
    }
}

/// The clues that could be added without a repeated digit.
fn possible(puzzle: &Grid) -> impl Iterator<Item = Candidate> + use<> {
    let puzzle = *puzzle;
    Cell::all().filter(move |&cell| puzzle.get(cell).is_none()).flat_map(move |cell| {
        puzzle.digits_left(cell).into_iter().map(move |digit| Candidate::new(cell, digit))
    })
}

fn with(puzzle: &Grid, candidate: Candidate) -> Grid {
    let mut larger = *puzzle;
    larger.set(candidate.cell(), Some(candidate.digit()));
    larger
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{solve, symmetry};

    fn classes(puzzle: &Grid, exchange: Exchange) -> HashSet<Grid> {
        let mut found = Vec::new();
        let end = vicinity(puzzle, exchange, u64::MAX, |neighbour| {
            found.push(*neighbour);
            ControlFlow::Continue(())
        });
        assert_eq!(end, End::Complete);
        let once: HashSet<Grid> = found.iter().copied().collect();
        assert_eq!(once.len(), found.len());
        once
    }

    /// The same by trying every clue.
    fn simply(puzzle: &Grid, exchange: Exchange) -> HashSet<Grid> {
        let mut open = HashSet::from([*puzzle]);
        for _ in 0..exchange.out {
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
                .flat_map(|puzzle| possible(puzzle).map(|candidate| with(puzzle, candidate)))
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
    fn the_vicinity_is_what_trying_every_clue_gives() {
        let puzzle: Grid =
            "98.7..6..75..4......3..8.7.5....7.3...94.........2.1..3.......1.9...5.8...52....6"
                .parse()
                .unwrap();
        for (out, added) in [(1, 1), (0, 1), (1, 0), (2, 1)] {
            let exchange = Exchange { out, added };
            assert_eq!(classes(&puzzle, exchange), simply(&puzzle, exchange), "{exchange:?}");
        }
        // Two clues in need 400 times as many tries as one: a puzzle with few ways to add one.
        let mut full: Grid =
            "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
                .parse()
                .unwrap();
        for name in ["r1c1", "r1c2", "r2c1", "r4c1", "r5c5", "r9c9", "r9c1", "r1c9"] {
            full.set(name.parse().unwrap(), None);
        }
        let exchange = Exchange { out: 2, added: 2 };
        assert_eq!(classes(&full, exchange), simply(&full, exchange));
    }

    #[test]
    fn limits_are_kept() {
        let puzzle: Grid =
            "98.7..6..75..4......3..8.7.5....7.3...94.........2.1..3.......1.9...5.8...52....6"
                .parse()
                .unwrap();
        let mut count = 0;
        let end = vicinity(&puzzle, Exchange { out: 1, added: 1 }, u64::MAX, |_| {
            count += 1;
            if count < 3 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        assert_eq!((end, count), (End::SolutionLimit, 3));
        let end = vicinity(&puzzle, Exchange { out: 3, added: 3 }, 500, |_| ControlFlow::Continue(()));
        assert_eq!(end, End::NodeBudget);
        // No search is ever reached, and yet it ends.
        let end = vicinity(&puzzle, Exchange { out: 0, added: 81 }, 1_000_000, |_| ControlFlow::Continue(()));
        assert_eq!(end, End::NodeBudget);
        let end = vicinity(&puzzle, Exchange { out: 99, added: 1 }, 1_000_000, |_| ControlFlow::Continue(()));
        assert_eq!(end, End::Complete);
    }
}
