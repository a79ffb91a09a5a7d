//! The solver that callers hold: the memory of the search, kept for the next batch, and the place
//! where an engine and an instruction set are picked.

use super::Answer;
#[cfg(target_arch = "aarch64")]
use super::backend::neon::Neon;
use super::backend::portable::Portable;
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
use super::backend::simd128::Simd128;
#[cfg(target_arch = "x86_64")]
use super::backend::{avx2::Avx2, avx512::Avx512};
use super::in_flight::{InFlightBatches, LeftoverPolicy};
use super::plane;
use super::search::{BatchSearch, Workspace};
use super::source::{BatchSource, PuzzleBatch, SingleBatch};
use super::values::BatchPuzzle;
use crate::candidate::CandidateSet;
use crate::grid::Grid;
use crate::solve::{self, Backend, Limits};
use std::fmt;
use std::sync::OnceLock;

/// Batches of fewer puzzles are solved one at a time, unless the caller says otherwise.
///
/// A sweep costs as much for one slot as for all. With AVX-512, where no puzzle needs a guess, bulk is ahead from
/// 512 puzzles on, as many as there are slots, and so it is where all need very many. In
/// between, with some guesses in some puzzles, it takes 2,000 to 4,000 (`bench/2026-11-15-bulk.md`). Narrower backends would be ahead from
/// 1,024 puzzles on (AVX2) or 512 (portable), but then which engine answers, and with it the number of nodes, would depend on the backend.
pub const MIN_BATCH_SIZE: usize = 4096;

/// A puzzle that needs more nodes in bulk is solved alone instead, from the beginning.
///
/// The hardest puzzles known need fewer than 300, and what needs more often needs very many more,
/// up to millions: the search has fallen into a hole, which the other engine, with other guesses, most
/// often does not see.
pub const MAX_BATCH_NODES: u64 = 500;

/// Solves puzzles, many at once.
///
/// It has about a megabyte of memory, which is allocated with the first batch that is large enough
/// for it: keep it where there are several batches.
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

/// A token, and the memory as soon as it was needed.
struct LazyWorkspace<B: plane::Backend> {
    token: B,
    work: Option<Box<Workspace<B>>>,
}

enum BulkEngine {
    #[cfg(target_arch = "x86_64")]
    Avx512(LazyWorkspace<Avx512>),
    #[cfg(target_arch = "x86_64")]
    Avx2(LazyWorkspace<Avx2>),
    #[cfg(target_arch = "aarch64")]
    Neon(LazyWorkspace<Neon>),
    #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
    Simd128(LazyWorkspace<Simd128>),
    Portable(LazyWorkspace<Portable>),
}

impl Default for Solver {
    fn default() -> Solver {
        Solver::new()
    }
}

impl Solver {
    /// A solver on the backend that `VERIDOKU_BACKEND` names, or else on the fastest that this processor can run.
    pub fn new() -> Solver {
        Solver::with_backend(preferred()).unwrap_or(Solver {
            single: solve::Solver::new(),
            min_batch_size: MIN_BATCH_SIZE,
            leftovers: LeftoverPolicy::Wait,
            bulk: BulkEngine::Portable(LazyWorkspace::new(Portable)),
        })
    }

    /// A solver on a backend of the caller's choice, if this processor can run it.
    ///
    /// Older processors with AVX-512 (Skylake, Cascade Lake) have what this engine needs of it, but not what the other one does, which
    /// then runs on what [`Backend::preferred`] names.
    pub fn with_backend(backend: Backend) -> Option<Solver> {
        let bulk = match backend {
            #[cfg(target_arch = "x86_64")]
            Backend::Avx512 => BulkEngine::Avx512(LazyWorkspace::new(Avx512::detect()?)),
            #[cfg(target_arch = "x86_64")]
            Backend::Avx2 => BulkEngine::Avx2(LazyWorkspace::new(Avx2::detect()?)),
            #[cfg(target_arch = "aarch64")]
            Backend::Neon => BulkEngine::Neon(LazyWorkspace::new(Neon::detect()?)),
            #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
            Backend::Simd128 => BulkEngine::Simd128(LazyWorkspace::new(Simd128)),
            Backend::Portable => BulkEngine::Portable(LazyWorkspace::new(Portable)),
            _ => return None,
        };
        let single = solve::Solver::with_backend(backend).unwrap_or_default();
        Some(Solver { single, min_batch_size: MIN_BATCH_SIZE, leftovers: LeftoverPolicy::Wait, bulk })
    }

    /// The same, but it solves batches of fewer than so many puzzles one at a time, instead of those
    /// below [`MIN_BATCH_SIZE`].
    #[must_use]
    pub fn with_min_batch_size(self, puzzles: usize) -> Solver {
        Solver { min_batch_size: puzzles, ..self }
    }

    /// The same, but the few puzzles of a group that need a search do not wait for company: if they are no more than one in eight,
    /// they are solved one at a time, at once.
    ///
    /// In a stream of easy puzzles a portion is then answered as soon as it is read, while it is still in the cache; else some
    /// twenty thousand puzzles are open at a time (with 512 slots). But which engine answers, and with it the number of nodes, which of several
    /// solutions comes first and what a node budget is enough for, depends on the neighbours of a puzzle.
    #[must_use]
    pub fn with_low_latency(self) -> Solver {
        Solver { leftovers: LeftoverPolicy::SolveNow, ..self }
    }

    /// The backend that this solver runs on.
    pub fn backend(&self) -> Backend {
        match self.bulk {
            #[cfg(target_arch = "x86_64")]
            BulkEngine::Avx512(_) => Backend::Avx512,
            #[cfg(target_arch = "x86_64")]
            BulkEngine::Avx2(_) => Backend::Avx2,
            #[cfg(target_arch = "aarch64")]
            BulkEngine::Neon(_) => Backend::Neon,
            #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
            BulkEngine::Simd128(_) => Backend::Simd128,
            BulkEngine::Portable(_) => Backend::Portable,
        }
    }

    /// Solves puzzles of 81 values within limits that hold for each of them.
    ///
    /// What was in `answers` is replaced by the answers, in the order of the puzzles.
    pub fn solve(&mut self, puzzles: &[Grid], limits: Limits, answers: &mut Vec<Answer>) {
        self.search(puzzles, limits, answers);
    }

    /// Solves puzzles of 729 candidates (sukaku) within limits that hold for each of them.
    ///
    /// What was in `answers` is replaced by the answers, in the order of the puzzles.
    pub fn solve_candidates(&mut self, puzzles: &[CandidateSet], limits: Limits, answers: &mut Vec<Answer>) {
        self.search(puzzles, limits, answers);
    }

    /// Solves the puzzles of a source until it has none, always in bulk, with a full house: it asks for
    /// more before it comes to the end of what it has.
    ///
    /// ```
    /// use veridoku_core::Grid;
    /// use veridoku_core::batch::{PuzzleBatch, Solver, BatchSource};
    /// use veridoku_core::solve::Limits;
    ///
    /// /// Ten times 512 empty grids.
    /// struct Empties {
    ///     given: usize,
    ///     answered: usize,
    /// }
    ///
    /// impl BatchSource<'static, Grid> for Empties {
    ///     fn next(&mut self) -> Option<PuzzleBatch<'static, Grid>> {
    ///         self.given += 1;
    ///         (self.given <= 10).then(|| PuzzleBatch::owned(vec![Grid::EMPTY; 512], Vec::new()))
    ///     }
    ///
    ///     fn done(&mut self, _number: usize, portion: PuzzleBatch<'static, Grid>) {
    ///         assert!(portion.answers().iter().all(|answer| answer.count == 2));
    ///         self.answered += portion.answers().len();
    ///     }
    /// }
    ///
    /// let mut empties = Empties { given: 0, answered: 0 };
    /// Solver::new().stream(&mut empties, Limits::UNIQUE);
    /// assert_eq!(empties.answered, 5120);
    /// ```
    pub fn stream(&mut self, source: &mut dyn BatchSource<'_, Grid>, limits: Limits) {
        self.solve_source(source, limits);
    }

    /// Solves a source of puzzles of 729 candidates (sukaku), as [`Self::stream`] does others.
    pub fn stream_candidates(&mut self, source: &mut dyn BatchSource<'_, CandidateSet>, limits: Limits) {
        self.solve_source(source, limits);
    }

    fn search<P: BatchPuzzle>(&mut self, puzzles: &[P], limits: Limits, answers: &mut Vec<Answer>) {
        // Every answer is written below: what is there already need not be cleared.
        answers.resize(puzzles.len(), Answer::NONE);
        if puzzles.len() < self.min_batch_size {
            self.solve_singly(puzzles, limits, answers);
        } else {
            self.solve_source(&mut SingleBatch(Some(PuzzleBatch::borrowed(puzzles, answers))), limits);
        }
    }

    /// Solves puzzles one after the other.
    pub(super) fn solve_singly<P: BatchPuzzle>(
        &mut self,
        puzzles: &[P],
        limits: Limits,
        answers: &mut [Answer],
    ) {
        for (puzzle, answer) in puzzles.iter().zip(answers) {
            *answer = self.single.search(puzzle.clues(), limits).into();
        }
    }

    /// Solves all puzzles of a source in bulk.
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
        let own = (capped != limits).then_some(limits);
        let in_flight = InFlightBatches::new(source, &mut self.single, own, self.leftovers);
        match &mut self.bulk {
            #[cfg(target_arch = "x86_64")]
            BulkEngine::Avx512(lazy) => lazy.search(in_flight, capped),
            #[cfg(target_arch = "x86_64")]
            BulkEngine::Avx2(lazy) => lazy.search(in_flight, capped),
            #[cfg(target_arch = "aarch64")]
            BulkEngine::Neon(lazy) => lazy.search(in_flight, capped),
            #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
            BulkEngine::Simd128(lazy) => lazy.search(in_flight, capped),
            BulkEngine::Portable(lazy) => lazy.search(in_flight, capped),
        }
    }
}

/// The backend that was asked for, or the fastest of this engine.
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
    const fn new(token: B) -> LazyWorkspace<B> {
        LazyWorkspace { token, work: None }
    }

    /// Answers all puzzles that come over a desk.
    fn search<'a, P: BatchPuzzle>(&'a mut self, in_flight: InFlightBatches<'a, '_, P>, limits: Limits) {
        let work = self.work.get_or_insert_with(|| Box::new(Workspace::new(self.token)));
        self.token.frame(BatchSearch { work, in_flight, limits });
    }
}
