//! `veridoku picture`: draws a puzzle as an SVG image.

use crate::args;
use crate::driver::{self, RequestedStyle};
use crate::job::PuzzleJob;
use crate::output::{ExitOutcome, OutputStyle, message, write_error, write_json};
use std::cell::Cell;
use std::io::{self, Write};
use veridoku_api::picture::{Options, report};
use veridoku_formats::{Format, Record};

pub(crate) fn run(options: &args::PictureArgs) -> anyhow::Result<ExitOutcome> {
    let job = PictureJob { options: Options { show: options.show.into() }, is_drawn: Cell::new(false) };
    if options.json.json {
        return driver::run(&options.input, RequestedStyle::Json, &job);
    }
    let outcome = driver::run_one(&options.input, &job)?;
    if outcome == ExitOutcome::Success && !job.is_drawn.get() {
        message("veridoku: found no puzzle to draw");
        return Ok(ExitOutcome::Unreadable);
    }
    Ok(outcome)
}

#[derive(Debug)]
struct PictureJob {
    options: Options,
    /// Whether a puzzle was found.
    is_drawn: Cell<bool>,
}

impl PuzzleJob for PictureJob {
    fn answer(
        &self,
        record: &Record,
        _format: Option<&'static Format>,
        style: OutputStyle,
        out: &mut dyn Write,
    ) -> io::Result<ExitOutcome> {
        self.is_drawn.set(true);
        match report(record, &self.options) {
            Ok(report) if style == OutputStyle::Json => write_json(out, &report)?,
            Ok(report) => out.write_all(report.svg.as_bytes())?,
            Err(error) => return write_error(out, style, &error),
        }
        Ok(ExitOutcome::Success)
    }
}
