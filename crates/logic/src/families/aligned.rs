//! Aligned pair and triple exclusion: in two or three cells, eliminates the candidates that occur in no
//! allowed combination of digits.
//!
//! ```text
//!   base    r1c1 {2 5 7}   r1c5 {3 5 7}         excluders, cells that see both:  {2 7}  {5 7}  {3 5}
//!   2-3  2-5  2-7×  5-3×  5-7×  7-3  7-5×       no combination with 5 in r1c1 is left: r1c1 is not 5
//! ```
//!
//! A combination is impossible if two cells that see each other hold the same digit, or if it removes all
//! candidates of an excluder. A candidate that is in no remaining combination is eliminated.
//!
//! The choice of cells follows Sudoku Explainer. A pair needs at least two excluders, which are bivalue cells
//! that see both base cells. The excluders of a triple are cells with two or three candidates that see at
//! least two base cells. In addition, two base cells of a triple must have at least two common peers with two
//! or three candidates, and the third base cell must see at least one of the other two and have two or three
//! candidates itself.

use crate::budget::SearchBudget;
use crate::{Evidence, FinderContext, Position, Sink, Technique};
use std::ops::ControlFlow;
use veridoku_core::{CandidateSet, Cell, CellSet, DigitSet};

pub(crate) fn pair(context: &FinderContext<'_>, sink: &mut dyn Sink) -> ControlFlow<()> {
    let position = context.position();
    let bivalue = position.bivalue_cells();
    let possible_bases = possible_bases(position);
    let budget = context.budget(u64::MAX);
    for first in possible_bases {
        for second in possible_bases.iter().filter(|&second| second > first) {
            let excluders = first.peers() & second.peers() & bivalue;
            if excluders.len() >= 2 {
                check(Technique::AlignedPairExclusion, position, &[first, second], excluders, &budget, sink)?;
            }
        }
    }
    ControlFlow::Continue(())
}

pub(crate) fn triple(context: &FinderContext<'_>, sink: &mut dyn Sink) -> ControlFlow<()> {
    let position = context.position();
    let small: CellSet =
        position.empty_cells().iter().filter(|&cell| matches!(position.digits(cell).len(), 2 | 3)).collect();
    let possible_bases = possible_bases(position);
    let budget = context.budget(u64::MAX);
    for first in possible_bases {
        for second in possible_bases.iter().filter(|&second| second > first) {
            for third in possible_bases.iter().filter(|&third| third > second) {
                let base = [first, second, third];
                if is_triple(small, base) {
                    let sees_two = |&cell: &Cell| base.iter().filter(|&&base| base.sees(cell)).count() >= 2;
                    let excluders = (small - base.into_iter().collect()).iter().filter(sees_two).collect();
                    check(Technique::AlignedTripleExclusion, position, &base, excluders, &budget, sink)?;
                }
            }
        }
    }
    ControlFlow::Continue(())
}

/// Reports whether the cells can be the base of a triple: two of them have at least two common peers in
/// `small`, and the third is in `small` itself and sees at least one of the other two.
fn is_triple(small: CellSet, [first, second, third]: [Cell; 3]) -> bool {
    [(first, second, third), (first, third, second), (second, third, first)].into_iter().any(
        |(left, right, last)| {
            small.contains(last)
                && (last.sees(left) || last.sees(right))
                && (left.peers() & right.peers() & small).len() >= 2
        },
    )
}

/// Returns the possible base cells: those with at least two candidates, at least one bivalue peer, and no
/// peer with a single candidate.
fn possible_bases(position: &Position) -> CellSet {
    let bivalue = position.bivalue_cells();
    let fits = |&cell: &Cell| {
        let single = |peer: Cell| position.digits(peer).len() == 1;
        position.digits(cell).len() >= 2
            && !cell.peers().is_disjoint(bivalue)
            && !(cell.peers() & position.empty_cells()).iter().any(single)
    };
    position.empty_cells().iter().filter(fits).collect()
}

/// Tries every combination of candidates in the base cells, and eliminates the candidates that occur in no
/// allowed combination.
fn check(
    technique: Technique,
    position: &Position,
    base: &[Cell],
    excluders: CellSet,
    budget: &SearchBudget<'_>,
    sink: &mut dyn Sink,
) -> ControlFlow<()> {
    budget.spend(base.iter().map(|&cell| position.digits(cell).len() as u64).product())?;
    let mut search = Combinations {
        position,
        base,
        excluders: excluders
            .iter()
            .map(|cell| {
                let seen = base.iter().enumerate().filter(|(_, other)| other.sees(cell));
                (cell, position.digits(cell), seen.fold(0, |seen, (index, _)| seen | 1 << index))
            })
            .collect(),
        digits: [DigitSet::EMPTY; 3],
        allowed: [DigitSet::EMPTY; 3],
        used: CellSet::EMPTY,
    };
    search.next(0);
    let mut eliminations = CandidateSet::EMPTY;
    for (&cell, allowed) in base.iter().zip(search.allowed) {
        eliminations |= CandidateSet::of_cell(cell, position.digits(cell) - allowed);
    }
    sink.eliminate(technique, eliminations, || Evidence::Aligned {
        base: base.to_vec(),
        excluders: search.used,
    })
}

struct Combinations<'a> {
    position: &'a Position,
    base: &'a [Cell],
    /// For each excluder, the cell, its candidates, and a mask of the base cells that it sees.
    excluders: Vec<(Cell, DigitSet, u8)>,
    /// The combination under construction: one digit for each base cell.
    digits: [DigitSet; 3],
    /// For each base cell, the candidates that occur in allowed combinations.
    allowed: [DigitSet; 3],
    /// The excluders that ruled out at least one combination.
    used: CellSet,
}

impl Combinations<'_> {
    /// Tries each candidate of the base cell at `index`, in combination with those of all later base cells.
    fn next(&mut self, index: usize) {
        let Some(&cell) = self.base.get(index) else { return self.check_excluders() };
        for digit in self.position.digits(cell) {
            let own = DigitSet::only(digit);
            let taken = (0..index).any(|other| self.digits[other] == own && self.base[other].sees(cell));
            if !taken {
                self.digits[index] = own;
                self.next(index + 1);
            }
        }
    }

    /// Accepts the combination unless it leaves an excluder without candidates.
    fn check_excluders(&mut self) {
        let size = self.base.len();
        let forbids = |&&(_, candidates, seen): &&(Cell, DigitSet, u8)| {
            let taken = (0..size).filter(|index| seen >> index & 1 != 0);
            candidates.is_subset(taken.fold(DigitSet::EMPTY, |taken, index| taken | self.digits[index]))
        };
        match self.excluders.iter().find(forbids) {
            Some(&(cell, ..)) => {
                self.used.insert(cell);
            }
            None => {
                for (allowed, own) in self.allowed.iter_mut().zip(self.digits) {
                    *allowed |= own;
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sketch::{Sketch, all_eliminations};

    fn row() -> Sketch {
        let cells = [("r1c1", "257"), ("r1c5", "357"), ("r1c2", "27"), ("r1c3", "57"), ("r1c7", "35")];
        cells.into_iter().fold(Sketch::new(), |sketch, (cell, digits)| sketch.cell(cell, digits))
    }

    #[test]
    fn a_candidate_in_no_combination_is_eliminated() {
        let eliminated = row().eliminations(pair, Technique::AlignedPairExclusion);
        assert!(
            eliminated.contains(&"7r1c5 5r1c1".to_owned()) || eliminated.contains(&"5r1c1 7r1c5".to_owned()),
            "{eliminated:?}"
        );
    }

    #[test]
    fn triples_find_at_least_as_much_as_pairs() {
        let position = row().position();
        let [two, three] = [pair, triple].map(|finder| all_eliminations(finder, &position));
        assert!(!two.is_empty() && two.is_subset(&three), "{two:?} {three:?}");
    }
}
