//! Runs an engine on a given backend and number of threads.

use crate::device::open_gpus;
use rayon::ThreadPoolBuilder;
use rayon::prelude::*;
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

/// Solves puzzles, and replaces the contents of the vector with the answers.
type SolveAll = dyn FnMut(&[Grid], Limits, &mut Vec<SearchResult>) -> anyhow::Result<()>;

/// An engine with its working memory and threads.
pub(crate) struct Runner {
    pub(crate) engine: MeasuredEngine,
    /// The name of the backend.
    pub(crate) backend: &'static str,
    pub(crate) threads: usize,
    solve_all: Box<SolveAll>,
}

impl Runner {
    /// Creates a runner that uses this number of threads. Returns `None` if the processor does not support
    /// the backend.
    pub(crate) fn new(
        engine: MeasuredEngine,
        backend: Backend,
        threads: usize,
    ) -> anyhow::Result<Option<Runner>> {
        let single = move || solve::Solver::with_backend(backend);
        let (Some(mut single_solver), Some(mut bulk_solver), Some(mut parallel_solver)) =
            (single(), batch::Solver::with_backend(backend), ParallelSolver::with_backend(backend))
        else {
            return Ok(None);
        };
        let pool = || ThreadPoolBuilder::new().num_threads(threads).build();
        let solve_all: Box<SolveAll> = match (engine, threads) {
            (MeasuredEngine::Single, 1) => Box::new(move |puzzles, limits, answers| {
                answers.clear();
                answers.extend(puzzles.iter().map(|puzzle| single_solver.search(puzzle, limits)));
                Ok(())
            }),
            (MeasuredEngine::Single, _) => {
                let pool = pool()?;
                Box::new(move |puzzles, limits, answers| {
                    let solver = || single().unwrap_or_default();
                    let search = |solver: &mut solve::Solver, puzzle: &Grid| solver.search(puzzle, limits);
                    let chunks = puzzles.par_iter().with_min_len(CHUNK);
                    pool.install(|| chunks.map_init(solver, search).collect_into_vec(answers));
                    Ok(())
                })
            }
            (MeasuredEngine::Bulk, 1) => Box::new(move |puzzles, limits, answers| {
                bulk_solver.solve(puzzles, limits, answers);
                Ok(())
            }),
            (MeasuredEngine::Bulk, _) => {
                let pool = pool()?;
                Box::new(move |puzzles, limits, answers| {
                    pool.install(|| parallel_solver.solve(puzzles, limits, answers));
                    Ok(())
                })
            }
            (MeasuredEngine::Gpu, _) => {
                let mut gpus = open_gpus(None)?;
                Box::new(move |puzzles, limits, answers| Ok(gpus.solve(puzzles, limits, answers)?))
            }
        };
        let (backend, threads) = match engine {
            // These are the CPU threads that pack puzzles for the GPU and unpack its answers.
            MeasuredEngine::Gpu => {
                ("cuda", std::thread::available_parallelism().map_or(1, NonZeroUsize::get))
            }
            MeasuredEngine::Single | MeasuredEngine::Bulk => (backend.name(), threads),
        };
        Ok(Some(Runner { engine, backend, threads, solve_all }))
    }

    /// Solves puzzles, and replaces the contents of `answers` with the results.
    pub(crate) fn solve(
        &mut self,
        puzzles: &[Grid],
        limits: Limits,
        answers: &mut Vec<SearchResult>,
    ) -> anyhow::Result<()> {
        (self.solve_all)(puzzles, limits, answers)
    }
}
