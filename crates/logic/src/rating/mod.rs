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
mod lane;
mod locking;
mod loops;
mod premise;
mod rated;
mod rule;
mod sets;
mod singles;
mod stop;
mod wings;

pub use difficulty::{Difficulty, ParseDifficultyError};
pub use premise::{Chain, Premise};
pub use rated::{Rated, RatedStep, Unrated};
pub use rule::Rule;

use chains::{Closure, Truth};
use grid::Grid;
use hint::Hint;
use lane::{Lane, STRENGTHS};
use stop::Stop;
use veridoku_core::{Board, Cell, Puzzle, Verdict};
use wings::Wing;

/// The nodes spent on the question whether the puzzle has one solution.
const UNIQUENESS_BUDGET: u64 = 1_000_000;

/// How far a rating goes.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Rules above this rating are not tried: the puzzle is then "harder than" it.
    pub up_to: Option<Difficulty>,
    /// How many nodes of chains may be made; `u64::MAX` is no limit.
    ///
    /// A limited rating is done by one thread: several make more nodes together than one does, so that the number of
    /// threads would decide whether the limit suffices.
    pub nodes: u64,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { up_to: None, nodes: u64::MAX }
    }
}

/// Rates puzzles one after the other, and keeps its buffers between them.
///
/// ```
/// use veridoku_core::Puzzle;
/// use veridoku_logic::rating::{Limits, Rater};
///
/// let puzzle: Puzzle = ".......2.9.5...7.1.13...5........3..3.82...9..97..1..58.9...41..3...8..72..7.....".parse()?;
/// let rated = Rater::default().rate(&puzzle, Limits::default()).map_err(|unrated| unrated.to_string())?;
/// assert_eq!(rated.er.to_string(), "1.5");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Rater {
    closure: Closure,
    /// One for each thread.
    lanes: Vec<Lane>,
    state: State,
}

/// Whether the buffers are whole.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum State {
    Ready,
    /// A rating is under way, or was ended by a panic: parts of the buffers may be moved out.
    Rating,
}

impl Default for Rater {
    fn default() -> Rater {
        Rater::with_threads(1)
    }
}

/// Whether deadly patterns may be used.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum Uniqueness {
    /// The givens alone have one solution.
    OfGivens,
    /// Candidates were struck beforehand: a pattern may be deadly without proving anything.
    OfCandidates,
}

/// What holds for every step of a rating.
#[derive(Copy, Clone, Debug)]
struct Terms {
    uniqueness: Uniqueness,
    /// Rules above this are not tried.
    ceiling: f64,
    /// How many of the lanes may search.
    lanes: usize,
}

impl Rater {
    /// A rater that spreads the long searches of one puzzle over so many threads, at most one for each cell; the
    /// ratings are the same. A rating with a limit of nodes is done by one thread all the same.
    pub fn with_threads(threads: usize) -> Rater {
        let lanes = (0..threads.clamp(1, Cell::COUNT)).map(|_| Lane::default()).collect();
        Rater { closure: Closure::default(), lanes, state: State::Ready }
    }

    /// Rates a puzzle.
    ///
    /// Where candidates are written that are fewer than its givens leave, as in most sukakus, it is rated from them, without
    /// the rules that rest on the uniqueness of the givens.
    ///
    /// # Errors
    ///
    /// Why there is no rating.
    pub fn rate(&mut self, puzzle: &Puzzle, limits: Limits) -> Result<Rated, Unrated> {
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
        limits: Limits,
        tell: impl FnMut(RatedStep),
        stop: impl FnMut() -> bool + Send + 'static,
    ) -> Result<Rated, Unrated> {
        self.make_whole();
        let stop = Stop::new(stop);
        let mut answer = stop.listener();
        for lane in &mut self.lanes {
            lane.unary.stop = answer.listener();
        }
        self.lanes[0].unary.stop = stop;
        let rated = self.rate_with(puzzle, limits, tell);
        for lane in &mut self.lanes {
            lane.unary.stop = Stop::default();
        }
        let stopped = answer.is_due();
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
        limits: Limits,
        tell: impl FnMut(RatedStep),
    ) -> Result<Rated, Unrated> {
        self.make_whole();
        self.state = State::Rating;
        let answer = self.follow(puzzle, limits, tell);
        self.state = State::Ready;
        answer
    }

    /// Begins anew with all buffers if a panic has ended the rating before.
    fn make_whole(&mut self) {
        if self.state == State::Rating {
            *self = Rater::with_threads(self.lanes.len());
        }
    }

    /// Follows the path of hints to its end.
    fn follow(
        &mut self,
        puzzle: &Puzzle,
        limits: Limits,
        mut tell: impl FnMut(RatedStep),
    ) -> Result<Rated, Unrated> {
        let verdict = Verdict::of(puzzle, UNIQUENESS_BUDGET);
        let Verdict::Unique(solution) = &verdict else {
            return Err(Unrated::NotUnique(Box::new(verdict)));
        };
        let truth = Truth::of(solution);
        // However it is written, a puzzle of clues begins with what its clues leave.
        let (board, uniqueness) = match puzzle.plain_values() {
            Some(values) => (Board::new(&Puzzle::from(values)), Uniqueness::OfGivens),
            None => (Board::new(puzzle), Uniqueness::OfCandidates),
        };
        let Ok(board) = board else { return Err(Unrated::NotUnique(Box::new(verdict))) };
        let terms = Terms {
            uniqueness,
            ceiling: limits.up_to.map_or(f64::INFINITY, |limit| limit.value() + 0.05),
            lanes: if limits.nodes == u64::MAX { self.lanes.len() } else { 1 },
        };
        for lane in &mut self.lanes {
            lane.forget();
        }
        let mut grid = Grid::new(&board);
        // In tenths: a sum of tenths that only a rounding error makes higher is no harder step.
        let (mut er, mut ep, mut ed) = (Difficulty::default(), None, None);
        let (mut hardest, mut steps, mut fuel) = (None, 0, limits.nodes);
        while !grid.is_solved() {
            if steps > 0 && self.lanes[0].unary.stop.is_due() {
                return Err(Unrated::Stopped(er));
            }
            let Some(hint) = self.next(&grid, &truth, terms, &mut fuel) else {
                return Err(match limits.up_to {
                    _ if fuel == 0 => Unrated::OutOfNodes(er),
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
            tell(RatedStep::new(&hint, &grid));
            hint.apply(&mut grid);
        }
        Ok(Rated { er, ep: ep.unwrap_or(er), ed: ed.unwrap_or(er), hardest, steps })
    }

    /// The hint Sudoku Explainer would apply.
    fn next(&mut self, grid: &Grid, truth: &Truth, terms: Terms, fuel: &mut u64) -> Option<Hint> {
        let deadly = |find: fn(&Grid) -> Option<Hint>| match terms.uniqueness {
            Uniqueness::OfGivens => find(grid),
            Uniqueness::OfCandidates => None,
        };
        let simple = singles::hidden(grid)
            .or_else(|| locking::direct(grid))
            .or_else(|| sets::direct_hidden(grid, 2))
            .or_else(|| singles::naked(grid))
            .or_else(|| sets::direct_hidden(grid, 3))
            .or_else(|| locking::find(grid))
            .or_else(|| sets::naked(grid, 2))
            .or_else(|| fish::find(grid, 2))
            .or_else(|| sets::hidden(grid, 2))
            .or_else(|| sets::naked(grid, 3))
            .or_else(|| fish::find(grid, 3))
            .or_else(|| sets::hidden(grid, 3))
            .or_else(|| wings::find(grid, Wing::Xy))
            .or_else(|| wings::find(grid, Wing::Xyz))
            .or_else(|| deadly(loops::find))
            .or_else(|| sets::naked(grid, 4))
            .or_else(|| fish::find(grid, 4))
            .or_else(|| sets::hidden(grid, 4))
            .or_else(|| deadly(bug::find))
            .or_else(|| aligned::pair(grid));
        if simple.is_some() || terms.ceiling < 6.5 {
            return simple;
        }
        self.closure.build(grid);
        let unary = &mut self.lanes[0].unary;
        unary.work = 0;
        let chain = unary.find(grid, &self.closure);
        *fuel = fuel.saturating_sub(unary.work);
        if *fuel == 0 {
            return None;
        }
        if chain.is_some() || terms.ceiling < 7.5 {
            return chain;
        }
        aligned::triplet(grid).or_else(|| self.trees(grid, truth, terms, fuel))
    }

    /// The best hint of the first strength that gives any.
    fn trees(&mut self, grid: &Grid, truth: &Truth, terms: Terms, fuel: &mut u64) -> Option<Hint> {
        for (place, strength) in STRENGTHS.into_iter().enumerate() {
            if strength.rating() > terms.ceiling || *fuel == 0 {
                return None;
            }
            let hint =
                lane::find_shared(&mut self.lanes[..terms.lanes], place, grid, &self.closure, truth, fuel);
            if hint.is_some() {
                return hint;
            }
        }
        None
    }
}
