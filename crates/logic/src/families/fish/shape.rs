//! The shape of a fish (kinds of houses, fins, size) and the technique that it belongs to.

use crate::Technique;
use veridoku_core::HouseSet;

/// The kinds of houses, the fins and the size of a fish.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) struct FishShape {
    /// The kinds of houses.
    pub(crate) houses: FishHouses,
    /// Whether the fish has fins.
    pub(crate) fins: FishFins,
    /// The number of base houses, 2 to 7.
    pub(crate) size: usize,
}

/// The kinds of houses of a fish.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum FishHouses {
    /// Rows and columns.
    Basic,
    /// Rows and boxes on one side, columns and boxes on the other.
    Franken,
    /// Any other combination.
    Mutant,
}

/// Whether a fish has fins.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum FishFins {
    /// The fish has no fins.
    None,
    /// It has fins.
    Finned,
    /// The fish has fins, and a base house has at most one place that is not a fin.
    Sashimi,
}

const ROWS: u32 = 0x1ff;
const COLUMNS: u32 = ROWS << 9;
const BOXES: u32 = ROWS << 18;

impl FishHouses {
    /// Classifies a fish by its base and cover houses.
    pub(crate) fn of(base: HouseSet, cover: HouseSet) -> FishHouses {
        let lines = |houses: HouseSet| (houses.bits() & ROWS != 0, houses.bits() & COLUMNS != 0);
        let crossed = matches!(
            (lines(base), lines(cover)),
            ((true, false), (false, true)) | ((false, true), (true, false))
        );
        let boxes = (base | cover).bits() & BOXES != 0;
        match (crossed, boxes) {
            (true, false) => FishHouses::Basic,
            (true, true) => FishHouses::Franken,
            (false, _) => FishHouses::Mutant,
        }
    }
}

/// The kinds of houses that occur with each kind of fins.
const KINDS: [(FishHouses, FishFins); 7] = [
    (FishHouses::Basic, FishFins::None),
    (FishHouses::Basic, FishFins::Finned),
    (FishHouses::Basic, FishFins::Sashimi),
    (FishHouses::Franken, FishFins::None),
    (FishHouses::Franken, FishFins::Finned),
    (FishHouses::Mutant, FishFins::None),
    (FishHouses::Mutant, FishFins::Finned),
];

impl FishShape {
    /// Returns the shape of the fish that a technique looks for.
    pub(crate) fn of(technique: Technique) -> Option<FishShape> {
        let shapes = KINDS
            .into_iter()
            .flat_map(|(houses, fins)| (2..=7).map(move |size| FishShape { houses, fins, size }));
        shapes.into_iter().find(|shape| shape.technique() == technique)
    }

    /// Returns the technique for fish of this shape.
    pub(crate) fn technique(self) -> Technique {
        use Technique as T;
        let by_size = match (self.houses, self.fins) {
            (FishHouses::Basic, FishFins::None) => {
                [T::XWing, T::Swordfish, T::Jellyfish, T::Squirmbag, T::Whale, T::Leviathan]
            }
            (FishHouses::Basic, FishFins::Finned) => [
                T::FinnedXWing,
                T::FinnedSwordfish,
                T::FinnedJellyfish,
                T::FinnedSquirmbag,
                T::FinnedWhale,
                T::FinnedLeviathan,
            ],
            (FishHouses::Basic, FishFins::Sashimi) => [
                T::SashimiXWing,
                T::SashimiSwordfish,
                T::SashimiJellyfish,
                T::SashimiSquirmbag,
                T::SashimiWhale,
                T::SashimiLeviathan,
            ],
            (FishHouses::Franken, FishFins::None) => [
                T::FrankenXWing,
                T::FrankenSwordfish,
                T::FrankenJellyfish,
                T::FrankenSquirmbag,
                T::FrankenWhale,
                T::FrankenLeviathan,
            ],
            (FishHouses::Franken, _) => [
                T::FinnedFrankenXWing,
                T::FinnedFrankenSwordfish,
                T::FinnedFrankenJellyfish,
                T::FinnedFrankenSquirmbag,
                T::FinnedFrankenWhale,
                T::FinnedFrankenLeviathan,
            ],
            (FishHouses::Mutant, FishFins::None) => [
                T::MutantXWing,
                T::MutantSwordfish,
                T::MutantJellyfish,
                T::MutantSquirmbag,
                T::MutantWhale,
                T::MutantLeviathan,
            ],
            (FishHouses::Mutant, _) => [
                T::FinnedMutantXWing,
                T::FinnedMutantSwordfish,
                T::FinnedMutantJellyfish,
                T::FinnedMutantSquirmbag,
                T::FinnedMutantWhale,
                T::FinnedMutantLeviathan,
            ],
        };
        by_size[self.size - 2]
    }
}
