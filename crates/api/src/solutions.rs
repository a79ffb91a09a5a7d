//! All solutions of a puzzle, up to a limit.

use crate::answer_output::{AnswerOutput, ExitOutcome, OutputStyle, write_json};
use crate::command::{CommandInfo, RunOptions, TextStyles};
use crate::count::{ENUMERATION_NODES, UNTRUSTED_NODES};
use crate::error::Error;
use crate::operation::{InputPuzzle, PuzzleOperation, at_most};
use crate::render::grid::{self, GridView};
use crate::render::puzzle_label;
use crate::solve::write_verdict;
use crate::vocabulary::{StatusName, Version};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::io::{self, Write};
use veridoku_core::solve::{self, End};
use veridoku_core::{CellSet, Grid, Puzzle, Status, Verdict};
use veridoku_logic::Notation;

/// The default solution limit.
pub const DEFAULT_LIMIT: usize = 1000;

/// The number of solutions in the answer to an untrusted client.
const UNTRUSTED_LIMIT: usize = 10_000;

/// The options of the operation.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema, Serialize)]
#[serde(default, deny_unknown_fields)]
pub struct Options {
    /// Maximum number of solutions.
    pub limit: Option<usize>,
    /// Maximum number of guesses.
    pub budget: Option<u64>,
}

/// The result of the operation.
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub struct Report {
    /// The version of the JSON schema.
    pub version: Version,
    /// The puzzle, 81 characters (729 with candidates).
    pub puzzle: String,
    /// The solutions, in an order that depends on the puzzle alone.
    pub solutions: Vec<String>,
    /// Whether the search stopped at the limit. If so, there may be more solutions.
    pub limit_reached: bool,
    /// Whether the search stopped at the node budget. If so, there may be more solutions.
    pub budget_reached: bool,
}

/// One of the solutions, as the command line lists them in JSON.
#[derive(Debug, Serialize)]
struct SolutionRow {
    version: Version,
    puzzle: String,
    /// Whether this solution is the only one.
    status: StatusName,
    /// The number of this solution, counted from 1.
    number: u64,
    solution: String,
}

/// Finds all solutions up to a limit.
#[derive(Debug)]
pub struct Solutions;

impl PuzzleOperation for Solutions {
    type Options = Options;
    type Report = Report;
    const ABOUT: &'static str = "List all solutions, up to a limit";
    const COMMAND: CommandInfo =
        CommandInfo { styles: TextStyles::Drawings, run_options: RunOptions::None, ..CommandInfo::DEFAULT };

    fn restrict(options: &mut Options) {
        at_most(&mut options.limit, DEFAULT_LIMIT, UNTRUSTED_LIMIT);
        at_most(&mut options.budget, UNTRUSTED_NODES, UNTRUSTED_NODES);
    }

    fn run(puzzle: InputPuzzle<'_>, options: &Options) -> Result<Report, Error> {
        let puzzle = &puzzle.record.puzzle;
        let mut search = options.search(puzzle);
        let solutions = search.by_ref().take(options.limit()).map(|solution| solution.to_string()).collect();
        Ok(Report {
            version: Version,
            puzzle: puzzle.to_string(),
            solutions,
            limit_reached: search.end().is_none(),
            budget_reached: search.end() == Some(End::NodeBudget),
        })
    }

    /// Writes every solution as it is found. With several puzzles, an empty line follows the solutions of each.
    fn print(
        puzzle: InputPuzzle<'_>,
        options: &Options,
        out: &mut AnswerOutput<'_>,
    ) -> io::Result<ExitOutcome> {
        let record = puzzle.record;
        let puzzle = &record.puzzle;
        let mut search = options.search(puzzle);
        let mut number = 0;
        while number < options.limit() as u64
            && let Some(solution) = search.next()
        {
            number += 1;
            match out.style {
                OutputStyle::Json => write_json(out, &row(puzzle, &search, number, &solution))?,
                OutputStyle::Line | OutputStyle::LabelledLine => writeln!(out, "{solution}")?,
                OutputStyle::Picture => draw(puzzle, number, &solution, out)?,
            }
            // Flush the first solutions immediately, and later ones in groups.
            if number < 64 || number % 64 == 0 {
                out.flush()?;
            }
        }
        out.flush()?;
        let limit = search.end().is_none().then_some(number);
        let budget = (search.end() == Some(End::NodeBudget)).then(|| options.budget());
        out.report_end("solutions", &puzzle_label::label(puzzle, Notation::RowColumn), limit, budget);
        let outcome = match (number, budget) {
            (1.., _) => ExitOutcome::positive_if(budget.is_none()),
            (0, None) => write_verdict(record, &Verdict::unsolvable(puzzle), out.style, out.line_width, out)?,
            (0, Some(budget)) => {
                let verdict = Verdict::Undecided { budget, solution: None };
                write_verdict(record, &verdict, out.style, out.line_width, out)?
            }
        };
        if out.style == OutputStyle::LabelledLine {
            writeln!(out)?;
        }
        Ok(outcome)
    }
}

impl Options {
    fn limit(&self) -> usize {
        self.limit.unwrap_or(DEFAULT_LIMIT)
    }

    fn budget(&self) -> u64 {
        self.budget.unwrap_or(ENUMERATION_NODES)
    }

    /// Starts a search for all solutions.
    fn search(&self, puzzle: &Puzzle) -> solve::Solutions {
        solve::solutions(puzzle).with_node_budget(self.budget())
    }
}

/// Returns the JSON row for a solution. To determine whether the first solution is the only one, this
/// advances a copy of the search; the search itself must not advance.
fn row(puzzle: &Puzzle, search: &solve::Solutions, number: u64, solution: &Grid) -> SolutionRow {
    let status = if number > 1 {
        Status::Multiple
    } else {
        let mut ahead = search.clone();
        match (ahead.next(), ahead.end()) {
            (None, Some(End::NodeBudget)) => Status::Undecided,
            (None, _) => Status::Unique,
            _ => Status::Multiple,
        }
    };
    SolutionRow {
        version: Version,
        puzzle: puzzle.to_string(),
        status: StatusName(status),
        number,
        solution: solution.to_string(),
    }
}

fn draw(puzzle: &Puzzle, number: u64, solution: &Grid, out: &mut AnswerOutput<'_>) -> io::Result<()> {
    let title = format!("solution {number}");
    let view = |title, grid| GridView { title, grid, givens: puzzle.givens(), highlighted: CellSet::EMPTY };
    let drawn =
        grid::side_by_side(&[view("puzzle", puzzle.values()), view(&title, solution)], out.line_width);
    out.write_all(drawn.as_bytes())
}
