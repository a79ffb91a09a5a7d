//! The one table of text forms. Help, documentation and tests are made from it.

use super::format::Format;
use super::forms::{
    candidates, exchange, fpuzzles, hodoku, leetcode, line, opensudoku, rows, solo, sudokupad, sudokuwiki,
    sukaku, tables,
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
    rows::SDK,
    rows::SIMPLE_SUDOKU,
    rows::SIMPLE_SUDOKU_OLD,
    rows::EULER,
    candidates::CANDIDATES,
    candidates::CANDIDATES_MARKED,
    leetcode::LEETCODE,
    tables::KAGGLE,
    tables::SUDOKU_EXTREME,
    tables::QQWING,
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
