//! How far finders look: lengths, sizes and variants.

/// The limits of the search for steps.
///
/// The defaults are HoDoKu's when it solves.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct SearchOptions {
    /// The most links in an X-chain or XY-chain.
    pub chain_links: usize,
    /// The most links in a nice loop or alternating chain. (HoDoKu has a limit of 10 among its settings,
    /// but does not apply it to its tables.)
    pub loop_links: usize,
    /// Whether almost locked sets may be nodes of grouped chains.
    pub sets_in_chains: SetsInChains,
    /// Whether almost locked sets may share cells.
    pub overlap: Overlap,
    /// The most fins of a fish.
    pub fins: usize,
    /// The most places of a fish that lie in two base houses.
    pub endo_fins: usize,
    /// How many places a base house of a fish without fins may have.
    pub base_places: BasePlaces,
    /// Whether two fish with the same base are joined into one step.
    pub siamese: Siamese,
    /// Whether an empty rectangle may consist of two candidates.
    pub empty_rectangles: EmptyRectangles,
    /// Whether a unique rectangle may lack some of its candidates.
    pub rectangles: Rectangles,
    /// The most sets in a chain of almost locked sets.
    pub set_chain: usize,
    /// Which way chains of almost locked sets may run.
    pub set_chain_direction: SetChainDirection,
    /// When a forcing chain or net sees that a digit has no place left in a house.
    pub lost_places: LostPlaces,
    /// How many choices a search may make before it gives up, and says so.
    ///
    /// Searches that have lower limits of their own keep to these, up to [`SearchOptions::USUAL_BUDGET`]; a larger budget
    /// raises them in proportion.
    pub budget: u64,
}

impl SearchOptions {
    /// The budget of a search unless another is asked for.
    pub const USUAL_BUDGET: u64 = 10_000_000;

    /// The limits for hints: HoDoKu's, without its blind spots.
    pub fn teacher() -> SearchOptions {
        SearchOptions { lost_places: LostPlaces::Any, ..SearchOptions::default() }
    }

    /// A limit that a search has of its own: as it is up to the usual budget, raised with a larger one.
    pub(crate) fn raised(&self, limit: u64) -> u64 {
        let budget = u128::from(self.budget.max(SearchOptions::USUAL_BUDGET));
        let raised = u128::from(limit) * budget / u128::from(SearchOptions::USUAL_BUDGET);
        u64::try_from(raised).unwrap_or(u64::MAX)
    }
}

/// When a forcing chain or net sees that a digit has no place left in a house.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum LostPlaces {
    /// When no place in the house was struck before by anything but a digit: HoDoKu sees no others.
    Unstruck,
    /// Whatever struck the other places.
    Any,
}

/// Whether almost locked sets may be nodes of grouped chains.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum SetsInChains {
    /// They may not.
    No,
    /// They may.
    Yes,
}

/// Whether almost locked sets may share cells.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Overlap {
    /// They may not.
    No,
    /// They may.
    Yes,
}

/// How many places a base house of a fish without fins may have.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum BasePlaces {
    /// No more than the fish has houses: HoDoKu looks no further when it solves.
    UpToSize,
    /// Any number: several may lie in one box of the cover.
    Any,
}

/// Which way chains of almost locked sets may run.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum SetChainDirection {
    /// From sets to later ones only, in the order of rows, columns and boxes: fast, and few are lost.
    Forward,
    /// To any set.
    Both,
}

/// Whether two fish with the same base are joined into one step.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Siamese {
    /// Each fish is a step.
    No,
    /// Both together are one step as well.
    Yes,
}

/// Which empty rectangles count.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum EmptyRectangles {
    /// Three candidates at least.
    Three,
    /// Two will do.
    Two,
}

/// Which unique rectangles count.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Rectangles {
    /// All four cells have both digits.
    Strict,
    /// Some cells may lack one of the digits.
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
            lost_places: LostPlaces::Unstruck,
            budget: SearchOptions::USUAL_BUDGET,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_larger_budget_raises_every_limit_in_proportion() {
        let options = |budget| SearchOptions { budget, ..SearchOptions::default() };
        assert_eq!(options(0).raised(300), 300);
        assert_eq!(options(SearchOptions::USUAL_BUDGET).raised(300), 300);
        assert_eq!(options(2 * SearchOptions::USUAL_BUDGET).raised(300), 600);
        assert_eq!(options(u64::MAX).raised(u64::MAX), u64::MAX);
    }
}
