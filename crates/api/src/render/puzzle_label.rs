//! Short labels for puzzles in text output, and the note about exhausted budgets.
//!
//! JSON output repeats the exact puzzle, which takes 729 characters if it has candidates. Text output shows
//! the 81 characters of the values, followed by the candidates that were eliminated beyond the basic rules:
//!
//! ```text
//! 53..7....6..195… with r1c3<>4, r2c5<>28
//! 53..7....6..195… with 31 candidates eliminated
//! ................ with 243 candidates
//! ```

use veridoku_core::{CandidateSet, Puzzle};
use veridoku_logic::{Notation, Position};

/// The maximum number of eliminated candidates to list; more are only counted.
const MAX_LISTED: usize = 12;

/// Returns the label of a puzzle.
pub fn label(puzzle: &Puzzle, notation: Notation) -> String {
    let values = puzzle.values();
    let Some(written) = puzzle.written_candidates() else { return values.to_string() };
    if values.filled().is_empty() {
        return format!("{values} with {} candidates", written.len());
    }
    let all = Position::unchecked(&Puzzle::new(*values, puzzle.givens())).candidates();
    let eliminated = all - Position::unchecked(puzzle).candidates();
    match eliminated.len() {
        0 => values.to_string(),
        1..=MAX_LISTED => {
            format!("{values} with {}", notation.conclusions(&CandidateSet::EMPTY, &eliminated))
        }
        count => format!("{values} with {count} candidates eliminated"),
    }
}

/// Returns a note about the techniques whose search exhausted its budget, if there are any.
pub fn budget_note(techniques: &[&str]) -> Option<String> {
    let (last, others) = techniques.split_last()?;
    let (searches, their) = if others.is_empty() { ("search", "its") } else { ("searches", "their") };
    let and = if others.is_empty() { "" } else { " and " };
    let names = format!("{}{and}{last}", others.join(", "));
    Some(format!("The {searches} for {names} exhausted {their} budget; increase --budget to search further."))
}

#[cfg(test)]
mod tests {
    use super::*;
    use veridoku_core::Candidate;

    #[test]
    fn techniques_that_exhausted_their_budget_are_named() {
        assert_eq!(budget_note(&[]), None);
        assert_eq!(
            budget_note(&["X-Wing"]).unwrap(),
            "The search for X-Wing exhausted its budget; increase --budget to search further."
        );
        assert!(
            budget_note(&["A", "B", "C"]).unwrap().starts_with("The searches for A, B and C exhausted their")
        );
    }

    #[test]
    fn eliminated_candidates_are_listed_or_counted() {
        let line = veridoku_core::SAMPLE;
        let puzzle: Puzzle = line.parse().unwrap();
        assert_eq!(label(&puzzle, Notation::RowColumn), line);
        let mut candidates = Position::unchecked(&puzzle).candidates();
        assert_eq!(label(&puzzle.clone().with_candidates(&candidates), Notation::RowColumn), line);
        let eliminated = candidates.iter().next().unwrap();
        assert!(candidates.remove(Candidate::new(eliminated.cell(), eliminated.digit())));
        let text = label(&puzzle.clone().with_candidates(&candidates), Notation::Letters);
        assert_eq!(text, format!("{line} with A3<>1"));
        let few = CandidateSet::EMPTY;
        let text = label(&puzzle.with_candidates(&few), Notation::RowColumn);
        assert!(text.starts_with(line) && text.ends_with(" candidates eliminated"), "{text}");
        assert_eq!(
            label(&Puzzle::from(&CandidateSet::ALL), Notation::RowColumn),
            format!("{} with 729 candidates", ".".repeat(81))
        );
    }
}
