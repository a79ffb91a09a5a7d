//! Options of the search for steps: maximum lengths and sizes, and variants of patterns.

/// The options of the search for steps.
///
/// The defaults are those that HoDoKu uses to solve a puzzle.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct SearchOptions {
    /// The maximum number of links in an X-Chain or XY-Chain.
    pub chain_links: usize,
    /// The maximum number of links in a nice loop or alternating inference chain. (HoDoKu has a setting with
    /// a limit of 10, but does not apply it to its tables.)
    pub loop_links: usize,
    /// Whether almost locked sets may be nodes of grouped chains, forcing chains and nets, and of the chains of
    /// Kraken fish.
    pub sets_in_chains: SetsInChains,
    /// Whether almost locked sets may share cells.
    pub overlap: Overlap,
    /// The maximum number of fins of a fish.
    pub fins: usize,
    /// The maximum number of endo fins of a fish: candidates in two base houses.
    pub endo_fins: usize,
    /// How many candidates a base house of a fish without fins may have.
    pub base_places: BasePlaces,
    /// Whether two fish with the same base are also combined into one step.
    pub siamese: Siamese,
    /// Whether an empty rectangle may consist of two candidates.
    pub empty_rectangles: EmptyRectangles,
    /// Whether a unique rectangle may lack some of its candidates.
    pub rectangles: Rectangles,
    /// The maximum number of sets in a chain of almost locked sets.
    pub set_chain: usize,
    /// In which direction chains of almost locked sets may run.
    pub set_chain_direction: SetChainDirection,
    /// When a forcing chain or net notices that a digit has no place left in a house.
    pub lost_places: LostPlaces,
    /// The maximum number of choices in a search. A search that needs more is reported as cut short.
    ///
    /// Some searches have smaller built-in limits. A budget above [`SearchOptions::DEFAULT_BUDGET`] raises
    /// these limits proportionally.
    pub budget: u64,
}

impl SearchOptions {
    /// The default budget of a search.
    pub const DEFAULT_BUDGET: u64 = 10_000_000;

    /// Returns the options for hints: HoDoKu's defaults, except that forcing chains always notice when a
    /// digit has no place left in a house.
    pub fn teacher() -> SearchOptions {
        SearchOptions { lost_places: LostPlaces::Any, ..SearchOptions::default() }
    }

    /// Scales the limit of a search in proportion to the budget. With the default budget or a smaller one,
    /// the limit is unchanged.
    pub(crate) fn scaled(&self, limit: u64) -> u64 {
        let budget = u128::from(self.budget.max(SearchOptions::DEFAULT_BUDGET));
        let scaled = u128::from(limit) * budget / u128::from(SearchOptions::DEFAULT_BUDGET);
        u64::try_from(scaled).unwrap_or(u64::MAX)
    }
}

/// When a forcing chain or net notices that a digit has no place left in a house.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum LostPlaces {
    /// Only if all earlier eliminations of the digit in the house were caused by placed digits, as in HoDoKu.
    NoEarlierEliminations,
    /// Always, no matter how the other places were eliminated.
    Any,
}

/// Whether almost locked sets may be nodes of chains.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum SetsInChains {
    /// Not allowed.
    No,
    /// Allowed.
    Yes,
}

/// Whether almost locked sets may share cells.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Overlap {
    /// Not allowed.
    No,
    /// Allowed.
    Yes,
}

/// How many candidates a base house of a fish without fins may have.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum BasePlaces {
    /// At most as many as the fish has base houses, as in HoDoKu when it solves a puzzle.
    UpToSize,
    /// Any number, because several can be in one cover box.
    Any,
}

/// In which direction chains of almost locked sets may run.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum SetChainDirection {
    /// Only to later sets, in the order of rows, columns and boxes; this is fast and misses few chains.
    Forward,
    /// To any set.
    Both,
}

/// Whether two fish with the same base are also combined into one step.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Siamese {
    /// Each fish is a separate step.
    No,
    /// In addition to the separate steps, the two fish form a combined step.
    Yes,
}

/// Which empty rectangles are accepted.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum EmptyRectangles {
    /// Only those with at least three candidates.
    Three,
    /// Those with at least two candidates.
    Two,
}

/// Which unique rectangles are accepted.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Rectangles {
    /// Only those in which all four cells have both digits.
    Strict,
    /// Also those in which some cells lack one of the digits.
    Incomplete,
}

impl Default for SearchOptions {
    fn default() -> SearchOptions {
        SearchOptions {
            chain_links: 20,
            loop_links: usize::MAX,
            sets_in_chains: SetsInChains::No,
            overlap: Overlap::No,
            fins: 5,
            endo_fins: 2,
            base_places: BasePlaces::UpToSize,
            siamese: Siamese::No,
            empty_rectangles: EmptyRectangles::Three,
            rectangles: Rectangles::Incomplete,
            set_chain: 51,
            set_chain_direction: SetChainDirection::Forward,
            lost_places: LostPlaces::NoEarlierEliminations,
            budget: SearchOptions::DEFAULT_BUDGET,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_larger_budget_raises_every_limit_in_proportion() {
        let options = |budget| SearchOptions { budget, ..SearchOptions::default() };
        assert_eq!(options(0).scaled(300), 300);
        assert_eq!(options(SearchOptions::DEFAULT_BUDGET).scaled(300), 300);
        assert_eq!(options(2 * SearchOptions::DEFAULT_BUDGET).scaled(300), 600);
        assert_eq!(options(u64::MAX).scaled(u64::MAX), u64::MAX);
    }
}
