//! `veridoku path`: solves puzzles by logic, step by step.

use crate::args;
use crate::driver::{self, RequestedStyle};
use crate::job::{ParallelJob, PuzzleJob};
use crate::output::{ExitOutcome, OutputStyle, write_json};
use crate::puzzle_label;
use crate::text_width::TextWidth;
use std::io::{self, Write};
use veridoku_api::path::{Options, report};
use veridoku_formats::{Format, Record};

pub(crate) fn run(options: &args::PathArgs) -> anyhow::Result<ExitOutcome> {
    let job = PathJob {
        options: Options {
            notation: Some(options.technique_args.notation.into()),
            techniques: (&options.technique_args).into(),
        },
        wording: if options.explain { Wording::Sentences } else { Wording::Lines },
    };
    driver::run_parallel(&options.input, RequestedStyle::json_or_lines(options.json), &options.run, &job)
}

/// How a step is described.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum Wording {
    Lines,
    Sentences,
}

#[derive(Debug)]
struct PathJob {
    options: Options,
    wording: Wording,
}

impl PuzzleJob for PathJob {
    fn answer(
        &self,
        record: &Record,
        _format: Option<&'static Format>,
        style: OutputStyle,
        out: &mut dyn Write,
    ) -> io::Result<ExitOutcome> {
        let report = report(record, &self.options);
        let outcome = if report.solved { ExitOutcome::Success } else { ExitOutcome::Negative };
        if style == OutputStyle::Json {
            write_json(out, &report)?;
            return Ok(outcome);
        }
        let name = puzzle_label::label(&record.puzzle, self.options.notation.unwrap_or_default().into());
        let width = TextWidth::of_output();
        match (report.level, report.score) {
            (Some(level), Some(score)) => writeln!(out, "{name} {level} ({score})")?,
            _ => writeln!(out, "{name}")?,
        }
        for (index, step) in report.steps.iter().enumerate() {
            let number = format!("  {:3}. ", index + 1);
            let text = match self.wording {
                Wording::Lines => step.line.clone(),
                Wording::Sentences => format!("{}: {}", step.technique, step.text),
            };
            write!(out, "{}", width.wrap(&number, &text, number.len()))?;
        }
        if let Some(reason) = &report.reason {
            write!(out, "{}", width.wrap("  ", reason, 2))?;
        }
        if let Some(stopped) = puzzle_label::budget_note(&report.stopped) {
            write!(out, "{}", width.wrap("  ", &stopped, 2))?;
        }
        Ok(outcome)
    }
}

impl ParallelJob for PathJob {
    type Scratch = ();

    fn has_one_line_per_answer(&self, requested_style: RequestedStyle) -> bool {
        requested_style == RequestedStyle::Json
    }
}
