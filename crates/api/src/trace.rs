//! What one textbook solver does, event by event.

use crate::compare::{self, DEFAULT_CALLS};
use crate::error::Error;
use crate::vocabulary::Version;
use serde::{Deserialize, Serialize};
use veridoku_classic::{Counter, Event, CollapsedTrace, RunOutcome, Trace};
use veridoku_core::text::Record;
use veridoku_core::{Digit, Grid, Verdict};

/// The number of events when nobody asks for another one.
pub const DEFAULT_LIMIT: usize = 10_000;
/// The most events that one report holds.
pub const MAX_LIMIT: usize = 10_000_000;

/// What may be asked.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[serde(default, deny_unknown_fields)]
pub struct Options {
    /// The name of the solver; `resume` if none is named.
    pub algorithm: Option<String>,
    /// The number of events to record.
    pub limit: Option<usize>,
    /// The number of calls that the solver may make.
    pub budget: Option<u64>,
    /// Whether a search with more events is told from afar, with what lies deep folded away, and not cut off.
    pub fold: bool,
}

/// What is answered.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    /// The schema version.
    pub version: Version,
    /// The puzzle, 81 characters (729 with candidates).
    pub puzzle: String,
    /// The name of the solver.
    pub algorithm: &'static str,
    /// The first events until the first solution.
    pub events: Vec<Row>,
    /// The number of events after those.
    pub dropped: u64,
    /// The number of events between those, folded away.
    pub folded: u64,
    /// How the solver ended: `solved`, `no solution`, `out of budget`.
    pub ending: String,
    /// Why there is no solution, if there is none.
    pub reason: Option<String>,
    /// The first solution, if the solver came that far.
    pub solution: Option<String>,
}

/// One event.
#[derive(Clone, Debug, Serialize)]
pub struct Row {
    /// `call`, `try`, `place`, `undo` or `solved`.
    pub event: &'static str,
    /// The cell, as `r1c1`; none for `call` and `solved`.
    pub cell: Option<String>,
    /// The digit; none for `call` and `solved`.
    pub digit: Option<u8>,
    /// The depth of the recursion, 0 in the first call.
    pub depth: usize,
    /// What the whole search has done so far, where events are folded away.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub counts: Option<Counts>,
}

/// What a search has done so far.
#[derive(Copy, Clone, Debug, Serialize)]
pub struct Counts {
    /// Entries of the recursive function.
    pub calls: u64,
    /// Digits tried in a cell.
    pub tries: u64,
    /// Digits written into a cell.
    pub placements: u64,
    /// Digits taken out again.
    pub undos: u64,
    /// The deepest recursion.
    pub max_depth: usize,
}

impl From<&Counter> for Counts {
    fn from(counter: &Counter) -> Counts {
        let Counter { calls, tries, placements, undos, max_depth, .. } = *counter;
        Counts { calls, tries, placements, undos, max_depth }
    }
}

impl From<&Event> for Row {
    fn from(event: &Event) -> Row {
        Row {
            event: event.event.name(),
            cell: event.cell.map(|cell| cell.to_string()),
            digit: event.digit.map(Digit::number),
            depth: event.depth,
            counts: None,
        }
    }
}

/// Traces.
///
/// # Errors
///
/// When there is no textbook solver of the name asked for.
pub fn report(record: &Record, options: &Options) -> Result<Report, Error> {
    let algorithm = compare::algorithm(options.algorithm.as_deref().unwrap_or("resume"))?;
    let limit = options.limit.unwrap_or(DEFAULT_LIMIT).min(MAX_LIMIT);
    let budget = options.budget.unwrap_or(DEFAULT_CALLS);
    let (events, dropped, folded, answer);
    if options.fold {
        let mut fold = CollapsedTrace::new(limit);
        answer = algorithm.observe_up_to(&record.puzzle, 1, budget, &mut fold);
        let told;
        (told, folded) = fold.finish();
        let row = |(event, counter): &(Event, Counter)| Row {
            counts: (folded > 0).then(|| Counts::from(counter)),
            ..Row::from(event)
        };
        events = told.iter().map(row).collect();
        dropped = 0;
    } else {
        let mut trace = Trace::new(limit);
        answer = algorithm.observe_up_to(&record.puzzle, 1, budget, &mut trace);
        events = trace.events().iter().map(Row::from).collect();
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
