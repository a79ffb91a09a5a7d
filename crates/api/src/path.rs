//! The whole logical solution, step by step.

use crate::DEFAULT_NODES;
use crate::error::Error;
use crate::hint::{obstacle, unsolvable};
use crate::step::{StepReport, Techniques, notation};
use crate::vocabulary::Version;
use serde::{Deserialize, Serialize};
use veridoku_core::text::Record;
use veridoku_core::{Puzzle, Verdict};
use veridoku_logic::{Hint, Ladder, Notation, Path, Position, Uniqueness};

/// What may be asked.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[serde(default, deny_unknown_fields)]
pub struct Options {
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
    /// Whether the path leads to the solution.
    pub solved: bool,
    /// The sum of the scores of the steps.
    pub score: u32,
    /// The level by the steps and the score; none if there is no path.
    pub level: Option<&'static str>,
    /// The steps in order.
    pub steps: Vec<StepReport>,
    /// Where the path ends: the solution, or as far as the techniques lead.
    pub end: String,
    /// Why there is no path to a solution.
    pub reason: Option<String>,
}

/// Solves step by step.
///
/// # Errors
///
/// When there is no notation, ladder or technique of a name asked for.
pub fn report(record: &Record, options: &Options) -> Result<Report, Error> {
    let notation = notation(options.notation.as_deref())?;
    let ladder = options.techniques.ladder()?;
    let puzzle = &record.puzzle;
    let Climb { start, path, reason } = climb(puzzle, &ladder);
    let mut report = Report {
        version: Version,
        puzzle: puzzle.to_string(),
        solved: false,
        score: 0,
        level: None,
        steps: Vec::new(),
        end: puzzle.to_string(),
        reason,
    };
    if let (Some(mut position), Some(path)) = (start, path) {
        report.solved = path.is_solved();
        report.score = path.score();
        // Where several solutions are possible, a path says nothing about difficulty.
        let known = position.uniqueness() == Uniqueness::Known;
        report.level = (known || path.is_solved()).then_some(path.level().name());
        for step in &path.steps {
            report.steps.push(StepReport::new(step, &position, notation));
            step.apply(&mut position);
        }
        report.end =
            if path.is_solved() { path.end.values().to_string() } else { path.end.to_puzzle().to_string() };
    }
    Ok(report)
}

/// A path, or why there is none.
pub(crate) struct Climb {
    pub(crate) start: Option<Position>,
    pub(crate) path: Option<Path>,
    pub(crate) reason: Option<String>,
}

/// Climbs the ladder from a written position.
///
/// A puzzle without solution has no path: logic would lead to nonsense. One with many solutions has a
/// path as far as logic goes without the assumption of a single solution.
pub(crate) fn climb(puzzle: &Puzzle, ladder: &Ladder) -> Climb {
    if let Err(hint @ Hint::Mistakes(_)) = Hint::start(puzzle) {
        return Climb { start: None, path: None, reason: Some(obstacle(puzzle, &hint, Notation::RowColumn)) };
    }
    let verdict = Verdict::of(puzzle, DEFAULT_NODES);
    let position = match verdict {
        Verdict::None(_) | Verdict::Invalid(_) => None,
        _ => Position::new(puzzle).ok(),
    };
    let path = position.as_ref().map(|position| ladder.climb(position));
    let reason = match (&path, verdict.reason()) {
        (None, _) => Some(unsolvable(&verdict)),
        (Some(path), None) if !path.is_solved() => {
            Some("the techniques that are switched on do not suffice".to_string())
        }
        (Some(_), reason) => reason,
    };
    Climb { start: position, path, reason }
}
