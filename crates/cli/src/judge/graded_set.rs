//! The puzzles of the judge.

use anyhow::Context;
use veridoku_core::{Cell, Grid, solve};

/// The puzzles: the group, and 81 cells.
const LINES: &str = include_str!("graded_set.txt");

/// The groups, in the order of the puzzles.
pub(crate) const GROUPS: [&str; 7] =
    ["sample", "solved", "easy", "empty-rows", "hard", "17-clues", "row-order"];

/// A puzzle with exactly one solution.
#[derive(Clone, Debug)]
pub(crate) struct GradedPuzzle {
    pub(crate) group: &'static str,
    /// The group, with a number if the group has several puzzles.
    pub(crate) name: String,
    pub(crate) grid: Grid,
    pub(crate) solution: Grid,
}

impl GradedPuzzle {
    /// Returns the puzzles of some groups, or of all groups if the list is empty.
    pub(crate) fn of_groups(groups: &[String]) -> anyhow::Result<Vec<GradedPuzzle>> {
        let mut puzzles: Vec<GradedPuzzle> = Vec::new();
        for line in LINES.lines().filter(|line| !line.starts_with('#')) {
            let (group, cells) = line.rsplit_once(' ').context("a group and a puzzle")?;
            let group = group.trim_end();
            if !groups.is_empty() && !groups.iter().any(|other| other == group) {
                continue;
            }
            let grid: Grid = cells.parse()?;
            let solution = solve::unique_solution(&grid).context("one solution")?;
            let number = 1 + puzzles.iter().filter(|other| other.group == group).count();
            let name = if is_single(LINES, group) { group.to_string() } else { format!("{group} {number}") };
            puzzles.push(GradedPuzzle { group, name, grid, solution });
        }
        Ok(puzzles)
    }

    /// Returns a puzzle without empty cells.
    pub(crate) fn solved() -> anyhow::Result<GradedPuzzle> {
        GradedPuzzle::of_groups(&["solved".to_string()])?.into_iter().next().context("a solved puzzle")
    }

    /// Returns the board in LeetCode's JSON, on one line.
    pub(crate) fn board(&self) -> String {
        let text = |row, column| {
            let digit = self.grid.get(Cell::new(row, column));
            digit.map_or_else(|| ".".to_string(), |digit| digit.to_string())
        };
        let row = |row| (0..9).map(|column| format!("\"{}\"", text(row, column))).collect::<Vec<_>>();
        let rows: Vec<String> = (0..9).map(|index| format!("[{}]", row(index).join(","))).collect();
        format!("[{}]", rows.join(","))
    }
}

/// Reports whether a group has one puzzle.
fn is_single(lines: &str, group: &str) -> bool {
    lines.lines().filter(|line| line.split_whitespace().next() == Some(group)).count() == 1
}

#[cfg(test)]
mod tests {
    use super::*;
    use veridoku_core::solve::count_up_to;

    #[test]
    fn groups_are_compared_as_whole_words() {
        let lines = "easy ...\neasy-rows ...\nhard ...\nhard ...\n";
        assert!(is_single(lines, "easy") && is_single(lines, "easy-rows") && !is_single(lines, "hard"));
    }

    #[test]
    fn every_puzzle_has_a_group_and_one_solution() {
        let puzzles = GradedPuzzle::of_groups(&[]).unwrap();
        let mut groups: Vec<&str> = puzzles.iter().map(|puzzle| puzzle.group).collect();
        groups.dedup();
        assert_eq!(groups, GROUPS);
        for puzzle in &puzzles {
            assert_eq!(count_up_to(&puzzle.grid, 2).count, 1, "{}", puzzle.name);
            assert!(puzzle.group != "17-clues" || puzzle.grid.filled().len() == 17);
            let first_row: String = puzzle.solution.to_string().chars().take(9).collect();
            assert!(puzzle.group != "row-order" || first_row == "987654321", "{first_row}");
            let has_empty_row = puzzle.grid.to_string().as_bytes().chunks(9).any(|row| row == b".........");
            assert!(puzzle.group != "empty-rows" || has_empty_row, "{}", puzzle.name);
        }
        let sample = puzzles[0].board();
        assert!(sample.starts_with(r#"[["5","3",".",".","7""#) && sample.ends_with(r#""7","9"]]"#));
    }
}
