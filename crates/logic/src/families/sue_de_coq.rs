//! Sue de Coq: a line and a box that divide the digits of their intersection between them.
//!
//! ```text
//!             box 1
//!        ┌───────────────┐
//!   r1   │ 1 2 3 4 │     │   . │ 1 2 │ .      intersection r1c12: two cells with the digits 1 2 3 4; one
//!   r2   │    ·    │ 3 4 │                    more cell in the line {1 2}, one in the box {3 4}: four cells
//!   r3   │    ·    │  ·  │                    for four digits, 1 and 2 in the line, 3 and 4 in the box
//!        └───────────────┘
//! ```
//!
//! Two or three cells of the intersection have at least two more digits than there are cells. A set in the
//! rest of the line takes some of these digits, and a set in the rest of the box takes others; no digit of
//! the intersection is in both sets. If all three parts together have as many cells as digits, every digit is
//! used: the digits of the line set, and those of the intersection that are not in the box set, are
//! eliminated from the rest of the line, and vice versa for the box.
//!
//! The sets may add digits that the intersection lacks, each balanced by another cell. A digit added by both
//! sets is needed twice, once in the line and once in the box, so a cell that is in both cannot hold it. The
//! search order is HoDoKu's: rows before columns, small sets before their supersets.

use crate::{Evidence, FinderContext, LockedSet, Position, Sink, SueDeCoq, Technique};
use std::ops::ControlFlow;
use veridoku_core::{CandidateSet, CellSet, DigitSet, House, HouseKind};

/// The maximum number of cells that a line or a box has besides the chosen cells of the intersection, of
/// which there are at least two.
const OUTSIDE: usize = 7;

/// For each number of items, all non-empty selections of them in depth-first order: 1, 12, 123, …
const CHOICES: [[u8; (1 << OUTSIDE) - 1]; OUTSIDE + 1] = {
    let mut all = [[0; (1 << OUTSIDE) - 1]; OUTSIDE + 1];
    let mut items = 1;
    while items <= OUTSIDE {
        let (mut choice, mut count) = (1_u8, 0);
        while count < (1 << items) - 1 {
            all[items][count] = choice;
            count += 1;
            let last = choice.ilog2() as usize;
            choice = if last + 1 < items {
                choice | 1 << (last + 1)
            } else {
                // Drop the last item and replace the one before it with its successor.
                let shorter = choice & !(1 << last);
                if shorter == 0 {
                    break;
                }
                shorter + (1 << shorter.ilog2())
            };
        }
        items += 1;
    }
    all
};

/// Up to seven cells, and the digits of every subset of these cells.
struct CellChoices {
    cells: [CellSet; OUTSIDE],
    count: usize,
    digits: [DigitSet; 1 << OUTSIDE],
}

impl CellChoices {
    fn new(position: &Position, cells: CellSet) -> CellChoices {
        let mut outside = CellChoices {
            cells: [CellSet::EMPTY; OUTSIDE],
            count: 0,
            digits: [DigitSet::EMPTY; 1 << OUTSIDE],
        };
        for cell in cells.iter().take(OUTSIDE) {
            let (bit, own) = (1 << outside.count, position.digits(cell));
            for choice in 0..bit {
                outside.digits[bit | choice] = outside.digits[choice] | own;
            }
            outside.cells[outside.count] = CellSet::only(cell);
            outside.count += 1;
        }
        outside
    }

    /// Returns the non-empty selections in depth-first order.
    fn choices(&self) -> impl Iterator<Item = usize> {
        CHOICES[self.count][..(1 << self.count) - 1].iter().map(|&choice| choice as usize)
    }

    fn set(&self, choice: usize) -> LockedSet {
        let chosen = (0..self.count).filter(|index| choice >> index & 1 != 0);
        let cells = chosen.fold(CellSet::EMPTY, |cells, index| cells | self.cells[index]);
        LockedSet { cells, digits: self.digits[choice] }
    }
}

pub(crate) fn sue_de_coq(context: &FinderContext<'_>, sink: &mut dyn Sink) -> ControlFlow<()> {
    let position = context.position();
    for kind in [HouseKind::Row, HouseKind::Column] {
        for line in (0..9).map(|index| House::new(kind, index)) {
            for r#box in (0..9).map(|index| House::new(HouseKind::Box, index)) {
                let crossing = line.cells() & r#box.cells() & position.empty_cells();
                if crossing.len() >= 2 && position.digits_of(crossing).len() >= 4 {
                    check_crossing(position, line, r#box, crossing, sink)?;
                }
            }
        }
    }
    ControlFlow::Continue(())
}

/// Tries every combination of two or three cells of the intersection.
fn check_crossing(
    position: &Position,
    line: House,
    r#box: House,
    crossing: CellSet,
    sink: &mut dyn Sink,
) -> ControlFlow<()> {
    let all = CellChoices::new(position, crossing);
    for choice in all.choices() {
        let core = all.set(choice);
        // The intersection needs at least two more digits than cells, one for each set.
        if core.cells.len() < 2 || core.digits.len() < core.cells.len() + 2 {
            continue;
        }
        let in_line = CellChoices::new(position, (line.cells() & position.empty_cells()) - core.cells);
        let mut in_box = None;
        let surplus = core.digits.len() - core.cells.len();
        for choice in in_line.choices() {
            let Some(taken) = taken(choice, in_line.digits[choice], core.digits) else { continue };
            if taken >= surplus {
                continue;
            }
            let left = in_line.set(choice);
            let in_box = in_box.get_or_insert_with(|| {
                CellChoices::new(position, (r#box.cells() & position.empty_cells()) - core.cells)
            });
            for choice in in_box.choices() {
                let digits = in_box.digits[choice];
                if !(digits & left.digits & core.digits).is_empty()
                    || self::taken(choice, digits, core.digits) != Some(surplus - taken)
                {
                    continue;
                }
                let right = in_box.set(choice);
                if right.cells.is_disjoint(left.cells) {
                    let parts = SueDeCoq { line, r#box, crossing: core, in_line: left, in_box: right };
                    emit(position, parts, sink)?;
                }
            }
        }
    }
    ControlFlow::Continue(())
}

/// Returns how many digits of the intersection the chosen cells use up, or `None` if they use up none.
fn taken(choice: usize, digits: DigitSet, core: DigitSet) -> Option<usize> {
    let own = (digits - core).len();
    (choice.count_ones() as usize).checked_sub(own).filter(|&taken| taken > 0 && !digits.is_disjoint(core))
}

/// Passes the step to the sink if it eliminates anything.
fn emit(position: &Position, parts: SueDeCoq, sink: &mut dyn Sink) -> ControlFlow<()> {
    let (core, left, right) = (parts.crossing, parts.in_line, parts.in_box);
    let both = left.digits & right.digits;
    let mut eliminations = CandidateSet::EMPTY;
    for (house, own, other) in [(parts.r#box, right, left), (parts.line, left, right)] {
        let rest = house.cells() - own.cells - core.cells;
        eliminations |= position.candidates_in(((core.digits | own.digits) - other.digits) | both, rest);
    }
    sink.eliminate(Technique::SueDeCoq, eliminations, || Evidence::SueDeCoq(parts))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sketch::Sketch;

    #[test]
    fn selections_come_before_their_supersets() {
        assert_eq!(CHOICES[3][..7], [0b001, 0b011, 0b111, 0b101, 0b010, 0b110, 0b100]);
        let mut all = CHOICES[OUTSIDE];
        all.sort_unstable();
        assert!(all.iter().enumerate().all(|(index, &choice)| choice as usize == index + 1));
    }

    #[test]
    fn a_line_and_a_box_share_the_digits_of_their_intersection() {
        let sketch =
            Sketch::new().cell("r1c1", "1234").cell("r1c2", "1234").cell("r1c5", "12").cell("r2c3", "34");
        let steps = sketch.steps(sue_de_coq);
        // 1 and 2 are eliminated from the other six cells of the row, 3 and 4 from the other six of the box.
        assert!(steps.iter().any(|step| step.eliminations.len() == 24));
    }

    #[test]
    fn the_sets_may_add_digits() {
        let sketch = Sketch::new()
            .cell("r1c1", "1234")
            .cell("r1c2", "1234")
            .cell("r1c5", "125")
            .cell("r1c6", "125")
            .cell("r2c3", "34");
        assert!(sketch.steps(sue_de_coq).iter().any(|step| step.eliminations.len() == 5 * 3 + 6 * 2));
    }
}
