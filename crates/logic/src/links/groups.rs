//! Groups: the candidates of a digit in the intersection of a line and a box, treated as one node of a chain.
//!
//! ```text
//! 5 5 . │ . . . │ . 5 .     the digit is in the group r1c12, or in r1c8: a strong link
//! . . . │       │
//! ```
//!
//! A group is true if one of its candidates is true, and false if all of them are false.

use super::LinkTable;
use crate::evidence::Node;
use crate::position::Position;
use veridoku_core::{Candidate, CellSet, Digit, House, HouseKind};

/// Returns all groups: first those of the rows, then those of the columns, ordered by line, digit and box.
pub(super) fn groups(position: &Position) -> Vec<Node> {
    let mut groups = Vec::new();
    for kind in [HouseKind::Row, HouseKind::Column] {
        for line in (0..9).map(|index| House::new(kind, index)) {
            for digit in Digit::ALL {
                let places = position.cells_in(line, digit);
                if places.len() < 2 {
                    continue;
                }
                for r#box in (0..9).map(|index| House::new(HouseKind::Box, index)) {
                    let cells = places & r#box.cells();
                    if cells.len() >= 2 {
                        groups.push(Node { digit, cells });
                    }
                }
            }
        }
    }
    groups
}

/// Returns the line and the box of a group.
fn houses(cells: CellSet) -> [Option<House>; 2] {
    let first = cells.first();
    let house = |kinds: &[HouseKind]| {
        let houses = kinds.iter().filter_map(|&kind| first.map(|cell| cell.house(kind)));
        houses.into_iter().find(|house| cells.is_subset(house.cells()))
    };
    [house(&[HouseKind::Row, HouseKind::Column]), house(&[HouseKind::Box])]
}

impl LinkTable {
    /// Links the groups to single candidates and to each other.
    pub(super) fn link_groups(&mut self, position: &Position) {
        for number in self.singles..self.nodes.len() {
            let Node { digit, cells } = self.nodes[number];
            for cell in cells.common_peers() & position.cells(digit) {
                let single = self.number(Candidate::new(cell, digit));
                self.link_weakly(number, single);
                self.link_weakly(single, number);
            }
            let [line, r#box] = houses(cells);
            for house in [r#box, line].into_iter().flatten() {
                if let Some(cell) = (position.cells_in(house, digit) - cells).single() {
                    let single = self.number(Candidate::new(cell, digit));
                    self.link_strongly(number, single);
                    self.link_strongly(single, number);
                }
            }
            for house in [line, r#box].into_iter().flatten() {
                self.link_in_house(position, number, house);
            }
        }
    }

    /// Links a group to the other groups of its digit in a house.
    fn link_in_house(&mut self, position: &Position, number: usize, house: House) {
        let Node { digit, cells } = self.nodes[number];
        let apart = |other: &Node| {
            other.digit == digit && other.cells.is_disjoint(cells) && other.cells.is_subset(house.cells())
        };
        let mut others = 0;
        let mut last = number;
        for other in self.singles..self.nodes.len() {
            if apart(&self.nodes[other]) {
                self.link_weakly(number, other);
                (others, last) = (others + 1, other);
            }
        }
        let rest = position.cells_in(house, digit) - cells - self.nodes[last].cells;
        if others == 1 && rest.is_empty() {
            self.link_strongly(number, last);
        }
    }
}
