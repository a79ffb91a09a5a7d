//! The unique solution of every puzzle of a text, in order.
//!
//! A file in one question: what a page sends when somebody drops one on it.

use crate::DEFAULT_NODES;
use crate::convert;
use crate::error::Error;
use crate::vocabulary::{Version, by_name};
use serde::{Deserialize, Serialize};
use veridoku_core::solve::{Limits, search};
use veridoku_core::text::Reader;
use veridoku_core::{Grid, Status, Verdict};

/// The most puzzles that are answered when nobody asks for another number.
pub const DEFAULT_LIMIT: usize = 100_000;

/// A text with any number of puzzles, and what is asked of them.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct TextRequest {
    /// The text, in any form.
    pub text: String,
    /// The name of its text form, where detection is not wanted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<String>,
    /// What is asked in particular.
    #[serde(default)]
    pub options: Options,
}

/// What may be asked.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[serde(default, deny_unknown_fields)]
pub struct Options {
    /// The number of puzzles after which the rest is only counted.
    pub limit: Option<usize>,
    /// The node budget of each search.
    pub budget: Option<u64>,
    /// The node budget of all searches together; puzzles after its end are undecided.
    pub total: Option<u64>,
}

/// What is answered.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    /// The schema version.
    pub version: Version,
    /// One row a puzzle, in the order of the text.
    pub results: Vec<Row>,
    /// The number of puzzles after those.
    pub dropped: usize,
}

/// The answer to one puzzle.
#[derive(Clone, Debug, Serialize)]
pub struct Row {
    /// The line on which the puzzle begins, counted from 1.
    pub line: u64,
    /// The puzzle, 81 characters (729 with candidates); none if it cannot be read.
    pub puzzle: Option<String>,
    /// None, one or many; none if it cannot be read.
    pub status: Option<StatusName>,
    /// The unique solution.
    pub solution: Option<String>,
    /// Why the puzzle cannot be read.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
}

/// A status, written as its word.
#[derive(Copy, Clone, Debug, Serialize)]
#[serde(transparent)]
pub struct StatusName(#[serde(serialize_with = "by_name")] Status);

/// Solves them all.
///
/// # Errors
///
/// When there is no text form of the name asked for.
pub fn report(asked: &TextRequest) -> Result<Report, Error> {
    let mut reader = match &asked.from {
        Some(name) => Reader::with_format(convert::format(name)?),
        None => Reader::new(),
    };
    reader.push(asked.text.as_bytes());
    reader.finish();
    let limit = asked.options.limit.unwrap_or(DEFAULT_LIMIT);
    let budget = asked.options.budget.unwrap_or(DEFAULT_NODES);
    let mut left = asked.options.total.unwrap_or(u64::MAX);
    let mut report = Report { version: Version, results: Vec::new(), dropped: 0 };
    while let Some(item) = reader.next_item() {
        if report.results.len() >= limit {
            report.dropped += 1;
            continue;
        }
        report.results.push(match item.record {
            Ok(record) => {
                let nodes = budget.min(left);
                let found = search(&record.puzzle, Limits::UNIQUE.with_nodes(nodes));
                left -= found.nodes.min(left);
                let verdict = Verdict::found(&record.puzzle, &found, nodes);
                Row {
                    line: item.line,
                    puzzle: Some(record.puzzle.to_string()),
                    status: Some(StatusName(verdict.status())),
                    solution: verdict.solution().map(Grid::to_string),
                    error: None,
                }
            }
            Err(error) => Row {
                line: item.line,
                puzzle: None,
                status: None,
                solution: None,
                error: Some(error.to_string()),
            },
        });
    }
    Ok(report)
}

#[cfg(test)]
mod tests {
    use super::*;

    use veridoku_core::SAMPLE;

    #[test]
    fn every_puzzle_is_answered_in_its_place() {
        let text = format!("{SAMPLE}\n{}\nhello\n{SAMPLE}\n{SAMPLE}\n", ".".repeat(81));
        let options = Options { limit: Some(4), ..Options::default() };
        let report = report(&TextRequest { text, from: None, options }).unwrap();
        let told = serde_json::to_value(&report).unwrap();
        let statuses: Vec<_> = report.results.iter().map(|row| row.status.map(|status| status.0)).collect();
        assert_eq!(statuses, [Some(Status::Unique), Some(Status::Multiple), None, Some(Status::Unique)]);
        assert_eq!(told["results"][0]["status"], "unique");
        assert!(report.results[2].error.is_some() && report.results[0].solution.is_some());
        assert_eq!(report.dropped, 1);
    }
    #[test]
    fn one_budget_is_shared_by_all_puzzles() {
        // Each of them takes some guesses.
        let hard = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";
        let options = Options { total: Some(1000), ..Options::default() };
        let text = format!("{hard}\n").repeat(1000);
        let report = report(&TextRequest { text, from: None, options }).unwrap();
        let of = |status| {
            report.results.iter().filter(move |row| row.status.is_some_and(|found| found.0 == status))
        };
        assert!(of(Status::Unique).count() > 0 && of(Status::Undecided).count() > 900);
        assert_eq!(of(Status::Unique).count() + of(Status::Undecided).count(), 1000);
    }
}
