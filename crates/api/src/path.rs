//! The whole logical solution, step by step.

use crate::answer_output::{AnswerOutput, ExitOutcome};
use crate::command::CommandInfo;
use crate::error::Error;
use crate::hint::{blocker_text, unsolvable};
use crate::operation::{InputPuzzle, PuzzleOperation};
use crate::render::puzzle_label;
use crate::step::{StepReport, names};
use crate::technique_options::{Techniques, cell_names};
use crate::vocabulary::{DEFAULT_NODES, Version};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::io::{self, Write};
use veridoku_core::{Puzzle, Verdict};
use veridoku_logic::{HintBlocker, Ladder, Notation, Position, PuzzleVerdicts, SolutionPath};

/// The options of the operation.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema, Serialize)]
#[cfg_attr(feature = "cli", derive(clap::Args))]
#[serde(default, deny_unknown_fields)]
pub struct Options {
    /// Explain each step in full sentences.
    #[cfg_attr(feature = "cli", arg(long, conflicts_with = "json", help_heading = "Output options"))]
    #[serde(skip)]
    pub explain: bool,

    /// Notation for cells.
    #[cfg_attr(feature = "cli", arg(long, value_name = "NOTATION", default_value = "r1c1"))]
    #[cfg_attr(feature = "cli", arg(help_heading = "Output options"))]
    pub notation: Option<Notation>,

    /// The enabled techniques.
    #[cfg_attr(feature = "cli", command(flatten))]
    pub techniques: Techniques,
}

/// The result of the operation.
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub struct Report {
    /// The version of the JSON schema.
    pub version: Version,
    /// The puzzle, 81 characters (729 with candidates).
    pub puzzle: String,
    /// Whether the path reaches the solution.
    pub solved: bool,
    /// The sum of the scores of the steps, if the path reaches the solution.
    pub score: Option<u32>,
    /// The level, from the steps and the score, if the path reaches the solution.
    pub level: Option<&'static str>,
    /// The steps in order.
    pub steps: Vec<StepReport>,
    /// The last position of the path: the solution, or the position in which no technique applies.
    pub end: String,
    /// The techniques whose search ran out of budget at some step.
    pub stopped: Vec<&'static str>,
    /// Why no path reaches the solution.
    pub reason: Option<String>,
}

/// Solves a puzzle by logic, step by step.
#[derive(Debug)]
pub struct Path;

impl PuzzleOperation for Path {
    type Options = Options;
    type Report = Report;
    const ABOUT: &'static str = "Solve puzzles by logic, step by step";
    const COMMAND: CommandInfo = CommandInfo {
        examples: &["path --explain puzzle.txt"],
        negative: "the steps do not reach a unique solution",
        ..CommandInfo::DEFAULT
    };

    fn restrict(options: &mut Options) {
        options.techniques.restrict();
    }

    fn run(puzzle: InputPuzzle<'_>, options: &Options) -> Result<Report, Error> {
        let notation = options.notation.unwrap_or_default();
        let puzzle = &puzzle.record.puzzle;
        let verdicts = PuzzleVerdicts::of(puzzle);
        let PathResult { start, path, reason } =
            find_path(puzzle, &verdicts, &options.techniques.ladder(), notation);
        let mut report = Report {
            version: Version,
            puzzle: puzzle.to_string(),
            solved: false,
            score: None,
            level: None,
            steps: Vec::new(),
            end: puzzle.to_string(),
            stopped: Vec::new(),
            reason,
        };
        let (Some(mut position), Some(path)) = (start, path) else { return Ok(report) };
        report.solved = path.is_solved();
        report.stopped = names(&path.cut_short);
        for step in &path.steps {
            report.steps.push(StepReport::new(step, &position, notation));
            step.apply(&mut position);
        }
        if path.is_solved() {
            // An incomplete path says nothing about difficulty.
            report.score = Some(path.score());
            report.level = Some(path.level().name());
            report.end = path.end.values().to_string();
        } else {
            report.end = path.end.to_puzzle().to_string();
        }
        Ok(report)
    }

    fn outcome(report: &Report) -> ExitOutcome {
        ExitOutcome::positive_if(report.solved)
    }

    fn write(
        puzzle: InputPuzzle<'_>,
        options: &Options,
        report: &Report,
        out: &mut AnswerOutput<'_>,
    ) -> io::Result<()> {
        let width = out.line_width;
        let label = puzzle_label::label(&puzzle.record.puzzle, options.notation.unwrap_or_default());
        match (report.level, report.score) {
            (Some(level), Some(score)) => {
                write!(out, "{}", width.wrap("", &format!("{label} {level} ({score})"), 2))?;
            }
            _ => writeln!(out, "{label}")?,
        }
        for (index, step) in report.steps.iter().enumerate() {
            let number = format!("  {:3}. ", index + 1);
            let sentence = options.explain.then(|| format!("{}: {}", step.technique, step.text));
            let text = sentence.as_ref().unwrap_or(&step.line);
            write!(out, "{}", width.wrap(&number, text, number.len()))?;
        }
        for more in report.reason.iter().cloned().chain(puzzle_label::budget_note(&report.stopped)) {
            write!(out, "{}", width.wrap("  ", &more, 2))?;
        }
        Ok(())
    }
}

/// A path, or why there is none.
#[derive(Clone, Debug)]
pub struct PathResult {
    /// The first position.
    pub start: Option<Position>,
    /// The path, possibly incomplete.
    pub path: Option<SolutionPath>,
    /// Why the path does not reach a unique solution.
    pub reason: Option<String>,
}

/// Solves a puzzle, given the verdicts on it, with the techniques of a ladder.
///
/// A puzzle without a solution has no path, because logic would derive contradictions. A puzzle with several
/// solutions has the path that logic finds without assuming uniqueness.
pub fn find_path(
    puzzle: &Puzzle,
    verdicts: &PuzzleVerdicts,
    ladder: &Ladder,
    notation: Notation,
) -> PathResult {
    let stuck = |reason| PathResult { start: None, path: None, reason: Some(reason) };
    let start = match HintBlocker::check(puzzle, verdicts) {
        Ok(position) => position,
        // The path of a solved puzzle has no steps.
        Err(HintBlocker::Solved) => Position::unchecked(puzzle),
        Err(found) => return stuck(blocker_text(&found, notation)),
    };
    let decided = match &verdicts.whole {
        // A path is worth a longer search, because logic would derive contradictions from no solution.
        Verdict::Undecided { .. } => &Verdict::of(puzzle, DEFAULT_NODES),
        verdict => verdict,
    };
    if let Verdict::None(_) | Verdict::Invalid(_) = decided {
        return stuck(unsolvable(decided, notation));
    }
    let path = ladder.path(&start);
    let reason = match decided.reason_with(cell_names(notation)) {
        None if !path.is_solved() => Some("the enabled techniques do not solve it".to_string()),
        reason => reason,
    };
    PathResult { start: Some(start), path: Some(path), reason }
}
