//! `veridoku trace`: what a textbook solver does, event by event.

use crate::args;
use crate::batch::{self, Wanted};
use crate::job::Job;
use crate::output::{Outcome, Style, tell, write_json};
use std::io::{self, Write};
use veridoku_api::trace::{Options, report};
use veridoku_core::text::{Format, Record};

pub(crate) fn run(options: &args::Trace) -> anyhow::Result<Outcome> {
    let job = Trace {
        options: Options {
            algorithm: Some(options.algorithm.name.to_string()),
            limit: Some(options.limit),
            budget: Some(options.budget),
            fold: false,
        },
    };
    batch::run(&options.input, Wanted::lines_or(options.json), &job)
}

#[derive(Debug)]
struct Trace {
    options: Options,
}

impl Job for Trace {
    fn answer(
        &self,
        record: &Record,
        _form: Option<&'static Format>,
        style: Style,
        out: &mut dyn Write,
    ) -> io::Result<Outcome> {
        let report = report(record, &self.options).map_err(io::Error::other)?;
        for row in &report.events {
            if style == Style::Json {
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
            0 => tell(&format!("veridoku: {}: {how}", report.algorithm)),
            more => tell(&format!("veridoku: {}: {how}; {more} more events, see --limit", report.algorithm)),
        }
        Ok(if report.solution.is_some() { Outcome::AsHoped } else { Outcome::No })
    }
}
