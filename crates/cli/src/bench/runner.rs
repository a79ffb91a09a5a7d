//! An engine ready to run: on a backend, on a number of threads.

use crate::device::Gpus;
use rayon::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};
use std::num::NonZeroUsize;
use veridoku_core::Grid;
use veridoku_core::batch::{self, Answer, ParallelSolver};
use veridoku_core::solve::{self, Backend, Limits};

/// The puzzles that a thread of the engine for one puzzle takes at once.
const CHUNK: usize = 256;

/// One of the two engines of core, or that of GPUs.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum MeasuredEngine {
    /// One puzzle at a time.
    Single,
    /// Many puzzles at once.
    Bulk,
    /// Many puzzles at once on GPUs.
    Gpu,
}

impl MeasuredEngine {
    /// Its name in reports.
    pub(crate) fn name(self) -> &'static str {
        match self {
            MeasuredEngine::Single => "single",
            MeasuredEngine::Bulk => "bulk",
            MeasuredEngine::Gpu => "gpu",
        }
    }
}

/// An engine with its memory and its threads.
#[derive(Debug)]
pub(crate) struct Runner {
    backend: Backend,
    kind: RunnerKind,
}

#[derive(Debug)]
enum RunnerKind {
    Single(Box<solve::Solver>),
    Bulk(Box<batch::Solver>),
    SingleOnThreads(ThreadPool),
    BulkOnThreads(ThreadPool, ParallelSolver),
    Gpu(Gpus),
}

impl Runner {
    /// The engine on so many threads; nothing if this processor cannot run the backend.
    pub(crate) fn new(
        engine: MeasuredEngine,
        backend: Backend,
        threads: usize,
    ) -> anyhow::Result<Option<Runner>> {
        let pool = || ThreadPoolBuilder::new().num_threads(threads).build();
        if !backend.is_available() {
            return Ok(None);
        }
        let kind = match (engine, threads) {
            (MeasuredEngine::Gpu, _) => Some(RunnerKind::Gpu(Gpus::open()?)),
            (MeasuredEngine::Single, 1) => {
                solve::Solver::with_backend(backend).map(Box::new).map(RunnerKind::Single)
            }
            (MeasuredEngine::Bulk, 1) => {
                batch::Solver::with_backend(backend).map(Box::new).map(RunnerKind::Bulk)
            }
            (MeasuredEngine::Single, _) => Some(RunnerKind::SingleOnThreads(pool()?)),
            (MeasuredEngine::Bulk, _) => {
                let pool = pool()?;
                ParallelSolver::with_backend(backend).map(|solver| RunnerKind::BulkOnThreads(pool, solver))
            }
        };
        Ok(kind.map(|kind| Runner { backend, kind }))
    }

    /// Which engine it is.
    pub(crate) fn engine(&self) -> MeasuredEngine {
        match self.kind {
            RunnerKind::Single(_) | RunnerKind::SingleOnThreads(_) => MeasuredEngine::Single,
            RunnerKind::Bulk(_) | RunnerKind::BulkOnThreads(..) => MeasuredEngine::Bulk,
            RunnerKind::Gpu(_) => MeasuredEngine::Gpu,
        }
    }

    /// The name of what it runs on.
    pub(crate) fn backend(&self) -> &'static str {
        match self.kind {
            RunnerKind::Gpu(_) => "cuda",
            _ => self.backend.name(),
        }
    }

    /// The number of its threads.
    pub(crate) fn threads(&self) -> usize {
        match &self.kind {
            RunnerKind::Single(_) | RunnerKind::Bulk(_) => 1,
            RunnerKind::SingleOnThreads(pool) | RunnerKind::BulkOnThreads(pool, _) => {
                pool.current_num_threads()
            }
            // Those that pack and read.
            RunnerKind::Gpu(_) => std::thread::available_parallelism().map_or(1, NonZeroUsize::get),
        }
    }

    /// Solves puzzles; the answers take the place of what is there.
    pub(crate) fn solve(
        &mut self,
        puzzles: &[Grid],
        limits: Limits,
        answers: &mut Vec<Answer>,
    ) -> anyhow::Result<()> {
        match &mut self.kind {
            RunnerKind::Single(solver) => {
                answers.clear();
                answers.extend(puzzles.iter().map(|puzzle| Answer::from(solver.search(puzzle, limits))));
            }
            RunnerKind::Bulk(solver) => solver.solve(puzzles, limits, answers),
            RunnerKind::SingleOnThreads(pool) => {
                let backend = self.backend;
                let engine = || solve::Solver::with_backend(backend).unwrap_or_default();
                let search = |solver: &mut solve::Solver, puzzle| Answer::from(solver.search(puzzle, limits));
                pool.install(|| {
                    let threads = puzzles.par_iter().with_min_len(CHUNK).map_init(engine, search);
                    threads.collect_into_vec(answers);
                });
            }
            RunnerKind::BulkOnThreads(pool, solver) => {
                pool.install(|| solver.solve(puzzles, limits, answers))
            }
            RunnerKind::Gpu(gpus) => gpus.solve(puzzles, limits, answers)?,
        }
        Ok(())
    }
}
