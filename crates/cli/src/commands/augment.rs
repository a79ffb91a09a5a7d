//! `veridoku augment`: many dresses of each puzzle; `transform` is the same with one.
//!
//! Threads share the puzzles, each with its dresses. Where one puzzle has so many of them that they had better not wait in
//! memory, or where the text form counts its records, one thread writes them as they come.

use super::document::Document;
use crate::args;
use crate::batch::{self, Wanted};
use crate::job::{ErrorsGo, Job, SharedJob};
use crate::output::{Outcome, Style, write_json};
use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use veridoku_api::augment::{DEFAULT_COUNT, Options, visit};
use veridoku_api::convert::complete;
use veridoku_api::transform::{apply, dressed, random};
use veridoku_core::symmetry::Transform;
use veridoku_core::text::{Format, Record};

/// The most dresses of a puzzle that wait in memory until they are written.
const MOST_WAITING: u64 = 10_000;

pub(crate) fn run(options: &args::Augment) -> anyhow::Result<Outcome> {
    let count = if options.all { options.count } else { options.count.or(Some(DEFAULT_COUNT)) };
    let dresses = Dresses::Many(Options { count, seed: options.seed, all: options.all });
    let wanted = Wanted::lines_or(options.json);
    Augment::new(dresses, options.to).run(&options.input, wanted, options.threads.threads)
}

/// Which dresses are wanted.
#[derive(Debug)]
pub(super) enum Dresses {
    /// This one.
    One(Transform),
    /// A random one, with this seed.
    Random(u64),
    /// Many of them.
    Many(Options),
}

#[derive(Debug)]
pub(super) struct Augment {
    dresses: Dresses,
    document: Document,
}

impl Augment {
    pub(super) fn new(dresses: Dresses, format: &'static Format) -> Augment {
        Augment { dresses, document: Document::new(format) }
    }

    /// Dresses all puzzles of the input, on so many threads where that can be.
    pub(super) fn run(
        &self,
        input: &args::Input,
        wanted: Wanted,
        threads: Option<NonZeroUsize>,
    ) -> anyhow::Result<Outcome> {
        let is_shared =
            self.most() <= MOST_WAITING && (wanted == Wanted::Json || self.document.is_countless());
        if is_shared {
            batch::run_parallel(input, wanted, threads, self)
        } else {
            batch::run(input, wanted, self)
        }
    }

    /// The most dresses of a puzzle.
    fn most(&self) -> u64 {
        match &self.dresses {
            Dresses::One(_) | Dresses::Random(_) => 1,
            Dresses::Many(options) => options.count.unwrap_or(u64::MAX),
        }
    }

    /// Writes one dress.
    fn write(
        &self,
        record: &Record,
        transform: &Transform,
        style: Style,
        out: &mut dyn Write,
    ) -> io::Result<Outcome> {
        if style == Style::Json {
            return write_json(out, &dressed(record, transform)).map(|()| Outcome::AsHoped);
        }
        self.document.record(&apply(record, transform), out)
    }
}

impl Job for Augment {
    fn begin(&self, style: Style, out: &mut dyn Write) -> io::Result<()> {
        self.document.begin(style, out)
    }

    fn answer(
        &self,
        record: &Record,
        _form: Option<&'static Format>,
        style: Style,
        out: &mut dyn Write,
    ) -> io::Result<Outcome> {
        // A form with a place for the solution gets it worked out, once for all dresses.
        let record = &complete(record, self.document.format());
        let options = match &self.dresses {
            Dresses::One(transform) => return self.write(record, transform, style, out),
            Dresses::Random(seed) => {
                let transform = Transform::random(&mut random(&record.puzzle, *seed));
                return self.write(record, &transform, style, out);
            }
            Dresses::Many(options) => options,
        };
        let mut outcome = Ok(Outcome::AsHoped);
        visit(record, options, |transform| match (&mut outcome, self.write(record, transform, style, out)) {
            (Ok(worst), Ok(this)) => {
                *worst = this.max(*worst);
                ControlFlow::Continue(())
            }
            (_, result) => {
                outcome = result;
                ControlFlow::Break(())
            }
        });
        outcome
    }

    fn end(&self, style: Style, out: &mut dyn Write) -> io::Result<()> {
        self.document.end(style, out)
    }

    fn errors(&self) -> ErrorsGo {
        self.document.errors()
    }
}

impl SharedJob for Augment {
    type Tools = ();
}
