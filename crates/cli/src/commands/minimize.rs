//! `veridoku minimize`: minimal puzzles among the clues.

use super::canon::write_error;
use crate::args;
use crate::batch::{self, Wanted};
use crate::job::{Job, SharedJob};
use crate::output::{Outcome, Style, tell, write_json};
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
        for minimal in &report.minimal {
            writeln!(out, "{minimal}")?;
        }
        if report.limit_reached {
            tell(&format!(
                "veridoku: stopped at the limit of {} minimal puzzles; there may be more",
                report.minimal.len()
            ));
        }
        if report.budget_reached {
            let budget = self.options.budget.unwrap_or_default();
            tell(&format!("veridoku: stopped at the budget of {budget} guesses; there may be more"));
        }
        Ok(outcome)
    }
}

impl SharedJob for Minimize {
    type Tools = ();
}
