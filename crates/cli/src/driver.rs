//! The main loop of all commands that answer one puzzle after another.
//!
//! ```text
//!                 ┌─ batch ─▶ thread 0: job ─ text ─┐
//!   InputReader ──┼─ batch ─▶ thread 1: job ─ text ─┼─▶ ReorderBuffer ──▶ output, in input order
//!                 └─ …                              ┘
//! ```
//!
//! Every thread runs the same loop: it claims a batch of the input, writes the answers to its own buffer, and
//! submits the buffer ([`dispatch`](crate::dispatch)). Reading, solving and writing overlap, and the output
//! does not depend on the number of threads. For an unreadable puzzle, an error takes the place of the
//! answer; the others are answered as usual. Batches are sized to take about a tenth of a second: thousands
//! of easy puzzles, or a single slow one.

use crate::args::{self, DrawWhen};
use crate::batch_size::BatchSizer;
use crate::device::BatchScale;
use crate::dispatch::{AnswerWriter, Dispatcher};
use crate::entry::Batch;
use crate::input::{FillResult, FirstReadError, InputOrigin, InputReader};
use crate::job::{ParallelJob, PuzzleJob, answer_all, answer_claimed};
use crate::output::{self, ExitOutcome, Output, OutputStyle, group_digits, message};
use crate::resumable_output::{OpenedOutput, ResumableOutput};
use crate::shared_slot::Blocking;
use crate::source;
use anyhow::{anyhow, bail, ensure};
use std::io;
use std::num::NonZeroUsize;
use std::thread::Builder;
use std::time::Instant;

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
}

impl RequestedStyle {
    /// Returns JSON if requested, otherwise lines that start with their puzzle.
    pub(crate) fn labelled(report: &args::ReportArgs) -> RequestedStyle {
        if report.json { RequestedStyle::Json } else { RequestedStyle::Labelled(report.draw) }
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
    let mut writer = AnswerWriter::new(Output::standard());
    let mut batch = Batch::default();
    let style = choose_style(requested_style, &mut entries, &mut batch);
    let mut sizer = BatchSizer::new(BatchScale::Small);
    job.begin(style, &mut writer.out)?;
    while !batch.is_empty() || entries.fill(&mut batch, sizer.size(), Blocking::Wait) == FillResult::Filled {
        let start = Instant::now();
        job.prepare(&batch);
        let summary = answer_all(&batch, style, job, &mut writer.out)?;
        writer.record(&summary, entries.progress())?;
        sizer.record(batch.len(), start.elapsed());
        batch.clear();
    }
    job.end(style, &mut writer.out)?;
    finish(writer, entries.origin(), &entries.first_read_error())
}

/// Answers the only puzzle of the input.
///
/// # Errors
///
/// Returns an error if there is a second puzzle, because the answer is a complete document.
pub(crate) fn run_one(input: &args::InputArgs, job: &impl PuzzleJob) -> anyhow::Result<ExitOutcome> {
    let mut entries = InputReader::new(input);
    let mut writer = AnswerWriter::new(Output::standard());
    let mut batch = Batch::default();
    while batch.len() < 2 && entries.fill(&mut batch, 2, Blocking::Wait) == FillResult::Filled {}
    anyhow::ensure!(
        batch.len() < 2,
        "found a second puzzle, expected only one: an SVG image shows a single puzzle"
    );
    let summary = answer_all(&batch, OutputStyle::Line, job, &mut writer.out)?;
    writer.record(&summary, entries.progress())?;
    finish(writer, entries.origin(), &entries.first_read_error())
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
                && !input.inputs.iter().any(|input| source::is_pipe(input))),
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
    let all_cores = || std::thread::available_parallelism().ok();
    let threads = run_args.threads.threads.or_else(all_cores).unwrap_or(NonZeroUsize::MIN);
    let (origin, first_read_error) = (entries.origin(), entries.first_read_error());
    let mut writer = AnswerWriter::new(out);
    let mut first = Batch::default();
    let style = choose_style(requested_style, &mut entries, &mut first);
    job.begin(style, &mut writer.out)?;
    let dispatcher = Dispatcher::new(threads, job.batch_scale(), entries, first, writer);
    run_threads(&dispatcher, style, threads.get() - 1, job)?;
    let mut writer = dispatcher.close();
    job.end(style, &mut writer.out)?;
    finish(writer, origin, &first_read_error)
}

/// Answers batches on this thread and on up to `others` additional threads, as far as the system allows. The
/// other threads start after two batches: the first is small, and a few puzzles are not worth the cost of
/// starting threads.
fn run_threads<J: ParallelJob>(
    dispatcher: &Dispatcher,
    style: OutputStyle,
    others: usize,
    job: &J,
) -> io::Result<()> {
    for _ in 0..2 {
        let Some(claimed) = dispatcher.claim(usize::MAX, Blocking::Wait) else { return Ok(()) };
        answer_claimed(claimed, style, job, dispatcher)?;
    }
    let work = || job.work(style, &mut J::Scratch::default(), dispatcher);
    std::thread::scope(|scope| {
        let threads: Vec<_> =
            (0..others).map_while(|_| Builder::new().spawn_scoped(scope, work).ok()).collect();
        let mut result = work();
        for thread in threads {
            let other = thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
            result = result.and(other);
        }
        result
    })
}

/// Prints the final messages and returns the outcome of the run.
fn finish(
    writer: AnswerWriter,
    origin: InputOrigin,
    first_read_error: &FirstReadError,
) -> anyhow::Result<ExitOutcome> {
    let summary = writer.finish()?;
    if origin == InputOrigin::Sample {
        message("This is the sample puzzle. Pass your own as an argument, as a file, or through a pipe.");
    }
    // An input that cannot be read is an error in every shard, no matter which one it belongs to.
    Ok(if first_read_error.get().is_some() { ExitOutcome::Unreadable } else { summary.worst })
}

/// Chooses the output style. Entries that must be read to make the choice are added to `batch`.
fn choose_style(
    requested_style: RequestedStyle,
    entries: &mut InputReader,
    batch: &mut Batch,
) -> OutputStyle {
    match requested_style {
        RequestedStyle::Json => OutputStyle::Json,
        RequestedStyle::Line => OutputStyle::Line,
        RequestedStyle::Picture | RequestedStyle::Labelled(DrawWhen::Always) => OutputStyle::Picture,
        RequestedStyle::Auto if !output::is_terminal() => OutputStyle::Line,
        RequestedStyle::Auto if entries.origin() == InputOrigin::Keyboard => OutputStyle::Picture,
        RequestedStyle::Auto => {
            while batch.len() < 2 && entries.fill(batch, 2, Blocking::Wait) == FillResult::Filled {}
            if batch.len() == 1 { OutputStyle::Picture } else { OutputStyle::Line }
        }
        RequestedStyle::Labelled(DrawWhen::Auto) if output::is_terminal() => {
            match choose_style(RequestedStyle::Auto, entries, batch) {
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
            while batch.len() < 2 && entries.fill(batch, 2, Blocking::Wait) == FillResult::Filled {}
            if batch.len() == 1 { OutputStyle::Line } else { OutputStyle::LabelledLine }
        }
    }
}
