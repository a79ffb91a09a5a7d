//! `veridoku minimize`: minimal puzzles among the clues.

use super::listing::{self, Ended, Listing};
use crate::args;
use crate::job::{Job, SharedJob};
use crate::output::{Outcome, Style, write_error, write_json};
use std::io::{self, Write};
use veridoku_api::minimize::{Options, report, visit};
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
    listing::run(&options.input, options.json, &options.work, &job)
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
        let outcome = |status, budget_reached: bool| match status {
            Status::Unique if !budget_reached => Outcome::AsHoped,
            _ => Outcome::No,
        };
        if style == Style::Json {
            return match report(record, &self.options) {
                Ok(report) => {
                    write_json(out, &report)?;
                    Ok(outcome(report.status, report.budget_reached))
                }
                Err(error) => write_error(out, style, &error),
            };
        }
        let mut listing = Listing::new(out);
        let search = match visit(record, &self.options, |minimal| listing.push(minimal)) {
            Ok(search) => search,
            Err(error) => return write_error(out, style, &error),
        };
        if let Some(reason) = &search.reason {
            writeln!(out, "{}: {reason}", search.status)?;
            return Ok(Outcome::No);
        }
        let ended = Ended {
            limit_reached: search.limit_reached,
            budget_reached: search.budget_reached,
            budget: self.options.budget.unwrap_or_default(),
        };
        listing.finish("minimal puzzles", &record.puzzle.given_values(), ended)?;
        Ok(outcome(search.status, search.budget_reached))
    }
}

impl SharedJob for Minimize {
    type Tools = ();
}
