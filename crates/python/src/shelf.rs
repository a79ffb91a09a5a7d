//! Memory of answers that nobody holds any more, kept for the next call.
//!
//! ```text
//! call ── takes what is free ── fills it ──▶ answer ── dropped by the user ──┐
//!   ▲                            └── put on the shelf, in use ◀── free again ┘
//!   └──────────────────────────────────────┘
//! ```
//!
//! Large memory comes from the system page by page, each cleared before it is given away: for a million solutions that
//! is up to a fifth of the time in which they are found. The shelf holds a reference to what it lent; it is free when that is
//! the only one. What it keeps is bounded by [`MOST_BYTES`]; what is larger, or too much, goes back to the system.

use arrow_buffer::Buffer;
use numpy::{PyArray2, PyArrayMethods, PyUntypedArrayMethods};
use pyo3::prelude::*;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The most memory that is kept: the solutions of a million and a half puzzles.
const MOST_BYTES: usize = 1 << 27;
/// Less than this is not worth keeping: the allocator has it at hand.
const FEWEST_BYTES: usize = 1 << 16;

static ARRAYS: Mutex<Vec<Py<PyArray2<u8>>>> = Mutex::new(Vec::new());
static BUFFERS: Mutex<Vec<Buffer>> = Mutex::new(Vec::new());

/// An array of NumPy of so many rows; what is in it does not matter.
pub(crate) fn array(py: Python<'_>, rows: usize, width: usize) -> Bound<'_, PyArray2<u8>> {
    #[allow(deprecated, reason = "what is to be used instead is unsafe code")]
    let is_free = |array: &Bound<'_, PyArray2<u8>>| {
        // Whoever had it may have changed its shape, or forbidden to write to it.
        array.get_refcnt() == 1 && array.shape() == [rows, width] && is_writable(array)
    };
    // Not under the lock: what happens to arrays may make Python run other threads.
    let mut shelf = std::mem::take(&mut *open(&ARRAYS));
    let place = shelf.iter().position(|array| is_free(array.bind(py)));
    let found = place.map(|place| shelf.remove(place).into_bound(py));
    let array = found.unwrap_or_else(|| PyArray2::zeros(py, [rows, width], false));
    if (FEWEST_BYTES..=MOST_BYTES).contains(&(rows * width)) {
        shelf.push(array.clone().unbind());
        limit(&mut shelf, |array| array.bind(py).len());
    }
    open(&ARRAYS).append(&mut shelf);
    array
}

fn is_writable(array: &Bound<'_, PyArray2<u8>>) -> bool {
    array.try_readwrite().is_ok_and(|mut array| array.as_slice_mut().is_ok())
}

/// A vector of so many bytes, for [`lend`]; what is in it does not matter.
pub(crate) fn vector(bytes: usize) -> Vec<u8> {
    let mut shelf = open(&BUFFERS);
    for place in (0..shelf.len()).rev() {
        if shelf[place].capacity() < bytes || shelf[place].capacity() > 2 * bytes.max(FEWEST_BYTES) {
            continue;
        }
        match shelf.remove(place).into_vec() {
            Ok(mut vector) => {
                vector.resize(bytes, 0);
                return vector;
            }
            Err(in_use) => shelf.insert(place, in_use),
        }
    }
    vec![0; bytes]
}

/// The memory of a vector for Arrow; it comes back to the shelf when nobody holds it any more.
pub(crate) fn lend(vector: Vec<u8>) -> Buffer {
    let buffer = Buffer::from_vec(vector);
    if (FEWEST_BYTES..=MOST_BYTES).contains(&buffer.capacity()) {
        let mut shelf = open(&BUFFERS);
        shelf.push(buffer.clone());
        limit(&mut shelf, Buffer::capacity);
    }
    buffer
}

fn open<T>(shelf: &'static Mutex<Vec<T>>) -> MutexGuard<'static, Vec<T>> {
    shelf.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Takes off the shelf what has been there longest, until no more is left than it may keep.
fn limit<T>(shelf: &mut Vec<T>, bytes: impl Fn(&T) -> usize) {
    let mut all: usize = shelf.iter().map(&bytes).sum();
    while all > MOST_BYTES {
        all -= bytes(&shelf.remove(0));
    }
}
