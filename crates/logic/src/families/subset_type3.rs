//! Type 3 of every deadly pattern: the roof acts as one cell of a naked subset.
//!
//! ```text
//!   roof      r1c1 {1 2 5}  r1c2 {1 2 8}     one of the two cells holds a guardian, 5 or 8
//!   partner   r1c7 {5 8}                     so 5 and 8 are in the roof and r1c7, not elsewhere in row 1
//! ```
//!
//! Rectangles have their own rules for the partner cells, and each pattern has its own technique names. The
//! subsets and their eliminations are the same for all patterns and are found here.

use crate::Position;
use std::ops::ControlFlow;
use veridoku_core::{CandidateSet, CellSet, DigitSet, House, HouseKind};

/// A naked subset under construction. It consists of the roof, which counts as one cell, and the chosen
/// cells.
#[derive(Copy, Clone)]
pub(crate) struct RoofSubset {
    /// The cells with guardians.
    pub(crate) roof: CellSet,
    /// The house of the subset.
    pub(crate) house: House,
    /// The cells that may still be chosen.
    pub(crate) partners: CellSet,
    /// The chosen cells.
    pub(crate) chosen: CellSet,
    /// The digits of the guardians and of the chosen cells.
    pub(crate) digits: DigitSet,
}

impl RoofSubset {
    /// Tries every choice of partners, each before its supersets, and calls `found` with the partners of each
    /// subset and its eliminations.
    pub(crate) fn grow(
        self,
        position: &Position,
        found: &mut dyn FnMut(CellSet, CandidateSet) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let mut partners = self.partners;
        for cell in self.partners {
            partners.remove(cell);
            let chosen = self.chosen.with(cell);
            let digits = self.digits | position.digits(cell);
            // Each further cell reduces the excess of digits over cells by at most one.
            if digits.len() > chosen.len() + 1 + partners.len() {
                continue;
            }
            let larger = RoofSubset { partners, chosen, digits, ..self };
            if digits.len() == chosen.len() + 1 && !larger.is_found_in_line() {
                found(chosen, larger.eliminations(position))?;
            }
            larger.grow(position, found)?;
        }
        ControlFlow::Continue(())
    }

    fn cells(&self) -> CellSet {
        self.roof | self.chosen
    }

    /// Reports whether the subset is in a box but also in one line, in which it has already been found.
    fn is_found_in_line(&self) -> bool {
        let cells = self.cells();
        let in_line =
            |kind: HouseKind| cells.first().is_some_and(|cell| cells.is_subset(cell.house(kind).cells()));
        self.house.kind() == HouseKind::Box && (in_line(HouseKind::Row) || in_line(HouseKind::Column))
    }

    /// Returns the eliminations in all houses that contain all cells of the subset.
    fn eliminations(&self, position: &Position) -> CandidateSet {
        let cells = self.cells();
        let houses = House::all().filter(|house| cells.is_subset(house.cells()));
        let reach = houses.fold(CellSet::EMPTY, |reach, house| reach | house.cells()) - cells;
        position.candidates_in(self.digits, reach)
    }
}
