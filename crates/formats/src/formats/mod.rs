//! The text formats, one file per family. The table entry of each format is next to the code that reads and
//! writes the format; [`FORMATS`] lists them all.

pub(crate) mod candidates;
pub(crate) mod csv;
mod exchange;
mod fpuzzles;
mod hodoku;
pub(crate) mod leetcode;
pub(crate) mod line;
pub(crate) mod nine_rows;
pub(crate) mod opensudoku;
mod solo;
mod sudokupad;
mod sudokuwiki;
mod sukaku;

use crate::format::Format;
pub use csv::{PUZZLE_COLUMNS, SOLUTION_COLUMNS};

/// The number of formats whose lines start with 81 cells. These formats come first in the table.
pub(crate) const CELLS_FIRST: usize = 4;

/// All text formats. Detection tries the one-line formats from last to first, so a specialized format must
/// come after any general format that would also accept its lines.
pub static FORMATS: [Format; 26] = [
    line::LINE,
    line::ZEROS,
    line::SDM,
    line::SUSSER,
    sukaku::SUKAKU,
    hodoku::HODOKU,
    exchange::EXCHANGE,
    nine_rows::SDK,
    nine_rows::SIMPLE_SUDOKU,
    nine_rows::SIMPLE_SUDOKU_OLD,
    nine_rows::EULER,
    candidates::CANDIDATES,
    candidates::CANDIDATES_MARKED,
    leetcode::LEETCODE,
    csv::KAGGLE,
    csv::SUDOKU_EXTREME,
    csv::QQWING,
    opensudoku::OPENSUDOKU,
    opensudoku::OPENSUDOKU_V2,
    exchange::EXCHANGE_URL,
    sudokuwiki::SUDOKUWIKI,
    sudokuwiki::SUDOKUWIKI_S9B,
    sudokupad::SUDOKUPAD,
    sudokupad::SUDOKUPAD_V2,
    fpuzzles::F_PUZZLES,
    solo::SOLO,
];

impl Format {
    /// Returns the format with this name.
    pub fn by_name(name: &str) -> Option<&'static Format> {
        FORMATS.iter().find(|format| format.name == name)
    }
}
