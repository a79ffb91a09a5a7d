//! Many puzzles on many threads: one engine a thread, and portions that go to whoever is free.
//!
//! ```text
//! puzzles   ▓▓▓▓▓▓▓▓▓▓▓▓|▓▓▓▓▓▓▓▓▓▓▓▓|▓▓▓▓▓▓▓▓▓▓▓▓|▓▓▓▓▓▓     cut into portions
//!                │            │            │          │       taken from one queue
//!             engine 0     engine 1     engine 1   engine 0
//!                ▼            ▼            ▼          ▼
//! answers   ▓▓▓▓▓▓▓▓▓▓▓▓|▓▓▓▓▓▓▓▓▓▓▓▓|▓▓▓▓▓▓▓▓▓▓▓▓|▓▓▓▓▓▓     each into its own place
//! ```
//!
//! Threads share nothing but the queue. Which engine answers is settled for the batch as a whole,
//! before it is cut: so an answer and its number of nodes are the same on any number of threads.
//!
//! A file of its own because it is the only one that needs rayon (feature `parallel`).

use super::solver::preferred;
use super::values::BatchPuzzle;
use super::{Answer, BatchSource, MIN_BATCH_SIZE, PuzzleBatch, Solver};
use crate::candidate::CandidateSet;
use crate::grid::Grid;
use crate::solve::{Backend, Limits};
use rayon::prelude::*;
use std::sync::{Mutex, PoisonError};

/// A thread takes its share of what is left, divided by this: the last portions are small, and all
/// threads come to the end together.
const SPLIT_FACTOR: usize = 4;
/// The fewest puzzles of a portion in bulk: as many as the widest backend has slots.
const MIN_BATCH: usize = 512;
/// The most puzzles of a portion in bulk.
const MAX_BATCH: usize = 1 << 13;
/// The puzzles of a portion that is solved one at a time.
const SINGLE_CHUNK: usize = 64;

/// Solves puzzles on the threads of the current rayon pool; answers come in the order of the puzzles.
///
/// A [`ParallelSolver`] does the same, and keeps its memory for the next batch.
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
pub fn solve_parallel(puzzles: &[Grid], limits: Limits) -> Vec<Answer> {
    let mut answers = Vec::new();
    ParallelSolver::new().solve(puzzles, limits, &mut answers);
    answers
}

/// Solves puzzles, many at once on each thread of the current rayon pool.
///
/// It gives the answers of [`Solver`], in the same order and with the same numbers of nodes. It has
/// about a megabyte of memory a thread, which is allocated when it is first needed: keep it where
/// there are several batches.
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
    /// One for each thread.
    workers: Vec<Solver>,
}

impl Default for ParallelSolver {
    fn default() -> ParallelSolver {
        ParallelSolver::new()
    }
}

impl ParallelSolver {
    /// A solver on the backend that [`Solver::new`] picks.
    pub fn new() -> ParallelSolver {
        ParallelSolver { backend: preferred(), workers: Vec::new() }
    }

    /// A solver on a backend of the caller's choice, if this processor can run it.
    pub fn with_backend(backend: Backend) -> Option<ParallelSolver> {
        Some(ParallelSolver { backend, workers: vec![Solver::with_backend(backend)?] })
    }

    /// The backend that this solver runs on.
    pub fn backend(&self) -> Backend {
        self.backend
    }

    /// Solves puzzles of 81 values within limits that hold for each of them.
    ///
    /// What was in `answers` is replaced by the answers, in the order of the puzzles.
    pub fn solve(&mut self, puzzles: &[Grid], limits: Limits, answers: &mut Vec<Answer>) {
        self.run(puzzles, limits, answers);
    }

    /// Solves puzzles of 729 candidates (sukaku) within limits that hold for each of them.
    ///
    /// What was in `answers` is replaced by the answers, in the order of the puzzles.
    pub fn solve_candidates(&mut self, puzzles: &[CandidateSet], limits: Limits, answers: &mut Vec<Answer>) {
        self.run(puzzles, limits, answers);
    }

    /// Hands portions to workers until there are none left.
    fn run<P>(&mut self, puzzles: &[P], limits: Limits, answers: &mut Vec<Answer>)
    where
        P: BatchPuzzle + Sync,
    {
        let threads = rayon::current_num_threads();
        let in_bulk = puzzles.len() >= MIN_BATCH_SIZE;
        let workers = puzzles.len().div_ceil(if in_bulk { MIN_BATCH } else { SINGLE_CHUNK }).min(threads);
        while self.workers.len() < workers {
            self.workers.push(Solver::with_backend(self.backend).unwrap_or_default());
        }
        answers.resize(puzzles.len(), Answer::NONE);
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

/// What no thread has taken yet.
struct RemainingPuzzles<'p, P> {
    puzzles: &'p [P],
    answers: &'p mut [Answer],
}

impl<'p, P> RemainingPuzzles<'p, P> {
    /// Takes some puzzles from the front, as many as the length of the rest suggests.
    fn split(
        rest: &Mutex<RemainingPuzzles<'p, P>>,
        size: impl Fn(usize) -> usize,
    ) -> Option<(&'p [P], &'p mut [Answer])> {
        let mut rest = rest.lock().unwrap_or_else(PoisonError::into_inner);
        let count = size(rest.puzzles.len()).min(rest.puzzles.len());
        let puzzles;
        (puzzles, rest.puzzles) = rest.puzzles.split_at(count);
        let answers;
        (answers, rest.answers) = std::mem::take(&mut rest.answers).split_at_mut(count);
        (count > 0).then_some((puzzles, answers))
    }
}

/// The source of a thread.
struct ThreadSource<'r, 'p, P> {
    rest: &'r Mutex<RemainingPuzzles<'p, P>>,
    /// The part of the rest that a thread takes is one in so many.
    parts: usize,
}

impl<'p, P: BatchPuzzle> BatchSource<'p, P> for ThreadSource<'_, 'p, P> {
    fn next(&mut self) -> Option<PuzzleBatch<'p, P>> {
        let size = |left: usize| (left / self.parts).clamp(MIN_BATCH, MAX_BATCH) / MIN_BATCH * MIN_BATCH;
        let (puzzles, answers) = RemainingPuzzles::split(self.rest, size)?;
        Some(PuzzleBatch::borrowed(puzzles, answers))
    }

    fn done(&mut self, _number: usize, _portion: PuzzleBatch<'p, P>) {}
}
