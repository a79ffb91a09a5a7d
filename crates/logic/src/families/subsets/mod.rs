//! Subsets: N cells of a house that hold N digits.
//!
//! Naked and hidden subsets are two views of the same pattern. Write a house as a table, with a row for each
//! cell and a column for each digit. Two rows with marks in only two columns are a naked pair; two columns
//! with marks in only two rows are a hidden pair:
//!
//! ```text
//!            1 2 3 4 5                 naked pair:  r1c1 and r1c4 have only 2 and 5,
//!     r1c1   . x . . x                              so no other cell holds 2 or 5
//!     r1c2   x x x . x                 hidden pair: 1 and 3 go only in r1c2 and r1c5,
//!     r1c4   . x . . x                              so these cells hold nothing else
//!     r1c5   x . x x x
//! ```
//!
//! So one search, `confined.rs`, finds both: it looks for N lines of the table whose marks are in N crossing
//! lines. A naked pair or triple in the intersection of a line and a box that eliminates candidates from both
//! is called locked.

mod confined;
mod finders;

pub(crate) use finders::{hidden, naked};

#[cfg(test)]
mod tests {
    use crate::Technique;
    use crate::sketch::Sketch;

    #[test]
    fn a_naked_pair_clears_its_line() {
        let sketch = Sketch::new().cell("r1c1", "12").cell("r1c5", "12");
        let eliminated =
            "1r1c2 2r1c2 1r1c3 2r1c3 1r1c4 2r1c4 1r1c6 2r1c6 1r1c7 2r1c7 1r1c8 2r1c8 1r1c9 2r1c9";
        assert_eq!(sketch.eliminations(Technique::NakedPair.finder(), Technique::NakedPair), [eliminated]);
        assert!(
            sketch.steps(Technique::LockedPair.finder()).is_empty()
                && sketch.steps(Technique::NakedTriple.finder()).is_empty()
        );
    }

    #[test]
    fn a_pair_in_an_intersection_is_locked_and_reported_once() {
        let sketch = Sketch::new().cell("r1c1", "12").cell("r1c2", "12");
        assert_eq!(sketch.steps(Technique::LockedPair.finder()).len(), 1);
        assert_eq!(
            sketch.steps(Technique::LockedPair.finder())[0].eliminations.len(),
            2 * 13,
            "the rest of row 1 and of box 1"
        );
        assert!(sketch.steps(Technique::NakedPair.finder()).is_empty());
        let sketch = Sketch::new().cell("r4c9", "12").cell("r5c9", "23").cell("r6c9", "13");
        assert_eq!(sketch.steps(Technique::LockedTriple.finder())[0].eliminations.len(), 3 * 12);
    }

    #[test]
    fn triples_and_quadruples_need_not_have_all_their_digits_everywhere() {
        let sketch = Sketch::new().cell("r1c1", "12").cell("r4c1", "23").cell("r7c1", "13");
        assert_eq!(sketch.steps(Technique::NakedTriple.finder())[0].eliminations.len(), 3 * 6);
        let sketch =
            Sketch::new().cell("r1c1", "12").cell("r1c4", "23").cell("r1c7", "34").cell("r1c9", "14");
        assert_eq!(sketch.steps(Technique::NakedQuadruple.finder())[0].eliminations.len(), 4 * 5);
        let sketch = Sketch::new().cell("r1c1", "12").cell("r1c4", "23").cell("r2c7", "13");
        assert!(sketch.steps(Technique::NakedTriple.finder()).is_empty(), "not in one house");
    }

    #[test]
    fn hidden_subsets_clear_their_cells() {
        let pair = Sketch::new().house("row 1", '1', "r1c1, r1c5").house("row 1", '2', "r1c1, r1c5");
        let eliminated =
            "3r1c1 4r1c1 5r1c1 6r1c1 7r1c1 8r1c1 9r1c1 3r1c5 4r1c5 5r1c5 6r1c5 7r1c5 8r1c5 9r1c5";
        assert_eq!(pair.eliminations(Technique::HiddenPair.finder(), Technique::HiddenPair), [eliminated]);
        let triple = ["r1c1, r2c1", "r2c1, r3c3", "r1c1, r3c3"];
        let triple = "123"
            .chars()
            .zip(triple)
            .fold(Sketch::new(), |sketch, (digit, cells)| sketch.house("box 1", digit, cells));
        assert_eq!(triple.steps(Technique::HiddenTriple.finder())[0].eliminations.len(), 3 * 6);
        let cells = "r1c9, r3c9, r5c9, r9c9";
        let quadruple =
            "1234".chars().fold(Sketch::new(), |sketch, digit| sketch.house("column 9", digit, cells));
        assert_eq!(quadruple.steps(Technique::HiddenQuadruple.finder())[0].eliminations.len(), 4 * 5);
    }

    #[test]
    fn a_hidden_pair_of_box_and_line_is_reported_once() {
        let both = ["box 1", "row 1"].into_iter().flat_map(|house| ['1', '2'].map(|digit| (house, digit)));
        let sketch =
            both.fold(Sketch::new(), |sketch, (house, digit)| sketch.house(house, digit, "r1c1, r1c2"));
        assert_eq!(sketch.steps(Technique::HiddenPair.finder()).len(), 1);
    }
}
