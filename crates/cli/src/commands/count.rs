//! `veridoku count`: counts solutions up to a limit.

use crate::args;
use crate::driver::{self, RequestedStyle};
use crate::job::{ParallelJob, PuzzleJob};
use crate::output::{ExitOutcome, OutputStyle, write_json};
use std::io::{self, Write};
use veridoku_api::count::{Options, report};
use veridoku_formats::{Format, Record};

pub(crate) fn run(options: &args::CountArgs) -> anyhow::Result<ExitOutcome> {
    let job = CountJob { options: Options { limit: Some(options.limit), budget: Some(options.budget) } };
    driver::run_parallel(&options.input, RequestedStyle::json_or_lines(options.json), &options.run, &job)
}

#[derive(Debug)]
struct CountJob {
    options: Options,
}

impl PuzzleJob for CountJob {
    fn answer(
        &self,
        record: &Record,
        _format: Option<&'static Format>,
        style: OutputStyle,
        out: &mut dyn Write,
    ) -> io::Result<ExitOutcome> {
        let report = report(record, &self.options);
        if style == OutputStyle::Json {
            write_json(out, &report)?;
        } else if report.limit_reached {
            writeln!(out, "{} or more (limit reached)", report.count)?;
        } else if report.budget_reached {
            writeln!(out, "{} or more (budget exhausted)", report.count)?;
        } else {
            writeln!(out, "{}", report.count)?;
        }
        Ok(ExitOutcome::Success)
    }
}

impl ParallelJob for CountJob {
    type Scratch = ();

    fn has_one_line_per_answer(&self, _requested_style: RequestedStyle) -> bool {
        true
    }
}
