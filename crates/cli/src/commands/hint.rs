//! `veridoku hint`: the next step and why, or all steps of a position.

use super::teaching;
use crate::args::{self, HintLevel};
use crate::batch::{self, Wanted};
use crate::draw;
use crate::job::{Job, SharedJob};
use crate::output::{Outcome, Style, write_json};
use std::io::{self, Write};
use veridoku_api::{hint, steps};
use veridoku_core::text::{Format, Record};
use veridoku_logic::{Hint, Ladder, Marks, Notation, Position, Strength, svg};

pub(crate) fn run(options: &args::Hint) -> anyhow::Result<Outcome> {
    let techniques = teaching::techniques(&options.teaching);
    let threads = options.threads.threads;
    if options.all {
        let notation = Some(teaching::notation_name(&options.teaching));
        let job = AllSteps { options: steps::Options { notation, techniques } };
        return batch::run_parallel(&options.input, Wanted::from(&options.report), threads, &job);
    }
    let job = NextStep {
        ladder: techniques.ladder()?,
        notation: teaching::notation(&options.teaching),
        strength: match options.level {
            HintLevel::Where => Strength::Where,
            HintLevel::What => Strength::What,
            HintLevel::Full => Strength::Full,
        },
        picture: if options.svg { Picture::Svg } else { Picture::Text },
    };
    batch::run_parallel(&options.input, Wanted::from(&options.report), threads, &job)
}

/// How the position is drawn.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum Picture {
    Text,
    Svg,
}

#[derive(Debug)]
struct NextStep {
    ladder: Ladder,
    notation: Notation,
    strength: Strength,
    picture: Picture,
}

impl Job for NextStep {
    fn answer(
        &self,
        record: &Record,
        _form: Option<&'static Format>,
        style: Style,
        out: &mut dyn Write,
    ) -> io::Result<Outcome> {
        let puzzle = &record.puzzle;
        let hint = Hint::of(puzzle, &self.ladder);
        let report = hint::describe(puzzle, &hint, self.strength, self.notation);
        let position = Position::new(puzzle).ok();
        let marks = match (&hint, &position) {
            (Hint::Step(step), Some(position)) if self.strength == Strength::Full => {
                Some(Marks::new(step, position))
            }
            _ => None,
        };
        match (self.picture, style, &position) {
            (Picture::Svg, _, Some(position)) => {
                write!(out, "{}", svg::draw(position, marks.as_ref(), self.notation))?;
            }
            (_, Style::Json, _) => write_json(out, &report)?,
            (_, Style::Picture, Some(position)) => {
                write!(out, "{}", draw::position(position, marks.as_ref()))?;
                if let Some(technique) = report.technique {
                    writeln!(out, "{technique}")?;
                }
                writeln!(out, "{}", report.text)?;
            }
            _ => match report.technique {
                Some(technique) if self.strength == Strength::Full => {
                    writeln!(out, "{technique}: {}", report.text)?;
                }
                _ => writeln!(out, "{}", report.text)?,
            },
        }
        Ok(match hint {
            Hint::Step(_) | Hint::Solved => Outcome::AsHoped,
            Hint::Unsolvable(_) | Hint::Mistakes(_) | Hint::Nothing => Outcome::No,
        })
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
        let report = steps::report(record, &self.options).map_err(io::Error::other)?;
        if style == Style::Json {
            write_json(out, &report)?;
        } else {
            writeln!(out, "{}", report.puzzle)?;
            let mut technique = "";
            for step in &report.steps {
                if step.technique != technique {
                    technique = step.technique;
                    writeln!(out, "  {technique}")?;
                }
                let detail = step.line.strip_prefix(technique).unwrap_or(&step.line);
                writeln!(out, "    {}", detail.trim_start_matches(": "))?;
            }
            if let Some(reason) = &report.reason {
                writeln!(out, "  {reason}")?;
            }
        }
        let solved = record.puzzle.values().is_solved();
        Ok(if report.steps.is_empty() && !solved { Outcome::No } else { Outcome::AsHoped })
    }
}

impl SharedJob for NextStep {
    type Tools = ();
}

impl SharedJob for AllSteps {
    type Tools = ();
}
