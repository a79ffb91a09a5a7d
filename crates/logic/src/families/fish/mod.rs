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

use crate::{FinderContext, Sink, Technique};
use search::FishSearch;
pub(crate) use search::{directions, houses as houses_of};
pub(crate) use shape::FishHouses;
use shape::{FishFins, FishShape};
use std::ops::ControlFlow;

/// Finds the fish of a technique.
pub(crate) fn find(
    context: &FinderContext<'_>,
    technique: Technique,
    sink: &mut dyn Sink,
) -> ControlFlow<()> {
    match FishShape::of(technique) {
        Some(FishShape { houses: FishHouses::Basic, fins: FishFins::None, size }) => {
            basic::find(context, technique, size, sink)
        }
        Some(shape) => FishSearch::run(context, shape, sink),
        None => ControlFlow::Continue(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sketch::{Sketch, all_eliminations, steps};
    use crate::{Position, TECHNIQUES};
    use veridoku_core::{CellSet, Digit};

    /// Returns the cells from which 1 is eliminated.
    fn eliminated(technique: Technique, position: &Position) -> CellSet {
        all_eliminations(technique.finder(), position).cells(Digit::ALL[0])
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
        assert_eq!(eliminated(Technique::XWing, &position), cells(columns));
        assert_eq!(steps(Technique::Swordfish.finder(), &position).len(), 0);
    }

    #[test]
    fn a_finned_fish_eliminates_only_what_the_fin_sees() {
        let position = two_rows(".x....xx.");
        assert_eq!(eliminated(Technique::XWing, &position), CellSet::EMPTY);
        assert_eq!(eliminated(Technique::FinnedXWing, &position), cells("r4c7 r5c7"));
        assert_eq!(eliminated(Technique::SashimiXWing, &position), CellSet::EMPTY);
    }

    #[test]
    fn a_sashimi_fish_needs_its_fins() {
        let position = two_rows(".x.....x.");
        assert_eq!(eliminated(Technique::FinnedXWing, &position), CellSet::EMPTY);
        assert_eq!(eliminated(Technique::SashimiXWing, &position), cells("r4c7 r5c7 r1c8 r3c8"));
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
        assert_eq!(eliminated(Technique::FrankenXWing, &position), cells(columns));
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
            assert_eq!(steps(entry.technique.finder(), &Sketch::new().position()), [], "{}", entry.name);
            let found = steps(entry.technique.finder(), &empty_row);
            assert!(found.iter().all(|step| step.is_useful(&empty_row)), "{}", entry.name);
        }
    }
}
