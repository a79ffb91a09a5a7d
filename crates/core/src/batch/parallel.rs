//! Solves many puzzles on many threads, with one engine per thread and a shared queue of batches.
//!
//! ```text
//! puzzles   ▓▓▓▓▓▓▓▓▓▓▓▓|▓▓▓▓▓▓▓▓▓▓▓▓|▓▓▓▓▓▓▓▓▓▓▓▓|▓▓▓▓▓▓     cut into batches,
//!                │            │            │          │       taken from one queue
//!             engine 0     engine 1     engine 1   engine 0
//!                ▼            ▼            ▼          ▼
//! answers   ▓▓▓▓▓▓▓▓▓▓▓▓|▓▓▓▓▓▓▓▓▓▓▓▓|▓▓▓▓▓▓▓▓▓▓▓▓|▓▓▓▓▓▓     written in place
//! ```
//!
//! Threads share only the queue. The engine is chosen for the input as a whole, before it is cut into
//! batches, so the answers and their node counts do not depend on the number of threads.
//!
//! This is a separate file because it is the only one that needs rayon (feature `parallel`).

use super::solver::preferred;
use super::values::BatchPuzzle;
use super::{BatchSource, MIN_BATCH_SIZE, PuzzleBatch, Solver};
use crate::candidate::CandidateSet;
use crate::grid::Grid;
use crate::solve::{Backend, Limits, SearchResult};
use rayon::prelude::*;
use std::sync::{Mutex, PoisonError};

/// The size of the next batch is the number of remaining puzzles divided by this number and by the number of
/// threads. Batches get smaller toward the end, so that all threads finish at about the same time.
const SPLIT_FACTOR: usize = 4;
/// The smallest batch for the bulk engine: the number of slots of the widest backend.
const MIN_BATCH: usize = 512;
/// The largest batch for the bulk engine.
const MAX_BATCH: usize = 1 << 13;
/// The number of puzzles that a thread takes at a time for the single-puzzle engine.
const SINGLE_CHUNK: usize = 64;

/// Solves puzzles on the threads of the current rayon pool. Returns the answers in the order of the puzzles.
///
/// A [`ParallelSolver`] does the same and can be reused for further batches without reallocating its memory.
///
/// ```
/// use veridoku_core::solve::Limits;
/// use veridoku_core::{Grid, batch};
///
/// let puzzles = vec![Grid::EMPTY; 5000];
/// assert_eq!(
///     batch::solve_parallel(&puzzles, Limits::UNIQUE),
///     batch::solve(&puzzles, Limits::UNIQUE),
/// );
/// ```
pub fn solve_parallel(puzzles: &[Grid], limits: Limits) -> Vec<SearchResult> {
    let mut answers = Vec::new();
    ParallelSolver::new().solve(puzzles, limits, &mut answers);
    answers
}

/// A solver for many puzzles at once that uses all threads of the current rayon pool.
///
/// The answers are the same as those of [`Solver`], in the same order and with the same node counts. The
/// solver uses about a megabyte of memory per thread, which is allocated when it is first needed. Reuse one
/// solver for several batches.
///
/// ```
/// use veridoku_core::Grid;
/// use veridoku_core::batch::ParallelSolver;
/// use veridoku_core::solve::Limits;
///
/// let mut solver = ParallelSolver::new();
/// let mut answers = Vec::new();
/// let two_threads = rayon::ThreadPoolBuilder::new().num_threads(2).build()?;
/// two_threads.install(|| solver.solve(&[Grid::EMPTY; 10_000], Limits::UNIQUE, &mut answers));
/// assert_eq!(answers.len(), 10_000);
/// assert!(answers.iter().all(|answer| answer.count == 2));
/// # Ok::<(), rayon::ThreadPoolBuildError>(())
/// ```
#[derive(Debug)]
pub struct ParallelSolver {
    backend: Backend,
    /// One solver per thread.
    workers: Vec<Solver>,
}

impl Default for ParallelSolver {
    fn default() -> ParallelSolver {
        ParallelSolver::new()
    }
}

impl ParallelSolver {
    /// Creates a solver for the backend that [`Solver::new`] chooses.
    pub fn new() -> ParallelSolver {
        ParallelSolver { backend: preferred(), workers: Vec::new() }
    }

    /// Creates a solver for a given backend, or returns `None` if this processor does not support it.
    pub fn with_backend(backend: Backend) -> Option<ParallelSolver> {
        Some(ParallelSolver { backend, workers: vec![Solver::with_backend(backend)?] })
    }

    /// Returns the backend that this solver runs on.
    pub fn backend(&self) -> Backend {
        self.backend
    }

    /// Solves puzzles given as 81 values, applying the limits to each of them separately.
    ///
    /// Replaces the contents of `answers` with the answers, in the order of the puzzles.
    pub fn solve(&mut self, puzzles: &[Grid], limits: Limits, answers: &mut Vec<SearchResult>) {
        self.run(puzzles, limits, answers);
    }

    /// Solves puzzles given as 729 candidates (sukaku), applying the limits to each of them separately.
    ///
    /// Replaces the contents of `answers` with the answers, in the order of the puzzles.
    pub fn solve_candidates(
        &mut self,
        puzzles: &[CandidateSet],
        limits: Limits,
        answers: &mut Vec<SearchResult>,
    ) {
        self.run(puzzles, limits, answers);
    }

    /// Distributes the puzzles among the workers.
    fn run<P>(&mut self, puzzles: &[P], limits: Limits, answers: &mut Vec<SearchResult>)
    where
        P: BatchPuzzle + Sync,
    {
        let threads = rayon::current_num_threads();
        let in_bulk = puzzles.len() >= MIN_BATCH_SIZE;
        let workers = puzzles.len().div_ceil(if in_bulk { MIN_BATCH } else { SINGLE_CHUNK }).min(threads);
        while self.workers.len() < workers {
            self.workers.push(Solver::with_backend(self.backend).unwrap_or_default());
        }
        answers.resize(puzzles.len(), SearchResult::NONE);
        let rest = Mutex::new(RemainingPuzzles { puzzles, answers });
        self.workers[..workers].par_iter_mut().with_max_len(1).for_each(|worker| {
            if in_bulk {
                worker.solve_source(&mut ThreadSource { rest: &rest, parts: SPLIT_FACTOR * workers }, limits);
            } else {
                while let Some((puzzles, answers)) = RemainingPuzzles::split(&rest, |_| SINGLE_CHUNK) {
                    worker.solve_singly(puzzles, limits, answers);
                }
            }
        });
    }
}

/// The puzzles that no thread has taken yet.
struct RemainingPuzzles<'p, P> {
    puzzles: &'p [P],
    answers: &'p mut [SearchResult],
}

impl<'p, P> RemainingPuzzles<'p, P> {
    /// Takes puzzles from the front. `size` computes the number to take from the number that remain.
    fn split(
        rest: &Mutex<RemainingPuzzles<'p, P>>,
        size: impl Fn(usize) -> usize,
    ) -> Option<(&'p [P], &'p mut [SearchResult])> {
        let mut rest = rest.lock().unwrap_or_else(PoisonError::into_inner);
        let count = size(rest.puzzles.len()).min(rest.puzzles.len());
        let puzzles;
        (puzzles, rest.puzzles) = rest.puzzles.split_at(count);
        let answers;
        (answers, rest.answers) = std::mem::take(&mut rest.answers).split_at_mut(count);
        (count > 0).then_some((puzzles, answers))
    }
}

/// The batch source of one thread.
struct ThreadSource<'r, 'p, P> {
    rest: &'r Mutex<RemainingPuzzles<'p, P>>,
    /// The size of the next batch is the number of remaining puzzles divided by this number.
    parts: usize,
}

impl<'p, P: BatchPuzzle> BatchSource<'p, P> for ThreadSource<'_, 'p, P> {
    fn next(&mut self) -> Option<PuzzleBatch<'p, P>> {
        let size = |left: usize| (left / self.parts).clamp(MIN_BATCH, MAX_BATCH) / MIN_BATCH * MIN_BATCH;
        let (puzzles, answers) = RemainingPuzzles::split(self.rest, size)?;
        Some(PuzzleBatch::borrowed(puzzles, answers))
    }

    fn done(&mut self, _number: usize, _batch: PuzzleBatch<'p, P>) {}
}
