//! The shape of a fish (kinds of houses, fins, size) and the technique that it belongs to.

use crate::technique::Technique;
use veridoku_core::HouseSet;

/// The kinds of houses, the fins and the size of a fish.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) struct Shape {
    /// The kinds of houses.
    pub(crate) houses: Houses,
    /// Whether it has fins.
    pub(crate) fins: Fins,
    /// The number of base houses, 2 to 7.
    pub(crate) size: usize,
}

/// The kinds of houses of a fish.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Houses {
    /// Rows and columns.
    Basic,
    /// Rows and boxes, and columns and boxes.
    Franken,
    /// Any other combination.
    Mutant,
}

/// Whether a fish has fins.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Fins {
    /// It has no fins.
    None,
    /// It has fins.
    Finned,
    /// It has fins, and without them a base house has at most one place.
    Sashimi,
}

const ROWS: u32 = 0x1ff;
const COLUMNS: u32 = ROWS << 9;
const BOXES: u32 = ROWS << 18;

impl Houses {
    /// Classifies a fish by its base and cover houses.
    pub(crate) fn of(base: HouseSet, cover: HouseSet) -> Houses {
        let lines = |houses: HouseSet| (houses.bits() & ROWS != 0, houses.bits() & COLUMNS != 0);
        let crossed = matches!(
            (lines(base), lines(cover)),
            ((true, false), (false, true)) | ((false, true), (true, false))
        );
        let boxes = (base | cover).bits() & BOXES != 0;
        match (crossed, boxes) {
            (true, false) => Houses::Basic,
            (true, true) => Houses::Franken,
            (false, _) => Houses::Mutant,
        }
    }
}

impl Shape {
    /// Returns the technique with this shape.
    pub(crate) fn technique(self) -> Technique {
        use Technique as T;
        let by_size = match (self.houses, self.fins) {
            (Houses::Basic, Fins::None) => {
                [T::XWing, T::Swordfish, T::Jellyfish, T::Squirmbag, T::Whale, T::Leviathan]
            }
            (Houses::Basic, Fins::Finned) => [
                T::FinnedXWing,
                T::FinnedSwordfish,
                T::FinnedJellyfish,
                T::FinnedSquirmbag,
                T::FinnedWhale,
                T::FinnedLeviathan,
            ],
            (Houses::Basic, Fins::Sashimi) => [
                T::SashimiXWing,
                T::SashimiSwordfish,
                T::SashimiJellyfish,
                T::SashimiSquirmbag,
                T::SashimiWhale,
                T::SashimiLeviathan,
            ],
            (Houses::Franken, Fins::None) => [
                T::FrankenXWing,
                T::FrankenSwordfish,
                T::FrankenJellyfish,
                T::FrankenSquirmbag,
                T::FrankenWhale,
                T::FrankenLeviathan,
            ],
            (Houses::Franken, _) => [
                T::FinnedFrankenXWing,
                T::FinnedFrankenSwordfish,
                T::FinnedFrankenJellyfish,
                T::FinnedFrankenSquirmbag,
                T::FinnedFrankenWhale,
                T::FinnedFrankenLeviathan,
            ],
            (Houses::Mutant, Fins::None) => [
                T::MutantXWing,
                T::MutantSwordfish,
                T::MutantJellyfish,
                T::MutantSquirmbag,
                T::MutantWhale,
                T::MutantLeviathan,
            ],
            (Houses::Mutant, _) => [
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
