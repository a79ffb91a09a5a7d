//! How hard a puzzle is, on two scales: Sudoku Explainer's ratings, HoDoKu's level and score.

use crate::path::{Climb, climb};
use crate::teaching::NotationName;
use crate::vocabulary::Version;
use serde::{Deserialize, Serialize};
use std::cell::RefCell;
use veridoku_core::text::Record;
use veridoku_core::{Cell, Puzzle};
use veridoku_logic::Ladder;
use veridoku_logic::rating::{Difficulty, Limits, Rated, RatedStep, Rater, Unrated};

/// The nodes of chains a rating may take unless asked otherwise: minutes, where the hardest known puzzles take seconds.
pub const DEFAULT_CHAIN_NODES: u64 = 20_000_000_000;

/// One of the two scales.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Scale {
    /// Sudoku Explainer's ratings: ER, EP and ED.
    Er,
    /// HoDoKu's level and score.
    Score,
}

/// What may be asked.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[serde(default, deny_unknown_fields)]
pub struct Options {
    /// The only scale to rate on, `er` or `score`: nothing is worked out or told of the other.
    pub only: Option<Scale>,
    /// The highest rating of interest, such as 9.0: above it the answer is only "harder than".
    pub up_to: Option<f64>,
    /// How many nodes of chains the rating may take.
    pub budget: Option<u64>,
    /// Whether the rated steps are told.
    pub steps: bool,
    /// Over how many threads the rating of one puzzle is spread; 0 is 1. Not asked in JSON, as not every host has threads.
    #[serde(skip)]
    pub threads: usize,
}

/// What is answered.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    /// The schema version.
    pub version: Version,
    /// The puzzle, 81 characters (729 with candidates).
    pub puzzle: String,
    /// Sudoku Explainer's rating, if it was asked for.
    #[serde(flatten)]
    pub explainer: Option<ExplainerRating>,
    /// HoDoKu's rating, if it was asked for.
    #[serde(flatten)]
    pub hodoku: Option<HodokuRating>,
    /// The steps of Sudoku Explainer's rating, if they were asked for.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub steps: Vec<StepRating>,
}

/// What Sudoku Explainer says.
#[derive(Clone, Debug, Serialize)]
pub struct ExplainerRating {
    /// Sudoku Explainer's rating of the hardest step.
    pub er: Option<f64>,
    /// Sudoku Explainer's rating of the hardest step up to the first digit placed.
    pub ep: Option<f64>,
    /// Sudoku Explainer's rating of the first step.
    pub ed: Option<f64>,
    /// The first step with that highest rating, in Sudoku Explainer's words.
    pub hardest_rule: Option<&'static str>,
    /// Why there is no such rating: `harder than 9.0`, several solutions, the budget, the time.
    pub unrated: Option<String>,
}

/// What HoDoKu says.
#[derive(Clone, Debug, Serialize)]
pub struct HodokuRating {
    /// The level in HoDoKu's words: `Easy`, `Medium`, `Hard`, `Unfair`, `Extreme`.
    pub level: Option<&'static str>,
    /// HoDoKu's score: the sum of the scores of all steps.
    pub score: Option<u32>,
    /// The technique with the highest score.
    pub hardest: Option<&'static str>,
    /// Why the puzzle has no level and score.
    pub reason: Option<String>,
}

/// One step of a rating.
#[derive(Clone, Debug, Serialize)]
pub struct StepRating {
    /// The rating of the step.
    pub rating: f64,
    /// The rule in Sudoku Explainer's words.
    pub rule: &'static str,
    /// The candidate that is placed, such as `r1c1=5`.
    pub placement: Option<String>,
    /// The candidates that are struck, such as `r1c1<>5`.
    pub eliminations: Vec<String>,
}

thread_local! {
    // The buffers of the chain engine are worth keeping from puzzle to puzzle.
    static RATER: RefCell<Rater> = RefCell::default();
}

/// Rates on both scales, or on the one that is asked for.
pub fn report(record: &Record, options: &Options) -> Report {
    report_until(record, options, || false)
}

/// Rates until the caller wants Sudoku Explainer's rating to end; the answer says then that the time ran out.
pub fn report_until(
    record: &Record,
    options: &Options,
    stop: impl FnMut() -> bool + Send + 'static,
) -> Report {
    let puzzle = &record.puzzle;
    let mut steps = Vec::new();
    let explainer = (options.only != Some(Scale::Score)).then(|| {
        let (rated, told) = rate(puzzle, options, stop);
        steps = told;
        ExplainerRating::new(&rated)
    });
    let hodoku = (options.only != Some(Scale::Er)).then(|| HodokuRating::of(puzzle));
    Report { version: Version, puzzle: puzzle.to_string(), explainer, hodoku, steps }
}

impl ExplainerRating {
    fn new(rated: &Result<Rated, Unrated>) -> ExplainerRating {
        let rating = rated.as_ref().ok();
        ExplainerRating {
            er: rating.map(|rated| rated.er.value()),
            ep: rating.map(|rated| rated.ep.value()),
            ed: rating.map(|rated| rated.ed.value()),
            hardest_rule: rating.and_then(|rated| rated.hardest).map(veridoku_logic::rating::Rule::name),
            unrated: rated.as_ref().err().map(Unrated::to_string),
        }
    }
}

impl HodokuRating {
    fn of(puzzle: &Puzzle) -> HodokuRating {
        let Climb { path, reason, .. } = climb(puzzle, &Ladder::hodoku(), NotationName::default());
        // A path that stops at two solutions says nothing about difficulty.
        let path = path.filter(|path| reason.is_none() || path.is_solved());
        HodokuRating {
            level: path.as_ref().map(|path| path.level().name()),
            score: path.as_ref().map(veridoku_logic::Path::score),
            hardest: path
                .as_ref()
                .and_then(veridoku_logic::Path::hardest)
                .map(veridoku_logic::Technique::name),
            reason,
        }
    }
}

fn rate(
    puzzle: &Puzzle,
    options: &Options,
    stop: impl FnMut() -> bool + Send + 'static,
) -> (Result<Rated, Unrated>, Vec<StepRating>) {
    let limits = Limits {
        up_to: options.up_to.map(Difficulty::nearest),
        nodes: options.budget.unwrap_or(DEFAULT_CHAIN_NODES),
    };
    let mut steps = Vec::new();
    let tell = |step| {
        if options.steps {
            steps.push(StepRating::new(&step));
        }
    };
    let rated = if options.threads > 1 {
        Rater::with_threads(options.threads).rate_until(puzzle, limits, tell, stop)
    } else {
        RATER.with_borrow_mut(|rater| rater.rate_until(puzzle, limits, tell, stop))
    };
    (rated, steps)
}

impl StepRating {
    fn new(step: &RatedStep) -> StepRating {
        let name =
            |cell: u8| Cell::from_index(cell as usize).map_or_else(String::new, |cell| cell.to_string());
        StepRating {
            rating: step.rating.value(),
            rule: step.rule.name(),
            placement: step.placement.map(|(cell, digit)| format!("{}={digit}", name(cell))),
            eliminations: step
                .removals
                .iter()
                .map(|&(cell, digit)| format!("{}<>{digit}", name(cell)))
                .collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Options, Scale, report};
    use veridoku_core::text::Record;

    const PUZZLE: &str = ".......2.9.5...7.1.13...5........3..3.82...9..97..1..58.9...41..3...8..72..7.....";

    fn fields(only: Option<Scale>) -> serde_json::Value {
        let record = Record::from(PUZZLE.parse::<veridoku_core::Puzzle>().unwrap());
        serde_json::to_value(report(&record, &Options { only, ..Options::default() })).unwrap()
    }

    #[test]
    fn only_what_was_asked_is_told() {
        let (both, er, score) = (fields(None), fields(Some(Scale::Er)), fields(Some(Scale::Score)));
        for name in ["er", "ep", "ed", "hardest_rule", "unrated"] {
            assert!(both.get(name).is_some() && both.get(name) == er.get(name), "{name}");
            assert_eq!(score.get(name), None);
        }
        for name in ["level", "score", "hardest", "reason"] {
            assert!(both.get(name).is_some() && both.get(name) == score.get(name), "{name}");
            assert_eq!(er.get(name), None);
        }
        assert_eq!(er["er"], 1.5);
    }
}
