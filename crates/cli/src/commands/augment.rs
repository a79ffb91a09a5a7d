//! `veridoku augment`: many dresses of each puzzle; `transform` is the same with one.
//!
//! Threads share the puzzles, each with its dresses. Where one puzzle has so many of them that they had better not wait in
//! memory, puzzles come one after the other, and threads share the dresses of each, a portion at a time. Where the text
//! form counts its records, one thread writes them all.

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
use veridoku_core::text::{Format, Record};

/// The most dresses of a puzzle that wait in memory until they are written.
const MOST_WAITING: u64 = 10_000;

/// The dresses that a thread writes at a time, where threads share those of one puzzle.
const PORTION: usize = 4096;

pub(crate) fn run(options: &args::AugmentArgs) -> anyhow::Result<ExitOutcome> {
    let count = if options.all { options.count } else { options.count.or(Some(DEFAULT_COUNT)) };
    let transforms = TransformChoice::Many(Options { count, seed: options.seed, all: options.all });
    let wanted = RequestedStyle::json_or_lines(options.json);
    AugmentJob::new(transforms, options.to).run(&options.input, wanted, options.threads)
}

/// Which dresses are wanted.
#[derive(Debug)]
pub(super) enum TransformChoice {
    /// This one.
    One(Transform),
    /// A random one, with this seed.
    Random(u64),
    /// Many of them.
    Many(Options),
}

#[derive(Debug)]
pub(super) struct AugmentJob {
    transforms: TransformChoice,
    document: DocumentWriter,
    /// The threads that share the dresses of one puzzle.
    threads: usize,
}

impl AugmentJob {
    pub(super) fn new(transforms: TransformChoice, format: &'static Format) -> AugmentJob {
        AugmentJob { transforms, document: DocumentWriter::new(format), threads: 1 }
    }

    /// Dresses all puzzles of the input, on so many threads where that can be.
    pub(super) fn run(
        mut self,
        input: &args::InputArgs,
        wanted: RequestedStyle,
        threads: args::ThreadArgs,
    ) -> anyhow::Result<ExitOutcome> {
        let is_countless = wanted == RequestedStyle::Json || self.document.is_countless();
        if is_countless && self.most() <= MOST_WAITING {
            return driver::run_parallel(input, wanted, &threads.into(), &self);
        }
        if is_countless {
            let threads = threads.threads.or_else(|| std::thread::available_parallelism().ok());
            self.threads = threads.map_or(1, NonZeroUsize::get);
        }
        driver::run(input, wanted, &self)
    }

    /// The most dresses of a puzzle.
    fn most(&self) -> u64 {
        match &self.transforms {
            TransformChoice::One(_) | TransformChoice::Random(_) => 1,
            TransformChoice::Many(options) => options.count.unwrap_or(u64::MAX),
        }
    }

    /// Writes these dresses in order, on all threads if there are enough for more than one.
    fn write_all(
        &self,
        record: &Record,
        transforms: &[Transform],
        style: OutputStyle,
        out: &mut dyn Write,
    ) -> io::Result<ExitOutcome> {
        let mut worst = ExitOutcome::Success;
        if self.threads == 1 || transforms.len() <= PORTION {
            for transform in transforms {
                worst = worst.max(self.write(record, transform, style, out)?);
            }
            return Ok(worst);
        }
        let write = |portion: &[Transform]| -> io::Result<(Vec<u8>, ExitOutcome)> {
            let (mut text, mut worst) = (Vec::new(), ExitOutcome::Success);
            for transform in portion {
                worst = worst.max(self.write(record, transform, style, &mut text)?);
            }
            Ok((text, worst))
        };
        for written in map_chunks(transforms, PORTION, write) {
            let (text, outcome) = written?;
            out.write_all(&text)?;
            worst = worst.max(outcome);
        }
        Ok(worst)
    }

    /// Writes the dresses that are wanted of a record.
    fn dress(&self, record: &Record, style: OutputStyle, out: &mut dyn Write) -> io::Result<ExitOutcome> {
        let options = match &self.transforms {
            TransformChoice::One(transform) => return self.write(record, transform, style, out),
            TransformChoice::Random(seed) => {
                let transform = Transform::random(&mut random(&record.puzzle, *seed));
                return self.write(record, &transform, style, out);
            }
            TransformChoice::Many(options) => options,
        };
        let (mut worst, mut failed) = (ExitOutcome::Success, None);
        let mut waiting = Vec::new();
        visit(record, options, |transform| {
            waiting.push(*transform);
            if waiting.len() < PORTION * self.threads {
                return ControlFlow::Continue(());
            }
            match self.write_all(record, &waiting, style, out) {
                Ok(outcome) => worst = worst.max(outcome),
                Err(error) => {
                    failed = Some(error);
                    return ControlFlow::Break(());
                }
            }
            waiting.clear();
            ControlFlow::Continue(())
        });
        match failed {
            Some(error) => Err(error),
            None => Ok(worst.max(self.write_all(record, &waiting, style, out)?)),
        }
    }

    /// Writes one dress.
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
        _form: Option<&'static Format>,
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
        // A form with a place for the solution gets it worked out, once for all dresses.
        let record = &complete(record, self.document.format());
        let lacks_solution = style != OutputStyle::Json
            && self.document.format().capabilities().solution.is_yes()
            && record.solution.is_none();
        if lacks_solution {
            message(&format!("veridoku: found no unique solution to write beside {}", record.puzzle));
        }
        let outcome = self.dress(record, style, out)?;
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
