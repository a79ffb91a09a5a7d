//! `veridoku check`: valid, unique, minimal, and why not.

use crate::args;
use crate::batch::{self, Job, Wanted};
use crate::draw::{self, Board};
use crate::output::{Outcome, Style, write_json};
use std::io::{self, Write};
use veridoku_api::Status;
use veridoku_api::check::{Options, Report, report};
use veridoku_core::CellSet;
use veridoku_core::text::Record;

pub(crate) fn run(options: &args::Check) -> anyhow::Result<Outcome> {
    let job = Check { options: Options { budget: Some(options.budget) }, threads: options.threads.threads };
    batch::run(&options.input, Wanted::from(&options.report), &job)
}

#[derive(Debug)]
struct Check {
    options: Options,
    threads: usize,
}

impl Job for Check {
    fn answer(&self, record: &Record, style: Style, out: &mut dyn Write) -> io::Result<Outcome> {
        let report = report(record, &self.options);
        match style {
            Style::Json => write_json(out, &report)?,
            Style::Line => writeln!(out, "{}", sentence(&report))?,
            Style::Picture => {
                let marked: CellSet = report.cells.iter().filter_map(|name| name.parse().ok()).collect();
                let values = record.puzzle.values();
                let board = Board { title: "puzzle", grid: values, givens: values.filled(), marked };
                write!(out, "{}", draw::boards(&[board]))?;
                writeln!(out, "{}", sentence(&report))?;
            }
        }
        Ok(if report.status == Status::Unique { Outcome::AsHoped } else { Outcome::No })
    }

    fn threads(&self) -> usize {
        self.threads
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
                "{}: {clues}, not minimal, each of these could go: {}",
                status.name(),
                redundant.join(", ")
            )
        }
        (None, None) => format!("{}: {clues}", status.name()),
    }
}
