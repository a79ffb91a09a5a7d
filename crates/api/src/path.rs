//! The whole logical solution, step by step.

use crate::DEFAULT_NODES;
use crate::hint::{blocker, unsolvable};
use crate::step::{StepReport, names};
use crate::technique_options::{NotationName, Techniques};
use crate::vocabulary::Version;
use serde::{Deserialize, Serialize};
use veridoku_core::{Puzzle, Verdict};
use veridoku_formats::Record;
use veridoku_logic::{HintBlocker, Ladder, Position, SolutionPath};

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

/// Solves a puzzle step by step.
pub fn report(record: &Record, options: &Options) -> Report {
    let notation = options.notation.unwrap_or_default();
    let puzzle = &record.puzzle;
    let PathResult { start, path, reason } = find_path(puzzle, &options.techniques.ladder(), notation);
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
    if let (Some(mut position), Some(path)) = (start, path) {
        report.solved = path.is_solved();
        report.stopped = names(&path.cut_short);
        // An incomplete path says nothing about difficulty.
        if path.is_solved() {
            report.score = Some(path.score());
            report.level = Some(path.level().name());
        }
        for step in &path.steps {
            report.steps.push(StepReport::new(step, &position, notation.into()));
            step.apply(&mut position);
        }
        report.end =
            if path.is_solved() { path.end.values().to_string() } else { path.end.to_puzzle().to_string() };
    }
    report
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

/// Solves a puzzle with the techniques of a ladder.
///
/// A puzzle without a solution has no path, because logic would derive contradictions. A puzzle with several
/// solutions has the path that logic finds without assuming uniqueness.
pub fn find_path(puzzle: &Puzzle, ladder: &Ladder, notation: NotationName) -> PathResult {
    let stuck = |reason| PathResult { start: None, path: None, reason: Some(reason) };
    let start = match HintBlocker::check(puzzle) {
        Ok(position) => position,
        // The path of a solved puzzle has no steps.
        Err(HintBlocker::Solved) => Position::unchecked(puzzle),
        Err(found) => return stuck(blocker(puzzle, &found, notation).report.text),
    };
    let verdict = Verdict::of(puzzle, DEFAULT_NODES);
    if matches!(verdict, Verdict::None(_) | Verdict::Invalid(_)) {
        return stuck(unsolvable(&verdict, notation));
    }
    let path = ladder.path(&start);
    let reason = match verdict.reason_with(notation.names()) {
        None if !path.is_solved() => Some("the enabled techniques do not solve it".to_string()),
        reason => reason,
    };
    PathResult { start: Some(start), path: Some(path), reason }
}
