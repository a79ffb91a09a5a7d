//! The public [`Solver`], which owns the working memory of the search, reuses it for the next batch, and
//! chooses the engine and the instruction set.

use super::in_flight::{InFlightBatches, LeftoverPolicy};
use super::plane;
use super::search::{BatchSearch, MAX_BATCH_NODES, Workspace};
use super::source::{BatchSource, PuzzleBatch, SingleBatch};
use super::values::BatchPuzzle;
use crate::backend_macros::{backend_enum, with_state};
use crate::candidate::CandidateSet;
use crate::grid::Grid;
use crate::solve::{self, Backend, Limits, SearchResult};
use std::fmt;
use std::sync::OnceLock;

/// The default minimum batch size for the bulk engine. Smaller batches are solved one puzzle at a time.
/// [`Solver::with_min_batch_size`] sets another limit.
///
/// A sweep costs the same for one slot as for all of them. With AVX-512, the bulk engine is faster for 512 or
/// more puzzles (the number of slots) if no puzzle needs a guess, or if all need very many. In between, if
/// some puzzles need a few guesses, it breaks even at 2,000 to 4,000 puzzles (`bench/2026-11-15-bulk.md`).
/// On narrower backends, the bulk engine is already faster for 1,024 or more puzzles (AVX2) or for 512 or
/// more (portable). But if each backend had its own limit, the choice of the engine, and therefore the number
/// of nodes, would depend on the backend.
pub const MIN_BATCH_SIZE: usize = 4096;

/// A solver for many puzzles at once.
///
/// The solver uses about a megabyte of memory, which is allocated when it is first needed. Reuse one solver
/// for several batches.
///
/// ```
/// use veridoku_core::Grid;
/// use veridoku_core::batch::Solver;
/// use veridoku_core::solve::Limits;
///
/// let mut solver = Solver::new();
/// let mut answers = Vec::new();
/// solver.solve(&[Grid::EMPTY; 1000], Limits::UNIQUE, &mut answers);
/// assert!(answers.iter().all(|answer| answer.count == 2));
/// ```
pub struct Solver {
    single: solve::Solver,
    min_batch_size: usize,
    leftovers: LeftoverPolicy,
    bulk: BulkEngine,
}

/// A token, and the working memory of the search, which is allocated on first use, for planes of either width.
struct LazyWorkspace<B: plane::Backend> {
    token: B,
    is_narrow: bool,
    wide: Option<Box<Workspace<B>>>,
    narrow: Option<Box<Workspace<B::Narrow>>>,
}

backend_enum! {
    enum BulkEngine(LazyWorkspace)
}

impl Default for Solver {
    fn default() -> Solver {
        Solver::new()
    }
}

impl Solver {
    /// Creates a solver for the backend named by `VERIDOKU_BACKEND`, or else for the fastest one that this
    /// processor can run.
    pub fn new() -> Solver {
        Solver::with_backend(preferred())
            .unwrap_or_else(|| Solver::with_engine(BulkEngine::fallback(), solve::Solver::new()))
    }

    /// Creates a solver for a given backend, or returns `None` if this processor does not support it.
    ///
    /// Older processors with AVX-512 (Skylake, Cascade Lake) have the instructions that this engine needs,
    /// but not those that the single-puzzle engine needs. The single-puzzle engine then runs on
    /// [`Backend::preferred`].
    pub fn with_backend(backend: Backend) -> Option<Solver> {
        let single = solve::Solver::with_backend(backend).unwrap_or_default();
        Some(Solver::with_engine(BulkEngine::detect(backend)?, single))
    }

    fn with_engine(bulk: BulkEngine, single: solve::Solver) -> Solver {
        Solver { single, min_batch_size: MIN_BATCH_SIZE, leftovers: LeftoverPolicy::Wait, bulk }
    }

    /// Sets the batch size below which puzzles are solved one at a time; the default is [`MIN_BATCH_SIZE`].
    #[must_use]
    pub fn with_min_batch_size(self, puzzles: usize) -> Solver {
        Solver { min_batch_size: puzzles, ..self }
    }

    /// Favours low latency. If at most one slot in eight still needs a search after the first pass over a
    /// group of puzzles, the puzzles in these slots are solved immediately, one at a time, instead of waiting
    /// until all slots are busy.
    ///
    /// In a stream of easy puzzles, a batch is then answered as soon as it is read, while it is still in the
    /// cache. Without this option, about twenty thousand puzzles are in flight at a time (with 512 slots).
    /// The drawback is that the choice of the engine depends on the other puzzles of the group, and so do the
    /// number of nodes, which of several solutions comes first, and whether a node budget suffices.
    #[must_use]
    pub fn with_low_latency(self) -> Solver {
        Solver { leftovers: LeftoverPolicy::SolveNow, ..self }
    }

    /// Returns the backend that this solver runs on.
    pub fn backend(&self) -> Backend {
        self.bulk.backend()
    }

    /// Solves puzzles given as 81 values, applying the limits to each of them separately.
    ///
    /// Replaces the contents of `answers` with the answers, in the order of the puzzles.
    pub fn solve(&mut self, puzzles: &[Grid], limits: Limits, answers: &mut Vec<SearchResult>) {
        self.search(puzzles, limits, answers);
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
        self.search(puzzles, limits, answers);
    }

    /// Solves all puzzles of a source with the bulk engine. It asks for the next batch before the current
    /// ones are finished, so that all slots stay busy.
    ///
    /// ```
    /// use veridoku_core::Grid;
    /// use veridoku_core::batch::{BatchSource, PuzzleBatch, Solver};
    /// use veridoku_core::solve::Limits;
    ///
    /// /// A source of ten batches of 512 empty grids.
    /// struct EmptyGrids {
    ///     batches: usize,
    ///     answered: usize,
    /// }
    ///
    /// impl BatchSource<'static, Grid> for EmptyGrids {
    ///     fn next(&mut self) -> Option<PuzzleBatch<'static, Grid>> {
    ///         self.batches += 1;
    ///         (self.batches <= 10).then(|| PuzzleBatch::owned(vec![Grid::EMPTY; 512], Vec::new()))
    ///     }
    ///
    ///     fn done(&mut self, _number: usize, batch: PuzzleBatch<'static, Grid>) {
    ///         assert!(batch.answers().iter().all(|answer| answer.count == 2));
    ///         self.answered += batch.answers().len();
    ///     }
    /// }
    ///
    /// let mut source = EmptyGrids { batches: 0, answered: 0 };
    /// Solver::new().stream(&mut source, Limits::UNIQUE);
    /// assert_eq!(source.answered, 5120);
    /// ```
    pub fn stream(&mut self, source: &mut dyn BatchSource<'_, Grid>, limits: Limits) {
        self.solve_source(source, limits);
    }

    /// Like [`Self::stream`], but for puzzles given as 729 candidates (sukaku).
    pub fn stream_candidates(&mut self, source: &mut dyn BatchSource<'_, CandidateSet>, limits: Limits) {
        self.solve_source(source, limits);
    }

    fn search<P: BatchPuzzle>(&mut self, puzzles: &[P], limits: Limits, answers: &mut Vec<SearchResult>) {
        // Every answer is overwritten below, so the old ones need not be cleared.
        answers.resize(puzzles.len(), SearchResult::NONE);
        if puzzles.len() < self.min_batch_size {
            self.solve_singly(puzzles, limits, answers);
        } else {
            self.solve_source(&mut SingleBatch(Some(PuzzleBatch::borrowed(puzzles, answers))), limits);
        }
    }

    /// Solves puzzles one at a time.
    pub(super) fn solve_singly<P: BatchPuzzle>(
        &mut self,
        puzzles: &[P],
        limits: Limits,
        answers: &mut [SearchResult],
    ) {
        for (puzzle, answer) in puzzles.iter().zip(answers) {
            *answer = self.single.search(puzzle.clues(), limits);
        }
    }

    /// Solves all puzzles of a source with the bulk engine.
    pub(crate) fn solve_source<P: BatchPuzzle>(
        &mut self,
        source: &mut dyn BatchSource<'_, P>,
        limits: Limits,
    ) {
        if limits.solutions == 0 {
            for number in 0.. {
                let Some(mut batch) = source.next() else { return };
                let (puzzles, answers) = batch.parts();
                self.solve_singly(puzzles, limits, answers);
                source.done(number, batch);
            }
        }
        let capped = limits.with_nodes(limits.nodes.min(MAX_BATCH_NODES));
        let caller_limits = (capped != limits).then_some(limits);
        let in_flight = InFlightBatches::new(source, &mut self.single, caller_limits, self.leftovers);
        with_state!(BulkEngine, &mut self.bulk, lazy => lazy.search(in_flight, capped));
    }
}

/// Returns the backend named by `VERIDOKU_BACKEND` if this engine can run on it, and the fastest one
/// otherwise.
pub(super) fn preferred() -> Backend {
    static PREFERRED: OnceLock<Backend> = OnceLock::new();
    *PREFERRED.get_or_init(|| {
        let named = Backend::from_environment().ok().flatten();
        let mut all = named.into_iter().chain(Backend::ALL);
        all.find(|&backend| Solver::with_backend(backend).is_some()).unwrap_or(Backend::Portable)
    })
}

impl fmt::Debug for Solver {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut debug = f.debug_struct("Solver");
        debug
            .field("backend", &self.backend())
            .field("min_batch_size", &self.min_batch_size)
            .field("low_latency", &(self.leftovers == LeftoverPolicy::SolveNow))
            .finish_non_exhaustive()
    }
}

impl<B: plane::Backend> LazyWorkspace<B> {
    fn new(token: B) -> LazyWorkspace<B> {
        LazyWorkspace { token, is_narrow: token.prefers_narrow(), wide: None, narrow: None }
    }

    /// Answers all puzzles of the source.
    fn search<'a, P: BatchPuzzle>(&'a mut self, in_flight: InFlightBatches<'a, '_, P>, limits: Limits) {
        if self.is_narrow {
            search(self.token.narrow(), &mut self.narrow, in_flight, limits);
        } else {
            search(self.token, &mut self.wide, in_flight, limits);
        }
    }
}

/// Answers all puzzles of the source, and allocates the working memory if necessary.
fn search<'a, B: plane::Backend, P: BatchPuzzle>(
    token: B,
    work: &'a mut Option<Box<Workspace<B>>>,
    in_flight: InFlightBatches<'a, '_, P>,
    limits: Limits,
) {
    let work = work.get_or_insert_with(|| Box::new(Workspace::new(token)));
    token.frame(BatchSearch { work, in_flight, limits });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_do_not_depend_on_the_width_of_planes() {
        let text = include_str!("../../testdata/puzzles/magictour_top1465.txt");
        let lines = text.lines().filter(|line| line.len() >= 81 && !line.starts_with('#')).take(300);
        let puzzles: Vec<Grid> = lines.map(|line| line[..81].parse().unwrap()).collect();
        let solve = |backend: Backend, is_narrow: bool| {
            let mut solver = Solver::with_backend(backend)?.with_min_batch_size(0);
            with_state!(BulkEngine, &mut solver.bulk, lazy => lazy.is_narrow = is_narrow);
            let mut answers = Vec::new();
            solver.solve(&puzzles, Limits::UNIQUE, &mut answers);
            Some(answers)
        };
        for backend in Backend::ALL {
            assert_eq!(solve(backend, true), solve(backend, false), "{backend:?}");
        }
    }
}
