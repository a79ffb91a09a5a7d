//! The main loop of all commands that answer one puzzle after another.
//!
//! ```text
//!                             ┌─ chunk ─▶ worker: job ─ text ─┐
//!   InputReader ─ ChunkSource ┼─ chunk ─▶ worker: job ─ text ─┼─▶ AnswerWriter ──▶ output, in input order
//!                    ▲        └─ …                            ┘        │
//!                    └──────────────── empty chunks ◀──────────────────┘
//! ```
//!
//! Reading, solving and writing overlap ([`veridoku_api::pipeline`]), and the output does not depend on the
//! number of threads. For an unreadable puzzle, an error takes the place of the answer; the others are
//! answered as usual. Batches are sized to take about a tenth of a second: thousands of easy puzzles, or a
//! single slow one.

use crate::args::{self, DrawWhen};
use crate::entry::{Batch, EntryRef};
use crate::input::{self, Filled, FirstReadError, InputOrigin, InputReader};
use crate::output::{self, ExitOutcome, Output, OutputStyle, OutputText, group_digits, message, write_error};
use crate::progress::{InputProgress, InputProgressBar};
use crate::resumable_output::{OpenedOutput, ResumableOutput};
use anyhow::{anyhow, bail, ensure};
use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::ops::AddAssign;
use std::sync::mpsc::{self, Receiver, Sender};
use std::task::Poll;
use std::time::{Duration, Instant};
use veridoku_api::Error;
use veridoku_api::pipeline::{Pipeline, Queue, Sink, Source};
use veridoku_core::batch::{BatchPace, STREAM_BATCH};
use veridoku_formats::{Format, Record};

/// The number of batches that are answered before threads start: the first ones are small.
const INLINE_BATCHES: u64 = 3;
/// The maximum number of unwritten batches per thread, provided that the total does not exceed
/// [`BATCHES_IN_TOTAL`].
const BATCHES_PER_THREAD: usize = 32;
/// The maximum total number of unwritten batches. A batch takes half a megabyte, including its text.
const BATCHES_IN_TOTAL: usize = 128;
/// The number of unwritten batches that every thread may have, even if the total is exceeded. With fewer, the
/// bulk engine would run out of work: it has one to three batches open at a time.
const MIN_BATCHES_PER_THREAD: usize = 4;
/// The maximum number of unwritten batches per thread, if batches are large.
const LARGE_BATCHES_PER_THREAD: usize = 2;

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

    /// Writes an error in place of the answer to an unreadable puzzle.
    fn write_error(&self, error: &Error, style: OutputStyle, out: &mut dyn Write) -> io::Result<ExitOutcome> {
        write_error(out, style, error)
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
        Err(error) => job.write_error(error, style, out),
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

/// The output style that was requested, before the number of puzzles is known.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum RequestedStyle {
    Json,
    Line,
    Picture,
    /// A drawing if there is a single puzzle and the output is a terminal, otherwise lines.
    Auto,
    /// As requested by `--draw`, but if there are several puzzles, each line starts with its puzzle.
    Labelled(DrawWhen),
}

impl RequestedStyle {
    /// Returns JSON if requested, otherwise lines.
    pub(crate) fn json_or_lines(json: args::JsonArgs) -> RequestedStyle {
        if json.json { RequestedStyle::Json } else { RequestedStyle::Line }
    }

    /// Returns JSON if requested, otherwise lines that start with their puzzle.
    pub(crate) fn labelled(report: &args::ReportArgs) -> RequestedStyle {
        if report.json { RequestedStyle::Json } else { RequestedStyle::Labelled(report.draw) }
    }

    /// Chooses the output style. Entries that must be read to make the choice are added to `batch`.
    pub(crate) fn choose(self, entries: &mut InputReader, batch: &mut Batch) -> OutputStyle {
        match self {
            RequestedStyle::Json => OutputStyle::Json,
            RequestedStyle::Line => OutputStyle::Line,
            RequestedStyle::Picture | RequestedStyle::Labelled(DrawWhen::Always) => OutputStyle::Picture,
            RequestedStyle::Auto if !output::is_terminal() => OutputStyle::Line,
            RequestedStyle::Auto if entries.origin() == InputOrigin::Keyboard => OutputStyle::Picture,
            RequestedStyle::Auto => {
                entries.fill_all(batch, 2);
                if batch.len() == 1 { OutputStyle::Picture } else { OutputStyle::Line }
            }
            RequestedStyle::Labelled(DrawWhen::Auto) if output::is_terminal() => {
                match RequestedStyle::Auto.choose(entries, batch) {
                    OutputStyle::Line => OutputStyle::LabelledLine,
                    style => style,
                }
            }
            // The first puzzle of a pipe must be answered before it is known whether there are more.
            RequestedStyle::Labelled(_)
                if matches!(entries.origin(), InputOrigin::Pipe | InputOrigin::Keyboard) =>
            {
                OutputStyle::LabelledLine
            }
            RequestedStyle::Labelled(_) => {
                entries.fill_all(batch, 2);
                if batch.len() == 1 { OutputStyle::Line } else { OutputStyle::LabelledLine }
            }
        }
    }
}

impl From<&args::ReportArgs> for RequestedStyle {
    fn from(report: &args::ReportArgs) -> RequestedStyle {
        if report.json { RequestedStyle::Json } else { RequestedStyle::from(report.draw) }
    }
}

impl From<DrawWhen> for RequestedStyle {
    fn from(draw: DrawWhen) -> RequestedStyle {
        match draw {
            DrawWhen::Always => RequestedStyle::Picture,
            DrawWhen::Never => RequestedStyle::Line,
            DrawWhen::Auto => RequestedStyle::Auto,
        }
    }
}

/// Answers all puzzles of the input on this thread. Each answer is written as soon as it is known.
pub(crate) fn run(
    input: &args::InputArgs,
    requested_style: RequestedStyle,
    job: &impl PuzzleJob,
) -> anyhow::Result<ExitOutcome> {
    let mut entries = InputReader::new(input);
    let (mut writer, _) = AnswerWriter::new(Output::standard());
    let mut batch = Batch::default();
    let style = requested_style.choose(&mut entries, &mut batch);
    let pace = BatchPace::new(STREAM_BATCH);
    job.begin(style, &mut writer.out)?;
    while !batch.is_empty() || entries.fill_waiting(&mut batch, pace.size()) {
        let start = Instant::now();
        batch.parse();
        let summary = answer_all(&batch, style, job, &mut writer.out)?;
        writer.record(&summary, entries.progress())?;
        pace.record(batch.len(), start.elapsed());
        batch.clear();
    }
    job.end(style, &mut writer.out)?;
    writer.finish(entries.origin(), &entries.first_read_error())
}

/// Answers the only puzzle of the input.
///
/// # Errors
///
/// Returns an error if there is no puzzle, or if there is a second one, because the answer is a complete
/// document.
pub(crate) fn run_one(input: &args::InputArgs, job: &impl PuzzleJob) -> anyhow::Result<ExitOutcome> {
    let mut entries = InputReader::new(input);
    let mut batch = Batch::default();
    entries.fill_all(&mut batch, 2);
    ensure!(batch.len() < 2, "found a second puzzle, expected only one: an SVG image shows a single puzzle");
    let (mut writer, _) = AnswerWriter::new(Output::standard());
    let summary = answer_all(&batch, OutputStyle::Line, job, &mut writer.out)?;
    writer.record(&summary, entries.progress())?;
    let outcome = writer.finish(entries.origin(), &entries.first_read_error())?;
    ensure!(!batch.is_empty() || outcome != ExitOutcome::Success, "found no puzzle to draw");
    Ok(outcome)
}

/// Answers all puzzles of the input on several threads, and writes to the requested output.
pub(crate) fn run_parallel<J: ParallelJob>(
    input: &args::InputArgs,
    requested_style: RequestedStyle,
    run_args: &args::RunArgs,
    job: &J,
) -> anyhow::Result<ExitOutcome> {
    let entries = InputReader::new(input);
    let Some(path) = &run_args.output else {
        return answer_on_threads(entries, requested_style, run_args, Output::standard(), job);
    };
    let requested_style =
        if requested_style == RequestedStyle::Auto { RequestedStyle::Line } else { requested_style };
    ensure!(
        !run_args.resume || job.has_one_line_per_answer(requested_style),
        "--resume requires one line per answer; add --json or omit --resume"
    );
    ensure!(
        !run_args.resume
            || (entries.origin() == InputOrigin::Stored
                && !input.inputs.iter().any(|input| input::is_pipe(input))),
        "--resume requires files as input: a pipe cannot be read again"
    );
    let entries = entries.stop_on_read_error().map_err(|error| anyhow!("{error}"))?;
    match ResumableOutput::open(path, run_args, input)? {
        OpenedOutput::Complete => {
            message(&format!("veridoku: {} is already complete; nothing to do", path.display()));
            Ok(ExitOutcome::Success)
        }
        OpenedOutput::Incomplete(output) => {
            if output.answered() > 0 {
                message(&format!("veridoku: resuming after {} answers", group_digits(output.answered())));
            }
            let entries = entries.skipping(output.answered());
            let out = Output::file(output.try_clone_file()?)?;
            let first_read_error = entries.first_read_error();
            let outcome = answer_on_threads(entries, requested_style, run_args, out, job)?;
            if let Some(error) = first_read_error.get() {
                bail!("{error}; the answers so far are in {}", output.part().display());
            }
            output.close()?;
            Ok(outcome)
        }
    }
}

fn answer_on_threads<J: ParallelJob>(
    mut entries: InputReader,
    requested_style: RequestedStyle,
    run_args: &args::RunArgs,
    out: Output,
    job: &J,
) -> anyhow::Result<ExitOutcome> {
    let (origin, first_read_error) = (entries.origin(), entries.first_read_error());
    let (mut writer, written) = AnswerWriter::new(out);
    let mut first = Batch::default();
    let style = requested_style.choose(&mut entries, &mut first);
    let pace = BatchPace::new(job.max_batch());
    let source = ChunkSource::new(entries, first, &pace, written);
    job.begin(style, &mut writer.out)?;
    run_chunks(source, run_args.threads, &mut writer, |queue| job.work(style, &pace, queue))?;
    job.end(style, &mut writer.out)?;
    writer.finish(origin, &first_read_error)
}

/// Passes all chunks of a source through the workers to a sink, in input order.
pub(crate) fn run_chunks<R: Send, K: Sink<R>>(
    mut source: ChunkSource<'_>,
    threads: args::ThreadArgs,
    sink: &mut K,
    work: impl Fn(&mut dyn Queue<Chunk, R>) + Sync,
) -> Result<(), K::Error> {
    let all_cores = || std::thread::available_parallelism().ok();
    let threads = threads.threads.or_else(all_cores).map_or(1, NonZeroUsize::get);
    let pipeline = Pipeline::new(threads, capacity(threads, source.pace.max_size()));
    if threads == 1 {
        return pipeline.with_inline_items(u64::MAX).run(source, sink, work);
    }
    source.entries = source.entries.with_blocks();
    pipeline.with_inline_items(INLINE_BATCHES).run(source, sink, work)
}

/// Returns the maximum number of unwritten batches.
fn capacity(threads: usize, max_batch: usize) -> usize {
    if max_batch > STREAM_BATCH {
        return LARGE_BATCHES_PER_THREAD * threads;
    }
    (BATCHES_PER_THREAD * threads).min(BATCHES_IN_TOTAL.max(MIN_BATCHES_PER_THREAD * threads))
}

/// The first stage of the pipeline: reads batches.
#[derive(Debug)]
pub(crate) struct ChunkSource<'p> {
    entries: InputReader,
    /// The entries that were read to choose the output style.
    first: Batch,
    pace: &'p BatchPace,
    /// Receives chunks that have been written, for reuse.
    written: Receiver<Chunk>,
    /// Chunks for reuse. The one that was written last is taken first, because it may still be in a cache.
    spare: Vec<Chunk>,
}

impl<'p> ChunkSource<'p> {
    /// Creates a source. `first` are entries that have been read already.
    pub(crate) fn new(
        entries: InputReader,
        first: Batch,
        pace: &'p BatchPace,
        written: Receiver<Chunk>,
    ) -> ChunkSource<'p> {
        ChunkSource { entries, first, pace, written, spare: Vec::new() }
    }
}

impl Source for ChunkSource<'_> {
    type Item = Chunk;

    fn poll(&mut self) -> Poll<Option<Chunk>> {
        self.spare.extend(self.written.try_iter());
        let mut chunk = self.spare.pop().unwrap_or_default();
        chunk.clear();
        let filled = if self.first.is_empty() {
            self.entries.fill(&mut chunk.batch, self.pace.size())
        } else {
            chunk.batch = std::mem::take(&mut self.first);
            Filled::Entries
        };
        match filled {
            Filled::Entries => {
                chunk.progress = self.entries.progress();
                Poll::Ready(Some(chunk))
            }
            Filled::Pending => {
                self.spare.push(chunk);
                Poll::Pending
            }
            Filled::End => Poll::Ready(None),
        }
    }

    fn wait(&mut self, timeout: Duration) {
        self.entries.wait(timeout);
    }
}

/// The last stage of the pipeline: writes answers and counts them.
#[derive(Debug)]
pub(crate) struct AnswerWriter {
    out: Output,
    progress_bar: InputProgressBar,
    summary: RunSummary,
    spare: Sender<Chunk>,
}

impl AnswerWriter {
    /// Creates a writer. Also returns the chunks that it has written.
    pub(crate) fn new(out: Output) -> (AnswerWriter, Receiver<Chunk>) {
        let (sender, spare) = mpsc::channel();
        let progress_bar = InputProgressBar::new(&out);
        (AnswerWriter { out, progress_bar, summary: RunSummary::default(), spare: sender }, spare)
    }

    /// Counts answers that have been written, and flushes the output. Flushing must happen before the next
    /// read, which may block on a slow pipe.
    fn record(&mut self, summary: &RunSummary, progress: InputProgress) -> io::Result<()> {
        self.summary += summary;
        self.progress_bar.advance(self.summary.answers, progress);
        self.out.flush()
    }

    /// Prints the final messages and returns the outcome of the run.
    pub(crate) fn finish(
        mut self,
        origin: InputOrigin,
        first_read_error: &FirstReadError,
    ) -> anyhow::Result<ExitOutcome> {
        self.out.flush()?;
        self.progress_bar.finish();
        let RunSummary { answers, unreadable, worst } = self.summary;
        if unreadable > 0 {
            message(&format!("veridoku: {unreadable} of {answers} puzzles could not be processed"));
        }
        if origin == InputOrigin::Sample {
            message("This is the sample puzzle. Pass your own as an argument, as a file, or through a pipe.");
        }
        // An input that cannot be read is an error in every shard, no matter which one it belongs to.
        Ok(if first_read_error.get().is_some() { ExitOutcome::Unreadable } else { worst })
    }
}

impl Sink<io::Result<Chunk>> for AnswerWriter {
    type Error = io::Error;

    fn accept(&mut self, chunk: io::Result<Chunk>) -> io::Result<()> {
        let chunk = chunk?;
        self.out.write_text(&chunk.text)?;
        self.record(&chunk.summary, chunk.progress)?;
        // If nobody receives it, the input has ended.
        let _ = self.spare.send(chunk);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn capacity_grows_with_threads_within_bounds() {
        let capacities = [1, 2, 4, 8, 10, 16, 128].map(|threads| capacity(threads, STREAM_BATCH));
        assert_eq!(capacities, [32, 64, 128, 128, 128, 128, 512]);
    }
}
