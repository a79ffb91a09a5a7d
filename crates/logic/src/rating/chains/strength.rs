//! How strong a search is: the rules its trees may use, what its hints are called and how they are rated.
//!
//! ```text
//! Nishio  Multiple  Dynamic  Plus  WithChains  WithMultiple  WithDynamic(0, 1, 2)
//! 7.5     8.0       8.5      9.0   9.5         10.0          10.5                   the shortest hint
//! ```

use super::super::rule::Rule;
use super::explore::Family;

/// How strong the consequences are that a tree may hold.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(in super::super) enum Strength {
    /// Contradictions of one digit.
    Nishio,
    /// Links of the grid as it is.
    Multiple,
    /// Links of the grid as the assumption leaves it.
    Dynamic,
    /// The same with locking, pairs and X-wings.
    Plus,
    /// The same with cycles and forcing chains.
    WithChains,
    /// The same with multiple chains.
    WithMultiple,
    /// Locking, pairs, X-wings and dynamic chains; inside those, patterns if 1, and forcing chains if 2.
    WithDynamic(u8),
}

impl Strength {
    pub(super) fn is_dynamic(self) -> bool {
        self != Strength::Multiple
    }

    pub(super) fn uses_cells(self) -> bool {
        self != Strength::Nishio
    }

    /// Whether cycles and forcing chains are used inside.
    pub(super) fn uses_chains(self) -> bool {
        matches!(self, Strength::WithChains | Strength::WithMultiple)
    }

    pub(super) fn looks_ahead(self) -> bool {
        !matches!(self, Strength::Nishio | Strength::Multiple | Strength::Dynamic)
    }

    /// Whether a search takes long enough to be spread over threads.
    pub(in super::super) fn is_long(self) -> bool {
        !matches!(self, Strength::Nishio | Strength::Multiple)
    }

    /// The last rules that a tree may use.
    pub(super) fn newest(self) -> Family {
        match self {
            Strength::WithChains => Family::Chains,
            Strength::WithMultiple | Strength::WithDynamic(_) => Family::Inner,
            _ => Family::Patterns,
        }
    }

    /// The rating of the shortest hint.
    pub(in super::super) fn rating(self) -> f64 {
        match self {
            Strength::Nishio => 7.5,
            Strength::Multiple => 8.0,
            Strength::Dynamic => 8.5,
            Strength::Plus => 9.0,
            Strength::WithChains => 9.5,
            Strength::WithMultiple => 10.0,
            Strength::WithDynamic(_) => 10.5,
        }
    }

    pub(super) fn rule(self) -> Rule {
        match self {
            Strength::Nishio => Rule::Nishio,
            Strength::Multiple => Rule::MultipleChains,
            Strength::Dynamic => Rule::DynamicChains,
            Strength::Plus => Rule::DynamicChainsPlus,
            Strength::WithChains => Rule::NestedForcingChains,
            Strength::WithMultiple => Rule::NestedMultipleChains,
            Strength::WithDynamic(_) => Rule::NestedDynamicChains,
        }
    }

    /// The chains used inside, besides cycles and forcing chains.
    pub(super) fn inner(self) -> Option<Strength> {
        match self {
            Strength::WithMultiple => Some(Strength::Multiple),
            Strength::WithDynamic(0) => Some(Strength::Dynamic),
            Strength::WithDynamic(1) => Some(Strength::Plus),
            Strength::WithDynamic(_) => Some(Strength::WithChains),
            _ => None,
        }
    }
}
