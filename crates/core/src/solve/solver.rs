//! The solver that callers hold: the memory of a search, kept for the next puzzle, and the one
//! place where an instruction set is picked.

use super::backend::Backend;
#[cfg(target_arch = "aarch64")]
use super::backend::neon::Neon;
use super::backend::portable::Portable;
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
use super::backend::simd128::Simd128;
#[cfg(target_arch = "x86_64")]
use super::backend::{avx2::Avx2, avx512::Avx512};
use super::engine::{Board, Search, Solution, Start, Stop};
use super::lanes::{Job, Token};
use super::{Clues, End, Limits, SearchResult, Solutions};
use crate::cell::Cell;
use crate::digit::DigitSet;
use crate::grid::Grid;
use std::fmt;

/// Solves puzzles, one at a time.
///
/// It allocates memory when the first guess of its life is made, and then again only when a search
/// goes deeper than any before: keep it where many puzzles are to be solved.
///
/// ```
/// use veridoku_core::Grid;
/// use veridoku_core::solve::{End, Limits, Solver};
///
/// let puzzle: Grid =
///     "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
/// let mut solver = Solver::new();
/// let found = solver.search(&puzzle, Limits::UNIQUE);
/// assert_eq!((found.count, found.end), (1, End::Complete));
/// # Ok::<(), veridoku_core::ParseGridError>(())
/// ```
#[derive(Clone)]
pub struct Solver(Engine);

/// A token and the boards that its searches put aside.
#[derive(Clone)]
struct Stacked<T: Token> {
    token: T,
    stack: Vec<Board<T>>,
}

#[derive(Clone)]
enum Engine {
    #[cfg(target_arch = "x86_64")]
    Avx512(Stacked<Avx512>),
    #[cfg(target_arch = "x86_64")]
    Avx2(Stacked<Avx2>),
    #[cfg(target_arch = "aarch64")]
    Neon(Stacked<Neon>),
    #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
    Simd128(Stacked<Simd128>),
    Portable(Stacked<Portable>),
}

/// Calls a method of the engine, whatever its type.
macro_rules! dispatch {
    ($engine:expr, $stacked:ident => $call:expr) => {
        match $engine {
            #[cfg(target_arch = "x86_64")]
            Engine::Avx512($stacked) => $call,
            #[cfg(target_arch = "x86_64")]
            Engine::Avx2($stacked) => $call,
            #[cfg(target_arch = "aarch64")]
            Engine::Neon($stacked) => $call,
            #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
            Engine::Simd128($stacked) => $call,
            Engine::Portable($stacked) => $call,
        }
    };
}

impl Default for Solver {
    fn default() -> Solver {
        Solver::new()
    }
}

impl Solver {
    /// A solver on the backend that [`Backend::preferred`] names.
    pub fn new() -> Solver {
        Solver::with_backend(Backend::preferred()).unwrap_or(Solver(Engine::Portable(Stacked::new(Portable))))
    }

    /// A solver on a backend of the caller's choice, if this processor can run it.
    pub fn with_backend(backend: Backend) -> Option<Solver> {
        let engine = match backend {
            #[cfg(target_arch = "x86_64")]
            Backend::Avx512 => Engine::Avx512(Stacked::new(Avx512::detect()?)),
            #[cfg(target_arch = "x86_64")]
            Backend::Avx2 => Engine::Avx2(Stacked::new(Avx2::detect()?)),
            #[cfg(target_arch = "aarch64")]
            Backend::Neon => Engine::Neon(Stacked::new(Neon::detect()?)),
            #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
            Backend::Simd128 => Engine::Simd128(Stacked::new(Simd128)),
            Backend::Portable => Engine::Portable(Stacked::new(Portable)),
            _ => return None,
        };
        Some(Solver(engine))
    }

    /// The backend that this solver runs on.
    pub fn backend(&self) -> Backend {
        match self.0 {
            #[cfg(target_arch = "x86_64")]
            Engine::Avx512(_) => Backend::Avx512,
            #[cfg(target_arch = "x86_64")]
            Engine::Avx2(_) => Backend::Avx2,
            #[cfg(target_arch = "aarch64")]
            Engine::Neon(_) => Backend::Neon,
            #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
            Engine::Simd128(_) => Backend::Simd128,
            Engine::Portable(_) => Backend::Portable,
        }
    }

    /// Searches within limits.
    #[inline]
    pub fn search<'a>(&mut self, clues: impl Into<Clues<'a>>, limits: Limits) -> SearchResult {
        let mut found = SearchResult::NOTHING;
        self.search_for(clues.into(), limits, &mut found);
        found
    }

    /// The same, written where the caller has it: copied afterwards it takes 4 % of the time of an easy puzzle.
    fn search_for(&mut self, clues: Clues<'_>, limits: Limits, found: &mut SearchResult) {
        match clues.candidates {
            None => self.search_from(Start::Bytes(clues.values.as_bytes()), limits, found),
            Some(_) => self.search_from(Start::Candidates(&masks(clues)), limits, found),
        }
    }

    /// Searches within limits, from what each cell may hold, as the bits of sets of digits.
    pub(crate) fn search_cells(&mut self, cells: &[u16; Cell::COUNT], limits: Limits) -> SearchResult {
        let mut found = SearchResult::NOTHING;
        self.search_from(Start::Candidates(cells), limits, &mut found);
        found
    }

    fn search_from(&mut self, start: Start<'_>, limits: Limits, found: &mut SearchResult) {
        if limits.solutions > 0 {
            dispatch!(&mut self.0, stacked => {
                stacked.token.run(Count { start, limits, stack: &mut stacked.stack, found });
            });
        }
    }

    /// The solutions one by one, each searched for when it is asked for.
    pub fn solutions<'a>(mut self, clues: impl Into<Clues<'a>>) -> Solutions {
        let masks = masks(clues.into());
        dispatch!(&mut self.0, stacked => stacked.begin(&masks));
        Solutions::new(self)
    }

    /// The next solution of the search that was begun, with at most so many guesses, which are
    /// counted down.
    pub(super) fn advance(&mut self, budget: &mut u64) -> Result<Grid, End> {
        dispatch!(&mut self.0, stacked => stacked.advance(budget))
    }
}

impl fmt::Debug for Solver {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Solver").field(&self.backend()).finish()
    }
}

/// What each cell may hold, digit d in bit d.
fn masks(clues: Clues<'_>) -> [u16; Cell::COUNT] {
    std::array::from_fn(|index| {
        let cell = Cell::at(index);
        let left = clues.candidates.map_or(DigitSet::ALL, |candidates| candidates.digits(cell));
        clues.values.get(cell).map_or(left, DigitSet::only).bits()
    })
}

/// The grid of a solution.
#[inline(always)]
fn grid<T: Token>(solved: Solution<T>) -> Grid {
    Grid::written(|numbers| solved.write(numbers))
}

impl<T: Token> Stacked<T> {
    const fn new(token: T) -> Stacked<T> {
        Stacked { token, stack: Vec::new() }
    }

    /// Puts a puzzle on the stack, to be searched later.
    fn begin(&mut self, masks: &[u16; Cell::COUNT]) {
        struct Load<'p>(&'p [u16; Cell::COUNT]);
        impl<T: Token> Job<T> for Load<'_> {
            type Output = Board<T>;

            #[inline(always)]
            fn run(self, token: T) -> Board<T> {
                token.read_candidates(self.0)
            }
        }
        self.stack.clear();
        self.stack.push(self.token.run(Load(masks)));
    }

    fn advance(&mut self, budget: &mut u64) -> Result<Grid, End> {
        let mut found = None;
        let search = Search {
            start: Start::Stack,
            stack: &mut self.stack,
            budget,
            visitor: |solved: Solution<T>| {
                found = Some(grid(solved));
                false
            },
        };
        let stop = self.token.run(search);
        found.ok_or(stop.into())
    }
}

/// Counting solutions: a job of its own, that writes them where the caller will find them. (What
/// is written in the frame and copied afterwards is waited for: 10 % on easy puzzles.)
struct Count<'s, T: Token> {
    start: Start<'s>,
    limits: Limits,
    stack: &'s mut Vec<Board<T>>,
    found: &'s mut SearchResult,
}

impl<T: Token> Job<T> for Count<'_, T> {
    type Output = ();

    #[inline(always)]
    fn run(self, token: T) {
        let Count { start, limits, stack, found } = self;
        let mut budget = limits.nodes;
        let mut count = 0;
        let stop = Search {
            start,
            stack,
            budget: &mut budget,
            visitor: |solved: Solution<T>| {
                match count {
                    0 => found.first = Some(grid(solved)),
                    1 => found.second = Some(grid(solved)),
                    _ => {}
                }
                count += 1;
                count < limits.solutions
            },
        }
        .run(token);
        found.count = count;
        found.nodes = limits.nodes - budget;
        found.end = stop.into();
    }
}

impl From<Stop> for End {
    #[inline(always)]
    fn from(stop: Stop) -> End {
        match stop {
            Stop::Exhausted => End::Complete,
            Stop::Visitor => End::SolutionLimit,
            Stop::Budget => End::NodeBudget,
        }
    }
}
