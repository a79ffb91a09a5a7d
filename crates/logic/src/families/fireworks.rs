//! Fireworks: digits whose places in a row and a column are all in their common box, except for at most one
//! cell in each.
//!
//! ```text
//!            column c
//!         ┌───────┐
//!   row r │ X x x │ . . . │ . P .      In row r the digit is in the box or in P;
//!         │ x . . │                    in column c it is in the box or in Q.
//!         │ x . . │                    If it were in none of X, P and Q, it would be in the box twice.
//!         └───────┘
//!           .
//!           Q
//! ```
//!
//! So one of X, P and Q holds the digit. **Triple**: three such digits with the same X, P and Q fill the
//! three cells; in the box, they are eliminated outside row r and column c. **Quadruple**: two digits with X,
//! P and Q, and two other digits with P, Q and the fourth corner of the rectangle, fill the four cells.
//!
//! (Found by the player shye.)

use crate::{Cover, Evidence, FinderContext, Position, Sink, Technique, Truth};
use std::ops::ControlFlow;
use veridoku_core::{CandidateSet, Cell, CellSet, Digit, DigitSet, HouseKind};

pub(crate) fn fireworks(context: &FinderContext<'_>, sink: &mut dyn Sink) -> ControlFlow<()> {
    let position = context.position();
    for cross in position.empty_cells() {
        let firework_digits = FireworkDigits::of(position, cross);
        if firework_digits.digits.len() < 2 {
            continue;
        }
        for in_row in firework_digits.line_ends(0) {
            for in_column in firework_digits.line_ends(1) {
                let digits = firework_digits.digits_ending(in_row, in_column);
                let firework = Firework { cross, in_row, in_column };
                triples(position, firework, digits, sink)?;
                quadruples(position, firework, digits, sink)?;
            }
        }
    }
    ControlFlow::Continue(())
}

/// The cell at which a row and a column intersect, and one cell outside its box in each of them.
#[derive(Copy, Clone)]
struct Firework {
    cross: Cell,
    in_row: Cell,
    in_column: Cell,
}

/// The digits that have at most one place outside the box in the row of a cell, and at most one in its
/// column.
struct FireworkDigits {
    digits: DigitSet,
    /// For each digit, its place outside the box in the row and in the column, if it has one.
    ends: [[Option<Cell>; 2]; Digit::COUNT],
    /// The empty cells outside the box, in the row and in the column.
    open: [CellSet; 2],
}

impl FireworkDigits {
    fn of(position: &Position, cross: Cell) -> FireworkDigits {
        let r#box = cross.house(HouseKind::Box).cells();
        let lines = [HouseKind::Row, HouseKind::Column].map(|kind| cross.house(kind));
        let mut firework_digits = FireworkDigits {
            digits: DigitSet::EMPTY,
            ends: [[None; 2]; Digit::COUNT],
            open: lines.map(|line| position.empty_cells() & (line.cells() - r#box)),
        };
        for digit in Digit::ALL {
            let places = lines.map(|line| position.cells_in(line, digit));
            let outside = places.map(|cells| cells - r#box);
            if places.iter().all(|cells| !cells.is_empty()) && outside.iter().all(|cells| cells.len() <= 1) {
                firework_digits.digits.insert(digit);
                firework_digits.ends[digit.index()] = outside.map(CellSet::first);
            }
        }
        firework_digits
    }

    /// Returns the cells of the row (0) or column (1) that may belong to a firework. If no digit has a place
    /// outside the box, any empty cell may.
    fn line_ends(&self, line: usize) -> CellSet {
        let ends: CellSet = self.digits.iter().filter_map(|digit| self.ends[digit.index()][line]).collect();
        if ends.is_empty() { self.open[line] } else { ends }
    }

    /// Returns the digits whose only possible places outside the box are these two cells.
    fn digits_ending(&self, in_row: Cell, in_column: Cell) -> DigitSet {
        let fits = |digit: &Digit| {
            let [row, column] = self.ends[digit.index()];
            row.is_none_or(|end| end == in_row) && column.is_none_or(|end| end == in_column)
        };
        self.digits.iter().filter(fits).collect()
    }
}

/// Returns all sets of `count` of these digits.
fn choices(digits: DigitSet, count: u32) -> impl Iterator<Item = DigitSet> {
    (0..1_u16 << 9)
        .filter(move |bits| bits.count_ones() == count && bits & !digits.bits() == 0)
        .map(DigitSet::from_bits)
}

/// Finds triples: three digits that fill the three cells of the firework.
fn triples(
    position: &Position,
    firework: Firework,
    digits: DigitSet,
    sink: &mut dyn Sink,
) -> ControlFlow<()> {
    if digits.len() < 3 {
        return ControlFlow::Continue(());
    }
    for triple in choices(digits, 3) {
        let mut step = FireworkStep::new(position);
        step.add_digits(firework.cross, triple);
        for cell in [firework.cross, firework.in_row, firework.in_column] {
            step.confine(cell, triple);
        }
        step.report(sink)?;
    }
    ControlFlow::Continue(())
}

/// Finds quadruples: two digits at this corner and two at the opposite corner of a rectangle, which fill its
/// four cells.
fn quadruples(
    position: &Position,
    firework: Firework,
    digits: DigitSet,
    sink: &mut dyn Sink,
) -> ControlFlow<()> {
    let Firework { cross, in_row, in_column } = firework;
    let opposite = Cell::new(in_column.row_index(), in_row.column_index());
    if digits.len() < 2 || opposite < cross || !position.empty_cells().contains(opposite) {
        return ControlFlow::Continue(());
    }
    let others = FireworkDigits::of(position, opposite).digits_ending(in_column, in_row);
    for pair in choices(digits, 2) {
        for other in choices(others - pair, 2) {
            let mut step = FireworkStep::new(position);
            step.add_digits(cross, pair);
            step.add_digits(opposite, other);
            step.confine(cross, pair);
            step.confine(opposite, other);
            step.confine(in_row, pair | other);
            step.confine(in_column, pair | other);
            step.report(sink)?;
        }
    }
    ControlFlow::Continue(())
}

/// A step under construction: its truths, covers and eliminations.
struct FireworkStep<'p> {
    position: &'p Position,
    cover: Cover,
    eliminated: CandidateSet,
}

impl<'p> FireworkStep<'p> {
    fn new(position: &'p Position) -> FireworkStep<'p> {
        let cover = Cover { truths: Vec::new(), covers: Vec::new() };
        FireworkStep { position, cover, eliminated: CandidateSet::EMPTY }
    }

    /// Adds the digits of a firework. Each needs a place in the row and one in the column of the cell, so it
    /// is eliminated from the cells of the box that are in neither line.
    fn add_digits(&mut self, cross: Cell, digits: DigitSet) {
        let [row, column, r#box] = cross.houses();
        for digit in digits {
            self.cover.truths.extend([Truth::House(row, digit), Truth::House(column, digit)]);
            self.cover.covers.push(Truth::House(r#box, digit));
            let outside_lines = r#box.cells() - row.cells() - column.cells();
            self.eliminated |= self.position.candidates_of(digit, outside_lines);
        }
    }

    /// Confines the cell to these digits by eliminating all others.
    fn confine(&mut self, cell: Cell, digits: DigitSet) {
        self.cover.covers.push(Truth::Cell(cell));
        self.eliminated |= CandidateSet::of_cell(cell, self.position.digits(cell) - digits);
    }

    fn report(self, sink: &mut dyn Sink) -> ControlFlow<()> {
        sink.eliminate(Technique::Fireworks, self.eliminated, || Evidence::Cover(self.cover))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sketch::{Sketch, steps};
    use veridoku_core::Candidate;

    /// Eliminates the digits from the row and the column of `cross` outside its box, except from the two
    /// cells in `ends`.
    fn confine_to_ends(position: &mut Position, cross: Cell, digits: DigitSet, ends: [Cell; 2]) {
        for kind in [HouseKind::Row, HouseKind::Column] {
            for cell in cross.house(kind).cells() - cross.house(HouseKind::Box).cells() {
                for digit in digits.iter().filter(|_| !ends.contains(&cell)) {
                    position.eliminate(Candidate::new(cell, digit));
                }
            }
        }
    }

    fn digits(numbers: &str) -> DigitSet {
        numbers.chars().filter_map(Digit::from_char).collect()
    }

    #[test]
    fn three_digits_fill_three_cells() {
        let mut position = Sketch::new().position();
        let [cross, in_row, in_column] = [(0, 0), (0, 8), (7, 0)].map(|(row, column)| Cell::new(row, column));
        confine_to_ends(&mut position, cross, digits("123"), [in_row, in_column]);
        let found = steps(fireworks, &position);
        assert_eq!(found.len(), 1);
        let eliminated = found[0].eliminations;
        for cell in [cross, in_row, in_column] {
            assert_eq!(eliminated.digits(cell), digits("456789"));
        }
        assert_eq!(eliminated.digits(Cell::new(1, 1)), digits("123"));
        assert_eq!(eliminated.digits(Cell::new(1, 0)), DigitSet::EMPTY);
    }

    #[test]
    fn two_pairs_of_digits_fill_four_cells() {
        let mut position = Sketch::new().position();
        let [cross, in_row, in_column, opposite] =
            [(0, 0), (0, 8), (7, 0), (7, 8)].map(|(row, column)| Cell::new(row, column));
        confine_to_ends(&mut position, cross, digits("12"), [in_row, in_column]);
        assert_eq!(steps(fireworks, &position), []);
        confine_to_ends(&mut position, opposite, digits("34"), [in_row, in_column]);
        let found = steps(fireworks, &position);
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].eliminations.digits(in_row), digits("56789"));
        assert_eq!(found[0].eliminations.digits(opposite), digits("1256789"));
    }
}
