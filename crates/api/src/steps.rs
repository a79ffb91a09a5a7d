//! Every step of a position, technique by technique.

use crate::error::Error;
use crate::hint::unsolvable;
use crate::step::{StepReport, Techniques, notation};
use crate::vocabulary::Version;
use serde::{Deserialize, Serialize};
use veridoku_core::Verdict;
use veridoku_core::text::Record;
use veridoku_logic::Position;

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
    /// Why there is nothing to explain, if the position breaks the rules.
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
    let (steps, reason) = match Position::new(puzzle) {
        Ok(position) => {
            let mut steps = ladder.all(&position);
            steps.sort_by_key(|step| step.technique);
            (steps.iter().map(|step| StepReport::new(step, &position, notation)).collect(), None)
        }
        Err(_) => (Vec::new(), Some(unsolvable(&Verdict::unsolvable(puzzle)))),
    };
    Ok(Report { version: Version, puzzle: puzzle.to_string(), steps, reason })
}
