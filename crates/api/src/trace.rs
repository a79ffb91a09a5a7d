//! The events of a textbook solver's search.

use crate::compare::{self, DEFAULT_CALLS, UNTRUSTED_CALLS};
use crate::error::Error;
use crate::operation::{PuzzleOperation, PuzzleText, at_most};
use crate::vocabulary::Version;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use veridoku_classic::{CollapsedTrace, Counter, Event, RunOutcome, Trace};
use veridoku_core::{Digit, Grid, Verdict};
use veridoku_formats::Record;

/// The default number of events.
pub const DEFAULT_LIMIT: usize = 10_000;
/// The maximum number of events in a report.
pub const MAX_LIMIT: usize = 10_000_000;

/// The number of events in the answer to an untrusted client.
const UNTRUSTED_LIMIT: usize = 100_000;

/// The options of the operation.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema, Serialize)]
#[cfg_attr(feature = "cli", derive(clap::Args))]
#[serde(default, deny_unknown_fields)]
pub struct Options {
    /// The name of the solver; `resume` by default.
    pub algorithm: Option<String>,
    /// The number of events to record.
    pub limit: Option<usize>,
    /// The number of calls that the solver may make.
    pub budget: Option<u64>,
    /// Whether a search with more events than the limit is shortened by collapsing deep subtrees, instead of
    /// being cut off.
    pub fold: bool,
}

/// The result of the operation.
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub struct Report {
    /// The version of the JSON schema.
    pub version: Version,
    /// The puzzle, 81 characters (729 with candidates).
    pub puzzle: String,
    /// The name of the solver.
    pub algorithm: &'static str,
    /// The first events until the first solution.
    pub events: Vec<EventRow>,
    /// The number of events after the last one listed.
    pub dropped: u64,
    /// The number of events omitted because their subtrees were collapsed.
    pub folded: u64,
    /// How the search ended: `solved`, `no solution`, `out of budget`.
    pub ending: String,
    /// Why there is no solution, if there is none.
    pub reason: Option<String>,
    /// The first solution, if the solver found one.
    pub solution: Option<String>,
}

/// One event.
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub struct EventRow {
    /// `call`, `try`, `place`, `undo` or `solved`.
    pub event: &'static str,
    /// The cell, as `r1c1`; none for `call` and `solved`.
    pub cell: Option<String>,
    /// The digit; none for `call` and `solved`.
    pub digit: Option<u8>,
    /// The depth of the recursion, 0 in the first call.
    pub depth: usize,
    /// The counts of the whole search so far, if subtrees are collapsed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub counts: Option<SearchCounts>,
}

/// The counts of a search so far.
#[derive(Copy, Clone, Debug, JsonSchema, Serialize)]
pub struct SearchCounts {
    /// Calls to the recursive function.
    pub calls: u64,
    /// Digits tried.
    pub tries: u64,
    /// Digits placed.
    pub placements: u64,
    /// Digits removed again.
    pub undos: u64,
    /// The deepest recursion.
    pub max_depth: usize,
}

impl From<&Counter> for SearchCounts {
    fn from(counter: &Counter) -> SearchCounts {
        let Counter { calls, tries, placements, undos, max_depth, .. } = *counter;
        SearchCounts { calls, tries, placements, undos, max_depth }
    }
}

impl From<&Event> for EventRow {
    fn from(event: &Event) -> EventRow {
        EventRow {
            event: event.event.name(),
            cell: event.cell.map(|cell| cell.to_string()),
            digit: event.digit.map(Digit::number),
            depth: event.depth,
            counts: None,
        }
    }
}

/// Records the events of a solver.
///
/// # Errors
///
/// Returns an error if the requested textbook solver does not exist.
pub fn report(record: &Record, options: &Options) -> Result<Report, Error> {
    let algorithm = compare::algorithm(options.algorithm.as_deref().unwrap_or("resume"))?;
    let limit = options.limit.unwrap_or(DEFAULT_LIMIT).min(MAX_LIMIT);
    let budget = options.budget.unwrap_or(DEFAULT_CALLS);
    let (events, dropped, folded, answer);
    if options.fold {
        let mut collapsed = CollapsedTrace::new(limit);
        answer = algorithm.observe_up_to(&record.puzzle, 1, budget, &mut collapsed);
        let kept;
        (kept, folded) = collapsed.finish();
        let row = |(event, counter): &(Event, Counter)| EventRow {
            counts: (folded > 0).then(|| SearchCounts::from(counter)),
            ..EventRow::from(event)
        };
        events = kept.iter().map(row).collect();
        dropped = 0;
    } else {
        let mut trace = Trace::new(limit);
        answer = algorithm.observe_up_to(&record.puzzle, 1, budget, &mut trace);
        events = trace.events().iter().map(EventRow::from).collect();
        (dropped, folded) = (trace.dropped(), 0);
    }
    Ok(Report {
        version: Version,
        puzzle: record.puzzle.to_string(),
        algorithm: algorithm.name,
        events,
        dropped,
        folded,
        ending: answer.to_string(),
        reason: match answer {
            RunOutcome::None => Verdict::unsolvable(&record.puzzle).reason(),
            _ => None,
        },
        solution: answer.solution().map(Grid::to_string),
    })
}

/// Runs the operation.
#[derive(Debug)]
pub struct TraceSolver;

impl PuzzleOperation for TraceSolver {
    type Options = Options;
    type Report = Report;
    const ABOUT: &'static str = "Show what a textbook solver does, event by event";

    fn limit(options: &mut Options) {
        at_most(&mut options.limit, DEFAULT_LIMIT, UNTRUSTED_LIMIT);
        at_most(&mut options.budget, DEFAULT_CALLS, UNTRUSTED_CALLS);
    }

    fn run(puzzle: PuzzleText<'_>, options: &Options) -> Result<Report, Error> {
        report(puzzle.record, options)
    }

    fn example() -> Value {
        json!({"algorithm": "mrv", "limit": 3})
    }
}
