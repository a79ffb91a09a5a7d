//! Tests the solution for LeetCode.

use crate::reference::SOLVED;
use crate::{SAMPLE, cases, expected, solves};
use veridoku_classic::leetcode::{Solution, paste};
use veridoku_core::Grid;

fn board(line: &str) -> Vec<Vec<char>> {
    let characters: Vec<char> = line.chars().collect();
    characters.chunks(9).map(<[char]>::to_vec).collect()
}

fn solved(mut board: Vec<Vec<char>>) -> String {
    Solution::solve_sudoku(&mut board);
    board.into_iter().flatten().collect()
}

#[test]
fn the_leetcode_sample_is_solved() {
    assert_eq!(solved(board(SAMPLE)), SOLVED);
}

#[test]
fn a_board_is_solved_or_left_unchanged() {
    for (name, status, puzzle) in cases::cases().filter(|(.., puzzle)| puzzle.written_candidates().is_none())
    {
        let line = puzzle.values().to_string();
        let after = solved(board(&line));
        match status {
            "none" => assert_eq!(after, line, "{name}"),
            "one" => assert_eq!(after, expected(&puzzle, 1)[0].to_string(), "{name}"),
            _ => assert!(solves(&puzzle, &after.parse::<Grid>().unwrap()), "{name}"),
        }
    }
}

#[test]
fn an_unsolvable_puzzle_is_refuted_quickly() {
    // Norvig's example: it has no obvious contradiction, and plain searches take hours to refute it.
    let line = ".....5.8....6.1.43..........1.5........1.6...3.......553.....61........4.........";
    assert_eq!(solved(board(line)), line);
}

#[test]
fn malformed_boards_are_left_unchanged() {
    let sample = board(SAMPLE);
    let mut malformed = vec![Vec::new(), vec![Vec::new(); 9], board(&SAMPLE[..80]), board(&SAMPLE[..72])];
    malformed.push([sample.clone(), vec![vec!['.'; 9]]].concat());
    malformed.push(sample.iter().map(|row| [row.clone(), vec!['.']].concat()).collect());
    for character in ['0', 'x', ' ', '٣', '\0'] {
        let mut board = sample.clone();
        board[8][0] = character;
        malformed.push(board);
    }
    for board in malformed {
        let mut after = board.clone();
        Solution::solve_sudoku(&mut after);
        assert_eq!(after, board);
    }
}

#[test]
fn the_text_to_paste_is_self_contained() {
    assert!(!paste().contains("\nuse ") && !paste().contains("crate::") && !paste().contains("//!"));
    assert!(paste().contains("pub fn solve_sudoku(board: &mut Vec<Vec<char>>)"));
}
