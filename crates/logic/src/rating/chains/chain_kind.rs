//! How strong a search is: the rules its trees may use, what its hints are called and how they are rated.
//!
//! ```text
//! Nishio  Multiple  Dynamic  Plus  WithChains  WithMultiple  WithDynamic(0, 1, 2)
//! 7.5     8.0       8.5      9.0   9.5         10.0          10.5                   the shortest hint
//! ```

use super::super::difficulty::Difficulty;
use super::super::rule::Rule;
use super::super::scale;
use super::explore::AdvancedRules;

/// How strong the consequences are that a tree may hold.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(in super::super) enum ChainKind {
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

impl ChainKind {
    pub(super) fn is_dynamic(self) -> bool {
        self != ChainKind::Multiple
    }

    pub(super) fn uses_cells(self) -> bool {
        self != ChainKind::Nishio
    }

    /// Whether cycles and forcing chains are used inside.
    pub(super) fn uses_chains(self) -> bool {
        matches!(self, ChainKind::WithChains | ChainKind::WithMultiple)
    }

    pub(super) fn uses_advanced_rules(self) -> bool {
        !matches!(self, ChainKind::Nishio | ChainKind::Multiple | ChainKind::Dynamic)
    }

    /// Whether a search takes long enough to be spread over threads.
    pub(in super::super) fn is_long(self) -> bool {
        !matches!(self, ChainKind::Nishio | ChainKind::Multiple)
    }

    /// The last rules that a tree may use.
    pub(super) fn last_rules(self) -> AdvancedRules {
        match self {
            ChainKind::WithChains => AdvancedRules::Chains,
            ChainKind::WithMultiple | ChainKind::WithDynamic(_) => AdvancedRules::NestedChains,
            _ => AdvancedRules::Patterns,
        }
    }

    /// The rating of the shortest hint.
    pub(in super::super) fn rating(self) -> Difficulty {
        match self {
            ChainKind::Nishio => scale::NISHIO,
            ChainKind::Multiple => scale::MULTIPLE_CHAINS,
            ChainKind::Dynamic => scale::DYNAMIC_CHAINS,
            ChainKind::Plus => scale::DYNAMIC_CHAINS_PLUS,
            ChainKind::WithChains => scale::NESTED_FORCING_CHAINS,
            ChainKind::WithMultiple => scale::NESTED_MULTIPLE_CHAINS,
            ChainKind::WithDynamic(_) => scale::NESTED_DYNAMIC_CHAINS,
        }
    }

    pub(super) fn rule(self) -> Rule {
        match self {
            ChainKind::Nishio => Rule::Nishio,
            ChainKind::Multiple => Rule::MultipleChains,
            ChainKind::Dynamic => Rule::DynamicChains,
            ChainKind::Plus => Rule::DynamicChainsPlus,
            ChainKind::WithChains => Rule::NestedForcingChains,
            ChainKind::WithMultiple => Rule::NestedMultipleChains,
            ChainKind::WithDynamic(_) => Rule::NestedDynamicChains,
        }
    }

    /// The chains used inside, besides cycles and forcing chains.
    pub(super) fn inner(self) -> Option<ChainKind> {
        match self {
            ChainKind::WithMultiple => Some(ChainKind::Multiple),
            ChainKind::WithDynamic(0) => Some(ChainKind::Dynamic),
            ChainKind::WithDynamic(1) => Some(ChainKind::Plus),
            ChainKind::WithDynamic(_) => Some(ChainKind::WithChains),
            _ => None,
        }
    }
}
