//! The next step from a position, or the mistakes in it.

use crate::answer_output::{AnswerOutput, ExitOutcome, OutputStyle};
use crate::command::{CommandInfo, TextStyles};
use crate::error::Error;
use crate::operation::{InputPuzzle, PuzzleOperation, Schedule};
use crate::render::{candidates, puzzle_label};
use crate::step::{EvidenceReport, InferenceReport, eliminations, names, placements, proof};
use crate::technique_options::{Techniques, cell_names};
use crate::vocabulary::Version;
use anstyle::Style;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::io::{self, Write};
use veridoku_core::{CellSet, Puzzle, Verdict};
use veridoku_logic::svg::{self, Caption};
use veridoku_logic::{
    HintBlocker, HintLevel, HintPlace, InferenceKind, Marks, Mistake, Notation, Position, PuzzleVerdicts,
    Step, Uniqueness,
};

/// The options of the operation.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema, Serialize)]
#[cfg_attr(feature = "cli", derive(clap::Args))]
#[serde(default, deny_unknown_fields)]
pub struct Options {
    /// How much to reveal.
    #[cfg_attr(feature = "cli", arg(long, value_name = "LEVEL", default_value = "full"))]
    pub level: Option<HintLevel>,

    /// Print an SVG image of the position and the step.
    #[cfg_attr(feature = "cli", arg(long, conflicts_with_all = ["json", "draw"]))]
    #[cfg_attr(feature = "cli", arg(help_heading = "Output options"))]
    #[schemars(description = "Whether to add an SVG image of the position and the step.")]
    pub svg: bool,

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
    /// The kind of hint.
    pub outcome: HintOutcome,
    /// The name of the technique; none if the hint only says where to look.
    pub technique: Option<&'static str>,
    /// The digits to place, as `r1c2=3`; only in full hints.
    pub placements: Vec<String>,
    /// The candidates to eliminate, as `r1c2<>3`; only in full hints.
    pub eliminations: Vec<String>,
    /// The hint in plain words.
    pub text: String,
    /// The parts of the grid that the text mentions, for highlighting. Present at every hint level.
    pub place: PlaceReport,
    /// The evidence for the step; only in full hints.
    pub evidence: Option<EvidenceReport>,
    /// The proof of the step, line by line; only in full hints.
    pub proof: Vec<InferenceReport>,
    /// The mistakes in the position, one sentence each.
    pub mistakes: Vec<String>,
    /// A note if the puzzle is not known to have a single solution.
    pub note: Option<String>,
    /// The techniques tried before this step whose search ran out of budget; a simpler step may exist.
    pub stopped: Vec<&'static str>,
    /// The position with the step or the mistakes as SVG, if requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub svg: Option<String>,
    /// The position, possibly contradictory, for drawings.
    #[serde(skip)]
    pub position: Position,
    /// What to highlight in drawings, if anything.
    #[serde(skip)]
    pub marks: Option<Marks>,
}

/// Where to look. Cells are named `r1c1` and houses `row 1`, unless the request asks for another notation.
/// Everything is empty if the hint concerns the whole grid.
#[derive(Clone, Debug, Default, JsonSchema, Serialize)]
pub struct PlaceReport {
    /// The cells; for mistakes, the wrong cells.
    pub cells: Vec<String>,
    /// The houses.
    pub houses: Vec<String>,
    /// The digit, if its places in the whole grid matter.
    pub digit: Option<u8>,
}

impl PlaceReport {
    fn new(place: HintPlace, notation: Notation) -> PlaceReport {
        let mut report = PlaceReport::default();
        match place {
            HintPlace::Cells(cells) => return PlaceReport::of_cells(cells, notation),
            HintPlace::Houses(houses) => {
                report.houses = houses.iter().map(|house| notation.house(house)).collect();
            }
            HintPlace::Digit(digit) => report.digit = Some(digit.number()),
            HintPlace::Grid => {}
        }
        report
    }

    fn of_cells(cells: CellSet, notation: Notation) -> PlaceReport {
        let cells = cells.iter().map(|cell| notation.cell(cell)).collect();
        PlaceReport { cells, ..PlaceReport::default() }
    }
}

/// The kind of a hint.
#[derive(Copy, Clone, Debug, PartialEq, Eq, JsonSchema, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum HintOutcome {
    /// The next step.
    Step,
    /// The position contains mistakes.
    Mistakes,
    /// The puzzle is solved.
    Solved,
    /// There is no solution.
    Unsolvable,
    /// No enabled technique applies.
    Nothing,
}

/// Finds the next step from a position, or the mistakes in it.
#[derive(Debug)]
pub struct Hint;

impl PuzzleOperation for Hint {
    type Options = Options;
    type Report = Report;
    const ABOUT: &'static str = "Show the next logical step and explain it";
    const COMMAND: CommandInfo = CommandInfo {
        details: "Mistakes in the position are reported first.",
        examples: &[
            "hint puzzle.txt",
            "hint --level where puzzle.txt",
            "hint --all --technique \"Hidden Pair\" puzzle.txt",
        ],
        negative: "there is no step to show (a mistake, no unique solution, or no technique that applies)",
        styles: TextStyles::LabelledDrawings,
        ..CommandInfo::DEFAULT
    };

    fn restrict(options: &mut Options) {
        options.techniques.restrict();
    }

    fn run(puzzle: InputPuzzle<'_>, options: &Options) -> Result<Report, Error> {
        let puzzle = &puzzle.record.puzzle;
        let notation = options.notation.unwrap_or_default();
        let verdicts = PuzzleVerdicts::of(puzzle);
        let mut report = match HintBlocker::check(puzzle, &verdicts) {
            Ok(position) => {
                let findings = options.techniques.ladder().find_next(&position);
                let note = note(&position, &verdicts, notation);
                let report = if let Some(step) = findings.steps.first() {
                    Report::of_step(puzzle, position, step, options)
                } else {
                    let text = "No enabled technique applies here.".to_string();
                    Report::plain(puzzle, position, HintOutcome::Nothing, text)
                };
                Report { note, stopped: names(&findings.cut_short), ..report }
            }
            Err(found) => Report::of_blocker(puzzle, &found, notation),
        };
        if options.svg {
            report.svg = Some(report.draw(notation));
        }
        Ok(report)
    }

    fn outcome(report: &Report) -> ExitOutcome {
        ExitOutcome::positive_if(matches!(report.outcome, HintOutcome::Step | HintOutcome::Solved))
    }

    fn write(
        puzzle: InputPuzzle<'_>,
        options: &Options,
        report: &Report,
        out: &mut AnswerOutput<'_>,
    ) -> io::Result<()> {
        let notation = options.notation.unwrap_or_default();
        if let Some(svg) = &report.svg {
            if report.outcome != HintOutcome::Step {
                (out.message)(&format!("veridoku: {}", report.text));
            }
            return write!(out, "{svg}");
        }
        let line = || match report.technique {
            Some(technique) if options.level.unwrap_or_default() == HintLevel::Full => {
                format!("{technique}: {}", report.text)
            }
            _ => report.text.clone(),
        };
        let remarks = report.note.iter().cloned().chain(puzzle_label::budget_note(&report.stopped));
        match out.style {
            OutputStyle::Picture => {
                let drawing =
                    candidates::render(&report.position, report.marks.as_ref(), notation, out.text_width);
                writeln!(out, "{drawing}")?;
                if let Some(technique) = report.technique {
                    let bold = Style::new().bold();
                    writeln!(out, "{bold}{technique}{bold:#}")?;
                }
                if report.is_chain() {
                    write_proof(&report.proof, out)?;
                } else {
                    write!(out, "{}", out.text_width.wrap("", &report.text, 0))?;
                }
                for remark in remarks {
                    write!(out, "{}", out.text_width.wrap("", &remark, 0))?;
                }
                Ok(())
            }
            OutputStyle::LabelledLine => {
                let label = puzzle_label::label(&puzzle.record.puzzle, notation);
                let line = remarks.fold(format!("{label} {}", line()), |line, more| format!("{line} {more}"));
                write!(out, "{}", out.line_width.wrap("", &line, 2))
            }
            OutputStyle::Line | OutputStyle::Json => {
                let line = remarks.fold(line(), |line, more| format!("{line} {more}"));
                write!(out, "{}", out.line_width.wrap("", &line, 0))
            }
        }
    }

    fn schedule(options: &Options) -> Schedule {
        if options.svg { Schedule::SingleDocument } else { Schedule::Parallel }
    }

    fn example() -> Value {
        json!({"level": "full"})
    }
}

impl Report {
    /// Creates a report with only the outcome and the text.
    fn plain(puzzle: &Puzzle, position: Position, outcome: HintOutcome, text: String) -> Report {
        Report {
            version: Version,
            puzzle: puzzle.to_string(),
            outcome,
            technique: None,
            placements: Vec::new(),
            eliminations: Vec::new(),
            text,
            place: PlaceReport::default(),
            evidence: None,
            proof: Vec::new(),
            mistakes: Vec::new(),
            note: None,
            stopped: Vec::new(),
            svg: None,
            position,
            marks: None,
        }
    }

    /// Creates the report of a step, which reveals as much as the options allow.
    fn of_step(puzzle: &Puzzle, position: Position, step: &Step, options: &Options) -> Report {
        let (level, notation) = (options.level.unwrap_or_default(), options.notation.unwrap_or_default());
        let place = PlaceReport::new(step.place(), notation);
        let technique = (level != HintLevel::Where).then(|| step.technique.name());
        let text = step.explain(&position, level, notation);
        if level != HintLevel::Full {
            return Report { technique, place, ..Report::plain(puzzle, position, HintOutcome::Step, text) };
        }
        let marks = Marks::new(step, &position);
        Report {
            place,
            technique,
            placements: placements(step, notation),
            eliminations: eliminations(step, notation),
            evidence: Some(EvidenceReport::new(step, &position, notation, &marks)),
            proof: proof(step, &position, notation),
            marks: Some(marks),
            ..Report::plain(puzzle, position, HintOutcome::Step, text)
        }
    }

    /// Creates the report of a position that is solved, unsolvable or contains mistakes.
    fn of_blocker(puzzle: &Puzzle, blocker: &HintBlocker, notation: Notation) -> Report {
        let (outcome, wrong) = match blocker {
            HintBlocker::Mistakes(found) => {
                let cell = |mistake: &Mistake| match mistake {
                    Mistake::Written(candidate) | Mistake::Eliminated(candidate) => candidate.cell(),
                };
                (HintOutcome::Mistakes, found.iter().map(cell).collect())
            }
            HintBlocker::Unsolvable(verdict) => (HintOutcome::Unsolvable, verdict.cells()),
            HintBlocker::NoSolutionFromHere(verdict) => (HintOutcome::Mistakes, verdict.cells()),
            HintBlocker::Solved => (HintOutcome::Solved, CellSet::EMPTY),
        };
        Report {
            place: PlaceReport::of_cells(wrong, notation),
            mistakes: mistakes(blocker, notation),
            marks: (!wrong.is_empty()).then(|| Marks::of_wrong(wrong)),
            ..Report::plain(puzzle, Position::unchecked(puzzle), outcome, blocker_text(blocker, notation))
        }
    }

    /// Reports whether the step is a chain or net, whose proof is easier to follow line by line.
    fn is_chain(&self) -> bool {
        self.proof.iter().any(|line| line.kind == InferenceKind::Assumption)
    }

    /// Draws the position with the step or the mistakes.
    fn draw(&self, notation: Notation) -> String {
        let title = match (self.outcome, self.technique) {
            (_, Some(technique)) => format!("Sudoku: {technique}"),
            (HintOutcome::Mistakes, _) => "Sudoku: something is wrong".to_string(),
            (HintOutcome::Unsolvable, _) => "Sudoku: no solution".to_string(),
            _ => "Sudoku".to_string(),
        };
        let caption = Caption { title: &title, description: &self.text };
        svg::draw(&self.position, self.marks.as_ref(), notation, caption)
    }
}

/// Writes the conclusion of a proof, and its numbered lines.
fn write_proof(proof: &[InferenceReport], out: &mut AnswerOutput<'_>) -> io::Result<()> {
    let Some((conclusion, lines)) = proof.split_last() else { return Ok(()) };
    let (bold, width) = (Style::new().bold(), out.text_width);
    writeln!(out, "{bold}{}{bold:#}", width.wrap("", &conclusion.text, 0).trim_end())?;
    for (index, line) in lines.iter().enumerate() {
        let number = index + 1;
        if let (InferenceKind::Assumption, Some(case)) = (line.kind, line.case) {
            writeln!(out, "Case {case}")?;
        }
        write!(out, "{}", width.wrap(&format!("{number:>3}  "), &line_text(line, number), 5))?;
    }
    write!(out, "{}", width.wrap("", &conclusion.because, 0))
}

/// Returns a line of a proof with its reason. The lines that it follows from are named unless it is only the
/// line before.
fn line_text(line: &InferenceReport, number: usize) -> String {
    if line.kind == InferenceKind::Assumption {
        return format!("Suppose {}.", line.text);
    }
    let from: Vec<String> = line.from.iter().map(usize::to_string).collect();
    let from = match &line.from[..] {
        [] => String::new(),
        [only] if only + 1 == number => String::new(),
        _ => format!("; from {}", from.join(", ")),
    };
    format!("{} ({}{from})", line.text, line.because)
}

/// Returns a note if the puzzle is not known to have a single solution.
pub(crate) fn note(position: &Position, verdicts: &PuzzleVerdicts, notation: Notation) -> Option<String> {
    if position.uniqueness() == Uniqueness::Known {
        return None;
    }
    let reason = verdicts.whole.reason_with(cell_names(notation));
    let reason =
        reason.unwrap_or_else(|| "the givens alone are not known to have a single solution".to_string());
    Some(format!("Note: {reason}. Techniques that assume a unique solution are not used."))
}

/// Returns the mistakes in a position, one sentence each.
fn mistakes(blocker: &HintBlocker, notation: Notation) -> Vec<String> {
    match blocker {
        HintBlocker::Mistakes(found) => found.iter().map(|mistake| mistake.sentence(notation)).collect(),
        HintBlocker::NoSolutionFromHere(verdict) => vec![format!(
            "The digits and eliminations added to the givens rule out every solution: {}.",
            unsolvable(verdict, notation)
        )],
        HintBlocker::Unsolvable(_) | HintBlocker::Solved => Vec::new(),
    }
}

/// Returns why there is no step from a position.
pub(crate) fn blocker_text(blocker: &HintBlocker, notation: Notation) -> String {
    match blocker {
        HintBlocker::Mistakes(_) | HintBlocker::NoSolutionFromHere(_) => {
            format!("Something is wrong: {}", mistakes(blocker, notation).join(" "))
        }
        HintBlocker::Unsolvable(verdict) => unsolvable(verdict, notation),
        HintBlocker::Solved => "The puzzle is solved.".to_string(),
    }
}

/// Returns the reason why there is no solution.
pub(crate) fn unsolvable(verdict: &Verdict, notation: Notation) -> String {
    verdict.reason_with(cell_names(notation)).unwrap_or_else(|| "there is no solution".to_string())
}
