//! The true candidates of a puzzle: those that occur in at least one of its solutions.
//!
//! ```text
//! candidate not seen yet ──search with it placed──▶ solution: all its 81 candidates are seen
//!                                                └▶ none: the candidate is false
//! ```
//!
//! Setters ask for them when a puzzle has several solutions: a cell with one true candidate is settled, and
//! the others show which clue to add.

use crate::error::Error;
use crate::operation::{PuzzleOperation, PuzzleText, TextStyles, at_most};
use crate::page::{ExitOutcome, OutputStyle, Page};
use crate::render::candidates;
use crate::vocabulary::{DEFAULT_NODES, Version};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize, Serializer};
use std::io;
use veridoku_core::solve::{End, Limits, Solver};
use veridoku_core::{Candidate, CandidateSet, DigitSet};
use veridoku_logic::{Notation, Position};

/// The node budget of a request from an untrusted client.
const UNTRUSTED_NODES: u64 = 1_000_000;

/// The options of the operation.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema, Serialize)]
#[cfg_attr(feature = "cli", derive(clap::Args))]
#[serde(default, deny_unknown_fields)]
pub struct Options {
    /// Maximum number of guesses per puzzle.
    #[cfg_attr(feature = "cli", arg(long, value_name = "N", default_value = DEFAULT_NODES.to_string()))]
    pub budget: Option<u64>,
}

/// The result of the operation.
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub struct Report {
    /// The version of the JSON schema.
    pub version: Version,
    /// The puzzle, 81 characters (729 with candidates).
    pub puzzle: String,
    /// The candidates that occur in some solution, 729 characters; none if there is no solution.
    #[serde(serialize_with = "as_text")]
    #[schemars(with = "String")]
    pub candidates: CandidateSet,
    /// The number of these candidates.
    pub count: usize,
    /// Whether every other candidate is known to be in no solution. If not, the budget ended the search.
    pub complete: bool,
}

fn as_text<S: Serializer>(candidates: &CandidateSet, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(candidates)
}

/// Finds the true candidates of a puzzle.
#[derive(Debug)]
pub struct TrueCandidates;

impl PuzzleOperation for TrueCandidates {
    type Options = Options;
    type Report = Report;
    const ABOUT: &'static str = "Find the candidates that occur in at least one solution";
    const DETAILS: &'static str = "Prints 729 characters per puzzle: nine per cell, each a digit or a dot. A puzzle without a solution has none.";
    const EXAMPLES: &'static [&'static str] =
        &["true-candidates puzzle.txt", "true-candidates --draw always puzzle.txt"];
    const TEXT: TextStyles = TextStyles::Drawings;

    fn limit(options: &mut Options) {
        at_most(&mut options.budget, UNTRUSTED_NODES, UNTRUSTED_NODES);
    }

    fn run(puzzle: PuzzleText<'_>, options: &Options) -> Result<Report, Error> {
        let puzzle = &puzzle.record.puzzle;
        let possible = puzzle.candidates();
        let mut solver = Solver::new();
        let mut seen = CandidateSet::EMPTY;
        let (mut complete, mut left) = (true, options.budget.unwrap_or(DEFAULT_NODES));
        for candidate in possible {
            if seen.contains(candidate) {
                continue;
            }
            let mut placed = possible;
            placed.set_digits(candidate.cell(), DigitSet::only(candidate.digit()));
            let limits = Limits::solutions(1).with_nodes(left);
            let found = solver.search(&puzzle.clone().with_candidates(&placed), limits);
            left -= found.nodes.min(left);
            match found.first {
                Some(solution) => {
                    seen.extend(solution.values().map(|(cell, digit)| Candidate::new(cell, digit)));
                }
                None if found.end == End::NodeBudget => complete = false,
                // Placing the value of a filled cell changes nothing, so there is no solution at all.
                None if puzzle.values().get(candidate.cell()).is_some() => break,
                None => {}
            }
        }
        let (puzzle, count) = (puzzle.to_string(), seen.len());
        Ok(Report { version: Version, puzzle, candidates: seen, count, complete })
    }

    fn outcome(report: &Report) -> ExitOutcome {
        ExitOutcome::positive_if(report.complete && report.count > 0)
    }

    fn write(
        PuzzleText { record, .. }: PuzzleText<'_>,
        _: &Options,
        report: &Report,
        page: &mut Page<'_>,
    ) -> io::Result<()> {
        if page.style != OutputStyle::Picture {
            return writeln!(page.out, "{}", report.candidates);
        }
        let position = Position::unchecked(&record.puzzle.clone().with_candidates(&report.candidates));
        write!(page.out, "{}", candidates::render(&position, None, Notation::RowColumn, page.text_width))?;
        let undecided = if report.complete { "" } else { "; the budget ran out before all were decided" };
        writeln!(page.out, "{} true candidates{undecided}", report.count)
    }

    fn is_one_line(_: &Options) -> bool {
        true
    }
}
