//! The post between the input, the threads, and the output.
//!
//! ```text
//!            take                 hand in
//!   Entries ─────▶ Taken: a batch ───────▶ Order ──▶ standard output, in input order
//!   (one gate)     and its answers
//! ```
//!
//! A thread that holds no batch may wait, for input or for room in the order. One that holds some must
//! not: what it holds may be what the others wait for. It is told that there is nothing at hand, finishes
//! what it has, and then waits like the others.

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
use veridoku_core::batch::Answer;

/// So many batches for each thread may be out or wait to be written, as long as that are not too many for all.
const BATCHES_PER_THREAD: usize = 32;
/// So many batches for all threads are not too many: a batch of the bulk engine with its answers and their text is half a megabyte.
const BATCHES_IN_TOTAL: usize = 128;
/// So many each are not too many either, however many threads there are. With less room the bulk engine would run dry: it has one to
/// three open at a time, of puzzles with 17 clues some dozen, but those are read more slowly than so many threads solve them.
const MIN_BATCHES_PER_THREAD: usize = 4;
/// What each thread has for large batches.
const LARGE_BATCHES_PER_THREAD: usize = 2;

/// A batch, and what is known about it so far.
#[derive(Debug, Default)]
pub(crate) struct BatchInProgress {
    pub(crate) batch: Batch,
    /// The answers as they are written.
    pub(crate) text: OutputText,
    pub(crate) summary: RunSummary,
    progress: InputProgress,
}

/// A batch in the hands of a thread.
#[derive(Debug)]
pub(crate) struct ClaimedBatch<'p> {
    slot: SequenceSlot<'p, BatchInProgress, AnswerWriter>,
    pub(crate) in_progress: BatchInProgress,
}

/// Where threads get batches, and where they hand them in.
#[derive(Debug)]
pub(crate) struct Dispatcher {
    input: SharedSlot<BatchInput>,
    sizer: Mutex<BatchSizer>,
    buffer: ReorderBuffer<BatchInProgress, AnswerWriter>,
    /// Memory of texts, to be used again: what was written last is taken first, since it still is in the cache.
    spare_texts: Mutex<Vec<OutputText>>,
    /// The same of answers. For all threads: each of them would keep as many as it ever had out.
    answers: Mutex<Vec<Vec<Answer>>>,
}

/// Where batches come from.
#[derive(Debug)]
struct BatchInput {
    entries: InputReader,
    /// What was read to settle the style.
    first: Batch,
}

impl ClaimedBatch<'_> {
    /// Hands in the batch, when it is answered.
    pub(crate) fn submit(self) -> io::Result<()> {
        self.slot.submit(self.in_progress)
    }
}

impl Dispatcher {
    /// The post of so many threads, before anything was taken but this first batch.
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

    /// Takes the next batch, of at most so many puzzles. Nothing when all inputs are at their end, or the
    /// output is; or for want of patience, when it is not at hand.
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
        // It would lie idle until this batch is answered.
        self.spare_texts().push(std::mem::take(&mut in_progress.text));
        in_progress.progress = input.entries.progress();
        // With the input in hand, so that numbers are in its order.
        Some(ClaimedBatch { slot: self.buffer.reserve(), in_progress })
    }

    /// An empty text, for the answers to a batch.
    pub(crate) fn text(&self) -> OutputText {
        let mut text = self.spare_texts().pop().unwrap_or_default();
        text.clear();
        text
    }

    /// Memory for the answers to a batch.
    pub(crate) fn answers(&self) -> Vec<Answer> {
        self.spare_answers().pop().unwrap_or_default()
    }

    /// Gives such memory back.
    pub(crate) fn recycle_answers(&self, answers: Vec<Answer>) {
        self.spare_answers().push(answers);
    }

    /// A batch of so many puzzles took so long.
    pub(crate) fn record(&self, puzzles: usize, time: Duration) {
        self.sizer().record(puzzles, time);
    }

    /// Whether a batch of so many puzzles is best solved together, by how long others took.
    pub(crate) fn suits_bulk(&self, puzzles: usize) -> bool {
        self.sizer().suits_bulk(puzzles)
    }

    /// Whether puzzles take so long that they are not solved together at all.
    pub(crate) fn is_too_slow_for_bulk(&self) -> bool {
        self.sizer().size() < MIN_BULK
    }

    /// What was written, when all is done.
    pub(crate) fn close(self) -> AnswerWriter {
        self.buffer.into_sink()
    }

    /// Whether there is room for another batch, perhaps after a while; not if the output is closed.
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

    fn spare_answers(&self) -> MutexGuard<'_, Vec<Vec<Answer>>> {
        self.answers.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn sizer(&self) -> MutexGuard<'_, BatchSizer> {
        self.sizer.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// So many batches of so many threads may be out or wait to be written.
fn capacity(scale: BatchScale, threads: usize) -> usize {
    match scale {
        BatchScale::Small => {
            (BATCHES_PER_THREAD * threads).min(BATCHES_IN_TOTAL.max(MIN_BATCHES_PER_THREAD * threads))
        }
        BatchScale::Large => LARGE_BATCHES_PER_THREAD * threads,
    }
}

impl SlotGuard<'_, BatchInput> {
    /// Fills a batch anew; false at the end of all inputs, or if there is nothing at hand.
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

/// What was written so far.
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

    /// These answers have been written. What is known goes out before the next read, which may wait
    /// for a slow pipe.
    pub(crate) fn record(&mut self, summary: &RunSummary, progress_bar: InputProgress) -> io::Result<()> {
        self.summary += summary;
        self.progress_bar.advance(self.summary.answers, progress_bar);
        self.out.flush()
    }

    /// Says what there is to say at the end, and how the answers add up.
    pub(crate) fn finish(mut self) -> io::Result<RunSummary> {
        self.out.flush()?;
        self.progress_bar.finish();
        if self.summary.unreadable > 0 {
            let RunSummary { answers, unreadable, .. } = self.summary;
            message(&format!("veridoku: {unreadable} of {answers} inputs could not be answered"));
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
    fn room_grows_with_threads_no_more_than_it_must() {
        let rooms = [1, 2, 4, 8, 10, 16, 128].map(|threads| capacity(BatchScale::Small, threads));
        assert_eq!(rooms, [32, 64, 128, 128, 128, 128, 512]);
    }
}
