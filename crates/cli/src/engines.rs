//! The engines that a thread holds, and which of them has the last word.
//!
//! The two engines of core guess in different cells. They agree on none, one and many, but not on
//! which two of many solutions come first, nor on what a budget is enough for. What is printed must
//! not depend on the size of the batches, which depends on the clock. So:
//!
//! | question | who says it |
//! |---|---|
//! | one, none | either: a proof is a proof |
//! | which two of many; out of budget | the engine for one puzzle |
//!
//! and where that one gives up, the other is asked after all, as it would have been in a large batch
//! ([`second_opinion`]).
//!
//! So a puzzle with several solutions costs both. Where there are many of them, the one that has the last word gets the
//! first as well ([`Leaning`]): it changes the time, and no answer.

use veridoku_core::batch::{self, Answer, MAX_BATCH_NODES};
use veridoku_core::solve::{self, End, Limits};
use veridoku_core::{Grid, Puzzle, Verdict};

/// Both engines, kept from batch to batch.
#[derive(Debug)]
pub(crate) struct ThreadEngines {
    single: solve::Solver,
    bulk: batch::Solver,
    preference: EnginePreference,
}

/// What the engine for one puzzle says where the answer in bulk is not all.
#[derive(Debug)]
pub(crate) struct VerdictResolver<'e> {
    single: &'e mut solve::Solver,
    preference: &'e mut EnginePreference,
    limits: Limits,
}

/// Which engine suits the puzzles of late.
#[derive(Debug, Default)]
struct EnginePreference {
    puzzles: usize,
    /// Those of them that have several solutions.
    multiple: usize,
}

impl EnginePreference {
    /// What was longer ago than about so many puzzles does not count.
    const WINDOW: usize = 8192;

    /// The puzzles of a batch were answered.
    fn record(&mut self, puzzles: usize) {
        self.puzzles += puzzles;
        if self.puzzles > EnginePreference::WINDOW {
            self.puzzles /= 2;
            self.multiple /= 2;
        }
    }

    /// Whether asking the engine for one puzzle alone is cheaper than asking both. A puzzle costs the bulk engine half
    /// to two thirds of what it costs the other, which thus is ahead where it would be asked about one in three.
    fn prefers_single(&self) -> bool {
        3 * self.multiple > self.puzzles
    }
}

impl Default for ThreadEngines {
    fn default() -> ThreadEngines {
        // Nobody is told the number of nodes, and of several solutions the engine for one puzzle chooses two.
        let bulk = batch::Solver::new().with_low_latency();
        ThreadEngines { single: solve::Solver::new(), bulk, preference: EnginePreference::default() }
    }
}

impl ThreadEngines {
    /// The engine that takes many puzzles at once, and the one that completes its answers.
    pub(crate) fn all(&mut self, limits: Limits) -> (&mut batch::Solver, VerdictResolver<'_>) {
        let resolver = VerdictResolver { single: &mut self.single, preference: &mut self.preference, limits };
        (&mut self.bulk, resolver)
    }

    /// Whether the engine for one puzzle alone is quicker with what comes.
    pub(crate) fn prefers_single(&self) -> bool {
        self.preference.prefers_single()
    }
}

impl VerdictResolver<'_> {
    /// The verdict on a puzzle whose answer in bulk this is.
    pub(crate) fn verdict(&mut self, puzzle: &Puzzle, answer: &Answer) -> Verdict {
        match proven_verdict(puzzle, answer) {
            Some(verdict) => verdict,
            // The budget is that of the engine for one puzzle: it was asked already.
            None if answer.end == End::NodeBudget => {
                Verdict::Undecided { budget: self.limits.nodes, solution: answer.first }
            }
            None => self.search(puzzle),
        }
    }

    /// The verdict on a puzzle that nobody was asked about before.
    pub(crate) fn search_verdict(&mut self, puzzle: &Puzzle) -> Verdict {
        match self.search(puzzle) {
            undecided @ Verdict::Undecided { .. } => retry_in_bulk(puzzle).unwrap_or(undecided),
            verdict => verdict,
        }
    }

    /// So many puzzles, a batch, were answered.
    pub(crate) fn record(&mut self, puzzles: usize) {
        self.preference.record(puzzles);
    }

    /// Whether it is time to ask this engine first.
    pub(crate) fn prefers_single(&self) -> bool {
        self.preference.prefers_single()
    }

    fn search(&mut self, puzzle: &Puzzle) -> Verdict {
        let found = self.single.search(puzzle, self.limits);
        self.preference.multiple += usize::from(found.second.is_some());
        Verdict::found(puzzle, &found, self.limits.nodes)
    }
}

/// What the bulk engine can prove about a puzzle that was too much for the other.
pub(crate) fn retry_in_bulk(puzzle: &Puzzle) -> Option<Verdict> {
    if puzzle.written_candidates().is_some() {
        return None;
    }
    let mut answers = Vec::new();
    let limits = Limits::UNIQUE.with_nodes(MAX_BATCH_NODES);
    batch::Solver::new().with_min_batch_size(0).solve(&[*puzzle.values()], limits, &mut answers);
    proven_verdict(puzzle, answers.first()?)
}

/// The solution, if it is certain that there is no other.
pub(crate) fn only_solution(answer: &Answer) -> Option<&Grid> {
    answer.first.as_ref().filter(|_| answer.count == 1 && answer.end == End::Complete)
}

/// One or none, if the answer says so.
fn proven_verdict(puzzle: &Puzzle, answer: &Answer) -> Option<Verdict> {
    match (only_solution(answer), answer.count, answer.end) {
        (Some(solution), ..) => Some(Verdict::Unique(*solution)),
        (None, 0, End::Complete) => Some(Verdict::unsolvable(puzzle)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use veridoku_api::DEFAULT_NODES;

    #[test]
    fn both_roads_lead_to_the_same_verdict() {
        let solved: Grid = veridoku_core::SAMPLE_SOLUTION.parse().unwrap();
        let mut state = 11_u64;
        let mut random = |below: usize| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) as usize % below
        };
        let mut puzzles = Vec::new();
        for round in 0..3000 {
            let mut numbers = *solved.as_bytes();
            for _ in 0..30 + round % 50 {
                numbers[random(81)] = 0;
            }
            if round % 3 == 0 {
                numbers[random(81)] = random(10) as u8;
            }
            puzzles.push(Grid::from_bytes(numbers).unwrap());
        }
        let limits = Limits::UNIQUE.with_nodes(DEFAULT_NODES);
        let mut engines = ThreadEngines::default();
        let (_, mut resolver) = engines.all(limits);
        let mut answers = Vec::new();
        for mut solver in [batch::Solver::new(), batch::Solver::new().with_low_latency()] {
            solver = solver.with_min_batch_size(0);
            solver.solve(&puzzles, limits, &mut answers);
            assert_eq!(answers.len(), puzzles.len());
            for (&grid, answer) in puzzles.iter().zip(&answers) {
                let puzzle = Puzzle::from(grid);
                let verdict = Verdict::of(&puzzle, DEFAULT_NODES);
                assert_eq!(resolver.verdict(&puzzle, answer), verdict, "{grid}");
                assert_eq!(resolver.search_verdict(&puzzle), verdict, "{grid}");
            }
        }
    }

    #[test]
    fn many_with_several_solutions_are_for_the_engine_that_has_the_last_word() {
        let mut preference = EnginePreference::default();
        assert!(!preference.prefers_single());
        for _ in 0..100 {
            preference.multiple += 2048;
            preference.record(2048);
        }
        assert!(preference.prefers_single());
        // A few batches of others later it is over.
        let after = (0..).take_while(|_| {
            preference.record(2048);
            preference.prefers_single()
        });
        assert!((1..10).contains(&after.count()));
    }

    #[test]
    fn a_second_opinion_is_a_proof_or_nothing() {
        let puzzle = |line: &str| line.parse::<Puzzle>().unwrap();
        let unique = puzzle(veridoku_core::SAMPLE);
        assert_eq!(retry_in_bulk(&unique), Some(Verdict::of(&unique, DEFAULT_NODES)));
        let none = puzzle(&format!(".12345678{}9{}", ".".repeat(18), ".".repeat(53)));
        assert_eq!(retry_in_bulk(&none), Some(Verdict::of(&none, DEFAULT_NODES)));
        assert_eq!(retry_in_bulk(&Puzzle::default()), None);
    }
}
