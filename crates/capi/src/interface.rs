//! The exported C functions, in the order in which the header declares them.
//!
//! Each function converts its pointers, calls the engine and writes the result. The doc comments are copied
//! to the header, so they are written for C programmers.

// Exported symbols and pointers from C require unsafe code.
#![allow(unsafe_code, reason = "the C interface")]

use crate::boundary::{catch_panics, read_puzzle, write_number, write_text};
use crate::budget::CallBudget;
use crate::constrain::constrain;
use crate::minimize::{VeridokuRemoval, minimize};
use crate::status::VeridokuStatus;
use std::ffi::{CStr, c_char, c_int, c_void};
use veridoku_core::Cell;
use veridoku_core::solve::{self, End, Limits};

/// A solution limit or node budget that is never reached.
pub const VERIDOKU_UNLIMITED: u64 = u64::MAX;

/// Returned by a callback to continue the search.
pub const VERIDOKU_CONTINUE: c_int = 0;
/// Returned by a callback to stop the search. Any value other than `VERIDOKU_CONTINUE` has the
/// same effect.
pub const VERIDOKU_STOP: c_int = 1;

/// A function that `veridoku_enumerate` calls for each solution. `solution` is a null-terminated string of 81
/// digits that is valid until the callback returns. `context` is the pointer passed to `veridoku_enumerate`.
///
/// A callback may call any function of the library, but it must return normally: it must not throw a C++
/// exception or exit through longjmp.
pub type VeridokuCallback =
    Option<unsafe extern "C" fn(solution: *const c_char, context: *mut c_void) -> c_int>;

/// Solves a puzzle: counts its solutions up to a limit and returns the first of them.
///
/// A limit of 2 is enough to find out whether a puzzle has no solution, one solution or several. If the
/// status is `VERIDOKU_STATUS_OK`, a count below the limit is the exact number of solutions. A contradictory
/// puzzle is treated as one without a solution.
///
/// - `puzzle`, `length`: either 81 characters, row by row, each a digit from 1 to 9 or a blank (. or
///   0); or 729 characters, nine per cell, one for each digit: the digit if it is a candidate, or a
///   blank. No more than `length` characters are read; a terminator is neither required nor counted.
/// - `limit`: the number of solutions after which the search stops.
/// - `node_budget`: the number of guesses after which the search gives up.
/// - `count`: receives the number of solutions found; may be NULL.
/// - `solution`: if there is a solution, receives the 81 digits of the first one, without a terminator; may
///   be NULL, and may be equal to `puzzle`.
/// - `guesses`: receives the number of guesses made; may be NULL.
///
/// Returns `VERIDOKU_STATUS_OK` on success; `VERIDOKU_STATUS_NODE_BUDGET` if the search gave up, in which
/// case the outputs describe what was found up to that point; or a negative status on failure.
///
/// # Safety
///
/// Every pointer must be NULL or valid: `puzzle` for reading `length` characters, `solution` for writing 81
/// characters, and the others for writing a number. No other thread may write to `puzzle` during the call.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn veridoku_solve(
    puzzle: *const c_char,
    length: usize,
    limit: u64,
    node_budget: u64,
    count: *mut u64,
    solution: *mut c_char,
    guesses: *mut u64,
) -> VeridokuStatus {
    catch_panics(|| {
        // SAFETY: by the contract of this function, `puzzle` is null or valid for reading `length`
        // characters.
        let parsed = unsafe { read_puzzle(puzzle, length) }?;
        let found = solve::search(parsed.clues(), Limits::solutions(limit).with_nodes(node_budget));
        // SAFETY: by the contract of this function, each pointer is null or valid for writing: `solution` for
        // 81 characters, which is the length of the line, and the others for a number.
        unsafe {
            write_number(count, found.count);
            write_number(guesses, found.nodes);
            if let Some(first) = found.first {
                write_text(solution, &first.to_line());
            }
        }
        if found.end == End::NodeBudget { Err(VeridokuStatus::NodeBudget) } else { Ok(()) }
    })
}

/// Enumerates the solutions of a puzzle: calls the callback for each one until the limit is reached or the
/// callback stops the search.
///
/// The order of the solutions depends only on the puzzle and on the version of the library.
///
/// - `puzzle`, `length`: as for `veridoku_solve`. The callback may overwrite `puzzle`.
/// - `limit`: the number of solutions after which the search stops.
/// - `node_budget`: the number of guesses after which the search gives up.
/// - `callback`: the function to call for each solution.
/// - `context`: passed to the callback along with the solution.
/// - `count`: at the end of the call, receives the number of solutions passed to the callback; may be NULL.
///
/// Returns `VERIDOKU_STATUS_OK` on success; `VERIDOKU_STATUS_STOPPED` if the callback stopped the search;
/// `VERIDOKU_STATUS_NODE_BUDGET` if the search gave up; or a negative status on failure.
///
/// # Safety
///
/// Every pointer must be NULL or valid: `puzzle` for reading `length` characters, `count` for writing a
/// number, and `callback` for being called with `context`. No other thread may write to `puzzle` during the
/// call.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn veridoku_enumerate(
    puzzle: *const c_char,
    length: usize,
    limit: u64,
    node_budget: u64,
    callback: VeridokuCallback,
    context: *mut c_void,
    count: *mut u64,
) -> VeridokuStatus {
    catch_panics(|| {
        // SAFETY: by the contract of this function, `puzzle` is null or valid for reading `length`
        // characters.
        let parsed = unsafe { read_puzzle(puzzle, length) }?;
        let callback = callback.ok_or(VeridokuStatus::NullPointer)?;
        let mut solutions = solve::solutions(parsed.clues()).with_node_budget(node_budget);
        let mut reported = 0;
        let mut result = Ok(());
        while reported < limit && result.is_ok() {
            let Some(solution) = solutions.next() else { break };
            let mut text = [0; Cell::COUNT + 1];
            text[..Cell::COUNT].copy_from_slice(&solution.to_line());
            reported += 1;
            // SAFETY: by the contract of this function, the callback may be called with a solution and
            // `context`, and it does not unwind. The text is terminated by a zero byte and outlives the call.
            let answer = unsafe { callback(text.as_ptr().cast(), context) };
            if answer != VERIDOKU_CONTINUE {
                result = Err(VeridokuStatus::Stopped);
            }
        }
        // SAFETY: by the contract of this function, `count` is null or valid for writing a number.
        unsafe { write_number(count, reported) };
        if solutions.end() == Some(End::NodeBudget) { Err(VeridokuStatus::NodeBudget) } else { result }
    })
}

/// Constrains a puzzle: adds random clues until exactly one solution remains. If the puzzle has 729
/// characters, eliminates random candidates instead.
///
/// A clue is added only if it does not follow from the clues before it, but the result need not be minimal,
/// since later clues can make earlier ones redundant. Some results are more likely than others. A puzzle that
/// already has one solution is left unchanged.
///
/// - `puzzle`, `length`: as for `veridoku_solve`. If the status is `VERIDOKU_STATUS_OK`, `puzzle`
///   receives the result, with . for blanks; otherwise it is left unchanged. A terminator is neither
///   required nor written.
/// - `seed`: selects the result. The same puzzle and seed give the same result on every machine.
/// - `node_budget`: the total number of guesses after which the call gives up.
///
/// Returns `VERIDOKU_STATUS_OK` on success; `VERIDOKU_STATUS_NO_SOLUTION` if the puzzle has no solution;
/// `VERIDOKU_STATUS_NODE_BUDGET` if the call gave up; or a negative status on failure.
///
/// # Safety
///
/// `puzzle` must be NULL or valid for reading and writing `length` characters. No other thread may read
/// or write them during the call.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn veridoku_constrain(
    puzzle: *mut c_char,
    length: usize,
    seed: u64,
    node_budget: u64,
) -> VeridokuStatus {
    catch_panics(|| {
        // SAFETY: by the contract of this function, `puzzle` is null or valid for reading `length`
        // characters.
        let mut parsed = unsafe { read_puzzle(puzzle, length) }?;
        constrain(&mut parsed, seed, &mut CallBudget::new(node_budget))?;
        // SAFETY: by the contract of this function, `puzzle` is valid for writing `length` characters, and
        // the result has the same length as the text that was read.
        unsafe { write_text(puzzle, parsed.text().as_bytes()) };
        Ok(())
    })
}

/// Minimizes a puzzle with one solution: checks the clues in random order and removes those that are
/// redundant. If the puzzle has 729 characters, restores eliminated candidates instead.
///
/// Every clue of the result is necessary.
///
/// - `puzzle`, `length`: as for `veridoku_solve`. If the status is `VERIDOKU_STATUS_OK`, `puzzle`
///   receives the result, with . for blanks; otherwise it is left unchanged. A terminator is neither
///   required nor written.
/// - `removal`: a value of `VeridokuRemoval`.
/// - `seed`: selects the order in which clues are checked. The same puzzle and seed give the same result on
///   every machine.
/// - `node_budget`: the total number of guesses after which the call gives up.
///
/// Returns `VERIDOKU_STATUS_OK` on success; `VERIDOKU_STATUS_NO_SOLUTION` or `VERIDOKU_STATUS_NOT_UNIQUE` if
/// the puzzle does not have exactly one solution; `VERIDOKU_STATUS_NOT_MONOTONIC` if monotonic removal fails;
/// `VERIDOKU_STATUS_NODE_BUDGET` if the call gave up; or a negative status on failure.
///
/// # Safety
///
/// `puzzle` must be NULL or valid for reading and writing `length` characters. No other thread may read
/// or write them during the call.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn veridoku_minimize(
    puzzle: *mut c_char,
    length: usize,
    removal: i32,
    seed: u64,
    node_budget: u64,
) -> VeridokuStatus {
    catch_panics(|| {
        // SAFETY: by the contract of this function, `puzzle` is null or valid for reading `length`
        // characters.
        let mut parsed = unsafe { read_puzzle(puzzle, length) }?;
        let removal = VeridokuRemoval::from_number(removal).ok_or(VeridokuStatus::UnknownRemoval)?;
        minimize(&mut parsed, removal, seed, &mut CallBudget::new(node_budget))?;
        // SAFETY: by the contract of this function, `puzzle` is valid for writing `length` characters, and
        // the result has the same length as the text that was read.
        unsafe { write_text(puzzle, parsed.text().as_bytes()) };
        Ok(())
    })
}

/// Returns a message that describes a status, as a null-terminated string that stays valid until the program
/// ends.
///
/// Any number is accepted; the message for a number that is not a status is "unknown status".
#[unsafe(no_mangle)]
pub extern "C" fn veridoku_error_message(status: i32) -> *const c_char {
    VeridokuStatus::from_number(status).map_or(c"unknown status", VeridokuStatus::message).as_ptr()
}

/// The version of the library, with a terminating zero byte.
const VERSION: &CStr = match CStr::from_bytes_with_nul(concat!(env!("CARGO_PKG_VERSION"), "\0").as_bytes()) {
    Ok(version) => version,
    Err(_) => panic!("a version contains no zero byte"),
};

/// Returns the version of the library, such as "0.1.0", as a null-terminated string that stays valid until
/// the program ends.
#[unsafe(no_mangle)]
pub extern "C" fn veridoku_version() -> *const c_char {
    VERSION.as_ptr()
}
