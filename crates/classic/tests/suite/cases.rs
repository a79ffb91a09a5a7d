//! Runs every solver on every hand-made case.

use crate::{agrees, expected, puzzle};
use std::ops::ControlFlow;
use veridoku_classic::{ALGORITHMS, SearchEnd};
use veridoku_core::Puzzle;

/// Returns the name, the number of solutions and the puzzle for each line of `cases.txt`.
pub(crate) fn cases() -> impl Iterator<Item = (&'static str, &'static str, Puzzle)> {
    include_str!("cases.txt").lines().filter(|line| !line.starts_with('#')).map(|line| {
        let mut fields = line.split(" | ");
        let mut field = || fields.next().unwrap();
        (field(), field(), puzzle(field()))
    })
}

#[test]
fn every_solver_gives_the_right_answer_or_runs_out_of_budget() {
    let mut out_of_budget = Vec::new();
    let mut filled_blindly = Vec::new();
    for (name, status, puzzle) in cases() {
        let expected = expected(&puzzle, 2);
        assert_eq!(["none", "one", "many"][expected.len()], status, "{name}");
        for algorithm in &ALGORITHMS {
            match (algorithm.name, agrees(algorithm, &puzzle, &expected, 300_000)) {
                ("brute-force", true) => filled_blindly.push(name),
                ("brute-force", false) | (_, true) => {}
                (solver, false) => out_of_budget.push(format!("{name}: {solver}")),
            }
        }
    }
    assert_eq!(
        out_of_budget,
        ["16 clues: static-order", "16 clues: static-sets", "a digit with no place: columns"]
    );
    assert_eq!(
        filled_blindly,
        [
            "a full grid",
            "a full grid with one wrong digit",
            "one blank",
            "five blanks",
            "a digit twice in a row",
            "a digit twice in a column",
            "a digit twice in a box",
            "a full row with a repeated digit",
            "two solutions",
            "nearly full, with a wrong digit",
            "sukaku with few candidates",
            "sukaku without candidates"
        ]
    );
}

#[test]
fn every_solver_enumerates_the_same_six_solutions() {
    let (_, _, puzzle) = cases().find(|(name, ..)| *name == "six solutions").unwrap();
    let mut expected = expected(&puzzle, 100);
    expected.sort();
    assert_eq!(expected.len(), 6);
    for algorithm in ALGORITHMS.iter().filter(|algorithm| algorithm.name != "brute-force") {
        let mut found = Vec::new();
        let end = algorithm.search(&puzzle, u64::MAX, &mut |solution| {
            found.push(*solution);
            ControlFlow::Continue(())
        });
        found.sort();
        assert_eq!((end, &found), (SearchEnd::Exhausted, &expected), "{}", algorithm.name);
    }
}
