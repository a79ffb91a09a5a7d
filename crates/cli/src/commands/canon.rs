//! `veridoku canon`: canonical forms.

use crate::args;
use crate::batch::{self, Wanted};
use crate::entry::Batch;
use crate::job::{Job, SharedJob, Tally, answer_all};
use crate::output::{Outcome, Style, Text, write_json};
use std::cell::RefCell;
use std::io::{self, Write};
use veridoku_api::canon::report_with;
use veridoku_core::symmetry::Canonizer;
use veridoku_core::text::{Format, Record};

pub(crate) fn run(options: &args::Canon) -> anyhow::Result<Outcome> {
    let shown = if options.key { Shown::Key } else { Shown::Form };
    let wanted = Wanted::lines_or(options.json);
    batch::run_parallel(&options.input, wanted, &options.work, &Canon { shown })
}

/// What a line shows.
#[derive(Copy, Clone, Debug)]
enum Shown {
    Form,
    Key,
}

#[derive(Debug)]
struct Canon {
    shown: Shown,
}

/// The job of one thread, with its memory.
struct Thread<'t> {
    shown: Shown,
    canonizer: RefCell<&'t mut Canonizer>,
}

impl Job for Thread<'_> {
    fn answer(
        &self,
        record: &Record,
        _form: Option<&'static Format>,
        style: Style,
        out: &mut dyn Write,
    ) -> io::Result<Outcome> {
        let report = report_with(&mut self.canonizer.borrow_mut(), record);
        match (style, self.shown) {
            (Style::Json, _) => write_json(out, &report)?,
            (_, Shown::Form) => writeln!(out, "{}", report.canonical)?,
            (_, Shown::Key) => writeln!(out, "{}", report.key)?,
        }
        Ok(Outcome::AsHoped)
    }
}

impl Job for Canon {
    fn answer(
        &self,
        record: &Record,
        form: Option<&'static Format>,
        style: Style,
        out: &mut dyn Write,
    ) -> io::Result<Outcome> {
        let mut canonizer = Canonizer::default();
        Thread { shown: self.shown, canonizer: RefCell::new(&mut canonizer) }.answer(record, form, style, out)
    }
}

impl SharedJob for Canon {
    type Tools = Canonizer;

    fn gives_lines(&self, _wanted: Wanted) -> bool {
        true
    }

    fn answer_batch(
        &self,
        batch: &Batch,
        style: Style,
        tools: &mut Canonizer,
        out: &mut Text,
    ) -> io::Result<Tally> {
        answer_all(batch, style, &Thread { shown: self.shown, canonizer: RefCell::new(tools) }, out)
    }
}
