//! The next step from a position, or what is wrong with it.
//!
//! ```text
//! Record ──render──▶ RenderedHint { position, marks, report }     for those who draw
//!        ──report─────────────────────────▶ Report      for those who read, with a picture on request
//! ```

use crate::step::{EvidenceReport, StepReport, names};
use crate::technique_options::{HintLevelName, NotationName, Techniques};
use crate::vocabulary::Version;
use serde::{Deserialize, Serialize};
use veridoku_core::text::Record;
use veridoku_core::{CellSet, Puzzle, Verdict};
use veridoku_logic::svg::{self, Caption};
use veridoku_logic::{
    HintBlocker, HintLevel, HintPlace, Marks, Mistake, Notation, Position, Step, Uniqueness,
};

/// The nodes spent on the question in how many ways a puzzle can be solved.
const NOTE_NODES: u64 = 1_000_000;

/// What may be asked.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[serde(default, deny_unknown_fields)]
pub struct Options {
    /// How much is told; everything by default.
    pub level: Option<HintLevelName>,
    /// How cells are named; `r1c1` by default.
    pub notation: Option<NotationName>,
    /// Which techniques are tried.
    pub techniques: Techniques,
    /// Whether a picture is drawn.
    pub svg: bool,
}

/// What is answered.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    /// The schema version.
    pub version: Version,
    /// The puzzle, 81 characters (729 with candidates).
    pub puzzle: String,
    /// What is told.
    pub outcome: HintOutcome,
    /// The name of the technique, unless only the place is told.
    pub technique: Option<&'static str>,
    /// The digits that may be written, as `r1c2=3`; only in full hints.
    pub placements: Vec<String>,
    /// The candidates that may be struck, as `r1c2<>3`; only in full hints.
    pub eliminations: Vec<String>,
    /// The hint in plain words.
    pub text: String,
    /// Where to render, in whatever strength: what the words name, ready to be drawn.
    pub place: PlaceReport,
    /// What the step rests on; only in full hints.
    pub evidence: Option<EvidenceReport>,
    /// What is wrong in the position, one sentence each.
    pub mistakes: Vec<String>,
    /// That the puzzle is not known to have a single solution, and what follows from that.
    pub note: Option<String>,
    /// The techniques tried before this step whose search stopped at its budget, so that a simpler step may exist.
    pub stopped: Vec<&'static str>,
    /// The position with the step, or with what is wrong, as a picture; only if it was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub svg: Option<String>,
}

/// Where to render: cells named `r1c1` and houses named `row 1`, or in the notation asked for. All of it is empty where
/// that is the whole grid.
#[derive(Clone, Debug, Default, Serialize)]
pub struct PlaceReport {
    /// The cells; of a mistake those in which something is wrong.
    pub cells: Vec<String>,
    /// The houses.
    pub houses: Vec<String>,
    /// The digit, where its places in the whole grid matter.
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

/// What a hint tells.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum HintOutcome {
    /// The next step.
    Step,
    /// Something in the position is not true of the solution.
    Mistakes,
    /// There is nothing left to do.
    Solved,
    /// There is no solution.
    Unsolvable,
    /// No technique that is switched on goes on.
    Nothing,
}

/// A hint with what is needed to draw it.
#[derive(Clone, Debug)]
pub struct RenderedHint {
    /// The position, maybe contradictory.
    pub position: Position,
    /// What to point at, if anything.
    pub marks: Option<Marks>,
    /// The hint in words.
    pub report: Report,
}

/// Gives a hint.
pub fn report(record: &Record, options: &Options) -> Report {
    render(record, options).report
}

/// Gives a hint to be drawn.
pub fn render(record: &Record, options: &Options) -> RenderedHint {
    let puzzle = &record.puzzle;
    let level = options.level.unwrap_or_default();
    let notation = options.notation.unwrap_or_default();
    let mut render = match HintBlocker::check(puzzle) {
        Ok(position) => {
            let findings = options.techniques.ladder().find_next(&position);
            let note = note(&position, puzzle, notation);
            let mut render = match findings.steps.first() {
                Some(step) => told(puzzle, position, step, level, notation),
                None => nothing(puzzle, position),
            };
            render.report.note = note;
            render.report.stopped = names(&findings.cut_short);
            render
        }
        Err(found) => blocker(puzzle, &found, notation),
    };
    if options.svg {
        render.report.svg = Some(render.svg(notation));
    }
    render
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

/// A report of which only the outcome and the words are known.
fn blank(puzzle: &Puzzle, outcome: HintOutcome, text: String) -> Report {
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

/// The hint that is a step.
fn told(
    puzzle: &Puzzle,
    position: Position,
    step: &Step,
    level: HintLevelName,
    notation: NotationName,
) -> RenderedHint {
    let text = step.explain(&position, HintLevel::from(level), notation.into());
    let mut report = blank(puzzle, HintOutcome::Step, text);
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

/// The hint that there is none.
fn nothing(puzzle: &Puzzle, position: Position) -> RenderedHint {
    let text = "None of the techniques that are switched on goes on from here.".to_string();
    RenderedHint { position, marks: None, report: blank(puzzle, HintOutcome::Nothing, text) }
}

/// What to say where the puzzle is not known to have a single solution.
pub(crate) fn note(position: &Position, puzzle: &Puzzle, notation: NotationName) -> Option<String> {
    if position.uniqueness() == Uniqueness::Known {
        return None;
    }
    let reason = Verdict::of(puzzle, NOTE_NODES).reason_with(notation.names());
    let reason =
        reason.unwrap_or_else(|| "the givens alone are not known to have a single solution".to_string());
    Some(format!("Note: {reason}. Nothing is built on a single solution, or looked up in it."))
}

/// What has to be told before any step.
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
            Report { mistakes: sentences, ..blank(puzzle, HintOutcome::Mistakes, text) }
        }
        HintBlocker::Unsolvable(verdict) => {
            wrong = verdict.cells();
            blank(puzzle, HintOutcome::Unsolvable, unsolvable(verdict, notation))
        }
        HintBlocker::NoSolutionFromHere(verdict) => {
            wrong = verdict.cells();
            let sentence = format!(
                "What was written or struck beside the givens fits none of their solutions: {}.",
                unsolvable(verdict, notation)
            );
            let text = format!("Something is wrong: {sentence}");
            Report { mistakes: vec![sentence], ..blank(puzzle, HintOutcome::Mistakes, text) }
        }
        HintBlocker::Solved => blank(puzzle, HintOutcome::Solved, "The puzzle is solved.".to_string()),
    };
    report.place = PlaceReport::of_cells(wrong, notation);
    let marks = (!wrong.is_empty()).then(|| Marks::of_wrong(wrong));
    RenderedHint { position: Position::unchecked(puzzle), marks, report }
}

/// Why there is nothing to explain.
pub(crate) fn unsolvable(verdict: &Verdict, notation: NotationName) -> String {
    verdict.reason_with(notation.names()).unwrap_or_else(|| "there is no solution".to_string())
}
