//! Reads arguments and writes results through the pointers passed by a C caller.
//!
//! The modules that do the actual work receive checked values and need no unsafe code.

// Dereferencing raw pointers requires unsafe code.
#![allow(unsafe_code, reason = "the C interface")]

use crate::puzzle_text::PuzzleText;
use crate::status::{CallResult, VeridokuStatus};
use std::ffi::c_char;
use std::panic::{AssertUnwindSafe, catch_unwind};
use veridoku_core::{Candidate, Cell};

/// Runs a call from C and turns panics into a status, because they must not unwind into C.
///
/// The library keeps no state between calls, so a panic can at most leave the caller's buffers incomplete.
pub(crate) fn catch_panics(call: impl FnOnce() -> CallResult) -> VeridokuStatus {
    match catch_unwind(AssertUnwindSafe(call)) {
        Ok(Ok(())) => VeridokuStatus::Ok,
        Ok(Err(status)) => status,
        Err(_) => VeridokuStatus::InternalError,
    }
}

/// Reads a puzzle of 81 or 729 characters.
///
/// # Safety
///
/// If `puzzle` is not null and `length` is 81 or 729, `length` characters must be readable at `puzzle`, and
/// no other thread may write to them during the call.
pub(crate) unsafe fn read_puzzle(puzzle: *const c_char, length: usize) -> CallResult<PuzzleText> {
    if puzzle.is_null() {
        return Err(VeridokuStatus::NullPointer);
    }
    if length != Cell::COUNT && length != Candidate::COUNT {
        return Err(VeridokuStatus::WrongLength);
    }
    // SAFETY: the pointer is not null and the length is 81 or 729, so by the contract of this function
    // `length` bytes are readable, and nothing writes to them while the slice is alive.
    let text = unsafe { std::slice::from_raw_parts(puzzle.cast::<u8>(), length) };
    PuzzleText::read(text).ok_or(VeridokuStatus::BadCharacter)
}

/// Copies `text` to `out`, or does nothing if `out` is null.
///
/// # Safety
///
/// If `out` is not null, `text.len()` characters must be writable there.
pub(crate) unsafe fn write_text(out: *mut c_char, text: &[u8]) {
    if !out.is_null() {
        // SAFETY: `out` is not null, so by the contract of this function `text.len()` bytes are writable
        // there. `text` belongs to this library, so it cannot overlap the caller's buffer.
        unsafe { out.cast::<u8>().copy_from_nonoverlapping(text.as_ptr(), text.len()) };
    }
}

/// Writes a number to `out`, or does nothing if `out` is null.
///
/// # Safety
///
/// If `out` is not null, it must be aligned and valid for writing a `u64`.
pub(crate) unsafe fn write_number(out: *mut u64, number: u64) {
    if !out.is_null() {
        // SAFETY: `out` is not null, so by the contract of this function it is aligned and valid for writing.
        unsafe { out.write(number) };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_becomes_an_internal_error() {
        assert_eq!(catch_panics(|| panic!("on purpose")), VeridokuStatus::InternalError);
        assert_eq!(catch_panics(|| Err(VeridokuStatus::Stopped)), VeridokuStatus::Stopped);
        assert_eq!(catch_panics(|| Ok(())), VeridokuStatus::Ok);
    }
}
