//! Sketches of positions for unit tests: an empty grid with only the restrictions that a pattern needs.
//!
//! A sketch contains nothing but the pattern, so a test shows everything that matters:
//!
//! ```text
//! Sketch::new().cell("r1c1", "12").cell("r1c5", "12")     a naked pair in row 1
//! Sketch::new().house("box 1", '5', "r1c1, r1c2")         the 5 of box 1 points along row 1
//! Sketch::places_of_one(&["x..x.....", …])                the candidates of 1 as a picture, row by row
//! ```
//!
//! A test that needs to eliminate more candidates uses `position()`.

use crate::{AllSteps, Finder, FinderContext, Position, SearchOptions, Step, Technique, Uniqueness};
use std::ops::ControlFlow;
use veridoku_core::{Candidate, CandidateSet, Cell, CellSet, Digit, DigitSet, Grid, House};

/// The candidates of an otherwise empty grid.
pub(crate) struct Sketch(CandidateSet);

impl Sketch {
    /// Creates an empty grid with all candidates.
    pub(crate) fn new() -> Sketch {
        Sketch(CandidateSet::ALL)
    }

    /// Creates an empty grid in which the digit 1 can only go in the cells marked `x`.
    pub(crate) fn places_of_one(picture: &[&str; 9]) -> Sketch {
        let marks = picture.iter().flat_map(|line| line.chars());
        let places = CellSet::ALL.iter().zip(marks).filter(|&(_, mark)| mark == 'x').map(|(cell, _)| cell);
        let mut sketch = Sketch::new();
        sketch.0.set_cells(Digit::ALL[0], places.collect());
        sketch
    }

    /// Restricts the cell to these digits.
    pub(crate) fn cell(mut self, cell: &str, digits: &str) -> Sketch {
        let cell: Cell = cell.parse().expect("a cell");
        let digits: DigitSet = digits.parse().expect("digits");
        self.0.set_digits(cell, self.0.digits(cell) & digits);
        self
    }

    /// Restricts the digit to these cells of the house.
    pub(crate) fn house(mut self, house: &str, digit: char, cells: &str) -> Sketch {
        let house: House = house.parse().expect("a house");
        let digit = Digit::from_char(digit).expect("a digit");
        let cells: CellSet = cells.parse().expect("cells");
        self.0.set_cells(digit, self.0.cells(digit) - (house.cells() - cells));
        self
    }

    /// Returns the position.
    pub(crate) fn position(&self) -> Position {
        Position::from_parts(Grid::EMPTY, CellSet::EMPTY, &self.0, Uniqueness::Unknown)
    }

    /// Returns all steps that the finder finds.
    pub(crate) fn steps(&self, finder: Finder) -> Vec<Step> {
        steps(finder, &self.position())
    }

    /// Returns the eliminations of each step of the technique, as in `4r1c2 4r1c3`.
    pub(crate) fn eliminations(&self, finder: Finder, technique: Technique) -> Vec<String> {
        let steps = self.steps(finder);
        steps
            .iter()
            .filter(|step| step.technique == technique)
            .map(|step| names(&step.eliminations))
            .collect()
    }

    /// Returns the placements of each step, such as `5r2c5`.
    pub(crate) fn placements(&self, finder: Finder) -> Vec<String> {
        self.steps(finder).iter().map(|step| names(&step.placements)).collect()
    }
}

/// Formats candidates as `4r1c2 4r1c3`.
fn names(candidates: &CandidateSet) -> String {
    candidates.iter().map(|candidate: Candidate| candidate.to_string()).collect::<Vec<_>>().join(" ")
}

/// Eliminates all candidates of the cell except these.
pub(crate) fn keep(position: &mut Position, cell: Cell, digits: &str) {
    let kept: DigitSet = digits.parse().expect("digits");
    for digit in position.digits(cell) - kept {
        position.eliminate(Candidate::new(cell, digit));
    }
}

/// Returns all steps that the finder finds in the position.
pub(crate) fn steps(finder: Finder, position: &Position) -> Vec<Step> {
    let mut all = AllSteps::default();
    let end = finder(&FinderContext::new(position, SearchOptions::default()), &mut all);
    assert_eq!(end, ControlFlow::Continue(()), "the search runs to its end");
    all.0
}

/// Returns the combined eliminations of all steps that the finder finds.
pub(crate) fn all_eliminations(finder: Finder, position: &Position) -> CandidateSet {
    steps(finder, position).iter().fold(CandidateSet::EMPTY, |all, step| all | step.eliminations)
}
