//! The whole logical solution, step by step.

use crate::DEFAULT_NODES;
use crate::hint::{blocker, unsolvable};
use crate::step::{StepReport, names};
use crate::technique_options::{NotationName, Techniques};
use crate::vocabulary::Version;
use serde::{Deserialize, Serialize};
use veridoku_core::text::Record;
use veridoku_core::{Puzzle, Verdict};
use veridoku_logic::{HintBlocker, Ladder, Position, SolutionPath};

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
    /// Whether the path leads to the solution.
    pub solved: bool,
    /// The sum of the scores of the steps; only of a path that leads to the solution.
    pub score: Option<u32>,
    /// The level by the steps and the score; only of a path that leads to the solution.
    pub level: Option<&'static str>,
    /// The steps in order.
    pub steps: Vec<StepReport>,
    /// Where the path ends: the solution, or as far as the techniques lead.
    pub end: String,
    /// The techniques whose search stopped at its budget somewhere on the way.
    pub stopped: Vec<&'static str>,
    /// Why there is no path to a solution.
    pub reason: Option<String>,
}

/// Solves step by step.
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
        // A path that stops half way says nothing about difficulty.
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
    /// Where it begins.
    pub start: Option<Position>,
    /// The path, as far as it leads.
    pub path: Option<SolutionPath>,
    /// Why it does not lead to the one solution.
    pub reason: Option<String>,
}

/// Climbs the ladder from a written position.
///
/// A puzzle without solution has no path: logic would lead to nonsense. One with many solutions has a
/// path as far as logic goes without the assumption of a single solution.
pub fn find_path(puzzle: &Puzzle, ladder: &Ladder, notation: NotationName) -> PathResult {
    let stuck = |reason| PathResult { start: None, path: None, reason: Some(reason) };
    let start = match HintBlocker::check(puzzle) {
        Ok(position) => position,
        // A path of no steps leads from the solution to itself.
        Err(HintBlocker::Solved) => Position::unchecked(puzzle),
        Err(found) => return stuck(blocker(puzzle, &found, notation).report.text),
    };
    let verdict = Verdict::of(puzzle, DEFAULT_NODES);
    if matches!(verdict, Verdict::None(_) | Verdict::Invalid(_)) {
        return stuck(unsolvable(&verdict, notation));
    }
    let path = ladder.path(&start);
    let reason = match verdict.reason_with(notation.names()) {
        None if !path.is_solved() => Some("the techniques that are switched on do not suffice".to_string()),
        reason => reason,
    };
    PathResult { start: Some(start), path: Some(path), reason }
}
