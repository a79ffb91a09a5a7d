//! `veridoku minimize`: minimal puzzles among the clues.

use super::listing::Listing;
use crate::args;
use crate::batch::{self, Wanted};
use crate::job::{Job, SharedJob};
use crate::output::{Outcome, Style, write_error, write_json};
use std::io::{self, Write};
use veridoku_api::minimize::{Options, report};
use veridoku_core::Status;
use veridoku_core::text::{Format, Record};

pub(crate) fn run(options: &args::Minimize) -> anyhow::Result<Outcome> {
    let job = Minimize {
        options: Options {
            all: options.all,
            limit: Some(options.limit),
            seed: options.seed,
            budget: Some(options.budget),
        },
    };
    batch::run_parallel(&options.input, Wanted::lines_or(options.json), &options.work, &job)
}

#[derive(Debug)]
struct Minimize {
    options: Options,
}

impl Job for Minimize {
    fn answer(
        &self,
        record: &Record,
        _form: Option<&'static Format>,
        style: Style,
        out: &mut dyn Write,
    ) -> io::Result<Outcome> {
        let report = match report(record, &self.options) {
            Ok(report) => report,
            Err(error) => return write_error(out, style, &error),
        };
        let outcome = if report.status == Status::Unique && !report.budget_reached {
            Outcome::AsHoped
        } else {
            Outcome::No
        };
        if style == Style::Json {
            write_json(out, &report)?;
            return Ok(outcome);
        }
        if let Some(reason) = &report.reason {
            writeln!(out, "{}: {reason}", report.status)?;
            return Ok(outcome);
        }
        let listing = Listing {
            noun: "minimal puzzles",
            puzzles: &report.minimal,
            limit_reached: report.limit_reached,
            budget_reached: report.budget_reached,
            budget: self.options.budget.unwrap_or_default(),
        };
        listing.write(out).map(|()| outcome)
    }
}

impl SharedJob for Minimize {
    type Tools = ();
}
