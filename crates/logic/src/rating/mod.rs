//! Rates puzzles on the scale of Sudoku Explainer 1.2.1: ER, EP and ED.
//!
//! ```text
//! ┌─▶ the techniques in their fixed order ─▶ the first hint ─▶ apply it ─┐
//! └──────────────────────── until the grid is full ◀─────────────────────┘
//! ER  the highest rating of all hints
//! EP  the highest rating up to the first digit placed      ("pearl" if ER = EP)
//! ED  the rating of the very first hint                    ("diamond" if ER = EP = ED)
//! ```
//!
//! Sudoku Explainer rates one solution path. That path depends on the order of the techniques, on the order
//! in which each technique scans the grid, and on the choice among equal hints, so all of these must be
//! reproduced exactly. For this reason the module shares no code with the hint engine of [`crate::Ladder`],
//! which follows HoDoKu. The rules were taken from the public sources of Sudoku Explainer by Nicolas
//! Juillerat and its forks; all code here is our own.
//!
//! ```text
//! scale                               the rules with their names and ratings, in one table
//! singles locking subsets fish wings  finders that return the first hint in scan order
//! bug aligned                         the same
//! loops                               unique rectangles and loops: the hint with the lowest rating
//! chains/                             everything rated 6.5 and above: the hint with the lowest rating
//! grid hint premise                   the grid, and the parts of a hint
//! rated difficulty                    the result of a rating
//! worker stop_signal                  one thread's share of a search; how a caller stops a rating
//! ```

#![allow(clippy::needless_range_loop, reason = "cells, digits and houses index several tables at once")]

mod aligned;
mod bug;
mod chains;
mod difficulty;
mod fish;
mod grid;
mod hint;
mod locking;
mod loops;
mod premise;
mod rated;
pub(crate) mod scale;
mod singles;
mod stop_signal;
mod subsets;
mod wings;
mod worker;

pub use difficulty::{Difficulty, ParseDifficultyError};
pub use premise::{Premise, RatedChain};
pub use rated::{Rated, RatedStep, Unrated};
pub use scale::Rule;

use crate::PuzzleVerdicts;
use chains::{LinkClosure, SolutionLiterals};
use grid::RatingGrid;
use hint::RatingHint;
use stop_signal::StopSignal;
use veridoku_core::{Board, Cell, Puzzle, Verdict};
use worker::{CHAIN_KINDS, RatingWorker};

/// The limits of a rating.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct RatingLimits {
    /// The highest rating of interest. Techniques rated higher are not tried, and a puzzle that needs one of
    /// them is reported as harder than this.
    pub up_to: Option<Difficulty>,
    /// The maximum number of chain nodes to create; `u64::MAX` means no limit.
    ///
    /// A rating with a node limit runs on one thread. Several threads create more nodes in total than a
    /// single thread does, so the result would depend on the number of threads.
    pub nodes: u64,
}

impl Default for RatingLimits {
    fn default() -> RatingLimits {
        RatingLimits { up_to: None, nodes: u64::MAX }
    }
}

/// A puzzle rater that follows Sudoku Explainer. It reuses its buffers from one puzzle to the next.
///
/// ```
/// use veridoku_core::Puzzle;
/// use veridoku_logic::rating::{Rater, RatingLimits};
///
/// let text = ".......2.9.5...7.1.13...5........3..3.82...9..97..1..58.9...41..3...8..72..7.....";
/// let puzzle: Puzzle = text.parse()?;
/// let rated = Rater::default().rate(&puzzle, RatingLimits::default());
/// assert_eq!(rated.map(|rated| rated.er.to_string()), Ok("1.5".to_string()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Rater {
    closure: LinkClosure,
    /// One worker per thread.
    workers: Vec<RatingWorker>,
    state: BufferState,
}

/// Whether the buffers are complete and can be reused.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum BufferState {
    Ready,
    /// A rating is running, or a panic ended the previous one. Parts of the buffers may have been moved out.
    InUse,
}

impl Default for Rater {
    fn default() -> Rater {
        Rater::with_threads(1)
    }
}

/// Whether unique loops and BUGs may be used.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum DeadlyPatterns {
    /// The givens alone determine the solution, so a deadly pattern would be a contradiction.
    Allowed,
    /// The puzzle lists fewer candidates than its givens allow, so a deadly pattern proves nothing.
    Forbidden,
}

/// The settings that all steps of a rating share.
#[derive(Copy, Clone, Debug)]
struct SearchSettings {
    deadly_patterns: DeadlyPatterns,
    /// The rating limit: techniques rated above it are not tried.
    ceiling: f64,
    /// The number of workers that take part in a search.
    workers: usize,
}

impl Rater {
    /// Creates a rater that splits the long searches for a puzzle among up to `threads` threads, with at most
    /// one thread per cell. The number of threads does not affect the ratings. A rating with a node limit
    /// always runs on one thread.
    pub fn with_threads(threads: usize) -> Rater {
        let workers = (0..threads.clamp(1, Cell::COUNT)).map(|_| RatingWorker::default()).collect();
        Rater { closure: LinkClosure::default(), workers, state: BufferState::Ready }
    }

    /// Rates a puzzle.
    ///
    /// If the puzzle lists fewer candidates than its givens allow, as most sukakus do, it is rated from those
    /// candidates, without the rules that require the givens alone to determine the solution.
    ///
    /// # Errors
    ///
    /// Returns an error with the reason if the puzzle cannot be rated.
    pub fn rate(&mut self, puzzle: &Puzzle, limits: RatingLimits) -> Result<Rated, Unrated> {
        self.rate_with(puzzle, limits, |_| ())
    }

    /// Rates a puzzle with this verdict, calling `on_step` for every step, until `stop` returns true.
    ///
    /// This crate does not read the clock, but `stop` can. It is called after every step, and for every cell
    /// from which a long search starts. A step without a long search takes a few milliseconds at most and is
    /// not interrupted.
    ///
    /// # Errors
    ///
    /// Returns an error with the reason if the puzzle cannot be rated, or if `stop` returned true. `on_step`
    /// has then been called for all steps found before that.
    pub fn rate_until(
        &mut self,
        puzzle: &Puzzle,
        verdict: &Verdict,
        limits: RatingLimits,
        on_step: impl FnMut(RatedStep),
        stop: impl FnMut() -> bool + Send + 'static,
    ) -> Result<Rated, Unrated> {
        self.reset_after_panic();
        let stop = StopSignal::new(stop);
        let mut stop_result = stop.listener();
        for worker in &mut self.workers {
            worker.unary.stop = stop_result.listener();
        }
        self.workers[0].unary.stop = stop;
        let rated = self.rate_path(puzzle, verdict, limits, on_step);
        for worker in &mut self.workers {
            worker.unary.stop = StopSignal::default();
        }
        let stopped = stop_result.should_stop();
        match rated {
            Err(Unrated::OutOfNodes(least)) if stopped => Err(Unrated::Stopped(least)),
            rated => rated,
        }
    }

    /// Rates a puzzle, calling `on_step` for every step.
    ///
    /// # Errors
    ///
    /// Returns an error with the reason if the puzzle cannot be rated. `on_step` has then been called for all
    /// steps found before that.
    pub fn rate_with(
        &mut self,
        puzzle: &Puzzle,
        limits: RatingLimits,
        on_step: impl FnMut(RatedStep),
    ) -> Result<Rated, Unrated> {
        self.reset_after_panic();
        self.rate_path(puzzle, &Verdict::of(puzzle, PuzzleVerdicts::NODES), limits, on_step)
    }

    /// Creates new buffers if a panic ended the previous rating.
    fn reset_after_panic(&mut self) {
        if self.state == BufferState::InUse {
            *self = Rater::with_threads(self.workers.len());
        }
    }

    /// Marks the buffers as in use while a puzzle is rated.
    fn rate_path(
        &mut self,
        puzzle: &Puzzle,
        verdict: &Verdict,
        limits: RatingLimits,
        on_step: impl FnMut(RatedStep),
    ) -> Result<Rated, Unrated> {
        self.state = BufferState::InUse;
        let result = self.apply_hints(puzzle, verdict, limits, on_step);
        self.state = BufferState::Ready;
        result
    }

    /// Applies hints until the grid is solved, and collects the ratings.
    fn apply_hints(
        &mut self,
        puzzle: &Puzzle,
        verdict: &Verdict,
        limits: RatingLimits,
        mut on_step: impl FnMut(RatedStep),
    ) -> Result<Rated, Unrated> {
        let not_unique = || Unrated::NotUnique(Box::new(verdict.clone()));
        let solution = SolutionLiterals::of(verdict.solution().ok_or_else(not_unique)?);
        // A puzzle that is defined by its clues starts with all candidates that the clues allow, no matter in
        // which format it was written.
        let (board, deadly_patterns) = match puzzle.plain_values() {
            Some(values) => (Board::new(&Puzzle::from(values)), DeadlyPatterns::Allowed),
            None => (Board::new(puzzle), DeadlyPatterns::Forbidden),
        };
        let board = board.map_err(|_| not_unique())?;
        let settings = SearchSettings {
            deadly_patterns,
            ceiling: limits.up_to.map_or(f64::INFINITY, |limit| limit.value() + 0.05),
            workers: if limits.nodes == u64::MAX { self.workers.len() } else { 1 },
        };
        for worker in &mut self.workers {
            worker.clear_caches();
        }
        let mut grid = RatingGrid::new(&board);
        // Ratings are compared in tenths, so that a rounding error does not make a step count as harder.
        let (mut er, mut ep, mut ed) = (Difficulty::default(), None, None);
        let (mut hardest, mut steps, mut nodes_left) = (None, 0, limits.nodes);
        while !grid.is_solved() {
            if steps > 0 && self.workers[0].unary.stop.should_stop() {
                return Err(Unrated::Stopped(er));
            }
            let Some(hint) = self.next_hint(&grid, &solution, settings, &mut nodes_left) else {
                return Err(match limits.up_to {
                    _ if nodes_left == 0 => Unrated::OutOfNodes(er),
                    Some(limit) => Unrated::HarderThan(limit),
                    None => Unrated::NoRule,
                });
            };
            let rating = Difficulty::of(hint.rating);
            if let Some(limit) = limits.up_to.filter(|&limit| rating > limit) {
                return Err(Unrated::HarderThan(limit));
            }
            if rating > er {
                er = rating;
                hardest = Some(hint.rule);
            }
            ed.get_or_insert(er);
            if hint.placement.is_some() {
                ep.get_or_insert(er);
            }
            steps += 1;
            on_step(RatedStep::new(&hint, &grid));
            hint.apply(&mut grid);
        }
        Ok(Rated { er, ep: ep.unwrap_or(er), ed: ed.unwrap_or(er), hardest, steps })
    }

    /// Returns the hint that Sudoku Explainer would apply next.
    fn next_hint(
        &mut self,
        grid: &RatingGrid,
        solution: &SolutionLiterals,
        settings: SearchSettings,
        nodes_left: &mut u64,
    ) -> Option<RatingHint> {
        let deadly = |find: fn(&RatingGrid) -> Option<RatingHint>| match settings.deadly_patterns {
            DeadlyPatterns::Allowed => find(grid),
            DeadlyPatterns::Forbidden => None,
        };
        let simple = singles::hidden(grid)
            .or_else(|| locking::direct(grid))
            .or_else(|| subsets::direct_hidden(grid, 2))
            .or_else(|| singles::naked(grid))
            .or_else(|| subsets::direct_hidden(grid, 3))
            .or_else(|| locking::find(grid))
            .or_else(|| subsets::naked(grid, 2))
            .or_else(|| fish::find(grid, 2))
            .or_else(|| subsets::hidden(grid, 2))
            .or_else(|| subsets::naked(grid, 3))
            .or_else(|| fish::find(grid, 3))
            .or_else(|| subsets::hidden(grid, 3))
            .or_else(|| wings::find(grid, Rule::XyWing))
            .or_else(|| wings::find(grid, Rule::XyzWing))
            .or_else(|| deadly(loops::find))
            .or_else(|| subsets::naked(grid, 4))
            .or_else(|| fish::find(grid, 4))
            .or_else(|| subsets::hidden(grid, 4))
            .or_else(|| deadly(bug::find))
            .or_else(|| aligned::pair(grid));
        if simple.is_some() || settings.ceiling < Rule::XCycle.rating().value() {
            return simple;
        }
        self.closure.build(grid);
        let unary = &mut self.workers[0].unary;
        unary.steps_taken = 0;
        let chain = unary.find(grid, &self.closure);
        *nodes_left = nodes_left.saturating_sub(unary.steps_taken);
        if *nodes_left == 0 {
            return None;
        }
        if chain.is_some() || settings.ceiling < Rule::AlignedTriplet.rating().value() {
            return chain;
        }
        aligned::triplet(grid).or_else(|| self.forcing_chains(grid, solution, settings, nodes_left))
    }

    /// Tries the kinds of forcing chains in order, and returns the best hint of the first kind that has any.
    fn forcing_chains(
        &mut self,
        grid: &RatingGrid,
        solution: &SolutionLiterals,
        settings: SearchSettings,
        nodes_left: &mut u64,
    ) -> Option<RatingHint> {
        for (kind_index, chain_kind) in CHAIN_KINDS.into_iter().enumerate() {
            if chain_kind.rule().rating().value() > settings.ceiling || *nodes_left == 0 {
                return None;
            }
            let hint = worker::find_shared(
                &mut self.workers[..settings.workers],
                kind_index,
                grid,
                &self.closure,
                solution,
                nodes_left,
            );
            if hint.is_some() {
                return hint;
            }
        }
        None
    }
}
