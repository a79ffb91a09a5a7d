//! Checks the answers of the engines before they are timed.
//!
//! A solution must match the clues and obey the rules, which is checked without an engine. The two engines
//! must agree on whether there is no solution, one or several. They search independently, except that a
//! puzzle on which the bulk engine spends [`MAX_BATCH_NODES`](veridoku_core::batch::MAX_BATCH_NODES) nodes is
//! answered by the single engine. For such a puzzle, only the single engine proves that there is no solution,
//! or no second one.

use anyhow::{Context, ensure};
use veridoku_core::Grid;
use veridoku_core::solve::{End, Limits, SearchResult};

/// Checks the answers of both engines to the same puzzles, and returns an error for the first wrong one.
///
/// # Panics
///
/// Panics if an engine has not answered every puzzle.
pub(crate) fn validate(
    puzzles: &[Grid],
    limits: Limits,
    single: &[SearchResult],
    bulk: &[SearchResult],
) -> anyhow::Result<()> {
    let sizes = (single.len(), bulk.len());
    assert_eq!(sizes, (puzzles.len(), puzzles.len()), "both engines must answer every puzzle");
    for ((puzzle, single), bulk) in puzzles.iter().zip(single).zip(bulk) {
        check(puzzle, limits, single)
            .and_then(|()| check(puzzle, limits, bulk))
            .and_then(|()| compare(single, bulk))
            .with_context(|| puzzle.to_string())?;
    }
    Ok(())
}

/// Checks an answer without an engine.
fn check(puzzle: &Grid, limits: Limits, answer: &SearchResult) -> anyhow::Result<()> {
    if let Some(solution) = answer.first {
        ensure!(solution.is_solved() && puzzle.is_part_of(&solution), "{solution} is not a solution");
    }
    ensure!(
        answer.first.is_some() == (answer.count > 0),
        "the solution and the number of solutions are inconsistent"
    );
    ensure!(answer.count <= limits.solutions, "found {} solutions, more than the limit", answer.count);
    Ok(())
}

/// Checks that the engines agree.
fn compare(single: &SearchResult, bulk: &SearchResult) -> anyhow::Result<()> {
    ensure!(
        single.count == bulk.count,
        "the single engine found {} solutions, the bulk engine {}",
        single.count,
        bulk.count
    );
    // If a puzzle has several solutions, an engine may find any of them first.
    if let (Some(one), Some(other)) = (single.first, bulk.first)
        && single.count == 1
        && single.end == End::Complete
    {
        ensure!(one == other, "the single engine found {one}, the bulk engine {other}");
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::SAMPLE;
    use veridoku_core::batch;

    #[test]
    fn wrong_answers_are_detected() {
        let puzzle: Grid = SAMPLE.parse().unwrap();
        let right = batch::solve(&[puzzle], Limits::UNIQUE)[0];
        let judge = |puzzle: Grid, single: SearchResult, bulk: SearchResult| {
            validate(&[puzzle], Limits::UNIQUE, &[single], &[bulk])
                .err()
                .map(|wrong| wrong.root_cause().to_string())
        };
        assert_eq!(judge(puzzle, right, right), None);
        assert_eq!(judge(Grid::EMPTY, right, right), None, "a part of the solution");
        let mut foreign = *right.first.unwrap().as_bytes();
        foreign.rotate_right(27);
        let foreign = SearchResult { first: Grid::from_bytes(foreign), ..right };
        let many = SearchResult { count: 3, end: End::SolutionLimit, ..right };
        let none = SearchResult { count: 0, first: None, ..right };
        for (puzzle, single, bulk, problem) in [
            (puzzle, right, none, "1 solutions, the bulk engine 0"),
            (puzzle, SearchResult { first: None, ..right }, right, "are inconsistent"),
            (puzzle, many, many, "found 3 solutions, more than the limit"),
            (puzzle, right, SearchResult { first: Some(puzzle), ..right }, "is not a solution"),
            (Grid::EMPTY, right, foreign, "the single engine found 5"),
        ] {
            let judged = judge(puzzle, single, bulk).unwrap_or_default();
            assert!(judged.contains(problem), "{judged}");
        }
    }

    #[test]
    #[should_panic(expected = "both engines must answer every puzzle")]
    fn a_missing_answer_panics() {
        let puzzle: Grid = SAMPLE.parse().unwrap();
        let answers = batch::solve(&[puzzle, puzzle], Limits::UNIQUE);
        let _ = validate(&[puzzle, puzzle], Limits::UNIQUE, &answers, &answers[..1]);
    }
}
