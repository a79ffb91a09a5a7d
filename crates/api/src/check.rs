//! Whether a puzzle is valid, unique and minimal.

use crate::answer_output::{AnswerOutput, ExitOutcome, OutputStyle};
use crate::canon::plain_clues;
use crate::command::{CommandInfo, TextStyles};
use crate::error::Error;
use crate::operation::{InputPuzzle, PuzzleOperation, at_most};
use crate::render::grid::{self, GridView};
use crate::solve::wrong_solution;
use crate::vocabulary::{Conflict, DEFAULT_NODES, StatusName, Version, by_cell_name, by_name, cell_names};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::io::{self, Write};
use veridoku_core::{CellSet, Status, Verdict, redundant_clues};
use veridoku_formats::Format;

/// The node budget of each search in a request from an untrusted client. There is one search per clue.
pub(crate) const UNTRUSTED_NODES: u64 = 50_000;

/// The options of the operation.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema, Serialize)]
#[cfg_attr(feature = "cli", derive(clap::Args))]
#[serde(default, deny_unknown_fields)]
pub struct Options {
    /// Maximum number of guesses per search.
    #[cfg_attr(feature = "cli", arg(long, value_name = "N", default_value = DEFAULT_NODES.to_string()))]
    pub budget: Option<u64>,
}

/// The result of the operation.
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub struct Report {
    /// The version of the JSON schema.
    pub version: Version,
    /// The puzzle, 81 characters (729 with candidates).
    pub puzzle: String,
    /// The text format of the input.
    pub format: Option<&'static str>,
    /// The former name of `format`.
    pub form: Option<&'static str>,
    /// Whether there is no solution, one or several, or a rule is broken.
    #[serde(serialize_with = "by_name")]
    #[schemars(with = "StatusName")]
    pub status: Status,
    /// The number of givens.
    pub clues: usize,
    /// Whether every clue is needed; only for puzzles of clues with one solution.
    pub minimal: Option<bool>,
    /// Why `minimal` is missing, although there is one solution.
    pub note: Option<&'static str>,
    /// Why there is no unique solution, or what is wrong with the solution in the input.
    pub reason: Option<String>,
    /// The digits that a house contains more than once.
    pub conflicts: Vec<Conflict>,
    /// The cells that contradict each other, or in which two solutions differ.
    #[serde(serialize_with = "by_cell_name")]
    #[schemars(with = "Vec<String>")]
    pub cells: CellSet,
    /// The clues that can each be removed alone without losing uniqueness.
    #[serde(serialize_with = "by_cell_name")]
    #[schemars(with = "Vec<String>")]
    pub redundant: CellSet,
}

/// Checks whether a puzzle is valid, unique and minimal.
#[derive(Debug)]
pub struct Check;

impl PuzzleOperation for Check {
    type Options = Options;
    type Report = Report;
    const ABOUT: &'static str = "Check whether puzzles are valid, unique and minimal";
    const COMMAND: CommandInfo = CommandInfo {
        details: "If a check fails, the answer gives the reason.",
        examples: &["check puzzle.txt", "check --json < puzzles.txt"],
        styles: TextStyles::Drawings,
        negative: "a puzzle has no unique solution or the one in the input is wrong",
        ..CommandInfo::DEFAULT
    };

    fn restrict(options: &mut Options) {
        at_most(&mut options.budget, UNTRUSTED_NODES, UNTRUSTED_NODES);
    }

    fn run(InputPuzzle { record, format }: InputPuzzle<'_>, options: &Options) -> Result<Report, Error> {
        let budget = options.budget.unwrap_or(DEFAULT_NODES);
        let puzzle = &record.puzzle;
        let verdict = Verdict::of(puzzle, budget);
        let clues = plain_clues(puzzle);
        let (redundant, note) = match (&verdict, &clues) {
            (Verdict::Unique(_), Some(clues)) => match redundant_clues(clues, budget) {
                None => (None, Some("the budget ran out before it was known whether the puzzle is minimal")),
                redundant => (redundant, None),
            },
            (Verdict::Unique(_), None) => {
                (None, Some("with candidates; only puzzles of clues can be minimal"))
            }
            _ => (None, None),
        };
        Ok(Report {
            version: Version,
            puzzle: puzzle.to_string(),
            format: format.map(Format::name),
            form: format.map(Format::name),
            status: verdict.status(),
            clues: clues.map_or(puzzle.givens(), |clues| clues.filled()).len(),
            minimal: redundant.map(CellSet::is_empty),
            note,
            reason: verdict.reason().or_else(|| wrong_solution(record, &verdict)),
            conflicts: match &verdict {
                Verdict::Invalid(repetitions) => repetitions.iter().map(Conflict::from).collect(),
                _ => Vec::new(),
            },
            cells: verdict.cells(),
            redundant: redundant.unwrap_or_default(),
        })
    }

    fn outcome(report: &Report) -> ExitOutcome {
        ExitOutcome::positive_if(report.status == Status::Unique && report.reason.is_none())
    }

    fn write(
        InputPuzzle { record, .. }: InputPuzzle<'_>,
        _: &Options,
        report: &Report,
        out: &mut AnswerOutput<'_>,
    ) -> io::Result<()> {
        if out.style == OutputStyle::Picture {
            let puzzle = &record.puzzle;
            let view = GridView {
                title: "puzzle",
                grid: puzzle.values(),
                givens: puzzle.givens(),
                highlighted: report.cells,
            };
            write!(out, "{}", grid::side_by_side(&[view], out.text_width))?;
        }
        let width = if out.style == OutputStyle::Picture { out.text_width } else { out.line_width };
        out.write_all(width.wrap("", &report.sentence(), 0).as_bytes())
    }
}

impl Report {
    /// Returns the result in one line.
    fn sentence(&self) -> String {
        let clues = if self.clues == 1 { "1 clue".to_string() } else { format!("{} clues", self.clues) };
        let rest = match (&self.reason, self.minimal) {
            (Some(reason), _) => format!(", {reason}"),
            (None, Some(true)) => ", minimal".to_string(),
            (None, Some(false)) => {
                let redundant = cell_names(self.redundant).join(", ");
                format!(", not minimal; each of these clues is redundant: {redundant}")
            }
            (None, None) => self.note.map_or_else(String::new, |note| format!(", {note}")),
        };
        format!("{}: {clues}{rest}", self.status.name())
    }
}
