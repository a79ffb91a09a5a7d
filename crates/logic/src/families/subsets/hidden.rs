//! Hidden subsets: N digits confined to N cells of a house.

use super::{boxes_first, confined};
use crate::evidence::{Evidence, Subset, SubsetKind};
use crate::finder_context::FinderContext;
use crate::position::Position;
use crate::sink::Sink;
use crate::step::Step;
use crate::technique::Technique;
use std::ops::ControlFlow;
use veridoku_core::{CandidateSet, Cell, CellSet, Digit, DigitSet, House, HouseKind, HouseSet};

/// Finds two digits confined to two cells of a house.
pub(crate) fn hidden_pair(context: &FinderContext<'_>, sink: &mut dyn Sink) -> ControlFlow<()> {
    search(context, 2, Technique::HiddenPair, sink)
}

/// Finds three digits confined to three cells of a house.
pub(crate) fn hidden_triple(context: &FinderContext<'_>, sink: &mut dyn Sink) -> ControlFlow<()> {
    search(context, 3, Technique::HiddenTriple, sink)
}

/// Finds four digits confined to four cells of a house.
pub(crate) fn hidden_quadruple(context: &FinderContext<'_>, sink: &mut dyn Sink) -> ControlFlow<()> {
    search(context, 4, Technique::HiddenQuadruple, sink)
}

/// Looks for subsets of this size.
fn search(
    context: &FinderContext<'_>,
    size: usize,
    technique: Technique,
    sink: &mut dyn Sink,
) -> ControlFlow<()> {
    let position = context.position();
    for house in boxes_first() {
        let cells_in_order = house.cells_in_order();
        let lines = Digit::ALL.map(|digit| position.places(house, digit));
        confined(&lines, size, &mut |chosen, places| {
            let digits = DigitSet::from_bits(chosen);
            let cells = (0..9).filter(|place| places >> place & 1 != 0).map(|place| cells_in_order[place]);
            let cells: CellSet = cells.collect();
            let eliminations = others(position, cells, digits);
            let houses = hiding_houses(position, cells, digits);
            let seen_in_box = house.kind() != HouseKind::Box && houses.iter().any(is_box);
            if eliminations.is_empty() || seen_in_box {
                return ControlFlow::Continue(());
            }
            let subset = Subset { kind: SubsetKind::Hidden, cells, digits, houses };
            sink.take(Step::eliminating(technique, eliminations, Evidence::Subset(subset)))
        })?;
    }
    ControlFlow::Continue(())
}

/// Returns the candidates of these cells, except those of the given digits.
fn others(position: &Position, cells: CellSet, digits: DigitSet) -> CandidateSet {
    let mut others = CandidateSet::EMPTY;
    for digit in !digits {
        others.set_cells(digit, position.cells(digit) & cells);
    }
    others
}

/// Returns the houses in which the digits are confined to these cells.
fn hiding_houses(position: &Position, cells: CellSet, digits: DigitSet) -> HouseSet {
    let hides = |house: &House| {
        cells.is_subset(house.cells())
            && digits.iter().all(|digit| position.cells_in(*house, digit).is_subset(cells))
    };
    cells.first().into_iter().flat_map(Cell::houses).filter(hides).collect()
}

fn is_box(house: House) -> bool {
    house.kind() == HouseKind::Box
}
