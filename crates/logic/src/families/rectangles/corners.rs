//! Finds the four corners of unique rectangles.

use crate::{Position, Rectangles};
use veridoku_core::{CandidateSet, Cell, CellSet, Digit, DigitSet, HouseKind};

/// Four corners in two rows, two columns and two boxes, and the two digits that must not fill them all.
#[derive(Copy, Clone, Debug)]
pub(crate) struct UniqueRectangle {
    /// The corners. The first two are in one box; the third is in line with the first, and the fourth with
    /// the second.
    pub(super) corners: [Cell; 4],
    /// The two digits.
    pub(super) digits: [Digit; 2],
    /// The corners without extra candidates.
    pub(super) floor: CellSet,
    /// The corners with extra candidates.
    pub(super) roof: CellSet,
}

impl UniqueRectangle {
    pub(super) fn digit_set(&self) -> DigitSet {
        self.digits.into_iter().collect()
    }

    pub(super) fn cells(&self) -> CellSet {
        self.floor | self.roof
    }

    /// Returns the extra candidates, at least one of which is true.
    pub(super) fn guardians(&self, position: &Position) -> CandidateSet {
        position.candidates_in(!self.digit_set(), self.roof)
    }
}

/// Returns, for each digit, the empty cells that do not see the digit in a filled cell.
fn open_cells(position: &Position) -> [CellSet; Digit::COUNT] {
    let mut open = [position.empty_cells(); Digit::COUNT];
    for cell in position.values().filled() {
        if let Some(digit) = position.values().get(cell) {
            open[digit.index()] -= cell.peers();
        }
    }
    open
}

/// Returns all rectangles of the position with at least one corner that has exactly the two digits.
///
/// They are in HoDoKu's order: by that corner, then by its partner in the box, then by the opposite side.
pub(crate) fn unique_rectangles(position: &Position, kind: Rectangles) -> Vec<UniqueRectangle> {
    let mut found = Vec::new();
    let pairs = position.bivalue_cells();
    if pairs.is_empty() {
        return found;
    }
    let possible = match kind {
        Rectangles::Strict => Digit::ALL.map(|digit| position.cells(digit)),
        Rectangles::Incomplete => open_cells(position),
    };
    for start in pairs {
        let own = position.digits(start);
        let (Some(low), Some(high)) = (own.first(), own.last()) else { continue };
        let corners = possible[low.index()] & possible[high.index()];
        let r#box = start.house(HouseKind::Box);
        for partner in r#box.cells() & corners & start.peers() {
            let (line, partner_line) = if partner.row_index() == start.row_index() {
                (start.house(HouseKind::Column), partner.house(HouseKind::Column))
            } else if partner.column_index() == start.column_index() {
                (start.house(HouseKind::Row), partner.house(HouseKind::Row))
            } else {
                continue;
            };
            for (across, opposite) in line.cells_in_order().into_iter().zip(partner_line.cells_in_order()) {
                if !(corners.contains(across) && corners.contains(opposite))
                    || across.box_index() == start.box_index()
                {
                    continue;
                }
                let cells = [start, partner, across, opposite];
                let seen = |cell: Cell| cell < start && position.digits(cell) == own;
                if cells.into_iter().any(seen) {
                    continue;
                }
                let (floor, roof): (Vec<Cell>, Vec<Cell>) =
                    cells.into_iter().partition(|&cell| position.digits(cell).is_subset(own));
                let (floor, roof) = (floor.into_iter().collect(), roof.into_iter().collect());
                found.push(UniqueRectangle { corners: cells, digits: [low, high], floor, roof });
            }
        }
    }
    found
}
