//! The events of a textbook solver's search.

use crate::answer_output::{AnswerOutput, ExitOutcome, write_json};
use crate::command::{CommandInfo, RunOptions};
#[cfg(feature = "cli")]
use crate::command_values;
use crate::compare::{self, DEFAULT_CALLS, UNTRUSTED_CALLS};
use crate::error::Error;
use crate::operation::{InputPuzzle, PuzzleOperation, at_most};
use crate::vocabulary::Version;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::io::{self, Write};
use veridoku_classic::{CollapsedTrace, Counter, Event, RunOutcome, Trace};
use veridoku_core::{Digit, Grid, Verdict};

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
    /// Solver to trace.
    #[cfg_attr(feature = "cli", arg(long, value_name = "NAME", default_value = "resume"))]
    #[cfg_attr(feature = "cli", arg(value_parser = command_values::algorithm_name()))]
    pub algorithm: Option<String>,

    /// Maximum number of events to print.
    #[cfg_attr(feature = "cli", arg(long, value_name = "N", default_value = DEFAULT_LIMIT.to_string()))]
    #[schemars(description = "Maximum number of events to list.")]
    pub limit: Option<usize>,

    /// Maximum number of calls.
    #[cfg_attr(feature = "cli", arg(long, value_name = "N", default_value = DEFAULT_CALLS.to_string()))]
    pub budget: Option<u64>,

    /// Whether a search with more events than the limit is shortened by collapsing deep subtrees, instead of
    /// being cut off.
    #[cfg_attr(feature = "cli", arg(skip))]
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

/// Records the events of a textbook solver's search.
#[derive(Debug)]
pub struct TraceSolver;

impl PuzzleOperation for TraceSolver {
    type Options = Options;
    type Report = Report;
    const ABOUT: &'static str = "Show what a textbook solver does, event by event";
    const COMMAND: CommandInfo = CommandInfo {
        examples: &["trace --algorithm mrv --limit 50 puzzle.txt"],
        run_options: RunOptions::None,
        ..CommandInfo::DEFAULT
    };

    fn restrict(options: &mut Options) {
        at_most(&mut options.limit, DEFAULT_LIMIT, UNTRUSTED_LIMIT);
        at_most(&mut options.budget, DEFAULT_CALLS, UNTRUSTED_CALLS);
    }

    fn run(puzzle: InputPuzzle<'_>, options: &Options) -> Result<Report, Error> {
        let puzzle = &puzzle.record.puzzle;
        let algorithm = compare::algorithm(options.algorithm.as_deref().unwrap_or("resume"))?;
        let limit = options.limit.unwrap_or(DEFAULT_LIMIT).min(MAX_LIMIT);
        let budget = options.budget.unwrap_or(DEFAULT_CALLS);
        let (events, dropped, folded, answer);
        if options.fold {
            let mut collapsed = CollapsedTrace::new(limit);
            answer = algorithm.observe_up_to(puzzle, 1, budget, &mut collapsed);
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
            answer = algorithm.observe_up_to(puzzle, 1, budget, &mut trace);
            events = trace.events().iter().map(EventRow::from).collect();
            (dropped, folded) = (trace.dropped(), 0);
        }
        Ok(Report {
            version: Version,
            puzzle: puzzle.to_string(),
            algorithm: algorithm.name,
            events,
            dropped,
            folded,
            ending: answer.to_string(),
            reason: match answer {
                RunOutcome::None => Verdict::unsolvable(puzzle).reason(),
                _ => None,
            },
            solution: answer.solution().map(Grid::to_string),
        })
    }

    fn outcome(report: &Report) -> ExitOutcome {
        ExitOutcome::positive_if(report.solution.is_some())
    }

    fn write_json(report: &Report, out: &mut AnswerOutput<'_>) -> io::Result<()> {
        report.events.iter().try_for_each(|row| write_json(out, row))?;
        report.write_ending(out)
    }

    fn write(_: InputPuzzle<'_>, _: &Options, report: &Report, out: &mut AnswerOutput<'_>) -> io::Result<()> {
        for row in &report.events {
            write!(out, "{:depth$}{}", "", row.event, depth = row.depth)?;
            match (&row.cell, row.digit) {
                (Some(cell), Some(digit)) => writeln!(out, " {cell}={digit}")?,
                _ => writeln!(out)?,
            }
        }
        report.write_ending(out)
    }

    fn example() -> Value {
        json!({"algorithm": "mrv", "limit": 3})
    }
}

impl Report {
    /// Prints how the search ended, after the events.
    fn write_ending(&self, out: &mut AnswerOutput<'_>) -> io::Result<()> {
        out.flush()?;
        let ending = self.reason.as_ref().unwrap_or(&self.ending);
        let more = match self.dropped {
            0 => String::new(),
            more => format!("; {more} more events, see --limit"),
        };
        (out.message)(&format!("veridoku: {}: {ending}{more}", self.algorithm));
        Ok(())
    }
}
