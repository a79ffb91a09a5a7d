//! The finders of naked, locked and hidden subsets.

use super::confined::confined;
use crate::{Evidence, FinderContext, Position, Sink, Subset, SubsetKind, Technique};
use std::ops::ControlFlow;
use veridoku_core::{CandidateSet, Cell, CellSet, Digit, DigitSet, House, HouseKind};

/// Returns the number of cells of a subset.
fn size_of(technique: Technique) -> u32 {
    match technique {
        Technique::LockedPair | Technique::NakedPair | Technique::HiddenPair => 2,
        Technique::LockedTriple | Technique::NakedTriple | Technique::HiddenTriple => 3,
        _ => 4,
    }
}

/// Returns all houses in search order: boxes first, so that locked subsets are found there.
fn boxes_first() -> impl Iterator<Item = House> {
    [HouseKind::Box, HouseKind::Row, HouseKind::Column]
        .into_iter()
        .flat_map(|kind| (0..9).map(move |index| House::new(kind, index)))
}

/// Returns the cells at these places of a house.
fn cells_at(house: House, places: u16) -> CellSet {
    let cells = house.cells_in_order().into_iter().enumerate();
    cells.filter(|(place, _)| places >> place & 1 != 0).map(|(_, cell)| cell).collect()
}

/// Finds N cells of a house that have only N digits. If they are in the intersection of a line and a box and
/// eliminate candidates in both, they are a locked subset.
pub(crate) fn naked(
    context: &FinderContext<'_>,
    technique: Technique,
    sink: &mut dyn Sink,
) -> ControlFlow<()> {
    let position = context.position();
    let size = size_of(technique);
    let locked = matches!(technique, Technique::LockedPair | Technique::LockedTriple);
    for house in boxes_first().take(if locked { 9 } else { House::COUNT }) {
        let lines = house.cells_in_order().map(|cell| position.digits(cell).bits());
        confined(&lines, size, &mut |chosen, digits| {
            let set = NakedSet::new(position, cells_at(house, chosen), DigitSet::from_bits(digits));
            let seen_in_box = house.kind() != HouseKind::Box && set.r#box.is_some();
            let is_locked = size < 4 && !set.in_box.is_empty() && !set.in_line.is_empty();
            if seen_in_box || is_locked != locked {
                return ControlFlow::Continue(());
            }
            sink.eliminate(technique, set.in_box | set.in_line, || {
                let houses = set.line.into_iter().chain(set.r#box).collect();
                let NakedSet { cells, digits, .. } = set;
                Evidence::Subset(Subset { kind: SubsetKind::Naked, cells, digits, houses })
            })
        })?;
    }
    ControlFlow::Continue(())
}

/// A naked subset and its eliminations.
struct NakedSet {
    cells: CellSet,
    digits: DigitSet,
    /// The line that contains all cells, if there is one.
    line: Option<House>,
    /// The box that contains all cells, if there is one.
    r#box: Option<House>,
    /// The eliminations in the box.
    in_box: CandidateSet,
    /// The eliminations in the line outside the box.
    in_line: CandidateSet,
}

impl NakedSet {
    fn new(position: &Position, cells: CellSet, digits: DigitSet) -> NakedSet {
        let shared = |kinds: &[HouseKind]| {
            let first = cells.first()?;
            kinds.iter().map(|&kind| first.house(kind)).find(|house| cells.is_subset(house.cells()))
        };
        let line = shared(&[HouseKind::Row, HouseKind::Column]);
        let r#box = shared(&[HouseKind::Box]);
        let cells_of = |house: Option<House>| house.map_or(CellSet::EMPTY, House::cells) - cells;
        let in_box = position.candidates_in(digits, cells_of(r#box));
        let in_line = position.candidates_in(digits, cells_of(line) - cells_of(r#box));
        NakedSet { cells, digits, line, r#box, in_box, in_line }
    }
}

/// Finds N digits confined to N cells of a house.
pub(crate) fn hidden(
    context: &FinderContext<'_>,
    technique: Technique,
    sink: &mut dyn Sink,
) -> ControlFlow<()> {
    let position = context.position();
    for house in boxes_first() {
        let lines = Digit::ALL.map(|digit| position.places(house, digit));
        confined(&lines, size_of(technique), &mut |chosen, places| {
            let (digits, cells) = (DigitSet::from_bits(chosen), cells_at(house, places));
            let hides = |other: &House| {
                cells.is_subset(other.cells())
                    && digits.iter().all(|digit| position.cells_in(*other, digit).is_subset(cells))
            };
            let houses = || cells.first().into_iter().flat_map(Cell::houses).filter(hides);
            if house.kind() != HouseKind::Box && houses().any(|house| house.kind() == HouseKind::Box) {
                return ControlFlow::Continue(());
            }
            sink.eliminate(technique, position.candidates_in(!digits, cells), || {
                let houses = houses().collect();
                Evidence::Subset(Subset { kind: SubsetKind::Hidden, cells, digits, houses })
            })
        })?;
    }
    ControlFlow::Continue(())
}
