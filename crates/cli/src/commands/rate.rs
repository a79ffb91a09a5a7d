//! `veridoku rate`: how hard a puzzle is.

use crate::args;
use crate::batch::{self, Wanted};
use crate::job::{Job, SharedJob};
use crate::output::{Outcome, Style, write_json};
use std::io::{self, Write};
use veridoku_api::rate::{Options, report};
use veridoku_core::text::{Format, Record};

pub(crate) fn run(options: &args::Rate) -> anyhow::Result<Outcome> {
    batch::run_parallel(&options.input, Wanted::lines_or(options.json), options.threads.threads, &Rate)
}

#[derive(Debug)]
struct Rate;

impl Job for Rate {
    fn answer(
        &self,
        record: &Record,
        _form: Option<&'static Format>,
        style: Style,
        out: &mut dyn Write,
    ) -> io::Result<Outcome> {
        let report = report(record, &Options::default());
        match (style, report.level, report.score) {
            (Style::Json, ..) => write_json(out, &report)?,
            (_, Some(level), Some(score)) => {
                let hardest = report.hardest.unwrap_or("nothing to do");
                writeln!(out, "{} {level} {score} {hardest}", report.puzzle)?;
            }
            _ => writeln!(
                out,
                "{} not rated: {}",
                report.puzzle,
                report.reason.as_deref().unwrap_or("no path")
            )?,
        }
        Ok(if report.level.is_some() { Outcome::AsHoped } else { Outcome::No })
    }
}

impl SharedJob for Rate {
    type Tools = ();
}
