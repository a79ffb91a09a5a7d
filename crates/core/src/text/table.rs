//! The one table of text forms. Help, documentation and tests are made from it.

use super::format::Format;
use super::formats::{
    candidates, csv, exchange, fpuzzles, hodoku, leetcode, line, nine_rows, opensudoku, solo, sudokupad,
    sudokuwiki, sukaku,
};

/// The number of text forms.
const COUNT: usize = 26;

/// The first rows of the table: the forms whose lines start with 81 cells. No other form does.
pub(super) const CELLS_FIRST: usize = 4;

/// All text forms. The detection asks the forms of one line from the last to the first, so a
/// special form stands behind the general one that would also take its lines.
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
