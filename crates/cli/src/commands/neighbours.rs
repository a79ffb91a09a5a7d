//! `veridoku neighbours`: finds puzzles that differ from the input in a few clues.

use super::listing::{self, EarlyStop, Listing};
use crate::args;
use crate::job::{ParallelJob, PuzzleJob};
use crate::output::{ExitOutcome, OutputStyle, write_error, write_json};
use std::io::{self, Write};
use veridoku_api::neighbours::{Options, report, visit};
use veridoku_core::solve::End;
use veridoku_formats::{Format, Record};

pub(crate) fn run(options: &args::NeighboursArgs) -> anyhow::Result<ExitOutcome> {
    let job = NeighboursJob {
        options: Options {
            remove: options.remove,
            add: options.add,
            minimal: options.minimal,
            limit: Some(options.limit),
            budget: Some(options.budget),
        },
    };
    listing::run(&options.input, options.json, &options.run, &job)
}

#[derive(Debug)]
struct NeighboursJob {
    options: Options,
}

impl PuzzleJob for NeighboursJob {
    fn answer(
        &self,
        record: &Record,
        _format: Option<&'static Format>,
        style: OutputStyle,
        out: &mut dyn Write,
    ) -> io::Result<ExitOutcome> {
        if style == OutputStyle::Json {
            return match report(record, &self.options) {
                Ok(report) => {
                    write_json(out, &report)?;
                    Ok(if report.budget_reached { ExitOutcome::Negative } else { ExitOutcome::Success })
                }
                Err(error) => write_error(out, style, &error),
            };
        }
        let mut listing = Listing::new(out);
        let end = match visit(record, &self.options, |neighbour| listing.push(neighbour)) {
            Ok(end) => end,
            Err(error) => return write_error(out, style, &error),
        };
        let ended = EarlyStop {
            limit_reached: end == End::SolutionLimit,
            budget_reached: end == End::NodeBudget,
            budget: self.options.budget.unwrap_or_default(),
        };
        listing.finish("neighbours", &record.puzzle.given_values(), ended)?;
        Ok(if ended.budget_reached { ExitOutcome::Negative } else { ExitOutcome::Success })
    }
}

impl ParallelJob for NeighboursJob {
    type Scratch = ();
}
