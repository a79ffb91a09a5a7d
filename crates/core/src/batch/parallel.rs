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

use super::{Answer, SINGLE_BELOW, Solver};
use crate::candidate::CandidateSet;
use crate::grid::Grid;
use crate::solve::{self, Backend, Clues, Limits};
use rayon::prelude::*;
use std::sync::{Mutex, PoisonError};

/// The portions that each thread gets on average: more of them are fairer, larger ones quicker.
const PORTIONS: usize = 4;
/// The fewest puzzles of a portion in bulk: a smaller one leaves many slots empty at its end.
const FEWEST: usize = 4096;
/// The most puzzles of a portion in bulk: a larger one is not quicker.
const MOST: usize = 1 << 15;
/// The puzzles of a portion that is solved one at a time.
const FEW: usize = 64;

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
    workers: Vec<Worker>,
}

/// What a thread works with.
#[derive(Debug)]
struct Worker {
    single: solve::Solver,
    bulk: Solver,
    /// The answers of the portion it is at.
    answers: Vec<Answer>,
}

impl Default for ParallelSolver {
    fn default() -> ParallelSolver {
        ParallelSolver::new()
    }
}

impl ParallelSolver {
    /// A solver on the backend that [`Backend::preferred`] names.
    pub fn new() -> ParallelSolver {
        ParallelSolver { backend: Backend::preferred(), workers: Vec::new() }
    }

    /// A solver on a backend of the caller's choice, if this processor can run it.
    pub fn with_backend(backend: Backend) -> Option<ParallelSolver> {
        backend.is_available().then_some(ParallelSolver { backend, workers: Vec::new() })
    }

    /// The backend that this solver runs on.
    pub fn backend(&self) -> Backend {
        self.backend
    }

    /// Solves puzzles of 81 values within limits that hold for each of them.
    ///
    /// What was in `answers` is replaced by the answers, in the order of the puzzles.
    pub fn solve(&mut self, puzzles: &[Grid], limits: Limits, answers: &mut Vec<Answer>) {
        self.run(puzzles, limits, answers, |solver, portion, limits, answers| {
            solver.solve(portion, limits, answers);
        });
    }

    /// Solves puzzles of 729 candidates (sukaku) within limits that hold for each of them.
    ///
    /// What was in `answers` is replaced by the answers, in the order of the puzzles.
    pub fn solve_candidates(&mut self, puzzles: &[CandidateSet], limits: Limits, answers: &mut Vec<Answer>) {
        self.run(puzzles, limits, answers, |solver, portion, limits, answers| {
            solver.solve_candidates(portion, limits, answers);
        });
    }

    /// Hands portions to workers until there are none left.
    fn run<P>(
        &mut self,
        puzzles: &[P],
        limits: Limits,
        answers: &mut Vec<Answer>,
        solve_portion: impl Fn(&mut Solver, &[P], Limits, &mut Vec<Answer>) + Sync,
    ) where
        P: Sync,
        for<'a> &'a P: Into<Clues<'a>>,
    {
        let threads = rayon::current_num_threads();
        let in_bulk = puzzles.len() >= SINGLE_BELOW;
        let portion = if in_bulk { (puzzles.len() / (PORTIONS * threads)).clamp(FEWEST, MOST) } else { FEW };
        let workers = puzzles.len().div_ceil(portion).min(threads);
        while self.workers.len() < workers {
            self.workers.push(Worker::new(self.backend));
        }
        answers.resize(puzzles.len(), Answer::NONE);
        let queue = Mutex::new(puzzles.chunks(portion).zip(answers.chunks_mut(portion)));
        let next = || queue.lock().unwrap_or_else(PoisonError::into_inner).next();
        self.workers[..workers].par_iter_mut().with_max_len(1).for_each(|worker| {
            while let Some((puzzles, places)) = next() {
                if in_bulk {
                    solve_portion(&mut worker.bulk, puzzles, limits, &mut worker.answers);
                    places.copy_from_slice(&worker.answers);
                } else {
                    for (puzzle, place) in puzzles.iter().zip(places) {
                        *place = worker.single.search(puzzle, limits).into();
                    }
                }
            }
        });
    }
}

impl Worker {
    fn new(backend: Backend) -> Worker {
        Worker {
            single: solve::Solver::with_backend(backend).unwrap_or_default(),
            bulk: Solver::with_backend(backend).unwrap_or_default().with_single_below(0),
            answers: Vec::new(),
        }
    }
}
