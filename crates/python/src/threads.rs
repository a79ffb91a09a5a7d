//! Parallel work with the interpreter lock released, interruptible by Ctrl-C.
//!
//! ```text
//! caller     releases the GIL ─ waits, and checks for signals every 50 ms ─▶ results in order
//! workers       └─ take a task ─ run it ─ take a task ─ run it ─ … until none are left or stop is set
//! ```
//!
//! Results depend only on the tasks, not on how they are distributed among the threads.

use pyo3::prelude::*;
use std::num::NonZeroUsize;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::Duration;

/// The interval at which the caller checks for Ctrl-C.
const SIGNAL_CHECK_INTERVAL: Duration = Duration::from_millis(50);

/// The queue of tasks that no thread has taken yet.
pub(crate) struct TaskQueue<I> {
    remaining: Mutex<I>,
    stop: Arc<AtomicBool>,
}

impl<I: Iterator> TaskQueue<I> {
    /// Takes the next task; returns `None` if none are left or a stop was requested.
    pub(crate) fn take(&self) -> Option<I::Item> {
        if self.stop.load(Ordering::Relaxed) {
            return None;
        }
        self.remaining.lock().unwrap_or_else(PoisonError::into_inner).next()
    }

    /// Returns the flag that requests a stop. Long tasks should poll it.
    pub(crate) fn stop(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.stop)
    }
}

/// Returns the number of threads to use: the requested number, or one per available core.
pub(crate) fn count(requested: Option<NonZeroUsize>) -> usize {
    requested.or_else(|| std::thread::available_parallelism().ok()).map_or(1, NonZeroUsize::get)
}

/// Runs `work` on each of `threads` threads and waits until all of them return.
///
/// # Errors
///
/// Returns an error if the user presses Ctrl-C. The remaining tasks are not run in that case.
pub(crate) fn run<I>(
    py: Python<'_>,
    threads: usize,
    tasks: I,
    work: impl Fn(&TaskQueue<I>) + Sync,
) -> PyResult<()>
where
    I: Iterator + Send,
{
    // A series of short calls never reaches the check in the loop below, so check here as well.
    py.check_signals()?;
    let tasks = TaskQueue { remaining: Mutex::new(tasks), stop: Arc::default() };
    let (finished, thread_finished) = (Mutex::new(0), Condvar::new());
    let interrupted = py.detach(|| {
        std::thread::scope(|scope| {
            let start = || {
                let thread = std::thread::Builder::new().spawn_scoped(scope, || {
                    let _guard = FinishGuard { finished: &finished, thread_finished: &thread_finished };
                    work(&tasks);
                });
                thread.is_ok()
            };
            // If the system refuses to start more threads, use those that started; if none did, use this
            // thread.
            let threads = (0..threads).take_while(|_| start()).count();
            if threads == 0 {
                work(&tasks);
            }
            let mut count = finished.lock().unwrap_or_else(PoisonError::into_inner);
            let mut interrupted = None;
            while *count < threads {
                let (guard, timeout) = thread_finished
                    .wait_timeout(count, SIGNAL_CHECK_INTERVAL)
                    .unwrap_or_else(PoisonError::into_inner);
                count = guard;
                if timeout.timed_out() && interrupted.is_none() {
                    drop(count);
                    interrupted = Python::attach(|py| py.check_signals().err());
                    tasks.stop.store(interrupted.is_some(), Ordering::Relaxed);
                    count = finished.lock().unwrap_or_else(PoisonError::into_inner);
                }
            }
            interrupted
        })
    });
    interrupted.map_or(Ok(()), Err)
}

/// Counts its thread as finished when dropped, even if the thread panics.
struct FinishGuard<'a> {
    finished: &'a Mutex<usize>,
    thread_finished: &'a Condvar,
}

impl Drop for FinishGuard<'_> {
    fn drop(&mut self) {
        *self.finished.lock().unwrap_or_else(PoisonError::into_inner) += 1;
        self.thread_finished.notify_all();
    }
}

/// Calls `work` for each index below `count` and returns the results in order.
///
/// A thread takes `chunk` indices at a time. Each thread creates its own scratch state with `new_state`.
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
    work: impl Fn(&mut S, usize, &Arc<AtomicBool>) -> R + Sync,
) -> PyResult<Vec<R>> {
    let chunks = count.div_ceil(chunk);
    let range = |number: usize| number * chunk..count.min((number + 1) * chunk);
    let done: Mutex<Vec<(Range<usize>, Vec<R>)>> = Mutex::new(Vec::new());
    run(py, threads.min(chunks), (0..chunks).map(range), |tasks| {
        let mut state = new_state();
        let stop = tasks.stop();
        while let Some(range) = tasks.take() {
            let results: Vec<R> = range.clone().map(|index| work(&mut state, index, &stop)).collect();
            done.lock().unwrap_or_else(PoisonError::into_inner).push((range, results));
        }
    })?;
    let mut done = done.into_inner().unwrap_or_else(PoisonError::into_inner);
    done.sort_unstable_by_key(|(range, _)| range.start);
    Ok(done.into_iter().flat_map(|(_, results)| results).collect())
}
