//! Junior Exocet: two base cells whose digits also go in two target cells.
//!
//! ```text
//!          cross-lines
//!           ↓     ↓           ↓
//!   B  B  . │ .  .  . │ .  .  .        B    base cells
//!   .  .  . │ T  .  . │ .  .  .        T    target cells: in other boxes of the band, not in the base row
//!   .  .  . │ n  .  . │ T  .  .  (n)   n    companion cells of the targets, without base digits
//!   ────────┼─────────┼─────────
//!   .  .  S │ S  .  . │ S  .  .        S    the cross-lines outside the band: a base digit has places in
//!   .  .  S │ S  .  . │ S  .  .             too few rows here to be on all three cross-lines
//!   …
//! ```
//!
//! A digit that is true in the base cells is eliminated from the rest of the base row and the base box, so on
//! the three cross-lines it can only go in the S cells and the targets. If it cannot go in three S cells, it
//! is in a target. This applies to both digits in the base cells, and there are only two targets, so the
//! targets hold exactly these two digits.
//!
//! The eliminations follow from that: every possible pair of digits for the base cells is tried in the
//! targets in both orders. A candidate of the four cells that occurs in no possible case is eliminated. (The
//! pattern was described by champagne and David P. Bird.)

use crate::{Evidence, Exocet, FinderContext, Position, Sink, Technique, Truth};
use std::ops::ControlFlow;
use veridoku_core::{Candidate, CandidateSet, Cell, CellSet, Digit, DigitSet, House, HouseKind};

pub(crate) fn junior_exocet(context: &FinderContext<'_>, sink: &mut dyn Sink) -> ControlFlow<()> {
    let position = context.position();
    for (along, across) in [(HouseKind::Row, HouseKind::Column), (HouseKind::Column, HouseKind::Row)] {
        for line in 0..9 {
            for escape in 0..9 {
                // The base consists of the two cells that share both a line and a box with the escape cell.
                let third = cell(along, line, escape);
                let three = House::new(along, line).cells() & third.house(HouseKind::Box).cells();
                let base = three.without(third);
                let digits = position.digits_of(base);
                if base.is_subset(position.empty_cells()) && digits.len() > 2 {
                    let exocet_base = ExocetBase { position, along, across, line, base, digits };
                    exocet_base.find(escape, sink)?;
                }
            }
        }
    }
    ControlFlow::Continue(())
}

/// Returns the cell where a line of the kind `along` meets a crossing line, both given by index.
fn cell(along: HouseKind, line: usize, crossing: usize) -> Cell {
    match along {
        HouseKind::Column => Cell::new(crossing, line),
        HouseKind::Row | HouseKind::Box => Cell::new(line, crossing),
    }
}

/// The two base cells and the line that contains them.
struct ExocetBase<'p> {
    position: &'p Position,
    along: HouseKind,
    across: HouseKind,
    /// The index of the line that contains the base cells.
    line: usize,
    base: CellSet,
    digits: DigitSet,
}

/// A possible target: its cross-line and its cell.
#[derive(Copy, Clone)]
struct ExocetTarget {
    crossing: usize,
    cell: Cell,
}

impl ExocetBase<'_> {
    /// Tries all pairs of targets in the other two boxes.
    fn find(&self, escape: usize, sink: &mut dyn Sink) -> ControlFlow<()> {
        let boxes: Vec<usize> = (0..3).filter(|&index| index != escape / 3).collect();
        for first in self.targets(boxes[0]) {
            for second in self.targets(boxes[1]) {
                self.report(escape, first, second, sink)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Returns the cells of a box that may be targets. They must have base digits as candidates, and their
    /// companion cells must not contain any.
    fn targets(&self, r#box: usize) -> impl Iterator<Item = ExocetTarget> {
        let band = self.line / 3 * 3;
        let cells = (3 * r#box..3 * r#box + 3).flat_map(move |crossing| {
            (band..band + 3).filter(move |&line| line != self.line).map(move |line| (line, crossing))
        });
        cells.filter_map(move |(line, crossing)| {
            let target = cell(self.along, line, crossing);
            // The indices of the three lines in a band add up to three times the middle index.
            let companion = cell(self.along, 3 * (band + 1) - self.line - line, crossing);
            let fits = !(self.position.digits(target) & self.digits).is_empty()
                && (self.position.digits(companion) & self.digits).is_empty()
                && self.position.values().get(companion).is_none_or(|value| !self.digits.contains(value));
            fits.then_some(ExocetTarget { crossing, cell: target })
        })
    }

    /// Returns a mask of the lines outside the band in which the digit has a place on the cross-line, or
    /// `None` if the digit is already placed on the cross-line.
    fn lines(&self, digit: Digit, crossing: usize) -> Option<u16> {
        let crossing = House::new(self.across, crossing);
        let band = self.line / 3 * 3;
        let outside = 0x1ff & !(7 << band);
        let places = self.position.places(crossing, digit);
        let solved_cells = self.position.values().cells_with(digit);
        solved_cells.is_disjoint(crossing.cells()).then_some(places & outside)
    }

    /// Reports the eliminations of the exocet with these targets, if they form an exocet with the base.
    fn report(
        &self,
        escape: usize,
        first: ExocetTarget,
        second: ExocetTarget,
        sink: &mut dyn Sink,
    ) -> ControlFlow<()> {
        let crossings = [escape, first.crossing, second.crossing];
        let ways = |digit: Digit| CrossLineWays::new(crossings.map(|crossing| self.lines(digit, crossing)));
        let all: [Option<CrossLineWays>; Digit::COUNT] =
            Digit::ALL.map(|digit| self.digits.contains(digit).then(|| ways(digit)));
        if all.iter().flatten().any(|ways| ways.without_target) {
            return ControlFlow::Continue(());
        }
        let cases = self.cases(first.cell, second.cell, &all);
        let base: Vec<Cell> = self.base.iter().collect();
        let cells = [base[0], base[1], first.cell, second.cell];
        let mut kept = CandidateSet::EMPTY;
        for (cell, digit) in cases.iter().flat_map(|case| cells.into_iter().zip(*case)) {
            kept.insert(Candidate::new(cell, digit));
        }
        let mut eliminated = CandidateSet::EMPTY;
        for cell in cells {
            eliminated.set_digits(cell, self.position.digits(cell) - kept.digits(cell));
        }
        // If no case is left, the position has no solution, and the result would be meaningless.
        if kept.is_empty() {
            return ControlFlow::Continue(());
        }
        sink.eliminate(Technique::Exocet, eliminated, || {
            Evidence::Exocet(Exocet {
                base: [cells[0], cells[1]],
                digits: self.digits,
                targets: [first.cell, second.cell],
                cross_lines: crossings.map(|crossing| House::new(self.across, crossing)),
                cases,
                truths: self.truths(crossings),
            })
        })
    }

    /// Returns the possible combinations of digits in the two base cells and the two targets, in this order.
    fn cases(
        &self,
        first: Cell,
        second: Cell,
        ways: &[Option<CrossLineWays>; Digit::COUNT],
    ) -> Vec<[Digit; 4]> {
        let base: Vec<Cell> = self.base.iter().collect();
        let may_be = |target: Cell, digit: Digit, way: fn(&CrossLineWays) -> bool| {
            self.position.digits(target).contains(digit) && ways[digit.index()].as_ref().is_some_and(way)
        };
        let mut cases = Vec::new();
        for one in self.position.digits(base[0]) {
            for other in self.position.digits(base[1]).without(one) {
                for (in_first, in_second) in [(one, other), (other, one)] {
                    if may_be(first, in_first, |ways| ways.with_first)
                        && may_be(second, in_second, |ways| ways.with_second)
                    {
                        cases.push([one, other, in_first, in_second]);
                    }
                }
            }
        }
        cases
    }

    /// Returns the truths that the exocet is based on: the base cells and, for each base digit, the
    /// cross-lines on which it must have a place.
    fn truths(&self, crossings: [usize; 3]) -> Vec<Truth> {
        let lines = |digit: Digit| {
            let houses = crossings.map(|crossing| House::new(self.across, crossing));
            let open = move |house: &House| self.position.places(*house, digit) != 0;
            houses.into_iter().filter(open).map(move |house| Truth::House(house, digit))
        };
        self.base.iter().map(Truth::Cell).chain(self.digits.iter().flat_map(lines)).collect()
    }
}

/// Whether a base digit can be placed on the three cross-lines without using a target, and whether it can be
/// placed there by using one of the two targets.
struct CrossLineWays {
    /// The digit fits without using a target.
    without_target: bool,
    /// The digit fits if it is in the first target.
    with_first: bool,
    /// The digit fits if it is in the second target.
    with_second: bool,
}

impl CrossLineWays {
    /// Computes the result from the digit's places on the cross-lines of the escape cell and the two targets.
    fn new([escape, first, second]: [Option<u16>; 3]) -> CrossLineWays {
        CrossLineWays {
            without_target: have_distinct_lines(&[escape, first, second]),
            // A digit that is already placed on a cross-line cannot be in its target.
            with_first: first.is_some() && have_distinct_lines(&[escape, second]),
            with_second: second.is_some() && have_distinct_lines(&[escape, first]),
        }
    }
}

/// Reports whether a digit can be placed on all cross-lines that do not have it yet, using a different line
/// for each.
fn have_distinct_lines(places: &[Option<u16>]) -> bool {
    fn choose(places: &[u16], used: u16) -> bool {
        let Some((&first, rest)) = places.split_first() else { return true };
        (0..9).any(|line| (first & !used) >> line & 1 != 0 && choose(rest, used | 1 << line))
    }
    let open: Vec<u16> = places.iter().copied().flatten().collect();
    choose(&open, 0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sketch::steps;
    use veridoku_core::{Puzzle, solve};

    #[test]
    fn fata_morgana_has_an_exocet() {
        let puzzle: Puzzle =
            "........3..1..56...9..4..7......9.5.7.......8.5.4.2....8..2..9...35..1..6........"
                .parse()
                .expect("a puzzle");
        let solution = solve::unique_solution(puzzle.values()).expect("a unique solution");
        let position = Position::new(&puzzle).expect("no contradiction");
        let found = steps(junior_exocet, &position);
        assert!(!found.is_empty());
        for candidate in found.iter().flat_map(|step| step.eliminations.iter()) {
            assert_ne!(solution.get(candidate.cell()), Some(candidate.digit()), "{candidate}");
        }
    }

    #[test]
    fn distinct_lines_are_needed_for_each_cross_line() {
        assert!(have_distinct_lines(&[Some(0b011), Some(0b110), Some(0b101)]));
        assert!(
            !have_distinct_lines(&[Some(0b011), Some(0b011), Some(0b011)]),
            "three cross-lines but two lines"
        );
        assert!(have_distinct_lines(&[Some(0b011), None, Some(0b011)]), "a placed digit needs no line");
        assert!(!have_distinct_lines(&[Some(0b001), Some(0)]));
    }
}
