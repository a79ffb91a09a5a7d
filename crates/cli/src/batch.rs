//! The one loop of all commands that answer puzzle after puzzle.
//!
//! ```text
//! Entries ──a batch──▶ Job, on one thread or on all ──text──▶ standard output, in input order
//! ```
//!
//! An unreadable puzzle gets its error in its place, and the rest goes on. A batch has so many
//! puzzles that it takes about a tenth of a second: quick puzzles go by the thousand, slow ones
//! alone. Threads fill buffers of their own that go out in order, so that their number changes
//! nothing but the time.

use crate::args::{self, Draw};
use crate::input::{Entries, Entry, Origin};
use crate::output::{self, Outcome, Style, tell, write_json};
use crate::progress::Progress;
use rayon::prelude::*;
use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::ops::AddAssign;
use std::time::Instant;
use veridoku_core::text::{Format, Record};

/// The most puzzles in a batch.
const MOST: usize = 4096;
/// The puzzles that a thread answers in one go.
const PORTION: usize = 64;
/// A batch that takes fewer milliseconds is followed by one twice as large.
const QUICK: u128 = 50;
/// A batch that takes as many milliseconds is followed by one half as large.
const SLOW: u128 = 200;

/// What a command does with each puzzle.
pub(crate) trait Job {
    /// Answers one puzzle that was found in this form.
    fn answer(
        &self,
        record: &Record,
        form: Option<&'static Format>,
        style: Style,
        out: &mut dyn Write,
    ) -> io::Result<Outcome>;

    /// Writes what stands before all answers.
    fn begin(&self, _style: Style, _out: &mut dyn Write) -> io::Result<()> {
        Ok(())
    }

    /// Writes what stands after all answers.
    fn end(&self, _style: Style, _out: &mut dyn Write) -> io::Result<()> {
        Ok(())
    }

    /// Where the error of an unreadable puzzle goes.
    fn errors(&self) -> ErrorsGo {
        ErrorsGo::InPlace
    }
}

/// Where errors go.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum ErrorsGo {
    /// Into the output, in place of the answer.
    InPlace,
    /// To standard error: the output is a document that a stray line would spoil.
    Aside,
}

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

/// Answers all puzzles of the input, one after the other.
pub(crate) fn run(input: &args::Input, wanted: Wanted, job: &impl Job) -> anyhow::Result<Outcome> {
    run_batches(input, wanted, job, |entries, style, out| answer_all(entries, style, job, out))
}

/// Answers all puzzles of the input on so many threads, or on all cores.
pub(crate) fn run_parallel(
    input: &args::Input,
    wanted: Wanted,
    threads: Option<NonZeroUsize>,
    job: &(impl Job + Sync),
) -> anyhow::Result<Outcome> {
    let threads = threads.or_else(|| std::thread::available_parallelism().ok()).map_or(1, NonZeroUsize::get);
    if threads == 1 {
        return run(input, wanted, job);
    }
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build()?;
    run_batches(input, wanted, job, |entries, style, out| {
        if entries.len() < 2 {
            return answer_all(entries, style, job, out);
        }
        let portions = pool.install(|| answer_in_portions(entries, style, job, threads))?;
        let mut tally = Tally::default();
        for (text, portion) in portions {
            out.write_all(&text)?;
            tally += portion;
        }
        Ok(tally)
    })
}

/// The loop: reads a batch, has it answered, until there is no more.
fn run_batches<W>(
    input: &args::Input,
    wanted: Wanted,
    job: &impl Job,
    answer_batch: W,
) -> anyhow::Result<Outcome>
where
    W: Fn(&[Entry], Style, &mut dyn Write) -> io::Result<Tally>,
{
    let mut entries = Entries::new(input);
    let mut out = output::standard_output();
    let mut progress = Progress::new();
    let mut tally = Tally::default();
    let (style, first) = settle_style(wanted, &mut entries);
    let mut batch = Some(first);
    let mut size = 1;
    job.begin(style, &mut out)?;
    while let Some(read) = batch {
        let start = Instant::now();
        tally += answer_batch(&read, style, &mut out)?;
        // What is known goes out before the next read, which may wait for a slow pipe.
        out.flush()?;
        progress.advance(read.len(), &entries);
        match start.elapsed().as_millis() {
            ..QUICK => size = (2 * size).min(MOST),
            SLOW.. => size = (size / 2).max(1),
            _ => {}
        }
        batch = entries.next_batch(size);
    }
    job.end(style, &mut out)?;
    out.flush()?;
    progress.finish();
    tally.tell(&entries);
    Ok(tally.worst)
}

/// Picks the style, and gives the entries that had to be read for that.
fn settle_style(wanted: Wanted, entries: &mut Entries) -> (Style, Vec<Entry>) {
    let style = match wanted {
        Wanted::Json => Style::Json,
        Wanted::Line => Style::Line,
        Wanted::Picture => Style::Picture,
        Wanted::Fitting if !output::is_seen() => Style::Line,
        Wanted::Fitting if entries.origin() == Origin::Keyboard => Style::Picture,
        Wanted::Fitting => {
            let mut first = Vec::new();
            while first.len() < 2 {
                let Some(more) = entries.next_batch(2) else { break };
                first.extend(more);
            }
            return (if first.len() == 1 { Style::Picture } else { Style::Line }, first);
        }
    };
    (style, Vec::new())
}

fn answer_all(entries: &[Entry], style: Style, job: &impl Job, out: &mut dyn Write) -> io::Result<Tally> {
    let mut tally = Tally::default();
    for entry in entries {
        tally.add(answer(entry, style, job, out)?);
    }
    Ok(tally)
}

/// Answers entries on the threads of the pool; gives the text of each portion and what its answers
/// add up to, in order.
fn answer_in_portions(
    entries: &[Entry],
    style: Style,
    job: &(impl Job + Sync),
    threads: usize,
) -> io::Result<Vec<(Vec<u8>, Tally)>> {
    let portion = entries.len().div_ceil(threads).min(PORTION);
    let answer_portion = |entries: &[Entry]| {
        let mut text = Vec::new();
        let tally = answer_all(entries, style, job, &mut text)?;
        Ok((text, tally))
    };
    entries.par_chunks(portion).map(answer_portion).collect()
}

fn answer(entry: &Entry, style: Style, job: &impl Job, out: &mut dyn Write) -> io::Result<Outcome> {
    match (&entry.record, job.errors(), style) {
        (Ok(record), ..) => return job.answer(record, entry.form, style, out),
        (Err(error), ErrorsGo::Aside, Style::Line | Style::Picture) => tell(&format!("veridoku: {error}")),
        (Err(error), _, Style::Json) => write_json(out, error)?,
        (Err(error), ..) => writeln!(out, "error: {error}")?,
    }
    Ok(Outcome::Unreadable)
}

/// How answers add up.
#[derive(Debug)]
struct Tally {
    worst: Outcome,
    answers: u64,
    unreadable: u64,
}

impl Default for Tally {
    fn default() -> Tally {
        Tally { worst: Outcome::AsHoped, answers: 0, unreadable: 0 }
    }
}

impl AddAssign for Tally {
    fn add_assign(&mut self, other: Tally) {
        self.worst = self.worst.max(other.worst);
        self.answers += other.answers;
        self.unreadable += other.unreadable;
    }
}

impl Tally {
    fn add(&mut self, outcome: Outcome) {
        let unreadable = u64::from(outcome == Outcome::Unreadable);
        *self += Tally { worst: outcome, answers: 1, unreadable };
    }

    /// Says on standard error what is easily missed on standard output.
    fn tell(&self, entries: &Entries) {
        if self.unreadable > 0 {
            let Tally { answers, unreadable, .. } = self;
            tell(&format!("veridoku: {unreadable} of {answers} inputs could not be answered"));
        }
        if entries.origin() == Origin::Sample {
            tell("This was the sample puzzle. Give another one as text, as a file, or through a pipe.");
        }
    }
}
