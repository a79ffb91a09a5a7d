//! `veridoku neighbours`: puzzles that differ in a few clues.

use super::canon::write_error;
use crate::args;
use crate::batch::{self, Wanted};
use crate::job::{Job, SharedJob};
use crate::output::{Outcome, Style, tell, write_json};
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
        for neighbour in &report.neighbours {
            writeln!(out, "{neighbour}")?;
        }
        if report.limit_reached {
            tell(&format!(
                "veridoku: stopped at the limit of {} neighbours; there may be more",
                report.neighbours.len()
            ));
        }
        if report.budget_reached {
            let budget = self.options.budget.unwrap_or_default();
            tell(&format!("veridoku: stopped at the budget of {budget} guesses; there may be more"));
        }
        Ok(outcome)
    }
}

impl SharedJob for Neighbours {
    type Tools = ();
}
