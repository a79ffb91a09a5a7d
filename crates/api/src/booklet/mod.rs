//! Booklets: a PDF with several puzzles per page, their difficulty and seed, and the solutions at the end.
//!
//! ```text
//! ┌ title ───────────┐  ┌──────────────────┐  ┌ Solutions ───────┐
//! │ 1 hard    2 hard │  │ 5 …       6 …    │  │ 1     2     3    │
//! │ ┌──────┐ ┌──────┐│  │ ┌──────┐ ┌──────┐│  │ ┌───┐ ┌───┐ ┌───┐│
//! │ │      │ │      ││  │ │      │ │      ││  │ │   │ │   │ │   ││
//! │ └──────┘ └──────┘│  │ └──────┘ └──────┘│  │ └───┘ └───┘ └───┘│
//! │ 3 …       4 …    │  │ …                │  │ …                │
//! └───────── 1 ──────┘  └───────── 2 ──────┘  └───────── 3 ──────┘
//! ```
//!
//! `document.rs` draws pages and writes the PDF, `font.rs` has the metrics of its fonts.

mod document;
mod font;

use document::{Page, PdfDocument};
use font::{Font, code};
use std::io::{self, Write};
use veridoku_core::{CellSet, Grid};

/// The margin of a page.
const MARGIN: f64 = 42.0;
/// The height of the title.
const HEADER: f64 = 34.0;
/// The height of the caption above a grid.
const CAPTION: f64 = 16.0;
/// The space between two grids.
const GAP: f64 = 22.0;
/// The layout of the solutions.
const SOLUTIONS: PerPage = PerPage { columns: 3, rows: 4 };

/// A puzzle to print.
#[derive(Clone, Debug)]
pub struct BookletPuzzle {
    /// The clues.
    pub puzzle: Grid,
    /// The solution, if it should be printed.
    pub solution: Option<Grid>,
    /// The caption: difficulty, seed.
    pub caption: String,
}

/// The number of puzzles on a page.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct PerPage {
    columns: usize,
    rows: usize,
}

impl Default for PerPage {
    /// Four.
    fn default() -> PerPage {
        PerPage { columns: 2, rows: 2 }
    }
}

impl PerPage {
    /// The supported numbers of puzzles on a page.
    pub const NUMBERS: [usize; 6] = [1, 2, 4, 6, 9, 12];

    /// Returns the layout for this number of puzzles, if it is supported.
    pub const fn new(number: usize) -> Option<PerPage> {
        let (columns, rows) = match number {
            1 => (1, 1),
            2 => (1, 2),
            4 => (2, 2),
            6 => (2, 3),
            9 => (3, 3),
            12 => (3, 4),
            _ => return None,
        };
        Some(PerPage { columns, rows })
    }

    const fn number(self) -> usize {
        self.columns * self.rows
    }
}

/// The paper size.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "cli", derive(clap::ValueEnum))]
pub enum Paper {
    /// 210 × 297 mm.
    #[default]
    A4,
    /// 8.5 × 11 inches.
    Letter,
}

impl Paper {
    const fn size(self) -> (f64, f64) {
        match self {
            Paper::A4 => (595.28, 841.89),
            Paper::Letter => (612.0, 792.0),
        }
    }
}

/// A booklet.
#[derive(Clone, Debug, Default)]
pub struct Booklet {
    /// The title at the top of each page.
    pub title: String,
    /// A remark below the title in small print, such as the requested properties; may be empty.
    pub remark: String,
    /// The paper size.
    pub paper: Paper,
    /// The number of puzzles on a page.
    pub per_page: PerPage,
}

impl Booklet {
    /// Returns the PDF with these puzzles, in ASCII.
    ///
    /// ```
    /// use veridoku_api::booklet::{Booklet, BookletPuzzle};
    ///
    /// let puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
    /// let item = BookletPuzzle { puzzle, solution: None, caption: "easy".to_string() };
    /// let booklet = Booklet { title: "Sudoku".to_string(), ..Booklet::default() };
    /// assert!(booklet.pdf(&[item]).starts_with("%PDF-"));
    /// # Ok::<(), veridoku_core::ParseGridError>(())
    /// ```
    pub fn pdf(&self, puzzles: &[BookletPuzzle]) -> String {
        let mut bytes = Vec::new();
        // Writing to memory does not fail.
        let _ = self.write_pdf(puzzles, &mut bytes);
        String::from_utf8_lossy(&bytes).into_owned()
    }

    /// Writes the PDF with these puzzles page by page. It takes about 8 kB per puzzle.
    ///
    /// # Errors
    ///
    /// Returns an error if writing fails.
    pub fn write_pdf(&self, puzzles: &[BookletPuzzle], out: &mut dyn Write) -> io::Result<()> {
        let puzzle_figures: Vec<Figure<'_>> = puzzles
            .iter()
            .enumerate()
            .map(|(index, item)| Figure {
                number: index + 1,
                grid: item.puzzle,
                givens: item.puzzle.filled(),
                caption: &item.caption,
            })
            .collect();
        let solved = |(index, item): (usize, &BookletPuzzle)| {
            let (grid, givens) = (item.solution?, item.puzzle.filled());
            Some(Figure { number: index + 1, grid, givens, caption: "" })
        };
        let solution_figures: Vec<Figure<'_>> = puzzles.iter().enumerate().filter_map(solved).collect();
        let mut document = PdfDocument::start(&self.title, self.paper.size(), out)?;
        self.lay_out(&self.title, &puzzle_figures, self.per_page, &mut document)?;
        self.lay_out("Solutions", &solution_figures, SOLUTIONS, &mut document)?;
        if document.page_count() == 0 {
            // A PDF must have at least one page.
            document.add(Page::new())?;
        }
        document.finish()
    }

    /// Returns the characters in the title, the remark and the captions that the fonts lack, without
    /// duplicates. They are printed as question marks.
    pub fn unprintable(&self, puzzles: &[BookletPuzzle]) -> Vec<char> {
        let texts = [&self.title, &self.remark].into_iter().chain(puzzles.iter().map(|item| &item.caption));
        let mut missing = Vec::new();
        for character in texts.flat_map(|text| text.chars()) {
            if code(character).is_none() && !missing.contains(&character) {
                missing.push(character);
            }
        }
        missing
    }

    /// Appends the pages with these figures.
    fn lay_out(
        &self,
        title: &str,
        figures: &[Figure<'_>],
        per_page: PerPage,
        document: &mut PdfDocument<'_>,
    ) -> io::Result<()> {
        let (width, height) = self.paper.size();
        let (columns, rows) = (length(per_page.columns), length(per_page.rows));
        let slot_width = (width - 2.0 * MARGIN + GAP) / columns;
        let slot_height = (height - 2.0 * MARGIN - HEADER + GAP) / rows;
        let side = (slot_width - GAP).min(slot_height - GAP - CAPTION);
        for figures in figures.chunks(per_page.number()) {
            let mut page = Page::new();
            let top_left = (MARGIN, height - MARGIN - 12.0);
            page.fitted_text(Font::Bold, 16.0, top_left, width - 2.0 * MARGIN, title);
            if !self.remark.is_empty() {
                let below = (MARGIN, top_left.1 - 13.0);
                page.fitted_text(Font::Plain, 8.0, below, width - 2.0 * MARGIN, &self.remark);
            }
            page.number(Font::Plain, 9.0, (width / 2.0, MARGIN / 2.0), document.page_count() + 1);
            for (place, figure) in figures.iter().enumerate() {
                let (column, row) = (length(place % per_page.columns), length(place / per_page.columns));
                // Centred horizontally in its slot, aligned with its top.
                let left = MARGIN + column * slot_width + (slot_width - GAP - side) / 2.0;
                let top = height - MARGIN - HEADER - row * slot_height;
                figure.draw(&mut page, left, top, side);
            }
            document.add(page)?;
        }
        Ok(())
    }
}

/// A grid on a page.
struct Figure<'a> {
    number: usize,
    grid: Grid,
    givens: CellSet,
    caption: &'a str,
}

impl Figure<'_> {
    /// Draws the figure with its upper left corner at this point.
    fn draw(&self, page: &mut Page, left: f64, top: f64, side: f64) {
        let number = self.number.to_string();
        page.text(Font::Bold, 10.0, (left, top - 10.0), &number);
        let indent = 10.0 * Font::Bold.width(&number) + 7.0;
        // Small grids have small captions.
        let points = (side / 24.0).clamp(7.5, 9.0);
        page.shade(0.15);
        page.fitted_text(Font::Plain, points, (left + indent, top - 10.0), side - indent, self.caption);
        page.shade(0.0);
        let (top, cell) = (top - CAPTION, side / 9.0);
        for (place, digit) in self.grid.values() {
            let (row, column) = (length(place.row_index()), length(place.column_index()));
            let middle = (left + (column + 0.5) * cell, top - (row + 0.5) * cell);
            let font = if self.givens.contains(place) { Font::Bold } else { Font::Plain };
            page.number(font, 0.62 * cell, middle, usize::from(digit.number()));
        }
        // Thin lines first, so that thick lines cover them.
        for (is_thick, width, shade) in [(false, side / 500.0, 0.45), (true, side / 110.0, 0.0)] {
            page.shade(shade);
            for index in (0..=9).filter(|index| (index % 3 == 0) == is_thick) {
                let at = length(index) * cell;
                // Extending the ends by half the line width closes the corners.
                let end = width / 2.0;
                page.line(width, (left - end, top - at), (left + side + end, top - at));
                page.line(width, (left + at, top + end), (left + at, top - side - end));
            }
        }
    }
}

/// Converts a small number to a length.
fn length(number: usize) -> f64 {
    f64::from(u32::try_from(number).unwrap_or(u32::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn solutions_follow_the_puzzles() {
        let puzzle: Grid = veridoku_core::SAMPLE.parse().unwrap();
        let solution: Grid = veridoku_core::SAMPLE_SOLUTION.parse().unwrap();
        let item = BookletPuzzle { puzzle, solution: Some(solution), caption: "easy".to_string() };
        for (number, pages) in [(1, 13 + 2), (2, 7 + 2), (4, 4 + 2), (6, 3 + 2), (9, 2 + 2), (12, 2 + 2)] {
            let per_page = PerPage::new(number).unwrap();
            for paper in [Paper::A4, Paper::Letter] {
                let booklet = Booklet { title: "Sudoku".to_string(), paper, per_page, ..Booklet::default() };
                let text = booklet.pdf(&vec![item.clone(); 13]);
                assert!(text.contains(&format!("/Count {pages}\n")), "{number}");
                // Per puzzle: 30 clues, 81 digits of the solution, two numbers and two captions; per page:
                // number and title.
                let written = text.matches(" Tj\n").count();
                assert_eq!(written, 13 * (30 + 81 + 4) + 2 * pages, "{number}");
            }
        }
        assert_eq!((PerPage::new(5), PerPage::new(4)), (None, Some(PerPage::default())));
        assert!(PerPage::NUMBERS.into_iter().all(|number| PerPage::new(number).is_some()));
        assert!(Booklet::default().pdf(&[]).contains("/Count 1\n"));
    }

    #[test]
    fn unprintable_characters_are_listed() {
        let item =
            BookletPuzzle {
                puzzle: Grid::EMPTY, solution: None, caption: "seed Ünï 🙂 “数独”".to_string()
            };
        let booklet = Booklet { title: "Łódź – 数".to_string(), ..Booklet::default() };
        assert_eq!(booklet.unprintable(&[item]), ['Ł', 'ź', '数', '🙂', '独']);
    }
}
