//! `veridoku augment`: writes many equivalent puzzles for each input. Also used by `transform` to write one.
//!
//! The input puzzles are distributed over the threads. If a puzzle may yield too many results to keep in
//! memory, the input puzzles are processed one after another, and the transforms of each are distributed over
//! the threads in chunks. If the text of a record depends on its position, one thread writes all records.

use super::document::DocumentWriter;
use crate::args;
use crate::driver::{self, RequestedStyle};
use crate::job::{ErrorTarget, ParallelJob, PuzzleJob};
use crate::output::{ExitOutcome, OutputStyle, message, write_error, write_json};
use crate::parallel_chunks::map_chunks;
use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use veridoku_api::augment::{DEFAULT_COUNT, Options, visit};
use veridoku_api::convert::complete;
use veridoku_api::transform::{apply, check_solution, random, transformed};
use veridoku_core::symmetry::Transform;
use veridoku_formats::{Format, Record};

/// The maximum number of equivalent puzzles per input to keep in memory.
const MAX_BUFFERED: u64 = 10_000;

/// The number of transforms that a thread writes at a time when several threads share one puzzle.
const CHUNK: usize = 4096;

pub(crate) fn run(options: &args::AugmentArgs) -> anyhow::Result<ExitOutcome> {
    let count = if options.all { options.count } else { options.count.or(Some(DEFAULT_COUNT)) };
    let transforms = TransformChoice::Many(Options { count, seed: options.seed, all: options.all });
    let requested_style = RequestedStyle::json_or_lines(options.json);
    AugmentJob::new(transforms, options.to).run(&options.input, requested_style, options.threads)
}

/// The transforms to apply.
#[derive(Debug)]
pub(super) enum TransformChoice {
    /// This transform.
    One(Transform),
    /// A random transform with this seed.
    Random(u64),
    /// Many transforms.
    Many(Options),
}

#[derive(Debug)]
pub(super) struct AugmentJob {
    transforms: TransformChoice,
    document: DocumentWriter,
    /// The number of threads that share one puzzle.
    threads: usize,
}

impl AugmentJob {
    pub(super) fn new(transforms: TransformChoice, format: &'static Format) -> AugmentJob {
        AugmentJob { transforms, document: DocumentWriter::new(format), threads: 1 }
    }

    /// Transforms all puzzles of the input, on several threads if the format allows it.
    pub(super) fn run(
        mut self,
        input: &args::InputArgs,
        requested_style: RequestedStyle,
        threads: args::ThreadArgs,
    ) -> anyhow::Result<ExitOutcome> {
        let is_order_independent =
            requested_style == RequestedStyle::Json || self.document.is_order_independent();
        if is_order_independent && self.max_count() <= MAX_BUFFERED {
            return driver::run_parallel(input, requested_style, &threads.into(), &self);
        }
        if is_order_independent {
            let threads = threads.threads.or_else(|| std::thread::available_parallelism().ok());
            self.threads = threads.map_or(1, NonZeroUsize::get);
        }
        driver::run(input, requested_style, &self)
    }

    /// Returns the maximum number of transforms per puzzle.
    fn max_count(&self) -> u64 {
        match &self.transforms {
            TransformChoice::One(_) | TransformChoice::Random(_) => 1,
            TransformChoice::Many(options) => options.count.unwrap_or(u64::MAX),
        }
    }

    /// Writes transformed puzzles in order, on several threads if there are enough of them.
    fn write_all(
        &self,
        record: &Record,
        transforms: &[Transform],
        style: OutputStyle,
        out: &mut dyn Write,
    ) -> io::Result<ExitOutcome> {
        let mut worst = ExitOutcome::Success;
        if self.threads == 1 || transforms.len() <= CHUNK {
            for transform in transforms {
                worst = worst.max(self.write(record, transform, style, out)?);
            }
            return Ok(worst);
        }
        let write = |chunk: &[Transform]| -> io::Result<(Vec<u8>, ExitOutcome)> {
            let (mut text, mut worst) = (Vec::new(), ExitOutcome::Success);
            for transform in chunk {
                worst = worst.max(self.write(record, transform, style, &mut text)?);
            }
            Ok((text, worst))
        };
        for written in map_chunks(transforms, CHUNK, write) {
            let (text, outcome) = written?;
            out.write_all(&text)?;
            worst = worst.max(outcome);
        }
        Ok(worst)
    }

    /// Applies the requested transforms to a record and writes the results.
    fn write_transformed(
        &self,
        record: &Record,
        style: OutputStyle,
        out: &mut dyn Write,
    ) -> io::Result<ExitOutcome> {
        let options = match &self.transforms {
            TransformChoice::One(transform) => return self.write(record, transform, style, out),
            TransformChoice::Random(seed) => {
                let transform = Transform::random(&mut random(&record.puzzle, *seed));
                return self.write(record, &transform, style, out);
            }
            TransformChoice::Many(options) => options,
        };
        let (mut worst, mut failed) = (ExitOutcome::Success, None);
        let mut pending = Vec::new();
        visit(record, options, |transform| {
            pending.push(*transform);
            if pending.len() < CHUNK * self.threads {
                return ControlFlow::Continue(());
            }
            match self.write_all(record, &pending, style, out) {
                Ok(outcome) => worst = worst.max(outcome),
                Err(error) => {
                    failed = Some(error);
                    return ControlFlow::Break(());
                }
            }
            pending.clear();
            ControlFlow::Continue(())
        });
        match failed {
            Some(error) => Err(error),
            None => Ok(worst.max(self.write_all(record, &pending, style, out)?)),
        }
    }

    /// Writes one transformed puzzle.
    fn write(
        &self,
        record: &Record,
        transform: &Transform,
        style: OutputStyle,
        out: &mut dyn Write,
    ) -> io::Result<ExitOutcome> {
        if style == OutputStyle::Json {
            return write_json(out, &transformed(record, transform)).map(|()| ExitOutcome::Success);
        }
        self.document.record(&apply(record, transform), out)
    }
}

impl PuzzleJob for AugmentJob {
    fn begin(&self, style: OutputStyle, out: &mut dyn Write) -> io::Result<()> {
        self.document.begin(style, out)
    }

    fn answer(
        &self,
        record: &Record,
        _format: Option<&'static Format>,
        style: OutputStyle,
        out: &mut dyn Write,
    ) -> io::Result<ExitOutcome> {
        if let Err(error) = check_solution(record) {
            if style != OutputStyle::Json && self.document.errors() == ErrorTarget::Stderr {
                message(&format!("veridoku: {error}"));
                return Ok(ExitOutcome::Unreadable);
            }
            return write_error(out, style, &error);
        }
        // If the format has a field for the solution, solve the puzzle once for all transforms.
        let record = &complete(record, self.document.format());
        let lacks_solution = style != OutputStyle::Json
            && self.document.format().capabilities().solution.is_yes()
            && record.solution.is_none();
        if lacks_solution {
            message(&format!("veridoku: no unique solution to write for {}", record.puzzle));
        }
        let outcome = self.write_transformed(record, style, out)?;
        Ok(outcome.max(if lacks_solution { ExitOutcome::Negative } else { ExitOutcome::Success }))
    }

    fn end(&self, style: OutputStyle, out: &mut dyn Write) -> io::Result<()> {
        self.document.end(style, out)
    }

    fn errors(&self) -> ErrorTarget {
        self.document.errors()
    }
}

impl ParallelJob for AugmentJob {
    type Scratch = ();
}
