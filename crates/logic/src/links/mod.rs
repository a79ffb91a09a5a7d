//! Strong and weak links between candidates.
//!
//! A true candidate makes its weakly linked neighbours false; a false one makes its strongly linked
//! neighbours true. The finders for chains, loops, forcing chains and Kraken fish all use the link table
//! built here.
//!
//! ```text
//! weak     5r1c1 true  → 5r1c7 false      they see each other, or share a cell
//! strong   5r1c1 false → 5r1c7 true       they are the only two candidates left in the house or the cell
//!
//! number   0 … singles − 1        singles … nodes − 1
//! node     candidates by cell     groups: two or three candidates of a digit that share a line and a box
//! ```
//!
//! Weak links are stored twice: as rows of bits for fast set operations, and as lists in search order. The
//! lists contain only the links that lead to nodes with strong links. The search order is the cell, its row,
//! its column, its box, then the groups. This is HoDoKu's order; it decides which of several shortest chains
//! is found.

mod reach;
mod sets;
mod table;

pub(crate) use reach::LinkReach;
pub(crate) use sets::{DEFAULT_LITERALS, ReducedSet, SetReach, SetReachLimits};
pub(crate) use table::{Assumption, Explore, LinkSelection, LinkTable};
