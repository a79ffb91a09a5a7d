//! Long searches print their results as they are found, and solutions are checked before they are written.

use crate::process::{SAMPLE, SOLVED, run, veridoku};
use std::io::{BufRead, BufReader};

/// A minimal puzzle with thousands of neighbours.
const PUZZLE: &str = "...71....6......9..1.2..8.5..6....43.....291..85...6......7.......4.9...86..3.7..";

#[test]
fn puzzles_are_written_as_they_are_found() {
    let wide = ["neighbours", "--remove", "3", "--add", "3", PUZZLE];
    let all = ["minimize", "--all", "--limit", "100000000", "--budget", "1000000000", SOLVED];
    for arguments in [&wide[..], &all[..]] {
        let mut child = veridoku(arguments).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let ended = child.try_wait().unwrap();
        child.kill().unwrap();
        child.wait().unwrap();
        assert_eq!(line.len(), 82, "{line}");
        assert_eq!(ended, None, "the search continues after the first puzzle: {arguments:?}");
    }
}

#[test]
fn wrong_solutions_are_not_passed_on() {
    let pair = |solution: &str| format!("quizzes,solutions\n{},{solution}\n", SAMPLE.replace('.', "0"));
    let arguments = ["augment", "--count", "2", "--to", "kaggle"];
    let right = run(&arguments, pair(SOLVED));
    assert_eq!((right.status, right.lines().len()), (0, 3), "{}", right.err);
    let wrong = run(&arguments, pair(&SOLVED.replace("179", "197")));
    assert_eq!(wrong.status, 2);
    assert!(wrong.err.contains("found a solution that does not solve the puzzle"), "{}", wrong.err);
    assert_eq!(wrong.out, "quizzes,solutions\n");
    // If a puzzle has no unique solution, the missing solution is reported.
    let open = run(&[&arguments[..], &[&format!("1{}", ".".repeat(80))]].concat(), "");
    assert_eq!((open.status, open.lines().len()), (1, 3));
    assert!(open.err.starts_with("veridoku: no unique solution to write for 1..."), "{}", open.err);
}

#[test]
fn neighbours_of_a_contradiction_are_unique() {
    let puzzle = SAMPLE.replacen("53", "55", 1);
    let near = run(&["neighbours", "--remove", "1", "--add", "0", &puzzle], "");
    assert_eq!(near.status, 0, "{}", near.err);
    for neighbour in near.lines() {
        assert_eq!(run(&["count", neighbour], "").out, "1\n", "{neighbour}");
    }
}
