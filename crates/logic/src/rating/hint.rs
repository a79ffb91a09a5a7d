//! What a technique of the rating finds: what it strikes or writes, under which rule, at which rating.
//!
//! A file of its own because every technique gives it and only the loop takes it.

#[cfg(test)]
use super::difficulty::Difficulty;
use super::grid::{Grid, bits};
use super::premise::Chain;

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
    /// A bivalue universal grave.
    Grave,
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
            Rule::Grave => "bivalue universal grave",
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

/// What one hint says; cells and digits are plain numbers here.
#[derive(Clone, Debug)]
pub(super) struct Hint {
    pub(super) rule: Rule,
    /// The rating as Sudoku Explainer sums it up, rounding errors included: hints are compared by it.
    pub(super) rating: f64,
    /// The digits to strike, by cell.
    pub(super) removals: Vec<(u8, u16)>,
    /// The cell and the digit to write.
    pub(super) placement: Option<(u8, u8)>,
    /// The chain it rests on, if it does.
    pub(super) chain: Option<Chain>,
}

impl Hint {
    /// A hint that writes a digit.
    pub(super) fn place(rule: Rule, rating: f64, cell: usize, digit: usize) -> Hint {
        Hint { rule, rating, removals: Vec::new(), placement: Some((cell as u8, digit as u8)), chain: None }
    }

    /// A hint that strikes candidates, if it strikes any.
    pub(super) fn strike(rule: Rule, rating: f64, removals: Vec<(u8, u16)>) -> Option<Hint> {
        (!removals.is_empty()).then_some(Hint { rule, rating, removals, placement: None, chain: None })
    }

    /// Does what the hint says.
    pub(super) fn apply(&self, grid: &mut Grid) {
        for &(cell, digits) in &self.removals {
            for digit in bits(digits) {
                grid.strike(cell as usize, digit);
            }
        }
        if let Some((cell, digit)) = self.placement {
            grid.place(cell as usize, digit as usize);
        }
    }
}

/// What tests compare.
#[cfg(test)]
impl Hint {
    /// Rule, rating in tenths, and what is placed: cell and digit (1 to 9).
    pub(super) fn placed(&self) -> (Rule, u16, (u8, u8)) {
        let (cell, digit) = self.placement.expect("a digit is placed");
        (self.rule, Difficulty::of(self.rating).tenths(), (cell, digit + 1))
    }

    /// Rule, rating in tenths, and what is struck: cells and bits of digits.
    pub(super) fn struck(&self) -> (Rule, u16, &[(u8, u16)]) {
        (self.rule, Difficulty::of(self.rating).tenths(), &self.removals)
    }
}
