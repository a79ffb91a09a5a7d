//! `veridoku path`: the whole logical solution, step by step.

use super::teaching;
use crate::args;
use crate::batch::{self, Wanted};
use crate::job::{Job, SharedJob};
use crate::output::{Outcome, Style, write_json};
use std::io::{self, Write};
use veridoku_api::path::{Options, report};
use veridoku_core::text::{Format, Record};

pub(crate) fn run(options: &args::PathArguments) -> anyhow::Result<Outcome> {
    let job = Path {
        options: Options {
            notation: Some(teaching::notation_name(&options.teaching)),
            techniques: teaching::techniques(&options.teaching),
        },
        wording: if options.explain { Wording::Sentences } else { Wording::Lines },
    };
    batch::run_parallel(&options.input, Wanted::lines_or(options.json), options.threads.threads, &job)
}

/// How a step is put.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum Wording {
    Lines,
    Sentences,
}

#[derive(Debug)]
struct Path {
    options: Options,
    wording: Wording,
}

impl Job for Path {
    fn answer(
        &self,
        record: &Record,
        _form: Option<&'static Format>,
        style: Style,
        out: &mut dyn Write,
    ) -> io::Result<Outcome> {
        let report = report(record, &self.options).map_err(io::Error::other)?;
        let outcome = if report.solved { Outcome::AsHoped } else { Outcome::No };
        if style == Style::Json {
            write_json(out, &report)?;
            return Ok(outcome);
        }
        match report.level {
            Some(level) => writeln!(out, "{} {level} ({})", report.puzzle, report.score)?,
            None => writeln!(out, "{}", report.puzzle)?,
        }
        for (index, step) in report.steps.iter().enumerate() {
            match self.wording {
                Wording::Lines => writeln!(out, "  {:3}. {}", index + 1, step.line)?,
                Wording::Sentences => writeln!(out, "  {:3}. {}: {}", index + 1, step.technique, step.text)?,
            }
        }
        if let Some(reason) = &report.reason {
            writeln!(out, "  {reason}")?;
        }
        Ok(outcome)
    }
}

impl SharedJob for Path {
    type Tools = ();
}
