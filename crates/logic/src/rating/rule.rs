//! The rules of Sudoku Explainer, under the names used there.

/// A rule of Sudoku Explainer.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum Rule {
    /// The only empty cell of a house.
    LastCell,
    /// A digit with only one place in a house.
    HiddenSingle,
    /// Pointing that leaves only one place for the digit in another box.
    DirectPointing,
    /// Claiming that leaves only one place for the digit in another row or column.
    DirectClaiming,
    /// A hidden pair that leaves only one place for another digit of its house.
    DirectHiddenPair,
    /// A cell with only one candidate.
    NakedSingle,
    /// A hidden triplet that leaves only one place for another digit of its house.
    DirectHiddenTriplet,
    /// A digit of a box confined to one row or column.
    Pointing,
    /// A digit of a row or column confined to one box.
    Claiming,
    /// Two cells of a house with the same two candidates.
    NakedPair,
    /// A basic fish with two base lines.
    XWing,
    /// Two digits of a house confined to two cells.
    HiddenPair,
    /// Three cells of a house with three candidates between them.
    NakedTriplet,
    /// A basic fish with three base lines.
    Swordfish,
    /// Three digits of a house confined to three cells.
    HiddenTriplet,
    /// A bivalue pivot and two bivalue pincers with three digits between them.
    XyWing,
    /// An XY-wing whose pivot has all three digits.
    XyzWing,
    /// A unique rectangle or loop.
    UniqueLoop,
    /// Four cells of a house with four candidates between them.
    NakedQuad,
    /// A basic fish with four base lines.
    Jellyfish,
    /// Four digits of a house confined to four cells.
    HiddenQuad,
    /// A bivalue universal grave (BUG).
    Bug,
    /// Aligned pair exclusion: combinations of two cells that leave a common peer without candidates.
    AlignedPair,
    /// A bidirectional cycle on one digit.
    XCycle,
    /// A bidirectional cycle through bivalue cells.
    YCycle,
    /// A bidirectional cycle that uses both X and Y links.
    XyCycle,
    /// A forcing chain on one digit.
    ForcingXChain,
    /// A forcing chain that uses both X and Y links.
    ForcingChain,
    /// Aligned triplet exclusion: combinations of three cells that leave a common peer without candidates.
    AlignedTriplet,
    /// A candidate whose consequences on its own digit contradict each other.
    Nishio,
    /// A conclusion that follows from every candidate of a cell, or from every place of a digit in a house.
    MultipleChains,
    /// Multiple forcing chains in which a consequence may depend on several earlier ones; also contradictions
    /// and double forcing chains.
    DynamicChains,
    /// Dynamic forcing chains that also use locking, pairs and X-wings.
    DynamicChainsPlus,
    /// Dynamic forcing chains (+) with nested cycles and forcing chains.
    NestedForcingChains,
    /// Dynamic forcing chains (+) with nested multiple forcing chains.
    NestedMultipleChains,
    /// Dynamic forcing chains (+) with nested dynamic forcing chains.
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
