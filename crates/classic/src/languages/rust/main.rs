struct Solution;

// @solution

// Reads one board per line, as LeetCode writes it, and prints the solved board.
fn main() {
    for line in std::io::stdin().lines() {
        let line = line.expect("a line of text");
        let cells: Vec<char> = line.chars().filter(|cell| matches!(cell, '1'..='9' | '.')).collect();
        let mut board: Vec<Vec<char>> = cells.chunks(9).map(<[char]>::to_vec).collect();
        Solution::solve_sudoku(&mut board);
        // Lists of strings have the same debug format as in JSON.
        let text = |row: &Vec<char>| row.iter().map(char::to_string).collect::<Vec<_>>();
        println!("{:?}", board.iter().map(text).collect::<Vec<_>>());
    }
}
