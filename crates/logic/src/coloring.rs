//! The strong links of one digit in two colours: all places of one colour are true, all of the other false.
//!
//! ```text
//! A ══ b      strong links join the colours A and b; a place without a strong link
//!      ‖      has no colour; places that are not joined belong to different colourings
//!      A ══ b
//! ```
//!
//! A file of its own because simple colours and multi colours share the table.

use crate::evidence::{Cluster, Truth};
use crate::position::Position;
use veridoku_core::{CandidateSet, Cell, CellSet, Digit, House, HouseSet};

/// Places of a digit that are joined by strong links.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Coloring {
    /// The colour of the first place.
    pub(crate) first: CellSet,
    /// The other colour.
    pub(crate) second: CellSet,
}

/// The colourings of the digit with these strong links, in the order of their first places.
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
    /// The colouring of a place with a strong link.
    fn from(position: &Position, digit: Digit, start: Cell) -> Coloring {
        let mut colors = [CellSet::only(start), CellSet::EMPTY];
        // What is new in a colour gives the other colour to its partners, until nothing is new.
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

    /// The places of both colours.
    pub(crate) fn cells(self) -> CellSet {
        self.first | self.second
    }

    /// The colouring as evidence.
    pub(crate) fn cluster(self, position: &Position, digit: Digit) -> Cluster {
        let joins = |house: &House| {
            let places = position.cells_in(*house, digit);
            places.len() == 2 && places.is_subset(self.cells())
        };
        let of = |cells| {
            let mut candidates = CandidateSet::EMPTY;
            candidates.set_cells(digit, cells);
            candidates
        };
        Cluster {
            first: of(self.first),
            second: of(self.second),
            truths: House::all().filter(joins).map(|house| Truth::House(house, digit)).collect(),
        }
    }
}
