//! Parts of a search judged on the CPU: whatever the limits, they add up to what one thread says.

use super::reference::{Numbers, SOLVED};
use super::{ENOUGH, EmulatedSplitter, garbage, solve_alone};
use crate::row::Packed;
use crate::split::{Search, Searches};
use veridoku_core::Grid;
use veridoku_core::batch::Answer;
use veridoku_core::solve::{End, Limits};

/// The answers of parts, and the number of waves.
fn solve_in_parts(puzzles: &[Grid], limits: Limits) -> (Vec<Answer>, usize) {
    let mut splitter = EmulatedSplitter::default();
    let mut searches = Searches::new();
    for (number, puzzle) in puzzles.iter().enumerate() {
        searches.add(number, Search::new(puzzle.board(), limits));
    }
    let mut answers = vec![None; puzzles.len()];
    while !searches.is_empty() {
        for (number, answer) in searches.wave(&mut splitter).unwrap() {
            assert!(answers[number].replace(answer).is_none(), "answered once");
        }
    }
    (answers.into_iter().map(Option::unwrap).collect(), splitter.waves)
}

/// Puzzles with very many solutions, or with few that are hard to find.
fn long_searches() -> Vec<Grid> {
    let mut numbers = Numbers(11);
    let solved: Grid = SOLVED.parse().unwrap();
    let mut puzzles = vec![Grid::EMPTY];
    for holes in [55, 60, 64, 66, 70, 75] {
        let mut grid = solved;
        while grid.values().count() > 81 - holes {
            grid.set(numbers.cell(), None);
        }
        puzzles.push(grid);
    }
    puzzles.extend(garbage(40).into_iter().step_by(3));
    puzzles
}

#[test]
fn parts_add_up_to_what_one_thread_says() {
    let puzzles = long_searches();
    for solutions in [1, 2, 3, 60, 1500] {
        for nodes in [0, 1, 63, 64, 65, 500, 3000] {
            let limits = Limits::solutions(solutions).with_nodes(nodes);
            let (answers, _) = solve_in_parts(&puzzles, limits);
            // With the deepest stack nothing but the limits ends the search of one thread.
            let expected = solve_alone(&puzzles, limits, 81);
            for ((puzzle, answer), expected) in puzzles.iter().zip(answers).zip(expected) {
                assert_eq!(answer, expected, "{puzzle} {limits:?}");
            }
        }
    }
}

#[test]
fn a_long_search_is_cut_up() {
    let mut unfinished = 0;
    let limits = Limits::solutions(20_000).with_nodes(ENOUGH);
    for puzzle in &long_searches()[..4] {
        let (answers, waves) = solve_in_parts(&[*puzzle], limits);
        let expected = solve_alone(&[*puzzle], limits, 81);
        assert_eq!(answers, expected, "{puzzle}");
        unfinished += usize::from(answers[0].end != End::Complete);
        // One after the other, parts of 64 nodes would be more.
        assert!(waves as u64 <= 3 + answers[0].nodes / 64, "{waves} waves for {} nodes", answers[0].nodes);
    }
    assert!(unfinished > 0, "the empty grid has more solutions");
}
