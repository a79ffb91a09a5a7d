//! The next step from a position, or the mistakes in it.
//!
//! ```text
//! Record ──render──▶ RenderedHint { position, marks, report }     for callers that draw
//!        ──report──────────────────────────────────▶ Report       for JSON, with an SVG on request
//! ```

use crate::step::{EvidenceReport, StepReport, names};
use crate::technique_options::{HintLevelName, NotationName, Techniques};
use crate::vocabulary::Version;
use serde::{Deserialize, Serialize};
use veridoku_core::{CellSet, Puzzle, Verdict};
use veridoku_formats::Record;
use veridoku_logic::svg::{self, Caption};
use veridoku_logic::{
    HintBlocker, HintLevel, HintPlace, Marks, Mistake, Notation, Position, Step, Uniqueness,
};

/// The node budget for finding out whether the solution is unique.
const NOTE_NODES: u64 = 1_000_000;

/// The options of the operation.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[serde(default, deny_unknown_fields)]
pub struct Options {
    /// How much the hint reveals; `full` by default.
    pub level: Option<HintLevelName>,
    /// How cells are named; `r1c1` by default.
    pub notation: Option<NotationName>,
    /// Which techniques are tried.
    pub techniques: Techniques,
    /// Whether to draw an SVG.
    pub svg: bool,
}

/// The result of the operation.
#[derive(Clone, Debug, Serialize)]
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
    /// The mistakes in the position, one sentence each.
    pub mistakes: Vec<String>,
    /// A note if the puzzle is not known to have a single solution.
    pub note: Option<String>,
    /// The techniques tried before this step whose search ran out of budget; a simpler step may exist.
    pub stopped: Vec<&'static str>,
    /// The position with the step or the mistakes as SVG, if requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub svg: Option<String>,
}

/// Where to look. Cells are named `r1c1` and houses `row 1`, unless the request asks for another notation.
/// Everything is empty if the hint concerns the whole grid.
#[derive(Clone, Debug, Default, Serialize)]
pub struct PlaceReport {
    /// The cells; for mistakes, the wrong cells.
    pub cells: Vec<String>,
    /// The houses.
    pub houses: Vec<String>,
    /// The digit, if its places in the whole grid matter.
    pub digit: Option<u8>,
}

impl PlaceReport {
    fn new(place: HintPlace, notation: NotationName) -> PlaceReport {
        let mut report = PlaceReport::default();
        match place {
            HintPlace::Cells(cells) => return PlaceReport::of_cells(cells, notation),
            HintPlace::Houses(houses) => {
                report.houses = houses.iter().map(|house| Notation::from(notation).house(house)).collect();
            }
            HintPlace::Digit(digit) => report.digit = Some(digit.number()),
            HintPlace::Grid => {}
        }
        report
    }

    fn of_cells(cells: CellSet, notation: NotationName) -> PlaceReport {
        let cells = cells.iter().map(|cell| Notation::from(notation).cell(cell)).collect();
        PlaceReport { cells, ..PlaceReport::default() }
    }
}

/// The kind of a hint.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize)]
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

/// A hint with what is needed to draw it.
#[derive(Clone, Debug)]
pub struct RenderedHint {
    /// The position, possibly contradictory.
    pub position: Position,
    /// What to highlight, if anything.
    pub marks: Option<Marks>,
    /// The hint as data.
    pub report: Report,
}

/// Finds a hint.
pub fn report(record: &Record, options: &Options) -> Report {
    render(record, options).report
}

/// Finds a hint, with what is needed to draw it.
pub fn render(record: &Record, options: &Options) -> RenderedHint {
    let puzzle = &record.puzzle;
    let level = options.level.unwrap_or_default();
    let notation = options.notation.unwrap_or_default();
    let mut hint = match HintBlocker::check(puzzle) {
        Ok(position) => {
            let findings = options.techniques.ladder().find_next(&position);
            let note = note(&position, puzzle, notation);
            let mut hint = match findings.steps.first() {
                Some(step) => step_hint(puzzle, position, step, level, notation),
                None => no_step_hint(puzzle, position),
            };
            hint.report.note = note;
            hint.report.stopped = names(&findings.cut_short);
            hint
        }
        Err(found) => blocker(puzzle, &found, notation),
    };
    if options.svg {
        hint.report.svg = Some(hint.svg(notation));
    }
    hint
}

impl RenderedHint {
    fn svg(&self, notation: NotationName) -> String {
        let title = match (self.report.outcome, self.report.technique) {
            (_, Some(technique)) => format!("Sudoku: {technique}"),
            (HintOutcome::Mistakes, _) => "Sudoku: something is wrong".to_string(),
            (HintOutcome::Unsolvable, _) => "Sudoku: no solution".to_string(),
            _ => "Sudoku".to_string(),
        };
        let caption = Caption { title: &title, description: &self.report.text };
        svg::draw(&self.position, self.marks.as_ref(), notation.into(), caption)
    }
}

/// Returns a report with only the outcome and the text set.
fn plain_report(puzzle: &Puzzle, outcome: HintOutcome, text: String) -> Report {
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
        mistakes: Vec::new(),
        note: None,
        stopped: Vec::new(),
        svg: None,
    }
}

/// Returns the hint for a step.
fn step_hint(
    puzzle: &Puzzle,
    position: Position,
    step: &Step,
    level: HintLevelName,
    notation: NotationName,
) -> RenderedHint {
    let text = step.explain(&position, HintLevel::from(level), notation.into());
    let mut report = plain_report(puzzle, HintOutcome::Step, text);
    report.place = PlaceReport::new(step.place(), notation);
    let mut marks = None;
    if level != HintLevelName::Where {
        report.technique = Some(step.technique.name());
    }
    if level == HintLevelName::Full {
        let full = StepReport::new(step, &position, notation.into());
        report.placements = full.placements;
        report.eliminations = full.eliminations;
        report.evidence = Some(full.evidence);
        marks = Some(Marks::new(step, &position));
    }
    RenderedHint { position, marks, report }
}

/// Returns the hint for a position to which no enabled technique applies.
fn no_step_hint(puzzle: &Puzzle, position: Position) -> RenderedHint {
    let text = "No enabled technique applies here.".to_string();
    RenderedHint { position, marks: None, report: plain_report(puzzle, HintOutcome::Nothing, text) }
}

/// Returns a note if the puzzle is not known to have a single solution.
pub(crate) fn note(position: &Position, puzzle: &Puzzle, notation: NotationName) -> Option<String> {
    if position.uniqueness() == Uniqueness::Known {
        return None;
    }
    let reason = Verdict::of(puzzle, NOTE_NODES).reason_with(notation.names());
    let reason =
        reason.unwrap_or_else(|| "the givens alone are not known to have a single solution".to_string());
    Some(format!("Note: {reason}. Techniques that assume a unique solution are not used."))
}

/// Returns the hint for a position that is solved, unsolvable or contains mistakes.
pub(crate) fn blocker(puzzle: &Puzzle, blocker: &HintBlocker, notation: NotationName) -> RenderedHint {
    let mut wrong = CellSet::EMPTY;
    let mut report = match blocker {
        HintBlocker::Mistakes(mistakes) => {
            wrong = mistakes
                .iter()
                .map(|mistake| match mistake {
                    Mistake::Written(candidate) | Mistake::Eliminated(candidate) => candidate.cell(),
                })
                .collect();
            let sentences: Vec<String> =
                mistakes.iter().map(|mistake| mistake.sentence(notation.into())).collect();
            let text = format!("Something is wrong: {}", sentences.join(" "));
            Report { mistakes: sentences, ..plain_report(puzzle, HintOutcome::Mistakes, text) }
        }
        HintBlocker::Unsolvable(verdict) => {
            wrong = verdict.cells();
            plain_report(puzzle, HintOutcome::Unsolvable, unsolvable(verdict, notation))
        }
        HintBlocker::NoSolutionFromHere(verdict) => {
            wrong = verdict.cells();
            let sentence = format!(
                "The digits and eliminations added to the givens rule out every solution: {}.",
                unsolvable(verdict, notation)
            );
            let text = format!("Something is wrong: {sentence}");
            Report { mistakes: vec![sentence], ..plain_report(puzzle, HintOutcome::Mistakes, text) }
        }
        HintBlocker::Solved => plain_report(puzzle, HintOutcome::Solved, "The puzzle is solved.".to_string()),
    };
    report.place = PlaceReport::of_cells(wrong, notation);
    let marks = (!wrong.is_empty()).then(|| Marks::of_wrong(wrong));
    RenderedHint { position: Position::unchecked(puzzle), marks, report }
}

/// Returns the reason why there is no solution.
pub(crate) fn unsolvable(verdict: &Verdict, notation: NotationName) -> String {
    verdict.reason_with(notation.names()).unwrap_or_else(|| "there is no solution".to_string())
}
