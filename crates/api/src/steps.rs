//! Every step of a position, technique by technique.

use crate::error::Error;
use crate::hint::obstacle;
use crate::step::{StepReport, Techniques, notation};
use crate::vocabulary::Version;
use serde::{Deserialize, Serialize};
use veridoku_core::text::Record;
use veridoku_logic::{Hint, Technique};

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
    /// The steps in the order of the table of techniques.
    pub steps: Vec<StepReport>,
    /// What stands in the way of any step: mistakes, no solution, or that all is solved.
    pub reason: Option<String>,
}

/// Lists all steps.
///
/// # Errors
///
/// When there is no notation, ladder or technique of a name asked for.
pub fn report(record: &Record, options: &Options) -> Result<Report, Error> {
    let notation = notation(options.notation.as_deref())?;
    let ladder = options.techniques.ladder()?;
    let puzzle = &record.puzzle;
    let (steps, reason) = match Hint::start(puzzle) {
        Ok(position) => {
            let mut steps = ladder.all(&position);
            steps.retain(|step| step.technique != Technique::BruteForce);
            steps.sort_by_key(|step| step.technique);
            (steps.iter().map(|step| StepReport::new(step, &position, notation)).collect(), None)
        }
        Err(hint) => (Vec::new(), Some(obstacle(puzzle, &hint, notation))),
    };
    Ok(Report { version: Version, puzzle: puzzle.to_string(), steps, reason })
}
