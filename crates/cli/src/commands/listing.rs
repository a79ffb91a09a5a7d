//! Writes the puzzles found by a search, one per line, for `minimize` and `neighbours`.
//!
//! A search may take minutes, so each puzzle is written as soon as it is found, and an interrupted search
//! keeps its results. If several puzzles are processed in parallel, however, the results for each puzzle are
//! held back until those for earlier puzzles have been written.

use crate::args;
use crate::driver::{self, RequestedStyle};
use crate::entry::Batch;
use crate::input::{InputOrigin, InputReader};
use crate::job::ParallelJob;
use crate::output::{ExitOutcome, group_digits, message};
use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use veridoku_core::Grid;

/// Answers all puzzles of the input. The results for a single puzzle are written as they are found.
pub(super) fn run<J: ParallelJob>(
    input: &args::InputArgs,
    json: args::JsonArgs,
    run_args: &args::RunArgs,
    job: &J,
) -> anyhow::Result<ExitOutcome> {
    let requested_style = RequestedStyle::json_or_lines(json);
    let is_streamed = || run_args.threads.threads == Some(NonZeroUsize::MIN) || has_single_puzzle(input);
    if requested_style == RequestedStyle::Line && run_args.output.is_none() && is_streamed() {
        return driver::run(input, requested_style, job);
    }
    driver::run_parallel(input, requested_style, run_args, job)
}

/// Reports whether the input has a single puzzle. Returns `false` for input that can be read only once.
fn has_single_puzzle(input: &args::InputArgs) -> bool {
    let is_stored = input.inputs.iter().all(|argument| {
        argument != "-" && std::fs::metadata(argument).map_or(true, |metadata| metadata.is_file())
    });
    let mut entries = InputReader::new(input);
    if !is_stored || matches!(entries.origin(), InputOrigin::Pipe | InputOrigin::Keyboard) {
        return false;
    }
    let mut batch = Batch::default();
    entries.fill_all(&mut batch, 2);
    batch.len() < 2
}

/// Writes puzzles as they are found.
pub(super) struct Listing<'o> {
    out: &'o mut dyn Write,
    found: u64,
    failed: Option<io::Error>,
}

/// Why a search ended early.
#[derive(Copy, Clone, Debug)]
pub(super) struct EarlyStop {
    pub(super) limit_reached: bool,
    pub(super) budget_reached: bool,
    /// The maximum number of guesses.
    pub(super) budget: u64,
}

impl<'o> Listing<'o> {
    pub(super) fn new(out: &'o mut dyn Write) -> Listing<'o> {
        Listing { out, found: 0, failed: None }
    }

    /// Writes a puzzle and flushes the output.
    pub(super) fn push(&mut self, puzzle: &Grid) -> ControlFlow<()> {
        self.found += 1;
        match writeln!(self.out, "{puzzle}").and_then(|()| self.out.flush()) {
            Ok(()) => ControlFlow::Continue(()),
            Err(error) => {
                self.failed = Some(error);
                ControlFlow::Break(())
            }
        }
    }

    /// Prints a message to standard error if the search ended early. `noun` names what was searched for.
    pub(super) fn finish(self, noun: &str, puzzle: &Grid, ended: EarlyStop) -> io::Result<()> {
        if let Some(error) = self.failed {
            return Err(error);
        }
        if ended.limit_reached {
            let limit = group_digits(self.found);
            message(&format!(
                "veridoku: stopped at the limit of {limit}; there may be more {noun} of {puzzle}"
            ));
        }
        if ended.budget_reached {
            let budget = group_digits(ended.budget);
            message(&format!(
                "veridoku: stopped at the budget of {budget}; there may be more {noun} of {puzzle}"
            ));
        }
        Ok(())
    }
}
