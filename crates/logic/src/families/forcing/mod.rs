//! Forcing chains and nets: the consequences of assumptions.
//!
//! ```text
//! contradiction   a true → … → 5 has no place left in row 3         so a is false
//! verity          a true → … → x false                              one of a, b, c is true,
//!                 b true → … → x false                              and each of them makes x false,
//!                 c true → … → x false                              so x is false
//! ```
//!
//! In a **chain**, every fact follows from a single earlier fact over a link; groups may be linked too. In a
//! **net**, a fact may follow from several earlier facts: for example, a cell has only one candidate left
//! after all eliminations so far. The direct consequences of an assumption in a net are those that a
//! lookahead finds in a few rounds of naked and hidden singles. Nets can be combined: a fact that follows
//! from an assumption has all the consequences that it would have as an assumption.
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

use crate::links::LinkTable;
use crate::{FinderContext, SetsInChains, Sink};
use std::borrow::Cow;
use std::ops::ControlFlow;
use table::ConsequenceTable;

/// Finds forcing chains.
pub(crate) fn chains(context: &FinderContext<'_>, sink: &mut dyn Sink) -> ControlFlow<()> {
    let links = links(context);
    match ConsequenceTable::of_links(context, &links) {
        Some(table) => search::search(context, &table, sink),
        None => ControlFlow::Continue(()),
    }
}

/// Finds forcing nets.
pub(crate) fn nets(context: &FinderContext<'_>, sink: &mut dyn Sink) -> ControlFlow<()> {
    let links = links(context);
    match ConsequenceTable::of_singles(context, &links) {
        Some(table) => search::search(context, &table, sink),
        None => ControlFlow::Continue(()),
    }
}

/// Returns the links with groups and, if the options allow it, almost locked sets.
fn links<'a>(context: &'a FinderContext<'_>) -> Cow<'a, LinkTable> {
    match context.options().sets_in_chains {
        SetsInChains::No => Cow::Borrowed(context.grouped_links()),
        SetsInChains::Yes => {
            let sets = context.almost_locked_sets().of_several_cells();
            Cow::Owned(LinkTable::of_sets(context.position(), sets))
        }
    }
}
