//! Naked and locked subsets: N cells of a house that have only N digits.

use super::{boxes_first, confined};
use crate::evidence::{Evidence, Subset, SubsetKind};
use crate::finder_context::FinderContext;
use crate::position::Position;
use crate::sink::Sink;
use crate::step::Step;
use crate::technique::Technique;
use std::ops::ControlFlow;
use veridoku_core::{CandidateSet, CellSet, DigitSet, House, HouseKind, HouseSet};

/// Finds two cells, in the intersection of a line and a box, that have only two candidates between them.
pub(crate) fn locked_pair(context: &FinderContext<'_>, sink: &mut dyn Sink) -> ControlFlow<()> {
    search(context, 2, Technique::LockedPair, sink)
}

/// Finds three cells, in the intersection of a line and a box, that have only three candidates between them.
pub(crate) fn locked_triple(context: &FinderContext<'_>, sink: &mut dyn Sink) -> ControlFlow<()> {
    search(context, 3, Technique::LockedTriple, sink)
}

/// Finds two cells of a house that have only two digits.
pub(crate) fn naked_pair(context: &FinderContext<'_>, sink: &mut dyn Sink) -> ControlFlow<()> {
    search(context, 2, Technique::NakedPair, sink)
}

/// Finds three cells of a house that have only three digits.
pub(crate) fn naked_triple(context: &FinderContext<'_>, sink: &mut dyn Sink) -> ControlFlow<()> {
    search(context, 3, Technique::NakedTriple, sink)
}

/// Finds four cells of a house that have only four digits.
pub(crate) fn naked_quadruple(context: &FinderContext<'_>, sink: &mut dyn Sink) -> ControlFlow<()> {
    search(context, 4, Technique::NakedQuadruple, sink)
}

/// Looks for subsets of this size that belong to this technique.
fn search(
    context: &FinderContext<'_>,
    size: usize,
    technique: Technique,
    sink: &mut dyn Sink,
) -> ControlFlow<()> {
    let position = context.position();
    let locked = matches!(technique, Technique::LockedPair | Technique::LockedTriple);
    let houses = boxes_first().take(if locked { 9 } else { House::COUNT });
    for house in houses {
        let cells_in_order = house.cells_in_order();
        let lines = cells_in_order.map(|cell| position.digits(cell).bits());
        confined(&lines, size, &mut |chosen, digits| {
            let cells = (0..9).filter(|place| chosen >> place & 1 != 0).map(|place| cells_in_order[place]);
            let set = NakedSet::new(position, cells.collect(), DigitSet::from_bits(digits));
            let seen_in_box = house.kind() != HouseKind::Box && set.r#box.is_some();
            if seen_in_box || set.has_no_eliminations() || set.name(size) != technique {
                return ControlFlow::Continue(());
            }
            sink.take(set.step(technique))
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
        let mut set = NakedSet {
            cells,
            digits,
            line,
            r#box,
            in_box: CandidateSet::EMPTY,
            in_line: CandidateSet::EMPTY,
        };
        for digit in digits {
            set.in_box.set_cells(digit, position.cells(digit) & cells_of(r#box));
            set.in_line.set_cells(digit, position.cells(digit) & (cells_of(line) - cells_of(r#box)));
        }
        set
    }

    fn has_no_eliminations(&self) -> bool {
        self.in_box.is_empty() && self.in_line.is_empty()
    }

    /// Returns the technique that the subset belongs to.
    fn name(&self, size: usize) -> Technique {
        let locked = !self.in_box.is_empty() && !self.in_line.is_empty();
        match (size, locked) {
            (2, true) => Technique::LockedPair,
            (2, false) => Technique::NakedPair,
            (3, true) => Technique::LockedTriple,
            (3, false) => Technique::NakedTriple,
            _ => Technique::NakedQuadruple,
        }
    }

    fn step(&self, technique: Technique) -> Step {
        let houses: HouseSet = self.line.into_iter().chain(self.r#box).collect();
        let subset = Subset { kind: SubsetKind::Naked, cells: self.cells, digits: self.digits, houses };
        Step::eliminating(technique, self.in_box | self.in_line, Evidence::Subset(subset))
    }
}
