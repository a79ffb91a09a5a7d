//! Every step of a position, technique by technique.

use crate::hint::obstacle;
use crate::step::StepReport;
use crate::teaching::{NotationName, Techniques};
use crate::vocabulary::Version;
use serde::{Deserialize, Serialize};
use veridoku_core::text::Record;
use veridoku_logic::{Hint, Technique};

/// What may be asked.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[serde(default, deny_unknown_fields)]
pub struct Options {
    /// How cells are named; `r1c1` by default.
    pub notation: Option<NotationName>,
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
    /// The steps in the order of the table of techniques.
    pub steps: Vec<StepReport>,
    /// What stands in the way of any step: mistakes, no solution, or that all is solved.
    pub reason: Option<String>,
}

/// Lists all steps.
pub fn report(record: &Record, options: &Options) -> Report {
    let notation = options.notation.unwrap_or_default();
    let puzzle = &record.puzzle;
    let (steps, reason) = match Hint::start(puzzle) {
        Ok(position) => {
            let mut steps = options.techniques.ladder().all(&position);
            steps.retain(|step| step.technique != Technique::BruteForce);
            steps.sort_by_key(|step| step.technique);
            let told = steps.iter().map(|step| StepReport::new(step, &position, notation.into()));
            (told.collect(), None)
        }
        Err(hint) => (Vec::new(), Some(obstacle(puzzle, &hint, notation).report.text)),
    };
    Report { version: Version, puzzle: puzzle.to_string(), steps, reason }
}
