//! The difficulty of a puzzle on two scales: Sudoku Explainer's ratings, and HoDoKu's level and score.

use crate::answer_output::{AnswerOutput, ExitOutcome};
use crate::command::CommandInfo;
#[cfg(feature = "cli")]
use crate::command_values;
use crate::error::Error;
use crate::operation::{InputPuzzle, PuzzleOperation, at_most};
use crate::path::{PathResult, find_path};
use crate::render::puzzle_label;
use crate::vocabulary::Version;
use schemars::JsonSchema;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::{Value, json};
use std::cell::RefCell;
use std::io::{self, Write};
use std::time::{Duration, Instant};
use veridoku_core::{Puzzle, Verdict, stop};
use veridoku_formats::Record;
use veridoku_logic::rating::{Difficulty, Rated, RatedStep, Rater, RatingLimits, Unrated};
use veridoku_logic::{Ladder, Notation, PuzzleVerdicts};

/// The default budget of a rating in chain nodes: two to three minutes at 6.5 million nodes per second, the
/// speed of a server at 2.8 GHz. The hardest known puzzles take seconds.
pub const DEFAULT_CHAIN_NODES: u64 = 1_000_000_000;

/// The largest budget of a request in chain nodes: about twenty minutes, because a request cannot be
/// cancelled.
pub const MAX_CHAIN_NODES: u64 = 8_000_000_000;

/// A rating scale.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Deserialize, JsonSchema, Serialize)]
#[cfg_attr(feature = "cli", derive(clap::ValueEnum))]
#[serde(rename_all = "lowercase")]
pub enum Scale {
    /// Sudoku Explainer's ER, EP and ED.
    Er,
    /// HoDoKu's level and score.
    Score,
}

/// The options of the operation.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema, Serialize)]
#[cfg_attr(feature = "cli", derive(clap::Args))]
#[serde(default, deny_unknown_fields)]
pub struct Options {
    /// Rate on this scale only, which is faster than rating on both scales.
    #[cfg_attr(feature = "cli", arg(long, value_name = "SCALE"))]
    pub only: Option<Scale>,

    /// Highest rating to compute, for example 9.0; puzzles above it are reported as harder.
    #[cfg_attr(feature = "cli", arg(long, value_name = "RATING"))]
    #[serde(deserialize_with = "rating", serialize_with = "as_number")]
    #[schemars(with = "Option<f64>", range(min = 0.0, max = 20.0))]
    pub up_to: Option<Difficulty>,

    /// Maximum number of chain nodes per rating [default: 1000000000; unlimited for a single puzzle]
    ///
    /// Exhausting the default budget takes minutes.
    // A rating with a budget uses a single thread, so that it gives the same result on every machine;
    // `u64::MAX` means no limit.
    #[cfg_attr(feature = "cli", arg(long, value_name = "NODES"))]
    #[serde(deserialize_with = "budget")]
    #[schemars(description = "Maximum number of chain nodes.", range(max = MAX_CHAIN_NODES))]
    pub budget: Option<u64>,

    /// Time limit per puzzle; puzzles that exceed it are reported as not rated.
    #[cfg_attr(feature = "cli", arg(long, value_name = "SECONDS", value_parser = command_values::seconds))]
    #[serde(skip)]
    pub timeout: Option<Duration>,

    /// Print the rated steps
    ///
    /// For chains, also prints the starting assumption and the number of nodes.
    #[cfg_attr(feature = "cli", arg(long, help_heading = "Output options"))]
    #[schemars(description = "Whether to list the rated steps.")]
    pub steps: bool,

    /// The number of threads for one puzzle; 0 means 1. Not part of the JSON, because not every host has
    /// threads.
    #[cfg_attr(feature = "cli", arg(skip))]
    #[serde(skip)]
    pub threads: usize,
}

/// Parses a rating, with the same checks as on the command line.
fn rating<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Difficulty>, D::Error> {
    let number = Option::<f64>::deserialize(deserializer)?;
    number.map(Difficulty::try_from).transpose().map_err(D::Error::custom)
}

#[allow(clippy::ref_option, clippy::trivially_copy_pass_by_ref, reason = "serde requires this signature")]
fn as_number<S: Serializer>(rating: &Option<Difficulty>, serializer: S) -> Result<S::Ok, S::Error> {
    rating.map(Difficulty::value).serialize(serializer)
}

/// Parses a budget, and refuses one above the maximum.
fn budget<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<u64>, D::Error> {
    match Option::<u64>::deserialize(deserializer)? {
        Some(nodes) if nodes > MAX_CHAIN_NODES => Err(D::Error::custom(format!(
            "found a budget of {nodes} nodes, expected at most {MAX_CHAIN_NODES}"
        ))),
        nodes => Ok(nodes),
    }
}

/// The result of the operation.
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub struct Report {
    /// The version of the JSON schema.
    pub version: Version,
    /// The puzzle, 81 characters (729 with candidates).
    pub puzzle: String,
    /// Sudoku Explainer's rating, if requested.
    #[serde(flatten)]
    pub explainer: Option<ExplainerRating>,
    /// HoDoKu's rating, if requested.
    #[serde(flatten)]
    pub hodoku: Option<HodokuRating>,
    /// The steps of Sudoku Explainer's rating, if requested.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub steps: Vec<StepRating>,
}

/// Sudoku Explainer's rating.
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub struct ExplainerRating {
    /// Sudoku Explainer's rating of the hardest step.
    pub er: Option<f64>,
    /// Sudoku Explainer's rating of the hardest step up to the first placement.
    pub ep: Option<f64>,
    /// Sudoku Explainer's rating of the first step.
    pub ed: Option<f64>,
    /// Sudoku Explainer's name for the rule of the first step with the highest rating. HoDoKu's hardest
    /// technique is usually a different one; it is in `hardest`.
    pub hardest_rule: Option<&'static str>,
    /// Why there is no rating: `harder than 9.0`, several solutions, budget or time exhausted.
    pub unrated: Option<String>,
    /// A lower bound on the rating, if the budget or time ran out after at least one step; absent otherwise.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at_least: Option<f64>,
}

/// HoDoKu's rating.
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub struct HodokuRating {
    /// HoDoKu's name for the level: `Easy`, `Medium`, `Hard`, `Unfair`, `Extreme`.
    pub level: Option<&'static str>,
    /// HoDoKu's score: the sum of the scores of all steps.
    pub score: Option<u32>,
    /// HoDoKu's name for the technique with the highest score. Sudoku Explainer's hardest rule is in
    /// `hardest_rule`.
    pub hardest: Option<&'static str>,
    /// Why the puzzle has no level and score.
    pub reason: Option<String>,
}

/// One step of a rating.
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub struct StepRating {
    /// The rating of the step.
    pub rating: f64,
    /// Sudoku Explainer's name for the rule.
    pub rule: &'static str,
    /// The premise of its chain: `r1c9=5`, `r1c9<>5`, `r1c9=5 or r1c9<>5`, `the candidates of r1c9`, `the
    /// places of 5 in row 1`; absent if the step has no chain.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub premise: Option<String>,
    /// The number of nodes that Sudoku Explainer counts in the chain, including nested chains; absent if the
    /// step has no chain.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u32>,
    /// The digit placed, such as `r1c1=5`.
    pub placement: Option<String>,
    /// The candidates eliminated, such as `r1c1<>5`.
    pub eliminations: Vec<String>,
}

thread_local! {
    // Reuses the buffers of the chain engine from puzzle to puzzle.
    static RATER: RefCell<Rater> = RefCell::default();
}

/// Rates the difficulty of a puzzle on both scales, or on the requested one.
#[derive(Debug)]
pub struct Rate;

impl PuzzleOperation for Rate {
    type Options = Options;
    type Report = Report;
    const ABOUT: &'static str = "Rate the difficulty of puzzles";
    const COMMAND: CommandInfo = CommandInfo {
        details: "For each puzzle, prints Sudoku Explainer's ratings, then HoDoKu's level, \
         score and hardest technique. Sudoku Explainer's ratings are printed as ED=ER/EP/ED, followed by the \
         hardest rule. ER rates the hardest step, EP the hardest step up to the first placement, and ED the \
         first step.",
        examples: &["rate puzzle.txt", "rate --only er --up-to 9.0 puzzles.txt"],
        negative: "a puzzle has no rating (no unique solution, or a limit was reached)",
        ..CommandInfo::DEFAULT
    };

    fn restrict(options: &mut Options) {
        at_most(&mut options.budget, DEFAULT_CHAIN_NODES, DEFAULT_CHAIN_NODES);
    }

    fn run(puzzle: InputPuzzle<'_>, options: &Options) -> Result<Report, Error> {
        // Without a timeout, the clock is not read: wasm has none.
        let deadline = options.timeout.map(|timeout| (Instant::now(), timeout));
        let is_late = move || deadline.is_some_and(|(start, timeout)| start.elapsed() >= timeout);
        let is_over = move || stop::is_requested() || is_late();
        Ok(report_until(puzzle.record, options, is_over))
    }

    fn outcome(report: &Report) -> ExitOutcome {
        // If Sudoku Explainer's rating was requested, it alone determines the outcome.
        ExitOutcome::positive_if(match (&report.explainer, &report.hodoku) {
            (Some(rating), _) => rating.er.is_some(),
            (None, rating) => rating.as_ref().is_some_and(|rating| rating.level.is_some()),
        })
    }

    fn write(
        puzzle: InputPuzzle<'_>,
        _: &Options,
        report: &Report,
        out: &mut AnswerOutput<'_>,
    ) -> io::Result<()> {
        let explainer = report.explainer.as_ref().map(ExplainerRating::text).unwrap_or_default();
        let hodoku = match &report.hodoku {
            Some(rating) => rating.text(report.explainer.is_some()),
            None => String::new(),
        };
        let width = out.line_width;
        write!(out, "{}", width.wrap("", &format!("{}{explainer}{hodoku}", label(puzzle)), 2))?;
        for (number, step) in report.steps.iter().enumerate() {
            let outcomes = step.placement.iter().chain(&step.eliminations);
            let outcomes: Vec<&str> = outcomes.map(String::as_str).collect();
            let start = format!("  {:3}. ", number + 1);
            let origin = match (&step.premise, step.nodes) {
                (Some(premise), Some(nodes)) => format!(" from {premise}, {nodes} nodes"),
                _ => String::new(),
            };
            let text = format!("{:.1} {}{origin}: {}", step.rating, step.rule, outcomes.join(" "));
            write!(out, "{}", width.wrap(&start, &text, start.len()))?;
        }
        Ok(())
    }

    fn example() -> Value {
        json!({"only": "er"})
    }
}

/// Returns the label of a puzzle. A sukaku is printed in a form that can be read again: as 81 characters if
/// they represent it completely, otherwise as 729 characters, with all candidates.
fn label(InputPuzzle { record, format }: InputPuzzle<'_>) -> String {
    let puzzle = &record.puzzle;
    let is_sukaku =
        puzzle.values().filled().is_empty() || format.is_some_and(|format| format.name() == "sukaku");
    if !is_sukaku {
        return puzzle_label::label(puzzle, Notation::RowColumn);
    }
    puzzle.plain_values().map_or_else(|| puzzle.to_string(), |values| values.to_string())
}

/// Rates a puzzle until `stop` returns true; then Sudoku Explainer's rating ends with "the time ran out".
pub fn report_until(
    record: &Record,
    options: &Options,
    stop: impl FnMut() -> bool + Send + 'static,
) -> Report {
    let puzzle = &record.puzzle;
    let verdicts = PuzzleVerdicts::of(puzzle);
    let mut steps = Vec::new();
    let explainer = (options.only != Some(Scale::Score)).then(|| {
        let (rated, rated_steps) = rate(puzzle, &verdicts.whole, options, stop);
        steps = rated_steps;
        ExplainerRating::new(&rated)
    });
    let hodoku = (options.only != Some(Scale::Er)).then(|| HodokuRating::of(puzzle, &verdicts));
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

    /// Returns the rating as part of a line.
    fn text(&self) -> String {
        match (self.er, self.ep, self.ed, &self.unrated) {
            (Some(er), Some(ep), Some(ed), _) => {
                let rule = self.hardest_rule.unwrap_or("already solved");
                format!(" ED={er:.1}/{ep:.1}/{ed:.1} {rule}")
            }
            (.., Some(reason)) => format!(" not rated: {reason}"),
            _ => " not rated".to_string(),
        }
    }
}

impl HodokuRating {
    fn of(puzzle: &Puzzle, verdicts: &PuzzleVerdicts) -> HodokuRating {
        let PathResult { path, reason, .. } =
            find_path(puzzle, verdicts, &Ladder::hodoku(), Notation::default());
        // The path of a puzzle with several solutions says nothing about difficulty.
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

    /// Returns the rating as part of a line, possibly after Sudoku Explainer's.
    fn text(&self, follows_explainer: bool) -> String {
        match (self.level, self.score, &self.reason) {
            (Some(level), Some(score), _) => {
                let separator = if follows_explainer { ";" } else { "" };
                let hardest = self.hardest.unwrap_or("already solved");
                format!("{separator} HoDoKu: {level} {score} {hardest}")
            }
            // If both ratings were requested, the reason has already been printed.
            _ if follows_explainer => String::new(),
            (.., Some(reason)) => format!(" not rated: {reason}"),
            _ => " not rated".to_string(),
        }
    }
}

fn rate(
    puzzle: &Puzzle,
    verdict: &Verdict,
    options: &Options,
    stop: impl FnMut() -> bool + Send + 'static,
) -> (Result<Rated, Unrated>, Vec<StepRating>) {
    let limits = RatingLimits { up_to: options.up_to, nodes: options.budget.unwrap_or(DEFAULT_CHAIN_NODES) };
    let mut steps = Vec::new();
    let collect = |step| {
        if options.steps {
            steps.push(StepRating::new(&step));
        }
    };
    let rated = if options.threads > 1 {
        Rater::with_threads(options.threads).rate_until(puzzle, verdict, limits, collect, stop)
    } else {
        RATER.with_borrow_mut(|rater| rater.rate_until(puzzle, verdict, limits, collect, stop))
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
    use super::{Difficulty, MAX_CHAIN_NODES, Options, Rate, Scale, report_until};
    use crate::operation::{InputPuzzle, PuzzleOperation};
    use veridoku_formats::Record;

    const PUZZLE: &str = ".......2.9.5...7.1.13...5........3..3.82...9..97..1..58.9...41..3...8..72..7.....";

    fn answer(options: &Options) -> serde_json::Value {
        let record = Record::from(PUZZLE.parse::<veridoku_core::Puzzle>().unwrap());
        serde_json::to_value(Rate::run(InputPuzzle::from(&record), options).unwrap()).unwrap()
    }

    fn fields(only: Option<Scale>) -> serde_json::Value {
        answer(&Options { only, ..Options::default() })
    }

    #[test]
    fn invalid_ratings_and_unlimited_budgets_are_refused() {
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
            read(&format!("{{\"budget\": {MAX_CHAIN_NODES}}}")).unwrap().budget,
            Some(MAX_CHAIN_NODES)
        );
        let error = read(&format!("{{\"budget\": {}}}", u64::MAX)).unwrap_err();
        assert!(error.to_string().contains("at most 8000000000"), "{error}");
    }

    #[test]
    fn an_interrupted_rating_has_a_numeric_lower_bound() {
        let record = Record::from(PUZZLE.parse::<veridoku_core::Puzzle>().unwrap());
        let stopped = report_until(&record, &Options::default(), || true).explainer.unwrap();
        assert_eq!((stopped.er, stopped.at_least), (None, Some(1.2)));
        let harder = answer(&Options { up_to: Some(Difficulty::from_tenths(12)), ..Options::default() });
        assert_eq!((&harder["unrated"], harder.get("at_least")), (&"harder than 1.2".into(), None));
    }

    #[test]
    fn only_the_requested_scale_is_reported() {
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
