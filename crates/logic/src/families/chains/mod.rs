//! Chains: candidates of which, one after the other, at least one or at most one is true.
//!
//! ```text
//! strong link  a = b   not both are false: a house or a cell has no other place
//! weak link    a - b   not both are true: they see each other, or share a cell
//!
//! X-chain           5r1c1 = 5r1c7 - 5r4c7 = 5r4c2        ends see 5r3c2: one of them is true, it goes
//! XY-chain          cells with two candidates; every strong link is inside a cell
//! alternating       a = b - c = d                        any strong and weak links in turn: a or d is true
//! discontinuous     x - a = b - c = d - x                comes back to its first cell: x is not true
//! continuous        a = b - c = d - a                    closed: every weak link holds one truth
//! grouped           a node may be two or three places of a digit in one line and one box
//! ```
//!
//! All of these are one search (see [`crate::links`]): what follows if a candidate is false, or true?
//! Each family asks for other ends.
//!
//! | file | what is in it |
//! |---|---|
//! | `finds.rs` | chains that were found, the best first |
//! | `simple.rs` | X-chains and XY-chains |
//! | `remote.rs` | remote pairs |
//! | `loops.rs` | nice loops and alternating inference chains, grouped or not |

mod finds;
mod loops;
mod remote;
mod simple;
#[cfg(test)]
mod tests;

use crate::finder_context::FinderContext;
use crate::sink::Sink;
use std::ops::ControlFlow;

/// Remote pairs.
pub(crate) fn remote_pair(context: &FinderContext<'_>, sink: &mut dyn Sink) -> ControlFlow<()> {
    remote::remote_pairs(context, sink)
}

/// X-chains.
pub(crate) fn x_chain(context: &FinderContext<'_>, sink: &mut dyn Sink) -> ControlFlow<()> {
    simple::x_chains(context, sink)
}

/// XY-chains.
pub(crate) fn xy_chain(context: &FinderContext<'_>, sink: &mut dyn Sink) -> ControlFlow<()> {
    simple::xy_chains(context, sink)
}

/// Nice loops and alternating inference chains of single candidates.
pub(crate) fn nice_loop(context: &FinderContext<'_>, sink: &mut dyn Sink) -> ControlFlow<()> {
    loops::plain(context, sink)
}

/// Nice loops and alternating inference chains with at least one group or set.
pub(crate) fn grouped_nice_loop(context: &FinderContext<'_>, sink: &mut dyn Sink) -> ControlFlow<()> {
    loops::grouped(context, sink)
}
