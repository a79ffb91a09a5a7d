//! A solution for LeetCode 37, "Sudoku Solver".
//!
//! Copy everything from the line `impl Solution` to the end of the file into LeetCode's editor;
//! it needs nothing else. [`paste`] gives that text.
//!
//! **Idea.** One bit mask for each of the 27 houses (rows, columns, boxes) says which digits it
//! has; bit `d` stands for the digit `d + 1`. At every step the search asks the question with the
//! fewest answers: *which digit goes into this cell?* or *where in this house does this digit go?*
//! A question without answer ends the branch, one with a single answer needs no guess. Asking only
//! cells ([`mrv`](crate::solvers::mrv)) is shorter and passes LeetCode as well. Asking houses too
//! makes the tree so small that puzzles without solution are refuted quickly as well.
//!
//! **Cost.** Each step counts the nine possible answers to 324 questions. The sample puzzle takes
//! 52 steps, one for each empty cell and one to find that no question is open.
//!
//! **What it promises.** LeetCode promises exactly one solution. This code does not depend on it:
//!
//! * no solution, or a digit repeated from the start: the board is left as it was;
//! * two or more solutions: the board is filled with the first one found, always the same one;
//! * not nine rows of nine characters `1` to `9` and `.`: the board is left as it was.

/// The text to paste into LeetCode.
///
/// ```
/// assert!(veridoku_classic::leetcode::paste().starts_with("impl Solution {"));
/// ```
pub fn paste() -> &'static str {
    let source = include_str!("leetcode.rs");
    source.find("\nimpl Solution").map_or(source, |start| &source[start + 1..])
}

/// LeetCode's name for the type that carries the answer.
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
    #[allow(clippy::ptr_arg, reason = "LeetCode gives the signature")]
    pub fn solve_sudoku(board: &mut Vec<Vec<char>>) {
        let Some(mut sudoku) = Sudoku::read(board) else { return };
        if sudoku.solve() {
            sudoku.write(board);
        }
    }
}

struct Sudoku {
    /// The digit in each of the 81 cells, row by row; 0 for none.
    cells: [u8; 81],
    /// The digits that each of the 27 houses has: rows, columns, boxes.
    used: [u16; 27],
}

impl Sudoku {
    /// The board, if it has the right shape and repeats no digit.
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

    /// Answers all open questions; if that cannot be done, changes nothing and says so.
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

    /// Answer `n` of nine to a question. Questions 0 to 80: which digit goes into this cell?
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

    /// The row, the column and the box of a cell.
    fn houses(cell: usize) -> [usize; 3] {
        let (row, column) = (cell / 9, cell % 9);
        [row, 9 + column, 18 + row / 3 * 3 + column / 3]
    }
}
