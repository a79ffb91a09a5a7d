//! 3D Medusa: the strong links of all digits, coloured alternately with two colours.
//!
//! Simple colours use one digit. A bivalue cell is a strong link too, and connects two digits: it adds a
//! third dimension. All candidates of one colour are true, and all candidates of the other are false. Which
//! colour is true is unknown, but the following conclusions are possible:
//!
//! ```text
//! a colour is false if                                     an uncoloured candidate is false if
//!   it occurs twice in a cell                                its cell has both colours
//!   it occurs twice for one digit in a house                 it sees both colours of its digit
//!   it eliminates all candidates of a cell                   it sees one colour of its digit, and its
//!   it eliminates all places of a digit in a house           cell has the other colour
//! ```
//!
//! (Andrew Stuart's SudokuWiki lists all of these except the last one on the left.)

use crate::{Cluster, Evidence, FinderContext, Position, Sink, Step, Technique, Truth};
use std::ops::ControlFlow;
use veridoku_core::{Candidate, CandidateSet, Cell, CellSet, Digit, House};

/// Finds clusters of candidates connected by strong links, and the eliminations that follow from their two
/// colours.
pub(crate) fn medusa(context: &FinderContext<'_>, sink: &mut dyn Sink) -> ControlFlow<()> {
    let position = context.position();
    let mut colored = CandidateSet::EMPTY;
    for cell in position.empty_cells() {
        for digit in position.digits(cell) {
            let start = Candidate::new(cell, digit);
            if colored.contains(start) {
                continue;
            }
            let cluster = cluster(position, start);
            colored |= cluster.first | cluster.second;
            if !cluster.second.is_empty() {
                conclude(position, cluster, sink)?;
            }
        }
    }
    ControlFlow::Continue(())
}

/// Returns all candidates that are connected to this one by strong links, divided into two colours.
fn cluster(position: &Position, start: Candidate) -> Cluster {
    let mut colors = [CandidateSet::only(start), CandidateSet::EMPTY];
    let mut truths = Vec::new();
    let mut open = vec![(start, 0)];
    while let Some((candidate, own)) = open.pop() {
        let other = 1 - own;
        for (truth, partner) in partners(position, candidate) {
            if !truths.contains(&truth) {
                truths.push(truth);
            }
            if !colors[own].contains(partner) && colors[other].insert(partner) {
                open.push((partner, other));
            }
        }
    }
    let [first, second] = colors;
    Cluster { first, second, truths }
}

/// Returns the candidates that are strongly linked to this one, with the reason for each link.
fn partners(position: &Position, candidate: Candidate) -> impl Iterator<Item = (Truth, Candidate)> {
    let (cell, digit) = (candidate.cell(), candidate.digit());
    let in_cell = position.digits(cell).without(digit).single();
    let in_cell = in_cell.map(|other| (Truth::Cell(cell), Candidate::new(cell, other)));
    let in_houses = cell.houses().into_iter().filter_map(move |house| {
        let other = position.cells_in(house, digit).without(cell).single()?;
        Some((Truth::House(house, digit), Candidate::new(other, digit)))
    });
    in_cell.into_iter().chain(in_houses)
}

/// Reports the conclusions that follow from a cluster.
fn conclude(position: &Position, cluster: Cluster, sink: &mut dyn Sink) -> ControlFlow<()> {
    let (first, second) = (cluster.first, cluster.second);
    let eliminations = [first, second].map(|color| eliminated_by(position, &color));
    for (color, eliminated) in [first, second].iter().zip(&eliminations) {
        let reason =
            if color.is_disjoint(eliminated) { emptied(position, eliminated).map(Some) } else { Some(None) };
        if let Some(truth) = reason {
            let mut cluster = cluster.clone();
            cluster.truths.extend(truth);
            let evidence = Evidence::Colors(vec![cluster]);
            return sink.take(Step::eliminating(Technique::Medusa, *color, evidence));
        }
    }
    let trapped = (eliminations[0] & eliminations[1]) - (first | second);
    sink.eliminate(Technique::Medusa, trapped, || Evidence::Colors(vec![cluster]))
}

/// Returns the candidates that are false if all candidates of the colour are true: other digits in the same
/// cells, and the same digits in their peers.
fn eliminated_by(position: &Position, color: &CandidateSet) -> CandidateSet {
    let mut eliminated = CandidateSet::EMPTY;
    let mut once = CellSet::EMPTY;
    let mut twice = CellSet::EMPTY;
    for digit in Digit::ALL {
        twice |= once & color.cells(digit);
        once |= color.cells(digit);
    }
    for digit in Digit::ALL {
        let seen = color.cells(digit).iter().fold(CellSet::EMPTY, |seen, cell| seen | cell.peers());
        let crowded = (once - color.cells(digit)) | twice;
        eliminated.set_cells(digit, (seen | crowded) & position.cells(digit));
    }
    eliminated
}

/// Returns a cell, or a digit in a house, whose candidates are all eliminated.
fn emptied(position: &Position, eliminated: &CandidateSet) -> Option<Truth> {
    let cell = |cell: Cell| position.digits(cell).is_subset(eliminated.digits(cell));
    let house = |house: House, digit: Digit| {
        let places = position.cells_in(house, digit);
        !places.is_empty() && places.is_subset(eliminated.cells(digit))
    };
    let mut cells = eliminated.occupied().iter();
    let mut houses = House::all().flat_map(|house| Digit::ALL.map(|digit| (house, digit)));
    cells.find(|&one| cell(one)).map(Truth::Cell).or_else(|| {
        houses.find(|&(one, digit)| house(one, digit)).map(|(one, digit)| Truth::House(one, digit))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sketch::Sketch;

    #[test]
    fn a_cell_with_both_colours_has_no_other_digit() {
        let sketch = Sketch::new()
            .cell("r1c1", "12")
            .house("row 1", '1', "r1c1, r1c5")
            .house("column 1", '2', "r1c1, r5c1")
            .house("row 5", '2', "r5c1, r5c5")
            .house("column 5", '2', "r5c5, r1c5");
        let rest = "3r1c5 4r1c5 5r1c5 6r1c5 7r1c5 8r1c5 9r1c5";
        let eliminated = format!("2r1c2 2r1c3 2r1c4 {rest} 2r1c6 2r1c7 2r1c8 2r1c9");
        assert_eq!(
            sketch.eliminations(medusa, Technique::Medusa),
            [eliminated],
            "and row 1 sees both colours of the 2"
        );
    }

    #[test]
    fn a_colour_twice_in_a_cell_is_false() {
        let sketch = Sketch::new()
            .cell("r1c1", "12")
            .house("row 1", '1', "r1c1, r1c5")
            .house("column 1", '2', "r1c1, r5c1")
            .house("row 5", '2', "r5c1, r5c6")
            .house("box 5", '2', "r5c6, r4c5")
            .house("column 5", '2', "r4c5, r1c5");
        assert_eq!(sketch.eliminations(medusa, Technique::Medusa), ["2r1c1 1r1c5 2r1c5 2r5c6"]);
    }

    #[test]
    fn a_colour_that_empties_a_cell_is_false() {
        let sketch = Sketch::new()
            .house("row 1", '1', "r1c1, r1c5")
            .cell("r1c1", "12")
            .house("column 1", '2', "r1c1, r7c1")
            .house("row 7", '2', "r7c1, r7c5");
        let before = sketch.eliminations(medusa, Technique::Medusa);
        assert!(!before.contains(&"2r1c1 1r1c5 2r7c5".to_owned()), "{before:?}");
        let sketch = sketch.cell("r5c5", "12");
        assert_eq!(sketch.eliminations(medusa, Technique::Medusa), ["2r1c1 1r1c5 2r7c5"]);
    }

    #[test]
    fn a_colour_that_leaves_no_place_for_a_digit_is_false() {
        let sketch = Sketch::new()
            .house("row 1", '5', "r1c1, r1c5")
            .house("column 5", '5', "r1c5, r7c5")
            .house("row 8", '5', "r8c1, r8c4, r8c6");
        // r1c1 and r7c5 have the same colour, and together they see all places of row 8.
        assert_eq!(sketch.eliminations(medusa, Technique::Medusa), ["5r1c1 5r7c5"]);
    }
}
