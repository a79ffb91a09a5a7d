//! What is asked of generated puzzles, understood; and attempts at them.
//!
//! An attempt digs a trail of puzzles, from the full grid to the last clue that can go. Where a level or a technique is
//! asked for, the last puzzle of the trail that is not too hard is looked for:
//!
//! ```text
//! clues    81 ……… 30  29  28  27  26  25  24
//! ER      1.0 …  1.5 2.3 2.6 4.2 7.1 7.1 7.2        asked for 2.6 to 4.4: the puzzle with 27 clues
//! ```
//!
//! Taking out a clue hardly ever makes a puzzle easier, so halving the trail finds it; where it does, nothing is
//! wrong, since what is found is judged as it is.

use super::level::{Level, Ratings};
use super::seed::Seed;
use super::validate::{
    check_index, check_minimal, check_number, check_pattern, check_symmetry, check_technique,
};
use super::written::Written;
use super::{Made, Options};
use crate::error::{Error, ErrorKind};
use crate::rate::DEFAULT_CHAIN_NODES;
use crate::vocabulary::Version;
use std::ops::RangeInclusive;
use veridoku_core::generate::{Generator, Layout, Minimality, Recipe, Symmetry, Trail, VERSION};
use veridoku_core::{Cell, CellSet, Grid, Puzzle};
use veridoku_logic::rating::{Difficulty, Rater, RatingLimits, Unrated};
use veridoku_logic::{HintBlocker, Ladder, Technique, Usage};

/// What a thread keeps from attempt to attempt.
#[derive(Debug, Default)]
pub struct Tools {
    generator: Generator,
    rater: Rater,
}

/// Makes puzzles as they were asked for; threads share it.
#[derive(Debug)]
pub struct Maker {
    recipe: Recipe,
    seed: Seed,
    ratings: Option<Ratings>,
    lesson: Option<Lesson>,
    rates: Rates,
}

/// Whether puzzles are rated though no level is asked for.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum Rates {
    Always,
    IfAsked,
}

/// A technique that a puzzle must need: the ladder up to it leads to the solution, without it it does not.
#[derive(Debug)]
struct Lesson {
    with: Ladder,
    without: Ladder,
}

/// How a puzzle compares with what is wanted.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum Judgement {
    TooEasy,
    /// As wanted; the rating if it was worked out.
    Fits(Option<Difficulty>),
    TooHard,
}

impl Maker {
    /// Understands what is asked.
    ///
    /// # Errors
    ///
    /// When something asked for does not exist, or two things asked for do not go together.
    pub fn new(options: &Options) -> Result<Maker, Error> {
        let wrong = |error: &dyn std::fmt::Display| Error::new(ErrorKind::Unknown, error.to_string());
        let pattern = options.pattern.as_deref().map(pattern).transpose()?;
        let symmetry = options.symmetry.as_deref().map(str::parse::<Symmetry>).transpose();
        let symmetry = symmetry.map_err(|error| wrong(&error))?;
        let layout = match (pattern, symmetry) {
            (Some(_), Some(_)) => {
                return Err(Error::new(
                    ErrorKind::Unsupported,
                    "a pattern has its symmetry: ask for one of both",
                ));
            }
            (Some(cells), None) => Layout::Pattern(cells),
            (None, symmetry) => Layout::Symmetric(symmetry.unwrap_or_default()),
        };
        check_index(options.index, options.count.unwrap_or(1))?;
        let recipe = Recipe {
            layout,
            clues: options.clues.as_ref().map(clues).transpose()?,
            minimality: if options.minimal { Minimality::Minimal } else { Minimality::Any },
        };
        if recipe.minimality == Minimality::Minimal {
            check_minimal(&recipe)?;
        }
        match layout {
            Layout::Symmetric(symmetry) => check_symmetry(symmetry, &recipe.numbers())?,
            Layout::Pattern(cells) if !recipe.numbers().contains(&cells.len()) => {
                return Err(Error::new(
                    ErrorKind::Unsupported,
                    format!("found a pattern of {} clues and another number asked for", cells.len()),
                ));
            }
            Layout::Pattern(_) => {}
        }
        let ratings = match (&options.level, &options.er) {
            (Some(_), Some(_)) => {
                return Err(Error::new(
                    ErrorKind::Unsupported,
                    "a level is a range of ratings: ask for one of both",
                ));
            }
            (Some(level), None) | (None, Some(level)) => {
                Some(level.as_str().parse::<Ratings>().map_err(|error| wrong(&error))?)
            }
            (None, None) => None,
        };
        if let (Some(ratings), Some(named)) = (ratings, &options.technique) {
            check_technique(ratings, named.techniques())?;
        }
        Ok(Maker {
            recipe,
            seed: options.seed.as_ref().map_or_else(Seed::random, Seed::from),
            ratings,
            lesson: options.technique.as_ref().map(|named| Lesson::new(named.techniques())),
            rates: if options.rating == Some(false) { Rates::IfAsked } else { Rates::Always },
        })
    }

    /// The seed.
    pub fn seed(&self) -> &Seed {
        &self.seed
    }

    /// One attempt at the puzzle of this index. It depends on these numbers, the seed and what is asked,
    /// on nothing else.
    pub fn attempt(&self, tools: &mut Tools, index: u64, attempt: u64) -> Option<Made> {
        let mut random = Generator::random(self.seed.number(), index, attempt);
        let trail = tools.generator.attempt(&self.recipe, &mut random)?;
        let (steps, rating) = if self.ratings.is_some() || self.lesson.is_some() {
            self.last_fitting(&mut tools.rater, &trail)?
        } else {
            (Generator::end(&trail, &self.recipe, &mut random)?, None)
        };
        let puzzle = trail.puzzle_after(steps);
        let rating = match (rating, self.rates) {
            (None, Rates::Always) => rate(&mut tools.rater, &puzzle, None).ok(),
            (rating, _) => rating,
        };
        Some(Made {
            version: Version,
            index,
            puzzle: puzzle.to_string(),
            solution: trail.solution().to_string(),
            clues: puzzle.filled().len(),
            seed: self.seed.clone(),
            level: rating.map(|rating| Level::of(rating).name),
            er: rating.map(Difficulty::value),
            generator: VERSION,
        })
    }

    /// The last puzzle of a trail that is not too hard, if it fits.
    fn last_fitting(&self, rater: &mut Rater, trail: &Trail) -> Option<(usize, Option<Difficulty>)> {
        let points = match (self.recipe.layout, self.recipe.minimality) {
            (Layout::Symmetric(_), Minimality::Any) => trail.steps_with(&self.recipe.numbers())?,
            // Before the last clue is out it is another pattern, or not minimal.
            (Layout::Pattern(_), _) | (_, Minimality::Minimal) => trail.steps()..=trail.steps(),
        };
        let (mut low, mut high) = (*points.start(), *points.end());
        // Most trails end near what is wanted or far beyond it: the end first, then halves.
        let mut middle = high;
        let mut best = None;
        loop {
            match self.judge(rater, &trail.puzzle_after(middle)) {
                Judgement::TooHard if middle == low => return best,
                Judgement::TooHard => high = middle - 1,
                Judgement::TooEasy => low = middle + 1,
                Judgement::Fits(rating) => {
                    best = Some((middle, rating));
                    low = middle + 1;
                }
            }
            if low > high {
                return best;
            }
            middle = low + (high - low) / 2;
        }
    }

    fn judge(&self, rater: &mut Rater, puzzle: &Grid) -> Judgement {
        // The lesson first: it is the quicker one.
        let lesson = self.lesson.as_ref().map_or(Judgement::Fits(None), |lesson| lesson.judge(puzzle));
        if lesson == Judgement::TooHard {
            return lesson;
        }
        let Some(wanted) = self.ratings else { return lesson };
        match rate(rater, puzzle, Some(wanted.high)) {
            Err(_) => Judgement::TooHard,
            Ok(rating) if rating < wanted.low || lesson == Judgement::TooEasy => Judgement::TooEasy,
            Ok(rating) => Judgement::Fits(Some(rating)),
        }
    }
}

impl Lesson {
    fn new(techniques: &[Technique]) -> Lesson {
        let order = |technique: &Technique| technique.description().order;
        let last = techniques.iter().map(order).max().unwrap_or_default();
        let is_meant = |technique: Technique| techniques.contains(&technique);
        Lesson {
            with: Ladder::of(|entry| {
                is_meant(entry.technique) || (entry.order <= last && entry.usage != Usage::Request)
            }),
            without: Ladder::of(|entry| {
                !is_meant(entry.technique) && entry.order <= last && entry.usage != Usage::Request
            }),
        }
    }

    fn judge(&self, puzzle: &Grid) -> Judgement {
        let Ok(start) = HintBlocker::check(&Puzzle::from(*puzzle)) else { return Judgement::TooEasy };
        if self.without.path(&start).is_solved() {
            Judgement::TooEasy
        } else if self.with.path(&start).is_solved() {
            Judgement::Fits(None)
        } else {
            Judgement::TooHard
        }
    }
}

/// The rating of a puzzle, if it is no higher than this.
fn rate(rater: &mut Rater, puzzle: &Grid, up_to: Option<Difficulty>) -> Result<Difficulty, Unrated> {
    let limits = RatingLimits { up_to, nodes: DEFAULT_CHAIN_NODES };
    rater.rate(&Puzzle::from(*puzzle), limits).map(|rated| rated.er)
}

/// Reads a number of clues or a range of them.
fn clues(written: &Written) -> Result<RangeInclusive<usize>, Error> {
    let text = written.as_str();
    let (low, high) = text.split_once(['-', '–']).unwrap_or((text, text));
    match (low.trim().parse(), high.trim().parse()) {
        (Ok(low), Ok(high)) if low <= high && high <= Cell::COUNT => check_number(high).map(|()| low..=high),
        _ => Err(Error::new(
            ErrorKind::Unknown,
            format!("found {text:?}, expected a number of clues up to 81, or a range like 24-28"),
        )),
    }
}

/// Reads a mask of 81 cells.
fn pattern(text: &str) -> Result<CellSet, Error> {
    let signs: Vec<char> = text.chars().filter(|sign| !sign.is_whitespace()).collect();
    if signs.len() != Cell::COUNT {
        let found = signs.len();
        let message = format!(
            "found a pattern of {found} cells, expected 81: . or 0 for a blank, anything else for a clue"
        );
        return Err(Error::new(ErrorKind::Unreadable, message));
    }
    let is_clue = |(_, sign): &(Cell, char)| !matches!(sign, '.' | '0');
    let cells: CellSet = Cell::all().zip(signs).filter(is_clue).map(|(cell, _)| cell).collect();
    check_pattern(cells).map(|()| cells)
}
