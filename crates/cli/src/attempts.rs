//! Attempts at new puzzles, shared out among threads; the puzzles come out in order.
//!
//! ```text
//! puzzle     7         8        9        10
//! attempts   ××××      ×✓       ×××      ·            × failed, ✓ as wanted
//! at work        ×××                ××                the threads
//! ```
//!
//! A puzzle is made by the first of its attempts that gives one, whoever tried it and when: so the answer does not
//! depend on the number of threads. A thread takes a few attempts at a puzzle that nobody is at; or the first ones of a new
//! puzzle; or, when there are no more of them, later attempts at a puzzle that others are at.
//!
//! A file of its own beside `post.rs`: there the work comes from outside, and each piece gives one answer.

use std::collections::{BTreeMap, VecDeque};
use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// How long a thread should be at a few attempts.
const TARGET_TIME: Duration = Duration::from_millis(20);
/// The most attempts it takes at once.
const MAX_ATTEMPTS: u64 = 4096;
/// So many puzzles for each thread may be begun and not written.
const PUZZLES_PER_THREAD: usize = 32;

/// How much is asked for.
#[derive(Copy, Clone, Debug)]
pub(crate) struct GenerationRequest {
    /// The index of the first puzzle.
    pub(crate) first: u64,
    /// The number of puzzles.
    pub(crate) count: u64,
    /// The most attempts at each.
    pub(crate) attempts: u64,
}

/// Where attempts are shared out and puzzles handed in.
#[derive(Debug)]
pub(crate) struct AttemptScheduler<T> {
    request: GenerationRequest,
    capacity: usize,
    state: Mutex<SchedulerState<T>>,
    changed: Condvar,
    is_closed: AtomicBool,
}

/// Where it stands.
#[derive(Debug)]
struct SchedulerState<T> {
    /// The puzzles that are begun, by index.
    in_progress: VecDeque<PuzzleInProgress<T>>,
    /// The index of the next one.
    next: u64,
    summary: AttemptSummary,
    /// How long an attempt takes.
    pace: Duration,
}

/// What was done so far.
#[derive(Copy, Clone, Debug, Default)]
pub(crate) struct AttemptSummary {
    /// The puzzles that are found.
    pub(crate) found: u64,
    /// The attempts that were made.
    pub(crate) attempts: u64,
    /// The puzzle that was given up.
    pub(crate) given_up: Option<u64>,
}

/// A puzzle that is begun.
#[derive(Debug)]
struct PuzzleInProgress<T> {
    index: u64,
    /// The first attempt that nobody has taken.
    untaken: u64,
    /// All attempts before this one have failed.
    failed: u64,
    /// Attempts beyond that have failed as well, by their start.
    failed_later: BTreeMap<u64, u64>,
    /// The first attempt known to give a puzzle.
    found: Option<(u64, T)>,
    threads: usize,
}

/// A few attempts at a puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct AttemptRange {
    pub(crate) index: u64,
    pub(crate) attempts: Range<u64>,
}

impl<T> AttemptScheduler<T> {
    /// A workshop for so many threads.
    pub(crate) fn new(request: GenerationRequest, threads: usize) -> AttemptScheduler<T> {
        let state = SchedulerState {
            in_progress: VecDeque::new(),
            next: 0,
            summary: AttemptSummary::default(),
            pace: TARGET_TIME,
        };
        AttemptScheduler {
            request,
            capacity: PUZZLES_PER_THREAD.saturating_mul(threads),
            state: Mutex::new(state),
            changed: Condvar::new(),
            is_closed: AtomicBool::new(false),
        }
    }

    /// Works until there is nothing left to do.
    ///
    /// A panic stops everybody: the attempts that it leaves open would be waited for without end.
    pub(crate) fn work(&self, mut attempt: impl FnMut(u64, u64) -> Option<T>) {
        let _guard = CloseOnDrop(self);
        while let Some(task) = self.take() {
            let start = std::time::Instant::now();
            let mut made = None;
            let mut tried = task.attempts.start;
            while made.is_none() && tried < task.attempts.end && !self.is_closed() {
                made = attempt(task.index, tried);
                tried += 1;
            }
            self.submit(&task, tried, made, start.elapsed());
        }
    }

    /// Stops everybody.
    pub(crate) fn close(&self) {
        // With the state in hand: nobody is between looking and going to sleep.
        let state = self.state();
        self.is_closed.store(true, Ordering::Relaxed);
        drop(state);
        self.changed.notify_all();
    }

    /// Takes out the puzzles whose turn has come, perhaps after a while; and says what was done so far, and whether that is
    /// all.
    pub(crate) fn collect(&self, patience: Duration) -> (Vec<T>, AttemptSummary, RunState) {
        let mut state = self.state();
        if !state.is_ready() && !self.is_over(&state) {
            state = self.changed.wait_timeout(state, patience).unwrap_or_else(PoisonError::into_inner).0;
        }
        let mut ready = Vec::new();
        while state.is_ready() {
            ready.extend(
                state.in_progress.pop_front().and_then(|in_progress| in_progress.found).map(|(_, made)| made),
            );
        }
        state.summary.found += ready.len() as u64;
        if let Some(in_progress) =
            state.in_progress.front().filter(|in_progress| in_progress.failed >= self.request.attempts)
        {
            state.summary.given_up = Some(in_progress.index);
            self.is_closed.store(true, Ordering::Relaxed);
        }
        self.changed.notify_all();
        let ended = if self.is_over(&state) { RunState::Finished } else { RunState::Running };
        (ready, state.summary, ended)
    }

    /// The next attempts to make.
    fn take(&self) -> Option<AttemptRange> {
        let mut state = self.state();
        loop {
            if self.is_over(&state) {
                return None;
            }
            if let Some(place) = self.choose(&mut state) {
                let size = (TARGET_TIME.as_nanos() / state.pace.as_nanos().max(1))
                    .clamp(1, u128::from(MAX_ATTEMPTS)) as u64;
                let in_progress = &mut state.in_progress[place];
                let start = in_progress.untaken;
                in_progress.untaken = (start + size).min(self.request.attempts);
                in_progress.threads += 1;
                return Some(AttemptRange { index: in_progress.index, attempts: start..in_progress.untaken });
            }
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// The puzzle to work at.
    fn choose(&self, state: &mut SchedulerState<T>) -> Option<usize> {
        let is_open = |in_progress: &PuzzleInProgress<T>| {
            in_progress.found.is_none() && in_progress.untaken < self.request.attempts
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

    /// Of these attempts those before `tried` were made; the last gave this.
    fn submit(&self, task: &AttemptRange, tried: u64, made: Option<T>, time: Duration) {
        let mut state = self.state();
        let count = tried - task.attempts.start;
        state.summary.attempts += count;
        if count > 0 {
            let this = time / u32::try_from(count).unwrap_or(u32::MAX);
            state.pace = (state.pace * 7 + this) / 8;
        }
        if let Some(in_progress) =
            state.in_progress.iter_mut().find(|in_progress| in_progress.index == task.index)
        {
            in_progress.threads -= 1;
            let failed = if made.is_some() { tried - 1 } else { tried };
            in_progress.note_failed(task.attempts.start..failed);
            if let Some(made) = made
                && in_progress.found.as_ref().is_none_or(|(attempt, _)| failed < *attempt)
            {
                in_progress.found = Some((failed, made));
            }
        }
        drop(state);
        self.changed.notify_all();
    }

    /// Whether there is nothing left to do.
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

/// Stops everybody when it is dropped: at the end of all work, or of all hope.
struct CloseOnDrop<'w, T>(&'w AttemptScheduler<T>);

impl<T> Drop for CloseOnDrop<'_, T> {
    fn drop(&mut self) {
        self.0.close();
    }
}

/// Whether all is done.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum RunState {
    Finished,
    Running,
}

impl<T> SchedulerState<T> {
    /// Whether the first of the puzzles is settled.
    fn is_ready(&self) -> bool {
        self.in_progress.front().is_some_and(PuzzleInProgress::is_settled)
    }
}

impl<T> PuzzleInProgress<T> {
    fn new(index: u64) -> PuzzleInProgress<T> {
        PuzzleInProgress {
            index,
            untaken: 0,
            failed: 0,
            failed_later: BTreeMap::new(),
            found: None,
            threads: 0,
        }
    }

    /// These attempts have failed.
    fn note_failed(&mut self, attempts: Range<u64>) {
        self.failed_later.insert(attempts.start, attempts.end);
        while let Some(end) = self.failed_later.remove(&self.failed) {
            if end == self.failed {
                break;
            }
            self.failed = end;
        }
    }

    /// Whether all attempts before the one that gave a puzzle have failed.
    fn is_settled(&self) -> bool {
        self.found.as_ref().is_some_and(|&(attempt, _)| attempt == self.failed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What an order gives with so many threads, if attempt 7 · (index mod 5) is the first that does.
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
    fn the_first_attempt_that_gives_one_counts() {
        for threads in [1, 2, 5] {
            let (all, summary) = run(GenerationRequest { first: 3, count: 500, attempts: 100 }, threads);
            let expected: Vec<(u64, u64)> = (3..503).map(|index| (index, 7 * (index % 5))).collect();
            assert_eq!(all, expected, "{threads} threads");
            assert_eq!((summary.found, summary.given_up), (500, None));
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
        assert!(ended.contains(&true), "whoever panicked says so");
    }

    #[test]
    fn what_is_not_found_ends_the_run() {
        for threads in [1, 3] {
            let (all, summary) = run(GenerationRequest { first: 0, count: 500, attempts: 20 }, threads);
            assert_eq!(all, [(0, 0), (1, 7), (2, 14)]);
            assert_eq!((summary.found, summary.given_up), (3, Some(3)));
            let (none, summary) = run(GenerationRequest { first: 0, count: 5, attempts: 0 }, threads);
            assert_eq!((none.len(), summary.attempts), (0, 0));
        }
    }
}
