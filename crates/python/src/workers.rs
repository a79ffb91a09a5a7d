//! Work on several threads with the interpreter lock released, interruptible by Ctrl-C.
//!
//! ```text
//! workers    take a task ─ run it ─ take a task ─ run it ─ … until none are left or a stop is requested
//! caller     releases the GIL ─ receives results in the order of the tasks ─ checks for signals every 50 ms
//! ```
//!
//! The threads are those of [`veridoku_api::pipeline`]. Results depend only on the tasks, not on how they are
//! distributed among the threads.

use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use std::num::NonZeroUsize;
use std::sync::atomic::Ordering;
use std::sync::mpsc::RecvTimeoutError;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::{Duration, Instant};
use veridoku_api::pipeline::{Pipeline, Sink, StopFlag, Work};
use veridoku_core::stop;

/// The maximum number of tasks that may be taken before the first of them is finished.
const MAX_AHEAD: usize = 1 << 14;

/// The stack size of a thread for one operation, as large as that of the main thread.
const STACK_BYTES: usize = 8 << 20;

/// The interval at which work on the calling thread checks for Ctrl-C.
const SIGNAL_CHECK_INTERVAL: Duration = Duration::from_millis(50);

/// The number of threads that stands for the calling thread alone. It does not check for Ctrl-C.
pub(crate) const CALLER_ONLY: usize = 0;

/// The maximum number of rows that are processed on the calling thread if a row takes microseconds. Counting
/// the available cores or starting a thread would take longer.
const CALLER_ROWS: usize = 64;

/// Returns the number of threads for rows that take microseconds each.
///
/// # Errors
///
/// Returns an error if the requested number is less than 1.
pub(crate) fn for_fast_rows(requested: Option<i64>, rows: usize) -> PyResult<usize> {
    match requested {
        None | Some(1..) if rows <= CALLER_ROWS => Ok(CALLER_ONLY),
        _ => count(requested),
    }
}

/// Returns the number of threads to use: the requested number, or one per available core.
///
/// # Errors
///
/// Returns an error if the requested number is less than 1.
pub(crate) fn count(requested: Option<i64>) -> PyResult<usize> {
    match requested {
        None => Ok(std::thread::available_parallelism().map_or(1, NonZeroUsize::get)),
        Some(threads @ 1..) => Ok(usize::try_from(threads).unwrap_or(usize::MAX)),
        Some(threads) => {
            let message = format!("found threads={threads}, expected at least 1, or None for all cores");
            Err(PyValueError::new_err(message))
        }
    }
}

/// Runs `work` on up to `threads` threads, and passes the results to `accept` in the order of the tasks.
///
/// # Errors
///
/// Returns an error if `accept` does or the user presses Ctrl-C. The remaining tasks are not run then.
pub(crate) fn run<T: Send, R: Send>(
    py: Python<'_>,
    threads: usize,
    tasks: impl ExactSizeIterator<Item = T> + Send,
    work: &Work<'_, T, R>,
    accept: impl FnMut(R) -> PyResult<()> + Send,
) -> PyResult<()> {
    let inline_items = if threads == CALLER_ONLY { u64::MAX } else { 0 };
    run_inline_first(py, threads, inline_items, tasks, work, accept)
}

/// Like [`run`], but the calling thread runs the first tasks: `inline_items` of them, for five milliseconds.
///
/// # Errors
///
/// Returns the same errors as [`run`].
pub(crate) fn run_inline_first<T: Send, R: Send>(
    py: Python<'_>,
    threads: usize,
    inline_items: u64,
    mut tasks: impl ExactSizeIterator<Item = T> + Send,
    work: &Work<'_, T, R>,
    accept: impl FnMut(R) -> PyResult<()> + Send,
) -> PyResult<()> {
    // A series of short calls never reaches `tick`, so check here as well.
    py.check_signals()?;
    if tasks.len() == 0 {
        return Ok(());
    }
    let pipeline = Pipeline::new(threads.clamp(1, tasks.len()), tasks.len().min(MAX_AHEAD))
        .with_inline_items(inline_items);
    py.detach(|| pipeline.run(&mut tasks, &mut CallerSink(accept), work))
}

/// Runs `work` on this thread. It should end soon after the function that it receives returns true.
///
/// # Errors
///
/// Returns an error if the user presses Ctrl-C.
pub(crate) fn interruptible<R: Send>(
    py: Python<'_>,
    work: impl FnOnce(Box<dyn FnMut() -> bool + Send>) -> R + Send,
) -> PyResult<R> {
    py.check_signals()?;
    let exception = Arc::new(OnceLock::new());
    let (raised, mut last_check) = (Arc::clone(&exception), Instant::now());
    let stop = Box::new(move || {
        if last_check.elapsed() > SIGNAL_CHECK_INTERVAL {
            last_check = Instant::now();
            Python::attach(|py| py.check_signals().map_err(|error| raised.set(error))).ok();
        }
        raised.get().is_some()
    });
    let result = py.detach(|| work(stop));
    Arc::into_inner(exception).and_then(OnceLock::into_inner).map_or(Ok(result), Err)
}

/// Runs `work`, which cannot be stopped, on another thread, and waits for its result.
///
/// # Errors
///
/// Returns an error if the user presses Ctrl-C. The thread is left to itself then.
pub(crate) fn on_thread<R: Send + 'static>(
    py: Python<'_>,
    work: impl FnOnce() -> R + Send + 'static,
) -> PyResult<R> {
    py.check_signals()?;
    let (sender, receiver) = std::sync::mpsc::channel();
    std::thread::Builder::new().stack_size(STACK_BYTES).spawn(move || sender.send(work()))?;
    let receiver = Mutex::new(receiver);
    loop {
        let wait =
            || receiver.lock().unwrap_or_else(PoisonError::into_inner).recv_timeout(SIGNAL_CHECK_INTERVAL);
        match py.detach(wait) {
            Ok(result) => return Ok(result),
            Err(RecvTimeoutError::Timeout) => py.check_signals()?,
            Err(RecvTimeoutError::Disconnected) => {
                return Err(PyRuntimeError::new_err("the engine failed; please report this"));
            }
        }
    }
}

/// Receives the results on the thread of the caller.
struct CallerSink<F>(F);

impl<R, F: FnMut(R) -> PyResult<()>> Sink<R> for CallerSink<F> {
    type Error = PyErr;

    fn accept(&mut self, result: R) -> PyResult<()> {
        (self.0)(result)
    }

    #[allow(
        clippy::redundant_closure_for_method_calls,
        reason = "the method is not general enough for `attach`"
    )]
    fn tick(&mut self) -> PyResult<()> {
        Python::attach(|py| py.check_signals())
    }
}

/// Calls `work` for each index below `count` and returns the results in order.
///
/// A thread takes `chunk` indices at a time. Each thread creates its own scratch state with `new_state`.
/// After Ctrl-C, the searches in `work` end.
///
/// # Errors
///
/// Returns an error if the user presses Ctrl-C.
pub(crate) fn map<S, R: Send>(
    py: Python<'_>,
    threads: usize,
    count: usize,
    chunk: usize,
    new_state: impl Fn() -> S + Sync,
    work: impl Fn(&mut S, usize, &StopFlag) -> R + Sync,
) -> PyResult<Vec<R>> {
    let mut results = Vec::new();
    run(
        py,
        threads,
        (0..count).step_by(chunk),
        &|queue| {
            let (mut state, stop) = (new_state(), queue.stop_flag());
            while let Some((number, start)) = queue.take() {
                let indices = (start..count.min(start + chunk)).take_while(|_| !stop.load(Ordering::Relaxed));
                let results = indices.map(|index| stop::with_flag(&stop, || work(&mut state, index, &stop)));
                queue.submit(number, results.collect::<Vec<_>>());
            }
        },
        |chunk| {
            results.extend(chunk);
            Ok(())
        },
    )?;
    Ok(results)
}
