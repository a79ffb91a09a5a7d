//! `veridoku minimize`: finds minimal puzzles that use some of the clues.

use super::listing::{self, EarlyStop, Listing};
use crate::args;
use crate::job::{ParallelJob, PuzzleJob};
use crate::output::{ExitOutcome, OutputStyle, write_error, write_json};
use std::io::{self, Write};
use veridoku_api::minimize::{Options, report, visit};
use veridoku_core::Status;
use veridoku_formats::{Format, Record};

pub(crate) fn run(options: &args::MinimizeArgs) -> anyhow::Result<ExitOutcome> {
    let job = MinimizeJob {
        options: Options {
            all: options.all,
            limit: Some(options.limit),
            seed: options.seed,
            budget: Some(options.budget),
        },
    };
    listing::run(&options.input, options.json, &options.run, &job)
}

#[derive(Debug)]
struct MinimizeJob {
    options: Options,
}

impl PuzzleJob for MinimizeJob {
    fn answer(
        &self,
        record: &Record,
        _format: Option<&'static Format>,
        style: OutputStyle,
        out: &mut dyn Write,
    ) -> io::Result<ExitOutcome> {
        let outcome = |status, budget_reached: bool| match status {
            Status::Unique if !budget_reached => ExitOutcome::Success,
            _ => ExitOutcome::Negative,
        };
        if style == OutputStyle::Json {
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
            return Ok(ExitOutcome::Negative);
        }
        let ended = EarlyStop {
            limit_reached: search.limit_reached,
            budget_reached: search.budget_reached,
            budget: self.options.budget.unwrap_or_default(),
        };
        listing.finish("minimal puzzles", &record.puzzle.given_values(), ended)?;
        Ok(outcome(search.status, search.budget_reached))
    }
}

impl ParallelJob for MinimizeJob {
    type Scratch = ();
}
