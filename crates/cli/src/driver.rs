//! The one loop of all commands that answer puzzle after puzzle.
//!
//! ```text
//!             ┌─ batch ─▶ thread 0: Job ─ text ─┐
//!   Entries ──┼─ batch ─▶ thread 1: Job ─ text ─┼─▶ Order ──▶ standard output, in input order
//!             └─ …                              ┘
//! ```
//!
//! Every thread does the same: it takes a batch from the input, answers it into a text of its own,
//! and hands that in ([`post`](crate::post)). Reading, solving and writing thus go on at the same time, and
//! the number of threads changes nothing but the time. An unreadable puzzle gets its error in its place,
//! and the rest goes on. A batch has so many puzzles that it takes about a tenth of a second:
//! quick puzzles go by the thousand, slow ones alone.

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

/// Which style is wanted, before the number of puzzles is known.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum RequestedStyle {
    Json,
    Line,
    Picture,
    /// A picture if a person looks at a single puzzle, else lines.
    Auto,
    /// The same, or lines in any case, and each says which puzzle it is about unless there is only one.
    Labelled(DrawWhen),
}

impl RequestedStyle {
    /// JSON if it is asked for, else lines.
    pub(crate) fn json_or_lines(json: args::JsonArgs) -> RequestedStyle {
        if json.json { RequestedStyle::Json } else { RequestedStyle::Line }
    }
}

impl RequestedStyle {
    /// JSON if it is asked for, else what is told of each puzzle.
    pub(crate) fn labelled(report: &args::ReportArgs) -> RequestedStyle {
        if report.json { RequestedStyle::Json } else { RequestedStyle::Labelled(report.draw) }
    }
}

impl From<&args::ReportArgs> for RequestedStyle {
    fn from(report: &args::ReportArgs) -> RequestedStyle {
        match (report.json, report.draw) {
            (true, _) => RequestedStyle::Json,
            (false, DrawWhen::Always) => RequestedStyle::Picture,
            (false, DrawWhen::Never) => RequestedStyle::Line,
            (false, DrawWhen::Auto) => RequestedStyle::Auto,
        }
    }
}

/// Answers all puzzles of the input, one after the other, each written as it is answered.
pub(crate) fn run(
    input: &args::InputArgs,
    wanted: RequestedStyle,
    job: &impl PuzzleJob,
) -> anyhow::Result<ExitOutcome> {
    let mut entries = InputReader::new(input);
    let mut writer = AnswerWriter::new(Output::standard());
    let mut batch = Batch::default();
    let style = choose_style(wanted, &mut entries, &mut batch);
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

/// Answers the one puzzle of the input in lines.
///
/// # Errors
///
/// When there is a second one: the answer is a document of its own.
pub(crate) fn run_one(input: &args::InputArgs, job: &impl PuzzleJob) -> anyhow::Result<ExitOutcome> {
    let mut entries = InputReader::new(input);
    let mut writer = AnswerWriter::new(Output::standard());
    let mut batch = Batch::default();
    while batch.len() < 2 && entries.fill(&mut batch, 2, Blocking::Wait) == FillResult::Filled {}
    anyhow::ensure!(batch.len() < 2, "found a second puzzle, expected only one: each picture is a document");
    let summary = answer_all(&batch, OutputStyle::Line, job, &mut writer.out)?;
    writer.record(&summary, entries.progress())?;
    finish(writer, entries.origin(), &entries.first_read_error())
}

/// Answers all puzzles of the input, on threads, to where the answers shall go.
pub(crate) fn run_parallel<J: ParallelJob>(
    input: &args::InputArgs,
    wanted: RequestedStyle,
    work: &args::RunArgs,
    job: &J,
) -> anyhow::Result<ExitOutcome> {
    let entries = InputReader::new(input);
    let Some(path) = &work.output else {
        return answer_on_threads(entries, wanted, work, Output::standard(), job);
    };
    let wanted = if wanted == RequestedStyle::Auto { RequestedStyle::Line } else { wanted };
    ensure!(
        !work.resume || job.has_one_line_per_answer(wanted),
        "--resume needs answers of one line each; ask for JSON, or leave it out"
    );
    ensure!(
        !work.resume
            || (entries.origin() == InputOrigin::Stored
                && !input.inputs.iter().any(|input| source::is_pipe(input))),
        "--resume needs puzzles from files: what standard input gave before is not known any more"
    );
    let entries = entries.stop_on_read_error().map_err(|error| anyhow!("{error}"))?;
    match ResumableOutput::open(path, work, input)? {
        OpenedOutput::Complete => {
            message(&format!("veridoku: {} is complete; there is nothing to do", path.display()));
            Ok(ExitOutcome::Success)
        }
        OpenedOutput::Incomplete(output) => {
            if output.answered() > 0 {
                message(&format!(
                    "veridoku: {} answers are there; going on",
                    group_digits(output.answered())
                ));
            }
            let entries = entries.skipping(output.answered());
            let out = Output::file(output.try_clone_file()?)?;
            let first_read_error = entries.first_read_error();
            let outcome = answer_on_threads(entries, wanted, work, out, job)?;
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
    wanted: RequestedStyle,
    work: &args::RunArgs,
    out: Output,
    job: &J,
) -> anyhow::Result<ExitOutcome> {
    let all_cores = || std::thread::available_parallelism().ok();
    let threads = work.threads.threads.or_else(all_cores).unwrap_or(NonZeroUsize::MIN);
    let (origin, first_read_error) = (entries.origin(), entries.first_read_error());
    let mut writer = AnswerWriter::new(out);
    let mut first = Batch::default();
    let style = choose_style(wanted, &mut entries, &mut first);
    job.begin(style, &mut writer.out)?;
    let dispatcher = Dispatcher::new(threads, job.batch_scale(), entries, first, writer);
    run_threads(&dispatcher, style, threads.get() - 1, job)?;
    let mut writer = dispatcher.close();
    job.end(style, &mut writer.out)?;
    finish(writer, origin, &first_read_error)
}

/// Works with so many other threads, or as many of them as the system allows. They start when two
/// batches are answered, the first of which is small: a few puzzles are no work for many.
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

/// Says what there is to say at the end.
fn finish(
    writer: AnswerWriter,
    origin: InputOrigin,
    first_read_error: &FirstReadError,
) -> anyhow::Result<ExitOutcome> {
    let summary = writer.finish()?;
    if origin == InputOrigin::Sample {
        message("This was the sample puzzle. Give another one as text, as a file, or through a pipe.");
    }
    // An input that cannot be read is an error in every share, whichever has its place.
    Ok(if first_read_error.get().is_some() { ExitOutcome::Unreadable } else { summary.worst })
}

/// Picks the style; the entries that have to be read for that are added to the batch.
fn choose_style(wanted: RequestedStyle, entries: &mut InputReader, batch: &mut Batch) -> OutputStyle {
    match wanted {
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
        // How many a pipe will bring is not known before the first has to be answered.
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
