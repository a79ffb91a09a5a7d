//! Puzzles on paper: a PDF with several on a page, difficulty and seed beside them, solutions at the end.
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
//! `document.rs` knows how such a file is written, `font.rs` what its letters are like.

mod document;
mod font;

use document::{Page, document};
use font::{Font, code};
use veridoku_core::{CellSet, Grid};

/// The space around what is printed.
const MARGIN: f64 = 42.0;
/// The height of the title.
const HEADER: f64 = 34.0;
/// The height of the line above a grid.
const CAPTION: f64 = 16.0;
/// The space between two grids.
const GAP: f64 = 22.0;
/// How solutions are laid out.
const SOLUTIONS: PerPage = PerPage { columns: 3, rows: 4 };

/// A puzzle to be printed.
#[derive(Clone, Debug)]
pub struct Sheet {
    /// The clues.
    pub puzzle: Grid,
    /// The solution, if it is to be printed.
    pub solution: Option<Grid>,
    /// What stands above it: difficulty, seed.
    pub caption: String,
}

/// How many puzzles stand on a page.
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
    /// The numbers that fill a page well.
    pub const NUMBERS: [usize; 6] = [1, 2, 4, 6, 9, 12];

    /// So many.
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

/// The size of the paper.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
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
    /// What stands at the top of the pages.
    pub title: String,
    /// What stands below it in small letters, if anything does: what was asked of the puzzles.
    pub remark: String,
    /// The paper.
    pub paper: Paper,
    /// How many puzzles stand on a page.
    pub per_page: PerPage,
}

impl Booklet {
    /// The document with these puzzles, in ASCII.
    ///
    /// ```
    /// use veridoku_api::booklet::{Booklet, Sheet};
    ///
    /// let puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
    /// let sheet = Sheet { puzzle, solution: None, caption: "easy".to_string() };
    /// let booklet = Booklet { title: "Sudoku".to_string(), ..Booklet::default() };
    /// assert!(booklet.pdf(&[sheet]).starts_with("%PDF-"));
    /// # Ok::<(), veridoku_core::ParseGridError>(())
    /// ```
    pub fn pdf(&self, sheets: &[Sheet]) -> String {
        let puzzles: Vec<Figure<'_>> = sheets
            .iter()
            .enumerate()
            .map(|(index, sheet)| Figure {
                number: index + 1,
                grid: sheet.puzzle,
                givens: sheet.puzzle.filled(),
                caption: &sheet.caption,
            })
            .collect();
        let solved = |(index, sheet): (usize, &Sheet)| {
            let (grid, givens) = (sheet.solution?, sheet.puzzle.filled());
            Some(Figure { number: index + 1, grid, givens, caption: "" })
        };
        let solutions: Vec<Figure<'_>> = sheets.iter().enumerate().filter_map(solved).collect();
        let mut pages = Vec::new();
        self.lay_out(&self.title, &puzzles, self.per_page, &mut pages);
        self.lay_out("Solutions", &solutions, SOLUTIONS, &mut pages);
        if pages.is_empty() {
            // A document without pages is none.
            pages.push(Page::default());
        }
        document(&self.title, self.paper.size(), &pages)
    }

    /// The characters of title, remark and captions that the fonts of the document lack, each once: a question mark stands in
    /// their place.
    pub fn unprintable(&self, sheets: &[Sheet]) -> Vec<char> {
        let texts = [&self.title, &self.remark].into_iter().chain(sheets.iter().map(|sheet| &sheet.caption));
        let mut lacking = Vec::new();
        for sign in texts.flat_map(|text| text.chars()) {
            if code(sign).is_none() && !lacking.contains(&sign) {
                lacking.push(sign);
            }
        }
        lacking
    }

    /// Adds pages with these figures.
    fn lay_out(&self, title: &str, figures: &[Figure<'_>], per_page: PerPage, pages: &mut Vec<Page>) {
        let (width, height) = self.paper.size();
        let (columns, rows) = (length(per_page.columns), length(per_page.rows));
        let slot_width = (width - 2.0 * MARGIN + GAP) / columns;
        let slot_height = (height - 2.0 * MARGIN - HEADER + GAP) / rows;
        let side = (slot_width - GAP).min(slot_height - GAP - CAPTION);
        for figures in figures.chunks(per_page.number()) {
            let mut page = Page::default();
            let top_left = (MARGIN, height - MARGIN - 12.0);
            page.fitted_text(Font::Bold, 16.0, top_left, width - 2.0 * MARGIN, title);
            if !self.remark.is_empty() {
                let below = (MARGIN, top_left.1 - 13.0);
                page.fitted_text(Font::Plain, 8.0, below, width - 2.0 * MARGIN, &self.remark);
            }
            page.number(Font::Plain, 9.0, (width / 2.0, MARGIN / 2.0), pages.len() + 1);
            for (place, figure) in figures.iter().enumerate() {
                let (column, row) = (length(place % per_page.columns), length(place / per_page.columns));
                // In the middle of its place from left to right, at its top.
                let left = MARGIN + column * slot_width + (slot_width - GAP - side) / 2.0;
                let top = height - MARGIN - HEADER - row * slot_height;
                figure.draw(&mut page, left, top, side);
            }
            pages.push(page);
        }
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
    /// Draws it with its upper left corner here.
    fn draw(&self, page: &mut Page, left: f64, top: f64, side: f64) {
        let number = self.number.to_string();
        page.text(Font::Bold, 10.0, (left, top - 10.0), &number);
        let indent = 10.0 * Font::DIGIT_WIDTH * length(number.len()) + 7.0;
        // Small grids get small captions.
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
        // Thin lines first, so that thick ones lie above them.
        for (is_thick, width, shade) in [(false, side / 500.0, 0.45), (true, side / 110.0, 0.0)] {
            page.shade(shade);
            for index in (0..=9).filter(|index| (index % 3 == 0) == is_thick) {
                let at = length(index) * cell;
                // Ends that stick out by half a line make whole corners.
                let end = width / 2.0;
                page.line(width, (left - end, top - at), (left + side + end, top - at));
                page.line(width, (left + at, top + end), (left + at, top - side - end));
            }
        }
    }
}

/// A small number as a length.
fn length(number: usize) -> f64 {
    f64::from(u32::try_from(number).unwrap_or(u32::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_are_filled_and_solutions_follow() {
        let puzzle: Grid = veridoku_core::SAMPLE.parse().unwrap();
        let solution: Grid = veridoku_core::SAMPLE_SOLUTION.parse().unwrap();
        let sheet = Sheet { puzzle, solution: Some(solution), caption: "easy".to_string() };
        for (number, pages) in [(1, 13 + 2), (2, 7 + 2), (4, 4 + 2), (6, 3 + 2), (9, 2 + 2), (12, 2 + 2)] {
            let per_page = PerPage::new(number).unwrap();
            for paper in [Paper::A4, Paper::Letter] {
                let booklet = Booklet { title: "Sudoku".to_string(), paper, per_page, ..Booklet::default() };
                let text = booklet.pdf(&vec![sheet.clone(); 13]);
                assert!(text.contains(&format!("/Count {pages} ")), "{number}");
                // Clues on the page and on that of the solutions, other digits only there; numbers of
                // puzzles and pages, captions and titles.
                let written = text.matches(" Tj ET").count();
                assert_eq!(written, 13 * (30 + 81 + 4) + 2 * pages, "{number}");
            }
        }
        assert_eq!((PerPage::new(5), PerPage::new(4)), (None, Some(PerPage::default())));
        assert!(PerPage::NUMBERS.into_iter().all(|number| PerPage::new(number).is_some()));
        assert!(Booklet::default().pdf(&[]).contains("/Count 1 "));
    }
    #[test]
    fn what_does_not_fit_is_made_smaller_or_cut() {
        for sign in ["W", "i", "Ø", "數", "seed "] {
            let sheet = Sheet { puzzle: Grid::EMPTY, solution: None, caption: sign.repeat(200) };
            let per_page = PerPage::new(12).unwrap();
            let booklet = Booklet { title: sign.repeat(400), per_page, ..Booklet::default() };
            let text = booklet.pdf(&[sheet]);
            let shown: Vec<&str> = text.lines().filter(|line| line.contains("...) Tj")).collect();
            assert_eq!(shown.len(), 2, "a title and a caption");
            let page = 595.28 - 2.0 * MARGIN;
            for (line, font, most) in [(shown[0], Font::Bold, page), (shown[1], Font::Plain, page / 3.0)] {
                let words: Vec<&str> = line.split(' ').collect();
                let size: f64 = words[2].parse().unwrap();
                // Octal numbers stand for one letter each.
                let written = line.split_once('(').unwrap().1.replace("\\330", "Ø");
                let width = size * font.width(written.trim_end_matches(") Tj ET"));
                assert!(width <= most && width > 0.8 * (most - 60.0), "{width} of {most}: {line}");
            }
        }
    }

    #[test]
    fn characters_that_the_fonts_lack_are_known() {
        let sheet = Sheet {
            puzzle: Grid::EMPTY, solution: None, caption: "seed Ünï 🙂 “数独”".to_string()
        };
        let booklet = Booklet { title: "Łódź – 数".to_string(), ..Booklet::default() };
        assert_eq!(booklet.unprintable(&[sheet]), ['Ł', 'ź', '数', '🙂', '独']);
    }
}
