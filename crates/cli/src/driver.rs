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
//! answered as usual. A batch is sized to take at most a tenth of a second: it has up to 2,048 easy puzzles,
//! or a single slow one.

use crate::args::{self, DrawWhen};
use crate::entry::Batch;
use crate::input::{Filled, FirstReadError, InputOrigin, InputReader};
use crate::output::{
    ExitOutcome, Output, OutputStyle, OutputText, RunSummary, group_digits, message, write_error,
};
use crate::progress::{InputProgress, ProgressReporter, RunProgress};
use anyhow::ensure;
use std::io::{self, Write};
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, Sender};
use std::task::Poll;
use std::time::{Duration, Instant};
use veridoku_api::Error;
use veridoku_api::operation::Schedule;
use veridoku_api::pipeline::{Pipeline, Queue, Sink, Source, Work};
use veridoku_core::batch::{BatchPace, STREAM_BATCH};
use veridoku_formats::{Format, Record};

/// The number of batches of a bulk job that are answered before threads start: the first ones are small.
const INLINE_BATCHES: u64 = 3;
/// The maximum number of unwritten batches per thread, provided that the total does not exceed
/// [`BATCHES_IN_TOTAL`].
const BATCHES_PER_THREAD: usize = 32;
/// The maximum total number of unwritten batches. A batch takes half a megabyte, including its text.
const BATCHES_IN_TOTAL: usize = 128;
/// The number of unwritten batches that every thread may have, even if the total is exceeded. With fewer, the
/// bulk engine would run out of work: it has one to three batches open at a time.
const MIN_BATCHES_PER_THREAD: usize = 4;
/// The maximum number of unwritten batches per thread and in total, if batches are large. A batch for a GPU
/// takes six megabytes.
const LARGE_BATCHES_PER_THREAD: usize = 2;
const LARGE_BATCHES_IN_TOTAL: usize = 16;

/// What a command does with the puzzles of its input.
#[derive(Copy, Clone)]
pub(crate) enum Job<'j> {
    /// Answers one puzzle at a time.
    Puzzles(&'j dyn PuzzleJob),
    /// Answers whole chunks.
    Bulk(&'j dyn BulkJob),
}

/// A job that answers one puzzle at a time.
pub(crate) trait PuzzleJob: Sync {
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

    /// Returns how the puzzles are distributed over threads.
    fn schedule(&self) -> Schedule {
        Schedule::Sequential
    }
}

/// A job that answers whole chunks. A puzzle takes microseconds, so threads start only after some chunks.
/// Answers in JSON or in lines have one line each.
pub(crate) trait BulkJob: Sync {
    /// Returns the maximum number of puzzles in a batch.
    fn max_batch(&self) -> usize;

    /// Answers chunks as a worker of the pipeline, until there are no more.
    fn work(&self, style: OutputStyle, pace: &BatchPace, queue: &mut ChunkQueue<'_>);
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

    /// Returns the style for an output that is not a terminal.
    pub(crate) fn without_terminal(self) -> RequestedStyle {
        match self {
            RequestedStyle::Auto => RequestedStyle::Line,
            RequestedStyle::Labelled(DrawWhen::Auto) => RequestedStyle::Labelled(DrawWhen::Never),
            style => style,
        }
    }

    /// Chooses the output style. Reads ahead if it depends on the number of puzzles. `Auto` means that the
    /// output is a terminal.
    pub(crate) fn choose(self, entries: &mut InputReader) -> OutputStyle {
        let origin = entries.origin();
        match self {
            RequestedStyle::Json => OutputStyle::Json,
            RequestedStyle::Picture | RequestedStyle::Labelled(DrawWhen::Always) => OutputStyle::Picture,
            RequestedStyle::Auto | RequestedStyle::Labelled(DrawWhen::Auto)
                if origin == InputOrigin::Keyboard || entries.look_ahead(2) == 1 =>
            {
                OutputStyle::Picture
            }
            RequestedStyle::Line | RequestedStyle::Auto => OutputStyle::Line,
            RequestedStyle::Labelled(DrawWhen::Auto) => OutputStyle::LabelledLine,
            // The first puzzle of a pipe must be answered before it is known whether there are more.
            RequestedStyle::Labelled(DrawWhen::Never) => match origin {
                InputOrigin::Pipe | InputOrigin::Keyboard => OutputStyle::LabelledLine,
                _ if entries.look_ahead(2) == 1 => OutputStyle::Line,
                _ => OutputStyle::LabelledLine,
            },
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

/// Answers all puzzles and writes the answers to `out`.
pub(crate) fn answer_input(
    mut entries: InputReader,
    style: OutputStyle,
    run_args: &args::RunArgs,
    out: Output,
    job: Job<'_>,
) -> anyhow::Result<ExitOutcome> {
    let threads = run_args.threads.count();
    let (origin, first_read_error) = (entries.origin(), entries.first_read_error());
    let (mut writer, written) = AnswerWriter::new(out);
    let job = match job {
        Job::Bulk(job) => {
            let pace = BatchPace::new(job.max_batch());
            let source = ChunkSource::new(entries, &pace, written);
            let work = |queue: &mut ChunkQueue<'_>| job.work(style, &pace, queue);
            run_chunks(source, threads, INLINE_BATCHES, &mut writer, &work)?;
            return writer.finish(origin, &first_read_error);
        }
        Job::Puzzles(job) => job,
    };
    let is_parallel = match job.schedule() {
        Schedule::Parallel => true,
        Schedule::Streamed => {
            style == OutputStyle::Json || run_args.output.is_some() || threads > 1 && !entries.is_single()
        }
        Schedule::Shared | Schedule::Sequential => false,
        Schedule::SingleDocument => {
            ensure!(
                entries.look_ahead(2) < 2,
                "found a second puzzle, expected only one: an SVG image shows a single puzzle"
            );
            ensure!(entries.look_ahead(1) == 1, "found no puzzle to draw");
            false
        }
    };
    job.begin(style, &mut writer.out)?;
    let pace = BatchPace::new(STREAM_BATCH);
    if is_parallel {
        let source = ChunkSource::new(entries, &pace, written);
        run_chunks(source, threads, 0, &mut writer, &|queue| work(job, style, &pace, queue))?;
    } else {
        // Each answer is written as soon as it is known, even in parts.
        let mut batch = Batch::default();
        while entries.fill_waiting(&mut batch, pace.size()) {
            let start = Instant::now();
            written.progress.begin(batch.len());
            let summary = answer_all(&mut batch, style, job, &mut writer.out)?;
            writer.record(&summary, entries.progress())?;
            pace.record(batch.len(), start.elapsed());
            batch.clear();
        }
    }
    job.end(style, &mut writer.out)?;
    writer.finish(origin, &first_read_error)
}

/// Answers chunks one puzzle at a time, until there are no more.
fn work(job: &dyn PuzzleJob, style: OutputStyle, pace: &BatchPace, queue: &mut ChunkQueue<'_>) {
    while let Some((number, mut chunk)) = queue.take() {
        let start = Instant::now();
        let summary = answer_all(&mut chunk.batch, style, job, &mut chunk.text);
        pace.record(chunk.batch.len(), start.elapsed());
        queue.submit(number, chunk.answered(summary));
    }
}

/// Answers the entries of a batch one by one.
fn answer_all(
    batch: &mut Batch,
    style: OutputStyle,
    job: &dyn PuzzleJob,
    out: &mut dyn Write,
) -> io::Result<RunSummary> {
    batch.parse();
    let mut summary = RunSummary::default();
    for item in batch.iter() {
        summary.add(match item.record() {
            Ok(record) => job.answer(&record, item.format(), style, out)?,
            Err(error) => job.write_error(error, style, out)?,
        });
    }
    Ok(summary)
}

/// Passes all chunks of a source through the workers to a sink, in input order. Threads start after
/// `inline_batches`. With `inline_batches` 0, a single puzzle is answered on this thread.
pub(crate) fn run_chunks<R: Send, E>(
    mut source: ChunkSource<'_>,
    threads: usize,
    inline_batches: u64,
    sink: &mut dyn Sink<R, Error = E>,
    work: &Work<'_, Chunk, R>,
) -> Result<(), E> {
    let pipeline = Pipeline::new(threads, capacity(threads, source.pace.max_size()));
    if threads == 1 || inline_batches == 0 && source.entries.is_single() {
        return pipeline.with_inline_items(u64::MAX).run(&mut source, sink, work);
    }
    source.entries = source.entries.with_blocks();
    pipeline.with_inline_items(inline_batches).run(&mut source, sink, work)
}

/// Returns the maximum number of unwritten batches.
fn capacity(threads: usize, max_batch: usize) -> usize {
    if max_batch > STREAM_BATCH {
        return (LARGE_BATCHES_PER_THREAD * threads).clamp(MIN_BATCHES_PER_THREAD, LARGE_BATCHES_IN_TOTAL);
    }
    (BATCHES_PER_THREAD * threads).min(BATCHES_IN_TOTAL.max(MIN_BATCHES_PER_THREAD * threads))
}

/// The first stage of the pipeline: reads batches.
#[derive(Debug)]
pub(crate) struct ChunkSource<'p> {
    entries: InputReader,
    pace: &'p BatchPace,
    written: WrittenChunks,
    /// Chunks for reuse. The one that was written last is taken first, because it may still be in a cache.
    spare: Vec<Chunk>,
}

impl<'p> ChunkSource<'p> {
    /// Creates a source.
    pub(crate) fn new(entries: InputReader, pace: &'p BatchPace, written: WrittenChunks) -> ChunkSource<'p> {
        ChunkSource { entries, pace, written, spare: Vec::new() }
    }
}

impl Source for ChunkSource<'_> {
    type Item = Chunk;

    fn poll(&mut self) -> Poll<Option<Chunk>> {
        self.spare.extend(self.written.chunks.try_iter());
        let mut chunk = self.spare.pop().unwrap_or_default();
        chunk.clear();
        match self.entries.fill(&mut chunk.batch, self.pace.size()) {
            Filled::Entries => {
                self.written.progress.begin(chunk.batch.len());
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

/// What the writer returns to the reader: chunks for reuse, and the progress.
#[derive(Debug)]
pub(crate) struct WrittenChunks {
    /// Chunks that have been written, for reuse.
    chunks: Receiver<Chunk>,
    progress: Arc<RunProgress>,
}

impl Default for WrittenChunks {
    /// For a run that writes nothing.
    fn default() -> WrittenChunks {
        WrittenChunks { chunks: mpsc::channel().1, progress: Arc::default() }
    }
}

/// The last stage of the pipeline: writes answers and counts them.
pub(crate) struct AnswerWriter {
    out: Output,
    reporter: ProgressReporter,
    summary: RunSummary,
    spare: Sender<Chunk>,
}

impl AnswerWriter {
    /// Creates a writer. Also returns the chunks that it has written.
    pub(crate) fn new(out: Output) -> (AnswerWriter, WrittenChunks) {
        let (spare, chunks) = mpsc::channel();
        let reporter = ProgressReporter::start();
        let progress = Arc::clone(reporter.progress());
        let out = out.with_progress(&progress);
        (
            AnswerWriter { out, reporter, summary: RunSummary::default(), spare },
            WrittenChunks { chunks, progress },
        )
    }

    /// Counts answers that have been written, and flushes the output. Flushing must happen before the next
    /// read, which may block on a slow pipe.
    fn record(&mut self, summary: &RunSummary, progress: InputProgress) -> io::Result<()> {
        self.summary += summary;
        self.reporter.progress().advance(self.summary.answers, progress);
        self.out.flush_answers(self.summary.answers)
    }

    /// Prints the final messages and returns the outcome of the run.
    pub(crate) fn finish(
        mut self,
        origin: InputOrigin,
        first_read_error: &FirstReadError,
    ) -> anyhow::Result<ExitOutcome> {
        self.out.flush()?;
        let is_visible = self.out.is_terminal();
        drop(self.reporter);
        let RunSummary { answers, unreadable, worst } = self.summary;
        if unreadable > 0 {
            // A terminal already shows the reason in place of the answer.
            let hidden = first_read_error.get().filter(|_| !is_visible);
            let reason = hidden.map_or(String::new(), |first| format!(": {}", first.error));
            message(&format!(
                "veridoku: {} of {} puzzles could not be processed{reason}",
                group_digits(unreadable),
                group_digits(answers)
            ));
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
    use crate::SAMPLE;
    use crate::run::run_job;
    use args::{InputArgs, RunArgs, Shard, ThreadArgs};
    use std::num::NonZeroUsize;
    use std::sync::{Condvar, Mutex};
    use veridoku_core::batch::GPU_BATCH;

    #[test]
    fn capacity_grows_with_threads_within_bounds() {
        let capacities = [1, 2, 4, 8, 10, 16, 128].map(|threads| capacity(threads, STREAM_BATCH));
        assert_eq!(capacities, [32, 64, 128, 128, 128, 128, 512]);
        let capacities = [1, 2, 4, 8, 10, 16, 128].map(|threads| capacity(threads, GPU_BATCH));
        assert_eq!(capacities, [4, 4, 8, 16, 16, 16, 16]);
    }

    #[test]
    fn only_terminals_get_drawings_by_default() {
        let styles = [RequestedStyle::Auto, RequestedStyle::Labelled(DrawWhen::Auto)];
        let expected = [RequestedStyle::Line, RequestedStyle::Labelled(DrawWhen::Never)];
        assert_eq!(styles.map(RequestedStyle::without_terminal), expected);
        assert_eq!(RequestedStyle::Picture.without_terminal(), RequestedStyle::Picture);
    }

    /// Counts the puzzles that are being answered, and waits until there are two.
    #[derive(Default)]
    struct Meeting {
        started: Mutex<usize>,
        both_started: Condvar,
    }

    impl PuzzleJob for Meeting {
        fn answer(
            &self,
            _record: &Record,
            _format: Option<&'static Format>,
            _style: OutputStyle,
            _out: &mut dyn Write,
        ) -> io::Result<ExitOutcome> {
            let mut started = self.started.lock().unwrap();
            *started += 1;
            self.both_started.notify_all();
            let timeout = Duration::from_secs(20);
            let waited = self.both_started.wait_timeout_while(started, timeout, |started| *started < 2);
            Ok(ExitOutcome::positive_if(!waited.unwrap().1.timed_out()))
        }

        fn schedule(&self) -> Schedule {
            Schedule::Parallel
        }
    }

    #[test]
    fn two_slow_puzzles_are_answered_at_the_same_time() {
        let input = InputArgs { inputs: vec![SAMPLE.into(), SAMPLE.into()], from: None, shard: Shard::ALL };
        let run_args = RunArgs::from(ThreadArgs { threads: NonZeroUsize::new(2) });
        for style in [RequestedStyle::Line, RequestedStyle::Labelled(DrawWhen::Never)] {
            let outcome = run_job(&input, style, &run_args, Job::Puzzles(&Meeting::default())).unwrap();
            assert_eq!(outcome, ExitOutcome::Success, "{style:?}");
        }
    }
}
