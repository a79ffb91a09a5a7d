//! `veridoku trace`: shows what a textbook solver does, event by event.

use crate::args;
use crate::driver::{self, RequestedStyle};
use crate::job::PuzzleJob;
use crate::output::{ExitOutcome, OutputStyle, message, write_json};
use std::io::{self, Write};
use veridoku_api::trace::{Options, report};
use veridoku_formats::{Format, Record};

pub(crate) fn run(options: &args::TraceArgs) -> anyhow::Result<ExitOutcome> {
    let job = TraceJob {
        options: Options {
            algorithm: Some(options.algorithm.name.to_string()),
            limit: Some(options.limit),
            budget: Some(options.budget),
            fold: false,
        },
    };
    driver::run(&options.input, RequestedStyle::json_or_lines(options.json), &job)
}

#[derive(Debug)]
struct TraceJob {
    options: Options,
}

impl PuzzleJob for TraceJob {
    fn answer(
        &self,
        record: &Record,
        _format: Option<&'static Format>,
        style: OutputStyle,
        out: &mut dyn Write,
    ) -> io::Result<ExitOutcome> {
        let report = report(record, &self.options).map_err(io::Error::other)?;
        for row in &report.events {
            if style == OutputStyle::Json {
                write_json(out, row)?;
                continue;
            }
            write!(out, "{:depth$}{}", "", row.event, depth = row.depth)?;
            if let (Some(cell), Some(digit)) = (&row.cell, row.digit) {
                write!(out, " {cell}={digit}")?;
            }
            writeln!(out)?;
        }
        out.flush()?;
        let how = report.reason.as_ref().unwrap_or(&report.ending);
        match report.dropped {
            0 => message(&format!("veridoku: {}: {how}", report.algorithm)),
            more => {
                message(&format!("veridoku: {}: {how}; {more} more events, see --limit", report.algorithm));
            }
        }
        Ok(if report.solution.is_some() { ExitOutcome::Success } else { ExitOutcome::Negative })
    }
}
