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

use crate::args::{self, Draw};
use crate::device::Appetite;
use crate::entry::Batch;
use crate::gate::Patience;
use crate::input::{Entries, Filled, Origin, Unread};
use crate::job::{Job, SharedJob, answer_all, answer_taken};
use crate::ledger::{Found, Ledger};
use crate::output::{self, Outcome, Output, Style, grouped, tell};
use crate::pace::Pace;
use crate::post::{Post, Written};
use crate::source;
use anyhow::{anyhow, bail, ensure};
use std::io;
use std::num::NonZeroUsize;
use std::thread::Builder;
use std::time::Instant;

/// Which style is wanted, before the number of puzzles is known.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Wanted {
    Json,
    Line,
    Picture,
    /// A picture if a person looks at a single puzzle, else lines.
    Fitting,
    /// The same, or lines in any case, and each says which puzzle it is about unless there is only one.
    Told(Draw),
}

impl Wanted {
    /// JSON if it is asked for, else lines.
    pub(crate) fn lines_or(json: args::Json) -> Wanted {
        if json.json { Wanted::Json } else { Wanted::Line }
    }
}

impl Wanted {
    /// JSON if it is asked for, else what is told of each puzzle.
    pub(crate) fn told(report: &args::Report) -> Wanted {
        if report.json { Wanted::Json } else { Wanted::Told(report.draw) }
    }
}

impl From<&args::Report> for Wanted {
    fn from(report: &args::Report) -> Wanted {
        match (report.json, report.draw) {
            (true, _) => Wanted::Json,
            (false, Draw::Always) => Wanted::Picture,
            (false, Draw::Never) => Wanted::Line,
            (false, Draw::Auto) => Wanted::Fitting,
        }
    }
}

/// Answers all puzzles of the input, one after the other, each written as it is answered.
pub(crate) fn run(input: &args::Input, wanted: Wanted, job: &impl Job) -> anyhow::Result<Outcome> {
    let mut entries = Entries::new(input);
    let mut written = Written::new(Output::standard());
    let mut batch = Batch::default();
    let style = settle_style(wanted, &mut entries, &mut batch);
    let mut pace = Pace::new(Appetite::Small);
    job.begin(style, &mut written.out)?;
    while !batch.is_empty() || entries.fill(&mut batch, pace.size(), Patience::Waits) == Filled::Some {
        let start = Instant::now();
        job.prepare(&batch);
        let tally = answer_all(&batch, style, job, &mut written.out)?;
        written.note(&tally, entries.position())?;
        pace.note(batch.len(), start.elapsed());
        batch.clear();
    }
    job.end(style, &mut written.out)?;
    finish(written, entries.origin(), &entries.unread())
}

/// Answers the one puzzle of the input in lines.
///
/// # Errors
///
/// When there is a second one: the answer is a document of its own.
pub(crate) fn run_one(input: &args::Input, job: &impl Job) -> anyhow::Result<Outcome> {
    let mut entries = Entries::new(input);
    let mut written = Written::new(Output::standard());
    let mut batch = Batch::default();
    while batch.len() < 2 && entries.fill(&mut batch, 2, Patience::Waits) == Filled::Some {}
    anyhow::ensure!(batch.len() < 2, "found a second puzzle, expected only one: each picture is a document");
    let tally = answer_all(&batch, Style::Line, job, &mut written.out)?;
    written.note(&tally, entries.position())?;
    finish(written, entries.origin(), &entries.unread())
}

/// Answers all puzzles of the input, on threads, to where the answers shall go.
pub(crate) fn run_parallel<J: SharedJob>(
    input: &args::Input,
    wanted: Wanted,
    work: &args::Work,
    job: &J,
) -> anyhow::Result<Outcome> {
    let entries = Entries::new(input);
    let Some(path) = &work.output else {
        return answer_on_threads(entries, wanted, work, Output::standard(), job);
    };
    let wanted = if wanted == Wanted::Fitting { Wanted::Line } else { wanted };
    ensure!(
        !work.resume || job.gives_lines(wanted),
        "--resume needs answers of one line each; ask for JSON, or leave it out"
    );
    ensure!(
        !work.resume
            || (entries.origin() == Origin::Stored
                && !input.inputs.iter().any(|input| source::is_pipe(input))),
        "--resume needs puzzles from files: what standard input gave before is not known any more"
    );
    let entries = entries.whole_or_nothing().map_err(|error| anyhow!("{error}"))?;
    match Ledger::open(path, work, input)? {
        Found::Complete => {
            tell(&format!("veridoku: {} is complete; there is nothing to do", path.display()));
            Ok(Outcome::AsHoped)
        }
        Found::Open(ledger) => {
            if ledger.answered() > 0 {
                tell(&format!("veridoku: {} answers are there; going on", grouped(ledger.answered())));
            }
            let entries = entries.without_first(ledger.answered());
            let out = Output::file(ledger.writer()?)?;
            let unread = entries.unread();
            let outcome = answer_on_threads(entries, wanted, work, out, job)?;
            if let Some(error) = unread.get() {
                bail!("{error}; the answers so far are in {}", ledger.part().display());
            }
            ledger.close()?;
            Ok(outcome)
        }
    }
}

fn answer_on_threads<J: SharedJob>(
    mut entries: Entries,
    wanted: Wanted,
    work: &args::Work,
    out: Output,
    job: &J,
) -> anyhow::Result<Outcome> {
    let all_cores = || std::thread::available_parallelism().ok();
    let threads = work.threads.threads.or_else(all_cores).unwrap_or(NonZeroUsize::MIN);
    let (origin, unread) = (entries.origin(), entries.unread());
    let mut written = Written::new(out);
    let mut first = Batch::default();
    let style = settle_style(wanted, &mut entries, &mut first);
    job.begin(style, &mut written.out)?;
    let post = Post::new(threads, job.appetite(), entries, first, written);
    work_together(&post, style, threads.get() - 1, job)?;
    let mut written = post.close();
    job.end(style, &mut written.out)?;
    finish(written, origin, &unread)
}

/// Works with so many other threads, or as many of them as the system allows. They start when two
/// batches are answered, the first of which is small: a few puzzles are no work for many.
fn work_together<J: SharedJob>(post: &Post, style: Style, others: usize, job: &J) -> io::Result<()> {
    for _ in 0..2 {
        let Some(taken) = post.take(usize::MAX, Patience::Waits) else { return Ok(()) };
        answer_taken(taken, style, job, post)?;
    }
    let work = || job.work(style, &mut J::Tools::default(), post);
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
fn finish(written: Written, origin: Origin, unread: &Unread) -> anyhow::Result<Outcome> {
    let tally = written.finish()?;
    if origin == Origin::Sample {
        tell("This was the sample puzzle. Give another one as text, as a file, or through a pipe.");
    }
    // An input that cannot be read is an error in every share, whichever has its place.
    Ok(if unread.get().is_some() { Outcome::Unreadable } else { tally.worst })
}

/// Picks the style; the entries that have to be read for that are added to the batch.
fn settle_style(wanted: Wanted, entries: &mut Entries, batch: &mut Batch) -> Style {
    match wanted {
        Wanted::Json => Style::Json,
        Wanted::Line => Style::Line,
        Wanted::Picture | Wanted::Told(Draw::Always) => Style::Picture,
        Wanted::Fitting if !output::is_seen() => Style::Line,
        Wanted::Fitting if entries.origin() == Origin::Keyboard => Style::Picture,
        Wanted::Fitting => {
            while batch.len() < 2 && entries.fill(batch, 2, Patience::Waits) == Filled::Some {}
            if batch.len() == 1 { Style::Picture } else { Style::Line }
        }
        Wanted::Told(Draw::Auto) if output::is_seen() => {
            match settle_style(Wanted::Fitting, entries, batch) {
                Style::Line => Style::Listed,
                style => style,
            }
        }
        // How many a pipe will bring is not known before the first has to be answered.
        Wanted::Told(_) if matches!(entries.origin(), Origin::Pipe | Origin::Keyboard) => Style::Listed,
        Wanted::Told(_) => {
            while batch.len() < 2 && entries.fill(batch, 2, Patience::Waits) == Filled::Some {}
            if batch.len() == 1 { Style::Line } else { Style::Listed }
        }
    }
}
