//! The text formats, one file per family. The table entry of each format is next to the code that reads and
//! writes the format.
//!
//! | module | formats |
//! |---|---|
//! | `line` | 81 characters: `line`, `zeros`, `sdm`, `susser` |
//! | `sukaku` | 729 characters |
//! | `hodoku` | HoDoKu library lines |
//! | `exchange` | Sudoku Exchange: puzzle bank records and links |
//! | `sudokuwiki` | SudokuWiki links, with 81 digits or S9B |
//! | `sudokupad` | SudokuPad IDs and links, in both encodings |
//! | `fpuzzles` | f-puzzles links |
//! | `solo` | game IDs of Simon Tatham's Solo |
//! | `nine_rows` | nine rows: `sdk`, `simple-sudoku`, `simple-sudoku-old`, `euler` |
//! | `candidates` | nine rows of candidates, with or without marked values |
//! | `leetcode` | nested brackets |
//! | `csv` | CSV: `kaggle`, `sudoku-extreme`, `qqwing` |
//! | `opensudoku` | OpenSudoku XML, versions 1 and 2 |

pub(crate) mod candidates;
pub(crate) mod csv;
pub(crate) mod exchange;
pub(crate) mod fpuzzles;
pub(crate) mod hodoku;
pub(crate) mod leetcode;
pub(crate) mod line;
pub(crate) mod nine_rows;
pub(crate) mod opensudoku;
pub(crate) mod solo;
pub(crate) mod sudokupad;
pub(crate) mod sudokuwiki;
pub(crate) mod sukaku;
