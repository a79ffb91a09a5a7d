//! Checks the answers of the engines before they are timed.
//!
//! A solution must match the clues and obey the rules, which is checked without an engine. The two engines
//! must agree on whether there is no solution, one or several. They search independently, except that a
//! puzzle on which the bulk engine spends [`MAX_BATCH_NODES`](veridoku_core::batch::MAX_BATCH_NODES) nodes is
//! answered by the single engine. For such a puzzle, only the single engine proves that there is no solution,
//! or no second one.

use std::fmt;
use veridoku_core::Grid;
use veridoku_core::solve::{End, Limits, SearchResult};

/// A wrong answer to a puzzle.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct WrongAnswer {
    puzzle: Grid,
    problem: AnswerProblem,
}

#[derive(Debug, PartialEq, Eq)]
enum AnswerProblem {
    /// The reported solution does not solve the puzzle.
    NotASolution(Grid),
    /// A solution was reported with a count of zero, or none with a count above zero.
    Missing,
    /// The number of solutions exceeds the limit.
    TooMany(u64),
    /// The engines found different numbers of solutions.
    Counts(u64, u64),
    /// The engines found different solutions to a unique puzzle.
    Solutions(Grid, Grid),
}

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
) -> Result<(), Box<WrongAnswer>> {
    let sizes = (single.len(), bulk.len());
    assert_eq!(sizes, (puzzles.len(), puzzles.len()), "both engines must answer every puzzle");
    for ((puzzle, single), bulk) in puzzles.iter().zip(single).zip(bulk) {
        let problem = problem(puzzle, limits, single)
            .or_else(|| problem(puzzle, limits, bulk))
            .or_else(|| disagreement(single, bulk));
        if let Some(problem) = problem {
            return Err(Box::new(WrongAnswer { puzzle: *puzzle, problem }));
        }
    }
    Ok(())
}

fn problem(puzzle: &Grid, limits: Limits, answer: &SearchResult) -> Option<AnswerProblem> {
    match answer.first {
        Some(solution) if !solution.is_solved() || !puzzle.is_part_of(&solution) => {
            Some(AnswerProblem::NotASolution(solution))
        }
        first if first.is_some() != (answer.count > 0) => Some(AnswerProblem::Missing),
        _ if answer.count > limits.solutions => Some(AnswerProblem::TooMany(answer.count)),
        _ => None,
    }
}

fn disagreement(single: &SearchResult, bulk: &SearchResult) -> Option<AnswerProblem> {
    match (single.first, bulk.first) {
        _ if single.count != bulk.count => Some(AnswerProblem::Counts(single.count, bulk.count)),
        // If a puzzle has several solutions, an engine may find any of them first.
        (Some(one), Some(other)) if one != other && single.count == 1 && single.end == End::Complete => {
            Some(AnswerProblem::Solutions(one, other))
        }
        _ => None,
    }
}

impl fmt::Display for WrongAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: ", self.puzzle)?;
        match &self.problem {
            AnswerProblem::NotASolution(grid) => write!(f, "{grid} is not a solution"),
            AnswerProblem::Missing => {
                f.write_str("the solution and the number of solutions are inconsistent")
            }
            AnswerProblem::TooMany(count) => write!(f, "found {count} solutions, more than the limit"),
            AnswerProblem::Counts(single, bulk) => {
                write!(f, "the single engine found {single} solutions, the bulk engine {bulk}")
            }
            AnswerProblem::Solutions(single, bulk) => {
                write!(f, "the single engine found {single}, the bulk engine {bulk}")
            }
        }
    }
}

impl std::error::Error for WrongAnswer {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::SAMPLE;
    use veridoku_core::batch;

    #[test]
    fn wrong_answers_are_detected() {
        let puzzle: Grid = SAMPLE.parse().unwrap();
        let right = batch::solve(&[puzzle], Limits::UNIQUE)[0];
        let judge = |single: SearchResult, bulk: SearchResult| {
            validate(&[puzzle], Limits::UNIQUE, &[single], &[bulk]).err().map(|wrong| wrong.problem)
        };
        assert_eq!(judge(right, right), None);
        let none = SearchResult { count: 0, first: None, ..right };
        assert_eq!(judge(right, none), Some(AnswerProblem::Counts(1, 0)));
        assert_eq!(judge(SearchResult { first: None, ..right }, right), Some(AnswerProblem::Missing));
        let many = SearchResult { count: 3, end: End::SolutionLimit, ..right };
        assert_eq!(judge(many, many), Some(AnswerProblem::TooMany(3)));
        let other = SearchResult { first: Some(puzzle), ..right };
        assert_eq!(judge(right, other), Some(AnswerProblem::NotASolution(puzzle)));
        let empty = validate(&[Grid::EMPTY], Limits::UNIQUE, &[right], &[right]);
        assert_eq!(empty, Ok(()), "a part of the solution");
        let mut foreign = *right.first.unwrap().as_bytes();
        foreign.rotate_right(27);
        let foreign = SearchResult { first: Grid::from_bytes(foreign), ..right };
        let judged = validate(&[Grid::EMPTY], Limits::UNIQUE, &[right], &[foreign]);
        assert!(judged.is_err_and(|wrong| matches!(wrong.problem, AnswerProblem::Solutions(..))));
    }

    #[test]
    #[should_panic(expected = "both engines must answer every puzzle")]
    fn a_missing_answer_panics() {
        let puzzle: Grid = SAMPLE.parse().unwrap();
        let answers = batch::solve(&[puzzle, puzzle], Limits::UNIQUE);
        let _ = validate(&[puzzle, puzzle], Limits::UNIQUE, &answers, &answers[..1]);
    }
}
