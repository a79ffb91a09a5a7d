//! Attempts at generating puzzles, as items of a pipeline.
//!
//! ```text
//! puzzle       7           8        9        10
//! attempts     ×××× ···    ×✓       ××× ··   ·           × failed, ✓ accepted, · on a worker
//! items        7:0–3, 8:0–3, 9:0–2, 7:4–6, 9:3–4, 10:0
//! ```
//!
//! An item is a range of attempts at one puzzle. The source issues the ranges of a puzzle in ascending order,
//! and the sink gets their results in the same order. Each puzzle therefore comes from the successful attempt
//! with the lowest number, and the output does not depend on the number of threads.

use std::collections::BTreeMap;
use std::ops::{ControlFlow, Range};
use std::sync::mpsc::{self, Receiver, Sender};
use std::task::Poll;
use std::time::{Duration, Instant};
use veridoku_api::pipeline::{Pipeline, Queue, Sink, Source};

/// The target time for a range of attempts.
const TARGET_TIME: Duration = Duration::from_millis(20);
/// The maximum number of attempts in a range.
const MAX_ATTEMPTS: u64 = 4096;
/// The maximum number of unwritten puzzles per thread.
const PUZZLES_PER_THREAD: u64 = 32;
/// The maximum number of ranges per thread that are waiting, running or finished.
const RANGES_PER_THREAD: usize = 4;

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

/// The receiver of generated puzzles.
pub(crate) trait PuzzleReceiver<T> {
    /// Accepts the next puzzle.
    fn accept(&mut self, puzzle: T) -> anyhow::Result<()>;

    /// Called about every 50 ms with the progress so far. Can end the run.
    fn tick(&mut self, summary: AttemptSummary) -> ControlFlow<()>;
}

/// Generates puzzles on this number of threads, and passes them to the receiver in order. `attempt` gets the
/// tools of its thread, the index of the puzzle and the number of the attempt.
pub(crate) fn generate<T: Send, S: Default>(
    request: GenerationRequest,
    threads: usize,
    receiver: &mut impl PuzzleReceiver<T>,
    attempt: impl Fn(&mut S, u64, u64) -> Option<T> + Sync,
) -> anyhow::Result<AttemptSummary> {
    let (feedback_sender, feedback) = mpsc::channel();
    let mut source = AttemptSource {
        request,
        max_unwritten: PUZZLES_PER_THREAD * threads as u64,
        open: BTreeMap::new(),
        started: 0,
        written: 0,
        attempt_time: TARGET_TIME,
        feedback,
    };
    let mut sink = AttemptSink {
        request,
        receiver,
        summary: AttemptSummary::default(),
        open: BTreeMap::new(),
        feedback: Some(feedback_sender),
    };
    let work = |queue: &mut dyn Queue<AttemptRange, AttemptResult<T>>| {
        let mut tools = S::default();
        while let Some((number, AttemptRange { puzzle, attempts })) = queue.take() {
            let start = Instant::now();
            let (mut made, mut found) = (0, None);
            for number in attempts {
                if found.is_some() || queue.is_stopped() {
                    break;
                }
                found = attempt(&mut tools, request.first.wrapping_add(puzzle), number);
                made += 1;
            }
            queue.submit(number, AttemptResult { puzzle, made, found, time: start.elapsed() });
        }
    };
    match Pipeline::new(threads, RANGES_PER_THREAD * threads).run(&mut source, &mut sink, &work) {
        Ok(()) | Err(AttemptsEnd::Stopped) => Ok(sink.summary),
        Err(AttemptsEnd::Failed(error)) => Err(error),
    }
}

/// Consecutive attempts at a puzzle.
struct AttemptRange {
    /// The number of the puzzle, counted from 0.
    puzzle: u64,
    attempts: Range<u64>,
}

/// The result of a range of attempts, of which only the last can have succeeded.
struct AttemptResult<T> {
    puzzle: u64,
    /// The number of attempts made.
    made: u64,
    found: Option<T>,
    time: Duration,
}

/// Feedback from the sink about a range.
struct AttemptFeedback {
    /// The puzzle, if an attempt has succeeded.
    found: Option<u64>,
    /// The time per attempt.
    time: Duration,
    /// The number of puzzles that the receiver has accepted.
    written: u64,
}

/// Why the pipeline stopped early.
enum AttemptsEnd {
    /// A puzzle ran out of attempts, or the receiver ended the run.
    Stopped,
    /// A puzzle could not be written.
    Failed(anyhow::Error),
}

/// Issues ranges of attempts: first for new puzzles, then for the puzzle with the fewest attempts so far.
struct AttemptSource {
    request: GenerationRequest,
    max_unwritten: u64,
    /// The puzzles for which no attempt has succeeded yet, each with the first attempt not issued.
    open: BTreeMap<u64, u64>,
    /// The number of puzzles started so far.
    started: u64,
    /// The number of puzzles that the receiver has accepted.
    written: u64,
    /// The average time per attempt.
    attempt_time: Duration,
    feedback: Receiver<AttemptFeedback>,
}

impl AttemptSource {
    fn record(&mut self, feedback: &AttemptFeedback) {
        self.attempt_time = (self.attempt_time * 7 + feedback.time) / 8;
        self.written = feedback.written;
        if let Some(puzzle) = feedback.found {
            self.open.remove(&puzzle);
        }
    }
}

impl Source for AttemptSource {
    type Item = AttemptRange;

    fn poll(&mut self) -> Poll<Option<AttemptRange>> {
        let GenerationRequest { count, attempts: max, .. } = self.request;
        while let Ok(feedback) = self.feedback.try_recv() {
            self.record(&feedback);
        }
        if self.started < count && self.started - self.written < self.max_unwritten {
            self.open.insert(self.started, 0);
            self.started += 1;
        }
        if max == 0 || self.open.is_empty() && self.started >= count {
            return Poll::Ready(None);
        }
        if let Some((&puzzle, next)) = self.open.iter_mut().min_by_key(|(_, next)| **next)
            && *next < max
        {
            let start = *next;
            let size = TARGET_TIME.as_nanos() / self.attempt_time.as_nanos().max(1);
            *next = (start + size.clamp(1, u128::from(MAX_ATTEMPTS)) as u64).min(max);
            return Poll::Ready(Some(AttemptRange { puzzle, attempts: start..*next }));
        }
        Poll::Pending
    }

    fn wait(&mut self, timeout: Duration) {
        if let Ok(feedback) = self.feedback.recv_timeout(timeout) {
            self.record(&feedback);
        }
    }
}

/// Passes the first success of each puzzle to the receiver.
struct AttemptSink<'s, T, W> {
    request: GenerationRequest,
    receiver: &'s mut W,
    summary: AttemptSummary,
    /// The puzzles that have not been accepted: the number of failed attempts, and the first success.
    open: BTreeMap<u64, (u64, Option<T>)>,
    /// `None` after the end of the run.
    feedback: Option<Sender<AttemptFeedback>>,
}

impl<T, W: PuzzleReceiver<T>> AttemptSink<'_, T, W> {
    /// Passes on the puzzles that are next in order.
    fn write_ready(&mut self) -> Result<(), AttemptsEnd> {
        while let Some((failed, found)) = self.open.get_mut(&self.summary.found) {
            let Some(puzzle) = found.take() else {
                if *failed < self.request.attempts {
                    break;
                }
                self.summary.exhausted = Some(self.request.first.wrapping_add(self.summary.found));
                return Err(AttemptsEnd::Stopped);
            };
            self.open.remove(&self.summary.found);
            self.summary.found += 1;
            self.receiver.accept(puzzle).map_err(AttemptsEnd::Failed)?;
        }
        Ok(())
    }
}

impl<T, W: PuzzleReceiver<T>> Sink<AttemptResult<T>> for AttemptSink<'_, T, W> {
    type Error = AttemptsEnd;

    fn accept(
        &mut self,
        AttemptResult { puzzle, made, found, time }: AttemptResult<T>,
    ) -> Result<(), AttemptsEnd> {
        self.summary.attempts += made;
        let found_puzzle = found.is_some().then_some(puzzle);
        if puzzle >= self.summary.found {
            let open = self.open.entry(puzzle).or_insert((0, None));
            open.0 += made;
            open.1 = open.1.take().or(found);
        }
        self.write_ready()?;
        let time = time / u32::try_from(made).unwrap_or(u32::MAX).max(1);
        let feedback = AttemptFeedback { found: found_puzzle, time, written: self.summary.found };
        if let Some(sender) = &self.feedback {
            // If nobody receives it, the source has ended.
            let _ = sender.send(feedback);
        }
        Ok(())
    }

    fn tick(&mut self) -> Result<(), AttemptsEnd> {
        match self.receiver.tick(self.summary) {
            ControlFlow::Continue(()) => Ok(()),
            ControlFlow::Break(()) => Err(AttemptsEnd::Stopped),
        }
    }

    fn stop(&mut self) {
        self.feedback = None;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    impl<T> PuzzleReceiver<T> for Vec<T> {
        fn accept(&mut self, puzzle: T) -> anyhow::Result<()> {
            self.push(puzzle);
            Ok(())
        }

        fn tick(&mut self, _summary: AttemptSummary) -> ControlFlow<()> {
            ControlFlow::Continue(())
        }
    }

    /// Runs a request in which attempt 7 · (index mod 5) is the first to succeed.
    fn run(request: GenerationRequest, threads: usize) -> (Vec<(u64, u64)>, AttemptSummary) {
        let mut all = Vec::new();
        let attempt =
            |(): &mut (), index: u64, attempt: u64| (attempt >= 7 * (index % 5)).then_some((index, attempt));
        let summary = generate(request, threads, &mut all, attempt).unwrap();
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
        let request = GenerationRequest { first: 0, count: 500, attempts: 20 };
        let attempt =
            |(): &mut (), index: u64, _| if index == 7 { panic!("at puzzle 7") } else { Some(index) };
        let run = || generate(request, 2, &mut Vec::new(), attempt);
        assert!(std::panic::catch_unwind(run).is_err(), "the panic is propagated");
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
