//! Hands out batches of the input to the threads, and collects the answers.
//!
//! ```text
//!               claim                    submit
//!   InputReader ─────▶ ClaimedBatch:     ──────▶ ReorderBuffer ──▶ output, in input order
//!   (shared slot)      batch and answers
//! ```
//!
//! A thread that holds no batch may block, either on the input or until the reorder buffer has capacity. A
//! thread that holds batches must not block, because other threads may be waiting for them. It gets `None`
//! instead, finishes its batches, and blocks only after that.

use crate::batch_size::{BatchSizer, MIN_BULK};
use crate::device::BatchScale;
use crate::entry::Batch;
use crate::input::{FillResult, InputReader};
use crate::job::RunSummary;
use crate::output::{Output, OutputText, message};
use crate::progress::{InputProgress, InputProgressBar};
use crate::reorder_buffer::{BatchSink, ReorderBuffer, SequenceSlot};
use crate::shared_slot::{Blocking, SharedSlot, SlotGuard};
use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use veridoku_core::solve::SearchResult;

/// The maximum number of unwritten batches per thread, provided that the total does not exceed
/// [`BATCHES_IN_TOTAL`].
const BATCHES_PER_THREAD: usize = 32;
/// The maximum total number of unwritten batches. A batch of the bulk engine takes half a megabyte, including
/// its answers and their text.
const BATCHES_IN_TOTAL: usize = 128;
/// The number of unwritten batches that every thread may have, even if the total is exceeded. With fewer, the
/// bulk engine would run out of work: it has one to three batches open at a time. For 17-clue puzzles it may
/// have about a dozen open, but if there are enough threads for this minimum to apply, reading is the
/// bottleneck.
const MIN_BATCHES_PER_THREAD: usize = 4;
/// The maximum number of unwritten batches per thread, if batches are large.
const LARGE_BATCHES_PER_THREAD: usize = 2;

/// A batch and its answers so far.
#[derive(Debug, Default)]
pub(crate) struct BatchInProgress {
    pub(crate) batch: Batch,
    /// The answers as text.
    pub(crate) text: OutputText,
    pub(crate) summary: RunSummary,
    progress: InputProgress,
}

/// A batch that a thread has claimed.
#[derive(Debug)]
pub(crate) struct ClaimedBatch<'p> {
    slot: SequenceSlot<'p, BatchInProgress, AnswerWriter>,
    pub(crate) in_progress: BatchInProgress,
}

/// Provides all threads with batches and accepts their answers.
#[derive(Debug)]
pub(crate) struct Dispatcher {
    input: SharedSlot<BatchInput>,
    sizer: Mutex<BatchSizer>,
    buffer: ReorderBuffer<BatchInProgress, AnswerWriter>,
    /// Text buffers for reuse. The most recently used one is taken first, because it is still in the cache.
    spare_texts: Mutex<Vec<OutputText>>,
    /// Answer buffers for reuse. They are shared; otherwise every thread would keep enough buffers for the
    /// largest number of batches that it ever had open.
    answers: Mutex<Vec<Vec<SearchResult>>>,
}

/// The source of batches.
#[derive(Debug)]
struct BatchInput {
    entries: InputReader,
    /// The entries that were read to choose the output style.
    first: Batch,
}

impl ClaimedBatch<'_> {
    /// Submits the batch with its answers.
    pub(crate) fn submit(self) -> io::Result<()> {
        self.slot.submit(self.in_progress)
    }
}

impl Dispatcher {
    /// Creates a dispatcher for this number of threads. `first` holds the entries that were already read.
    pub(crate) fn new(
        threads: NonZeroUsize,
        scale: BatchScale,
        entries: InputReader,
        first: Batch,
        writer: AnswerWriter,
    ) -> Dispatcher {
        Dispatcher {
            input: SharedSlot::new(BatchInput { entries, first }),
            sizer: Mutex::new(BatchSizer::new(scale)),
            buffer: ReorderBuffer::new(writer, capacity(scale, threads.get())),
            spare_texts: Mutex::default(),
            answers: Mutex::default(),
        }
    }

    /// Claims the next batch, of at most `max` puzzles.
    ///
    /// Returns `None` at the end of the input, if the output is closed, or if claiming would block and
    /// `blocking` does not allow it.
    pub(crate) fn claim(&self, max: usize, blocking: Blocking) -> Option<ClaimedBatch<'_>> {
        let mut input = self.input.acquire(blocking)?;
        if !self.has_capacity(&input, blocking) {
            return None;
        }
        let mut in_progress = self.buffer.spare();
        let size = max.min(self.sizer().size());
        if !input.fill(&mut in_progress.batch, size, blocking) {
            self.buffer.recycle(in_progress);
            return None;
        }
        // Make the text buffer available to other threads, because this batch needs none until it is
        // answered.
        self.spare_texts().push(std::mem::take(&mut in_progress.text));
        in_progress.progress = input.entries.progress();
        // Reserve the slot while the input is still locked, so that the slots are in input order.
        Some(ClaimedBatch { slot: self.buffer.reserve(), in_progress })
    }

    /// Returns an empty text buffer for the answers to a batch.
    pub(crate) fn text(&self) -> OutputText {
        let mut text = self.spare_texts().pop().unwrap_or_default();
        text.clear();
        text
    }

    /// Returns a buffer for the answers to a batch.
    pub(crate) fn answers(&self) -> Vec<SearchResult> {
        self.spare_answers().pop().unwrap_or_default()
    }

    /// Takes back an answer buffer for reuse.
    pub(crate) fn recycle_answers(&self, answers: Vec<SearchResult>) {
        self.spare_answers().push(answers);
    }

    /// Records how long a batch of this many puzzles took.
    pub(crate) fn record(&self, puzzles: usize, time: Duration) {
        self.sizer().record(puzzles, time);
    }

    /// Reports whether the bulk engine should solve a batch of this many puzzles, judging by the time that
    /// earlier batches took.
    pub(crate) fn suits_bulk(&self, puzzles: usize) -> bool {
        self.sizer().suits_bulk(puzzles)
    }

    /// Reports whether puzzles are too slow for the bulk engine and should be solved one by one.
    pub(crate) fn is_too_slow_for_bulk(&self) -> bool {
        self.sizer().size() < MIN_BULK
    }

    /// Returns the writer after all batches have been submitted.
    pub(crate) fn close(self) -> AnswerWriter {
        self.buffer.into_sink()
    }

    /// Reports whether there is capacity for another batch, and waits for it if `blocking` allows that.
    /// Returns `false` if the output is closed.
    fn has_capacity(&self, input: &SlotGuard<'_, BatchInput>, blocking: Blocking) -> bool {
        if self.buffer.has_capacity() {
            return true;
        }
        if blocking == Blocking::DontWait {
            return false;
        }
        input.mark_slow();
        self.buffer.wait_for_capacity()
    }

    fn spare_texts(&self) -> MutexGuard<'_, Vec<OutputText>> {
        self.spare_texts.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn spare_answers(&self) -> MutexGuard<'_, Vec<Vec<SearchResult>>> {
        self.answers.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn sizer(&self) -> MutexGuard<'_, BatchSizer> {
        self.sizer.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Returns the maximum number of unwritten batches.
fn capacity(scale: BatchScale, threads: usize) -> usize {
    match scale {
        BatchScale::Small => {
            (BATCHES_PER_THREAD * threads).min(BATCHES_IN_TOTAL.max(MIN_BATCHES_PER_THREAD * threads))
        }
        BatchScale::Large => LARGE_BATCHES_PER_THREAD * threads,
    }
}

impl SlotGuard<'_, BatchInput> {
    /// Replaces the entries of a batch with the next entries of the input. Returns `false` at the end of the
    /// input, or if reading would block and `blocking` does not allow it.
    fn fill(&mut self, batch: &mut Batch, size: usize, blocking: Blocking) -> bool {
        batch.clear();
        if !self.first.is_empty() {
            *batch = std::mem::take(&mut self.first);
            return true;
        }
        match self.entries.fill(batch, size, Blocking::DontWait) {
            FillResult::Filled => true,
            FillResult::End => false,
            FillResult::Pending if blocking == Blocking::DontWait => false,
            FillResult::Pending => {
                self.mark_slow();
                self.entries.fill(batch, size, Blocking::Wait) == FillResult::Filled
            }
        }
    }
}

/// Writes answers and counts them.
#[derive(Debug)]
pub(crate) struct AnswerWriter {
    pub(crate) out: Output,
    progress_bar: InputProgressBar,
    summary: RunSummary,
}

impl AnswerWriter {
    pub(crate) fn new(out: Output) -> AnswerWriter {
        AnswerWriter { progress_bar: InputProgressBar::new(&out), out, summary: RunSummary::default() }
    }

    /// Counts answers that have been written, and flushes the output. Flushing must happen before the next
    /// read, which may block on a slow pipe.
    pub(crate) fn record(&mut self, summary: &RunSummary, progress: InputProgress) -> io::Result<()> {
        self.summary += summary;
        self.progress_bar.advance(self.summary.answers, progress);
        self.out.flush()
    }

    /// Prints the final messages and returns the summary of all answers.
    pub(crate) fn finish(mut self) -> io::Result<RunSummary> {
        self.out.flush()?;
        self.progress_bar.finish();
        if self.summary.unreadable > 0 {
            let RunSummary { answers, unreadable, .. } = self.summary;
            message(&format!("veridoku: {unreadable} of {answers} puzzles could not be processed"));
        }
        Ok(self.summary)
    }
}

impl BatchSink<BatchInProgress> for AnswerWriter {
    type Error = io::Error;

    fn write(&mut self, in_progress: &mut BatchInProgress) -> io::Result<()> {
        self.out.write_text(&in_progress.text)?;
        self.record(&in_progress.summary, in_progress.progress)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn capacity_grows_with_threads_within_bounds() {
        let capacities = [1, 2, 4, 8, 10, 16, 128].map(|threads| capacity(BatchScale::Small, threads));
        assert_eq!(capacities, [32, 64, 128, 128, 128, 128, 512]);
    }
}
