//! Work shared out among threads, while Python goes on and the user may press Ctrl-C.
//!
//! ```text
//! caller     lets go of Python ─ waits, and asks Python now and then whether to stop ─▶ results in order
//! threads       └─ take a task ─ work ─ take a task ─ work ─ … until there are none, or all shall stop
//! ```
//!
//! Results depend on the tasks alone, not on who does them and when.

use pyo3::prelude::*;
use std::num::NonZeroUsize;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::Duration;

/// How often Python is asked whether the user wants an end.
const PATIENCE: Duration = Duration::from_millis(50);

/// Tasks that no thread has taken yet.
pub(crate) struct Tasks<I> {
    rest: Mutex<I>,
    stop: Arc<AtomicBool>,
}

impl<I: Iterator> Tasks<I> {
    /// The next task, unless there is none or all shall stop.
    pub(crate) fn take(&self) -> Option<I::Item> {
        if self.stop.load(Ordering::Relaxed) {
            return None;
        }
        self.rest.lock().unwrap_or_else(PoisonError::into_inner).next()
    }

    /// What says whether all shall stop, for work that takes long.
    pub(crate) fn stop(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.stop)
    }
}

/// The number of threads that is meant: all that the machine has, unless the caller says otherwise.
pub(crate) fn threads(asked: Option<NonZeroUsize>) -> usize {
    asked.or_else(|| std::thread::available_parallelism().ok()).map_or(1, NonZeroUsize::get)
}

/// Runs `work` on so many threads until the tasks are done.
///
/// # Errors
///
/// When the user interrupts; then not all tasks are done.
pub(crate) fn share<I>(
    py: Python<'_>,
    threads: usize,
    tasks: I,
    work: impl Fn(&Tasks<I>) + Sync,
) -> PyResult<()>
where
    I: Iterator + Send,
{
    // Where many calls are short, none would be asked below.
    py.check_signals()?;
    let tasks = Tasks { rest: Mutex::new(tasks), stop: Arc::default() };
    let (ended, bell) = (Mutex::new(0), Condvar::new());
    let interrupted = py.detach(|| {
        std::thread::scope(|scope| {
            let start = || {
                let thread = std::thread::Builder::new().spawn_scoped(scope, || {
                    let _goes = Goes { ended: &ended, bell: &bell };
                    work(&tasks);
                });
                thread.is_ok()
            };
            // Where the system gives fewer threads, these do the work; where it gives none, the caller does.
            let threads = (0..threads).take_while(|_| start()).count();
            if threads == 0 {
                work(&tasks);
            }
            let mut count = ended.lock().unwrap_or_else(PoisonError::into_inner);
            let mut interrupted = None;
            while *count < threads {
                let (woken, timeout) =
                    bell.wait_timeout(count, PATIENCE).unwrap_or_else(PoisonError::into_inner);
                count = woken;
                if timeout.timed_out() && interrupted.is_none() {
                    drop(count);
                    interrupted = Python::attach(|py| py.check_signals().err());
                    tasks.stop.store(interrupted.is_some(), Ordering::Relaxed);
                    count = ended.lock().unwrap_or_else(PoisonError::into_inner);
                }
            }
            interrupted
        })
    });
    interrupted.map_or(Ok(()), Err)
}

/// Says at its end, however that comes, that a thread has ended.
struct Goes<'a> {
    ended: &'a Mutex<usize>,
    bell: &'a Condvar,
}

impl Drop for Goes<'_> {
    fn drop(&mut self) {
        *self.ended.lock().unwrap_or_else(PoisonError::into_inner) += 1;
        self.bell.notify_all();
    }
}

/// What `work` makes of each of `count` numbers, in order. A thread takes `portion` numbers at a time, and works with
/// tools of its own.
///
/// # Errors
///
/// When the user interrupts.
pub(crate) fn map<T, R: Send>(
    py: Python<'_>,
    threads: usize,
    count: usize,
    portion: usize,
    tools: impl Fn() -> T + Sync,
    work: impl Fn(&mut T, usize, &Arc<AtomicBool>) -> R + Sync,
) -> PyResult<Vec<R>> {
    let portions = count.div_ceil(portion);
    let range = |number: usize| number * portion..count.min((number + 1) * portion);
    let done: Mutex<Vec<(Range<usize>, Vec<R>)>> = Mutex::new(Vec::new());
    share(py, threads.min(portions), (0..portions).map(range), |tasks| {
        let mut tools = tools();
        let stop = tasks.stop();
        while let Some(range) = tasks.take() {
            let made: Vec<R> = range.clone().map(|number| work(&mut tools, number, &stop)).collect();
            done.lock().unwrap_or_else(PoisonError::into_inner).push((range, made));
        }
    })?;
    let mut done = done.into_inner().unwrap_or_else(PoisonError::into_inner);
    done.sort_unstable_by_key(|(range, _)| range.start);
    Ok(done.into_iter().flat_map(|(_, made)| made).collect())
}
