//! Positions drawn by hand, for the tests of the finders.

use crate::position::{Position, Uniqueness};
use crate::scene::Scene;
use crate::scope::Scope;
use crate::sink::All;
use crate::step::Step;
use crate::technique::Finder;
use std::ops::ControlFlow;
use veridoku_core::{Candidate, CandidateSet, Cell, CellSet, Digit, DigitSet, Grid};

/// The grid without any value, every cell with every candidate.
pub(crate) fn open_position() -> Position {
    Position::from_parts(Grid::EMPTY, CellSet::EMPTY, &Candidate::all().collect(), Uniqueness::Unknown)
}

/// Strikes all candidates of the cell but these.
pub(crate) fn keep(position: &mut Position, cell: Cell, digits: &str) {
    let kept: DigitSet = digits.chars().filter_map(Digit::from_char).collect();
    for digit in position.digits(cell) - kept {
        position.strike(Candidate::new(cell, digit));
    }
}

/// The open position in which the digit 1 has only the places marked `x`.
pub(crate) fn places_of_one(picture: &[&str; 9]) -> Position {
    let mut position = open_position();
    for (row, line) in picture.iter().enumerate() {
        for (column, mark) in line.chars().enumerate() {
            if mark != 'x' {
                position.strike(Candidate::new(Cell::new(row, column), Digit::ALL[0]));
            }
        }
    }
    position
}

/// All steps of a finder.
pub(crate) fn steps(finder: Finder, position: &Position) -> Vec<Step> {
    let mut all = All::default();
    let end = finder(&Scene::new(position, Scope::default()), &mut all);
    assert_eq!(end, ControlFlow::Continue(()), "nothing stops the search");
    all.0
}

/// What all steps of a finder strike together.
pub(crate) fn struck_by(finder: Finder, position: &Position) -> CandidateSet {
    steps(finder, position).iter().fold(CandidateSet::EMPTY, |struck, step| struck | step.eliminations)
}
