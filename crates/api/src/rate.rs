//! How hard a puzzle is, on two scales: Sudoku Explainer's ratings, HoDoKu's level and score.

use crate::path::{PathResult, find_path};
use crate::technique_options::NotationName;
use crate::vocabulary::Version;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::cell::RefCell;
use veridoku_core::Puzzle;
use veridoku_core::text::Record;
use veridoku_logic::Ladder;
use veridoku_logic::rating::{Difficulty, Rated, RatedStep, Rater, RatingLimits, Unrated};

/// The nodes of chains a rating may take unless asked otherwise: two to three minutes at the 6.5 million a second of a server at 2.8 GHz, where
/// the hardest known puzzles take seconds.
pub const DEFAULT_CHAIN_NODES: u64 = 1_000_000_000;

/// The most nodes of chains that a request may ask for: some twenty minutes, since nobody can end it.
pub const MOST_CHAIN_NODES: u64 = 8_000_000_000;

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
    #[serde(deserialize_with = "rating", serialize_with = "as_number")]
    pub up_to: Option<Difficulty>,
    /// How many nodes of chains the rating may take; in JSON at most [`MOST_CHAIN_NODES`]. A rating with one is done by one
    /// thread, so that it means the same on every machine; `u64::MAX` is no limit.
    #[serde(deserialize_with = "budget")]
    pub budget: Option<u64>,
    /// Whether the rated steps are told.
    pub steps: bool,
    /// Over how many threads the rating of one puzzle is spread; 0 is 1. Not asked in JSON, as not every host has threads.
    #[serde(skip)]
    pub threads: usize,
}

/// Reads a rating; what is none is refused as it is on the command line.
fn rating<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Difficulty>, D::Error> {
    let number = Option::<f64>::deserialize(deserializer)?;
    number.map(Difficulty::try_from).transpose().map_err(D::Error::custom)
}

#[allow(clippy::ref_option, clippy::trivially_copy_pass_by_ref, reason = "serde asks for this shape")]
fn as_number<S: Serializer>(rating: &Option<Difficulty>, serializer: S) -> Result<S::Ok, S::Error> {
    rating.map(Difficulty::value).serialize(serializer)
}

/// Reads a budget that ends.
fn budget<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<u64>, D::Error> {
    match Option::<u64>::deserialize(deserializer)? {
        Some(nodes) if nodes > MOST_CHAIN_NODES => {
            Err(D::Error::custom(format!("a budget is at most {MOST_CHAIN_NODES} nodes, found {nodes}")))
        }
        nodes => Ok(nodes),
    }
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
    /// The rule of the first step with that highest rating, in Sudoku Explainer's words. HoDoKu's hardest technique, which is another
    /// one most often, is `hardest`.
    pub hardest_rule: Option<&'static str>,
    /// Why there is no such rating: `harder than 9.0`, several solutions, the budget, the time.
    pub unrated: Option<String>,
    /// What the rating would be at least, where the budget or the time ended it after a step; absent otherwise.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at_least: Option<f64>,
}

/// What HoDoKu says.
#[derive(Clone, Debug, Serialize)]
pub struct HodokuRating {
    /// The level in HoDoKu's words: `Easy`, `Medium`, `Hard`, `Unfair`, `Extreme`.
    pub level: Option<&'static str>,
    /// HoDoKu's score: the sum of the scores of all steps.
    pub score: Option<u32>,
    /// The technique with the highest score, in HoDoKu's words; Sudoku Explainer's hardest rule is `hardest_rule`.
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
    /// What its chain begins with: `r1c9=5`, `r1c9<>5`, `r1c9=5 or r1c9<>5`, `the candidates of r1c9`, `the places of 5 in row 1`;
    /// absent where the step rests on no chain.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub premise: Option<String>,
    /// How many nodes Sudoku Explainer counts in its chain, those of the chains inside included; absent likewise.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u32>,
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
            at_least: rated.as_ref().err().and_then(Unrated::at_least).map(Difficulty::value),
        }
    }
}

impl HodokuRating {
    fn of(puzzle: &Puzzle) -> HodokuRating {
        let PathResult { path, reason, .. } = find_path(puzzle, &Ladder::hodoku(), NotationName::default());
        // A path that stops at two solutions says nothing about difficulty.
        let path = path.filter(|path| reason.is_none() || path.is_solved());
        HodokuRating {
            level: path.as_ref().map(|path| path.level().name()),
            score: path.as_ref().map(veridoku_logic::SolutionPath::score),
            hardest: path
                .as_ref()
                .and_then(veridoku_logic::SolutionPath::hardest)
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
    let limits = RatingLimits { up_to: options.up_to, nodes: options.budget.unwrap_or(DEFAULT_CHAIN_NODES) };
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
        StepRating {
            rating: step.rating.value(),
            rule: step.rule.name(),
            premise: step.chain.map(|chain| chain.premise.to_string()),
            nodes: step.chain.map(|chain| chain.nodes),
            placement: step.placement.map(|(cell, digit)| format!("{cell}={digit}")),
            eliminations: step.removals.iter().map(|(cell, digit)| format!("{cell}<>{digit}")).collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Difficulty, MOST_CHAIN_NODES, Options, Scale, report, report_until};
    use veridoku_core::text::Record;

    const PUZZLE: &str = ".......2.9.5...7.1.13...5........3..3.82...9..97..1..58.9...41..3...8..72..7.....";

    fn answer(options: &Options) -> serde_json::Value {
        let record = Record::from(PUZZLE.parse::<veridoku_core::Puzzle>().unwrap());
        serde_json::to_value(report(&record, options)).unwrap()
    }

    fn fields(only: Option<Scale>) -> serde_json::Value {
        answer(&Options { only, ..Options::default() })
    }

    #[test]
    fn what_is_no_rating_and_what_does_not_end_is_refused() {
        let read = |text: &str| serde_json::from_str::<Options>(text);
        for text in ["7.25", "25", "20.1", "-3", "\"7\""] {
            assert!(read(&format!("{{\"up_to\": {text}}}")).is_err(), "{text}");
        }
        for (text, tenths) in [("7.2", 72), ("9", 90), ("20.0", 200)] {
            let options = read(&format!("{{\"up_to\": {text}}}")).unwrap();
            assert_eq!(options.up_to.map(Difficulty::tenths), Some(tenths));
            let again = read(&serde_json::to_string(&options).unwrap()).unwrap();
            assert_eq!(again.up_to, options.up_to);
        }
        assert_eq!(read("{\"up_to\": null, \"budget\": null}").unwrap().budget, None);
        assert_eq!(
            read(&format!("{{\"budget\": {MOST_CHAIN_NODES}}}")).unwrap().budget,
            Some(MOST_CHAIN_NODES)
        );
        let error = read(&format!("{{\"budget\": {}}}", u64::MAX)).unwrap_err();
        assert!(error.to_string().contains("at most 8000000000"), "{error}");
    }

    #[test]
    fn a_rating_cut_short_tells_its_lower_bound_as_a_number() {
        let record = Record::from(PUZZLE.parse::<veridoku_core::Puzzle>().unwrap());
        let stopped = report_until(&record, &Options::default(), || true).explainer.unwrap();
        assert_eq!((stopped.er, stopped.at_least), (None, Some(1.2)));
        let harder = answer(&Options { up_to: Some(Difficulty::from_tenths(12)), ..Options::default() });
        assert_eq!((&harder["unrated"], harder.get("at_least")), (&"harder than 1.2".into(), None));
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
