//! 2-string kite: a strong link in a row and one in a column, connected in a box.

use super::{StrongLink, join_pairs, strong_links, two_links};
use crate::finder_context::FinderContext;
use crate::sink::Sink;
use crate::step::Step;
use crate::technique::Technique;
use std::ops::ControlFlow;
use veridoku_core::{Cell, CellSet, Digit, House, HouseKind};

/// Finds a digit with two places in a row and two in a column that are connected in a box.
pub(crate) fn two_string_kite(context: &FinderContext<'_>, sink: &mut dyn Sink) -> ControlFlow<()> {
    kites(context, &mut |_, step| sink.take(step))
}

/// Finds pairs of kites, possibly of different digits, that are connected by the same two cells.
pub(crate) fn dual_two_string_kite(context: &FinderContext<'_>, sink: &mut dyn Sink) -> ControlFlow<()> {
    let mut found: Vec<(CellSet, Step)> = Vec::new();
    kites(context, &mut |joint, step| {
        found.push((joint, step));
        ControlFlow::Continue(())
    })?;
    join_pairs(Technique::DualTwoStringKite, &found, |left, right| left == right, |step| sink.take(step))
}

/// Calls `found` for every kite, passing the two cells that connect its strong links, and the step.
///
/// A strong link with both ends in one box could be connected at either end. As in HoDoKu, it remains
/// connected at the end that the previous kite used.
fn kites(
    context: &FinderContext<'_>,
    found: &mut dyn FnMut(CellSet, Step) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let position = context.position();
    for digit in Digit::ALL {
        let strings = |kind| strong_links(context, digit, kind).filter_map(KiteString::new);
        let mut columns = [None; 9];
        for (place, column) in columns.iter_mut().zip(strings(HouseKind::Column)) {
            *place = Some(column);
        }
        for mut row in strings(HouseKind::Row) {
            for column in columns.iter_mut().flatten() {
                if !tie(&mut row, column)
                    || row.cells().contains(column.joint)
                    || row.cells().contains(column.end)
                {
                    continue;
                }
                let corner = Cell::new(column.end.row_index(), row.end.column_index());
                if !position.cells(digit).contains(corner) {
                    continue;
                }
                let ends = [row.end, row.joint, column.joint, column.end].map(CellSet::only);
                let evidence = two_links(digit, ends, [row.house, column.house]);
                let eliminations = position.candidates_of(digit, corner.into());
                let step = Step::eliminating(Technique::TwoStringKite, eliminations, evidence);
                found(CellSet::only(row.joint).with(column.joint), step)?;
            }
        }
    }
    ControlFlow::Continue(())
}

/// A strong link, with one of its ends chosen for the connection.
#[derive(Copy, Clone)]
struct KiteString {
    house: House,
    joint: Cell,
    end: Cell,
}

impl KiteString {
    fn new(link: StrongLink) -> Option<KiteString> {
        Some(KiteString { house: link.house, joint: link.cells.first()?, end: link.cells.last()? })
    }

    fn cells(self) -> CellSet {
        CellSet::only(self.joint).with(self.end)
    }

    /// Returns the same strong link with its ends swapped.
    fn turned(self) -> KiteString {
        KiteString { house: self.house, joint: self.end, end: self.joint }
    }
}

/// Swaps the ends of the strong links so that the chosen ends are in the same box. Returns whether that is
/// possible.
fn tie(row: &mut KiteString, column: &mut KiteString) -> bool {
    let choices =
        [(*row, *column), (*row, column.turned()), (row.turned(), *column), (row.turned(), column.turned())];
    let tied = choices.into_iter().find(|(row, column)| row.joint.box_index() == column.joint.box_index());
    if let Some(tied) = tied {
        (*row, *column) = tied;
    }
    tied.is_some()
}
