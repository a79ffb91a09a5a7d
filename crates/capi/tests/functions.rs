//! Calls the C functions from Rust, and compares their results with those of a reference solver on random
//! puzzles.

#![allow(unsafe_code, reason = "the functions have a C interface")]

#[path = "../testdata/reference.rs"]
mod reference;

use reference::{SOLVED, XorShift, naive};
use std::ffi::{CStr, c_char, c_int, c_void};
use veridoku::{
    VERIDOKU_CONTINUE, VERIDOKU_STOP, VERIDOKU_UNLIMITED, VeridokuRemoval, VeridokuStatus,
    veridoku_constrain, veridoku_enumerate, veridoku_error_message, veridoku_minimize, veridoku_solve,
    veridoku_version,
};
use veridoku_core::{CandidateSet, DigitSet, Grid};

use veridoku_core::SAMPLE as PUZZLE;

/// Calls `veridoku_solve`; returns the status, the number of solutions, the first solution and the guesses.
fn solve(puzzle: &str, limit: u64, node_budget: u64) -> (VeridokuStatus, u64, Option<String>, u64) {
    let (mut count, mut guesses, mut solution) = (0, 0, [b'?'; 81]);
    // SAFETY: the pointers are to local variables of the types and lengths that the function expects.
    let status = unsafe {
        veridoku_solve(
            puzzle.as_ptr().cast(),
            puzzle.len(),
            limit,
            node_budget,
            &raw mut count,
            solution.as_mut_ptr().cast(),
            &raw mut guesses,
        )
    };
    let solution = String::from_utf8(solution.into()).unwrap();
    (status, count, Some(solution).filter(|solution| !solution.contains('?')), guesses)
}

/// Returns 0, 1 or 2 for a puzzle with no solution, one solution or several.
fn count(puzzle: &str) -> u64 {
    let (status, count, _, _) = solve(puzzle, 2, VERIDOKU_UNLIMITED);
    assert_eq!(status, VeridokuStatus::Ok);
    count
}

/// A callback that collects solutions and stops the search after ten.
unsafe extern "C" fn collect_solution(solution: *const c_char, context: *mut c_void) -> c_int {
    // SAFETY: the library passes a terminated string, and `enumerate` passes a pointer to its vector.
    let (solution, solutions) = unsafe { (CStr::from_ptr(solution), &mut *context.cast::<Vec<String>>()) };
    solutions.push(solution.to_str().unwrap().into());
    if solutions.len() == 10 { VERIDOKU_STOP } else { VERIDOKU_CONTINUE }
}

/// Calls `veridoku_enumerate`; returns the status and the solutions.
fn enumerate(puzzle: &str, limit: u64, node_budget: u64) -> (VeridokuStatus, Vec<String>) {
    let (mut count, mut solutions) = (0, Vec::<String>::new());
    // SAFETY: the pointers are to local variables, and the callback expects this vector as its context.
    let status = unsafe {
        veridoku_enumerate(
            puzzle.as_ptr().cast(),
            puzzle.len(),
            limit,
            node_budget,
            Some(collect_solution),
            (&raw mut solutions).cast(),
            &raw mut count,
        )
    };
    assert_eq!(count, solutions.len() as u64);
    (status, solutions)
}

/// Calls a function that changes a puzzle in place, and checks that it does not write past the end of the
/// puzzle.
fn in_place(
    puzzle: &str,
    function: impl FnOnce(*mut c_char, usize) -> VeridokuStatus,
) -> (VeridokuStatus, String) {
    let mut buffer = format!("{puzzle}#").into_bytes();
    let status = function(buffer.as_mut_ptr().cast(), puzzle.len());
    assert_eq!(buffer.pop(), Some(b'#'));
    (status, String::from_utf8(buffer).unwrap())
}

/// Calls `veridoku_constrain`; returns the status and the puzzle.
fn constrain(puzzle: &str, seed: u64, node_budget: u64) -> (VeridokuStatus, String) {
    in_place(puzzle, |buffer, length| {
        // SAFETY: the buffer has this length, and no other thread uses it.
        unsafe { veridoku_constrain(buffer, length, seed, node_budget) }
    })
}

/// Calls `veridoku_minimize`; returns the status and the puzzle.
fn minimize(puzzle: &str, removal: VeridokuRemoval, seed: u64, node_budget: u64) -> (VeridokuStatus, String) {
    in_place(puzzle, |buffer, length| {
        // SAFETY: the buffer has this length, and no other thread uses it.
        unsafe { veridoku_minimize(buffer, length, removal as i32, seed, node_budget) }
    })
}

/// Returns the candidates of an 81-character puzzle before the rules are applied.
fn candidates(puzzle: &str) -> CandidateSet {
    let mut candidates = CandidateSet::ALL;
    for (cell, digit) in puzzle.parse::<Grid>().unwrap().values() {
        candidates.set_digits(cell, DigitSet::only(digit));
    }
    candidates
}

/// Returns whether the character at this position is a constraint: a clue, or an eliminated candidate.
fn is_constraint(puzzle: &str, place: usize) -> bool {
    (puzzle.as_bytes()[place] == b'.') == (puzzle.len() == 729)
}

/// Returns the puzzle without the constraint at this position.
fn relaxed(puzzle: &str, place: usize) -> String {
    let free = if puzzle.len() == 81 { "." } else { &"123456789"[place % 9..=place % 9] };
    [&puzzle[..place], free, &puzzle[place + 1..]].concat()
}

/// Returns whether `more` has all constraints of `less`.
fn has_constraints_of(more: &str, less: &str) -> bool {
    (0..less.len()).all(|place| !is_constraint(less, place) || more[place..=place] == less[place..=place])
}

#[test]
fn random_puzzles_agree_with_the_reference_solver() {
    let mut numbers = XorShift(81);
    for round in 0..300 {
        let mut grid: Grid = SOLVED.parse().unwrap();
        for _ in 0..30 + round % 60 {
            grid.set(numbers.cell(), None);
        }
        if round % 5 == 0 {
            grid.set(numbers.cell(), Some(numbers.digit()));
        }
        let puzzle = grid.to_string();
        let mut expected: Vec<String> = naive(&candidates(&puzzle), 9).iter().map(Grid::to_string).collect();
        expected.sort();
        for text in [puzzle.clone(), puzzle.replace('.', "0"), candidates(&puzzle).to_string()] {
            let (status, count, first, _) = solve(&text, 9, VERIDOKU_UNLIMITED);
            assert_eq!((status, count), (VeridokuStatus::Ok, expected.len() as u64), "{text}");
            let (status, mut solutions) = enumerate(&text, 9, VERIDOKU_UNLIMITED);
            assert_eq!((status, solutions.first()), (VeridokuStatus::Ok, first.as_ref()), "{text}");
            solutions.sort();
            solutions.dedup();
            assert_eq!(solutions.len(), expected.len(), "{text}");
            assert!(expected.len() == 9 || solutions == expected, "{text}");
        }
    }
}

#[test]
fn enumeration_stops_at_the_limit_on_request_or_when_out_of_budget() {
    let empty = ".".repeat(81);
    assert_eq!(enumerate(&empty, 0, VERIDOKU_UNLIMITED), (VeridokuStatus::Ok, vec![]));
    let (status, solutions) = enumerate(&empty, 3, VERIDOKU_UNLIMITED);
    assert_eq!((status, solutions.len()), (VeridokuStatus::Ok, 3));
    let (status, solutions) = enumerate(&empty, VERIDOKU_UNLIMITED, VERIDOKU_UNLIMITED);
    assert_eq!((status, solutions.len()), (VeridokuStatus::Stopped, 10));
    assert_eq!(enumerate(&empty, 3, 5), (VeridokuStatus::NodeBudget, vec![]));
}

/// The context of [`solve_in_callback`].
struct CallbackContext {
    puzzle: [u8; 81],
    solutions: Vec<String>,
}

/// A callback that overwrites the puzzle being enumerated and solves another one.
unsafe extern "C" fn solve_in_callback(solution: *const c_char, context: *mut c_void) -> c_int {
    // SAFETY: the library passes a terminated string, and the test below passes a pointer to its
    // `CallbackContext`.
    let (solution, context_data) =
        unsafe { (CStr::from_ptr(solution), &mut *context.cast::<CallbackContext>()) };
    let solution = solution.to_str().unwrap();
    context_data.puzzle.fill(b'9');
    assert_eq!(solve(solution, 2, VERIDOKU_UNLIMITED).1, 1);
    let (status, again) = enumerate(solution, 2, VERIDOKU_UNLIMITED);
    assert_eq!((status, again), (VeridokuStatus::Ok, vec![solution.to_owned()]));
    context_data.solutions.push(solution.to_owned());
    VERIDOKU_CONTINUE
}

#[test]
fn a_callback_may_call_the_library_and_overwrite_the_puzzle() {
    let mut context_data = CallbackContext { puzzle: [b'.'; 81], solutions: Vec::new() };
    let expected = enumerate(&".".repeat(81), 5, VERIDOKU_UNLIMITED).1;
    let context = &raw mut context_data;
    let mut count = 0;
    // SAFETY: the puzzle has 81 characters, and the context is of the type that the callback expects.
    let status = unsafe {
        veridoku_enumerate(
            (&raw const (*context).puzzle).cast(),
            81,
            5,
            VERIDOKU_UNLIMITED,
            Some(solve_in_callback),
            context.cast(),
            &raw mut count,
        )
    };
    assert_eq!((status, count), (VeridokuStatus::Ok, 5));
    assert_eq!((context_data.solutions, context_data.puzzle), (expected, [b'9'; 81]));
}

#[test]
fn the_budget_limits_the_guesses() {
    let (status, count, first, guesses) = solve(&".".repeat(81), 1000, 500);
    assert_eq!(status, VeridokuStatus::NodeBudget);
    assert!(count > 0 && first.is_some() && guesses <= 500);
    assert_eq!(constrain(&".".repeat(81), 1, 1000), (VeridokuStatus::NodeBudget, ".".repeat(81)));
    // A single search may need no guesses, but checking every clue needs some.
    let (_, puzzle) = constrain(&".".repeat(81), 1, VERIDOKU_UNLIMITED);
    assert_eq!(minimize(&puzzle, VeridokuRemoval::Greedy, 1, 0), (VeridokuStatus::NodeBudget, puzzle));
}

#[test]
fn constrained_puzzles_have_one_solution() {
    let empty = [".".repeat(81), CandidateSet::ALL.to_string()];
    let some_clues = format!("{}{}", &PUZZLE[..27], ".".repeat(54));
    for puzzle in [&empty[0], &empty[1], &some_clues, &candidates(&some_clues).to_string()] {
        let results: Vec<String> = (0..10)
            .map(|seed| {
                let (status, result) = constrain(puzzle, seed, VERIDOKU_UNLIMITED);
                assert_eq!((status, count(&result)), (VeridokuStatus::Ok, 1), "{result}");
                assert!(has_constraints_of(&result, puzzle), "{result}");
                result
            })
            .collect();
        assert!(results.windows(2).all(|pair| pair[0] != pair[1]), "two seeds give the same puzzle");
    }
    assert_eq!(constrain(PUZZLE, 1, VERIDOKU_UNLIMITED), (VeridokuStatus::Ok, PUZZLE.to_owned()));
    let contradictory = PUZZLE.replace("53..7", "55..7");
    assert_eq!(constrain(&contradictory, 1, VERIDOKU_UNLIMITED), (VeridokuStatus::NoSolution, contradictory));
}

#[test]
fn minimized_puzzles_need_every_constraint() {
    // Minimizing a 729-character puzzle takes a few hundred slow searches, so it is tested with one seed
    // only.
    for (puzzle, seeds) in [(SOLVED, 3), (PUZZLE, 3), (&candidates(PUZZLE).to_string(), 1)] {
        for seed in 0..seeds {
            let (status, result) = minimize(puzzle, VeridokuRemoval::Greedy, seed, VERIDOKU_UNLIMITED);
            assert_eq!((status, count(&result)), (VeridokuStatus::Ok, 1), "{result}");
            assert_eq!(solve(&result, 1, VERIDOKU_UNLIMITED).2.as_deref(), Some(SOLVED));
            assert!(has_constraints_of(puzzle, &result), "{result}");
            for place in (0..result.len()).filter(|&place| is_constraint(&result, place)) {
                assert_eq!(count(&relaxed(&result, place)), 2, "{result} at {place}");
            }
        }
    }
    let open = ".".repeat(81);
    let greedy = VeridokuRemoval::Greedy;
    assert_eq!(minimize(&open, greedy, 1, VERIDOKU_UNLIMITED), (VeridokuStatus::NotUnique, open));
    let contradictory = PUZZLE.replace("53..7", "55..7");
    assert_eq!(
        minimize(&contradictory, greedy, 1, VERIDOKU_UNLIMITED),
        (VeridokuStatus::NoSolution, contradictory)
    );
}

#[test]
fn monotonic_minimising_agrees_with_greedy_or_fails() {
    let nearly_minimal = {
        let (_, minimal) = minimize(PUZZLE, VeridokuRemoval::Greedy, 1, VERIDOKU_UNLIMITED);
        let place = (0..81).find(|&place| minimal[place..=place] != PUZZLE[place..=place]).unwrap();
        [&minimal[..place], &PUZZLE[place..=place], &minimal[place + 1..]].concat()
    };
    let mut succeeded = 0;
    for seed in 0..200 {
        let greedy = minimize(&nearly_minimal, VeridokuRemoval::Greedy, seed, VERIDOKU_UNLIMITED);
        let monotonic = minimize(&nearly_minimal, VeridokuRemoval::Monotonic, seed, VERIDOKU_UNLIMITED);
        if monotonic.0 == VeridokuStatus::Ok {
            succeeded += 1;
            assert_eq!(monotonic, greedy);
        } else {
            assert_eq!(monotonic, (VeridokuStatus::NotMonotonic, nearly_minimal.clone()));
        }
    }
    assert!((1..100).contains(&succeeded), "{succeeded} of 200");
}

#[test]
fn threads_do_not_interfere() {
    let work = |seed| {
        let (_, puzzle) = constrain(&".".repeat(81), seed, VERIDOKU_UNLIMITED);
        let (_, minimal) = minimize(&puzzle, VeridokuRemoval::Greedy, seed, VERIDOKU_UNLIMITED);
        (solve(&minimal, 2, VERIDOKU_UNLIMITED), enumerate(&puzzle, 2, VERIDOKU_UNLIMITED), minimal)
    };
    let alone: Vec<_> = (0..8).map(work).collect();
    let together: Vec<_> = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..8).map(|seed| scope.spawn(move || work(seed))).collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    });
    assert_eq!(alone, together);
}

#[test]
fn the_solution_may_replace_the_puzzle() {
    let (status, solved) = in_place(PUZZLE, |buffer, length| {
        // SAFETY: the buffer has this length, and the other outputs are null.
        unsafe {
            let null = std::ptr::null_mut();
            veridoku_solve(buffer, length, 2, VERIDOKU_UNLIMITED, null, buffer, null)
        }
    });
    assert_eq!((status, solved.as_str()), (VeridokuStatus::Ok, SOLVED));
}

#[test]
fn every_status_has_its_own_message() {
    // SAFETY: the library returns terminated strings with static lifetime.
    let text = |text| unsafe { CStr::from_ptr(text) }.to_str().unwrap();
    let message = |status| text(veridoku_error_message(status));
    assert_eq!(text(veridoku_version()), env!("CARGO_PKG_VERSION"));
    let messages: std::collections::BTreeSet<&str> = (-5..=5).map(message).collect();
    assert_eq!(messages.len(), 11);
    for unknown in [-6, 6, i32::MIN, i32::MAX] {
        assert_eq!(message(unknown), "unknown status");
    }
    assert!(!messages.contains("unknown status"));
}
