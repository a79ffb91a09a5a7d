//! Forcing chains and nets: the consequences of assumptions.
//!
//! ```text
//! contradiction   a true → … → 5 has no place left in row 3         so a is false
//! verity          a true → … → x false                              one of a, b, c is true,
//!                 b true → … → x false                              and each of them implies that
//!                 c true → … → x false                              x is false: so it is
//! ```
//!
//! In a **chain** every fact follows from one earlier fact over a link (groups included). In a **net** it may
//! follow from several: a cell, or a digit in a house, has one candidate left after all eliminations so far.
//! Nets look a few rounds of such singles ahead. A net may continue into another: a fact that an assumption
//! forces has the same consequences as if it had been assumed itself.
//!
//! | file | contents |
//! |---|---|
//! | `table.rs` | the direct consequences of each assumption: by links, or by singles |
//! | `singles.rs` | placing digits and looking ahead for singles |
//! | `closure.rs` | all consequences, and the paths to them |
//! | `search.rs` | contradictions and verities, in HoDoKu's order of preference |
//! | `proof.rs` | the facts that lead to a conclusion, each with its cause |
//!
//! (The tables are Trebor's; the cases and their order are HoDoKu's.)

mod closure;
mod proof;
mod search;
mod singles;
mod table;
#[cfg(test)]
mod tests;

use crate::finder_context::FinderContext;
use crate::sink::Sink;
use std::ops::ControlFlow;
use table::ConsequenceTable;
use veridoku_core::Candidate;

/// The statement that a candidate is true, or that it is false.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
struct Statement {
    candidate: Candidate,
    holds: bool,
}

impl Statement {
    /// States that the candidate is true.
    fn is(candidate: Candidate) -> Statement {
        Statement { candidate, holds: true }
    }

    /// States that the candidate is false.
    fn is_not(candidate: Candidate) -> Statement {
        Statement { candidate, holds: false }
    }
}

/// Finds forcing chains.
pub(crate) fn chains(context: &FinderContext<'_>, sink: &mut dyn Sink) -> ControlFlow<()> {
    let table = ConsequenceTable::of_links(context.grouped_links());
    search::search(context, &table, sink)
}

/// Finds forcing nets.
pub(crate) fn nets(context: &FinderContext<'_>, sink: &mut dyn Sink) -> ControlFlow<()> {
    let table = ConsequenceTable::of_singles(context.position(), context.grouped_links());
    search::search(context, &table, sink)
}
