//! The events of a textbook solver's search.

use crate::answer_output::{AnswerOutput, ExitOutcome, OutputStyle, write_json};
use crate::command::{CommandInfo, RunOptions};
#[cfg(feature = "cli")]
use crate::command_values;
use crate::compare::{self, DEFAULT_CALLS, UNTRUSTED_CALLS};
use crate::error::Error;
use crate::operation::{InputPuzzle, PuzzleOperation, at_most};
use crate::render::numbers::group_digits;
use crate::vocabulary::Version;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::io::{self, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use veridoku_classic::{
    Counter, Event, EventKind, Observer, ProfileBucket, RecordedEvent, Recording, RunOutcome, SearchProfile,
    Trace, TraceStart,
};
use veridoku_core::{Digit, Grid, Puzzle, Verdict, stop};

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
    #[cfg_attr(feature = "cli", arg(long, alias = "engine", value_name = "NAME", default_value = "resume"))]
    #[cfg_attr(feature = "cli", arg(value_parser = command_values::algorithm_name()))]
    pub algorithm: Option<String>,

    /// Maximum number of events to print, up to 10000000.
    #[cfg_attr(feature = "cli", arg(long, value_name = "N", default_value = DEFAULT_LIMIT.to_string()))]
    #[schemars(description = "Maximum number of events to list.")]
    pub limit: Option<usize>,

    /// Number of calls to skip before the first event that is printed.
    #[cfg_attr(feature = "cli", arg(long, value_name = "N", default_value = "0"))]
    #[schemars(description = "Number of calls to skip before the first event that is listed.")]
    pub skip: Option<u64>,

    /// Maximum number of calls, including those skipped.
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
    /// The state of the search before the first event listed, if calls were skipped.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub start: Option<StartReport>,
    /// The events until the first solution.
    pub events: Vec<EventRow>,
    /// The number of events after the last one listed.
    pub dropped: u64,
    /// The number of events omitted because their subtrees were collapsed.
    pub folded: u64,
    /// The depth of the whole search over time, if subtrees may be collapsed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub profile: Option<ProfileReport>,
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
    /// `call`, `choose`, `try`, `conflict`, `place`, `eliminate`, `cover`, `uncover`, `undo`, `return` or
    /// `solved`.
    pub event: &'static str,
    /// The cell, as `r1c1`, if the event is about one.
    pub cell: Option<String>,
    /// The digit, if the event is about one.
    pub digit: Option<u8>,
    /// The depth of the recursion, 0 in the first call.
    pub depth: u8,
    /// The house, as `row 1`: it needs a place for the digit, or, at an elimination, has only this cell left
    /// for another digit.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub house: Option<String>,
    /// The cell that already contains the digit of a conflict or an elimination.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub with: Option<String>,
    /// The number of digits or places left, or of candidates that are removed or restored.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub options: Option<u8>,
    /// The counts of the whole search so far, if subtrees are collapsed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub counts: Option<SearchCounts>,
}

/// The counts of a search so far.
#[derive(Copy, Clone, Debug, JsonSchema, Serialize)]
pub struct SearchCounts {
    /// Events of all kinds.
    pub events: u64,
    /// Calls to the recursive function.
    pub calls: u64,
    /// Digits tried.
    pub tries: u64,
    /// Digits placed.
    pub placements: u64,
    /// Digits removed again.
    pub undos: u64,
    /// Calls that returned without a solution and without a call of their own.
    pub dead_ends: u64,
    /// The deepest recursion.
    pub max_depth: u8,
}

/// The state of a search.
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub struct StartReport {
    /// The events that have not been taken back, oldest first: open calls, chosen and placed digits,
    /// eliminations and covered constraints.
    pub path: Vec<EventRow>,
    /// The counts so far.
    pub counts: SearchCounts,
}

/// The depth of a search over time.
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub struct ProfileReport {
    /// The number of calls in each bucket; the last one may have fewer.
    pub calls_per_bucket: u64,
    /// At most 1,024 buckets, in order.
    pub buckets: Vec<BucketReport>,
}

/// Some consecutive calls of a search.
#[derive(Copy, Clone, Debug, JsonSchema, Serialize)]
pub struct BucketReport {
    /// The number of events before the first of these calls.
    pub events_before: u64,
    /// The depth of the shallowest call.
    pub min_depth: u8,
    /// The depth of the deepest call.
    pub max_depth: u8,
    /// Calls that returned without a solution and without a call of their own.
    pub dead_ends: u64,
}

impl From<&Counter> for SearchCounts {
    fn from(counter: &Counter) -> SearchCounts {
        let Counter { events, calls, tries, placements, undos, dead_ends, max_depth, .. } = *counter;
        SearchCounts { events, calls, tries, placements, undos, dead_ends, max_depth }
    }
}

impl From<&Event> for EventRow {
    fn from(event: &Event) -> EventRow {
        EventRow {
            event: event.kind.name(),
            cell: event.cell.map(|cell| cell.to_string()),
            digit: event.digit.map(Digit::number),
            depth: event.depth,
            house: event.house.map(|house| house.to_string()),
            with: event.with.map(|cell| cell.to_string()),
            options: event.options,
            counts: None,
        }
    }
}

impl From<&RecordedEvent> for EventRow {
    fn from(recorded: &RecordedEvent) -> EventRow {
        EventRow { counts: Some(SearchCounts::from(&recorded.counts)), ..EventRow::from(&recorded.event) }
    }
}

impl From<TraceStart> for StartReport {
    fn from(start: TraceStart) -> StartReport {
        StartReport {
            path: start.path.iter().map(EventRow::from).collect(),
            counts: SearchCounts::from(&start.counts),
        }
    }
}

impl From<SearchProfile> for ProfileReport {
    fn from(profile: SearchProfile) -> ProfileReport {
        let bucket = |bucket: &ProfileBucket| {
            let ProfileBucket { events_before, min_depth, max_depth, dead_ends } = *bucket;
            BucketReport { events_before, min_depth, max_depth, dead_ends }
        };
        ProfileReport {
            calls_per_bucket: profile.calls_per_bucket,
            buckets: profile.buckets.iter().map(bucket).collect(),
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
        negative: "the solver finds no solution",
        run_options: RunOptions::None,
        ..CommandInfo::DEFAULT
    };

    fn restrict(options: &mut Options) {
        at_most(&mut options.limit, DEFAULT_LIMIT, UNTRUSTED_LIMIT);
        // Ten million calls of the plain solvers take about a second, but a call of these takes much longer.
        let is_slow = matches!(options.algorithm.as_deref(), Some("mrv" | "norvig" | "dlx" | "fast"));
        at_most(&mut options.budget, DEFAULT_CALLS, if is_slow { UNTRUSTED_CALLS } else { DEFAULT_CALLS });
    }

    fn run(puzzle: InputPuzzle<'_>, options: &Options) -> Result<Report, Error> {
        let puzzle = &puzzle.record.puzzle;
        let algorithm = compare::algorithm(options.algorithm.as_deref().unwrap_or("resume"))?;
        let limit = options.limit.unwrap_or(DEFAULT_LIMIT).min(MAX_LIMIT);
        let budget = options.budget.unwrap_or(DEFAULT_CALLS);
        let trace = if options.fold { Trace::collapsed(limit) } else { Trace::new(limit) };
        let mut trace = trace.skip_calls(options.skip.unwrap_or(0));
        let answer = algorithm.observe_up_to(puzzle, 1, budget, &mut trace);
        let Recording { start, events, omitted, profile } = trace.finish();
        let (dropped, folded) = if options.fold { (0, omitted) } else { (omitted, 0) };
        let row = |recorded: &RecordedEvent| match folded {
            0 => EventRow::from(&recorded.event),
            _ => EventRow::from(recorded),
        };
        Ok(Report {
            version: Version,
            puzzle: puzzle.to_string(),
            algorithm: algorithm.name,
            start: start.map(StartReport::from),
            events: events.iter().map(row).collect(),
            dropped,
            folded,
            profile: options.fold.then(|| ProfileReport::from(profile)),
            ending: answer.to_string(),
            reason: reason(puzzle, &answer),
            solution: answer.solution().map(Grid::to_string),
        })
    }

    /// Prints the events while the solver runs: there may be millions.
    fn print(
        puzzle: InputPuzzle<'_>,
        options: &Options,
        out: &mut AnswerOutput<'_>,
    ) -> io::Result<ExitOutcome> {
        let puzzle = &puzzle.record.puzzle;
        let algorithm = match compare::algorithm(options.algorithm.as_deref().unwrap_or("resume")) {
            Ok(algorithm) => algorithm,
            Err(error) => return out.write_error(&error),
        };
        let limit = options.limit.unwrap_or(DEFAULT_LIMIT).min(MAX_LIMIT) as u64;
        let mut writer = EventWriter {
            out: &mut *out,
            limit,
            skipped_calls: options.skip.unwrap_or(0),
            counter: Counter::default(),
            events_before: None,
            written: 0,
            result: Ok(()),
            stop: Arc::default(),
        };
        let flag = Arc::clone(&writer.stop);
        let budget = options.budget.unwrap_or(DEFAULT_CALLS);
        let answer = stop::with_flag(&flag, || algorithm.observe_up_to(puzzle, 1, budget, &mut writer));
        let more = writer.finish()?;
        let ending = reason(puzzle, &answer).unwrap_or_else(|| answer.to_string());
        (out.message)(&format!("veridoku: {}: {ending}{}", algorithm.name, more_events(more, limit)));
        Ok(ExitOutcome::positive_if(answer.solution().is_some()))
    }

    fn example() -> Value {
        json!({"algorithm": "mrv", "limit": 3})
    }
}

/// Returns why a puzzle has no solution, if a solver has found none.
fn reason(puzzle: &Puzzle, answer: &RunOutcome) -> Option<String> {
    match answer {
        RunOutcome::None => Verdict::unsolvable(puzzle).reason(),
        _ => None,
    }
}

/// Formats the number of events that were not printed because of the limit.
fn more_events(more: u64, limit: u64) -> String {
    match group_digits(more) {
        _ if more == 0 => String::new(),
        more if limit == MAX_LIMIT as u64 => {
            format!("; {more} more events, beyond the maximum of {}", group_digits(limit))
        }
        more => format!("; {more} more events, see --limit"),
    }
}

/// Prints events as they happen.
struct EventWriter<'p, 'a> {
    out: &'p mut AnswerOutput<'a>,
    limit: u64,
    skipped_calls: u64,
    counter: Counter,
    /// The number of events before the first call to print, once it was reached.
    events_before: Option<u64>,
    written: u64,
    result: io::Result<()>,
    /// Ends the search if the output fails.
    stop: Arc<AtomicBool>,
}

impl EventWriter<'_, '_> {
    /// Flushes the output, and returns the number of events that were not printed.
    fn finish(self) -> io::Result<u64> {
        self.result?;
        self.out.flush()?;
        let events_before = self.events_before.unwrap_or(self.counter.events);
        Ok(self.counter.events - events_before - self.written)
    }

    fn write(&mut self, event: &Event) -> io::Result<()> {
        match self.out.style {
            OutputStyle::Json => write_json(self.out, &EventRow::from(event)),
            _ => writeln!(self.out, "{:depth$}{event}", "", depth = usize::from(event.depth)),
        }
    }
}

impl Observer for EventWriter<'_, '_> {
    fn event(&mut self, event: Event) {
        let is_start = self.skipped_calls == 0
            || event.kind == EventKind::Call && self.counter.calls == self.skipped_calls;
        if is_start && self.events_before.is_none() {
            self.events_before = Some(self.counter.events);
        }
        self.counter.event(event);
        if self.needs_tries() && self.result.is_ok() {
            self.written += 1;
            self.result = self.write(&event);
            self.stop.store(self.result.is_err(), Ordering::Relaxed);
        }
    }

    fn needs_tries(&self) -> bool {
        self.events_before.is_some() && self.written < self.limit
    }

    fn tries(&mut self, tries: u64, conflicts: u64) {
        self.counter.tries(tries, conflicts);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_limit_that_was_reached_is_named() {
        let maximum = MAX_LIMIT as u64;
        assert_eq!(more_events(0, maximum), "");
        assert_eq!(more_events(1234, 10), "; 1,234 more events, see --limit");
        assert_eq!(more_events(5, maximum), "; 5 more events, beyond the maximum of 10,000,000");
    }
}
