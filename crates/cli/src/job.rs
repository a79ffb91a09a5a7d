//! The traits that commands implement to answer puzzles, one at a time or in batches on many threads.

use crate::device::BatchScale;
use crate::dispatch::{BatchInProgress, ClaimedBatch, Dispatcher};
use crate::driver::RequestedStyle;
use crate::entry::{Batch, EntryRef};
use crate::output::{ExitOutcome, OutputStyle, OutputText, message, write_json};
use crate::shared_slot::Blocking;
use std::io::{self, Write};
use std::ops::AddAssign;
use std::time::Instant;
use veridoku_formats::{Format, Record};

/// A job that answers one puzzle at a time.
pub(crate) trait PuzzleJob {
    /// Answers one puzzle. `format` is the text format that it was read in, if known.
    fn answer(
        &self,
        record: &Record,
        format: Option<&'static Format>,
        style: OutputStyle,
        out: &mut dyn Write,
    ) -> io::Result<ExitOutcome>;

    /// Writes the text that precedes the first answer.
    fn begin(&self, _style: OutputStyle, _out: &mut dyn Write) -> io::Result<()> {
        Ok(())
    }

    /// Writes the text that follows the last answer.
    fn end(&self, _style: OutputStyle, _out: &mut dyn Write) -> io::Result<()> {
        Ok(())
    }

    /// Processes a batch as a whole, before its puzzles are answered one by one.
    fn prepare(&self, _batch: &Batch) {}

    /// Returns the destination for errors about unreadable puzzles.
    fn errors(&self) -> ErrorTarget {
        ErrorTarget::Output
    }
}

/// A job that can run on many threads.
pub(crate) trait ParallelJob: PuzzleJob + Sync {
    /// The state that a thread keeps between batches.
    type Scratch: Default;

    /// Reports whether every answer is exactly one line, so that an interrupted run can be resumed. If this
    /// is true for any style, it must also be true for JSON.
    fn has_one_line_per_answer(&self, _requested_style: RequestedStyle) -> bool {
        false
    }

    /// Returns the preferred batch size.
    fn batch_scale(&self) -> BatchScale {
        BatchScale::Small
    }

    /// Answers batches on one of the threads until the input ends.
    fn work(&self, style: OutputStyle, tools: &mut Self::Scratch, dispatcher: &Dispatcher) -> io::Result<()> {
        while let Some(claimed) = dispatcher.claim(usize::MAX, Blocking::Wait) {
            finish_claimed(claimed, dispatcher, |batch, text| self.answer_batch(batch, style, tools, text))?;
        }
        Ok(())
    }

    /// Answers a batch.
    fn answer_batch(
        &self,
        batch: &Batch,
        style: OutputStyle,
        _tools: &mut Self::Scratch,
        out: &mut OutputText,
    ) -> io::Result<RunSummary> {
        answer_all(batch, style, self, out)
    }
}

/// Answers the entries of a batch one by one, and submits it.
pub(crate) fn answer_claimed<J: PuzzleJob + ?Sized>(
    claimed: ClaimedBatch<'_>,
    style: OutputStyle,
    job: &J,
    dispatcher: &Dispatcher,
) -> io::Result<()> {
    finish_claimed(claimed, dispatcher, |batch, text| answer_all(batch, style, job, text))
}

/// Calls `answer` for a batch, records the time it took, and submits the batch.
pub(crate) fn finish_claimed(
    mut claimed: ClaimedBatch<'_>,
    dispatcher: &Dispatcher,
    answer: impl FnOnce(&Batch, &mut OutputText) -> io::Result<RunSummary>,
) -> io::Result<()> {
    let start = Instant::now();
    let BatchInProgress { batch, text, summary, .. } = &mut claimed.in_progress;
    let puzzles = batch.len();
    *text = dispatcher.text();
    *summary = answer(batch, text)?;
    claimed.submit()?;
    dispatcher.record(puzzles, start.elapsed());
    Ok(())
}

/// Where errors are written.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum ErrorTarget {
    /// To the output, in place of the answer.
    Output,
    /// To standard error, because an extra line would corrupt the output document.
    Stderr,
}

/// Answers the entries of a batch one by one.
pub(crate) fn answer_all<J: PuzzleJob + ?Sized>(
    batch: &Batch,
    style: OutputStyle,
    job: &J,
    out: &mut dyn Write,
) -> io::Result<RunSummary> {
    let mut summary = RunSummary::default();
    for item in batch.iter() {
        summary.add(answer(item, style, job, out)?);
    }
    Ok(summary)
}

/// Answers one entry.
pub(crate) fn answer<J: PuzzleJob + ?Sized>(
    item: EntryRef<'_>,
    style: OutputStyle,
    job: &J,
    out: &mut dyn Write,
) -> io::Result<ExitOutcome> {
    match (item.record(), job.errors(), style) {
        (Ok(record), ..) => return job.answer(&record, item.format(), style, out),
        (Err(error), _, OutputStyle::Json) => write_json(out, error)?,
        (Err(error), ErrorTarget::Stderr, _) => message(&format!("veridoku: {error}")),
        (Err(error), ..) => writeln!(out, "error: {error}")?,
    }
    Ok(ExitOutcome::Unreadable)
}

/// The number of answers and the worst outcome.
#[derive(Debug)]
pub(crate) struct RunSummary {
    /// The worst outcome.
    pub(crate) worst: ExitOutcome,
    /// The number of answers.
    pub(crate) answers: u64,
    /// The number of answers that are errors.
    pub(crate) unreadable: u64,
}

impl Default for RunSummary {
    fn default() -> RunSummary {
        RunSummary { worst: ExitOutcome::Success, answers: 0, unreadable: 0 }
    }
}

impl AddAssign<&RunSummary> for RunSummary {
    fn add_assign(&mut self, other: &RunSummary) {
        self.worst = self.worst.max(other.worst);
        self.answers += other.answers;
        self.unreadable += other.unreadable;
    }
}

impl RunSummary {
    /// Adds an answer.
    pub(crate) fn add(&mut self, outcome: ExitOutcome) {
        self.add_many(outcome, 1);
    }

    /// Adds several answers with the same outcome.
    pub(crate) fn add_many(&mut self, outcome: ExitOutcome, count: usize) {
        self.worst = self.worst.max(outcome);
        self.answers += count as u64;
        if outcome == ExitOutcome::Unreadable {
            self.unreadable += count as u64;
        }
    }
}
