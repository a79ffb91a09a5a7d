//! Fish: N base houses in which all candidates of a digit are covered by N other houses.
//!
//! ```text
//!   X-Wing                      finned X-Wing                Franken X-Wing
//!       c2     c7                   c2     c7  c8                c2      box 3
//!   r2  X . . .X. . base        r2  X . . .X. .  base        r2  X . . .|X X .| base
//!       |      |                    |      -                     |      |     |
//!   r6  X . . .X. . base        r5  |      -                 r6  X . . .|. . .|  … c7
//!       |      |                r6  X . . .X. f  base            |      |- - -|
//! ```
//!
//! Each **base** house (here a row) must contain the digit. If N **cover** houses contain all candidates of N
//! base houses, each cover house holds the digit of one base house, and its other candidates (`-`) are
//! eliminated. A candidate of a base house outside the cover is a **fin**: either a fin is true or the fish
//! is valid, so only candidates that see all fins are eliminated. A candidate in two base houses is an **endo
//! fin** and is treated like a fin. A candidate in two cover houses is eliminated even if it belongs to the
//! base, because it would use up both cover houses.
//!
//! | shape | base | cover |
//! |---|---|---|
//! | basic | rows | columns, or vice versa |
//! | Franken | rows and boxes | columns and boxes, or vice versa |
//! | mutant | any houses | any other houses |
//!
//! A finned basic fish is **sashimi** if a base house has at most one candidate left without the fins. (The
//! names and their exact definitions follow the Ultimate Fish Guide as HoDoKu interprets it: a fish whose
//! base or cover consists of boxes only is a mutant.) Two fish with the same base and different covers can be
//! combined into one step, a **Siamese** fish.
//!
//! `basic.rs` finds basic fish without fins, which are looked for in nearly every position; `search.rs` finds
//! all others; `shape.rs` maps a shape to its technique.

mod basic;
mod search;
mod shape;

use crate::finder_context::FinderContext;
use crate::sink::Sink;
use search::FishSearch;
pub(crate) use search::houses as houses_of;
use shape::{FishFins, FishHouses, FishShape};
use std::ops::ControlFlow;
use veridoku_core::HouseKind;

/// Defines the finders for the technique table: one for each size of basic fish, and one for each shape and
/// size of the others.
macro_rules! finders {
    (
        basic: $($basic:ident $basic_size:literal)*;
        $($finder:ident $houses:ident $fins:ident $size:literal;)*
    ) => {
        $(pub(crate) fn $basic(context: &FinderContext<'_>, sink: &mut dyn Sink) -> ControlFlow<()> {
            basic::find(context, $basic_size, sink)
        })*
        $(pub(crate) fn $finder(context: &FinderContext<'_>, sink: &mut dyn Sink) -> ControlFlow<()> {
            let shape = FishShape { houses: FishHouses::$houses, fins: FishFins::$fins, size: $size };
            FishSearch::run(context, shape, sink)
        })*
    };
}

finders! {
    basic: x_wing 2 swordfish 3 jellyfish 4 squirmbag 5 whale 6 leviathan 7;
    finned_x_wing Basic Finned 2;
    finned_swordfish Basic Finned 3;
    finned_jellyfish Basic Finned 4;
    finned_squirmbag Basic Finned 5;
    finned_whale Basic Finned 6;
    finned_leviathan Basic Finned 7;
    sashimi_x_wing Basic Sashimi 2;
    sashimi_swordfish Basic Sashimi 3;
    sashimi_jellyfish Basic Sashimi 4;
    sashimi_squirmbag Basic Sashimi 5;
    sashimi_whale Basic Sashimi 6;
    sashimi_leviathan Basic Sashimi 7;
    franken_x_wing Franken None 2;
    franken_swordfish Franken None 3;
    franken_jellyfish Franken None 4;
    franken_squirmbag Franken None 5;
    franken_whale Franken None 6;
    franken_leviathan Franken None 7;
    finned_franken_x_wing Franken Finned 2;
    finned_franken_swordfish Franken Finned 3;
    finned_franken_jellyfish Franken Finned 4;
    finned_franken_squirmbag Franken Finned 5;
    finned_franken_whale Franken Finned 6;
    finned_franken_leviathan Franken Finned 7;
    mutant_x_wing Mutant None 2;
    mutant_swordfish Mutant None 3;
    mutant_jellyfish Mutant None 4;
    mutant_squirmbag Mutant None 5;
    mutant_whale Mutant None 6;
    mutant_leviathan Mutant None 7;
    finned_mutant_x_wing Mutant Finned 2;
    finned_mutant_swordfish Mutant Finned 3;
    finned_mutant_jellyfish Mutant Finned 4;
    finned_mutant_squirmbag Mutant Finned 5;
    finned_mutant_whale Mutant Finned 6;
    finned_mutant_leviathan Mutant Finned 7;
}

/// Returns the kinds of base and cover houses of Franken fish, for each direction.
pub(crate) fn directions() -> &'static [[&'static [HouseKind]; 2]] {
    search::directions(FishHouses::Franken)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::Position;
    use crate::sketch::{Sketch, all_eliminations, steps};
    use crate::technique::{Finder, TECHNIQUES};
    use veridoku_core::{CellSet, Digit};

    /// Returns the cells from which 1 is eliminated.
    fn eliminated(finder: Finder, position: &Position) -> CellSet {
        all_eliminations(finder, position).cells(Digit::ALL[0])
    }

    fn cells(names: &str) -> CellSet {
        names.parse().expect("names of cells")
    }

    /// Returns a position in which 1 has two places in row 2, the given places in row 6, and all places in
    /// the other rows.
    fn two_rows(sixth: &str) -> Position {
        let all = "xxxxxxxxx";
        Sketch::places_of_one(&[all, ".x....x..", all, all, all, sixth, all, all, all]).position()
    }

    #[test]
    fn an_x_wing_clears_its_columns() {
        let position = two_rows(".x....x..");
        let columns = "r1c2 r3c2 r4c2 r5c2 r7c2 r8c2 r9c2 r1c7 r3c7 r4c7 r5c7 r7c7 r8c7 r9c7";
        assert_eq!(eliminated(x_wing, &position), cells(columns));
        assert_eq!(steps(swordfish, &position).len(), 0);
    }

    #[test]
    fn a_finned_fish_eliminates_only_what_the_fin_sees() {
        let position = two_rows(".x....xx.");
        assert_eq!(eliminated(x_wing, &position), CellSet::EMPTY);
        assert_eq!(eliminated(finned_x_wing, &position), cells("r4c7 r5c7"));
        assert_eq!(eliminated(sashimi_x_wing, &position), CellSet::EMPTY);
    }

    #[test]
    fn a_sashimi_fish_needs_its_fins() {
        let position = two_rows(".x.....x.");
        assert_eq!(eliminated(finned_x_wing, &position), CellSet::EMPTY);
        assert_eq!(eliminated(sashimi_x_wing, &position), cells("r4c7 r5c7 r1c8 r3c8"));
    }

    #[test]
    fn a_franken_fish_uses_boxes() {
        // In row 1 and box 5 the digit is confined to columns 4 and 5, so it is eliminated elsewhere in them.
        let all = "xxxxxxxxx";
        let position = Sketch::places_of_one(&[
            "...xx....",
            all,
            all,
            "xxxx..xxx",
            "xxx.x.xxx",
            "xxx...xxx",
            all,
            all,
            all,
        ])
        .position();
        let columns = "r2c4 r3c4 r7c4 r8c4 r9c4 r2c5 r3c5 r7c5 r8c5 r9c5";
        assert_eq!(eliminated(franken_x_wing, &position), cells(columns));
    }

    #[test]
    fn an_empty_grid_has_no_fish_and_invalid_positions_are_harmless() {
        let nothing = "xxxxxxxxx";
        let empty_row = Sketch::places_of_one(&[
            nothing,
            ".........",
            nothing,
            nothing,
            nothing,
            nothing,
            ".x.......",
            "x........",
            ".x.......",
        ])
        .position();
        for entry in TECHNIQUES.iter().filter(|entry| entry.name.contains("X-Wing")) {
            assert_eq!(steps(entry.finder, &Sketch::new().position()), [], "{}", entry.name);
            let found = steps(entry.finder, &empty_row);
            assert!(found.iter().all(|step| step.is_useful(&empty_row)), "{}", entry.name);
        }
    }
}
