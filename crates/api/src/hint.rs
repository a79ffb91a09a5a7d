//! The next step from a position, or what is wrong with it.

use crate::error::Error;
use crate::step::{EvidenceReport, StepReport, Techniques, notation};
use crate::vocabulary::Version;
use serde::{Deserialize, Serialize};
use veridoku_core::text::Record;
use veridoku_core::{Puzzle, Verdict};
use veridoku_logic::{Hint, Notation, Position, Strength, Uniqueness};

/// What may be asked.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[serde(default, deny_unknown_fields)]
pub struct Options {
    /// How much is told: `where`, `what` or `full` (the default).
    pub level: Option<String>,
    /// How cells are named: `r1c1` (the default) or `a1`.
    pub notation: Option<String>,
    /// Which techniques are tried.
    pub techniques: Techniques,
}

/// What is answered.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    /// The schema version.
    pub version: Version,
    /// The puzzle, 81 characters (729 with candidates).
    pub puzzle: String,
    /// What is told: `step`, `mistakes`, `solved`, `unsolvable` or `nothing`.
    pub outcome: &'static str,
    /// The name of the technique, unless only the place is told.
    pub technique: Option<&'static str>,
    /// The digits that may be written, as `r1c2=3`; only in full hints.
    pub placements: Vec<String>,
    /// The candidates that may be struck, as `r1c2<>3`; only in full hints.
    pub eliminations: Vec<String>,
    /// The hint in plain words.
    pub text: String,
    /// What the step rests on; only in full hints.
    pub evidence: Option<EvidenceReport>,
    /// What is wrong in the position, one sentence each.
    pub mistakes: Vec<String>,
}

/// How much a hint of this name tells.
fn strength(name: Option<&str>) -> Result<Strength, Error> {
    match name {
        Some("where") => Ok(Strength::Where),
        Some("what") => Ok(Strength::What),
        None | Some("full") => Ok(Strength::Full),
        Some(name) => Err(Error::unknown("level", name, ["where", "what", "full"].into_iter())),
    }
}

/// Gives a hint.
///
/// # Errors
///
/// When there is no level, notation, ladder or technique of a name asked for.
pub fn report(record: &Record, options: &Options) -> Result<Report, Error> {
    let strength = strength(options.level.as_deref())?;
    let notation = notation(options.notation.as_deref())?;
    let ladder = options.techniques.ladder()?;
    let puzzle = &record.puzzle;
    Ok(describe(puzzle, &Hint::of(puzzle, &ladder), strength, notation))
}

/// Puts a hint for a puzzle into words.
pub fn describe(puzzle: &Puzzle, hint: &Hint, strength: Strength, notation: Notation) -> Report {
    let mut report = Report {
        version: Version,
        puzzle: puzzle.to_string(),
        outcome: "nothing",
        technique: None,
        placements: Vec::new(),
        eliminations: Vec::new(),
        text: "None of the techniques that are switched on goes on from here.".to_string(),
        evidence: None,
        mistakes: Vec::new(),
    };
    match (hint, Position::new(puzzle)) {
        (Hint::Step(step), Ok(position)) => {
            report.outcome = "step";
            report.text = step.explain(&position, strength, notation);
            if strength != Strength::Where {
                report.technique = Some(step.technique.name());
            }
            if strength == Strength::Full {
                let full = StepReport::new(step, &position, notation);
                report.placements = full.placements;
                report.eliminations = full.eliminations;
                report.evidence = Some(full.evidence);
            }
        }
        (Hint::Mistakes(mistakes), _) => {
            report.outcome = "mistakes";
            report.mistakes = mistakes.iter().map(|mistake| mistake.sentence(notation)).collect();
            report.text = format!("Something is wrong: {}", report.mistakes.join(" "));
        }
        (Hint::Solved, _) => {
            report.outcome = "solved";
            report.text = "The puzzle is solved.".to_string();
        }
        (Hint::Unsolvable(verdict), _) => {
            report.outcome = "unsolvable";
            report.text = unsolvable(verdict);
        }
        (Hint::Nothing, Ok(position)) if position.uniqueness() == Uniqueness::Unknown => {
            report.text.push_str(
                " The givens are not known to have a single solution, so nothing can be built on that, or looked up.",
            );
        }
        (Hint::Step(_), Err(_)) | (Hint::Nothing, _) => {}
    }
    report
}

/// What has to be told before any step.
pub(crate) fn obstacle(puzzle: &Puzzle, hint: &Hint, notation: Notation) -> String {
    describe(puzzle, hint, Strength::Full, notation).text
}

/// Why there is nothing to explain.
pub(crate) fn unsolvable(verdict: &Verdict) -> String {
    verdict.reason().unwrap_or_else(|| "there is no solution".to_string())
}
