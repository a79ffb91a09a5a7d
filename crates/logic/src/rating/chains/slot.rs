//! A hint of several trees as it is kept during a search: what it proves, from which nodes, and how it sorts.

use super::Literal;

/// The kinds of hints, in the order in which equal ones are sorted.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Kind {
    Double,
    Cell,
    /// By the kind of house: 0 box, 1 row, 2 column.
    Region(u8),
    Contradiction,
}

impl Kind {
    pub(super) fn sort_key(self) -> u8 {
        match self {
            Kind::Double => 1,
            Kind::Cell => 5,
            Kind::Region(_) => 6,
            Kind::Contradiction => 7,
        }
    }
}

/// The best hint with its outcome, or the best of all.
#[derive(Copy, Clone, Debug)]
pub(super) struct Slot {
    pub(super) complexity: u32,
    pub(super) kind: Kind,
    /// When it was found, to sort equal ones.
    pub(super) found: u32,
    /// The literal that is proved.
    pub(super) outcome: Literal,
    /// The same for all hints with this outcome.
    pub(super) key: Literal,
    /// The trees and nodes it rests on.
    pub(super) targets: [(u16, u16); 9],
    pub(super) target_count: u8,
}
