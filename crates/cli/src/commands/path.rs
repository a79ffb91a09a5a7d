//! `veridoku path`: the whole logical solution, step by step.

use crate::args;
use crate::batch::{self, Wanted};
use crate::echo;
use crate::job::{Job, SharedJob};
use crate::output::{Outcome, Style, write_json};
use crate::wrap::Width;
use std::io::{self, Write};
use veridoku_api::path::{Options, report};
use veridoku_core::text::{Format, Record};

pub(crate) fn run(options: &args::PathArguments) -> anyhow::Result<Outcome> {
    let job = Path {
        options: Options {
            notation: Some(options.teaching.notation.into()),
            techniques: (&options.teaching).into(),
        },
        wording: if options.explain { Wording::Sentences } else { Wording::Lines },
    };
    batch::run_parallel(&options.input, Wanted::lines_or(options.json), &options.work, &job)
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
        let report = report(record, &self.options);
        let outcome = if report.solved { Outcome::AsHoped } else { Outcome::No };
        if style == Style::Json {
            write_json(out, &report)?;
            return Ok(outcome);
        }
        let name = echo::name(&record.puzzle, self.options.notation.unwrap_or_default().into());
        let width = Width::of_output();
        match (report.level, report.score) {
            (Some(level), Some(score)) => writeln!(out, "{name} {level} ({score})")?,
            _ => writeln!(out, "{name}")?,
        }
        for (index, step) in report.steps.iter().enumerate() {
            let number = format!("  {:3}. ", index + 1);
            let told = match self.wording {
                Wording::Lines => step.line.clone(),
                Wording::Sentences => format!("{}: {}", step.technique, step.text),
            };
            write!(out, "{}", width.broken(&number, &told, number.len()))?;
        }
        if let Some(reason) = &report.reason {
            write!(out, "{}", width.broken("  ", reason, 2))?;
        }
        if let Some(stopped) = echo::stopped(&report.stopped) {
            write!(out, "{}", width.broken("  ", &stopped, 2))?;
        }
        Ok(outcome)
    }
}

impl SharedJob for Path {
    type Tools = ();

    fn gives_lines(&self, wanted: Wanted) -> bool {
        wanted == Wanted::Json
    }
}
