//! Work on several threads with the interpreter lock released, interruptible by Ctrl-C.
//!
//! ```text
//! workers    take a task ─ run it ─ take a task ─ run it ─ … until none are left or a stop is requested
//! caller     releases the GIL ─ receives results in the order of the tasks ─ checks for signals every 50 ms
//! ```
//!
//! [`run`] uses the threads of [`veridoku_api::pipeline`]; [`map`] and [`on_threads`] collect all results at
//! the end, which is faster for rows that take less than a microsecond: no thread waits for another one
//! before. Results depend only on the tasks, not on how they are distributed among the threads.

use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use std::num::NonZeroUsize;
use std::ops::Range;
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::RecvTimeoutError;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::thread::{self, Thread};
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
        None => Ok(thread::available_parallelism().map_or(1, NonZeroUsize::get)),
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
    mut tasks: impl ExactSizeIterator<Item = T> + Send,
    work: &Work<'_, T, R>,
    accept: impl FnMut(R) -> PyResult<()> + Send,
) -> PyResult<()> {
    let inline_items = if threads == CALLER_ONLY { u64::MAX } else { 0 };
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
    thread::Builder::new().stack_size(STACK_BYTES).spawn(move || sender.send(work()))?;
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

    fn tick(&mut self) -> PyResult<()> {
        check_signals()
    }
}

/// Checks for Ctrl-C on a thread that has released the interpreter lock.
#[allow(clippy::redundant_closure_for_method_calls, reason = "the method is not general enough for `attach`")]
fn check_signals() -> PyResult<()> {
    Python::attach(|py| py.check_signals())
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
    let work_on = |state: &mut S, indices: Range<usize>, stop: &StopFlag| {
        let running = indices.take_while(|_| !stop.load(Ordering::Relaxed));
        running.map(|index| work(state, index, stop)).collect::<Vec<_>>()
    };
    let chunks = map_chunks(py, threads, count, chunk, new_state, work_on)?;
    Ok(chunks.into_iter().flatten().collect())
}

/// Calls `work` for each range of `chunk` indices below `count`, and returns the results in order.
///
/// # Errors
///
/// Returns the same errors as [`map`].
pub(crate) fn map_chunks<S, R: Send>(
    py: Python<'_>,
    threads: usize,
    count: usize,
    chunk: usize,
    new_state: impl Fn() -> S + Sync,
    work: impl Fn(&mut S, Range<usize>, &StopFlag) -> R + Sync,
) -> PyResult<Vec<R>> {
    let (next, chunks) = (AtomicUsize::new(0), count.div_ceil(chunk));
    let run = |stop: &StopFlag| {
        let (mut state, mut results) = (new_state(), Vec::new());
        while !stop.load(Ordering::Relaxed) {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= chunks {
                break;
            }
            let start = chunk * number;
            results.push((number, work(&mut state, start..count.min(start + chunk), stop)));
        }
        results
    };
    let mut results: Vec<_> = on_threads(py, threads.min(chunks), run)?.into_iter().flatten().collect();
    results.sort_unstable_by_key(|&(number, _)| number);
    Ok(results.into_iter().map(|(_, result)| result).collect())
}

/// Calls `run` on several threads, or on the thread of the caller, and returns the results of all threads.
/// `run` should end soon after the flag is set; searches poll it themselves.
///
/// # Errors
///
/// Returns an error if the user presses Ctrl-C.
pub(crate) fn on_threads<R: Send>(
    py: Python<'_>,
    threads: usize,
    run: impl Fn(&StopFlag) -> R + Sync,
) -> PyResult<Vec<R>> {
    py.check_signals()?;
    let stop = StopFlag::default();
    let run = || stop::with_flag(&stop, || run(&stop));
    match threads {
        CALLER_ONLY => Ok(vec![py.detach(run)]),
        threads => py.detach(|| start_threads(threads, &stop, &run)),
    }
}

/// Calls `run` on several threads, waits for their results, and checks for Ctrl-C meanwhile.
fn start_threads<R: Send>(
    threads: usize,
    stop: &StopFlag,
    run: &(impl Fn() -> R + Sync),
) -> PyResult<Vec<R>> {
    /// Wakes the caller when the last thread ends, also if it panics.
    struct Running<'r>(&'r AtomicUsize, &'r Thread);
    impl Drop for Running<'_> {
        fn drop(&mut self) {
            if self.0.fetch_sub(1, Ordering::Release) == 1 {
                self.1.unpark();
            }
        }
    }
    let (running, caller) = (AtomicUsize::new(0), thread::current());
    thread::scope(|scope| {
        let start = |_: usize| {
            running.fetch_add(1, Ordering::Relaxed);
            let guard = Running(&running, &caller);
            thread::Builder::new().spawn_scoped(scope, move || {
                let _guard = guard;
                run()
            })
        };
        let handles: Vec<_> = (0..threads).map_while(|number| start(number).ok()).collect();
        if handles.is_empty() {
            // The system refuses to start threads.
            return Ok(vec![run()]);
        }
        let mut interrupted = Ok(());
        let mut last_check = Instant::now();
        while running.load(Ordering::Acquire) > 0 {
            thread::park_timeout(SIGNAL_CHECK_INTERVAL);
            if interrupted.is_ok() && last_check.elapsed() >= SIGNAL_CHECK_INTERVAL {
                interrupted = check_signals();
                stop.fetch_or(interrupted.is_err(), Ordering::Relaxed);
                last_check = Instant::now();
            }
        }
        let results =
            handles.into_iter().map(|handle| handle.join().unwrap_or_else(|panic| resume_unwind(panic)));
        let results = results.collect();
        interrupted.map(|()| results)
    })
}
