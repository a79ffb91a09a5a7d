//! `veridoku augment`: many dresses of each puzzle; `transform` is the same with one.

use crate::args;
use crate::batch::{self, Wanted};
use crate::job::{ErrorsGo, Job};
use crate::output::{Outcome, Style, tell, write_json};
use std::cell::RefCell;
use std::io::{self, Write};
use std::ops::ControlFlow;
use veridoku_api::augment::{DEFAULT_COUNT, Options, visit};
use veridoku_api::convert::complete;
use veridoku_api::transform::{apply, dressed, random};
use veridoku_core::symmetry::Transform;
use veridoku_core::text::{Format, Record, Writer};

pub(crate) fn run(options: &args::Augment) -> anyhow::Result<Outcome> {
    let count = if options.all { options.count } else { options.count.or(Some(DEFAULT_COUNT)) };
    let dresses = Dresses::Many(Options { count, seed: options.seed, all: options.all });
    batch::run(&options.input, Wanted::lines_or(options.json), &Augment::new(dresses, options.to))
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
    format: &'static Format,
    /// Counts the records that it writes.
    writer: RefCell<Writer>,
}

impl Augment {
    pub(super) fn new(dresses: Dresses, format: &'static Format) -> Augment {
        Augment { dresses, format, writer: RefCell::new(Writer::new(format)) }
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
        let mut text = String::new();
        let written = self.writer.borrow_mut().record(&apply(record, transform), &mut text);
        match (written, self.errors()) {
            (Ok(()), _) => return out.write_all(text.as_bytes()).map(|()| Outcome::AsHoped),
            (Err(error), ErrorsGo::InPlace) => writeln!(out, "error: {error}")?,
            (Err(error), ErrorsGo::Aside) => tell(&format!("veridoku: {error}")),
        }
        Ok(Outcome::Unreadable)
    }
}

impl Job for Augment {
    fn begin(&self, style: Style, out: &mut dyn Write) -> io::Result<()> {
        let mut text = String::new();
        if style != Style::Json {
            self.writer.borrow_mut().header(&mut text);
        }
        out.write_all(text.as_bytes())
    }

    fn answer(
        &self,
        record: &Record,
        _form: Option<&'static Format>,
        style: Style,
        out: &mut dyn Write,
    ) -> io::Result<Outcome> {
        // A form with a place for the solution gets it worked out, once for all dresses.
        let record = &complete(record, self.format);
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
        let mut text = String::new();
        if style != Style::Json {
            self.writer.borrow_mut().footer(&mut text);
        }
        out.write_all(text.as_bytes())
    }

    fn errors(&self) -> ErrorsGo {
        if self.format.is_one_line() { ErrorsGo::InPlace } else { ErrorsGo::Aside }
    }
}
