//! Sentences for deadly patterns: why they would give a second solution, and what keeps them from it.
//!
//! ```text
//! what the pattern is      "r3c5, r3c6, r5c6 and r5c5 are the corners of a rectangle …"
//! why it must not be       "… could change places, and the puzzle would have a second solution. It has only one."
//! what saves it            "So r5c6 is 4, 5 or 8."                        and what follows, by type
//! ```

use super::words::{Notation, all_of, digit_choice, digits, listed, number, plural};
use crate::evidence::{Deadly, Truth};
use crate::position::Position;
use crate::step::Step;
use crate::technique::Technique;
use veridoku_core::{Candidate, Cell, CellSet, Digit, DigitSet, House, HouseKind, HouseSet};

/// The end of every argument from uniqueness.
const SECOND: &str = "every row, column and box would keep its digits, and the puzzle would have a second solution. \
                      It has only one.";

/// A pattern that would have two solutions.
pub(super) fn deadly(step: &Step, pattern: &Deadly, position: &Position, notation: Notation) -> String {
    let explanation = DeadlyExplanation { step, pattern, position, notation };
    format!("{} {}", explanation.danger(), explanation.rescue())
}

/// A pattern and the step that is drawn from it.
struct DeadlyExplanation<'a> {
    step: &'a Step,
    pattern: &'a Deadly,
    position: &'a Position,
    notation: Notation,
}

impl DeadlyExplanation<'_> {
    fn cells(&self) -> CellSet {
        self.pattern.cells.iter().copied().collect()
    }

    /// The cells with guardians.
    fn roof(&self) -> CellSet {
        self.pattern.guardians.occupied()
    }

    /// The digits of the guardians.
    fn extra(&self) -> DigitSet {
        self.pattern.guardians.iter().map(Candidate::digit).collect()
    }

    /// The cell and the digit that the step strikes, where it is one.
    fn struck(&self) -> Option<(Cell, Digit)> {
        self.step.eliminations.single().map(|struck| (struck.cell(), struck.digit()))
    }

    /// What the pattern is, and why it must not be.
    fn danger(&self) -> String {
        use Technique as T;
        let walk = self.notation.walk(&self.pattern.cells);
        let (values, many) = (digits(self.pattern.digits), plural(self.pattern.digits));
        match self.step.technique {
            T::BugPlusOne | T::Bug2 | T::Bug3 | T::Bug4 => format!(
                "Without {}, every empty cell would have just two candidates, and every missing digit just two places \
                 in each row, column and box. Then every cell of a solution could be changed to its other candidate: \
                 {SECOND}",
                self.notation.candidate_list(&self.pattern.guardians)
            ),
            T::AvoidableRectangle1 | T::AvoidableRectangle2 => format!(
                "{walk} are the corners of a rectangle in two rows, two columns and two boxes, and none of them is a \
                 given. If they held only {many}, the {many} could change places without touching a given: {SECOND}"
            ),
            T::ReverseBug => {
                let closing = self.struck().map_or_else(String::new, |(cell, digit)| {
                    format!("If {} were {digit}, ", self.notation.cell(cell))
                });
                format!(
                    "None of {walk} is a given. {closing}each row, column and box with one of these cells would hold \
                     both {values} in them. The two digits could then change places everywhere in these cells: {SECOND}"
                )
            }
            T::UniqueLoop1 | T::UniqueLoop2 | T::UniqueLoop3 | T::UniqueLoop4 => format!(
                "{walk} form a ring: each shares a row, column or box with the next, and no row, column or box has \
                 just one of them. If they held only {values}, these would take turns around the ring and could change \
                 places: {SECOND}"
            ),
            T::ExtendedRectangle | T::Mug => format!(
                "{} face each other in {lines}, each pair in one box. If they held only {many}, the two {kind}s would have the \
                 same digits in these cells and could exchange them: {SECOND}",
                self.notation.cell_list(self.cells()),
                lines = self.notation.houses(self.lines()),
                kind = self.lines().first().map_or(HouseKind::Row, House::kind),
            ),
            T::BugLite => format!(
                "Without {}, each of {} would have just two candidates, and each of the digits {values} just two \
                 places among these cells in a row, column or box, or none. Then every one of them could be changed to \
                 its other candidate: {SECOND}",
                self.notation.candidate_list(&self.pattern.guardians),
                self.notation.cell_list(self.cells()),
            ),
            _ => format!(
                "{walk} are the corners of a rectangle in two rows, two columns and two boxes. If they held only \
                 {many}, the {many} could change places: {SECOND}"
            ),
        }
    }

    /// The two lines in which the cells of an extended rectangle lie.
    fn lines(&self) -> HouseSet {
        let of =
            |kind: HouseKind| self.pattern.cells.iter().map(|cell| cell.house(kind)).collect::<HouseSet>();
        let (rows, columns) = (of(HouseKind::Row), of(HouseKind::Column));
        if rows.len() == 2 { rows } else { columns }
    }

    /// What saves the puzzle, and what follows.
    fn rescue(&self) -> String {
        let houses: Vec<(House, Digit)> = self.pattern.truths.iter().filter_map(house_truth).collect();
        let set: CellSet = self.pattern.truths.iter().filter_map(cell_truth).collect();
        match (self.step.technique, &houses[..]) {
            (Technique::AvoidableRectangle1 | Technique::ReverseBug, _) => self.last_corner(),
            (Technique::UniqueRectangle6, &[(_, digit), _]) => self.diagonal(digit),
            (Technique::HiddenRectangle, &[(_, digit), _]) => self.far_corner(digit),
            (_, &[(house, digit), ..]) => self.confined(house, digit),
            _ if !set.is_empty() => self.subset(set),
            _ => self.plain(),
        }
    }

    /// Three corners are written; the fourth must not complete the exchange.
    fn last_corner(&self) -> String {
        let corner = self.struck().map_or_else(String::new, |(cell, digit)| {
            format!("So {} is not {digit}", self.notation.cell(cell))
        });
        let others: CellSet = self.cells() - self.step.eliminations.occupied();
        match self.step.technique {
            Technique::ReverseBug => format!("{corner}."),
            _ => format!(
                "{} already hold {}. {corner}.",
                self.notation.cell_list(others),
                plural(self.pattern.digits)
            ),
        }
    }

    /// One cell has all guardians, or they are all the same digit.
    fn plain(&self) -> String {
        let (roof, extra) = (self.roof(), self.extra());
        if let (Some(cell), Technique::BugPlusOne) = (roof.single(), self.step.technique) {
            return format!("So {} is {}.", self.notation.cell(cell), digit_choice(extra));
        }
        if let Some(cell) = roof.single() {
            return format!(
                "Only {cell} has other candidates, so {cell} is {}.",
                digit_choice(extra),
                cell = self.notation.cell(cell)
            );
        }
        match extra.single() {
            Some(digit) => format!(
                "The only way out is {digit} in {}. One of them is {digit}, so no cell that shares a row, column or box with \
                 {} of them can be {digit}.",
                self.notation.cell_choice(roof),
                all_of(roof.len())
            ),
            None => format!(
                "So at least one of these is true: {}.",
                self.notation.candidate_choice(&self.pattern.guardians)
            ),
        }
    }

    /// One of two cells holds a further digit: together they are one cell of a naked subset.
    fn subset(&self, set: CellSet) -> String {
        let (roof, extra) = (self.roof(), self.extra());
        let all = extra | self.position.digits_of(set);
        let together = roof | set;
        let houses = House::all().filter(|house| {
            together.is_subset(house.cells())
                && !(self.step.eliminations.occupied() & house.cells()).is_empty()
        });
        let houses = listed(houses.map(|house| self.notation.house(house)), "or");
        let have = if set.len() == 1 { "has" } else { "have" };
        format!(
            "{} That cell and {}, which {have} only {}, are {count} cells for the {count} digits {}: no other cell of {houses} \
             can have these.",
            self.further(),
            self.notation.cell_list(set),
            digits(self.position.digits_of(set)),
            digits(all),
            count = number(set.len() + 1),
        )
    }

    /// Which cells have guardians: one of them is true.
    fn further(&self) -> String {
        let roof = self.roof();
        let (cells, extra) = (self.notation.cell_list(roof), digit_choice(self.extra()));
        match self.step.technique {
            Technique::Bug3 | Technique::Bug4 => {
                format!("So one of {cells} is {extra}, one of the candidates just named.")
            }
            _ => format!("Only {cells} have other candidates, so one of them is {extra}."),
        }
    }

    /// One of two cells holds a digit of the pattern, so the other holds the further digit.
    fn confined(&self, house: House, digit: Digit) -> String {
        format!(
            "{} In {}, {digit} has no place but these two cells, so one of the two is {digit}, the other holds such a further \
             candidate, and nothing else has room there.",
            self.further(),
            self.notation.house(house),
        )
    }

    /// The other digit of a rectangle.
    fn other(&self, digit: Digit) -> String {
        digits(self.pattern.digits.without(digit))
    }

    /// A digit stands on one diagonal or the other, and not on that of the cells with guardians.
    fn diagonal(&self, digit: Digit) -> String {
        let roof = self.roof();
        let floor = self.cells() - roof;
        let rows: HouseSet = roof.iter().map(|cell| cell.house(HouseKind::Row)).collect();
        format!(
            "In {}, {digit} has no places but the corners, so it stands in both {} or in both {}. With {digit} in {}, the \
             other two, which have only {}, would both be {}: the forbidden rectangle. So {} are not {digit}.",
            self.notation.houses(rows),
            self.notation.cell_list(roof),
            self.notation.cell_list(floor),
            self.notation.cell_list(roof),
            digits(self.position.digits_of(floor)),
            self.other(digit),
            self.notation.cell_list(roof),
        )
    }

    /// A digit in one corner would push the other into both neighbours, and complete the rectangle.
    fn far_corner(&self, digit: Digit) -> String {
        let Some((far, struck)) = self.struck() else { return self.plain() };
        let beside = self.cells() & far.peers();
        let opposite = (self.cells() - beside).without(far);
        let lines = [HouseKind::Row, HouseKind::Column].map(|kind| self.notation.house(far.house(kind)));
        format!(
            "In {} and in {}, {digit} has no places but the corners. If {far} were {struck}, {digit} would have to stand in \
             {}, and {}, which has only {}, would be {struck}: the forbidden rectangle. So {far} is not {struck}.",
            lines[0],
            lines[1],
            self.notation.cell_list(beside),
            self.notation.cell_list(opposite),
            digits(self.position.digits_of(opposite)),
            far = self.notation.cell(far),
        )
    }
}

fn house_truth(truth: &Truth) -> Option<(House, Digit)> {
    if let Truth::House(house, digit) = truth { Some((*house, *digit)) } else { None }
}

fn cell_truth(truth: &Truth) -> Option<Cell> {
    if let Truth::Cell(cell) = truth { Some(*cell) } else { None }
}
