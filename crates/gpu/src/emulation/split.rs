//! Tests of split searches on an emulated device: for all limits, the combined answer of the parts is the
//! same as the answer of a single thread.

use super::reference::{SOLVED, XorShift};
use super::{EmulatedSplitter, MANY_NODES, garbage, solve_on_one_lane};
use crate::device::Splitter;
use crate::packing::DevicePuzzle;
use crate::split::{SplitSearch, SplitSearches};
use veridoku_core::Grid;
use veridoku_core::solve::{End, Limits, SearchResult};

/// Solves puzzles with a splitter. Returns the answers and the number of waves.
fn solve_in_parts<S: Splitter>(
    splitter: &mut S,
    puzzles: &[Grid],
    limits: Limits,
) -> (Vec<SearchResult>, usize) {
    let mut searches = SplitSearches::new();
    for (number, puzzle) in puzzles.iter().enumerate() {
        searches.add(number, SplitSearch::new(puzzle.board(), limits));
    }
    let mut answers = vec![None; puzzles.len()];
    let mut waves = 0;
    while !searches.is_empty() {
        waves += 1;
        for (number, answer) in searches.wave(splitter).unwrap() {
            assert!(answers[number].replace(answer).is_none(), "each search must be answered once");
        }
    }
    (answers.into_iter().map(Option::unwrap).collect(), waves)
}

/// Returns puzzles that have very many solutions, or few solutions that are hard to find.
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

/// Compares split searches with the search of a single thread, for various limits.
pub(super) fn compare_parts<S: Splitter>(splitter: &mut S, puzzles: &[Grid]) {
    for solutions in [1, 2, 60, 1500] {
        for nodes in [0, 1, 64, 65, 500, 3000] {
            let limits = Limits::solutions(solutions).with_nodes(nodes);
            let (answers, _) = solve_in_parts(splitter, puzzles, limits);
            // With the deepest stack, only the limits can end the search of the single thread.
            let expected = solve_on_one_lane(puzzles, limits, 81);
            for ((puzzle, answer), expected) in puzzles.iter().zip(answers).zip(expected) {
                assert_eq!(answer, expected, "{puzzle} {limits:?}");
            }
        }
    }
}

#[test]
fn parts_add_up_to_the_answer_of_one_thread() {
    compare_parts(&mut EmulatedSplitter::default(), &long_searches());
}

#[test]
fn long_search_is_split() {
    let mut unfinished = 0;
    let limits = Limits::solutions(20_000).with_nodes(MANY_NODES);
    for puzzle in &long_searches()[..4] {
        let (answers, waves) = solve_in_parts(&mut EmulatedSplitter::default(), &[*puzzle], limits);
        let expected = solve_on_one_lane(&[*puzzle], limits, 81);
        assert_eq!(answers, expected, "{puzzle}");
        unfinished += usize::from(answers[0].end != End::Complete);
        // If parts of 64 nodes were searched one after the other, there would be more waves.
        assert!(waves as u64 <= 3 + answers[0].nodes / 64, "{waves} waves for {} nodes", answers[0].nodes);
    }
    assert!(unfinished > 0, "the empty grid must exceed the limits");
}
