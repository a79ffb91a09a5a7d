//! Prints the puzzles that a search finds, one per line.
//!
//! A search may take minutes, so each puzzle is printed as soon as it is found, and an interrupted search
//! keeps its results. If several puzzles are processed in parallel, however, the results for each puzzle are
//! held back until those for earlier puzzles have been written.

use crate::page::Page;
use crate::render::numbers::group_digits;
use std::io;
use std::ops::ControlFlow;
use veridoku_core::Grid;

/// Prints puzzles as they are found.
pub(crate) struct Listing<'p, 'a> {
    page: &'p mut Page<'a>,
    result: io::Result<()>,
}

impl<'p, 'a> Listing<'p, 'a> {
    pub(crate) fn new(page: &'p mut Page<'a>) -> Listing<'p, 'a> {
        Listing { page, result: Ok(()) }
    }

    /// Prints a puzzle and flushes the output.
    pub(crate) fn push(&mut self, puzzle: &Grid) -> ControlFlow<()> {
        self.result = writeln!(self.page.out, "{puzzle}").and_then(|()| self.page.out.flush());
        if self.result.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    }

    /// Prints a message if the limit or the budget ended the search. `noun` names what was searched for in
    /// `puzzle`.
    pub(crate) fn finish(
        self,
        noun: &str,
        puzzle: &Grid,
        limit: Option<u64>,
        budget: Option<u64>,
    ) -> io::Result<()> {
        self.result?;
        for (name, number) in [("limit", limit), ("budget", budget)] {
            if let Some(number) = number.map(group_digits) {
                (self.page.message)(&format!(
                    "veridoku: stopped at the {name} of {number}; there may be more {noun} of {puzzle}"
                ));
            }
        }
        Ok(())
    }
}
