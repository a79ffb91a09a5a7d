//! Patterns of one digit with two strong links: at least one of the two far ends is true.
//!
//! ```text
//! skyscraper              2-string kite           turbot fish             empty rectangle
//! . 5 . │ . . 5 │ .       5 . . │ . 5 . │ .       . 5 . │ . . 5 │ .       . 5 . │ . . 5 │ .
//!   ‖         ‖           ‖     │ . . . │         ‖       .     ‖           :       .     ‖
//!   ‖         ‖           ‖ 5 ══╪═══════ 5        5 . . │ . . . │ 5 ….    5.5.5 │ . . . │ 5 ….
//!   5 ─────── 5           ends see the corner     any two strong links    a cross in a box replaces
//! ends see each other's                           joined by a weak one    one of the links
//! box or line
//! ```
//!
//! A house with two places is a strong link: one of them is true. The near ends of the two links see each
//! other, so at most one of them is true, and at least one of the far ends is true. The digit is eliminated
//! from cells that see both far ends. All these patterns are short X-chains, and their evidence is a chain.

mod empty_rectangle;
mod two_links;

pub(crate) use empty_rectangle::{dual_empty_rectangle, empty_rectangle};
pub(crate) use two_links::{dual_two_string_kite, skyscraper, turbot_fish, two_string_kite};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Technique;
    use crate::sketch::Sketch;

    #[test]
    fn a_skyscraper_eliminates_from_cells_that_see_both_roofs() {
        let sketch = Sketch::new().house("row 1", '5', "r1c1, r1c4").house("row 5", '5', "r5c1, r5c5");
        assert_eq!(sketch.eliminations(skyscraper, Technique::Skyscraper), ["5r2c5 5r3c5 5r4c4 5r6c4"]);
        let sketch = Sketch::new().house("row 1", '5', "r1c1, r1c4").house("row 5", '5', "r5c1, r5c4");
        assert!(sketch.steps(skyscraper).is_empty(), "an X-wing");
    }

    #[test]
    fn a_kite_eliminates_at_its_corner() {
        let sketch = Sketch::new().house("row 1", '5', "r1c2, r1c7").house("column 3", '5', "r3c3, r8c3");
        assert_eq!(sketch.eliminations(two_string_kite, Technique::TwoStringKite), ["5r8c7"]);
        let sketch = Sketch::new().house("row 1", '5', "r1c3, r1c7").house("column 3", '5', "r1c3, r8c3");
        assert!(sketch.steps(two_string_kite).is_empty(), "the strings share a cell");
    }

    #[test]
    fn kites_with_the_same_connection_are_joined() {
        let strings = |sketch: Sketch, digit, row, column| {
            sketch.house("row 1", digit, row).house("column 3", digit, column)
        };
        let sketch = strings(Sketch::new(), '5', "r1c2, r1c7", "r3c3, r8c3");
        let sketch = strings(sketch, '6', "r1c2, r1c8", "r3c3, r9c3");
        assert_eq!(sketch.eliminations(dual_two_string_kite, Technique::DualTwoStringKite), ["5r8c7 6r9c8"]);
    }

    #[test]
    fn a_turbot_fish_may_use_a_box() {
        let sketch = Sketch::new().house("row 1", '5', "r1c2, r1c5").house("box 5", '5', "r4c5, r6c6");
        assert_eq!(sketch.eliminations(turbot_fish, Technique::TurbotFish), ["5r6c2"]);
        assert!(sketch.steps(skyscraper).is_empty() && sketch.steps(two_string_kite).is_empty());
    }

    #[test]
    fn an_empty_rectangle_extends_a_strong_link() {
        let sketch =
            Sketch::new().house("box 1", '5', "r2c1, r2c3, r1c2, r3c2").house("column 5", '5', "r2c5, r7c5");
        assert_eq!(sketch.eliminations(empty_rectangle, Technique::EmptyRectangle), ["5r7c2"]);
        let sketch = Sketch::new().house("box 1", '5', "r2c1, r3c2").house("column 5", '5', "r2c5, r7c5");
        assert!(sketch.steps(empty_rectangle).is_empty(), "two places are a turbot fish");
    }
}
