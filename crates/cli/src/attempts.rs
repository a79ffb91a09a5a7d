//! Distributes attempts at generating puzzles over threads, and returns the puzzles in order.
//!
//! ```text
//! puzzle     7         8        9        10
//! finished   ××××      ×✓       ×××      ·            × failed, ✓ accepted
//! running        ×××                ××                on the threads
//! ```
//!
//! Each puzzle comes from the successful attempt with the lowest number, no matter which attempt finishes
//! first. The output therefore does not depend on the number of threads. A thread that needs work picks the
//! first of these that is available: attempts at a puzzle that no thread is working on, the first attempts at
//! a new puzzle, later attempts at a puzzle that other threads are working on.
//!
//! Unlike in `dispatch`, there is no input, and one result may take many attempts.

use std::collections::{BTreeMap, VecDeque};
use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// The target time for a range of attempts.
const TARGET_TIME: Duration = Duration::from_millis(20);
/// The maximum number of attempts in a range.
const MAX_ATTEMPTS: u64 = 4096;
/// The maximum number of unwritten puzzles per thread.
const PUZZLES_PER_THREAD: usize = 32;

/// The puzzles to generate, and the maximum number of attempts.
#[derive(Copy, Clone, Debug)]
pub(crate) struct GenerationRequest {
    /// The index of the first puzzle.
    pub(crate) first: u64,
    /// The number of puzzles.
    pub(crate) count: u64,
    /// The maximum number of attempts per puzzle.
    pub(crate) attempts: u64,
}

/// Assigns attempts to threads and collects the puzzles.
#[derive(Debug)]
pub(crate) struct AttemptScheduler<T> {
    request: GenerationRequest,
    capacity: usize,
    state: Mutex<SchedulerState<T>>,
    changed: Condvar,
    is_closed: AtomicBool,
}

/// The progress of all puzzles.
#[derive(Debug)]
struct SchedulerState<T> {
    /// The puzzles that have been started but not yet collected, by index.
    in_progress: VecDeque<PuzzleInProgress<T>>,
    /// The number of puzzles started so far.
    next: u64,
    summary: AttemptSummary,
    /// The average time per attempt.
    attempt_time: Duration,
}

/// The progress so far.
#[derive(Copy, Clone, Debug, Default)]
pub(crate) struct AttemptSummary {
    /// The number of puzzles found.
    pub(crate) found: u64,
    /// The number of attempts made.
    pub(crate) attempts: u64,
    /// The index of the puzzle that ran out of attempts, if any.
    pub(crate) exhausted: Option<u64>,
}

/// A puzzle at which attempts are being made.
#[derive(Debug)]
struct PuzzleInProgress<T> {
    index: u64,
    /// The first attempt that has not been assigned yet.
    unassigned: u64,
    /// All attempts before this one have failed.
    failed: u64,
    /// Ranges of later attempts that have failed, as a map from the start of each range to its end.
    failed_later: BTreeMap<u64, u64>,
    /// The earliest successful attempt so far, with its result.
    found: Option<(u64, T)>,
    threads: usize,
}

/// A range of attempts at a puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct AttemptRange {
    pub(crate) index: u64,
    pub(crate) attempts: Range<u64>,
}

impl<T> AttemptScheduler<T> {
    /// Creates a scheduler for this number of threads.
    pub(crate) fn new(request: GenerationRequest, threads: usize) -> AttemptScheduler<T> {
        let state = SchedulerState {
            in_progress: VecDeque::new(),
            next: 0,
            summary: AttemptSummary::default(),
            attempt_time: TARGET_TIME,
        };
        AttemptScheduler {
            request,
            capacity: PUZZLES_PER_THREAD.saturating_mul(threads),
            state: Mutex::new(state),
            changed: Condvar::new(),
            is_closed: AtomicBool::new(false),
        }
    }

    /// Makes attempts until the work is done.
    ///
    /// A panic stops all threads, because they would wait forever for the attempts that it leaves unfinished.
    pub(crate) fn work(&self, mut attempt: impl FnMut(u64, u64) -> Option<T>) {
        let _guard = CloseOnDrop(self);
        while let Some(range) = self.take() {
            let start = std::time::Instant::now();
            let mut result = None;
            let mut next = range.attempts.start;
            while result.is_none() && next < range.attempts.end && !self.is_closed() {
                result = attempt(range.index, next);
                next += 1;
            }
            self.submit(&range, next, result, start.elapsed());
        }
    }

    /// Stops all threads.
    pub(crate) fn close(&self) {
        // Holding the lock ensures that no thread misses the notification between checking the flag and
        // waiting.
        let state = self.state();
        self.is_closed.store(true, Ordering::Relaxed);
        drop(state);
        self.changed.notify_all();
    }

    /// Removes and returns the finished puzzles that are next in order. If there are none, waits up to
    /// `timeout` for one. Also returns the progress so far, and whether the run has finished.
    pub(crate) fn collect(&self, timeout: Duration) -> (Vec<T>, AttemptSummary, RunState) {
        let mut state = self.state();
        if !state.is_ready() && !self.is_over(&state) {
            state = self.changed.wait_timeout(state, timeout).unwrap_or_else(PoisonError::into_inner).0;
        }
        let mut ready = Vec::new();
        while state.is_ready() {
            ready.extend(
                state
                    .in_progress
                    .pop_front()
                    .and_then(|in_progress| in_progress.found)
                    .map(|(_, result)| result),
            );
        }
        state.summary.found += ready.len() as u64;
        if let Some(in_progress) =
            state.in_progress.front().filter(|in_progress| in_progress.failed >= self.request.attempts)
        {
            state.summary.exhausted = Some(in_progress.index);
            self.is_closed.store(true, Ordering::Relaxed);
        }
        self.changed.notify_all();
        let ended = if self.is_over(&state) { RunState::Finished } else { RunState::Running };
        (ready, state.summary, ended)
    }

    /// Returns the next range of attempts to make, or `None` if the run is over.
    fn take(&self) -> Option<AttemptRange> {
        let mut state = self.state();
        loop {
            if self.is_over(&state) {
                return None;
            }
            if let Some(place) = self.choose(&mut state) {
                let size = (TARGET_TIME.as_nanos() / state.attempt_time.as_nanos().max(1))
                    .clamp(1, u128::from(MAX_ATTEMPTS)) as u64;
                let in_progress = &mut state.in_progress[place];
                let start = in_progress.unassigned;
                in_progress.unassigned = (start + size).min(self.request.attempts);
                in_progress.threads += 1;
                return Some(AttemptRange {
                    index: in_progress.index,
                    attempts: start..in_progress.unassigned,
                });
            }
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Chooses the puzzle to work on.
    fn choose(&self, state: &mut SchedulerState<T>) -> Option<usize> {
        let is_open = |in_progress: &PuzzleInProgress<T>| {
            in_progress.found.is_none() && in_progress.unassigned < self.request.attempts
        };
        if let Some(place) =
            state.in_progress.iter().position(|in_progress| is_open(in_progress) && in_progress.threads == 0)
        {
            return Some(place);
        }
        if state.next < self.request.count
            && state.in_progress.len() < self.capacity
            && self.request.attempts > 0
        {
            state.in_progress.push_back(PuzzleInProgress::new(self.request.first.wrapping_add(state.next)));
            state.next += 1;
            return Some(state.in_progress.len() - 1);
        }
        state.in_progress.iter().position(is_open)
    }

    /// Records the result of those attempts in `range` that precede `next`. Only the last of them can have
    /// succeeded.
    fn submit(&self, range: &AttemptRange, next: u64, result: Option<T>, time: Duration) {
        let mut state = self.state();
        let count = next - range.attempts.start;
        state.summary.attempts += count;
        if count > 0 {
            let this = time / u32::try_from(count).unwrap_or(u32::MAX);
            state.attempt_time = (state.attempt_time * 7 + this) / 8;
        }
        if let Some(in_progress) =
            state.in_progress.iter_mut().find(|in_progress| in_progress.index == range.index)
        {
            in_progress.threads -= 1;
            let failed = if result.is_some() { next - 1 } else { next };
            in_progress.note_failed(range.attempts.start..failed);
            if let Some(result) = result
                && in_progress.found.as_ref().is_none_or(|(attempt, _)| failed < *attempt)
            {
                in_progress.found = Some((failed, result));
            }
        }
        drop(state);
        self.changed.notify_all();
    }

    /// Reports whether the run is over.
    fn is_over(&self, state: &SchedulerState<T>) -> bool {
        let is_done =
            state.in_progress.is_empty() && (state.next >= self.request.count || self.request.attempts == 0);
        is_done || self.is_closed()
    }

    fn is_closed(&self) -> bool {
        self.is_closed.load(Ordering::Relaxed)
    }

    fn state(&self) -> MutexGuard<'_, SchedulerState<T>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A guard that stops all threads when it is dropped, after the last attempt or on a panic.
struct CloseOnDrop<'w, T>(&'w AttemptScheduler<T>);

impl<T> Drop for CloseOnDrop<'_, T> {
    fn drop(&mut self) {
        self.0.close();
    }
}

/// Whether the run has finished.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum RunState {
    Finished,
    Running,
}

impl<T> SchedulerState<T> {
    /// Reports whether the next puzzle in order is final.
    fn is_ready(&self) -> bool {
        self.in_progress.front().is_some_and(PuzzleInProgress::is_final)
    }
}

impl<T> PuzzleInProgress<T> {
    fn new(index: u64) -> PuzzleInProgress<T> {
        PuzzleInProgress {
            index,
            unassigned: 0,
            failed: 0,
            failed_later: BTreeMap::new(),
            found: None,
            threads: 0,
        }
    }

    /// Records that these attempts have failed.
    fn note_failed(&mut self, attempts: Range<u64>) {
        self.failed_later.insert(attempts.start, attempts.end);
        while let Some(end) = self.failed_later.remove(&self.failed) {
            if end == self.failed {
                break;
            }
            self.failed = end;
        }
    }

    /// Reports whether all attempts before the successful one have failed, so that the puzzle is final.
    fn is_final(&self) -> bool {
        self.found.as_ref().is_some_and(|&(attempt, _)| attempt == self.failed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Runs a request in which attempt 7 · (index mod 5) is the first to succeed.
    fn run(request: GenerationRequest, threads: usize) -> (Vec<(u64, u64)>, AttemptSummary) {
        let scheduler = AttemptScheduler::new(request, threads);
        let mut all = Vec::new();
        let summary = std::thread::scope(|scope| {
            for _ in 0..threads {
                scope.spawn(|| {
                    scheduler.work(|index, attempt| (attempt >= 7 * (index % 5)).then_some((index, attempt)));
                });
            }
            loop {
                let (ready, summary, ended) = scheduler.collect(Duration::from_millis(5));
                all.extend(ready);
                if ended == RunState::Finished {
                    return summary;
                }
            }
        });
        (all, summary)
    }

    #[test]
    fn the_first_successful_attempt_counts() {
        for threads in [1, 2, 5] {
            let (all, summary) = run(GenerationRequest { first: 3, count: 500, attempts: 100 }, threads);
            let expected: Vec<(u64, u64)> = (3..503).map(|index| (index, 7 * (index % 5))).collect();
            assert_eq!(all, expected, "{threads} threads");
            assert_eq!((summary.found, summary.exhausted), (500, None));
        }
    }

    #[test]
    fn a_panic_ends_the_run() {
        let scheduler = AttemptScheduler::new(GenerationRequest { first: 0, count: 500, attempts: 20 }, 2);
        let ended = std::thread::scope(|scope| {
            let threads = [(); 2].map(|()| {
                scope.spawn(|| {
                    scheduler.work(|index, _| if index == 7 { panic!("at puzzle 7") } else { Some(index) });
                })
            });
            while scheduler.collect(Duration::from_millis(5)).2 == RunState::Running {}
            threads.map(|thread| thread.join().is_err())
        });
        assert!(ended.contains(&true), "the panic is propagated");
    }

    #[test]
    fn running_out_of_attempts_ends_the_run() {
        for threads in [1, 3] {
            let (all, summary) = run(GenerationRequest { first: 0, count: 500, attempts: 20 }, threads);
            assert_eq!(all, [(0, 0), (1, 7), (2, 14)]);
            assert_eq!((summary.found, summary.exhausted), (3, Some(3)));
            let (none, summary) = run(GenerationRequest { first: 0, count: 5, attempts: 0 }, threads);
            assert_eq!((none.len(), summary.attempts), (0, 0));
        }
    }
}
