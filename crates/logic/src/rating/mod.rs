//! The rating of Sudoku Explainer 1.2.1: ER, EP and ED of a puzzle.
//!
//! ```text
//! ┌─▶ the techniques in their fixed order ─▶ the first hint ─▶ apply it ─┐
//! └──────────────────────── until the grid is full ◀─────────────────────┘
//! ER  the highest rating of all hints
//! EP  the highest rating up to the first digit placed      ("pearl" if ER = EP)
//! ED  the rating of the very first hint                    ("diamond" if ER = EP = ED)
//! ```
//!
//! The rating is one of a path, so the order of the techniques, the order in which each of them looks, and the choice
//! among equal hints decide it. That is why nothing here is shared with the hint engine of [`crate::Ladder`], which
//! follows HoDoKu. The rules were read from the public sources of Sudoku Explainer by Nicolas Juillerat
//! and its forks; all code here is our own.
//!
//! ```text
//! singles locking sets fish wings   the first hint in scan order
//! loops                             the best of all loops
//! bug aligned                     the first hint
//! chains/                           the best of all chains
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
mod rule;
pub(crate) mod scale;
mod singles;
mod stop_signal;
mod subsets;
mod wings;
mod worker;

pub use difficulty::{Difficulty, ParseDifficultyError};
pub use premise::{Premise, RatedChain};
pub use rated::{Rated, RatedStep, Unrated};
pub use rule::Rule;

use chains::{LinkClosure, SolutionLiterals};
use grid::RatingGrid;
use hint::RatingHint;
use stop_signal::StopSignal;
use veridoku_core::{Board, Cell, Puzzle, Verdict};
use wings::Wing;
use worker::{CHAIN_KINDS, RatingWorker};

/// The nodes spent on the question whether the puzzle has one solution.
const UNIQUENESS_BUDGET: u64 = 1_000_000;

/// How far a rating goes.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct RatingLimits {
    /// Rules above this rating are not tried: the puzzle is then "harder than" it.
    pub up_to: Option<Difficulty>,
    /// How many nodes of chains may be made; `u64::MAX` is no limit.
    ///
    /// A limited rating is done by one thread: several make more nodes together than one does, so that the number of
    /// threads would decide whether the limit suffices.
    pub nodes: u64,
}

impl Default for RatingLimits {
    fn default() -> RatingLimits {
        RatingLimits { up_to: None, nodes: u64::MAX }
    }
}

/// Rates puzzles one after the other, and keeps its buffers between them.
///
/// ```
/// use veridoku_core::Puzzle;
/// use veridoku_logic::rating::{RatingLimits, Rater};
///
/// let puzzle: Puzzle = ".......2.9.5...7.1.13...5........3..3.82...9..97..1..58.9...41..3...8..72..7.....".parse()?;
/// let rated = Rater::default().rate(&puzzle, RatingLimits::default()).map_err(|unrated| unrated.to_string())?;
/// assert_eq!(rated.er.to_string(), "1.5");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Rater {
    closure: LinkClosure,
    /// One for each thread.
    workers: Vec<RatingWorker>,
    state: BufferState,
}

/// Whether the buffers are whole.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum BufferState {
    Ready,
    /// A rating is under way, or was ended by a panic: parts of the buffers may be moved out.
    InUse,
}

impl Default for Rater {
    fn default() -> Rater {
        Rater::with_threads(1)
    }
}

/// Whether deadly patterns may be used.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum DeadlyPatterns {
    /// The givens alone have one solution.
    Allowed,
    /// Candidates were struck beforehand: a pattern may be deadly without proving anything.
    Forbidden,
}

/// What holds for every step of a rating.
#[derive(Copy, Clone, Debug)]
struct SearchSettings {
    deadly_patterns: DeadlyPatterns,
    /// Rules above this are not tried.
    ceiling: f64,
    /// How many of the lanes may search.
    workers: usize,
}

impl Rater {
    /// A rater that spreads the long searches of one puzzle over so many threads, at most one for each cell; the
    /// ratings are the same. A rating with a limit of nodes is done by one thread all the same.
    pub fn with_threads(threads: usize) -> Rater {
        let workers = (0..threads.clamp(1, Cell::COUNT)).map(|_| RatingWorker::default()).collect();
        Rater { closure: LinkClosure::default(), workers, state: BufferState::Ready }
    }

    /// Rates a puzzle.
    ///
    /// Where candidates are written that are fewer than its givens leave, as in most sukakus, it is rated from them, without
    /// the rules that rest on the uniqueness of the givens.
    ///
    /// # Errors
    ///
    /// Why there is no rating.
    pub fn rate(&mut self, puzzle: &Puzzle, limits: RatingLimits) -> Result<Rated, Unrated> {
        self.rate_with(puzzle, limits, |_| ())
    }

    /// Rates a puzzle and tells of every step, until the caller wants it to end.
    ///
    /// This crate has no clock: `stop` is asked after every step, and for every cell that a long search starts from, and may
    /// look at one. A step without such a search, which takes a few milliseconds at most, is not interrupted.
    ///
    /// # Errors
    ///
    /// Why there is no rating; steps up to there were told.
    pub fn rate_until(
        &mut self,
        puzzle: &Puzzle,
        limits: RatingLimits,
        on_step: impl FnMut(RatedStep),
        stop: impl FnMut() -> bool + Send + 'static,
    ) -> Result<Rated, Unrated> {
        self.reset_after_panic();
        let stop = StopSignal::new(stop);
        let mut answer = stop.listener();
        for worker in &mut self.workers {
            worker.unary.stop = answer.listener();
        }
        self.workers[0].unary.stop = stop;
        let rated = self.rate_with(puzzle, limits, on_step);
        for worker in &mut self.workers {
            worker.unary.stop = StopSignal::default();
        }
        let stopped = answer.should_stop();
        match rated {
            Err(Unrated::OutOfNodes(least)) if stopped => Err(Unrated::Stopped(least)),
            rated => rated,
        }
    }

    /// Rates a puzzle and tells of every step.
    ///
    /// # Errors
    ///
    /// Why there is no rating; steps up to there were told.
    pub fn rate_with(
        &mut self,
        puzzle: &Puzzle,
        limits: RatingLimits,
        on_step: impl FnMut(RatedStep),
    ) -> Result<Rated, Unrated> {
        self.reset_after_panic();
        self.state = BufferState::InUse;
        let answer = self.rate_path(puzzle, limits, on_step);
        self.state = BufferState::Ready;
        answer
    }

    /// Begins anew with all buffers if a panic has ended the rating before.
    fn reset_after_panic(&mut self) {
        if self.state == BufferState::InUse {
            *self = Rater::with_threads(self.workers.len());
        }
    }

    /// Follows the path of hints to its end.
    fn rate_path(
        &mut self,
        puzzle: &Puzzle,
        limits: RatingLimits,
        mut on_step: impl FnMut(RatedStep),
    ) -> Result<Rated, Unrated> {
        let verdict = Verdict::of(puzzle, UNIQUENESS_BUDGET);
        let Verdict::Unique(solved) = &verdict else {
            return Err(Unrated::NotUnique(Box::new(verdict)));
        };
        let solution = SolutionLiterals::of(solved);
        // However it is written, a puzzle of clues begins with what its clues leave.
        let (board, deadly_patterns) = match puzzle.plain_values() {
            Some(values) => (Board::new(&Puzzle::from(values)), DeadlyPatterns::Allowed),
            None => (Board::new(puzzle), DeadlyPatterns::Forbidden),
        };
        let Ok(board) = board else { return Err(Unrated::NotUnique(Box::new(verdict))) };
        let settings = SearchSettings {
            deadly_patterns,
            ceiling: limits.up_to.map_or(f64::INFINITY, |limit| limit.value() + 0.05),
            workers: if limits.nodes == u64::MAX { self.workers.len() } else { 1 },
        };
        for worker in &mut self.workers {
            worker.clear_caches();
        }
        let mut grid = RatingGrid::new(&board);
        // In tenths: a sum of tenths that only a rounding error makes higher is no harder step.
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

    /// The hint Sudoku Explainer would apply.
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
            .or_else(|| wings::find(grid, Wing::Xy))
            .or_else(|| wings::find(grid, Wing::Xyz))
            .or_else(|| deadly(loops::find))
            .or_else(|| subsets::naked(grid, 4))
            .or_else(|| fish::find(grid, 4))
            .or_else(|| subsets::hidden(grid, 4))
            .or_else(|| deadly(bug::find))
            .or_else(|| aligned::pair(grid));
        if simple.is_some() || settings.ceiling < scale::X_OR_Y_CYCLE.value() {
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
        if chain.is_some() || settings.ceiling < scale::ALIGNED_TRIPLET.value() {
            return chain;
        }
        aligned::triplet(grid).or_else(|| self.forcing_chains(grid, solution, settings, nodes_left))
    }

    /// The best hint of the first strength that gives any.
    fn forcing_chains(
        &mut self,
        grid: &RatingGrid,
        solution: &SolutionLiterals,
        settings: SearchSettings,
        nodes_left: &mut u64,
    ) -> Option<RatingHint> {
        for (kind_index, chain_kind) in CHAIN_KINDS.into_iter().enumerate() {
            if chain_kind.rating().value() > settings.ceiling || *nodes_left == 0 {
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
