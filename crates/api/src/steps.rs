//! Every step available in a position, technique by technique.

use crate::answer_output::{AnswerOutput, ExitOutcome};
use crate::command::{CommandInfo, TextStyles};
use crate::error::Error;
use crate::hint::{blocker_text, note};
use crate::operation::{InputPuzzle, PuzzleOperation};
use crate::render::puzzle_label;
use crate::step::{StepReport, names};
use crate::technique_options::Techniques;
use crate::vocabulary::Version;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::io::{self, Write};
use veridoku_logic::{Findings, HintBlocker, Notation, PuzzleVerdicts};

/// The options of the operation.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema, Serialize)]
#[serde(default, deny_unknown_fields)]
pub struct Options {
    /// Notation for cells.
    pub notation: Option<Notation>,
    /// The enabled techniques.
    pub techniques: Techniques,
}

/// The result of the operation.
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub struct Report {
    /// The version of the JSON schema.
    pub version: Version,
    /// The puzzle, 81 characters (729 with candidates).
    pub puzzle: String,
    /// The steps in the order of the table of techniques.
    pub steps: Vec<StepReport>,
    /// A note if the puzzle is not known to have a single solution.
    pub note: Option<String>,
    /// The techniques whose search ran out of budget; there may be more of their steps.
    pub stopped: Vec<&'static str>,
    /// Why there are no steps: mistakes, no solution, or a solved puzzle.
    pub reason: Option<String>,
    /// Whether the puzzle is solved.
    #[serde(skip)]
    pub is_solved: bool,
}

/// Finds all steps available in a position.
#[derive(Debug)]
pub struct Steps;

impl PuzzleOperation for Steps {
    type Options = Options;
    type Report = Report;
    const ABOUT: &'static str = "List all steps available in the position";
    const COMMAND: CommandInfo = CommandInfo { styles: TextStyles::Drawings, ..CommandInfo::DEFAULT };

    fn restrict(options: &mut Options) {
        options.techniques.restrict();
    }

    fn run(puzzle: InputPuzzle<'_>, options: &Options) -> Result<Report, Error> {
        let notation = options.notation.unwrap_or_default();
        let puzzle = &puzzle.record.puzzle;
        let mut report = Report {
            version: Version,
            puzzle: puzzle.to_string(),
            steps: Vec::new(),
            note: None,
            stopped: Vec::new(),
            reason: None,
            is_solved: puzzle.values().is_solved(),
        };
        let verdicts = PuzzleVerdicts::of(puzzle);
        match HintBlocker::check(puzzle, &verdicts) {
            Ok(position) => {
                // Brute force reads the solution, so it is not a step of the position.
                let ladder = options.techniques.ladder().without_brute_force();
                let Findings { mut steps, cut_short } = ladder.find_all(&position);
                steps.sort_by_key(|step| step.technique);
                report.steps = steps.iter().map(|step| StepReport::new(step, &position, notation)).collect();
                report.note = note(&position, &verdicts, notation);
                report.stopped = names(&cut_short);
            }
            Err(found) => report.reason = Some(blocker_text(&found, notation)),
        }
        Ok(report)
    }

    fn outcome(report: &Report) -> ExitOutcome {
        ExitOutcome::positive_if(report.is_solved || !report.steps.is_empty())
    }

    fn write(
        puzzle: InputPuzzle<'_>,
        options: &Options,
        report: &Report,
        out: &mut AnswerOutput<'_>,
    ) -> io::Result<()> {
        let width = out.line_width;
        let notation = options.notation.unwrap_or_default();
        writeln!(out, "{}", puzzle_label::label(&puzzle.record.puzzle, notation))?;
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
            None if report.steps.is_empty() => writeln!(out, "  No enabled technique applies here.")?,
            None => {}
        }
        for more in report.note.iter().cloned().chain(puzzle_label::budget_note(&report.stopped)) {
            write!(out, "{}", width.wrap("  ", &more, 2))?;
        }
        Ok(())
    }
}
