//! Where pointers of a C caller become Rust values, and back.
//!
//! Everything behind this file is safe code on checked values.

// Pointers cannot be followed otherwise.
#![allow(unsafe_code, reason = "the C interface")]

use crate::puzzle_text::PuzzleText;
use crate::status::VeridokuStatus;
use std::ffi::c_char;
use std::panic::{AssertUnwindSafe, catch_unwind};
use veridoku_core::{Candidate, Cell};

/// How a call ends: as asked, or with another status.
pub(crate) type CallResult<T = ()> = Result<T, VeridokuStatus>;

/// Runs a call for C, which must not see a panic.
///
/// A call keeps nothing between two runs, so that one that broke off leaves nothing half done but
/// the caller's own buffers.
pub(crate) fn catch_panics(call: impl FnOnce() -> CallResult) -> VeridokuStatus {
    match catch_unwind(AssertUnwindSafe(call)) {
        Ok(Ok(())) => VeridokuStatus::Ok,
        Ok(Err(status)) => status,
        Err(_) => VeridokuStatus::InternalError,
    }
}

/// Reads a puzzle.
///
/// # Safety
///
/// `puzzle` is null, or `length` is neither 81 nor 729, or `length` characters can be read there.
pub(crate) unsafe fn read_puzzle(puzzle: *const c_char, length: usize) -> CallResult<PuzzleText> {
    if puzzle.is_null() {
        return Err(VeridokuStatus::NullPointer);
    }
    if length != Cell::COUNT && length != Candidate::COUNT {
        return Err(VeridokuStatus::WrongLength);
    }
    // SAFETY: the pointer is not null and the length is one of the two, so that by the contract
    // of this function so many bytes can be read; nobody writes to them while this call lasts.
    let text = unsafe { std::slice::from_raw_parts(puzzle.cast::<u8>(), length) };
    PuzzleText::read(text).ok_or(VeridokuStatus::BadCharacter)
}

/// Writes characters where the caller wants them; nothing where the pointer is null.
///
/// # Safety
///
/// `out` is null, or `text.len()` characters can be written there.
pub(crate) unsafe fn write_text(out: *mut c_char, text: &[u8]) {
    if !out.is_null() {
        // SAFETY: by the contract of this function so many bytes can be written. The text is our
        // own, it does not overlap the caller's buffer.
        unsafe { out.cast::<u8>().copy_from_nonoverlapping(text.as_ptr(), text.len()) };
    }
}

/// Writes a number where the caller wants it; nothing where the pointer is null.
///
/// # Safety
///
/// `out` is null, or a number can be written there.
pub(crate) unsafe fn write_number(out: *mut u64, number: u64) {
    if !out.is_null() {
        // SAFETY: by the contract of this function a number can be written there.
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
