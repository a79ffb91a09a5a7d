//! Every step available in a position, technique by technique.

use crate::hint::{blocker, note};
use crate::step::{StepReport, names};
use crate::technique_options::{NotationName, Techniques};
use crate::vocabulary::Version;
use serde::{Deserialize, Serialize};
use veridoku_formats::Record;
use veridoku_logic::{Findings, HintBlocker, Technique};

/// The options of the operation.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[serde(default, deny_unknown_fields)]
pub struct Options {
    /// How cells are named; `r1c1` by default.
    pub notation: Option<NotationName>,
    /// Which techniques are tried.
    pub techniques: Techniques,
}

/// The result of the operation.
#[derive(Clone, Debug, Serialize)]
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
}

/// Finds all steps.
pub fn report(record: &Record, options: &Options) -> Report {
    let notation = options.notation.unwrap_or_default();
    let puzzle = &record.puzzle;
    let mut report = Report {
        version: Version,
        puzzle: puzzle.to_string(),
        steps: Vec::new(),
        note: None,
        stopped: Vec::new(),
        reason: None,
    };
    match HintBlocker::check(puzzle) {
        Ok(position) => {
            let Findings { mut steps, mut cut_short } = options.techniques.ladder().find_all(&position);
            // Brute force reads the solution, so it is not a step of the position.
            steps.retain(|step| step.technique != Technique::BruteForce);
            cut_short.retain(|&technique| technique != Technique::BruteForce);
            steps.sort_by_key(|step| step.technique);
            report.steps =
                steps.iter().map(|step| StepReport::new(step, &position, notation.into())).collect();
            report.note = note(&position, puzzle, notation);
            report.stopped = names(&cut_short);
        }
        Err(found) => report.reason = Some(blocker(puzzle, &found, notation).report.text),
    }
    report
}
