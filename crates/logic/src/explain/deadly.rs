//! Explains deadly patterns: why they would give the puzzle a second solution, and what prevents that.
//! The extra candidates that prevent a pattern are its *guardians*; at least one of them is true.
//!
//! ```text
//! the pattern              "r3c5, r3c6, r5c6 and r5c5 are the corners of a rectangle …"
//! why it is impossible     "… could be swapped: … so the puzzle would have a second solution. …"
//! the conclusion, by type  "So r5c6 is 4, 5 or 8."
//! ```

use super::words::{Notation, digit_choice, digits, listed, number, plural};
use crate::{Deadly, Position, Step, Technique, Truth};
use veridoku_core::{Candidate, Cell, CellSet, Digit, DigitSet, House, HouseKind, HouseSet};

/// The end of every argument from uniqueness.
const SECOND: &str = "every row, column and box would keep its digits, so the puzzle would have a second \
                      solution. But it has only one.";

/// Explains a pattern that would give the puzzle two solutions.
pub(super) fn deadly(step: &Step, pattern: &Deadly, position: &Position, notation: Notation) -> String {
    let explanation = DeadlyExplanation { step, pattern, position, notation };
    format!("{} {}", explanation.danger(), explanation.rescue())
}

/// A deadly pattern and the step that follows from it.
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

    /// Returns the cells that have guardians, the extra candidates that prevent the pattern.
    fn guardian_cells(&self) -> CellSet {
        self.pattern.guardians.occupied()
    }

    /// Returns the digits of the guardians.
    fn extra_digits(&self) -> DigitSet {
        self.pattern.guardians.iter().map(Candidate::digit).collect()
    }

    /// Returns the cell and the digit of the elimination, if there is exactly one.
    fn only_elimination(&self) -> Option<(Cell, Digit)> {
        self.step.eliminations.single().map(|eliminated| (eliminated.cell(), eliminated.digit()))
    }

    /// Describes the pattern, and why it is impossible.
    fn danger(&self) -> String {
        use Technique as T;
        let cells = self.notation.cell_sequence(&self.pattern.cells);
        let (values, many) = (digits(self.pattern.digits), plural(self.pattern.digits));
        match self.step.technique {
            T::BugPlusOne | T::Bug2 | T::Bug3 | T::Bug4 => format!(
                "Without {}, every empty cell would have exactly two candidates, and every missing digit \
                 exactly two places in each row, column and box. Then every cell of a solution could be \
                 changed to its other candidate: {SECOND}",
                self.notation.candidate_list(&self.pattern.guardians)
            ),
            T::AvoidableRectangle1 | T::AvoidableRectangle2 => format!(
                "{cells} are the corners of a rectangle in two rows, two columns and two boxes, and none of \
                 them is a given. If they contained only {many}, the {many} could be swapped without \
                 changing a given: {SECOND}"
            ),
            T::ReverseBug => {
                let closing = self.only_elimination().map_or_else(String::new, |(cell, digit)| {
                    format!("If {} were {digit}, ", self.notation.cell(cell))
                });
                format!(
                    "None of {cells} is a given. {closing}every row, column and box that contains any of \
                     these cells would contain both {values} within them. The two digits could then be \
                     swapped in all of these cells: {SECOND}"
                )
            }
            T::UniqueLoop1 | T::UniqueLoop2 | T::UniqueLoop3 | T::UniqueLoop4 => format!(
                "{cells} form a loop: each of these cells sees the next, and no row, column or box contains \
                 only one of them. If they contained only {values}, the two digits would alternate around \
                 the loop and could be swapped: {SECOND}"
            ),
            T::ExtendedRectangle | T::Mug => format!(
                "{} form facing pairs in {lines}, each pair in one box. If they contained only {many}, the \
                 two {kind}s would have the same digits in these cells and could swap them: {SECOND}",
                self.notation.cell_list(self.cells()),
                lines = self.notation.houses(self.lines()),
                kind = self.lines().first().map_or(HouseKind::Row, House::kind),
            ),
            T::BugLite => format!(
                "Without {}, each of {} would have exactly two candidates, and each of the digits {values} \
                 would have either two places or none among these cells in every row, column and box. Then \
                 each of these cells could be changed to its other candidate: {SECOND}",
                self.notation.candidate_list(&self.pattern.guardians),
                self.notation.cell_list(self.cells()),
            ),
            _ => format!(
                "{cells} are the corners of a rectangle in two rows, two columns and two boxes. If they \
                 contained only {many}, the {many} could be swapped: {SECOND}"
            ),
        }
    }

    /// Returns the two lines that contain the cells of an extended rectangle.
    fn lines(&self) -> HouseSet {
        let of =
            |kind: HouseKind| self.pattern.cells.iter().map(|cell| cell.house(kind)).collect::<HouseSet>();
        let (rows, columns) = (of(HouseKind::Row), of(HouseKind::Column));
        if rows.len() == 2 { rows } else { columns }
    }

    /// Explains what prevents the pattern, and the conclusion.
    fn rescue(&self) -> String {
        let houses: Vec<(House, Digit)> = self.pattern.truths.iter().filter_map(Truth::house).collect();
        let set: CellSet = self.pattern.truths.iter().filter_map(Truth::cell).collect();
        match (self.step.technique, &houses[..]) {
            (Technique::AvoidableRectangle1 | Technique::ReverseBug, _) => self.last_corner(),
            (Technique::UniqueRectangle6, &[(_, digit), _]) => self.diagonal(digit),
            (Technique::HiddenRectangle, &[(_, digit), _]) => self.far_corner(digit),
            (_, &[(house, digit), ..]) => self.confined(house, digit),
            _ if !set.is_empty() => self.subset(set),
            _ => self.plain(),
        }
    }

    /// Explains that the last cell must not complete the pattern.
    fn last_corner(&self) -> String {
        let corner = self.only_elimination().map_or_else(String::new, |(cell, digit)| {
            format!("So {} is not {digit}", self.notation.cell(cell))
        });
        let others: CellSet = self.cells() - self.step.eliminations.occupied();
        match self.step.technique {
            Technique::ReverseBug => format!("{corner}."),
            _ => format!(
                "{} already contain {}. {corner}.",
                self.notation.cell_list(others),
                plural(self.pattern.digits)
            ),
        }
    }

    /// Explains the conclusion from guardians that are all in one cell, or are all the same digit.
    fn plain(&self) -> String {
        let (cells, extra) = (self.guardian_cells(), self.extra_digits());
        if let (Some(cell), Technique::BugPlusOne) = (cells.single(), self.step.technique) {
            return format!("So {} is {}.", self.notation.cell(cell), digit_choice(extra));
        }
        self.notation.rescue(&self.pattern.guardians).unwrap_or_else(|| {
            let guardians = self.notation.candidate_choice(&self.pattern.guardians);
            format!("So at least one of these is true: {guardians}.")
        })
    }

    /// Explains that one of the cells with guardians forms a naked subset with the cells in `set`.
    fn subset(&self, set: CellSet) -> String {
        let all = self.extra_digits() | self.position.digits_of(set);
        let together = self.guardian_cells() | set;
        let houses = House::all().filter(|house| {
            together.is_subset(house.cells())
                && !(self.step.eliminations.occupied() & house.cells()).is_empty()
        });
        let houses = listed(houses.map(|house| self.notation.house(house)), "or");
        let have = if set.len() == 1 { "has" } else { "have" };
        format!(
            "{} That cell and {}, which {have} only {}, are {count} cells for the {count} digits {}: no \
             other cell in {houses} can be {}.",
            self.extra_candidates(),
            self.notation.cell_list(set),
            digits(self.position.digits_of(set)),
            digits(all),
            digit_choice(all),
            count = number(set.len() + 1),
        )
    }

    /// States which cells have extra candidates, and that at least one of these is true.
    fn extra_candidates(&self) -> String {
        let (cells, extra) =
            (self.notation.cell_list(self.guardian_cells()), digit_choice(self.extra_digits()));
        match self.step.technique {
            Technique::Bug3 | Technique::Bug4 => {
                format!("So at least one of these candidates is true, and one of {cells} is {extra}.")
            }
            _ => format!("Only {cells} have other candidates, so one of them is {extra}."),
        }
    }

    /// Explains that one of the two cells with guardians contains this digit, and the other one a guardian.
    fn confined(&self, house: House, digit: Digit) -> String {
        format!(
            "{} In {}, {digit} can only go in these two cells, so one of them is {digit}, the other is one \
             of these extra candidates, and neither can be anything else.",
            self.extra_candidates(),
            self.notation.house(house),
        )
    }

    /// Returns the other digit of a rectangle.
    fn other_digit(&self, digit: Digit) -> String {
        digits(self.pattern.digits.without(digit))
    }

    /// Explains that the digit is in two diagonally opposite corners of the rectangle, but not in the two
    /// corners with guardians.
    fn diagonal(&self, digit: Digit) -> String {
        let guarded = self.guardian_cells();
        let others = self.cells() - guarded;
        let rows: HouseSet = guarded.iter().map(|cell| cell.house(HouseKind::Row)).collect();
        format!(
            "In {}, {digit} can only go in the corners, so it is either in both {guarded} or in both {}. \
             With {digit} in {guarded}, the other two corners, which have only {}, would both be {}: the \
             forbidden rectangle. So {guarded} are not {digit}.",
            self.notation.houses(rows),
            self.notation.cell_list(others),
            digits(self.position.digits_of(others)),
            self.other_digit(digit),
            guarded = self.notation.cell_list(guarded),
        )
    }

    /// Explains that one digit in the far corner would force the other digit into the two adjacent corners,
    /// which would complete the rectangle.
    fn far_corner(&self, digit: Digit) -> String {
        let Some((far, eliminated)) = self.only_elimination() else { return self.plain() };
        let beside = self.cells() & far.peers();
        let opposite = (self.cells() - beside).without(far);
        let lines = [HouseKind::Row, HouseKind::Column].map(|kind| self.notation.house(far.house(kind)));
        format!(
            "In {} and in {}, {digit} can only go in the corners. If {far} were {eliminated}, {digit} would \
             have to be in {}, and {}, which has only {}, would be {eliminated}: the forbidden rectangle. So \
             {far} is not {eliminated}.",
            lines[0],
            lines[1],
            self.notation.cell_list(beside),
            self.notation.cell_list(opposite),
            digits(self.position.digits_of(opposite)),
            far = self.notation.cell(far),
        )
    }
}
