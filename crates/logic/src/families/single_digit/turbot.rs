//! Turbot fish: any two strong links of a digit connected by a weak link.
//!
//! Skyscrapers and kites are turbot fish too, but come first on the ladder.

use super::two_links;
use crate::finder_context::FinderContext;
use crate::position::Position;
use crate::sink::Sink;
use crate::step::Step;
use crate::technique::Technique;
use std::ops::ControlFlow;
use veridoku_core::{Cell, CellSet, Digit, House, HouseKind};

/// Finds a digit with two places in each of two houses that are connected by a third house.
pub(crate) fn turbot_fish(context: &FinderContext<'_>, sink: &mut dyn Sink) -> ControlFlow<()> {
    let position = context.position();
    let linked = Digit::ALL.map(|digit| {
        let places = |house| position.cells_in(house, digit);
        context.strong_houses(digit).iter().fold(CellSet::EMPTY, |cells, house| cells | places(house))
    });
    for start in position.empty_cells() {
        for digit in position.digits(start).iter().filter(|digit| linked[digit.index()].contains(start)) {
            for (first_house, near) in partners(position, digit, start) {
                for other_near in (near.peers() & linked[digit.index()]).without(start) {
                    for (second_house, end) in partners(position, digit, other_near) {
                        // Every fish is found from both ends; keep only one of the two.
                        if end <= start || end == near {
                            continue;
                        }
                        let eliminated = start.peers() & end.peers() & position.cells(digit);
                        if !eliminated.is_empty() {
                            let ends = [start, near, other_near, end].map(CellSet::only);
                            let evidence = two_links(digit, ends, [first_house, second_house]);
                            let eliminations = position.candidates_of(digit, eliminated);
                            sink.take(Step::eliminating(Technique::TurbotFish, eliminations, evidence))?;
                        }
                    }
                }
            }
        }
    }
    ControlFlow::Continue(())
}

/// Returns the houses in which the digit has exactly one place besides this cell, each with that place.
///
/// Two places in one line of a box are locked candidates. As in HoDoKu, the box does not count as a link
/// between them.
fn partners(position: &Position, digit: Digit, cell: Cell) -> impl Iterator<Item = (House, Cell)> {
    let lines = [HouseKind::Row, HouseKind::Column].map(|kind| cell.house(kind));
    let aligned = lines[0].cells() | lines[1].cells();
    cell.houses().into_iter().filter_map(move |house| {
        let other = position.cells_in(house, digit).without(cell).single()?;
        let is_link = house.kind() != HouseKind::Box || !aligned.contains(other);
        is_link.then_some((house, other))
    })
}
