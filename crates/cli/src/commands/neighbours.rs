//! `veridoku neighbours`: puzzles that differ in a few clues.

use super::listing::Listing;
use crate::args;
use crate::batch::{self, Wanted};
use crate::job::{Job, SharedJob};
use crate::output::{Outcome, Style, write_error, write_json};
use std::io::{self, Write};
use veridoku_api::neighbours::{Options, report};
use veridoku_core::text::{Format, Record};

pub(crate) fn run(options: &args::Neighbours) -> anyhow::Result<Outcome> {
    let job = Neighbours {
        options: Options {
            remove: options.remove,
            add: options.add,
            minimal: options.minimal,
            limit: Some(options.limit),
            budget: Some(options.budget),
        },
    };
    batch::run_parallel(&options.input, Wanted::lines_or(options.json), &options.work, &job)
}

#[derive(Debug)]
struct Neighbours {
    options: Options,
}

impl Job for Neighbours {
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
        let outcome = if report.budget_reached { Outcome::No } else { Outcome::AsHoped };
        if style == Style::Json {
            write_json(out, &report)?;
            return Ok(outcome);
        }
        let listing = Listing {
            noun: "neighbours",
            puzzles: &report.neighbours,
            limit_reached: report.limit_reached,
            budget_reached: report.budget_reached,
            budget: self.options.budget.unwrap_or_default(),
        };
        listing.write(out).map(|()| outcome)
    }
}

impl SharedJob for Neighbours {
    type Tools = ();
}
