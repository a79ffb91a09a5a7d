//! The table of all text formats, from which the help text, documentation and tests are generated.

use crate::format::Format;
use crate::formats::{
    candidates, csv, exchange, fpuzzles, hodoku, leetcode, line, nine_rows, opensudoku, solo, sudokupad,
    sudokuwiki, sukaku,
};

/// The number of text formats.
const COUNT: usize = 26;

/// The number of formats whose lines start with 81 cells. These formats come first in the table.
pub(crate) const CELLS_FIRST: usize = 4;

/// All text formats. Detection tries the one-line formats from last to first, so a specialized format must
/// come after any general format that would also accept its lines.
pub static FORMATS: [Format; COUNT] = [
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
