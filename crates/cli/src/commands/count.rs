//! `veridoku count`: the number of solutions up to a limit.

use crate::args;
use crate::batch::{self, Wanted};
use crate::job::{Job, SharedJob};
use crate::output::{Outcome, Style, write_json};
use std::io::{self, Write};
use veridoku_api::count::{Options, report};
use veridoku_core::text::{Format, Record};

pub(crate) fn run(options: &args::Count) -> anyhow::Result<Outcome> {
    let job = Count { options: Options { limit: Some(options.limit), budget: Some(options.budget) } };
    batch::run_parallel(&options.input, Wanted::lines_or(options.json), &options.work, &job)
}

#[derive(Debug)]
struct Count {
    options: Options,
}

impl Job for Count {
    fn answer(
        &self,
        record: &Record,
        _form: Option<&'static Format>,
        style: Style,
        out: &mut dyn Write,
    ) -> io::Result<Outcome> {
        let report = report(record, &self.options);
        if style == Style::Json {
            write_json(out, &report)?;
        } else if report.limit_reached {
            writeln!(out, "{} or more (limit reached)", report.count)?;
        } else if report.budget_reached {
            writeln!(out, "{} or more (budget reached)", report.count)?;
        } else {
            writeln!(out, "{}", report.count)?;
        }
        Ok(Outcome::AsHoped)
    }
}

impl SharedJob for Count {
    type Tools = ();

    fn gives_lines(&self, _wanted: Wanted) -> bool {
        true
    }
}
