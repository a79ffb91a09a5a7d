//! Conversion of a puzzle to another text format.

use crate::answer_output::{AnswerOutput, ExitOutcome, OutputStyle};
use crate::command::{CommandInfo, NO_UNIQUE_SOLUTION, RunOptions};
#[cfg(feature = "cli")]
use crate::command_values;
use crate::error::Error;
use crate::operation::{InputPuzzle, PuzzleOperation, line_format, print_report, text_format};
use crate::vocabulary::{DEFAULT_NODES, Version};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::io;
use veridoku_core::Verdict;
use veridoku_formats::{Format, Record};

/// The options of the operation.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema, Serialize)]
#[cfg_attr(feature = "cli", derive(clap::Args))]
#[serde(default, deny_unknown_fields)]
pub struct Options {
    /// Text format to write; if it has a field for the solution, the field is filled in.
    #[cfg_attr(feature = "cli", arg(long, value_name = "FORMAT", value_parser = command_values::format_name()))]
    #[cfg_attr(feature = "cli", arg(default_value = "line", help_heading = "Output options"))]
    pub to: Option<String>,
}

/// The result of the operation.
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub struct Report {
    /// The version of the JSON schema.
    pub version: Version,
    /// The puzzle, 81 characters (729 with candidates).
    pub puzzle: String,
    /// The name of the text format.
    pub format: &'static str,
    /// The puzzle in that format.
    pub text: String,
}

/// Writes a puzzle in another text format.
#[derive(Debug)]
pub struct Convert;

impl PuzzleOperation for Convert {
    type Options = Options;
    type Report = Report;
    const ABOUT: &'static str = "Convert puzzles to another text format";
    const COMMAND: CommandInfo = CommandInfo {
        examples: &["convert --to sdk puzzle.txt"],
        negative: NO_UNIQUE_SOLUTION,
        run_options: RunOptions::None,
        ..CommandInfo::DEFAULT
    };

    fn run(puzzle: InputPuzzle<'_>, options: &Options) -> Result<Report, Error> {
        let format = options.to.as_deref().map_or_else(|| Ok(line_format()), text_format)?;
        let record = puzzle.record;
        Ok(Report {
            version: Version,
            puzzle: record.puzzle.to_string(),
            format: format.name(),
            text: veridoku_formats::write(&complete(record, format), format)?,
        })
    }

    fn format(options: &Options) -> &'static Format {
        options.to.as_deref().and_then(Format::by_name).unwrap_or_else(line_format)
    }

    fn print(
        puzzle: InputPuzzle<'_>,
        options: &Options,
        out: &mut AnswerOutput<'_>,
    ) -> io::Result<ExitOutcome> {
        let (record, outcome) = complete_for(puzzle.record, out);
        let written = match out.style {
            OutputStyle::Json => {
                print_report::<Convert>(InputPuzzle { record: &record, ..puzzle }, options, out)
            }
            _ => out.write_record(&record),
        };
        written.map(|written| written.max(outcome))
    }
}

/// Adds the solution to a record that has none, if the format has a place for it and the solution is unique.
fn complete<'a>(record: &'a Record, format: &Format) -> Cow<'a, Record> {
    if record.solution.is_some() || !format.capabilities().solution.is_yes() {
        return Cow::Borrowed(record);
    }
    match Verdict::of(&record.puzzle, DEFAULT_NODES) {
        Verdict::Unique(solution) => Cow::Owned(Record { solution: Some(solution), ..record.clone() }),
        _ => Cow::Borrowed(record),
    }
}

/// Adds the solution to a record for the text format of the output. If the format has a place for it but the
/// puzzle has no unique one, prints a message, and the outcome is negative.
pub(crate) fn complete_for<'a>(record: &'a Record, out: &AnswerOutput<'_>) -> (Cow<'a, Record>, ExitOutcome) {
    let format = out.document.format();
    let record = complete(record, format);
    let is_complete = record.solution.is_some() || !format.capabilities().solution.is_yes();
    if !is_complete {
        (out.message)(&format!("veridoku: no unique solution to write for {}", record.puzzle));
    }
    (record, ExitOutcome::positive_if(is_complete))
}
