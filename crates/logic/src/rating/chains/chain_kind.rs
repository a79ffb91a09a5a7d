//! The kinds of forcing chains, with the rules that their trees may use, their names and their ratings.
//!
//! ```text
//! Nishio  Multiple  Dynamic  Plus  WithChains  WithMultiple  WithDynamic(0, 1, 2)
//! 7.5     8.0       8.5      9.0   9.5         10.0          10.5       the rating of the shortest hint
//! ```

use super::super::scale::Rule;

/// The kinds of forcing chains, in increasing order of difficulty.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(in super::super) enum ChainKind {
    /// Nishio: contradictions within one digit.
    Nishio,
    /// Multiple forcing chains. All links are those of the unchanged grid.
    Multiple,
    /// Dynamic forcing chains. Eliminations that follow from the assumption create new links.
    Dynamic,
    /// `Dynamic`, plus locking, pairs and X-wings.
    Plus,
    /// `Plus`, with nested cycles and forcing chains.
    WithChains,
    /// `WithChains`, with nested multiple forcing chains as well.
    WithMultiple,
    /// `Plus`, with nested dynamic chains: nested `Dynamic` at level 0, `Plus` at level 1, and `WithChains`
    /// at level 2.
    WithDynamic(u8),
}

impl ChainKind {
    pub(super) fn is_dynamic(self) -> bool {
        self != ChainKind::Multiple
    }

    pub(super) fn uses_cells(self) -> bool {
        self != ChainKind::Nishio
    }

    /// Reports whether the trees use nested cycles and forcing chains.
    pub(super) fn uses_chains(self) -> bool {
        matches!(self, ChainKind::WithChains | ChainKind::WithMultiple)
    }

    pub(super) fn uses_advanced_rules(self) -> bool {
        !matches!(self, ChainKind::Nishio | ChainKind::Multiple | ChainKind::Dynamic)
    }

    /// Reports whether a search of this kind takes long enough to be split among threads.
    pub(in super::super) fn is_long(self) -> bool {
        !matches!(self, ChainKind::Nishio | ChainKind::Multiple)
    }

    /// Returns the last group of advanced rules that the trees use.
    pub(super) fn last_rules(self) -> AdvancedRules {
        match self {
            ChainKind::WithChains => AdvancedRules::Chains,
            ChainKind::WithMultiple | ChainKind::WithDynamic(_) => AdvancedRules::NestedChains,
            _ => AdvancedRules::Patterns,
        }
    }

    /// Returns the rule of this kind. Its rating is that of the shortest hint.
    pub(in super::super) fn rule(self) -> Rule {
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

    /// Returns the kind of nested search that the trees use, not counting nested cycles and forcing chains.
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

/// The groups of advanced rules, which apply when the queues of a tree are empty, in the order in which they
/// are tried.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum AdvancedRules {
    Patterns,
    /// Nested bidirectional cycles and forcing chains.
    Chains,
    /// Nested multiple or dynamic chains.
    NestedChains,
}
