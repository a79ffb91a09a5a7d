//! What `veridoku` alone shows: a solved puzzle, and what else there is.

use crate::SAMPLE;
use crate::commands::solve::UniqueSolutionJob;
use crate::job::PuzzleJob;
use crate::output::{self, ExitOutcome, OutputStyle};
use std::io::Write;
use veridoku_core::text;

/// Commands to try, and what they are for.
const EXAMPLES: &[(&str, &str)] = &[
    ("veridoku solve PUZZLE", "solve a puzzle in any text form, 81 characters for instance"),
    ("veridoku solve FILE > solutions.txt", "solve a file, one line per puzzle"),
    ("veridoku check PUZZLE", "valid? unique? minimal? and if not, why"),
    ("veridoku count PUZZLE", "the number of solutions, up to a limit"),
    ("veridoku hint PUZZLE", "the next logical step, and why"),
    ("veridoku path PUZZLE", "the whole solution, step by step"),
    ("veridoku rate PUZZLE", "how hard is it?"),
    ("veridoku compare PUZZLE", "the textbook solvers side by side"),
    ("veridoku trace PUZZLE", "watch a textbook solver, event by event"),
    ("veridoku convert --to candidates PUZZLE", "another text form"),
    ("veridoku generate --level hard", "a new puzzle; --pdf FILE prints a booklet of them"),
    ("veridoku canon PUZZLE", "the form that all equal puzzles share"),
    #[cfg(feature = "serve")]
    ("veridoku serve", "play, learn and watch in the browser"),
    ("veridoku help", "everything else"),
];

pub(crate) fn run() -> anyhow::Result<ExitOutcome> {
    let mut out = output::Output::standard();
    let record = text::read(SAMPLE)?;
    UniqueSolutionJob::default().answer(&record, None, OutputStyle::Picture, &mut out)?;
    writeln!(out, "\nThis was the sample puzzle. Try one of these, or pipe puzzles in:\n")?;
    for (command, purpose) in EXAMPLES {
        writeln!(out, "  {command:40} {purpose}")?;
    }
    out.flush()?;
    Ok(ExitOutcome::Success)
}
