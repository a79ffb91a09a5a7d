//! `veridoku hint`: the next step and why, or all steps of a position.

use crate::args;
use crate::batch::{self, Wanted};
use crate::echo;
use crate::job::{ErrorsGo, Job, SharedJob};
use crate::output::{Outcome, Style, tell, write_json};
use crate::pencil;
use crate::wrap::Width;
use std::io::{self, Write};
use veridoku_api::hint::{self, RenderedHint, Report};
use veridoku_api::steps;
use veridoku_api::technique_options::{HintLevelName, NotationName, Techniques};
use veridoku_core::text::{Format, Record};
use veridoku_logic::Notation;

pub(crate) fn run(options: &args::Hint) -> anyhow::Result<Outcome> {
    let techniques = Techniques::from(&options.teaching);
    let notation = NotationName::from(options.teaching.notation);
    if options.all {
        let job = AllSteps { options: steps::Options { notation: Some(notation), techniques } };
        return batch::run_parallel(&options.input, Wanted::from(&options.report), &options.work, &job);
    }
    let options_of_hint = hint::Options {
        level: Some(options.level.into()),
        notation: Some(notation),
        techniques,
        svg: options.svg,
    };
    if options.svg {
        return batch::run_one(&options.input, &Picture { options: options_of_hint });
    }
    let job = NextStep { options: options_of_hint };
    batch::run_parallel(&options.input, Wanted::told(&options.report), &options.work, &job)
}

/// How well a hint could be given.
fn outcome(report: &Report) -> Outcome {
    match report.outcome {
        hint::HintOutcome::Step | hint::HintOutcome::Solved => Outcome::AsHoped,
        hint::HintOutcome::Mistakes | hint::HintOutcome::Unsolvable | hint::HintOutcome::Nothing => {
            Outcome::No
        }
    }
}

#[derive(Debug)]
struct NextStep {
    options: hint::Options,
}

impl Job for NextStep {
    fn answer(
        &self,
        record: &Record,
        _form: Option<&'static Format>,
        style: Style,
        out: &mut dyn Write,
    ) -> io::Result<Outcome> {
        let look = hint::render(record, &self.options);
        let notation = Notation::from(self.options.notation.unwrap_or_default());
        match style {
            Style::Json => write_json(out, &look.report)?,
            Style::Picture => write_picture(out, &look, notation)?,
            Style::Line => write!(out, "{}", Width::of_output().broken("", &self.line(&look.report), 0))?,
            Style::Listed => {
                let name = echo::name(&record.puzzle, notation);
                let line = format!("{name} {}", self.line(&look.report));
                write!(out, "{}", Width::of_output().broken("", &line, 2))?;
            }
        }
        Ok(outcome(&look.report))
    }
}

impl NextStep {
    /// The hint in one line.
    fn line(&self, report: &Report) -> String {
        let told = match report.technique {
            Some(technique) if self.options.level == Some(HintLevelName::Full) => {
                format!("{technique}: {}", report.text)
            }
            _ => report.text.clone(),
        };
        let more = report.note.iter().cloned().chain(echo::stopped(&report.stopped));
        more.fold(told, |told, more| format!("{told} {more}"))
    }
}

/// The position, and below it the hint.
fn write_picture(out: &mut dyn Write, look: &RenderedHint, notation: Notation) -> io::Result<()> {
    write!(out, "{}", pencil::draw(&look.position, look.marks.as_ref(), notation))?;
    writeln!(out)?;
    if let Some(technique) = look.report.technique {
        let bold = anstyle::Style::new().bold();
        writeln!(out, "{bold}{technique}{bold:#}")?;
    }
    let width = Width::of_text();
    write!(out, "{}", width.broken("", &look.report.text, 0))?;
    if let Some(note) = &look.report.note {
        write!(out, "{}", width.broken("", note, 0))?;
    }
    match echo::stopped(&look.report.stopped) {
        Some(stopped) => write!(out, "{}", width.broken("", &stopped, 0)),
        None => Ok(()),
    }
}

/// A hint as an SVG document.
#[derive(Debug)]
struct Picture {
    options: hint::Options,
}

impl Job for Picture {
    fn answer(
        &self,
        record: &Record,
        _form: Option<&'static Format>,
        _style: Style,
        out: &mut dyn Write,
    ) -> io::Result<Outcome> {
        let report = hint::report(record, &self.options);
        if let Some(svg) = &report.svg {
            write!(out, "{svg}")?;
        }
        if report.outcome != hint::HintOutcome::Step {
            tell(&format!("veridoku: {}", report.text));
        }
        Ok(outcome(&report))
    }

    fn errors(&self) -> ErrorsGo {
        ErrorsGo::Aside
    }
}

#[derive(Debug)]
struct AllSteps {
    options: steps::Options,
}

impl Job for AllSteps {
    fn answer(
        &self,
        record: &Record,
        _form: Option<&'static Format>,
        style: Style,
        out: &mut dyn Write,
    ) -> io::Result<Outcome> {
        let report = steps::report(record, &self.options);
        if style == Style::Json {
            write_json(out, &report)?;
        } else {
            let notation = Notation::from(self.options.notation.unwrap_or_default());
            let width = Width::of_output();
            writeln!(out, "{}", echo::name(&record.puzzle, notation))?;
            let mut technique = "";
            for step in &report.steps {
                if step.technique != technique {
                    technique = step.technique;
                    writeln!(out, "  {technique}")?;
                }
                let detail = step.line.strip_prefix(technique).unwrap_or(&step.line);
                write!(out, "{}", width.broken("    ", detail.trim_start_matches(": "), 6))?;
            }
            match &report.reason {
                Some(reason) => write!(out, "{}", width.broken("  ", reason, 2))?,
                None if report.steps.is_empty() => {
                    writeln!(out, "  None of the techniques that are switched on goes on from here.")?;
                }
                None => {}
            }
            for more in report.note.iter().cloned().chain(echo::stopped(&report.stopped)) {
                write!(out, "{}", width.broken("  ", &more, 2))?;
            }
        }
        let solved = record.puzzle.values().is_solved();
        Ok(if report.steps.is_empty() && !solved { Outcome::No } else { Outcome::AsHoped })
    }
}

impl SharedJob for NextStep {
    type Tools = ();

    fn gives_lines(&self, wanted: Wanted) -> bool {
        wanted == Wanted::Json
    }
}

impl SharedJob for AllSteps {
    type Tools = ();

    fn gives_lines(&self, wanted: Wanted) -> bool {
        wanted == Wanted::Json
    }
}
