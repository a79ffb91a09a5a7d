//! `veridoku grade`: grades answers to puzzles.
//!
//! ```text
//! files ──rows──▶ workers ──reports, in input order──▶ lines · JSON, and a summary by clues and by rating
//! ```

use crate::answer_rows::{AnswerRow, RawRow, RowSource};
use crate::args::{JsonArgs, ThreadArgs};
use crate::input_source;
use crate::output::{
    ExitOutcome, Output, OutputStyle, RunSummary, group_digits, message, write_error, write_json,
};
use crate::progress::{InputProgress, ProgressReporter};
use crate::text_width::{self, TextWidth};
use anyhow::bail;
use clap::Args;
use serde::Serialize;
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::io::{self, IsTerminal, Write};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use veridoku_api::command;
use veridoku_api::grade::{Report, Scoring};
use veridoku_api::pipeline::{Pipeline, Sink, StopFlag};
use veridoku_api::rate::{self, Scale};
use veridoku_api::{DEFAULT_NODES, Error, ErrorKind, Version};
use veridoku_formats::{ParseErrorKind, Record};

/// The notes in the help of the command.
const NOTES: &str = "\
A row is a line of CSV with a puzzle and an answer (a header may name the columns), or a JSON object with the \
fields `puzzle` and `answer`, `response` or `completion`; one object per line, or all in one \
array. An answer is a grid, or a text that contains one: \
thinking sections are skipped, and the last complete grid counts.

An answer is solved if it is a solution of the puzzle, which may have several. The summary, by number of clues \
and with --rate by Sudoku Explainer's rating, is printed to standard error, or with --summary to standard \
output instead of the answers.";

/// The width of the summary with all columns.
const WIDE_TABLE: usize = 62;
/// The number of batches between source and sink, per thread.
const BATCHES_PER_THREAD: usize = 16;

/// Returns the help text after the options of the command.
pub(crate) fn help() -> String {
    let examples = ["grade answers.csv", "grade --rate --summary answers.jsonl"];
    command::help(&examples, &[NOTES, &command::exit_status("an answer is not solved")])
}

#[derive(Debug, Args)]
pub(crate) struct GradeArgs {
    /// Files of puzzles and answers, or - for standard input
    #[arg(value_name = "FILE")]
    files: Vec<OsString>,

    /// Rate the puzzles, for the summary
    #[arg(long)]
    rate: bool,

    /// Score answers by the share of empty cells that are right
    #[arg(long)]
    partial: bool,

    /// Maximum number of guesses per search
    #[arg(long, value_name = "N", default_value_t = DEFAULT_NODES)]
    budget: u64,

    /// Print only the summary
    #[arg(long, help_heading = "Output options")]
    summary: bool,

    #[command(flatten)]
    threads: ThreadArgs,

    #[command(flatten)]
    json: JsonArgs,
}

/// A report, with the rating of the puzzle if it was requested.
#[derive(Debug, Serialize)]
struct GradedRow {
    #[serde(flatten)]
    report: Report,
    #[serde(skip_serializing_if = "Option::is_none")]
    er: Option<f64>,
}

/// The answers to puzzles with the same number of clues, or in the same range of ratings.
#[derive(Debug, Default, Serialize)]
struct GradeGroup {
    answers: u64,
    solved: u64,
    right: u64,
    cells: u64,
}

/// A line of the summary in JSON.
#[derive(Serialize)]
struct SummaryRow<'a> {
    version: Version,
    group: &'a str,
    #[serde(flatten)]
    counts: &'a GradeGroup,
}

/// The groups of the summary by name, in the order of their numbers.
type GradeGroups = BTreeMap<(GroupKind, u64), GradeGroup>;

/// What the answers of a group have in common.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum GroupKind {
    Clues,
    Rating,
    Unrated,
    NoGrid,
    All,
}

pub(crate) fn run(options: &GradeArgs) -> anyhow::Result<ExitOutcome> {
    let mut files = options.files.clone();
    if files.is_empty() {
        if io::stdin().is_terminal() {
            bail!("found no input, expected files with puzzles and answers; see 'veridoku grade --help'");
        }
        files.push("-".into());
    }
    files.iter().try_for_each(|file| input_source::refuse_standard_output(file))?;
    let reporter = ProgressReporter::start();
    let mut source = RowSource::new(files, Arc::clone(reporter.progress()));
    let mut sink = GradeSink {
        out: Output::standard().with_progress(reporter.progress()),
        options,
        groups: GradeGroups::new(),
        summary: RunSummary::default(),
        reporter,
    };
    let threads = options.threads.count();
    Pipeline::new(threads, BATCHES_PER_THREAD * threads).run(&mut source, &mut sink, &|queue| {
        let stop = queue.stop_flag();
        while let Some((number, batch)) = queue.take() {
            let rows = batch.rows.iter().map(|row| grade(row, options, &stop)).collect();
            queue.submit(number, GradedBatch { rows, progress: batch.progress });
        }
    })?;
    let summary = sink.finish()?;
    for error in &source.errors {
        message(&format!("veridoku: {error}"));
    }
    if source.errors.is_empty() && summary.answers == 0 {
        message("veridoku: found no rows to grade, expected puzzles and answers");
    } else if source.errors.is_empty() {
        return Ok(summary.worst);
    }
    Ok(ExitOutcome::Unreadable)
}

/// The reports about a batch of rows.
struct GradedBatch {
    rows: Vec<Result<GradedRow, Error>>,
    /// The progress of the input after these rows.
    progress: InputProgress,
}

fn grade(row: &RawRow, options: &GradeArgs, stop: &StopFlag) -> Result<GradedRow, Error> {
    let unreadable = |reason: String| Error {
        line: row.line(),
        ..Error::new(ErrorKind::Unreadable, format!("{}: {reason}", row.place()))
    };
    let AnswerRow { puzzle, answer } = row.parse().map_err(unreadable)?;
    let record = read_puzzle(&puzzle).map_err(unreadable)?;
    let scoring = if options.partial { Scoring::Partial } else { Scoring::Strict };
    let report = Report::new(&record.puzzle, veridoku_formats::extract(&answer), scoring, options.budget);
    let er = if options.rate { rating(&record, stop) } else { None };
    Ok(GradedRow { report, er })
}

/// Reads a puzzle, which may be in a longer text, such as a prompt.
fn read_puzzle(text: &str) -> Result<Record, String> {
    veridoku_formats::read(text).or_else(|error| match veridoku_formats::extract(text).grid {
        Some(grid) => Ok(Record::from(grid)),
        None if matches!(error.kind, ParseErrorKind::NoPuzzle) => Err(error.kind.to_string()),
        None => Err(format!("puzzle, column {}: {}", error.column, error.kind)),
    })
}

fn rating(record: &Record, stop: &StopFlag) -> Option<f64> {
    let options = rate::Options { only: Some(Scale::Er), ..rate::Options::default() };
    let stop = Arc::clone(stop);
    rate::report_until(record, &options, move || stop.load(Ordering::Relaxed)).explainer?.er
}

/// Writes the reports and counts the answers.
struct GradeSink<'a> {
    out: Output,
    options: &'a GradeArgs,
    groups: GradeGroups,
    summary: RunSummary,
    reporter: ProgressReporter,
}

impl Sink<GradedBatch> for GradeSink<'_> {
    type Error = io::Error;

    fn accept(&mut self, GradedBatch { rows, progress }: GradedBatch) -> io::Result<()> {
        let style = if self.options.json.json { OutputStyle::Json } else { OutputStyle::Line };
        let is_shown = !self.options.summary;
        for row in rows {
            let outcome = match row {
                Ok(row) => {
                    self.count(&row);
                    match style {
                        _ if !is_shown => {}
                        OutputStyle::Json => write_json(&mut self.out, &row)?,
                        _ => writeln!(self.out, "{}", row.report.sentence())?,
                    }
                    ExitOutcome::positive_if(row.report.solved)
                }
                Err(error) if is_shown => write_error(&mut self.out, style, &error)?,
                Err(_) => ExitOutcome::Unreadable,
            };
            self.summary.add(outcome);
        }
        self.reporter.progress().advance(self.summary.answers, progress);
        self.out.flush()
    }
}

impl GradeSink<'_> {
    /// Adds an answer to its groups.
    fn count(&mut self, GradedRow { report, er }: &GradedRow) {
        let mut keys = vec![(GroupKind::Clues, (81 - report.cells) as u64), (GroupKind::All, 0)];
        if self.options.rate {
            // The whole number of the rating: the rating is positive and below 13.
            #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a small number")]
            keys.push(er.map_or((GroupKind::Unrated, 0), |er| (GroupKind::Rating, er as u64)));
        }
        if report.answer.is_none() {
            keys.push((GroupKind::NoGrid, 0));
        }
        for key in keys {
            let group = self.groups.entry(key).or_default();
            group.answers += 1;
            group.solved += u64::from(report.solved);
            group.right += report.right as u64;
            group.cells += report.cells as u64;
        }
    }

    /// Prints the summary by groups, and returns the summary of the run.
    fn finish(mut self) -> io::Result<RunSummary> {
        drop(self.reporter);
        let RunSummary { worst, answers, unreadable } = self.summary;
        if self.options.summary && self.options.json.json {
            for (key, counts) in &self.groups {
                write_json(
                    &mut self.out,
                    &SummaryRow { version: Version, group: &group_name(*key), counts },
                )?;
            }
        } else if self.options.summary && !self.groups.is_empty() {
            write!(self.out, "{}", table(&self.groups, text_width::of_table()))?;
        }
        self.out.flush()?;
        if !self.options.summary && !self.options.json.json && !self.groups.is_empty() {
            message(table(&self.groups, text_width::of_messages()).trim_end());
        }
        if unreadable > 0 {
            let (unreadable, answers) = (group_digits(unreadable), group_digits(answers));
            message(&format!("veridoku: {unreadable} of {answers} rows could not be read"));
        }
        Ok(RunSummary { worst, answers, unreadable })
    }
}

/// Returns the name of a group.
fn group_name((kind, number): (GroupKind, u64)) -> String {
    match kind {
        GroupKind::Clues => format!("{number} clues"),
        GroupKind::Rating => format!("ER {number}.0 to {number}.9"),
        GroupKind::Unrated => "not rated".to_string(),
        GroupKind::NoGrid => "without a grid".to_string(),
        GroupKind::All => "all".to_string(),
    }
}

/// Returns the summary as a table. On a narrow terminal, only the most important columns are shown.
fn table(groups: &GradeGroups, width: TextWidth) -> String {
    let share = |part: u64, whole: u64| {
        let tenths = (2000 * part + whole) / (2 * whole.max(1));
        format!("{}.{} %", tenths / 10, tenths % 10)
    };
    let is_wide = width.fits(WIDE_TABLE);
    let line = |[name, answers, solved, share, right]: [&str; 5]| {
        if is_wide {
            format!("{name:16}{answers:>12}{solved:>12}{share:>9}{right:>13}\n")
        } else {
            format!("{name:16}{answers:>12}{share:>10}\n")
        }
    };
    let row = |(key, group): (&(GroupKind, u64), &GradeGroup)| {
        let GradeGroup { answers, solved, right, cells } = *group;
        let shares = [share(solved, answers), share(right, cells)];
        line([&group_name(*key), &group_digits(answers), &group_digits(solved), &shares[0], &shares[1]])
    };
    let heading = line(["", "answers", "solved", if is_wide { "" } else { "solved" }, "cells right"]);
    [heading].into_iter().chain(groups.iter().map(row)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_summary_fits_narrow_terminals() {
        let group = || GradeGroup { answers: 1_234_567, solved: 1_234_567, right: 5, cells: 10 };
        let keys = [(GroupKind::Clues, 25), (GroupKind::Rating, 11), (GroupKind::NoGrid, 0)];
        let groups: GradeGroups = keys.into_iter().map(|key| (key, group())).collect();
        for columns in [40, 60, 62, 80] {
            let table = table(&groups, TextWidth::Columns(columns));
            assert!(table.lines().all(|line| line.len() <= columns), "{columns} columns:\n{table}");
            assert!(table.contains("100.0 %") && table.contains("1,234,567"), "{table}");
            assert_eq!(table.contains("cells right"), columns >= WIDE_TABLE, "{table}");
        }
    }
}
