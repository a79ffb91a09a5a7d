//! Which engine solves which puzzles: the one place that decides.
//!
//! | caller | engine |
//! |---|---|
//! | one puzzle, or a search whose node count is reported | the single engine ([`Verdict::of`]) |
//! | a slice of puzzles | chosen by the length of the slice, see [`MIN_BATCH_SIZE`] and [`Solver`] |
//! | a stream of batches, in any order and on any number of threads | [`EnginePolicy::choose`], for each batch |
//! | a stream in which the node budget of a row must not depend on other rows (Python) | always bulk ([`Solver::stream`]) |
//! | a GPU | batches of up to [`GPU_BATCH`]; small ones as on the CPU, and all until the GPU is open |
//!
//! The two engines guess in different cells. They agree on whether a puzzle has no solution, one or several.
//! They differ in which two of several solutions they find first, and a budget that is enough for one engine
//! may not be enough for the other. The verdict on a puzzle of a stream must not depend on the size of its
//! batch, which depends on the clock. Therefore:
//!
//! | result | taken from |
//! |---|---|
//! | no solution, one solution | either engine: both prove it |
//! | two of several solutions; budget exhausted | the single engine |
//!
//! If the single engine exhausts its budget, the bulk engine is tried as well, as it would have been in a
//! large batch.
//!
//! A puzzle with several solutions thus needs both engines. If more than a third of the recent puzzles have
//! several, the single engine is used from the start. This affects the speed, but not the verdicts.

use super::search::MAX_BATCH_NODES;
use super::solver::{MIN_BATCH_SIZE, Solver};
use crate::puzzle::Puzzle;
use crate::solve::{self, Limits, SearchResult};
use crate::verdict::{Status, Verdict};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

/// The largest batch of a stream on the CPU. The bulk engine is efficient with it, and puzzles, answers and
/// text stay in the cache from reading to writing.
pub const STREAM_BATCH: usize = 2048;
/// The largest batch of a stream on a GPU. The batches of all threads are sent to the GPU together.
pub const GPU_BATCH: usize = 1 << 14;
/// The smallest batch for the bulk engine if the puzzles are slow, or if the engine is already running.
const MIN_BULK: usize = 128;
/// The target time for a batch.
const TARGET_TIME: Duration = Duration::from_millis(100);
/// The maximum factor by which the batch size may grow from one batch to the next.
const MAX_GROWTH: usize = 16;
/// The number of puzzles after which the counts are halved, so that older puzzles weigh less.
const WINDOW: usize = 8192;

/// Chooses the batch size of a stream, shared by all its threads.
///
/// Large batches are more efficient, but small ones give answers sooner. The size is therefore adjusted to
/// the measured time: it grows while batches are fast and shrinks when they are slow.
#[derive(Debug)]
pub struct BatchPace {
    size: AtomicUsize,
    max: usize,
    /// Whether a batch of [`MIN_BATCH_SIZE`] puzzles would exceed the target time.
    is_slow: AtomicBool,
}

impl BatchPace {
    /// Creates a pace whose first batch has one puzzle, and later ones at most `max`.
    pub fn new(max: usize) -> BatchPace {
        BatchPace { size: AtomicUsize::new(1), max: max.max(1), is_slow: AtomicBool::new(false) }
    }

    /// Returns the number of puzzles for the next batch.
    pub fn size(&self) -> usize {
        self.size.load(Ordering::Relaxed)
    }

    /// Returns the maximum number of puzzles in a batch.
    pub fn max_size(&self) -> usize {
        self.max
    }

    /// Adjusts the size, given the number of puzzles in the last batch and the time that it took.
    pub fn record(&self, puzzles: usize, time: Duration) {
        let ideal = puzzles as u128 * TARGET_TIME.as_micros() / time.as_micros().max(1);
        // Limit the growth: a short batch at the end of an input says little about a full one.
        let largest = (MAX_GROWTH * puzzles).max(self.size()).min(self.max);
        let ideal = usize::try_from(ideal).unwrap_or(usize::MAX);
        self.size.store(ideal.clamp(1, largest.max(1)), Ordering::Relaxed);
        self.is_slow.store(ideal < MIN_BATCH_SIZE, Ordering::Relaxed);
    }
}

/// The engine for a batch.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum EngineChoice {
    /// One puzzle at a time, by [`EnginePolicy::search`].
    Single,
    /// All puzzles at once, by [`Solver::stream`] or a GPU; [`EnginePolicy::verdict`] completes the answers.
    Bulk,
}

/// The engine policy of one thread, with its single engine.
#[derive(Debug)]
pub struct EnginePolicy<'p> {
    single: solve::Solver,
    limits: Limits,
    pace: &'p BatchPace,
    /// The number of recent puzzles.
    puzzles: usize,
    /// The number of recent puzzles with several solutions.
    multiple: usize,
}

impl<'p> EnginePolicy<'p> {
    /// Creates a policy for searches within these limits.
    pub fn new(limits: Limits, pace: &'p BatchPace) -> EnginePolicy<'p> {
        EnginePolicy { single: solve::Solver::new(), limits, pace, puzzles: 0, multiple: 0 }
    }

    /// Returns a bulk engine for streams.
    pub fn bulk_solver() -> Solver {
        // The low-latency mode may change node counts and the choice among several solutions. Neither is
        // visible: verdicts do not report nodes, and the single engine chooses the solutions.
        Solver::new().with_low_latency()
    }

    /// Chooses the engine for a batch. `in_flight` is the number of batches that the bulk engine of this
    /// thread is still solving.
    pub fn choose(&self, puzzles: usize, in_flight: usize) -> EngineChoice {
        // Easy puzzles are worth starting the bulk engine only in large batches. Slow puzzles need many
        // guesses, for which it is faster even in small ones, which are all that fit into the target time.
        let is_slow = self.pace.is_slow.load(Ordering::Relaxed);
        let minimum = if is_slow || in_flight > 0 { MIN_BULK } else { STREAM_BATCH };
        // The bulk engine takes half to two thirds of the time per puzzle, so the single engine alone is
        // faster if more than one puzzle in three needs it anyway.
        let prefers_single = 3 * self.multiple > self.puzzles;
        if puzzles < minimum || prefers_single { EngineChoice::Single } else { EngineChoice::Bulk }
    }

    /// Records a batch and the time that it took.
    pub fn record(&mut self, puzzles: usize, time: Duration) {
        self.pace.record(puzzles, time);
        self.puzzles += puzzles;
        if self.puzzles > WINDOW {
            self.puzzles /= 2;
            self.multiple /= 2;
        }
    }

    /// Returns the verdict on a puzzle, given the answer of the bulk engine.
    pub fn verdict(&mut self, puzzle: &Puzzle, answer: &SearchResult) -> Verdict {
        // If the answer is undecided, the bulk engine has already passed this puzzle to the single engine,
        // with this budget.
        Verdict::from_result(puzzle, answer, self.limits.nodes).unwrap_or_else(|| self.search_singly(puzzle))
    }

    /// Returns the verdict on a puzzle that the bulk engine has not seen.
    pub fn search(&mut self, puzzle: &Puzzle) -> Verdict {
        match self.search_singly(puzzle) {
            undecided @ Verdict::Undecided { .. } => prove_in_bulk(puzzle).unwrap_or(undecided),
            verdict => verdict,
        }
    }

    fn search_singly(&mut self, puzzle: &Puzzle) -> Verdict {
        let (verdict, _) = Verdict::search(&mut self.single, puzzle, self.limits.nodes);
        self.multiple += usize::from(verdict.status() == Status::Multiple);
        verdict
    }
}

/// Returns the verdict that the bulk engine can prove for a puzzle on which the single engine exhausted its
/// budget, if any.
fn prove_in_bulk(puzzle: &Puzzle) -> Option<Verdict> {
    if puzzle.written_candidates().is_some() {
        return None;
    }
    let mut answers = Vec::new();
    let limits = Limits::UNIQUE.with_nodes(MAX_BATCH_NODES);
    Solver::new().with_min_batch_size(0).solve(&[*puzzle.values()], limits, &mut answers);
    Verdict::from_result(puzzle, answers.first()?, limits.nodes)
        .filter(|verdict| verdict.status() != Status::Undecided)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::Grid;
    use crate::sample::{SAMPLE, SAMPLE_SOLUTION};

    const LIMITS: Limits = Limits::UNIQUE.with_nodes(10_000_000);

    fn size(batches: &[(usize, u64)]) -> usize {
        let pace = BatchPace::new(STREAM_BATCH);
        for &(puzzles, millis) in batches {
            pace.record(puzzles, Duration::from_millis(millis));
        }
        pace.size()
    }

    #[test]
    fn the_size_follows_the_clock() {
        assert_eq!(size(&[]), 1);
        assert_eq!(size(&[(1, 0)]), 16);
        assert_eq!(size(&[(1, 0), (16, 0)]), 256);
        assert_eq!(size(&[(1, 0), (16, 0), (256, 0), (2048, 1)]), STREAM_BATCH);
        assert_eq!(size(&[(1, 0), (16, 0), (256, 0), (2048, 1), (1, 0)]), STREAM_BATCH);
        assert_eq!(size(&[(1, 0), (16, 400)]), 4);
        assert_eq!(size(&[(1, 60_000)]), 1);
    }

    /// Simulates puzzles that take the single engine `micros` each and the bulk engine half of that. Returns
    /// the number of batches until the bulk engine is chosen, and the batch size after that (`None` if it is
    /// never chosen).
    fn batches_until_bulk(micros: u64) -> (usize, Option<usize>) {
        let pace = BatchPace::new(STREAM_BATCH);
        let mut policy = EnginePolicy::new(LIMITS, &pace);
        for batches in 0..100 {
            let puzzles = pace.size();
            if policy.choose(puzzles, 0) == EngineChoice::Bulk {
                for _ in 0..100 {
                    let puzzles = pace.size();
                    policy.record(puzzles, Duration::from_micros(puzzles as u64 * micros / 2));
                }
                return (batches, Some(pace.size()));
            }
            policy.record(puzzles, Duration::from_micros(puzzles as u64 * micros));
        }
        (100, None)
    }

    #[test]
    fn the_choice_of_bulk_does_not_depend_on_the_clock() {
        // The times range from the easiest puzzles on a fast machine to the hardest ones without vector
        // instructions.
        for micros in [0, 1, 9, 20, 24, 25, 30, 60, 109, 200, 500] {
            let (batches, size) = batches_until_bulk(micros);
            assert!(batches <= 3 && size >= Some(MIN_BULK), "{micros} µs: {batches} batches, then {size:?}");
        }
        // Puzzles that take milliseconds never go to the bulk engine.
        assert_eq!(batches_until_bulk(2000), (100, None));
    }

    #[test]
    fn a_short_delay_costs_only_a_few_batches() {
        let pace = BatchPace::new(STREAM_BATCH);
        pace.record(1, Duration::ZERO);
        // A batch of sixteen easy puzzles, slowed down by another process.
        pace.record(16, Duration::from_millis(300));
        assert_eq!(pace.size(), 5);
        let policy = EnginePolicy::new(LIMITS, &pace);
        let mut batches = 0;
        while policy.choose(pace.size(), 0) == EngineChoice::Single {
            pace.record(pace.size(), Duration::from_micros(pace.size() as u64));
            batches += 1;
        }
        assert_eq!((pace.size(), batches), (STREAM_BATCH, 3));
    }

    #[test]
    fn many_puzzles_with_several_solutions_prefer_the_single_engine() {
        let pace = BatchPace::new(STREAM_BATCH);
        let mut policy = EnginePolicy::new(LIMITS, &pace);
        let choice = |policy: &EnginePolicy<'_>| policy.choose(STREAM_BATCH, 0);
        assert_eq!(choice(&policy), EngineChoice::Bulk);
        for _ in 0..100 {
            policy.multiple += STREAM_BATCH;
            policy.record(STREAM_BATCH, Duration::from_micros(1));
        }
        assert_eq!(choice(&policy), EngineChoice::Single);
        // The preference changes back after a few batches of other puzzles.
        let after = (0..).take_while(|_| {
            policy.record(STREAM_BATCH, Duration::from_micros(1));
            choice(&policy) == EngineChoice::Single
        });
        assert!((1..10).contains(&after.count()));
    }

    #[test]
    fn both_engines_give_the_same_verdict() {
        let solved: Grid = SAMPLE_SOLUTION.parse().unwrap();
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
        let pace = BatchPace::new(STREAM_BATCH);
        let mut policy = EnginePolicy::new(LIMITS, &pace);
        let mut answers = Vec::new();
        for mut solver in [Solver::new(), EnginePolicy::bulk_solver()] {
            solver = solver.with_min_batch_size(0);
            solver.solve(&puzzles, LIMITS, &mut answers);
            assert_eq!(answers.len(), puzzles.len());
            for (&grid, answer) in puzzles.iter().zip(&answers) {
                let puzzle = Puzzle::from(grid);
                let verdict = Verdict::of(&puzzle, LIMITS.nodes);
                assert_eq!(policy.verdict(&puzzle, answer), verdict, "{grid}");
                assert_eq!(policy.search(&puzzle), verdict, "{grid}");
            }
        }
    }

    #[test]
    fn the_bulk_engine_gives_a_proof_or_nothing() {
        let puzzle = |line: &str| Puzzle::from(line.parse::<Grid>().unwrap());
        let unique = puzzle(SAMPLE);
        assert_eq!(prove_in_bulk(&unique), Some(Verdict::of(&unique, LIMITS.nodes)));
        let none = puzzle(&format!(".12345678{}9{}", ".".repeat(18), ".".repeat(53)));
        assert_eq!(prove_in_bulk(&none), Some(Verdict::of(&none, LIMITS.nodes)));
        assert_eq!(prove_in_bulk(&Puzzle::default()), None);
    }
}
