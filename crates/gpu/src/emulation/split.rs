//! Parts of a search judged on the CPU: whatever the limits, they add up to what one thread says.

use super::reference::{SOLVED, XorShift};
use super::{ENOUGH, EmulatedSplitter, garbage, solve_alone};
use crate::device::Splitter;
use crate::packing::DevicePuzzle;
use crate::split::{SplitSearch, SplitSearches};
use veridoku_core::Grid;
use veridoku_core::batch::Answer;
use veridoku_core::solve::{End, Limits};

/// The answers of parts, and the number of waves.
fn solve_in_parts<S: Splitter>(splitter: &mut S, puzzles: &[Grid], limits: Limits) -> (Vec<Answer>, usize) {
    let mut searches = SplitSearches::new();
    for (number, puzzle) in puzzles.iter().enumerate() {
        searches.add(number, SplitSearch::new(puzzle.board(), limits));
    }
    let mut answers = vec![None; puzzles.len()];
    let mut waves = 0;
    while !searches.is_empty() {
        waves += 1;
        for (number, answer) in searches.wave(splitter).unwrap() {
            assert!(answers[number].replace(answer).is_none(), "answered once");
        }
    }
    (answers.into_iter().map(Option::unwrap).collect(), waves)
}

/// Puzzles with very many solutions, or with few that are hard to find.
pub(super) fn long_searches() -> Vec<Grid> {
    let mut numbers = XorShift(11);
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

/// Holds parts of searches against one thread, with limits of all kinds.
pub(super) fn compare_parts<S: Splitter>(splitter: &mut S, puzzles: &[Grid]) {
    for solutions in [1, 2, 60, 1500] {
        for nodes in [0, 1, 64, 65, 500, 3000] {
            let limits = Limits::solutions(solutions).with_nodes(nodes);
            let (answers, _) = solve_in_parts(splitter, puzzles, limits);
            // With the deepest stack nothing but the limits ends the search of one thread.
            let expected = solve_alone(puzzles, limits, 81);
            for ((puzzle, answer), expected) in puzzles.iter().zip(answers).zip(expected) {
                assert_eq!(answer, expected, "{puzzle} {limits:?}");
            }
        }
    }
}

#[test]
fn parts_add_up_to_what_one_thread_says() {
    compare_parts(&mut EmulatedSplitter::default(), &long_searches());
}

#[test]
fn a_long_search_is_cut_up() {
    let mut unfinished = 0;
    let limits = Limits::solutions(20_000).with_nodes(ENOUGH);
    for puzzle in &long_searches()[..4] {
        let (answers, waves) = solve_in_parts(&mut EmulatedSplitter::default(), &[*puzzle], limits);
        let expected = solve_alone(&[*puzzle], limits, 81);
        assert_eq!(answers, expected, "{puzzle}");
        unfinished += usize::from(answers[0].end != End::Complete);
        // One after the other, parts of 64 nodes would be more.
        assert!(waves as u64 <= 3 + answers[0].nodes / 64, "{waves} waves for {} nodes", answers[0].nodes);
    }
    assert!(unfinished > 0, "the empty grid has more solutions");
}
