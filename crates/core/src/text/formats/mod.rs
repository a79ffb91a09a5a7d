//! The text forms, a file for each family. Each form has its row of the table here, next to the
//! code that reads and writes it.
//!
//! | file | forms |
//! |---|---|
//! | `line` | 81 characters: `line`, `zeros`, `sdm`, `susser` |
//! | `sukaku` | 729 characters |
//! | `hodoku` | the line of a HoDoKu library |
//! | `exchange` | Sudoku Exchange: record of the puzzle bank and link |
//! | `sudokuwiki` | SudokuWiki links, 81 digits or S9B |
//! | `sudokupad` | SudokuPad ids and links, first and second coding |
//! | `fpuzzles` | f-puzzles links |
//! | `solo` | Simon Tatham's Solo |
//! | `rows` | nine rows: `sdk`, `simple-sudoku`, `simple-sudoku-old`, `euler` |
//! | `candidates` | nine rows of candidates, with or without marks |
//! | `leetcode` | nested brackets |
//! | `tables` | CSV: `kaggle`, `sudoku-extreme`, `qqwing` |
//! | `opensudoku` | XML, first and second version |

pub(super) mod candidates;
pub(super) mod csv;
pub(super) mod exchange;
pub(super) mod fpuzzles;
pub(super) mod hodoku;
pub(super) mod leetcode;
pub(super) mod line;
pub(super) mod nine_rows;
pub(super) mod opensudoku;
pub(super) mod solo;
pub(super) mod sudokupad;
pub(super) mod sudokuwiki;
pub(super) mod sukaku;
