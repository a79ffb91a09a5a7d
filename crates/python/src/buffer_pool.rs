//! A pool of memory from earlier results, reused by later calls.
//!
//! ```text
//! call ── takes a free buffer ── fills it ──▶ result ── dropped by the user ──┐
//!   ▲                            └── stays in the pool, in use ◀── free again ┘
//!   └──────────────────────────────────────┘
//! ```
//!
//! The system provides large allocations page by page and clears each page first. For a million solutions,
//! that takes up to a fifth of the time needed to find them. The pool keeps a reference to every buffer it
//! hands out; a buffer is free when that reference is the only one. The pool keeps at most [`MAX_BYTES`] of
//! each kind (NumPy arrays and Arrow buffers). Larger buffers are not pooled, and the oldest ones are
//! released first.

use arrow_buffer::Buffer;
use numpy::{PyArray2, PyArrayDescrMethods, PyArrayMethods, PyUntypedArrayMethods};
use pyo3::prelude::*;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The maximum amount of memory to keep: enough for the solutions of 1.5 million puzzles.
const MAX_BYTES: usize = 1 << 27;
/// The minimum size of a pooled buffer. The allocator itself reuses smaller blocks quickly.
const MIN_BYTES: usize = 1 << 16;

static ARRAYS: Mutex<Vec<Py<PyArray2<u8>>>> = Mutex::new(Vec::new());
static BUFFERS: Mutex<Vec<Buffer>> = Mutex::new(Vec::new());

/// Returns a NumPy array of this shape with unspecified contents.
pub(crate) fn numpy_array(py: Python<'_>, rows: usize, width: usize) -> Bound<'_, PyArray2<u8>> {
    #[allow(deprecated, reason = "the replacement requires unsafe code")]
    let is_free = |array: &Bound<'_, PyArray2<u8>>| {
        // The previous owner may have reshaped the array, changed its type or made it read-only.
        array.get_refcnt() == 1
            && array.dtype().is_equiv_to(&numpy::dtype::<u8>(py))
            && array.shape() == [rows, width]
            && is_writable(array)
    };
    // Move the pool out of the mutex: operations on arrays may let Python switch to another thread.
    let mut pool = std::mem::take(&mut *lock(&ARRAYS));
    let index = pool.iter().position(|array| is_free(array.bind(py)));
    let found = index.map(|index| pool.remove(index).into_bound(py));
    let array = found.unwrap_or_else(|| PyArray2::zeros(py, [rows, width], false));
    if (MIN_BYTES..=MAX_BYTES).contains(&(rows * width)) {
        pool.push(array.clone().unbind());
        evict_oldest(&mut pool, |array| array.bind(py).len());
    }
    lock(&ARRAYS).append(&mut pool);
    array
}

fn is_writable(array: &Bound<'_, PyArray2<u8>>) -> bool {
    array.try_readwrite().is_ok_and(|mut array| array.as_slice_mut().is_ok())
}

/// Returns a vector of this length with unspecified contents, to be passed to [`into_buffer`] later.
pub(crate) fn byte_vector(bytes: usize) -> Vec<u8> {
    let mut pool = lock(&BUFFERS);
    for index in (0..pool.len()).rev() {
        if pool[index].capacity() < bytes || pool[index].capacity() > 2 * bytes.max(MIN_BYTES) {
            continue;
        }
        match pool.remove(index).into_vec() {
            Ok(mut vector) => {
                vector.resize(bytes, 0);
                return vector;
            }
            Err(in_use) => pool.insert(index, in_use),
        }
    }
    vec![0; bytes]
}

/// Converts a vector into an Arrow buffer whose memory the pool reuses once all other references are dropped.
pub(crate) fn into_buffer(vector: Vec<u8>) -> Buffer {
    let buffer = Buffer::from_vec(vector);
    if (MIN_BYTES..=MAX_BYTES).contains(&buffer.capacity()) {
        let mut pool = lock(&BUFFERS);
        pool.push(buffer.clone());
        evict_oldest(&mut pool, Buffer::capacity);
    }
    buffer
}

fn lock<T>(pool: &'static Mutex<Vec<T>>) -> MutexGuard<'static, Vec<T>> {
    pool.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Removes the oldest entries until the pool is within [`MAX_BYTES`].
fn evict_oldest<T>(pool: &mut Vec<T>, bytes: impl Fn(&T) -> usize) {
    let mut total: usize = pool.iter().map(&bytes).sum();
    while total > MAX_BYTES {
        total -= bytes(&pool.remove(0));
    }
}
