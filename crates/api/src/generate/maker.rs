//! Parsed options of `generate`, and attempts at a puzzle.
//!
//! An attempt removes clues from a full grid, one after the other, until none can go. If a level or a
//! technique is requested, it then looks for the last puzzle on this trail that is not too hard:
//!
//! ```text
//! clues    81 ……… 30  29  28  27  26  25  24
//! ER      1.0 …  1.5 2.3 2.6 4.2 7.1 7.1 7.2        requested 2.6 to 4.4: the puzzle with 27 clues
//! ```
//!
//! Removing a clue hardly ever makes a puzzle easier, so a binary search finds that puzzle. Exceptions do no
//! harm, because the puzzle that is found is always rated. For a rare technique, an attempt changes a known
//! puzzle instead (`required_technique.rs`).

use super::level::{Judgement, Level, Ratings};
use super::number_or_text::NumberOrText;
use super::options::Options;
use super::required_technique::RequiredTechnique;
use super::seed::Seed;
use super::validate::{
    check_index, check_minimal, check_number, check_pattern, check_symmetry, check_technique, range,
};
use crate::error::{Error, ErrorKind};
use crate::rate::DEFAULT_CHAIN_NODES;
use crate::vocabulary::Version;
use schemars::JsonSchema;
use serde::Serialize;
use std::ops::RangeInclusive;
use veridoku_core::generate::{Generator, Layout, Minimality, Recipe, Symmetry, Trail, VERSION};
use veridoku_core::{Cell, CellSet, Grid, Puzzle, Random, solve};
use veridoku_logic::rating::{Difficulty, Rater, RatingLimits, Unrated};

/// A generated puzzle.
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub struct GeneratedPuzzle {
    /// The version of the JSON schema.
    pub version: Version,
    /// The index; seed and index identify the puzzle.
    pub index: u64,
    /// The puzzle, 81 characters.
    pub puzzle: String,
    /// Its only solution.
    pub solution: String,
    /// The number of clues.
    pub clues: usize,
    /// The seed as it was given.
    pub seed: Seed,
    /// The name of the level, if the puzzle is rated.
    pub level: Option<&'static str>,
    /// Sudoku Explainer's rating of the hardest step, if the puzzle is rated.
    pub er: Option<f64>,
    /// The version of the generator: a seed gives the same puzzle as long as the version stays the same. It
    /// also covers the ratings and techniques that the request depends on.
    pub generator: u32,
}

/// The buffers that a thread reuses from attempt to attempt.
#[derive(Debug, Default)]
pub struct Tools {
    generator: Generator,
    rater: Rater,
}

/// Generates puzzles with the requested properties; shared by all threads.
#[derive(Debug)]
pub struct Maker {
    recipe: Recipe,
    seed: Seed,
    ratings: Option<Ratings>,
    required: Option<RequiredTechnique>,
    rates: Rates,
}

/// Whether to rate puzzles even if no level is requested.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum Rates {
    Always,
    IfRequested,
}

impl Maker {
    /// Parses and validates the options.
    ///
    /// # Errors
    ///
    /// Returns an error if a requested item does not exist, or two options contradict each other.
    pub fn new(options: &Options) -> Result<Maker, Error> {
        let invalid = |error: &dyn std::fmt::Display| Error::new(ErrorKind::Unknown, error.to_string());
        let pattern = options.pattern.as_deref().map(pattern).transpose()?;
        let symmetry = options.symmetry.as_deref().map(str::parse::<Symmetry>).transpose();
        let symmetry = symmetry.map_err(|error| invalid(&error))?;
        let layout = match (pattern, symmetry) {
            (Some(_), Some(_)) => {
                return Err(Error::new(
                    ErrorKind::Unsupported,
                    "found both a pattern and a symmetry, expected only one of them",
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
            Layout::Symmetric(symmetry) => check_symmetry(symmetry, &recipe.clue_range())?,
            Layout::Pattern(cells) if !recipe.clue_range().contains(&cells.len()) => {
                return Err(Error::new(
                    ErrorKind::Unsupported,
                    format!(
                        "found a pattern of {} clues, expected {}",
                        cells.len(),
                        range(&recipe.clue_range())
                    ),
                ));
            }
            Layout::Pattern(_) => {}
        }
        let ratings = match (&options.level, &options.er) {
            (Some(_), Some(_)) => {
                return Err(Error::new(
                    ErrorKind::Unsupported,
                    "found both a level and a range of ratings, expected only one of them",
                ));
            }
            (Some(level), None) | (None, Some(level)) => {
                Some(level.as_str().parse::<Ratings>().map_err(|error| invalid(&error))?)
            }
            (None, None) => None,
        };
        if let (Some(ratings), Some(name)) = (ratings, &options.technique) {
            check_technique(ratings, name.techniques())?;
        }
        Ok(Maker {
            recipe,
            seed: options.seed.as_ref().map_or_else(Seed::random, Seed::from),
            ratings,
            required: options.technique.as_ref().map(|named| RequiredTechnique::new(named.techniques())),
            rates: if options.rating == Some(false) { Rates::IfRequested } else { Rates::Always },
        })
    }

    /// Returns the seed.
    pub fn seed(&self) -> &Seed {
        &self.seed
    }

    /// Searches near these puzzles for one that needs the requested technique, instead of near the built-in
    /// ones. These puzzles may be solvable without it.
    #[must_use]
    pub fn near(mut self, known: Vec<Grid>) -> Maker {
        self.required = self.required.map(|required| required.near(known));
        self
    }

    /// Makes one attempt at the puzzle with this index. The result depends only on these numbers, the seed
    /// and the options.
    pub fn attempt(&self, tools: &mut Tools, index: u64, attempt: u64) -> Option<GeneratedPuzzle> {
        let mut random = Generator::random(self.seed.number(), index, attempt);
        let known = self.required.as_ref().filter(|required| required.has_known_puzzles());
        let (puzzle, rating) = match known {
            // The clues of known puzzles have no symmetry, and their number is not known in advance.
            Some(required) if self.recipe == Recipe::default() => {
                self.near_known(tools, required, &mut random)?
            }
            _ => self.on_trail(tools, &mut random)?,
        };
        let rating = match (rating, self.rates) {
            (None, Rates::Always) => rate(&mut tools.rater, &puzzle, None).ok(),
            (rating, _) => rating,
        };
        Some(GeneratedPuzzle {
            version: Version,
            index,
            puzzle: puzzle.to_string(),
            solution: solve::unique_solution(&puzzle)?.to_string(),
            clues: puzzle.filled().len(),
            seed: self.seed.clone(),
            level: rating.map(|rating| Level::of(rating).name),
            er: rating.map(Difficulty::value),
            generator: VERSION,
        })
    }

    /// Removes clues from a random grid. Returns a puzzle that fits the request, and its rating if that is
    /// part of the request.
    fn on_trail(&self, tools: &mut Tools, random: &mut Random) -> Option<(Grid, Option<Difficulty>)> {
        let trail = tools.generator.attempt(&self.recipe, random)?;
        let (steps, rating) = if self.ratings.is_some() || self.required.is_some() {
            self.last_fitting(&mut tools.rater, &trail)?
        } else {
            (Generator::choose_steps(&trail, &self.recipe, random)?, None)
        };
        Some((trail.puzzle_after(steps), rating))
    }

    /// Changes a known puzzle. Returns the new one if it fits the request, and its rating if that is part of
    /// the request.
    fn near_known(
        &self,
        tools: &mut Tools,
        required: &RequiredTechnique,
        random: &mut Random,
    ) -> Option<(Grid, Option<Difficulty>)> {
        let puzzle = required.puzzle_near_known(random)?;
        let Some(ratings) = self.ratings else { return Some((puzzle, None)) };
        let rating = rate(&mut tools.rater, &puzzle, Some(ratings.high)).ok()?;
        (rating >= ratings.low).then_some((puzzle, Some(rating)))
    }

    /// Finds the last puzzle of a trail that is not too hard. Returns `None` if it does not fit the request.
    fn last_fitting(&self, rater: &mut Rater, trail: &Trail) -> Option<(usize, Option<Difficulty>)> {
        let points = match (self.recipe.layout, self.recipe.minimality) {
            (Layout::Symmetric(_), Minimality::Any) => trail.steps_with_clues(&self.recipe.clue_range())?,
            // Only the end of the trail has the requested pattern, or is minimal.
            (Layout::Pattern(_), _) | (_, Minimality::Minimal) => trail.steps()..=trail.steps(),
        };
        let (mut low, mut high) = (*points.start(), *points.end());
        // Most trails end near the requested difficulty or far beyond it, so try the end before bisecting.
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
        // Check the technique first, because that is faster than rating.
        let required =
            self.required.as_ref().map_or(Judgement::Fits(None), |required| required.judge(puzzle));
        if required == Judgement::TooHard {
            return required;
        }
        let Some(ratings) = self.ratings else { return required };
        match rate(rater, puzzle, Some(ratings.high)) {
            Err(_) => Judgement::TooHard,
            Ok(rating) if rating < ratings.low || required == Judgement::TooEasy => Judgement::TooEasy,
            Ok(rating) => Judgement::Fits(Some(rating)),
        }
    }
}

/// Rates a puzzle. Returns an error if the rating is above `up_to`.
fn rate(rater: &mut Rater, puzzle: &Grid, up_to: Option<Difficulty>) -> Result<Difficulty, Unrated> {
    let limits = RatingLimits { up_to, nodes: DEFAULT_CHAIN_NODES };
    rater.rate(&Puzzle::from(*puzzle), limits).map(|rated| rated.er)
}

/// Parses a number of clues or a range.
fn clues(value: &NumberOrText) -> Result<RangeInclusive<usize>, Error> {
    let text = value.as_str();
    let (low, high) = text.split_once(['-', '–']).unwrap_or((text, text));
    let expected = match (low.trim().parse(), high.trim().parse()) {
        (Ok(low), Ok(high)) if low > high => &format!("the smaller number of clues first: {high}-{low}"),
        (Ok(low), Ok(high)) if high <= Cell::COUNT => return check_number(high).map(|()| low..=high),
        _ => "a number of clues up to 81, or a range like 24-28",
    };
    Err(Error::new(ErrorKind::Unknown, format!("found {text:?}, expected {expected}")))
}

/// Parses a mask of 81 cells.
fn pattern(text: &str) -> Result<CellSet, Error> {
    let marks: Vec<char> = text.chars().filter(|mark| !mark.is_whitespace()).collect();
    if marks.len() != Cell::COUNT {
        let found = marks.len();
        let message = format!(
            "found a pattern of {found} cells, expected 81: . or 0 for a blank, anything else for a clue"
        );
        return Err(Error::new(ErrorKind::Unreadable, message));
    }
    let is_clue = |(_, mark): &(Cell, char)| !matches!(mark, '.' | '0');
    let cells: CellSet = Cell::all().zip(marks).filter(is_clue).map(|(cell, _)| cell).collect();
    check_pattern(cells).map(|()| cells)
}
