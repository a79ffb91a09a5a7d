//! `veridoku picture`: a puzzle as an SVG picture.

use crate::args;
use crate::batch::{self, Wanted};
use crate::job::Job;
use crate::output::{Outcome, Style, tell, write_error, write_json};
use std::cell::Cell;
use std::io::{self, Write};
use veridoku_api::picture::{Options, report};
use veridoku_core::text::{Format, Record};

pub(crate) fn run(options: &args::Picture) -> anyhow::Result<Outcome> {
    let job = Picture { options: Options { show: options.show.into() }, is_drawn: Cell::new(false) };
    if options.json.json {
        return batch::run(&options.input, Wanted::Json, &job);
    }
    let outcome = batch::run_one(&options.input, &job)?;
    if outcome == Outcome::AsHoped && !job.is_drawn.get() {
        tell("veridoku: found no puzzle: there is nothing to draw");
        return Ok(Outcome::Unreadable);
    }
    Ok(outcome)
}

#[derive(Debug)]
struct Picture {
    options: Options,
    /// Whether there was a puzzle.
    is_drawn: Cell<bool>,
}

impl Job for Picture {
    fn answer(
        &self,
        record: &Record,
        _form: Option<&'static Format>,
        style: Style,
        out: &mut dyn Write,
    ) -> io::Result<Outcome> {
        self.is_drawn.set(true);
        match report(record, &self.options) {
            Ok(report) if style == Style::Json => write_json(out, &report)?,
            Ok(report) => out.write_all(report.svg.as_bytes())?,
            Err(error) => return write_error(out, style, &error),
        }
        Ok(Outcome::AsHoped)
    }
}
