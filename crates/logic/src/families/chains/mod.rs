//! Chains: sequences of candidates connected by strong and weak links.
//!
//! ```text
//! strong link  a = b   at least one is true: the house or the cell has no other candidate
//! weak link    a - b   at most one is true: they see each other, or share a cell
//!
//! X-chain           5r1c1 = 5r1c7 - 5r4c7 = 5r4c2        one end is true: eliminate 5r3c2, which sees both
//! XY-chain          bivalue cells only; every strong link is inside a cell
//! alternating       a = b - c = d                        alternating strong and weak links: a or d is true
//! discontinuous     x - a = b - c = d - x                returns to its first cell: x is not true
//! continuous        a = b - c = d - a                    closed: exactly one end of every weak link is true
//! grouped           a node may be two or three candidates of a digit in one line and one box
//! ```
//!
//! All of these use the same search for the consequences of a true or false candidate (see [`crate::links`]).
//! They differ in the conclusions that they accept.
//!
//! | file | contents |
//! |---|---|
//! | `found_chains.rs` | the chains that were found, best first |
//! | `simple.rs` | X-chains and XY-chains |
//! | `remote.rs` | remote pairs |
//! | `loops.rs` | nice loops and alternating inference chains, grouped or not |

mod found_chains;
mod loops;
mod remote;
mod simple;
#[cfg(test)]
mod tests;

pub(crate) use loops::{grouped_nice_loop, nice_loop};
pub(crate) use remote::remote_pair;
pub(crate) use simple::simple_chain;
