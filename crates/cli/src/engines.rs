//! The engines of a thread, and the choice between them.
//!
//! The two engines of `veridoku-core` guess in different cells. They agree on whether a puzzle has no
//! solution, one or several. They differ in which two of several solutions they find first, and a budget
//! that is enough for one engine may not be enough for the other. The output must not depend on the batch
//! size, which depends on the clock. Therefore:
//!
//! | result | taken from |
//! |---|---|
//! | no solution, one solution | either engine: both prove it |
//! | two of several solutions; budget exhausted | the single engine |
//!
//! If the single engine exhausts its budget, the bulk engine is tried as well, as it would have been in a
//! large batch ([`retry_in_bulk`]).
//!
//! A puzzle with several solutions thus needs both engines. If there are many such puzzles, the single
//! engine is used from the start ([`EnginePreference`]). This affects the speed, but not the answers.

use veridoku_core::batch::{self, MAX_BATCH_NODES};
use veridoku_core::solve::{self, Limits, SearchResult};
use veridoku_core::{Puzzle, Status, Verdict};

/// Both engines, reused for all batches.
#[derive(Debug)]
pub(crate) struct ThreadEngines {
    single: solve::Solver,
    bulk: batch::Solver,
    preference: EnginePreference,
}

/// A resolver that uses the single engine to complete the answers of the bulk engine.
#[derive(Debug)]
pub(crate) struct VerdictResolver<'e> {
    single: &'e mut solve::Solver,
    preference: &'e mut EnginePreference,
    limits: Limits,
}

/// Statistics about recent puzzles, used to choose the faster engine.
#[derive(Debug, Default)]
struct EnginePreference {
    puzzles: usize,
    /// The number of puzzles with several solutions.
    multiple: usize,
}

impl EnginePreference {
    /// The number of puzzles after which the counts are halved, so that older puzzles weigh less.
    const WINDOW: usize = 8192;

    /// Adds the puzzles of a batch to the statistics.
    fn record(&mut self, puzzles: usize) {
        self.puzzles += puzzles;
        if self.puzzles > EnginePreference::WINDOW {
            self.puzzles /= 2;
            self.multiple /= 2;
        }
    }

    /// Reports whether the single engine alone is faster than both engines together. The bulk engine takes
    /// half to two thirds of the time per puzzle, so the single engine alone is faster if more than one
    /// puzzle in three needs it anyway.
    fn prefers_single(&self) -> bool {
        3 * self.multiple > self.puzzles
    }
}

impl Default for ThreadEngines {
    fn default() -> ThreadEngines {
        // The low-latency mode may change node counts and the choice among several solutions. Neither is
        // visible here: nodes are not reported, and the single engine chooses the solutions.
        let bulk = batch::Solver::new().with_low_latency();
        ThreadEngines { single: solve::Solver::new(), bulk, preference: EnginePreference::default() }
    }
}

impl ThreadEngines {
    /// Returns the bulk engine, and the resolver that completes its answers.
    pub(crate) fn all(&mut self, limits: Limits) -> (&mut batch::Solver, VerdictResolver<'_>) {
        let resolver = VerdictResolver { single: &mut self.single, preference: &mut self.preference, limits };
        (&mut self.bulk, resolver)
    }

    /// Reports whether the single engine should solve the next puzzles.
    pub(crate) fn prefers_single(&self) -> bool {
        self.preference.prefers_single()
    }
}

impl VerdictResolver<'_> {
    /// Returns the verdict on a puzzle, given the answer of the bulk engine.
    pub(crate) fn verdict(&mut self, puzzle: &Puzzle, answer: &SearchResult) -> Verdict {
        // If the answer is undecided, the bulk engine has already passed this puzzle to the single engine,
        // with this budget.
        Verdict::from_result(puzzle, answer, self.limits.nodes).unwrap_or_else(|| self.search(puzzle))
    }

    /// Returns the verdict on a puzzle that the bulk engine has not seen.
    pub(crate) fn search_verdict(&mut self, puzzle: &Puzzle) -> Verdict {
        match self.search(puzzle) {
            undecided @ Verdict::Undecided { .. } => retry_in_bulk(puzzle).unwrap_or(undecided),
            verdict => verdict,
        }
    }

    /// Adds a batch of this many puzzles to the statistics.
    pub(crate) fn record(&mut self, puzzles: usize) {
        self.preference.record(puzzles);
    }

    /// Reports whether the single engine should solve the next puzzles.
    pub(crate) fn prefers_single(&self) -> bool {
        self.preference.prefers_single()
    }

    fn search(&mut self, puzzle: &Puzzle) -> Verdict {
        let (verdict, _) = Verdict::search(self.single, puzzle, self.limits.nodes);
        self.preference.multiple += usize::from(verdict.status() == Status::Multiple);
        verdict
    }
}

/// Returns the verdict that the bulk engine can prove for a puzzle on which the single engine exhausted its
/// budget, if any.
pub(crate) fn retry_in_bulk(puzzle: &Puzzle) -> Option<Verdict> {
    if puzzle.written_candidates().is_some() {
        return None;
    }
    let mut answers = Vec::new();
    let limits = Limits::UNIQUE.with_nodes(MAX_BATCH_NODES);
    batch::Solver::new().with_min_batch_size(0).solve(&[*puzzle.values()], limits, &mut answers);
    Verdict::from_result(puzzle, answers.first()?, limits.nodes)
        .filter(|verdict| verdict.status() != Status::Undecided)
}

#[cfg(test)]
mod tests {
    use super::*;
    use veridoku_api::DEFAULT_NODES;
    use veridoku_core::Grid;

    #[test]
    fn both_engines_give_the_same_verdict() {
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
    fn many_puzzles_with_several_solutions_prefer_the_single_engine() {
        let mut preference = EnginePreference::default();
        assert!(!preference.prefers_single());
        for _ in 0..100 {
            preference.multiple += 2048;
            preference.record(2048);
        }
        assert!(preference.prefers_single());
        // The preference changes back after a few batches of other puzzles.
        let after = (0..).take_while(|_| {
            preference.record(2048);
            preference.prefers_single()
        });
        assert!((1..10).contains(&after.count()));
    }

    #[test]
    fn retrying_in_bulk_gives_a_proof_or_nothing() {
        let puzzle = |line: &str| line.parse::<Puzzle>().unwrap();
        let unique = puzzle(veridoku_core::SAMPLE);
        assert_eq!(retry_in_bulk(&unique), Some(Verdict::of(&unique, DEFAULT_NODES)));
        let none = puzzle(&format!(".12345678{}9{}", ".".repeat(18), ".".repeat(53)));
        assert_eq!(retry_in_bulk(&none), Some(Verdict::of(&none, DEFAULT_NODES)));
        assert_eq!(retry_in_bulk(&Puzzle::default()), None);
    }
}
