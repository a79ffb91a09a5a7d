//! The one loop of all commands that answer puzzle after puzzle.
//!
//! ```text
//!             ┌─ batch ─▶ thread 0: Job ─ text ─┐
//!   Entries ──┼─ batch ─▶ thread 1: Job ─ text ─┼─▶ Order ──▶ standard output, in input order
//!             └─ …                              ┘
//! ```
//!
//! Every thread does the same: it takes a batch from the input, answers it into a text of its own,
//! and hands that in. Reading, solving and writing thus go on at the same time, and the number of
//! threads changes nothing but the time. An unreadable puzzle gets its error in its place, and the
//! rest goes on. A batch has so many puzzles that it takes some tenths of a second at most: quick puzzles
//! go by the ten thousand, slow ones alone.

use crate::args::{self, Draw};
use crate::clock::Stopwatch;
use crate::entry::Batch;
use crate::input::{Entries, Origin};
use crate::job::{Job, SharedJob, Tally, answer_all};
use crate::order::{Order, Sink};
use crate::output::{self, Outcome, Output, Style, Text, tell};
use crate::pace::{Pace, Time};
use crate::progress::{Position, Progress};
use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread::Builder;

/// Which style is wanted, before the number of puzzles is known.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Wanted {
    Json,
    Line,
    Picture,
    /// A picture if a person looks at a single puzzle, else lines.
    Fitting,
}

impl Wanted {
    /// JSON if it is asked for, else lines.
    pub(crate) fn lines_or(json: args::Json) -> Wanted {
        if json.json { Wanted::Json } else { Wanted::Line }
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
    let mut written = Written::new();
    let mut batch = Batch::default();
    let style = settle_style(wanted, &mut entries, &mut batch);
    let mut pace = Pace::new(NonZeroUsize::MIN);
    job.begin(style, &mut written.out)?;
    while !batch.is_empty() || entries.fill(&mut batch, pace.size(None)) {
        let stopwatch = Stopwatch::start();
        let tally = answer_all(&batch, style, job, &mut written.out)?;
        written.note(&tally, entries.position())?;
        pace.note(batch.len(), Time::of(&stopwatch));
        batch.clear();
    }
    job.end(style, &mut written.out)?;
    written.finish(&entries)
}

/// Answers all puzzles of the input on so many threads, or on all cores.
pub(crate) fn run_parallel<J: SharedJob>(
    input: &args::Input,
    wanted: Wanted,
    threads: Option<NonZeroUsize>,
    job: &J,
) -> anyhow::Result<Outcome> {
    let threads = threads.or_else(|| std::thread::available_parallelism().ok()).unwrap_or(NonZeroUsize::MIN);
    let mut entries = Entries::new(input);
    let mut written = Written::new();
    let mut first = Batch::default();
    let style = settle_style(wanted, &mut entries, &mut first);
    job.begin(style, &mut written.out)?;
    let crew = Crew {
        job,
        style,
        intake: Mutex::new(Intake { entries, first, pace: Pace::new(threads) }),
        order: Order::new(written, 2 * threads.get()),
    };
    crew.work_with(threads.get() - 1)?;
    let entries = crew.intake.into_inner().unwrap_or_else(PoisonError::into_inner).entries;
    let mut written = crew.order.into_sink();
    job.end(style, &mut written.out)?;
    written.finish(&entries)
}

/// The threads at work, and what they share.
struct Crew<'j, J> {
    job: &'j J,
    style: Style,
    intake: Mutex<Intake>,
    order: Order<Answered, Written>,
}

/// Where batches come from.
struct Intake {
    entries: Entries,
    /// What was read to settle the style.
    first: Batch,
    pace: Pace,
}

/// A batch that was answered.
#[derive(Debug, Default)]
struct Answered {
    text: Text,
    tally: Tally,
    position: Position,
}

/// What a thread works with.
struct Worker<J: SharedJob> {
    batch: Batch,
    tools: J::Tools,
}

impl<J: SharedJob> Default for Worker<J> {
    fn default() -> Worker<J> {
        Worker { batch: Batch::default(), tools: J::Tools::default() }
    }
}

impl Intake {
    /// Fills a batch anew; false at the end of all inputs.
    fn fill(&mut self, batch: &mut Batch) -> bool {
        batch.clear();
        if !self.first.is_empty() {
            *batch = std::mem::take(&mut self.first);
            return true;
        }
        let size = self.pace.size(self.entries.position().bytes_left());
        self.entries.fill(batch, size)
    }
}

impl<J: SharedJob> Crew<'_, J> {
    /// Works with so many other threads, or as many of them as the system allows. They start when two
    /// batches are answered, the first of which is small: a few puzzles are no work for many.
    fn work_with(&self, others: usize) -> anyhow::Result<()> {
        let mut worker = Worker::default();
        if !self.work_once(&mut worker)? || !self.work_once(&mut worker)? {
            return Ok(());
        }
        std::thread::scope(|scope| {
            let start = || Builder::new().spawn_scoped(scope, || self.work(&mut Worker::default()));
            let threads: Vec<_> = (0..others).map_while(|_| start().ok()).collect();
            let mut result = self.work(&mut worker);
            for thread in threads {
                let other = thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
                result = result.and(other);
            }
            result
        })
    }

    /// Works until there is nothing left.
    fn work(&self, worker: &mut Worker<J>) -> anyhow::Result<()> {
        while self.work_once(worker)? {}
        Ok(())
    }

    /// Takes a batch and answers it; false at the end of all inputs.
    fn work_once(&self, Worker { batch, tools }: &mut Worker<J>) -> anyhow::Result<bool> {
        let (number, mut answered) = {
            let mut intake = self.intake();
            // With the input locked, so that numbers are in its order.
            if !self.order.wait_for_room() || !intake.fill(batch) {
                return Ok(false);
            }
            let (number, mut answered) = self.order.take();
            answered.position = intake.entries.position();
            (number, answered)
        };
        let stopwatch = Stopwatch::start();
        answered.text.clear();
        answered.tally = self.job.answer_batch(batch, self.style, tools, &mut answered.text)?;
        let time = Time::of(&stopwatch);
        number.hand_in(answered)?;
        self.intake().pace.note(batch.len(), time);
        Ok(true)
    }

    fn intake(&self) -> MutexGuard<'_, Intake> {
        self.intake.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Picks the style; the entries that have to be read for that are added to the batch.
fn settle_style(wanted: Wanted, entries: &mut Entries, batch: &mut Batch) -> Style {
    match wanted {
        Wanted::Json => Style::Json,
        Wanted::Line => Style::Line,
        Wanted::Picture => Style::Picture,
        Wanted::Fitting if !output::is_seen() => Style::Line,
        Wanted::Fitting if entries.origin() == Origin::Keyboard => Style::Picture,
        Wanted::Fitting => {
            while batch.len() < 2 && entries.fill(batch, 2) {}
            if batch.len() == 1 { Style::Picture } else { Style::Line }
        }
    }
}

/// What was written so far.
struct Written {
    out: Output,
    progress: Progress,
    tally: Tally,
}

impl Written {
    fn new() -> Written {
        Written { out: Output::standard(), progress: Progress::new(), tally: Tally::default() }
    }

    /// These answers have been written. What is known goes out before the next read, which may wait
    /// for a slow pipe.
    fn note(&mut self, tally: &Tally, position: Position) -> io::Result<()> {
        self.tally += tally;
        self.progress.advance(self.tally.answers, position);
        self.out.flush()
    }

    /// Says what there is to say at the end.
    fn finish(mut self, entries: &Entries) -> anyhow::Result<Outcome> {
        self.out.flush()?;
        self.progress.finish();
        if self.tally.unreadable > 0 {
            let Tally { answers, unreadable, .. } = self.tally;
            tell(&format!("veridoku: {unreadable} of {answers} inputs could not be answered"));
        }
        if entries.origin() == Origin::Sample {
            tell("This was the sample puzzle. Give another one as text, as a file, or through a pipe.");
        }
        Ok(self.tally.worst)
    }
}

impl Sink<Answered> for Written {
    type Error = io::Error;

    fn write(&mut self, answered: &mut Answered) -> io::Result<()> {
        self.out.write_text(&answered.text)?;
        self.note(&answered.tally, answered.position)
    }
}
