//! Colours the candidates of one digit along its strong links: all candidates of one colour are true, and all
//! of the other are false.
//!
//! ```text
//! A ══ b      Strong links connect candidates of different colours, A and b. Candidates
//!      ‖      without a strong link have no colour, and unconnected candidates belong to
//!      A ══ b different colourings.
//! ```
//!
//! The finders for simple colours and multi colours share these colourings.

use crate::{Cluster, Position, Truth};
use veridoku_core::{CandidateSet, Cell, CellSet, Digit, House, HouseSet};

/// The candidates of a digit that are connected by strong links.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Coloring {
    /// The cells with the colour of the first cell.
    pub(crate) first: CellSet,
    /// The cells with the other colour.
    pub(crate) second: CellSet,
}

/// Returns the colourings of the digit, in the order of their first cells. `strong_houses` are the houses
/// in which the digit has a strong link.
pub(crate) fn colorings(position: &Position, digit: Digit, strong_houses: HouseSet) -> Vec<Coloring> {
    let places = |house| position.cells_in(house, digit);
    let mut open = strong_houses.iter().fold(CellSet::EMPTY, |cells, house| cells | places(house));
    let mut colorings = Vec::new();
    while let Some(start) = open.first() {
        let coloring = Coloring::from(position, digit, start);
        open -= coloring.cells();
        colorings.push(coloring);
    }
    colorings
}

impl Coloring {
    /// Creates the colouring that contains this cell.
    fn from(position: &Position, digit: Digit, start: Cell) -> Coloring {
        let mut colors = [CellSet::only(start), CellSet::EMPTY];
        // Give the other colour to the partners of newly coloured cells, until there are no new cells.
        let mut fresh = [CellSet::only(start), CellSet::EMPTY];
        let mut own = 0;
        while fresh.iter().any(|cells| !cells.is_empty()) {
            let other = 1 - own;
            for cell in std::mem::take(&mut fresh[own]) {
                for house in cell.houses() {
                    if let Some(partner) = position.cells_in(house, digit).without(cell).single()
                        && !colors[own].contains(partner)
                        && colors[other].insert(partner)
                    {
                        fresh[other].insert(partner);
                    }
                }
            }
            own = other;
        }
        Coloring { first: colors[0], second: colors[1] }
    }

    /// Returns the cells of both colours.
    pub(crate) fn cells(self) -> CellSet {
        self.first | self.second
    }

    /// Converts the colouring into evidence.
    pub(crate) fn cluster(self, position: &Position, digit: Digit) -> Cluster {
        let joins = |house: &House| {
            let places = position.cells_in(*house, digit);
            places.len() == 2 && places.is_subset(self.cells())
        };
        Cluster {
            first: CandidateSet::of_digit(digit, self.first),
            second: CandidateSet::of_digit(digit, self.second),
            truths: House::all().filter(joins).map(|house| Truth::House(house, digit)).collect(),
        }
    }
}
