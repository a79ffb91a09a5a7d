//! An engine ready to run: on a backend, on a number of threads.

use crate::device::Gpus;
use rayon::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};
use std::num::NonZeroUsize;
use veridoku_core::Grid;
use veridoku_core::batch::{self, Answer, ParallelSolver};
use veridoku_core::solve::{self, Backend, Limits};

/// The puzzles that a thread of the engine for one puzzle takes at once.
const PORTION: usize = 256;

/// One of the two engines of core, or that of GPUs.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Engine {
    /// One puzzle at a time.
    Single,
    /// Many puzzles at once.
    Bulk,
    /// Many puzzles at once on GPUs.
    Gpu,
}

impl Engine {
    /// Its name in reports.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Engine::Single => "single",
            Engine::Bulk => "bulk",
            Engine::Gpu => "gpu",
        }
    }
}

/// An engine with its memory and its threads.
#[derive(Debug)]
pub(crate) struct Runner {
    backend: Backend,
    kind: Kind,
}

#[derive(Debug)]
enum Kind {
    Single(Box<solve::Solver>),
    Bulk(Box<batch::Solver>),
    SingleOnThreads(ThreadPool),
    BulkOnThreads(ThreadPool, ParallelSolver),
    Gpu(Gpus),
}

impl Runner {
    /// The engine on so many threads; nothing if this processor cannot run the backend.
    pub(crate) fn new(engine: Engine, backend: Backend, threads: usize) -> anyhow::Result<Option<Runner>> {
        let pool = || ThreadPoolBuilder::new().num_threads(threads).build();
        if !backend.is_available() {
            return Ok(None);
        }
        let kind = match (engine, threads) {
            (Engine::Gpu, _) => Some(Kind::Gpu(Gpus::open()?)),
            (Engine::Single, 1) => solve::Solver::with_backend(backend).map(Box::new).map(Kind::Single),
            (Engine::Bulk, 1) => batch::Solver::with_backend(backend).map(Box::new).map(Kind::Bulk),
            (Engine::Single, _) => Some(Kind::SingleOnThreads(pool()?)),
            (Engine::Bulk, _) => {
                let pool = pool()?;
                ParallelSolver::with_backend(backend).map(|solver| Kind::BulkOnThreads(pool, solver))
            }
        };
        Ok(kind.map(|kind| Runner { backend, kind }))
    }

    /// Which engine it is.
    pub(crate) fn engine(&self) -> Engine {
        match self.kind {
            Kind::Single(_) | Kind::SingleOnThreads(_) => Engine::Single,
            Kind::Bulk(_) | Kind::BulkOnThreads(..) => Engine::Bulk,
            Kind::Gpu(_) => Engine::Gpu,
        }
    }

    /// The name of what it runs on.
    pub(crate) fn backend(&self) -> &'static str {
        match self.kind {
            Kind::Gpu(_) => "cuda",
            _ => self.backend.name(),
        }
    }

    /// The number of its threads.
    pub(crate) fn threads(&self) -> usize {
        match &self.kind {
            Kind::Single(_) | Kind::Bulk(_) => 1,
            Kind::SingleOnThreads(pool) | Kind::BulkOnThreads(pool, _) => pool.current_num_threads(),
            // Those that pack and read.
            Kind::Gpu(_) => std::thread::available_parallelism().map_or(1, NonZeroUsize::get),
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
            Kind::Single(solver) => {
                answers.clear();
                answers.extend(puzzles.iter().map(|puzzle| Answer::from(solver.search(puzzle, limits))));
            }
            Kind::Bulk(solver) => solver.solve(puzzles, limits, answers),
            Kind::SingleOnThreads(pool) => {
                let backend = self.backend;
                let engine = || solve::Solver::with_backend(backend).unwrap_or_default();
                let search = |solver: &mut solve::Solver, puzzle| Answer::from(solver.search(puzzle, limits));
                pool.install(|| {
                    let threads = puzzles.par_iter().with_min_len(PORTION).map_init(engine, search);
                    threads.collect_into_vec(answers);
                });
            }
            Kind::BulkOnThreads(pool, solver) => pool.install(|| solver.solve(puzzles, limits, answers)),
            Kind::Gpu(gpus) => gpus.solve(puzzles, limits, answers)?,
        }
        Ok(())
    }
}
