//! The functions that C sees, in the order of the header.
//!
//! Each turns pointers into values, has the work done, and writes the answer. The comments become
//! those of the header, so they speak of C.

// Exported names and functions that follow the pointers of a C caller are unsafe by nature.
#![allow(unsafe_code, reason = "the C interface")]

use crate::boundary::{catch_panics, read_puzzle, write_number, write_text};
use crate::budget::CallBudget;
use crate::constrain::constrain;
use crate::minimize::{VeridokuRemoval, minimize};
use crate::status::VeridokuStatus;
use std::ffi::{CStr, c_char, c_int, c_void};
use veridoku_core::Cell;
use veridoku_core::solve::{self, End, Limits};

/// The limit or node budget that never ends a search.
pub const VERIDOKU_UNLIMITED: u64 = u64::MAX;

/// What a callback returns to hear of the next solution.
pub const VERIDOKU_CONTINUE: c_int = 0;
/// What a callback returns to hear no more; so does any other number but `VERIDOKU_CONTINUE`.
pub const VERIDOKU_STOP: c_int = 1;

/// Hears of a solution: 81 digits and a terminator, which live until the callback returns, and the
/// `context` given to `veridoku_enumerate`.
///
/// It may call any function of the library, but must return: neither a C++ exception nor a longjmp
/// may leave it.
pub type VeridokuCallback =
    Option<unsafe extern "C" fn(solution: *const c_char, context: *mut c_void) -> c_int>;

/// Solves a puzzle: counts its solutions up to a limit and gives the first of them.
///
/// A limit of 2 tells none, one and many apart. A count below the limit is the exact number of
/// solutions if the status is `VERIDOKU_STATUS_OK`. A contradictory puzzle has no solution.
///
/// - `puzzle`, `length`: 81 characters, row by row, a digit from 1 to 9 or a blank (. or 0); or 729
///   characters, nine a cell, the digit at its place where it is possible, else a blank. No more
///   than `length` characters are read; a terminator is neither needed nor counted.
/// - `limit`: the number of solutions after which the search stops.
/// - `node_budget`: the number of guesses after which the search gives up.
/// - `count`: gets the number of solutions found; may be NULL.
/// - `solution`: gets the 81 digits of the first solution, without terminator, if there is one; may
///   be NULL, and may be `puzzle`.
/// - `guesses`: gets the number of guesses made; may be NULL.
///
/// Returns `VERIDOKU_STATUS_OK`; or `VERIDOKU_STATUS_NODE_BUDGET`, with what was found until then;
/// or a negative status.
///
/// # Safety
///
/// Every pointer is NULL or valid: `puzzle` for reading `length` characters, `solution` for writing
/// 81 characters, the others for writing a number. No other thread writes to `puzzle` during the
/// call.
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
        // SAFETY: the caller promises that `length` characters can be read.
        let parsed = unsafe { read_puzzle(puzzle, length) }?;
        let found = solve::search(parsed.clues(), Limits::solutions(limit).with_nodes(node_budget));
        // SAFETY: the caller promises that these pointers are null or can be written to, a
        // solution of 81 characters in the case of the last.
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

/// Enumerates the solutions of a puzzle: calls back for each, until the limit is reached or the
/// callback says stop.
///
/// The order depends on the puzzle and the version of the library alone.
///
/// - `puzzle`, `length`: as for `veridoku_solve`. The callback may overwrite `puzzle`.
/// - `limit`: the number of solutions after which the search stops.
/// - `node_budget`: the number of guesses after which the search gives up.
/// - `callback`, `context`: what to call, and what to hand it besides the solution.
/// - `count`: gets the number of solutions told, written at the end; may be NULL.
///
/// Returns `VERIDOKU_STATUS_OK`; or `VERIDOKU_STATUS_STOPPED` if the callback said stop; or
/// `VERIDOKU_STATUS_NODE_BUDGET`; or a negative status.
///
/// # Safety
///
/// Every pointer is NULL or valid: `puzzle` for reading `length` characters, `count` for writing a
/// number, `callback` for being called with `context`. No other thread writes to `puzzle` during
/// the call.
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
        // SAFETY: the caller promises that `length` characters can be read.
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
            // SAFETY: the caller promises that the callback can be called with a text and the
            // context, and does not unwind; the text is terminated and outlives the call.
            let answer = unsafe { callback(text.as_ptr().cast(), context) };
            if answer != VERIDOKU_CONTINUE {
                result = Err(VeridokuStatus::Stopped);
            }
        }
        // SAFETY: the caller promises that the pointer is null or can be written to.
        unsafe { write_number(count, reported) };
        if solutions.end() == Some(End::NodeBudget) { Err(VeridokuStatus::NodeBudget) } else { result }
    })
}

/// Constrains a puzzle: adds random clues until one solution is left. Of 729 characters, strikes
/// random candidates instead.
///
/// Nothing is added that could be concluded from the rest at that moment; all the same the result
/// need not be minimal. Not all puzzles are equally likely. A puzzle that already has one solution
/// stays as it is.
///
/// - `puzzle`, `length`: as for `veridoku_solve`; gets the result, with . for blanks, if the status
///   is `VERIDOKU_STATUS_OK`, and stays as it was otherwise. A terminator is neither needed nor
///   touched.
/// - `seed`: chooses the result; the same puzzle and seed give the same result everywhere.
/// - `node_budget`: the number of guesses, in all, after which the search gives up.
///
/// Returns `VERIDOKU_STATUS_OK`; or `VERIDOKU_STATUS_NO_SOLUTION`; or
/// `VERIDOKU_STATUS_NODE_BUDGET`; or a negative status.
///
/// # Safety
///
/// `puzzle` is NULL or valid for reading and writing `length` characters. No other thread reads or
/// writes them during the call.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn veridoku_constrain(
    puzzle: *mut c_char,
    length: usize,
    seed: u64,
    node_budget: u64,
) -> VeridokuStatus {
    catch_panics(|| {
        // SAFETY: the caller promises that `length` characters can be read.
        let mut parsed = unsafe { read_puzzle(puzzle, length) }?;
        constrain(&mut parsed, seed, &mut CallBudget::new(node_budget))?;
        // SAFETY: the caller promises that `length` characters can be written, and the text comes
        // back as long as it was read.
        unsafe { write_text(puzzle, parsed.text().as_bytes()) };
        Ok(())
    })
}

/// Minimises a puzzle with one solution: takes out clues in random order, each if the solution
/// stays the only one without it. Of 729 characters, puts struck candidates back instead.
///
/// In the result every clue that is left is needed.
///
/// - `puzzle`, `length`: as for `veridoku_solve`; gets the result, with . for blanks, if the status
///   is `VERIDOKU_STATUS_OK`, and stays as it was otherwise. A terminator is neither needed nor
///   touched.
/// - `removal`: one of `VeridokuRemoval`.
/// - `seed`: chooses the order; the same puzzle and seed give the same result everywhere.
/// - `node_budget`: the number of guesses, in all, after which the search gives up.
///
/// Returns `VERIDOKU_STATUS_OK`; or `VERIDOKU_STATUS_NO_SOLUTION` or `VERIDOKU_STATUS_NOT_UNIQUE`
/// if the puzzle does not have one solution; or `VERIDOKU_STATUS_NOT_MONOTONIC`; or
/// `VERIDOKU_STATUS_NODE_BUDGET`; or a negative status.
///
/// # Safety
///
/// `puzzle` is NULL or valid for reading and writing `length` characters. No other thread reads or
/// writes them during the call.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn veridoku_minimize(
    puzzle: *mut c_char,
    length: usize,
    removal: i32,
    seed: u64,
    node_budget: u64,
) -> VeridokuStatus {
    catch_panics(|| {
        // SAFETY: the caller promises that `length` characters can be read.
        let mut parsed = unsafe { read_puzzle(puzzle, length) }?;
        let removal = VeridokuRemoval::from_number(removal).ok_or(VeridokuStatus::UnknownRemoval)?;
        minimize(&mut parsed, removal, seed, &mut CallBudget::new(node_budget))?;
        // SAFETY: the caller promises that `length` characters can be written, and the text comes
        // back as long as it was read.
        unsafe { write_text(puzzle, parsed.text().as_bytes()) };
        Ok(())
    })
}

/// What a status means, in a sentence: a terminated text that lives as long as the program.
///
/// Any number may be asked for; one that is no status is called unknown.
#[unsafe(no_mangle)]
pub extern "C" fn veridoku_error_message(status: i32) -> *const c_char {
    VeridokuStatus::from_number(status).map_or(c"unknown status", VeridokuStatus::message).as_ptr()
}

/// The version, terminated as C wants it.
const VERSION: &CStr = match CStr::from_bytes_with_nul(concat!(env!("CARGO_PKG_VERSION"), "\0").as_bytes()) {
    Ok(version) => version,
    Err(_) => panic!("a version has no zero byte inside"),
};

/// The version of the library, such as "0.1.0": a terminated text that lives as long as the
/// program.
#[unsafe(no_mangle)]
pub extern "C" fn veridoku_version() -> *const c_char {
    VERSION.as_ptr()
}
