//! A drawing of a puzzle as SVG.

use crate::answer_output::AnswerOutput;
use crate::command::{CommandInfo, RunOptions};
use crate::error::{Error, ErrorKind};
use crate::operation::{InputPuzzle, PuzzleOperation, Schedule};
use crate::vocabulary::{DEFAULT_NODES, Version};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::io::{self, Write};
use veridoku_core::{Puzzle, Verdict};
use veridoku_logic::svg::{self, Caption};
use veridoku_logic::{Notation, Position};

/// The options of the operation.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema, Serialize)]
#[cfg_attr(feature = "cli", derive(clap::Args))]
#[serde(default, deny_unknown_fields)]
pub struct Options {
    /// What to draw.
    #[cfg_attr(feature = "cli", arg(long, value_name = "WHAT", default_value = "values"))]
    #[cfg_attr(feature = "cli", arg(help_heading = "Output options"))]
    pub show: Show,
}

/// What to draw.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema, Serialize)]
#[cfg_attr(feature = "cli", derive(clap::ValueEnum))]
#[serde(rename_all = "lowercase")]
pub enum Show {
    /// Givens and placed digits.
    #[default]
    Values,
    /// Givens, placed digits and the candidates of empty cells.
    Candidates,
    /// The solution, with the givens highlighted.
    Solution,
}

/// The result of the operation.
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub struct Report {
    /// The version of the JSON schema.
    pub version: Version,
    /// The puzzle, 81 characters (729 with candidates).
    pub puzzle: String,
    /// The drawing.
    pub svg: String,
}

/// Draws a puzzle.
#[derive(Debug)]
pub struct Picture;

impl PuzzleOperation for Picture {
    type Options = Options;
    type Report = Report;
    const ABOUT: &'static str = "Draw a puzzle as an SVG image";
    const COMMAND: CommandInfo = CommandInfo {
        examples: &["picture --show candidates puzzle.txt > puzzle.svg"],
        negative: "the solution is requested but is not unique",
        run_options: RunOptions::None,
        ..CommandInfo::DEFAULT
    };

    fn run(puzzle: InputPuzzle<'_>, options: &Options) -> Result<Report, Error> {
        let puzzle = &puzzle.record.puzzle;
        let draw = |puzzle: &Puzzle, title: &str, description: &str| {
            let position = Position::unchecked(puzzle);
            let caption = Caption { title, description };
            match options.show {
                Show::Candidates => svg::draw(&position, None, Notation::RowColumn, caption),
                Show::Values | Show::Solution => svg::draw_values(&position, Notation::RowColumn, caption),
            }
        };
        let text = puzzle.values().to_string();
        let svg = match options.show {
            Show::Values => draw(puzzle, "Sudoku", &text),
            Show::Candidates => draw(puzzle, "Sudoku with candidates", &text),
            Show::Solution => match Verdict::of(puzzle, DEFAULT_NODES) {
                Verdict::Unique(solution) => {
                    let solved = Puzzle::new(solution, puzzle.givens());
                    draw(&solved, "Solution of a Sudoku", &solution.to_string())
                }
                other => return Err(Error::new(ErrorKind::Unsolved, other.reason().unwrap_or_default())),
            },
        };
        Ok(Report { version: Version, puzzle: puzzle.to_string(), svg })
    }

    fn write(_: InputPuzzle<'_>, _: &Options, report: &Report, out: &mut AnswerOutput<'_>) -> io::Result<()> {
        out.write_all(report.svg.as_bytes())
    }

    fn schedule(_: &Options) -> Schedule {
        Schedule::SingleDocument
    }

    fn example() -> Value {
        json!({"show": "values"})
    }
}
