//! Two strong links of a digit: skyscrapers, 2-string kites and turbot fish.

use crate::{Chain, Evidence, FinderContext, Link, Node, Position, Sink, Step, Technique};
use std::ops::ControlFlow;
use veridoku_core::{Cell, CellSet, Digit, House, HouseKind};

/// A house in which the digit has exactly two places: one of them is true.
#[derive(Copy, Clone)]
struct StrongLink {
    house: House,
    cells: CellSet,
}

/// Returns the strong links of the digit in houses of this kind.
fn strong_links(
    context: &FinderContext<'_>,
    digit: Digit,
    kind: HouseKind,
) -> impl Iterator<Item = StrongLink> {
    let position = context.position();
    let houses = context.strong_houses(digit).iter().filter(move |house| house.kind() == kind);
    houses.map(move |house| StrongLink { house, cells: position.cells_in(house, digit) })
}

/// Returns the evidence for two strong links: the chain far end = near end - near end = far end. Each end is
/// a cell or a group of cells.
pub(super) fn two_links(digit: Digit, ends: [CellSet; 4], houses: [House; 2]) -> Evidence {
    Evidence::Chain(Chain {
        nodes: ends.map(|cells| Node { digit, cells }).to_vec(),
        links: vec![Link::StrongInHouse(houses[0]), Link::Weak, Link::StrongInHouse(houses[1])],
    })
}

/// Reports the union of every pair of steps that have the same key and different eliminations.
pub(super) fn join_pairs<K: PartialEq>(
    technique: Technique,
    steps: &[(K, Step)],
    sink: &mut dyn Sink,
) -> ControlFlow<()> {
    for (index, (key, step)) in steps.iter().enumerate() {
        for (other_key, other) in &steps[index + 1..] {
            if key == other_key && step.eliminations != other.eliminations {
                let evidence = Evidence::Joined(vec![step.evidence.clone(), other.evidence.clone()]);
                sink.take(Step::eliminating(technique, step.eliminations | other.eliminations, evidence))?;
            }
        }
    }
    ControlFlow::Continue(())
}

/// Finds skyscrapers: a digit with two places in each of two parallel lines, aligned at one end only.
///
/// Both links must extend to the same side of the aligned end. Otherwise they eliminate something only if all
/// four places are in one box, and then the places are locked candidates.
pub(crate) fn skyscraper(context: &FinderContext<'_>, sink: &mut dyn Sink) -> ControlFlow<()> {
    let position = context.position();
    for kind in [HouseKind::Row, HouseKind::Column] {
        for digit in Digit::ALL {
            for left in strong_links(context, digit, kind) {
                for right in strong_links(context, digit, kind).filter(|right| right.house > left.house) {
                    let [left_places, right_places] =
                        [left, right].map(|link| position.places(link.house, digit));
                    let aligned = left_places & right_places;
                    let same_side =
                        ((left_places ^ aligned) < aligned) == ((right_places ^ aligned) < aligned);
                    if aligned.count_ones() != 1 || !same_side {
                        continue;
                    }
                    let foot = aligned.trailing_zeros() as usize;
                    let [left_foot, right_foot] = [left, right].map(|link| link.house.cells_in_order()[foot]);
                    let (left_top, right_top) =
                        (left.cells.without(left_foot), right.cells.without(right_foot));
                    let eliminations = position.candidates_of(digit, (left_top | right_top).common_peers());
                    sink.eliminate(Technique::Skyscraper, eliminations, || {
                        let ends = [left_top, left_foot.into(), right_foot.into(), right_top];
                        two_links(digit, ends, [left.house, right.house])
                    })?;
                }
            }
        }
    }
    ControlFlow::Continue(())
}

/// Finds 2-string kites: a digit with two places in a row and two in a column that are connected in a box.
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
    join_pairs(Technique::DualTwoStringKite, &found, sink)
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

/// Finds turbot fish: any two strong links of a digit that are connected by a third house.
///
/// Skyscrapers and kites are turbot fish too, but come first on the ladder.
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
                        let eliminations = position.candidates_of(digit, start.peers() & end.peers());
                        sink.eliminate(Technique::TurbotFish, eliminations, || {
                            let ends = [start, near, other_near, end].map(CellSet::only);
                            two_links(digit, ends, [first_house, second_house])
                        })?;
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
