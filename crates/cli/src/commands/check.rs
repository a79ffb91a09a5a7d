//! `veridoku check`: checks whether puzzles are valid, unique and minimal.

use crate::args;
use crate::driver::{self, RequestedStyle};
use crate::job::{ParallelJob, PuzzleJob};
use crate::output::{ExitOutcome, OutputStyle, write_json};
use crate::render::grid::{self, GridView};
use std::io::{self, Write};
use veridoku_api::check::{Options, Report, report};
use veridoku_core::{CellSet, Status};
use veridoku_formats::{Format, Record};

pub(crate) fn run(options: &args::CheckArgs) -> anyhow::Result<ExitOutcome> {
    let job = CheckJob { options: Options { budget: Some(options.budget) } };
    driver::run_parallel(&options.input, RequestedStyle::from(&options.report), &options.run, &job)
}

#[derive(Debug)]
struct CheckJob {
    options: Options,
}

impl PuzzleJob for CheckJob {
    fn answer(
        &self,
        record: &Record,
        format: Option<&'static Format>,
        style: OutputStyle,
        out: &mut dyn Write,
    ) -> io::Result<ExitOutcome> {
        let report = report(record, format, &self.options);
        match style {
            OutputStyle::Json => write_json(out, &report)?,
            OutputStyle::Line | OutputStyle::LabelledLine => writeln!(out, "{}", sentence(&report))?,
            OutputStyle::Picture => {
                let highlighted: CellSet = report.cells.iter().filter_map(|name| name.parse().ok()).collect();
                let puzzle = &record.puzzle;
                let view =
                    GridView { title: "puzzle", grid: puzzle.values(), givens: puzzle.givens(), highlighted };
                write!(out, "{}", grid::side_by_side(&[view]))?;
                writeln!(out, "{}", sentence(&report))?;
            }
        }
        Ok(if report.status == Status::Unique { ExitOutcome::Success } else { ExitOutcome::Negative })
    }
}

impl ParallelJob for CheckJob {
    type Scratch = ();

    fn has_one_line_per_answer(&self, requested_style: RequestedStyle) -> bool {
        matches!(requested_style, RequestedStyle::Json | RequestedStyle::Line)
    }
}

fn sentence(report: &Report) -> String {
    let Report { status, clues, minimal, reason, redundant, .. } = report;
    let clues = if *clues == 1 { "1 clue".to_string() } else { format!("{clues} clues") };
    match (reason, minimal) {
        (Some(reason), _) => format!("{}: {clues}, {reason}", status.name()),
        (None, Some(true)) => format!("{}: {clues}, minimal", status.name()),
        (None, Some(false)) => {
            format!(
                "{}: {clues}, not minimal; each of these clues is redundant: {}",
                status.name(),
                redundant.join(", ")
            )
        }
        (None, None) => format!("{}: {clues}", status.name()),
    }
}
