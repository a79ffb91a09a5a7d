//! No call of the C interface panics, writes outside its buffers, or writes anything if it fails; and its
//! results are right.
//!
//! | byte | meaning |
//! |---|---|
//! | 0 | the function |
//! | 1 | which pointers are null |
//! | 2, 3 | the limit, the node budget |
//! | 4 | the seed or the number of a status; its lowest bit selects how the text is read |
//! | others | the text: as it is, or with every byte replaced by one that is valid there |

#![allow(unsafe_code, reason = "the functions have a C interface")]

use std::ffi::{CStr, c_char, c_int, c_void};
use std::ptr;
use veridoku::{
    VERIDOKU_CONTINUE, VERIDOKU_STOP, VeridokuStatus, veridoku_constrain, veridoku_enumerate,
    veridoku_error_message, veridoku_minimize, veridoku_solve, veridoku_version,
};
use veridoku_core::{CandidateSet, Cell, Grid};

/// A number that no call returns.
const UNWRITTEN: u64 = u64::MAX - 7;
/// The nodes for a second search, which checks a result.
const CHECK_NODES: u64 = 10_000;

pub(crate) fn check(bytes: &[u8]) {
    let &[function, nulls, limit, budget, seed, ref text @ ..] = bytes else { return };
    let text = if seed & 1 == 0 { text.into() } else { valid(text) };
    let (limit, budget) = (u64::from(limit), u64::from(budget) * 4);
    match function % 5 {
        0 => check_solve(&text, limit, budget, nulls),
        1 => check_enumerate(&text, limit, budget, nulls),
        2 => check_in_place(&text, nulls, |puzzle, length| {
            // SAFETY: `check_in_place` passes null or a buffer of this length.
            unsafe { veridoku_constrain(puzzle, length, seed.into(), budget) }
        }),
        3 => check_in_place(&text, nulls, |puzzle, length| {
            let removal = i32::from(limit as i8) % 4;
            // SAFETY: `check_in_place` passes null or a buffer of this length.
            unsafe { veridoku_minimize(puzzle, length, removal, seed.into(), budget) }
        }),
        _ => {
            for message in [veridoku_error_message(i32::from(seed.cast_signed())), veridoku_version()] {
                // SAFETY: both functions return a terminated string that is valid forever.
                let message = unsafe { CStr::from_ptr(message) };
                assert!(!message.is_empty() && message.to_bytes().is_ascii());
            }
        }
    }
}

/// Replaces every byte by one that is valid there. The length becomes 729 if there are as many bytes,
/// otherwise 81.
fn valid(text: &[u8]) -> Box<[u8]> {
    if text.len() >= 729 {
        // Most candidates are allowed.
        let digit =
            |(place, &byte): (usize, &u8)| if byte % 4 == 0 { b'.' } else { b'1' + (place % 9) as u8 };
        return text.iter().enumerate().map(digit).take(729).collect();
    }
    let clue = |byte: &u8| if byte % 40 < 10 { b'0' + byte % 40 } else { b'.' };
    text.iter().map(clue).chain(std::iter::repeat(b'.')).take(Cell::COUNT).collect()
}

/// Returns a pointer, or null if this bit is set.
fn unless<T>(nulls: u8, bit: u8, pointer: *mut T) -> *mut T {
    if (nulls >> bit) & 1 == 1 { ptr::null_mut() } else { pointer }
}

/// Reports whether a text can be read as a puzzle of which this is a solution.
fn is_solution(text: &[u8], solution: &Grid) -> bool {
    let text = std::str::from_utf8(text).expect("a valid puzzle is ASCII");
    let is_allowed = if text.len() == Cell::COUNT {
        text.parse::<Grid>().expect("81 characters").is_part_of(solution)
    } else {
        let candidates: CandidateSet = text.parse().expect("729 characters");
        solution.values().all(|(cell, digit)| candidates.digits(cell).contains(digit))
    };
    is_allowed && solution.is_solved()
}

/// Calls `veridoku_solve`. Returns its status, and what it has written.
fn solve(text: &[u8], limit: u64, budget: u64, nulls: u8) -> (VeridokuStatus, [u64; 2], Vec<u8>) {
    let (mut count, mut guesses, mut solution) = (UNWRITTEN, UNWRITTEN, vec![b'?'; Cell::COUNT]);
    // SAFETY: the pointers are null or to variables of the types and lengths that the function expects.
    let status = unsafe {
        veridoku_solve(
            unless(nulls, 0, text.as_ptr().cast_mut()).cast(),
            text.len(),
            limit,
            budget,
            unless(nulls, 1, &raw mut count),
            unless(nulls, 2, solution.as_mut_ptr()).cast(),
            unless(nulls, 3, &raw mut guesses),
        )
    };
    (status, [count, guesses], solution)
}

fn check_solve(text: &[u8], limit: u64, budget: u64, nulls: u8) {
    let (status, [count, guesses], solution) = solve(text, limit, budget, nulls);
    let has_failed = (status as i32) < 0;
    assert!(status != VeridokuStatus::InternalError);
    assert_eq!(count == UNWRITTEN, has_failed || nulls & 2 != 0, "{status:?}");
    assert_eq!(guesses == UNWRITTEN, has_failed || nulls & 8 != 0, "{status:?}");
    if has_failed || nulls & 4 != 0 {
        assert!(solution == [b'?'; Cell::COUNT], "{status:?}");
        return;
    }
    if nulls & 2 == 0 {
        assert!(count <= limit);
        assert_eq!(count == 0, solution[0] == b'?');
    }
    if solution[0] != b'?' {
        let solution = std::str::from_utf8(&solution).expect("digits").parse().expect("81 digits");
        assert!(is_solution(text, &solution), "{solution}");
    }
}

/// The solutions of a call, and how many it may report.
struct Enumeration {
    solutions: Vec<Grid>,
    stop_after: usize,
}

unsafe extern "C" fn collect(solution: *const c_char, context: *mut c_void) -> c_int {
    // SAFETY: the library passes a terminated string, and `check_enumerate` a pointer to its variable.
    let (solution, found) = unsafe { (CStr::from_ptr(solution), &mut *context.cast::<Enumeration>()) };
    found.solutions.push(solution.to_str().expect("digits").parse().expect("81 digits"));
    if found.solutions.len() == found.stop_after { VERIDOKU_STOP } else { VERIDOKU_CONTINUE }
}

fn check_enumerate(text: &[u8], limit: u64, budget: u64, nulls: u8) {
    let mut found = Enumeration { solutions: Vec::new(), stop_after: usize::from(nulls >> 4) + 1 };
    let mut count = UNWRITTEN;
    // SAFETY: the pointers are null or to variables of the types and lengths that the function expects, and
    // the callback expects this context.
    let status = unsafe {
        veridoku_enumerate(
            unless(nulls, 0, text.as_ptr().cast_mut()).cast(),
            text.len(),
            limit,
            budget,
            (nulls & 2 == 0).then_some(collect),
            (&raw mut found).cast(),
            unless(nulls, 2, &raw mut count),
        )
    };
    let Enumeration { solutions, stop_after } = found;
    assert!(status != VeridokuStatus::InternalError);
    assert!(solutions.len() <= stop_after && solutions.len() as u64 <= limit);
    assert!(solutions.iter().all(|solution| is_solution(text, solution)));
    let distinct: std::collections::BTreeSet<_> = solutions.iter().map(Grid::to_line).collect();
    assert_eq!(distinct.len(), solutions.len());
    let has_failed = (status as i32) < 0;
    let written = if has_failed || nulls & 4 != 0 { UNWRITTEN } else { solutions.len() as u64 };
    assert_eq!(count, written, "{status:?}");
}

/// Calls a function that changes a puzzle in place. If it succeeds, the solution is unique.
fn check_in_place(text: &[u8], nulls: u8, function: impl FnOnce(*mut c_char, usize) -> VeridokuStatus) {
    let mut buffer: Box<[u8]> = text.into();
    let status = function(unless(nulls, 0, buffer.as_mut_ptr()).cast(), buffer.len());
    assert!(status != VeridokuStatus::InternalError);
    if status != VeridokuStatus::Ok {
        assert!(*buffer == *text, "changed with {status:?}");
        return;
    }
    let (status, [count, _], _) = solve(&buffer, 2, CHECK_NODES, 0);
    assert!(count == 1 || status == VeridokuStatus::NodeBudget, "{count}: {}", buffer.escape_ascii());
}
