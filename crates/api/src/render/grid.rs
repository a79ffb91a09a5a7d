//! Draws grids for the terminal.
//!
//! A puzzle and its solutions are drawn side by side, so that givens and solved digits can be distinguished
//! without colour. Three grids fit into 80 columns; on a narrower terminal, they are drawn below each other.

use super::text_width::TextWidth;
use anstyle::{AnsiColor, Style};
use std::fmt::Write;
use veridoku_core::{Cell, CellSet, Digit, Grid};

const SOLVED: Style = AnsiColor::Cyan.on_default();
const GIVEN: Style = Style::new().bold();
const HIGHLIGHTED: Style = AnsiColor::Red.on_default().bold();
/// The gap between two grids.
const GAP: &str = "  ";
/// The width of a grid.
const WIDTH: usize = 25;

/// A grid to draw.
#[derive(Copy, Clone, Debug)]
pub struct GridView<'a> {
    /// The title above the grid.
    pub title: &'a str,
    /// The values.
    pub grid: &'a Grid,
    /// The cells with givens.
    pub givens: CellSet,
    /// The cells to highlight.
    pub highlighted: CellSet,
}

/// Draws grids side by side, as many as fit into a width.
pub fn side_by_side(views: &[GridView<'_>], width: TextWidth) -> String {
    let fits = |&count: &usize| width.fits(count * (WIDTH + GAP.len()) - GAP.len());
    let count = (1..=views.len()).rev().find(fits).unwrap_or(1);
    views.chunks(count).map(row_of_grids).collect()
}

/// Draws grids side by side.
fn row_of_grids(views: &[GridView<'_>]) -> String {
    let mut text = String::new();
    let mut line = |draw: &dyn Fn(&GridView<'_>) -> String| {
        let drawn: Vec<String> = views.iter().map(draw).collect();
        text.push_str(drawn.join(GAP).trim_end());
        text.push('\n');
    };
    line(&|view| format!("{:^WIDTH$}", view.title));
    line(&|_| "┌───────┬───────┬───────┐".to_string());
    for row in 0..9 {
        if row == 3 || row == 6 {
            line(&|_| "├───────┼───────┼───────┤".to_string());
        }
        line(&|view| view.row(row));
    }
    line(&|_| "└───────┴───────┴───────┘".to_string());
    text
}

impl GridView<'_> {
    fn row(&self, row: usize) -> String {
        let mut text = String::new();
        for column in 0..9 {
            if column % 3 == 0 {
                text.push_str("│ ");
            }
            let cell = Cell::new(row, column);
            let style = if self.highlighted.contains(cell) {
                HIGHLIGHTED
            } else if self.givens.contains(cell) {
                GIVEN
            } else {
                SOLVED
            };
            match self.grid.get(cell).map(Digit::to_char) {
                None if style == SOLVED => text.push_str("· "),
                None => _ = write!(text, "{style}·{style:#} "),
                Some(digit) => _ = write!(text, "{style}{digit}{style:#} "),
            }
        }
        text.push('│');
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn grids_that_do_not_fit_are_drawn_below_each_other() {
        let view =
            GridView { title: "x", grid: &Grid::EMPTY, givens: CellSet::EMPTY, highlighted: CellSet::EMPTY };
        for (columns, lines, widest) in [(80, 14, 79), (78, 28, 52), (52, 28, 52), (51, 42, 25), (10, 42, 25)]
        {
            let text = side_by_side(&[view; 3], TextWidth::Columns(columns));
            let longest = text.lines().map(|line| line.chars().count()).max();
            assert_eq!((text.lines().count(), longest), (lines, Some(widest)), "{columns}");
        }
    }
}
