//! A roof as one cell of a naked subset: type 3 of every deadly pattern.
//!
//! ```text
//!   roof      r1c1 {1 2 5}  r1c2 {1 2 8}     one of the two has a guardian: 5 or 8
//!   partner   r1c7 {5 8}                     so 5 and 8 are in the roof and in r1c7: nowhere else in row 1
//! ```
//!
//! Rectangles have rules of their own for who may be a partner, and other patterns their own names; what a subset
//! is, and what it strikes, is the same for all, and is here.

use crate::position::Position;
use std::ops::ControlFlow;
use veridoku_core::{CandidateSet, CellSet, DigitSet, House, HouseKind};

/// A naked subset in the making: the roof, which counts as one cell, and the chosen cells.
#[derive(Copy, Clone)]
pub(crate) struct Subset {
    /// The cells with guardians.
    pub(crate) roof: CellSet,
    /// The house of the subset.
    pub(crate) house: House,
    /// The cells that may still be chosen.
    pub(crate) partners: CellSet,
    /// The chosen cells.
    pub(crate) chosen: CellSet,
    /// The guardians' digits and those of the chosen cells.
    pub(crate) digits: DigitSet,
}

impl Subset {
    /// Tries every choice of partners, each before its supersets, and shows each subset with what it strikes.
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
            // Each further cell takes in at most one digit more than it may bring.
            if digits.len() > chosen.len() + 1 + partners.len() {
                continue;
            }
            let larger = Subset { partners, chosen, digits, ..self };
            if digits.len() == chosen.len() + 1 && !larger.is_shown_in_line() {
                found(chosen, larger.struck(position))?;
            }
            larger.grow(position, found)?;
        }
        ControlFlow::Continue(())
    }

    fn cells(&self) -> CellSet {
        self.roof | self.chosen
    }

    /// Whether the subset is in a box, and is shown in its line already.
    fn is_shown_in_line(&self) -> bool {
        let cells = self.cells();
        let in_line =
            |kind: HouseKind| cells.first().is_some_and(|cell| cells.is_subset(cell.house(kind).cells()));
        self.house.kind() == HouseKind::Box && (in_line(HouseKind::Row) || in_line(HouseKind::Column))
    }

    /// What goes from its house, and from a second one that holds it too.
    fn struck(&self, position: &Position) -> CandidateSet {
        let cells = self.cells();
        let houses = House::all().filter(|house| cells.is_subset(house.cells()));
        let reach = houses.fold(CellSet::EMPTY, |reach, house| reach | house.cells()) - cells;
        let mut struck = CandidateSet::EMPTY;
        for digit in self.digits {
            struck.set_cells(digit, position.cells(digit) & reach);
        }
        struck
    }
}
