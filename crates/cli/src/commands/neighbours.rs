//! `veridoku neighbours`: puzzles that differ in a few clues.

use super::listing::{self, Ended, Listing};
use crate::args;
use crate::job::{Job, SharedJob};
use crate::output::{Outcome, Style, write_error, write_json};
use std::io::{self, Write};
use veridoku_api::neighbours::{Options, report, visit};
use veridoku_core::solve::End;
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
    listing::run(&options.input, options.json, &options.work, &job)
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
        if style == Style::Json {
            return match report(record, &self.options) {
                Ok(report) => {
                    write_json(out, &report)?;
                    Ok(if report.budget_reached { Outcome::No } else { Outcome::AsHoped })
                }
                Err(error) => write_error(out, style, &error),
            };
        }
        let mut listing = Listing::new(out);
        let end = match visit(record, &self.options, |neighbour| listing.push(neighbour)) {
            Ok(end) => end,
            Err(error) => return write_error(out, style, &error),
        };
        let ended = Ended {
            limit_reached: end == End::SolutionLimit,
            budget_reached: end == End::NodeBudget,
            budget: self.options.budget.unwrap_or_default(),
        };
        listing.finish("neighbours", &record.puzzle.given_values(), ended)?;
        Ok(if ended.budget_reached { Outcome::No } else { Outcome::AsHoped })
    }
}

impl SharedJob for Neighbours {
    type Tools = ();
}
