//! The rules of Sudoku Explainer, with the names that it uses.

/// A rule of Sudoku Explainer.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum Rule {
    /// The only empty cell of a house.
    LastCell,
    /// A digit with only one place in a house.
    HiddenSingle,
    /// Pointing that leaves the digit only one place in another box.
    DirectPointing,
    /// Claiming that leaves the digit only one place in another row or column.
    DirectClaiming,
    /// A hidden pair that leaves another digit only one place in the same house.
    DirectHiddenPair,
    /// A cell with only one candidate.
    NakedSingle,
    /// A hidden triplet that leaves another digit only one place in the same house.
    DirectHiddenTriplet,
    /// A digit that is confined to one row or column within a box.
    Pointing,
    /// A digit that is confined to one box within a row or column.
    Claiming,
    /// Two cells of a house with the same two candidates.
    NakedPair,
    /// A basic fish with two base lines.
    XWing,
    /// Two digits that are confined to the same two cells of a house.
    HiddenPair,
    /// Three cells of a house that together have only three candidate digits.
    NakedTriplet,
    /// A basic fish with three base lines.
    Swordfish,
    /// Three digits that are confined to the same three cells of a house.
    HiddenTriplet,
    /// A bivalue pivot and two bivalue pincers that together have three candidate digits.
    XyWing,
    /// An XY-wing whose pivot has all three digits as candidates.
    XyzWing,
    /// A unique rectangle or loop.
    UniqueLoop,
    /// Four cells of a house that together have only four candidate digits.
    NakedQuad,
    /// A basic fish with four base lines.
    Jellyfish,
    /// Four digits that are confined to the same four cells of a house.
    HiddenQuad,
    /// A bivalue universal grave (BUG).
    Bug,
    /// Aligned pair exclusion: combinations of digits in two cells that would leave a common peer without
    /// candidates.
    AlignedPair,
    /// A bidirectional cycle that uses only one digit.
    XCycle,
    /// A bidirectional cycle through bivalue cells.
    YCycle,
    /// A bidirectional cycle that uses both X and Y links.
    XyCycle,
    /// A forcing chain that uses only one digit.
    ForcingXChain,
    /// A forcing chain that uses both X and Y links.
    ForcingChain,
    /// Aligned triplet exclusion: combinations of digits in three cells that would leave a common peer
    /// without candidates.
    AlignedTriplet,
    /// A candidate that leads to a contradiction within its own digit.
    Nishio,
    /// A conclusion that follows from every candidate of a cell, or from every place of a digit in a house.
    MultipleChains,
    /// Multiple forcing chains in which a consequence may depend on several earlier ones. This rule includes
    /// contradictions and double forcing chains.
    DynamicChains,
    /// Dynamic forcing chains that also use locking, pairs and X-wings.
    DynamicChainsPlus,
    /// Dynamic forcing chains (+) that also use nested cycles and forcing chains.
    NestedForcingChains,
    /// Dynamic forcing chains (+) that also use nested multiple forcing chains.
    NestedMultipleChains,
    /// Dynamic forcing chains (+) that also use nested dynamic forcing chains.
    NestedDynamicChains,
}

impl Rule {
    /// Returns the name of the rule.
    pub const fn name(self) -> &'static str {
        match self {
            Rule::LastCell => "single",
            Rule::HiddenSingle => "hidden single",
            Rule::DirectPointing => "direct pointing",
            Rule::DirectClaiming => "direct claiming",
            Rule::DirectHiddenPair => "direct hidden pair",
            Rule::NakedSingle => "naked single",
            Rule::DirectHiddenTriplet => "direct hidden triplet",
            Rule::Pointing => "pointing",
            Rule::Claiming => "claiming",
            Rule::NakedPair => "naked pair",
            Rule::XWing => "x-wing",
            Rule::HiddenPair => "hidden pair",
            Rule::NakedTriplet => "naked triplet",
            Rule::Swordfish => "swordfish",
            Rule::HiddenTriplet => "hidden triplet",
            Rule::XyWing => "xy-wing",
            Rule::XyzWing => "xyz-wing",
            Rule::UniqueLoop => "unique loop",
            Rule::NakedQuad => "naked quad",
            Rule::Jellyfish => "jellyfish",
            Rule::HiddenQuad => "hidden quad",
            Rule::Bug => "bivalue universal grave",
            Rule::AlignedPair => "aligned pair exclusion",
            Rule::XCycle => "bidirectional x-cycle",
            Rule::YCycle => "bidirectional y-cycle",
            Rule::XyCycle => "bidirectional cycle",
            Rule::ForcingXChain => "forcing x-chain",
            Rule::ForcingChain => "forcing chain",
            Rule::AlignedTriplet => "aligned triplet exclusion",
            Rule::Nishio => "nishio forcing chains",
            Rule::MultipleChains => "multiple forcing chains",
            Rule::DynamicChains => "dynamic forcing chains",
            Rule::DynamicChainsPlus => "dynamic forcing chains (+)",
            Rule::NestedForcingChains => "dynamic forcing chains (+ forcing chains)",
            Rule::NestedMultipleChains => "dynamic forcing chains (+ multiple forcing chains)",
            Rule::NestedDynamicChains => "dynamic forcing chains (+ dynamic forcing chains)",
        }
    }
}
