//! Forcing chains and nets: assume something, see what follows.
//!
//! ```text
//! contradiction   a true → … → 5 cannot be in row 3 at all           so a is false
//! verity          a true → … → x false                              one of a, b, c is true,
//!                 b true → … → x false                              all of them strike x:
//!                 c true → … → x false                              x is false
//! ```
//!
//! In a **chain** every fact follows from one fact before it, along a link (with groups). In a **net** it may
//! follow from several: a cell, or a digit in a house, has one candidate left after all that was struck. Nets
//! look a few rounds of such singles ahead. A net may pass on into another: what is forced by an assumption
//! forces in turn what it would force as an assumption.
//!
//! | file | what is in it |
//! |---|---|
//! | `table.rs` | what follows directly from each assumption: by links, or by singles |
//! | `singles.rs` | placing digits and looking ahead for singles |
//! | `closure.rs` | all that follows, and along which way |
//! | `search.rs` | contradictions and verities, the ones HoDoKu would choose first |
//! | `proof.rs` | the facts that lead to a conclusion, each with its cause |
//!
//! (The tables are Trebor's; HoDoKu's cases and order are followed.)

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
use table::Table;
use veridoku_core::Candidate;

/// A candidate is true, or it is false.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
struct Statement {
    candidate: Candidate,
    holds: bool,
}

impl Statement {
    /// The candidate is true.
    fn is(candidate: Candidate) -> Statement {
        Statement { candidate, holds: true }
    }

    /// The candidate is false.
    fn is_not(candidate: Candidate) -> Statement {
        Statement { candidate, holds: false }
    }
}

/// Forcing chains.
pub(crate) fn chains(context: &FinderContext<'_>, sink: &mut dyn Sink) -> ControlFlow<()> {
    let table = Table::of_links(context.grouped_links());
    search::search(context, &table, sink)
}

/// Forcing nets.
pub(crate) fn nets(context: &FinderContext<'_>, sink: &mut dyn Sink) -> ControlFlow<()> {
    let table = Table::of_singles(context.position(), context.grouped_links());
    search::search(context, &table, sink)
}
