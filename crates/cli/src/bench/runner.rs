//! Runs an engine on a given backend and number of threads.

use crate::device::Gpus;
use rayon::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};
use std::num::NonZeroUsize;
use veridoku_core::Grid;
use veridoku_core::batch::{self, ParallelSolver};
use veridoku_core::solve::{self, Backend, Limits, SearchResult};

/// The minimum number of puzzles per task of the single engine.
const CHUNK: usize = 256;

/// An engine of `veridoku-core`, or the GPU engine.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum MeasuredEngine {
    /// One puzzle at a time.
    Single,
    /// Many puzzles at once.
    Bulk,
    /// Many puzzles at once, on GPUs.
    Gpu,
}

impl MeasuredEngine {
    /// Returns the engine's name, as shown in reports.
    pub(crate) fn name(self) -> &'static str {
        match self {
            MeasuredEngine::Single => "single",
            MeasuredEngine::Bulk => "bulk",
            MeasuredEngine::Gpu => "gpu",
        }
    }
}

/// An engine with its working memory and threads.
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
    /// Creates a runner that uses this number of threads. Returns `None` if the processor does not support
    /// the backend.
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

    /// Returns the engine.
    pub(crate) fn engine(&self) -> MeasuredEngine {
        match self.kind {
            RunnerKind::Single(_) | RunnerKind::SingleOnThreads(_) => MeasuredEngine::Single,
            RunnerKind::Bulk(_) | RunnerKind::BulkOnThreads(..) => MeasuredEngine::Bulk,
            RunnerKind::Gpu(_) => MeasuredEngine::Gpu,
        }
    }

    /// Returns the name of the backend.
    pub(crate) fn backend(&self) -> &'static str {
        match self.kind {
            RunnerKind::Gpu(_) => "cuda",
            _ => self.backend.name(),
        }
    }

    /// Returns the number of threads.
    pub(crate) fn threads(&self) -> usize {
        match &self.kind {
            RunnerKind::Single(_) | RunnerKind::Bulk(_) => 1,
            RunnerKind::SingleOnThreads(pool) | RunnerKind::BulkOnThreads(pool, _) => {
                pool.current_num_threads()
            }
            // These are the CPU threads that pack puzzles for the GPU and unpack its answers.
            RunnerKind::Gpu(_) => std::thread::available_parallelism().map_or(1, NonZeroUsize::get),
        }
    }

    /// Solves puzzles, and replaces the contents of `answers` with the results.
    pub(crate) fn solve(
        &mut self,
        puzzles: &[Grid],
        limits: Limits,
        answers: &mut Vec<SearchResult>,
    ) -> anyhow::Result<()> {
        match &mut self.kind {
            RunnerKind::Single(solver) => {
                answers.clear();
                answers.extend(puzzles.iter().map(|puzzle| solver.search(puzzle, limits)));
            }
            RunnerKind::Bulk(solver) => solver.solve(puzzles, limits, answers),
            RunnerKind::SingleOnThreads(pool) => {
                let backend = self.backend;
                let engine = || solve::Solver::with_backend(backend).unwrap_or_default();
                let search = |solver: &mut solve::Solver, puzzle| solver.search(puzzle, limits);
                pool.install(|| {
                    let threads = puzzles.par_iter().with_min_len(CHUNK).map_init(engine, search);
                    threads.collect_into_vec(answers);
                });
            }
            RunnerKind::BulkOnThreads(pool, solver) => {
                pool.install(|| solver.solve(puzzles, limits, answers));
            }
            RunnerKind::Gpu(gpus) => gpus.solve(puzzles, limits, answers)?,
        }
        Ok(())
    }
}
