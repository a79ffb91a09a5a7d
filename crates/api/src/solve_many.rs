//! The unique solution of every puzzle in a document, in order.
//!
//! The page sends such a request when a file is dropped on it.

use crate::error::Error;
use crate::operation::{Operation, at_most, reader};
use crate::vocabulary::{DEFAULT_NODES, StatusName, Version};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use veridoku_core::solve::Solver;
use veridoku_core::{Grid, SAMPLE, Verdict, stop};

/// The default maximum number of puzzles.
pub const DEFAULT_LIMIT: usize = 100_000;

/// The number of puzzles in a request from an untrusted client.
const UNTRUSTED_LIMIT: usize = 50_000;
/// The node budget for each of these puzzles.
const UNTRUSTED_NODES: u64 = 20_000;
/// The node budget for all of these puzzles together: 200 per puzzle for the longest text.
const UNTRUSTED_TOTAL: u64 = 10_000_000;

/// A request with a document that contains any number of puzzles.
#[derive(Clone, Debug, Deserialize, JsonSchema, Serialize)]
#[serde(deny_unknown_fields)]
pub struct TextRequest {
    /// The text, in any format.
    pub text: String,
    /// The name of the text format; by default it is detected.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<String>,
    /// The options of the operation.
    #[serde(default)]
    pub options: Options,
}

/// The options of the operation.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema, Serialize)]
#[serde(default, deny_unknown_fields)]
pub struct Options {
    /// The number of puzzles to solve; further puzzles are only counted.
    pub limit: Option<usize>,
    /// The node budget of each search.
    pub budget: Option<u64>,
    /// The total node budget, shared by all searches. Once it is exhausted, the remaining puzzles are
    /// undecided.
    pub total: Option<u64>,
}

/// The result of the operation.
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub struct Report {
    /// The version of the JSON schema.
    pub version: Version,
    /// One row per puzzle, in input order.
    pub results: Vec<SolvedRow>,
    /// The number of puzzles beyond the limit.
    pub dropped: usize,
}

/// The result for one puzzle.
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub struct SolvedRow {
    /// The line on which the puzzle begins, counted from 1.
    pub line: u64,
    /// The puzzle, 81 characters (729 with candidates); none if it cannot be read.
    pub puzzle: Option<String>,
    /// Whether there is no solution, one or several; none if the puzzle cannot be read.
    pub status: Option<StatusName>,
    /// The unique solution.
    pub solution: Option<String>,
    /// Why the puzzle cannot be read.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
}

/// Solves every puzzle in a document.
#[derive(Debug)]
pub struct SolveMany;

impl Operation for SolveMany {
    type Request = TextRequest;
    type Report = Report;
    const ABOUT: &'static str = "Find the unique solution of every puzzle in the input text";

    fn restrict(request: &mut TextRequest) {
        at_most(&mut request.options.limit, DEFAULT_LIMIT, UNTRUSTED_LIMIT);
        at_most(&mut request.options.budget, UNTRUSTED_NODES, UNTRUSTED_NODES);
        at_most(&mut request.options.total, UNTRUSTED_TOTAL, UNTRUSTED_TOTAL);
    }

    fn respond(request: &TextRequest) -> Result<Report, Error> {
        let mut reader = reader(request.from.as_deref())?;
        reader.push(request.text.as_bytes());
        reader.finish();
        let limit = request.options.limit.unwrap_or(DEFAULT_LIMIT);
        let budget = request.options.budget.unwrap_or(DEFAULT_NODES);
        let mut left = request.options.total.unwrap_or(u64::MAX);
        let mut solver = Solver::new();
        let mut report = Report { version: Version, results: Vec::new(), dropped: 0 };
        while let Some(item) = reader.next_item() {
            if report.results.len() >= limit || stop::is_requested() {
                report.dropped += 1;
                continue;
            }
            report.results.push(match item.record {
                Ok(record) => {
                    let nodes = budget.min(left);
                    let (verdict, used) = Verdict::search(&mut solver, &record.puzzle, nodes);
                    left -= used.min(left);
                    SolvedRow {
                        line: item.line,
                        puzzle: Some(record.puzzle.to_string()),
                        status: Some(StatusName(verdict.status())),
                        solution: verdict.solution().map(Grid::to_string),
                        error: None,
                    }
                }
                Err(error) => SolvedRow {
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

    fn example() -> Value {
        json!({"text": format!("{SAMPLE}\n{SAMPLE}\n")})
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use veridoku_core::Status;

    #[test]
    fn results_are_in_input_order() {
        let text = format!("{SAMPLE}\n{}\nhello\n{SAMPLE}\n{SAMPLE}\n", ".".repeat(81));
        let options = Options { limit: Some(4), ..Options::default() };
        let report = SolveMany::respond(&TextRequest { text, from: None, options }).unwrap();
        let json = serde_json::to_value(&report).unwrap();
        let statuses: Vec<_> = report.results.iter().map(|row| row.status.map(|status| status.0)).collect();
        assert_eq!(statuses, [Some(Status::Unique), Some(Status::Multiple), None, Some(Status::Unique)]);
        assert_eq!(json["results"][0]["status"], "unique");
        assert!(report.results[2].error.is_some() && report.results[0].solution.is_some());
        assert_eq!(report.dropped, 1);
    }

    #[test]
    fn one_budget_is_shared_by_all_puzzles() {
        // Each puzzle needs a few guesses.
        let hard = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";
        let options = Options { total: Some(1000), ..Options::default() };
        let text = format!("{hard}\n").repeat(1000);
        let report = SolveMany::respond(&TextRequest { text, from: None, options }).unwrap();
        let of = |status| {
            report.results.iter().filter(move |row| row.status.is_some_and(|found| found.0 == status))
        };
        assert!(of(Status::Unique).count() > 0 && of(Status::Undecided).count() > 900);
        assert_eq!(of(Status::Unique).count() + of(Status::Undecided).count(), 1000);
    }
}
