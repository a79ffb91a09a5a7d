//! The traits that commands implement to answer puzzles, one at a time or in batches on many threads.

use crate::entry::{Batch, EntryRef};
use crate::output::{ExitOutcome, OutputStyle, OutputText, message, write_error};
use crate::progress::InputProgress;
use crate::style::RequestedStyle;
use std::io::{self, Write};
use std::ops::AddAssign;
use std::time::Instant;
use veridoku_api::Error;
use veridoku_api::pipeline::Queue;
use veridoku_core::batch::{BatchPace, STREAM_BATCH};
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

    /// Returns the destination for errors about unreadable puzzles.
    fn errors(&self) -> ErrorTarget {
        ErrorTarget::Output
    }
}

/// A job that can run on many threads.
pub(crate) trait ParallelJob: PuzzleJob + Sync {
    /// The state that a worker keeps between batches.
    type Scratch: Default;

    /// Reports whether every answer is exactly one line, so that an interrupted run can be resumed. If this
    /// is true for any style, it must also be true for JSON.
    fn has_one_line_per_answer(&self, _requested_style: RequestedStyle) -> bool {
        false
    }

    /// Returns the maximum number of puzzles in a batch.
    fn max_batch(&self) -> usize {
        STREAM_BATCH
    }

    /// Answers a batch.
    fn answer_batch(
        &self,
        batch: &Batch,
        style: OutputStyle,
        _scratch: &mut Self::Scratch,
        out: &mut OutputText,
    ) -> io::Result<RunSummary> {
        answer_all(batch, style, self, out)
    }

    /// Answers chunks as a worker of the pipeline, until there are no more.
    fn work(&self, style: OutputStyle, pace: &BatchPace, queue: &mut ChunkQueue<'_>) {
        work_one_by_one(self, style, pace, queue);
    }
}

/// Answers chunks as a worker of the pipeline, until there are no more.
pub(crate) fn work_one_by_one<J: ParallelJob + ?Sized>(
    job: &J,
    style: OutputStyle,
    pace: &BatchPace,
    queue: &mut ChunkQueue<'_>,
) {
    let mut scratch = J::Scratch::default();
    while let Some((number, mut chunk)) = queue.take() {
        let start = Instant::now();
        chunk.batch.parse();
        let summary = job.answer_batch(&chunk.batch, style, &mut scratch, &mut chunk.text);
        pace.record(chunk.batch.len(), start.elapsed());
        queue.submit(number, chunk.answered(summary));
    }
}

/// The connection of a worker to the pipeline.
pub(crate) type ChunkQueue<'q> = dyn Queue<Chunk, io::Result<Chunk>> + 'q;

/// A batch on its way through the pipeline, with its answers.
#[derive(Debug, Default)]
pub(crate) struct Chunk {
    pub(crate) batch: Batch,
    /// The answers as text.
    pub(crate) text: OutputText,
    pub(crate) summary: RunSummary,
    /// The progress of the input after this batch.
    pub(crate) progress: InputProgress,
}

impl Chunk {
    /// Returns the chunk with the summary of its answers.
    pub(crate) fn answered(self, summary: io::Result<RunSummary>) -> io::Result<Chunk> {
        summary.map(|summary| Chunk { summary, ..self })
    }

    /// Removes the entries and the answers.
    pub(crate) fn clear(&mut self) {
        self.batch.clear();
        self.text.clear();
    }
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
    match item.record() {
        Ok(record) => job.answer(&record, item.format(), style, out),
        Err(error) => report_error(error, job.errors(), style, out),
    }
}

/// Writes an error in place of the answer to an unreadable puzzle.
pub(crate) fn report_error(
    error: &Error,
    target: ErrorTarget,
    style: OutputStyle,
    out: &mut dyn Write,
) -> io::Result<ExitOutcome> {
    match target {
        ErrorTarget::Stderr if style != OutputStyle::Json => {
            message(&format!("veridoku: {error}"));
            Ok(ExitOutcome::Unreadable)
        }
        _ => write_error(out, style, error),
    }
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
