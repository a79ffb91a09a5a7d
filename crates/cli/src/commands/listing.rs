//! Puzzles that were found from a puzzle, one a line: what `minimize` and `neighbours` share.

use crate::output::{grouped, tell};
use std::io::{self, Write};

/// The puzzles, and what ended the search for them.
#[derive(Debug)]
pub(super) struct Listing<'r> {
    /// What they are called.
    pub(super) noun: &'static str,
    pub(super) puzzles: &'r [String],
    pub(super) limit_reached: bool,
    pub(super) budget_reached: bool,
    /// The guesses that were allowed.
    pub(super) budget: u64,
}

impl Listing<'_> {
    /// Writes the puzzles; what ended the search too early is told aside.
    pub(super) fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        for puzzle in self.puzzles {
            writeln!(out, "{puzzle}")?;
        }
        if self.limit_reached {
            let limit = grouped(self.puzzles.len() as u64);
            tell(&format!("veridoku: stopped at the limit of {limit}; there may be more {}", self.noun));
        }
        if self.budget_reached {
            let budget = grouped(self.budget);
            tell(&format!(
                "veridoku: stopped at the budget of {budget} guesses; there may be more {}",
                self.noun
            ));
        }
        Ok(())
    }
}
