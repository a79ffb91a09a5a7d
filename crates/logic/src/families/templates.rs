//! Templates: all ways to place one digit in the whole grid.
//!
//! ```text
//!   template 1   template 2   template 3         in all templates  →  place the digit      (Template Set)
//!   x . .        x . .        x . .              in no template    →  eliminate the digit  (Template Delete)
//!   . x .        . . x        . x .
//!   . . x        . x .        . . x
//! ```
//!
//! If all templates of a digit contain a cell, the other digits lose that cell, which may invalidate some of
//! their templates. So the digits are processed repeatedly until nothing changes. The templates are never
//! enumerated; see `crate::templates`. This is a last resort, and hardly practical for human solvers.

use crate::templates;
use crate::{Evidence, FinderContext, Position, Sink, Step, Technique, Templates, Truth};
use std::ops::ControlFlow;
use veridoku_core::{CandidateSet, CellSet, Digit, DigitSet, House, HouseKind};

pub(crate) fn set(context: &FinderContext<'_>, sink: &mut dyn Sink) -> ControlFlow<()> {
    let position = context.position();
    for (digit, remaining) in DigitTemplates::of_all_digits(position) {
        let placements = position.candidates_of(digit, remaining.certain());
        if !placements.is_empty() {
            sink.take(Step {
                technique: Technique::TemplateSet,
                placements,
                eliminations: CandidateSet::EMPTY,
                evidence: remaining.evidence(position, digit),
            })?;
        }
    }
    ControlFlow::Continue(())
}

pub(crate) fn delete(context: &FinderContext<'_>, sink: &mut dyn Sink) -> ControlFlow<()> {
    let position = context.position();
    for (digit, remaining) in DigitTemplates::of_all_digits(position) {
        let eliminated = position.candidates_of(digit, !remaining.cells);
        sink.eliminate(Technique::TemplateDelete, eliminated, || remaining.evidence(position, digit))?;
    }
    ControlFlow::Continue(())
}

/// What is known about the remaining templates of a digit.
#[derive(Copy, Clone)]
struct DigitTemplates {
    /// The cells that are part of at least one template.
    cells: CellSet,
    /// The other digits that have invalidated templates of this digit.
    helpers: DigitSet,
}

impl DigitTemplates {
    /// Returns the remaining templates of each digit. A template is ruled out if it contains a cell that is
    /// certain for another digit.
    ///
    /// A digit without any template is left out: the position has no solution, and conclusions would be
    /// meaningless.
    fn of_all_digits(position: &Position) -> impl Iterator<Item = (Digit, DigitTemplates)> {
        let mut all =
            Digit::ALL.map(|digit| DigitTemplates { cells: position.cells(digit), helpers: DigitSet::EMPTY });
        for (cell, digit) in position.values().values() {
            all[digit.index()].cells.insert(cell);
        }
        let mut before = CellSet::EMPTY;
        loop {
            for remaining in &mut all {
                remaining.cells = templates::reachable(remaining.cells);
            }
            // If a cell is certain for one digit, remove it from the places of all other digits.
            let mut changed = false;
            for digit in Digit::ALL {
                let DigitTemplates { helpers, .. } = all[digit.index()];
                let certain = all[digit.index()].certain() - before;
                before |= certain;
                for other in Digit::ALL.into_iter().filter(|&other| other != digit) {
                    let remaining = &mut all[other.index()];
                    if !remaining.cells.is_disjoint(certain) {
                        remaining.cells -= certain;
                        remaining.helpers |= helpers.with(digit).without(other);
                        changed = true;
                    }
                }
            }
            if !changed {
                break;
            }
        }
        Digit::ALL.into_iter().zip(all).filter(|(_, remaining)| !remaining.cells.is_empty())
    }

    /// Returns the cells that all templates share. Such a cell is the only one in its row that any template
    /// contains.
    fn certain(&self) -> CellSet {
        (0..9).filter_map(|row| (self.cells & House::new(HouseKind::Row, row).cells()).single()).collect()
    }

    fn evidence(&self, position: &Position, digit: Digit) -> Evidence {
        let open = |digit| {
            let open = move |house: &House| position.places(*house, digit) != 0;
            House::all().filter(open).map(move |house| Truth::House(house, digit))
        };
        let truths = self.helpers.with(digit).iter().flat_map(open).collect();
        Evidence::Templates(Templates { digit, helpers: self.helpers, truths })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sketch::{Sketch, all_eliminations, steps};
    use veridoku_core::{Candidate, Cell};

    #[test]
    fn templates_find_the_eliminations_of_fish() {
        let all = "xxxxxxxxx";
        let position =
            Sketch::places_of_one(&[all, ".x....x..", all, all, all, ".x....xx.", all, all, all]).position();
        assert_eq!(
            all_eliminations(delete, &position),
            all_eliminations(Technique::FinnedXWing.finder(), &position)
        );
        assert_eq!(steps(set, &position), []);
        assert_eq!(steps(delete, &Sketch::new().position()), []);
    }

    #[test]
    fn cells_certain_for_one_digit_are_removed_from_the_others() {
        let mut position = Sketch::places_of_one(&["x........"; 9]).position();
        // There is no template for 1, so no step is reported for it.
        assert_eq!(steps(set, &position), []);
        position = Sketch::places_of_one(&[
            "x........",
            "...xxxxxx",
            "...xxxxxx",
            ".xxxxxxxx",
            ".xxxxxxxx",
            ".xxxxxxxx",
            ".xxxxxxxx",
            ".xxxxxxxx",
            ".xxxxxxxx",
        ])
        .position();
        let corner = Cell::new(0, 0);
        assert_eq!(all_eliminations(delete, &position).digits(corner).len(), 8, "1 is certain in the corner");
        let placed = steps(set, &position)[0].placements;
        assert_eq!(placed, CandidateSet::only(Candidate::new(corner, Digit::ALL[0])));
    }
}
