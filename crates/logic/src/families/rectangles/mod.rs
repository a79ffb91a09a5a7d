//! Unique rectangles: four corners that must not all hold the same two digits.
//!
//! ```text
//!           c2      c3                 c2      c3
//!   r1 │   4 7     4 7          r1 │    4       7          r1 │    7       4
//!      │                   ⇒       │                  or      │
//!   r5 │   4 7    4 7 9         r5 │    7       4          r5 │    4       7
//! ```
//!
//! The corners are in two rows, two columns and two boxes. If they held only 4 and 7, these could be swapped:
//! every row, column and box would keep its digits, so the puzzle would have a second solution. Therefore, in
//! a puzzle with one solution, **at least one corner holds a third digit**. The extra candidates are the
//! guardians of the rectangle; the corners that have them are its roof, the others its floor. At least one of
//! the guardians is true. The seven types draw different conclusions from that; each is a rule in `rules.rs`.
//! `corners.rs` finds the rectangles.
//!
//! The argument is about the solution, not about candidates. It holds for any four cells that are not givens,
//! no matter which candidates have been eliminated from them and why: a rectangle that lacks some of its own
//! candidates is just as impossible, and the list of guardians is just as complete. (A given cannot be
//! swapped, but corners are empty cells, so they are not givens.) So incomplete rectangles are sound. As in
//! HoDoKu, one corner must have exactly the two digits, and no corner may see a cell in which one of them is
//! already placed: otherwise the swap was impossible from the start, and the guardians add no information.

mod corners;
mod rules;

pub(crate) use corners::{UniqueRectangle, unique_rectangles};
pub(crate) use rules::unique_rectangle;

#[cfg(test)]
mod tests {
    use crate::sketch::Sketch;
    use crate::{AllSteps, FinderContext, Rectangles, SearchOptions, Technique};

    /// Returns a sketch with a rectangle of 1 and 2 in r14c12, whose corners have these candidates.
    fn corners(digits: [&str; 4]) -> Sketch {
        ["r1c1", "r1c2", "r4c1", "r4c2"]
            .into_iter()
            .zip(digits)
            .fold(Sketch::new(), |sketch, (cell, digits)| sketch.cell(cell, digits))
    }

    #[test]
    fn type_1_eliminates_both_digits_from_the_only_roof_cell() {
        let sketch = corners(["12", "12", "12", "123"]);
        assert_eq!(
            sketch.eliminations(Technique::UniqueRectangle1.finder(), Technique::UniqueRectangle1),
            ["1r4c2 2r4c2"]
        );
    }

    #[test]
    fn incomplete_rectangles_count_unless_the_options_are_strict() {
        let sketch = corners(["12", "12", "2", "123"]);
        assert_eq!(
            sketch.eliminations(Technique::UniqueRectangle1.finder(), Technique::UniqueRectangle1),
            ["1r4c2 2r4c2"]
        );
        let position = sketch.position();
        let options = SearchOptions { rectangles: Rectangles::Strict, ..SearchOptions::default() };
        let mut all = AllSteps::default();
        assert!(
            Technique::UniqueRectangle1.finder()(&FinderContext::new(&position, options), &mut all)
                .is_continue()
        );
        assert!(all.0.is_empty());
    }

    #[test]
    fn types_2_and_5_eliminate_the_common_guardian_digit() {
        let side = corners(["12", "12", "123", "123"]).steps(Technique::UniqueRectangle2.finder());
        assert_eq!(side.iter().map(|step| step.eliminations.len()).collect::<Vec<_>>(), [13]);
        let across = corners(["12", "123", "123", "12"]);
        assert_eq!(
            across.eliminations(Technique::UniqueRectangle5.finder(), Technique::UniqueRectangle5),
            ["3r2c1 3r3c1 3r5c2 3r6c2"]
        );
        assert!(across.steps(Technique::UniqueRectangle2.finder()).is_empty());
    }

    #[test]
    fn type_3_uses_the_roof_as_one_cell_of_a_subset() {
        let steps = corners(["12", "12", "123", "124"])
            .cell("r4c5", "34")
            .steps(Technique::UniqueRectangle3.finder());
        assert_eq!(steps.iter().map(|step| step.eliminations.len()).collect::<Vec<_>>(), [12]);
    }

    #[test]
    fn type_4_eliminates_the_digit_that_is_not_confined() {
        let side = corners(["12", "12", "123", "124"]).house("row 4", '1', "r4c1, r4c2").house(
            "box 4",
            '1',
            "r4c1, r4c2",
        );
        assert_eq!(
            side.eliminations(Technique::UniqueRectangle4.finder(), Technique::UniqueRectangle4),
            ["2r4c1 2r4c2"]
        );
    }

    #[test]
    fn type_6_eliminates_a_confined_digit_from_the_roof() {
        let sketch = corners(["12", "123", "124", "12"])
            .house("row 1", '1', "r1c1, r1c2")
            .house("row 4", '1', "r4c1, r4c2")
            .house("column 1", '1', "r1c1, r4c1")
            .house("column 2", '1', "r1c2, r4c2");
        assert_eq!(
            sketch.eliminations(Technique::UniqueRectangle6.finder(), Technique::UniqueRectangle6),
            ["1r1c2 1r4c1"]
        );
    }

    #[test]
    fn a_hidden_rectangle_needs_strong_links_at_the_far_corner() {
        let sketch = corners(["12", "123", "124", "1257"]).house("row 4", '1', "r4c1, r4c2").house(
            "column 2",
            '1',
            "r1c2, r4c2",
        );
        assert_eq!(
            sketch.eliminations(Technique::HiddenRectangle.finder(), Technique::HiddenRectangle),
            ["2r4c2"]
        );
    }

    #[test]
    fn corners_in_four_boxes_are_not_a_unique_rectangle() {
        let sketch =
            ["r1c1", "r1c5", "r4c1"].into_iter().fold(Sketch::new(), |sketch, cell| sketch.cell(cell, "12"));
        assert!(sketch.cell("r4c5", "123").steps(Technique::UniqueRectangle1.finder()).is_empty());
    }
}
