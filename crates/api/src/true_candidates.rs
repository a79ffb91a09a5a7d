//! The true candidates of a puzzle: those that occur in at least one of its solutions.
//!
//! ```text
//! candidate not seen yet ──search with it placed──▶ solution: all its 81 candidates are seen
//!                                                └▶ none: the candidate is false
//! ```
//!
//! Setters ask for them when a puzzle has several solutions: a cell with one true candidate is settled, and
//! the others show which clue to add.

use crate::answer_output::{AnswerOutput, ExitOutcome, OutputStyle};
use crate::command::{CommandInfo, NO_SOLUTION, TextStyles};
use crate::error::Error;
use crate::operation::{InputPuzzle, PuzzleOperation, at_most};
use crate::render::candidates;
use crate::vocabulary::{DEFAULT_NODES, Version};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize, Serializer};
use std::io::{self, Write};
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
    /// Whether the node budget ended the search. If so, there may be more true candidates.
    pub budget_reached: bool,
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
    const COMMAND: CommandInfo = CommandInfo {
        details: "Prints 729 characters per puzzle: nine per cell, each a digit or a dot. A puzzle without a \
                  solution has none.",
        examples: &["true-candidates puzzle.txt", "true-candidates --draw always puzzle.txt"],
        negative: NO_SOLUTION,
        styles: TextStyles::Drawings,
        ..CommandInfo::DEFAULT
    };

    fn restrict(options: &mut Options) {
        at_most(&mut options.budget, UNTRUSTED_NODES, UNTRUSTED_NODES);
    }

    fn run(puzzle: InputPuzzle<'_>, options: &Options) -> Result<Report, Error> {
        let puzzle = &puzzle.record.puzzle;
        let possible = puzzle.candidates();
        let mut solver = Solver::new();
        let mut seen = CandidateSet::EMPTY;
        let (mut budget_reached, mut left) = (false, options.budget.unwrap_or(DEFAULT_NODES));
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
                None if found.end == End::NodeBudget => budget_reached = true,
                // Placing the value of a filled cell changes nothing, so there is no solution at all.
                None if puzzle.values().get(candidate.cell()).is_some() => break,
                None => {}
            }
        }
        let (puzzle, count) = (puzzle.to_string(), seen.len());
        Ok(Report { version: Version, puzzle, candidates: seen, count, budget_reached })
    }

    fn outcome(report: &Report) -> ExitOutcome {
        ExitOutcome::positive_if(!report.budget_reached && report.count > 0)
    }

    fn write(
        InputPuzzle { record, .. }: InputPuzzle<'_>,
        _: &Options,
        report: &Report,
        out: &mut AnswerOutput<'_>,
    ) -> io::Result<()> {
        if out.style != OutputStyle::Picture {
            return writeln!(out, "{}", report.candidates);
        }
        let position = Position::unchecked(&record.puzzle.clone().with_candidates(&report.candidates));
        write!(out, "{}", candidates::render(&position, None, Notation::RowColumn, out.text_width))?;
        let undecided =
            if report.budget_reached { "; the budget ran out before all were decided" } else { "" };
        writeln!(out, "{} true candidates{undecided}", report.count)
    }
}
