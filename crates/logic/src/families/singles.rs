//! Singles: full house, naked single and hidden single.
//!
//! ```text
//! full house            naked single              hidden single
//! 1 2 3 │ 4 5 6 │ 7 8 . a cell with only one      a digit with only one place left
//!                 → 9   candidate left            in a row, column or box
//! ```
//!
//! Every full house is also a naked single, but easier to see. Singles are reported in the order in which
//! they arose (see [`SinglesQueue`](crate::singles_queue::SinglesQueue)), because players and HoDoKu work
//! through them in that order.

use crate::{Evidence, FinderContext, Position, Sink, Step, Technique};
use std::ops::ControlFlow;
use veridoku_core::{Candidate, CellSet};

/// Finds the last empty cell of a house.
pub(crate) fn full_house(context: &FinderContext<'_>, sink: &mut dyn Sink) -> ControlFlow<()> {
    let position = context.position();
    for single in naked(position) {
        let alone = CellSet::only(single.cell());
        let mut houses = single.cell().houses().into_iter();
        if let Some(house) = houses.find(|house| position.empty_cells() & house.cells() == alone) {
            sink.take(Step::placing(Technique::FullHouse, single, Evidence::Single(Some(house))))?;
        }
    }
    ControlFlow::Continue(())
}

/// Finds cells with one candidate left.
pub(crate) fn naked_single(context: &FinderContext<'_>, sink: &mut dyn Sink) -> ControlFlow<()> {
    for single in naked(context.position()) {
        sink.take(Step::placing(Technique::NakedSingle, single, Evidence::Single(None)))?;
    }
    ControlFlow::Continue(())
}

/// Finds digits with one place left in a house.
pub(crate) fn hidden_single(context: &FinderContext<'_>, sink: &mut dyn Sink) -> ControlFlow<()> {
    let position = context.position();
    let mut reported = CellSet::EMPTY;
    for &single in position.queue().hidden() {
        let (cell, digit) = (single.cell(), single.digit());
        if !position.has(single) || reported.contains(cell) {
            continue;
        }
        let mut houses = cell.houses().into_iter();
        if let Some(house) = houses.find(|&house| position.places(house, digit).is_power_of_two()) {
            reported.insert(cell);
            sink.take(Step::placing(Technique::HiddenSingle, single, Evidence::Single(Some(house))))?;
        }
    }
    ControlFlow::Continue(())
}

/// Returns the naked singles, in the order in which their cells were reduced to one candidate.
fn naked(position: &Position) -> impl Iterator<Item = Candidate> {
    position.queue().naked().iter().copied().filter(|&single| position.has(single))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Ladder;
    use crate::sketch::Sketch;
    use veridoku_core::Puzzle;

    #[test]
    fn a_cell_with_one_candidate_is_a_naked_single() {
        let sketch = Sketch::new().cell("r3c4", "7");
        assert_eq!(sketch.placements(naked_single), ["7r3c4"]);
        assert!(sketch.placements(full_house).is_empty() && sketch.placements(hidden_single).is_empty());
    }

    #[test]
    fn a_digit_with_one_place_is_a_hidden_single_reported_once() {
        let sketch = Sketch::new().house("row 1", '5', "r1c4").house("box 2", '5', "r1c4");
        let steps = sketch.steps(hidden_single);
        assert_eq!(sketch.placements(hidden_single), ["5r1c4"]);
        assert_eq!(steps[0].evidence, Evidence::Single("row 1".parse().ok()));
    }

    #[test]
    fn the_last_cell_of_a_house_is_a_full_house() {
        let puzzle: Puzzle = format!("12345678.{:.<72}", "").parse().unwrap();
        let position = Position::new(&puzzle).unwrap();
        let step = Ladder::hodoku().next(&position).unwrap();
        assert_eq!((step.technique, step.placements.len()), (Technique::FullHouse, 1));
        assert!(step.placements.contains("9r1c9".parse().unwrap()));
    }

    #[test]
    fn singles_are_reported_in_the_order_in_which_they_arose() {
        let mut position = Sketch::new().cell("r9c9", "12").cell("r1c1", "34").position();
        position.eliminate("1r9c9".parse().unwrap());
        position.eliminate("3r1c1".parse().unwrap());
        let mut all = crate::sink::AllSteps::default();
        let context = FinderContext::new(&position, crate::search_options::SearchOptions::default());
        let _: ControlFlow<()> = naked_single(&context, &mut all);
        let placed: Vec<_> = all.0.iter().map(|step| step.placements.first().unwrap().to_string()).collect();
        assert_eq!(placed, ["2r9c9", "4r1c1"], "the older single comes first");
    }
}
