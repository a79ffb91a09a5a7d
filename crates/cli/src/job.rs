//! What a command does with puzzles: one at a time, or a batch at a time on many threads.

use crate::device::BatchScale;
use crate::dispatch::{BatchInProgress, ClaimedBatch, Dispatcher};
use crate::driver::RequestedStyle;
use crate::entry::{Batch, EntryRef};
use crate::output::{ExitOutcome, OutputStyle, OutputText, message, write_json};
use crate::shared_slot::Blocking;
use std::io::{self, Write};
use std::ops::AddAssign;
use std::time::Instant;
use veridoku_core::text::{Format, Record};

/// What a command does with each puzzle.
pub(crate) trait PuzzleJob {
    /// Answers one puzzle that was found in this form.
    fn answer(
        &self,
        record: &Record,
        form: Option<&'static Format>,
        style: OutputStyle,
        out: &mut dyn Write,
    ) -> io::Result<ExitOutcome>;

    /// Writes what stands before all answers.
    fn begin(&self, _style: OutputStyle, _out: &mut dyn Write) -> io::Result<()> {
        Ok(())
    }

    /// Writes what stands after all answers.
    fn end(&self, _style: OutputStyle, _out: &mut dyn Write) -> io::Result<()> {
        Ok(())
    }

    /// Looks at a batch as a whole before its puzzles are answered one after the other.
    fn prepare(&self, _batch: &Batch) {}

    /// Where the error of an unreadable puzzle goes.
    fn errors(&self) -> ErrorTarget {
        ErrorTarget::Output
    }
}

/// A job that many threads can work at.
pub(crate) trait ParallelJob: PuzzleJob + Sync {
    /// What a thread keeps from batch to batch.
    type Scratch: Default;

    /// Whether every answer is one line, so that an interrupted run can go on behind the last. If so for one of
    /// the ways to put answers, then for JSON.
    fn has_one_line_per_answer(&self, _wanted: RequestedStyle) -> bool {
        false
    }

    /// Which batches suit it.
    fn batch_scale(&self) -> BatchScale {
        BatchScale::Small
    }

    /// Answers batch after batch, on one of the threads, until there are none left.
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

/// Answers the entries of a batch one by one, and hands it in.
pub(crate) fn answer_claimed<J: PuzzleJob + ?Sized>(
    claimed: ClaimedBatch<'_>,
    style: OutputStyle,
    job: &J,
    dispatcher: &Dispatcher,
) -> io::Result<()> {
    finish_claimed(claimed, dispatcher, |batch, text| answer_all(batch, style, job, text))
}

/// Has a batch answered, notes how long that took, and hands it in.
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

/// Where errors go.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum ErrorTarget {
    /// Into the output, in place of the answer.
    Output,
    /// To standard error: the output is a document that a stray line would spoil.
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
        (Ok(record), ..) => return job.answer(&record, item.form(), style, out),
        (Err(error), _, OutputStyle::Json) => write_json(out, error)?,
        (Err(error), ErrorTarget::Stderr, _) => message(&format!("veridoku: {error}")),
        (Err(error), ..) => writeln!(out, "error: {error}")?,
    }
    Ok(ExitOutcome::Unreadable)
}

/// How answers add up.
#[derive(Debug)]
pub(crate) struct RunSummary {
    /// The worst of them.
    pub(crate) worst: ExitOutcome,
    /// How many there are.
    pub(crate) answers: u64,
    /// How many of them are errors.
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

    /// Adds so many answers that come to the same.
    pub(crate) fn add_many(&mut self, outcome: ExitOutcome, count: usize) {
        self.worst = self.worst.max(outcome);
        self.answers += count as u64;
        if outcome == ExitOutcome::Unreadable {
            self.unreadable += count as u64;
        }
    }
}
