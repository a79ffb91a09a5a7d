//! `veridoku canon`: prints canonical forms.

use crate::args;
use crate::driver::{self, RequestedStyle};
use crate::entry::Batch;
use crate::job::{ParallelJob, PuzzleJob, RunSummary, answer_all};
use crate::output::{ExitOutcome, OutputStyle, OutputText, write_json};
use std::cell::RefCell;
use std::io::{self, Write};
use veridoku_api::canon::report_with;
use veridoku_core::symmetry::Canonizer;
use veridoku_formats::{Format, Record};

pub(crate) fn run(options: &args::CanonArgs) -> anyhow::Result<ExitOutcome> {
    let output = if options.key { CanonOutput::Key } else { CanonOutput::Form };
    let requested_style = RequestedStyle::json_or_lines(options.json);
    driver::run_parallel(&options.input, requested_style, &options.run, &CanonJob { output })
}

/// What to print for each puzzle.
#[derive(Copy, Clone, Debug)]
enum CanonOutput {
    Form,
    Key,
}

#[derive(Debug)]
struct CanonJob {
    output: CanonOutput,
}

/// The job as run by one thread, which reuses the memory of its canonizer.
struct CanonThreadJob<'t> {
    output: CanonOutput,
    canonizer: RefCell<&'t mut Canonizer>,
}

impl PuzzleJob for CanonThreadJob<'_> {
    fn answer(
        &self,
        record: &Record,
        _format: Option<&'static Format>,
        style: OutputStyle,
        out: &mut dyn Write,
    ) -> io::Result<ExitOutcome> {
        let report = report_with(&mut self.canonizer.borrow_mut(), record);
        match (style, self.output) {
            (OutputStyle::Json, _) => write_json(out, &report)?,
            (_, CanonOutput::Form) => writeln!(out, "{}", report.canonical)?,
            (_, CanonOutput::Key) => writeln!(out, "{}", report.key)?,
        }
        Ok(ExitOutcome::Success)
    }
}

impl PuzzleJob for CanonJob {
    fn answer(
        &self,
        record: &Record,
        format: Option<&'static Format>,
        style: OutputStyle,
        out: &mut dyn Write,
    ) -> io::Result<ExitOutcome> {
        let mut canonizer = Canonizer::default();
        CanonThreadJob { output: self.output, canonizer: RefCell::new(&mut canonizer) }
            .answer(record, format, style, out)
    }
}

impl ParallelJob for CanonJob {
    type Scratch = Canonizer;

    fn has_one_line_per_answer(&self, _requested_style: RequestedStyle) -> bool {
        true
    }

    fn answer_batch(
        &self,
        batch: &Batch,
        style: OutputStyle,
        tools: &mut Canonizer,
        out: &mut OutputText,
    ) -> io::Result<RunSummary> {
        answer_all(batch, style, &CanonThreadJob { output: self.output, canonizer: RefCell::new(tools) }, out)
    }
}
