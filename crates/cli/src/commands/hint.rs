//! `veridoku hint`: shows the next step with an explanation, or all steps available in a position.

use crate::args;
use crate::driver::{self, RequestedStyle};
use crate::job::{ErrorTarget, ParallelJob, PuzzleJob};
use crate::output::{ExitOutcome, OutputStyle, message, write_json};
use crate::puzzle_label;
use crate::render::candidates;
use crate::text_width::TextWidth;
use std::io::{self, Write};
use veridoku_api::hint::{self, RenderedHint, Report};
use veridoku_api::steps;
use veridoku_api::technique_options::{HintLevelName, NotationName, Techniques};
use veridoku_formats::{Format, Record};
use veridoku_logic::Notation;

pub(crate) fn run(options: &args::HintArgs) -> anyhow::Result<ExitOutcome> {
    let techniques = Techniques::from(&options.technique_args);
    let notation = NotationName::from(options.technique_args.notation);
    if options.all {
        let job = AllStepsJob { options: steps::Options { notation: Some(notation), techniques } };
        return driver::run_parallel(
            &options.input,
            RequestedStyle::from(&options.report),
            &options.run,
            &job,
        );
    }
    let options_of_hint = hint::Options {
        level: Some(options.level.into()),
        notation: Some(notation),
        techniques,
        svg: options.svg,
    };
    if options.svg {
        return driver::run_one(&options.input, &HintPictureJob { options: options_of_hint });
    }
    let job = NextStepJob { options: options_of_hint };
    driver::run_parallel(&options.input, RequestedStyle::labelled(&options.report), &options.run, &job)
}

/// Returns the outcome that determines the exit status after a hint.
fn outcome(report: &Report) -> ExitOutcome {
    match report.outcome {
        hint::HintOutcome::Step | hint::HintOutcome::Solved => ExitOutcome::Success,
        hint::HintOutcome::Mistakes | hint::HintOutcome::Unsolvable | hint::HintOutcome::Nothing => {
            ExitOutcome::Negative
        }
    }
}

#[derive(Debug)]
struct NextStepJob {
    options: hint::Options,
}

impl PuzzleJob for NextStepJob {
    fn answer(
        &self,
        record: &Record,
        _format: Option<&'static Format>,
        style: OutputStyle,
        out: &mut dyn Write,
    ) -> io::Result<ExitOutcome> {
        let rendered = hint::render(record, &self.options);
        let notation = Notation::from(self.options.notation.unwrap_or_default());
        match style {
            OutputStyle::Json => write_json(out, &rendered.report)?,
            OutputStyle::Picture => write_picture(out, &rendered, notation)?,
            OutputStyle::Line => {
                write!(out, "{}", TextWidth::of_output().wrap("", &self.line(&rendered.report), 0))?;
            }
            OutputStyle::LabelledLine => {
                let name = puzzle_label::label(&record.puzzle, notation);
                let line = format!("{name} {}", self.line(&rendered.report));
                write!(out, "{}", TextWidth::of_output().wrap("", &line, 2))?;
            }
        }
        Ok(outcome(&rendered.report))
    }
}

impl NextStepJob {
    /// Returns the hint as one line.
    fn line(&self, report: &Report) -> String {
        let text = match report.technique {
            Some(technique) if self.options.level == Some(HintLevelName::Full) => {
                format!("{technique}: {}", report.text)
            }
            _ => report.text.clone(),
        };
        let more = report.note.iter().cloned().chain(puzzle_label::budget_note(&report.stopped));
        more.fold(text, |text, more| format!("{text} {more}"))
    }
}

/// Draws the position, followed by the hint.
fn write_picture(out: &mut dyn Write, rendered: &RenderedHint, notation: Notation) -> io::Result<()> {
    write!(out, "{}", candidates::render(&rendered.position, rendered.marks.as_ref(), notation))?;
    writeln!(out)?;
    if let Some(technique) = rendered.report.technique {
        let bold = anstyle::Style::new().bold();
        writeln!(out, "{bold}{technique}{bold:#}")?;
    }
    let width = TextWidth::of_text();
    write!(out, "{}", width.wrap("", &rendered.report.text, 0))?;
    if let Some(note) = &rendered.report.note {
        write!(out, "{}", width.wrap("", note, 0))?;
    }
    match puzzle_label::budget_note(&rendered.report.stopped) {
        Some(stopped) => write!(out, "{}", width.wrap("", &stopped, 0)),
        None => Ok(()),
    }
}

/// Prints a hint as an SVG document.
#[derive(Debug)]
struct HintPictureJob {
    options: hint::Options,
}

impl PuzzleJob for HintPictureJob {
    fn answer(
        &self,
        record: &Record,
        _format: Option<&'static Format>,
        _style: OutputStyle,
        out: &mut dyn Write,
    ) -> io::Result<ExitOutcome> {
        let report = hint::report(record, &self.options);
        if let Some(svg) = &report.svg {
            write!(out, "{svg}")?;
        }
        if report.outcome != hint::HintOutcome::Step {
            message(&format!("veridoku: {}", report.text));
        }
        Ok(outcome(&report))
    }

    fn errors(&self) -> ErrorTarget {
        ErrorTarget::Stderr
    }
}

#[derive(Debug)]
struct AllStepsJob {
    options: steps::Options,
}

impl PuzzleJob for AllStepsJob {
    fn answer(
        &self,
        record: &Record,
        _format: Option<&'static Format>,
        style: OutputStyle,
        out: &mut dyn Write,
    ) -> io::Result<ExitOutcome> {
        let report = steps::report(record, &self.options);
        if style == OutputStyle::Json {
            write_json(out, &report)?;
        } else {
            let notation = Notation::from(self.options.notation.unwrap_or_default());
            let width = TextWidth::of_output();
            writeln!(out, "{}", puzzle_label::label(&record.puzzle, notation))?;
            let mut technique = "";
            for step in &report.steps {
                if step.technique != technique {
                    technique = step.technique;
                    writeln!(out, "  {technique}")?;
                }
                let detail = step.line.strip_prefix(technique).unwrap_or(&step.line);
                write!(out, "{}", width.wrap("    ", detail.trim_start_matches(": "), 6))?;
            }
            match &report.reason {
                Some(reason) => write!(out, "{}", width.wrap("  ", reason, 2))?,
                None if report.steps.is_empty() => {
                    writeln!(out, "  No enabled technique applies here.")?;
                }
                None => {}
            }
            for more in report.note.iter().cloned().chain(puzzle_label::budget_note(&report.stopped)) {
                write!(out, "{}", width.wrap("  ", &more, 2))?;
            }
        }
        let solved = record.puzzle.values().is_solved();
        Ok(if report.steps.is_empty() && !solved { ExitOutcome::Negative } else { ExitOutcome::Success })
    }
}

impl ParallelJob for NextStepJob {
    type Scratch = ();

    fn has_one_line_per_answer(&self, requested_style: RequestedStyle) -> bool {
        requested_style == RequestedStyle::Json
    }
}

impl ParallelJob for AllStepsJob {
    type Scratch = ();

    fn has_one_line_per_answer(&self, requested_style: RequestedStyle) -> bool {
        requested_style == RequestedStyle::Json
    }
}
