//! Positions to practise a technique, in which it is the simplest step there is.
//!
//! The search starts near known positions, or from generated puzzles if there are none. Rare techniques need
//! known positions: puzzles that differ in a few clues often need the same technique.

use crate::error::{Error, ErrorKind};
use crate::generate::{NumberOrText, Seed};
use crate::operation::{Operation, OptionsRequest, at_most};
use crate::technique_options::TechniqueName;
use crate::vocabulary::Version;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::collections::HashSet;
use veridoku_core::generate::{Generator, Recipe};
use veridoku_core::symmetry::{Canonizer, Transform};
use veridoku_core::{Grid, Puzzle, Random, stop};
use veridoku_formats::{Format, Record, Writer};
use veridoku_logic::{CoveredTechnique, Position, PracticeSearch, Technique, random_neighbour};

/// The maximum number of positions in one request.
pub const MAX_COUNT: u64 = 1000;
/// The default budget for each position.
pub const DEFAULT_BUDGET: u64 = 10_000;

/// The number of positions in the answer to an untrusted client.
const UNTRUSTED_COUNT: u64 = 10;
/// The budget for each of these positions.
const UNTRUSTED_BUDGET: u64 = 100;
/// The number of equivalent positions to try if no new one is found.
const EQUIVALENTS: usize = 50;

/// The options of the operation.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema, Serialize)]
#[cfg_attr(feature = "cli", derive(clap::Args))]
#[serde(default, deny_unknown_fields)]
pub struct Options {
    /// Technique to practise ('veridoku techniques' lists all)
    #[cfg_attr(feature = "cli", arg(value_name = "TECHNIQUE", required = true))]
    #[cfg_attr(feature = "cli", arg(value_parser = TechniqueName::from_argument))]
    #[schemars(description = "Technique to practise, by name, short code or abbreviation; required.")]
    pub technique: Option<TechniqueName>,

    /// Number of positions.
    #[cfg_attr(feature = "cli", arg(long, short = 'n', value_name = "N", default_value = "1"))]
    pub count: Option<u64>,

    /// Seed: a number or any text [default: random]
    #[cfg_attr(feature = "cli", arg(long, value_name = "SEED"))]
    pub seed: Option<NumberOrText>,

    /// Known positions to search near, in any text format.
    #[cfg_attr(feature = "cli", arg(skip))]
    #[schemars(description = "Known positions to search near, each in any text format. Without them, the \
        search starts from generated puzzles, which rarely need the rarest techniques.")]
    pub near: Vec<String>,

    /// Maximum number of positions to search for the technique, for each position in the answer
    #[cfg_attr(feature = "cli", arg(long, value_name = "N", default_value = DEFAULT_BUDGET.to_string()))]
    #[schemars(
        description = "Maximum number of positions to search for the technique, for each position in \
        the answer."
    )]
    pub budget: Option<u64>,
}

/// The result of the operation.
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub struct Report {
    /// The version of the JSON schema.
    pub version: Version,
    /// The name of the technique.
    pub technique: &'static str,
    /// The seed.
    pub seed: Seed,
    /// The positions, each a line of HoDoKu's library format.
    pub positions: Vec<String>,
    /// Why there are fewer than requested.
    pub reason: Option<String>,
    /// Why other techniques are ignored, if the technique is hardly ever the simplest step.
    pub note: Option<String>,
}

/// Finds positions to practise a technique.
#[derive(Debug)]
pub struct Practice;

impl Operation for Practice {
    type Request = OptionsRequest<Options>;
    type Report = Report;
    const ABOUT: &'static str = "Make positions to practise a technique, in which it is the simplest step";

    fn restrict(request: &mut Self::Request) {
        at_most(&mut request.options.count, 1, UNTRUSTED_COUNT);
        at_most(&mut request.options.budget, UNTRUSTED_BUDGET, UNTRUSTED_BUDGET);
    }

    fn respond(request: &Self::Request) -> Result<Report, Error> {
        report(&request.options)
    }

    fn example() -> Value {
        json!({"options": {"technique": "X-Wing", "seed": 7}})
    }
}

/// Finds positions to practise a technique.
///
/// # Errors
///
/// Returns an error if the technique is missing or cannot be practised, or a known position is unreadable.
pub fn report(options: &Options) -> Result<Report, Error> {
    let technique = technique(options)?;
    let count = options.count.unwrap_or(1);
    if count > MAX_COUNT {
        let message = format!("found a count of {count}, expected at most {MAX_COUNT} in one request");
        return Err(Error::new(ErrorKind::Unsupported, message));
    }
    let search = PracticeSearch::new(technique)
        .ok_or_else(|| Error::new(ErrorKind::Unsupported, format!("{technique} cannot be practised")))?;
    let seed = options.seed.as_ref().map_or_else(Seed::random, Seed::from);
    let mut maker = PositionMaker::new(search, &options.near)?;
    let budget = options.budget.unwrap_or(DEFAULT_BUDGET);
    let positions: Vec<String> = (0..count)
        .map_while(|index| {
            let mut random = Random::stream(seed.number(), index);
            maker.fresh(&mut random, budget).or_else(|| maker.equivalent(&mut random))
        })
        .map(|position| line(&position.to_puzzle()))
        .collect();
    let reason = (positions.len() < count as usize)
        .then(|| format!("found only {} of {count} positions within the budget", positions.len()));
    let note = CoveredTechnique::of(technique)
        .map(|covered| format!("techniques that cover {technique} are ignored: {}", covered.reason));
    Ok(Report { version: Version, technique: technique.name(), seed, positions, reason, note })
}

/// Returns the requested technique.
fn technique(options: &Options) -> Result<Technique, Error> {
    let Some(name) = &options.technique else {
        return Err(Error::new(ErrorKind::Unsupported, "found no technique, expected the name of one"));
    };
    match name.techniques() {
        [technique] => Ok(*technique),
        several => {
            let names: Vec<&str> = several.iter().map(|technique| technique.name()).collect();
            let message = format!("found {:?}, expected one of {}", name.name(), names.join(", "));
            Err(Error::new(ErrorKind::Unsupported, message))
        }
    }
}

/// Writes a position as a line of HoDoKu's library format.
fn line(puzzle: &Puzzle) -> String {
    let format = Format::by_name("hodoku").expect("a known format");
    let mut text = String::new();
    Writer::new(format).record(&Record::from(puzzle.clone()), &mut text).expect("a position");
    text.trim_end().to_string()
}

/// Makes positions to practise a technique: new ones, or else ones equivalent to a known position.
struct PositionMaker {
    search: PracticeSearch,
    known: Vec<Position>,
    generator: Generator,
    canonizer: Canonizer,
    /// The canonical forms of the givens of known positions, and of those made so far.
    seen: HashSet<Grid>,
}

impl PositionMaker {
    fn new(search: PracticeSearch, near: &[String]) -> Result<PositionMaker, Error> {
        let mut maker = PositionMaker {
            search,
            known: Vec::new(),
            generator: Generator::new(),
            canonizer: Canonizer::default(),
            seen: HashSet::new(),
        };
        for text in near {
            let puzzle = veridoku_formats::read(text)?.puzzle;
            let position = Position::new(&puzzle);
            let position = position
                .map_err(|error| Error::new(ErrorKind::Unsupported, format!("a known position: {error}")))?;
            maker.remember(&position);
            maker.known.push(position);
        }
        Ok(maker)
    }

    /// Searches for a new position within the budget.
    fn fresh(&mut self, random: &mut Random, mut budget: u64) -> Option<Position> {
        while budget > 0 && !stop::is_requested() {
            // Puzzles without a solution cost something, too.
            budget -= 1;
            let Some(puzzle) = self.puzzle(random) else { continue };
            if let Some(position) = self.search.walk(&puzzle, random, &mut budget)
                && self.remember(&position)
            {
                return Some(position);
            }
        }
        None
    }

    /// Returns a puzzle to start from.
    fn puzzle(&mut self, random: &mut Random) -> Option<Grid> {
        if self.known.is_empty() {
            let trail = self.generator.attempt(&Recipe::default(), random)?;
            return Some(trail.puzzle_after(trail.steps()));
        }
        let known = &self.known[random.index(self.known.len())];
        random_neighbour(&known.to_puzzle().given_values(), random)
    }

    /// Records the givens. Returns whether no equivalent ones were recorded before.
    fn remember(&mut self, position: &Position) -> bool {
        self.seen.insert(self.canonizer.canonical(&position.to_puzzle().given_values()).grid)
    }

    /// Returns a random position that is equivalent to a known one.
    fn equivalent(&self, random: &mut Random) -> Option<Position> {
        (0..EQUIVALENTS).find_map(|_| {
            let known = self.known.get(random.index(self.known.len().max(1)))?;
            let puzzle = Transform::random(random).apply_to_puzzle(&known.to_puzzle());
            // Among techniques that are searched together, the first one found can be another one.
            Position::new(&puzzle).ok().filter(|position| self.search.step(position).is_some())
        })
    }
}
