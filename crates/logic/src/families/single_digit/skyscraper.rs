//! Skyscraper: two parallel strong links that are aligned at one end only.

use super::{StrongLink, strong_links, two_links};
use crate::finder_context::FinderContext;
use crate::position::Position;
use crate::sink::Sink;
use crate::step::Step;
use crate::technique::Technique;
use std::ops::ControlFlow;
use veridoku_core::{Digit, HouseKind};

/// Finds a digit with two places in each of two parallel lines, aligned at one end.
pub(crate) fn skyscraper(context: &FinderContext<'_>, sink: &mut dyn Sink) -> ControlFlow<()> {
    let position = context.position();
    for kind in [HouseKind::Row, HouseKind::Column] {
        for digit in Digit::ALL {
            for left in strong_links(context, digit, kind) {
                for right in strong_links(context, digit, kind).filter(|right| right.house > left.house) {
                    if let Some(step) = joined(position, digit, left, right) {
                        sink.take(step)?;
                    }
                }
            }
        }
    }
    ControlFlow::Continue(())
}

/// Returns the step for two parallel links if they are aligned at one end only and eliminate anything.
///
/// Both links must extend to the same side of the aligned end. Otherwise they eliminate something only if all
/// four places are in one box, and then the places are locked candidates.
fn joined(position: &Position, digit: Digit, left: StrongLink, right: StrongLink) -> Option<Step> {
    let (left_places, right_places) =
        (position.places(left.house, digit), position.places(right.house, digit));
    let aligned = left_places & right_places;
    let same_side = ((left_places ^ aligned) < aligned) == ((right_places ^ aligned) < aligned);
    if aligned.count_ones() != 1 || !same_side {
        return None;
    }
    let foot = aligned.trailing_zeros() as usize;
    let [left_foot, right_foot] = [left, right].map(|link| link.house.cells_in_order()[foot]);
    let (left_top, right_top) = (left.cells.without(left_foot), right.cells.without(right_foot));
    let eliminated = (left_top | right_top).common_peers() & position.cells(digit);
    if eliminated.is_empty() {
        return None;
    }
    let ends = [left_top, left_foot.into(), right_foot.into(), right_top];
    let evidence = two_links(digit, ends, [left.house, right.house]);
    Some(Step::eliminating(Technique::Skyscraper, position.candidates_of(digit, eliminated), evidence))
}
