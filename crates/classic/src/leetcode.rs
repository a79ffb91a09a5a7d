//! A solution for LeetCode 37, "Sudoku Solver".
//!
//! Copy everything from the line `impl Solution` to the end of the file into LeetCode's editor.
//! The code has no dependencies. [`paste`] returns exactly this part of the file.
//!
//! **Idea.** For each of the 27 houses (rows, columns, boxes), a bit mask records the digits that
//! it contains; bit `d` is the digit `d + 1`. There are two kinds of questions: *which digit goes in
//! this cell?* and *where in this house does this digit go?* Each step takes the open question with
//! the fewest answers. If it has no answer, the branch is a dead end; if it has only one, no guess is
//! needed. Considering only the cells, like [`mrv`](crate::solvers::mrv), is shorter and also passes
//! LeetCode. With the houses, the search tree becomes so small that even unsolvable puzzles are
//! refuted quickly.
//!
//! **Cost.** Each step counts the possible answers, up to nine, for each of 324 questions. The sample
//! puzzle takes 52 steps: one for each empty cell, and one to find that no question is left.
//!
//! **Guarantees.** LeetCode promises exactly one solution, but the code does not depend on it:
//!
//! * If there is no solution, or a digit is repeated from the start, the board is left unchanged.
//! * If there are several solutions, the board is filled with the first one found, which is always
//!   the same one.
//! * If the board is not nine rows of nine characters `1` to `9` or `.`, it is left unchanged.

/// Returns the text to paste into LeetCode.
///
/// ```
/// assert!(veridoku_classic::leetcode::paste().starts_with("impl Solution {"));
/// ```
pub fn paste() -> &'static str {
    let source = source_text!("leetcode.rs");
    source.find("\nimpl Solution").map_or(source, |start| &source[start + 1..])
}

/// The type that LeetCode requires.
///
/// ```
/// use veridoku_classic::leetcode::Solution;
///
/// let line = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
/// let characters: Vec<char> = line.chars().collect();
/// let mut board: Vec<Vec<char>> = characters.chunks(9).map(<[char]>::to_vec).collect();
/// Solution::solve_sudoku(&mut board);
/// assert_eq!(board[0].iter().collect::<String>(), "534678912");
/// ```
#[derive(Copy, Clone, Debug)]
pub struct Solution;

impl Solution {
    /// Fills the empty cells of the board in place.
    #[allow(clippy::ptr_arg, reason = "LeetCode prescribes the signature")]
    pub fn solve_sudoku(board: &mut Vec<Vec<char>>) {
        let Some(mut sudoku) = Sudoku::read(board) else { return };
        if sudoku.solve() {
            sudoku.write(board);
        }
    }
}

struct Sudoku {
    /// The digit in each of the 81 cells, row by row, or 0 for none.
    cells: [u8; 81],
    /// The digits in each of the 27 houses: rows, columns, boxes.
    used: [u16; 27],
}

impl Sudoku {
    /// Reads the board, if it has the right shape and repeats no digit.
    fn read(board: &[Vec<char>]) -> Option<Sudoku> {
        if board.len() != 9 || board.iter().any(|row| row.len() != 9) {
            return None;
        }
        let mut sudoku = Sudoku { cells: [0; 81], used: [0; 27] };
        for (cell, &character) in board.iter().flatten().enumerate() {
            match character {
                '.' => {}
                '1'..='9' => {
                    let digit = character as u8 - b'1';
                    if !sudoku.fits(cell, digit) {
                        return None;
                    }
                    sudoku.place(cell, digit);
                }
                _ => return None,
            }
        }
        Some(sudoku)
    }

    fn write(&self, board: &mut [Vec<char>]) {
        for (character, digit) in board.iter_mut().flatten().zip(self.cells) {
            *character = (b'0' + digit) as char;
        }
    }

    /// Fills the board by answering all open questions. If that is impossible, leaves the board unchanged
    /// and returns `false`.
    fn solve(&mut self) -> bool {
        let open = (0..324).filter(|&question| !self.is_answered(question));
        let Some(question) = open.min_by_key(|&question| self.count_answers(question)) else {
            return true;
        };
        for n in 0..9 {
            let (cell, digit) = Sudoku::answer(question, n);
            if self.fits(cell, digit) {
                self.place(cell, digit);
                if self.solve() {
                    return true;
                }
                self.remove(cell, digit);
            }
        }
        false
    }

    /// Returns answer `n` (0 to 8) to a question. Questions 0 to 80: which digit goes in this cell?
    /// Questions 81 to 323: where in this house does this digit go?
    fn answer(question: usize, n: u8) -> (usize, u8) {
        if question < 81 {
            return (question, n);
        }
        let (house, digit) = ((question - 81) / 9, (question - 81) % 9);
        let (i, n) = (house % 9, n as usize);
        let (row, column) = match house / 9 {
            0 => (i, n),
            1 => (n, i),
            _ => (i / 3 * 3 + n / 3, i % 3 * 3 + n % 3),
        };
        (9 * row + column, digit as u8)
    }

    fn is_answered(&self, question: usize) -> bool {
        match question.checked_sub(81) {
            None => self.cells[question] != 0,
            Some(place) => self.used[place / 9] >> (place % 9) & 1 != 0,
        }
    }

    fn count_answers(&self, question: usize) -> usize {
        (0..9)
            .filter(|&n| {
                let (cell, digit) = Sudoku::answer(question, n);
                self.fits(cell, digit)
            })
            .count()
    }

    fn fits(&self, cell: usize, digit: u8) -> bool {
        self.cells[cell] == 0 && Sudoku::houses(cell).iter().all(|&house| self.used[house] >> digit & 1 == 0)
    }

    fn place(&mut self, cell: usize, digit: u8) {
        self.cells[cell] = digit + 1;
        for house in Sudoku::houses(cell) {
            self.used[house] |= 1 << digit;
        }
    }

    fn remove(&mut self, cell: usize, digit: u8) {
        self.cells[cell] = 0;
        for house in Sudoku::houses(cell) {
            self.used[house] &= !(1 << digit);
        }
    }

    /// Returns the row, the column and the box of a cell.
    fn houses(cell: usize) -> [usize; 3] {
        let (row, column) = (cell / 9, cell % 9);
        [row, 9 + column, 18 + row / 3 * 3 + column / 3]
    }
}
