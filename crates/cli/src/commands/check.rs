//! `veridoku check`: valid, unique, minimal, and why not.

use crate::args;
use crate::batch::{self, Wanted};
use crate::draw::{self, Board};
use crate::job::{Job, SharedJob};
use crate::output::{Outcome, Style, write_json};
use std::io::{self, Write};
use veridoku_api::check::{Options, Report, report};
use veridoku_core::text::{Format, Record};
use veridoku_core::{CellSet, Status};

pub(crate) fn run(options: &args::Check) -> anyhow::Result<Outcome> {
    let job = Check { options: Options { budget: Some(options.budget) } };
    batch::run_parallel(&options.input, Wanted::from(&options.report), &options.work, &job)
}

#[derive(Debug)]
struct Check {
    options: Options,
}

impl Job for Check {
    fn answer(
        &self,
        record: &Record,
        form: Option<&'static Format>,
        style: Style,
        out: &mut dyn Write,
    ) -> io::Result<Outcome> {
        let report = report(record, form, &self.options);
        match style {
            Style::Json => write_json(out, &report)?,
            Style::Line | Style::Listed => writeln!(out, "{}", sentence(&report))?,
            Style::Picture => {
                let marked: CellSet = report.cells.iter().filter_map(|name| name.parse().ok()).collect();
                let puzzle = &record.puzzle;
                let board = Board { title: "puzzle", grid: puzzle.values(), givens: puzzle.givens(), marked };
                write!(out, "{}", draw::boards(&[board]))?;
                writeln!(out, "{}", sentence(&report))?;
            }
        }
        Ok(if report.status == Status::Unique { Outcome::AsHoped } else { Outcome::No })
    }
}

impl SharedJob for Check {
    type Tools = ();

    fn gives_lines(&self, wanted: Wanted) -> bool {
        matches!(wanted, Wanted::Json | Wanted::Line)
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
