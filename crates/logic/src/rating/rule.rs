//! The rules of Sudoku Explainer, by their names there.
//!
//! A file of its own because whoever reads a rating needs the rules, and nothing else of a hint.

/// The rules of Sudoku Explainer that a rating can rest on.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum Rule {
    /// The last empty cell of a house.
    LastCell,
    /// A digit with one place in a house.
    HiddenSingle,
    /// Pointing that leaves one place for the digit in another box.
    DirectPointing,
    /// Claiming that leaves one place for the digit in another line.
    DirectClaiming,
    /// A hidden pair that leaves one place for another digit.
    DirectHiddenPair,
    /// A cell with one candidate.
    NakedSingle,
    /// A hidden triplet that leaves one place for another digit.
    DirectHiddenTriplet,
    /// A digit confined to one line of a box.
    Pointing,
    /// A digit confined to one box of a line.
    Claiming,
    /// Two cells with two digits.
    NakedPair,
    /// A basic fish of two lines.
    XWing,
    /// Two digits with two places.
    HiddenPair,
    /// Three cells with three digits.
    NakedTriplet,
    /// A basic fish of three lines.
    Swordfish,
    /// Three digits with three places.
    HiddenTriplet,
    /// Three bivalue cells of three digits.
    XyWing,
    /// The same with three candidates in the pivot.
    XyzWing,
    /// A unique rectangle or loop.
    UniqueLoop,
    /// Four cells with four digits.
    NakedQuad,
    /// A basic fish of four lines.
    Jellyfish,
    /// Four digits with four places.
    HiddenQuad,
    /// A bivalue universal bug.
    Bug,
    /// Two cells whose combinations are excluded by bivalue peers.
    AlignedPair,
    /// A bidirectional cycle of one digit.
    XCycle,
    /// A bidirectional cycle through bivalue cells.
    YCycle,
    /// A bidirectional cycle of both kinds of links.
    XyCycle,
    /// A forcing chain of one digit.
    ForcingXChain,
    /// A forcing chain of both kinds of links.
    ForcingChain,
    /// Three cells whose combinations are excluded by their peers.
    AlignedTriplet,
    /// A contradiction of one digit.
    Nishio,
    /// An outcome of all candidates of a cell, or of all places of a digit in a house.
    MultipleChains,
    /// The same with consequences of all assumptions made so far.
    DynamicChains,
    /// The same with locking, pairs and X-wings.
    DynamicChainsPlus,
    /// The same with forcing chains inside.
    NestedForcingChains,
    /// The same with multiple forcing chains inside.
    NestedMultipleChains,
    /// The same with dynamic forcing chains inside.
    NestedDynamicChains,
}

impl Rule {
    /// The name of the rule.
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
            Rule::Bug => "bivalue universal bug",
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
