//! Sudoku Explainer's rating scale: its rules, with their names and ratings.
//!
//! The finders of this module take their ratings from here, and so does the table of techniques in
//! `technique.rs`, which lists the lowest rating of each technique. Sudoku Explainer adds up ratings in
//! floating point and compares the sums. The functions below add in the same order, so that they produce the
//! same rounding errors.

use super::difficulty::Difficulty;

/// Defines the rules, each with its name and its lowest rating.
macro_rules! rules {
    ($($(#[$doc:meta])* $rule:ident: $name:literal, $rating:literal;)*) => {
        /// A rule of Sudoku Explainer.
        #[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
        pub enum Rule {
            $($(#[$doc])* $rule,)*
        }

        impl Rule {
            /// Returns the name of the rule.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Rule::$rule => $name,)*
                }
            }

            /// Returns the lowest rating of the rule. Chains, loops and BUGs are rated higher by their
            /// length, size and type.
            pub(crate) const fn rating(self) -> Difficulty {
                match self {
                    $(Rule::$rule => Difficulty::of($rating),)*
                }
            }
        }
    };
}

rules! {
    /// The only empty cell of a house.
    LastCell: "single", 1.0;
    /// A digit with only one place in a house.
    HiddenSingle: "hidden single", 1.2;
    /// Pointing that leaves the digit only one place in another box.
    DirectPointing: "direct pointing", 1.7;
    /// Claiming that leaves the digit only one place in another row or column.
    DirectClaiming: "direct claiming", 1.9;
    /// A hidden pair that leaves another digit only one place in the same house.
    DirectHiddenPair: "direct hidden pair", 2.0;
    /// A cell with only one candidate.
    NakedSingle: "naked single", 2.3;
    /// A hidden triplet that leaves another digit only one place in the same house.
    DirectHiddenTriplet: "direct hidden triplet", 2.5;
    /// A digit that is confined to one row or column within a box.
    Pointing: "pointing", 2.6;
    /// A digit that is confined to one box within a row or column.
    Claiming: "claiming", 2.8;
    /// Two cells of a house with the same two candidates.
    NakedPair: "naked pair", 3.0;
    /// A basic fish with two base lines.
    XWing: "x-wing", 3.2;
    /// Two digits that are confined to the same two cells of a house.
    HiddenPair: "hidden pair", 3.4;
    /// Three cells of a house that together have only three candidate digits.
    NakedTriplet: "naked triplet", 3.6;
    /// A basic fish with three base lines.
    Swordfish: "swordfish", 3.8;
    /// Three digits that are confined to the same three cells of a house.
    HiddenTriplet: "hidden triplet", 4.0;
    /// A bivalue pivot and two bivalue pincers that together have three candidate digits.
    XyWing: "xy-wing", 4.2;
    /// An XY-wing whose pivot has all three digits as candidates.
    XyzWing: "xyz-wing", 4.4;
    /// A unique rectangle or loop.
    UniqueLoop: "unique loop", 4.5;
    /// Four cells of a house that together have only four candidate digits.
    NakedQuad: "naked quad", 5.0;
    /// A basic fish with four base lines.
    Jellyfish: "jellyfish", 5.2;
    /// Four digits that are confined to the same four cells of a house.
    HiddenQuad: "hidden quad", 5.4;
    /// A bivalue universal grave (BUG).
    Bug: "bivalue universal grave", 5.6;
    /// Aligned pair exclusion: combinations of digits in two cells that would leave a common peer without
    /// candidates.
    AlignedPair: "aligned pair exclusion", 6.2;
    /// A bidirectional cycle that uses only one digit.
    XCycle: "bidirectional x-cycle", 6.5;
    /// A bidirectional cycle through bivalue cells.
    YCycle: "bidirectional y-cycle", 6.5;
    /// A bidirectional cycle that uses both X and Y links.
    XyCycle: "bidirectional cycle", 7.0;
    /// A forcing chain that uses only one digit.
    ForcingXChain: "forcing x-chain", 6.6;
    /// A forcing chain that uses both X and Y links.
    ForcingChain: "forcing chain", 7.0;
    /// Aligned triplet exclusion: combinations of digits in three cells that would leave a common peer
    /// without candidates.
    AlignedTriplet: "aligned triplet exclusion", 7.5;
    /// A candidate that leads to a contradiction within its own digit.
    Nishio: "nishio forcing chains", 7.5;
    /// A conclusion that follows from every candidate of a cell, or from every place of a digit in a house.
    MultipleChains: "multiple forcing chains", 8.0;
    /// Multiple forcing chains in which a consequence may depend on several earlier ones. This rule includes
    /// contradictions and double forcing chains.
    DynamicChains: "dynamic forcing chains", 8.5;
    /// Dynamic forcing chains that also use locking, pairs and X-wings.
    DynamicChainsPlus: "dynamic forcing chains (+)", 9.0;
    /// Dynamic forcing chains (+) that also use nested cycles and forcing chains.
    NestedForcingChains: "dynamic forcing chains (+ forcing chains)", 9.5;
    /// Dynamic forcing chains (+) that also use nested multiple forcing chains.
    NestedMultipleChains: "dynamic forcing chains (+ multiple forcing chains)", 10.0;
    /// Dynamic forcing chains (+) that also use nested dynamic forcing chains.
    NestedDynamicChains: "dynamic forcing chains (+ dynamic forcing chains)", 10.5;
}

/// The rating of a hidden single in a row or column.
pub(crate) const HIDDEN_SINGLE_IN_LINE: Difficulty = Difficulty::of(1.5);
/// The rating of the easiest unique rectangle of type 3, with a pair.
pub(crate) const UNIQUE_RECTANGLE_TYPE_3: Difficulty = Difficulty::of(4.6);
/// The rating of the shortest unique loop of type 1, 2 or 4: six cells.
pub(crate) const UNIQUE_LOOP: Difficulty = Difficulty::of(4.6);
/// The rating of the easiest unique loop of type 3: six cells, with a pair.
pub(crate) const UNIQUE_LOOP_TYPE_3: Difficulty = Difficulty::of(4.7);
/// The rating of a BUG of type 2 or 4. Type 3 adds [`subset_addition`] to it.
pub(crate) const BUG_TYPE_2: Difficulty = Difficulty::of(5.7);
/// The rating of the easiest BUG of type 3, with a pair.
pub(crate) const BUG_TYPE_3: Difficulty = Difficulty::of(5.8);

/// Returns the rating of a unique rectangle (four cells) or loop of type 1, 2 or 4.
pub(super) fn unique_loop(cells: usize) -> f64 {
    let mut rating = Rule::UniqueLoop.rating().value();
    if cells >= 10 {
        rating += 0.3;
    }
    if cells >= 8 {
        rating += 0.2;
    } else if cells >= 6 {
        rating += 0.1;
    }
    rating
}

/// Returns the amount that the subset of a type 3 pattern adds to its rating: 0.1 for a pair, plus 0.1 for
/// each further cell.
pub(super) fn subset_addition(size: u32) -> f64 {
    (f64::from(size) - 1.0) * 0.1
}

/// The thresholds for the length of a chain (its complexity minus two). Each threshold exceeded adds 0.1 to
/// the rating.
const LENGTH_STEPS: [u32; 23] = [
    4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128, 192, 256, 384, 512, 768, 1024, 1536, 2048, 3072, 4096, 6144,
    8192,
];

/// The floating-point sums of 0 to 23 additions of 0.1, including rounding errors.
const LENGTH_SUMS: [f64; LENGTH_STEPS.len() + 1] = {
    let mut sums = [0.0; LENGTH_STEPS.len() + 1];
    let mut count = 1;
    while count < sums.len() {
        sums[count] = sums[count - 1] + 0.1;
        count += 1;
    }
    sums
};

/// Returns the amount that the length of a chain adds to its rating.
///
/// The complexity is the number of nodes in the chain, including those of nested chains.
pub(super) fn length_addition(complexity: u32) -> f64 {
    let passed = LENGTH_STEPS.iter().take_while(|&&step| complexity > step + 2).count();
    LENGTH_SUMS[passed]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_length_step_adds_a_tenth() {
        let tenths = |complexity| Difficulty::of(7.0 + length_addition(complexity)).tenths();
        assert_eq!([4, 6, 7, 8, 9, 10, 11, 14, 15].map(tenths), [70, 70, 71, 71, 72, 72, 73, 73, 74]);
    }

    #[test]
    fn longer_loops_are_rated_higher() {
        let tenths = |cells| Difficulty::of(unique_loop(cells)).tenths();
        assert_eq!([4, 6, 8, 10, 12].map(tenths), [45, 46, 47, 50, 50]);
    }
}
