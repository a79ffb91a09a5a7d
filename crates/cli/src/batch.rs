//! The one loop of all commands that answer puzzle after puzzle.
//!
//! Answers go out in input order, one per puzzle; an unreadable puzzle gets its error in its
//! place, and the rest goes on. What one chunk of input completes is answered on all cores, each
//! into a buffer of its own, and the buffers go out in order: memory stays bounded, and the number
//! of threads changes nothing but the time.

use crate::args::{self, Draw};
use crate::input::{Entries, Entry, Origin};
use crate::output::{self, Outcome, Style, write_json};
use crate::progress::Progress;
use rayon::prelude::*;
use std::io::{self, Write};
use veridoku_core::text::Record;

/// The number of puzzles that a thread answers in one go.
const PORTION: usize = 64;

/// What a command does with each puzzle.
pub(crate) trait Job: Sync {
    /// Answers one puzzle.
    fn answer(&self, record: &Record, style: Style, out: &mut dyn Write) -> io::Result<Outcome>;

    /// Writes what stands before all answers.
    fn begin(&self, _style: Style, _out: &mut dyn Write) -> io::Result<()> {
        Ok(())
    }

    /// Writes what stands after all answers.
    fn end(&self, _style: Style, _out: &mut dyn Write) -> io::Result<()> {
        Ok(())
    }

    /// How many threads may answer at the same time; one, unless the command says otherwise.
    fn threads(&self) -> usize {
        1
    }

    /// Whether an error may stand in place of an answer in the output.
    fn takes_errors(&self) -> bool {
        true
    }
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

/// Answers all puzzles of the input.
pub(crate) fn run(input: &args::Input, wanted: Wanted, job: &impl Job) -> anyhow::Result<Outcome> {
    let mut entries = Entries::new(input);
    let mut out = output::standard_output();
    let mut progress = Progress::new();
    let mut tally = Tally::default();

    let pool = rayon::ThreadPoolBuilder::new().num_threads(job.threads()).build()?;

    let (style, first) = settle_style(wanted, &mut entries);
    job.begin(style, &mut out)?;
    let mut batch = Some(first);
    while let Some(entries_read) = batch {
        if pool.current_num_threads() > 1 && entries_read.len() > PORTION {
            let portions = pool.install(|| answer_in_portions(&entries_read, style, job));
            for (text, portion) in portions? {
                out.write_all(&text)?;
                tally.add_all(&portion);
            }
        } else {
            for entry in &entries_read {
                tally.add(answer(entry, style, job, &mut out)?);
            }
        }
        progress.advance(entries_read.len(), &entries);
        // What is known goes out before the next read, which may wait for a slow pipe.
        out.flush()?;
        batch = entries.next_batch();
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
                let Some(more) = entries.next_batch() else { break };
                first.extend(more);
            }
            return (if first.len() == 1 { Style::Picture } else { Style::Line }, first);
        }
    };
    (style, Vec::new())
}

/// Answers entries on all threads of the pool; gives the text of each portion and what its answers
/// add up to, in order.
fn answer_in_portions(entries: &[Entry], style: Style, job: &impl Job) -> io::Result<Vec<(Vec<u8>, Tally)>> {
    let answer_portion = |portion: &[Entry]| {
        let mut text = Vec::new();
        let mut tally = Tally::default();
        for entry in portion {
            tally.add(answer(entry, style, job, &mut text)?);
        }
        Ok((text, tally))
    };
    entries.par_chunks(PORTION).map(answer_portion).collect()
}

fn answer(entry: &Entry, style: Style, job: &impl Job, out: &mut dyn Write) -> io::Result<Outcome> {
    match &entry.record {
        Ok(record) => job.answer(record, style, out),
        Err(error) => {
            let mut error = error.clone();
            if let Some(file) = &entry.file {
                error.error = format!("{file}: {}", error.error);
            }
            if !job.takes_errors() {
                anstream::eprintln!("veridoku: {error}");
            } else if style == Style::Json {
                write_json(out, &error)?;
            } else {
                writeln!(out, "error: {error}")?;
            }
            Ok(Outcome::Unreadable)
        }
    }
}

/// How the answers of a run add up.
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

impl Tally {
    fn add(&mut self, outcome: Outcome) {
        self.worst = self.worst.max(outcome);
        self.answers += 1;
        self.unreadable += u64::from(outcome == Outcome::Unreadable);
    }

    fn add_all(&mut self, other: &Tally) {
        self.worst = self.worst.max(other.worst);
        self.answers += other.answers;
        self.unreadable += other.unreadable;
    }

    /// Says on standard error what is easily missed on standard output.
    fn tell(&self, entries: &Entries) {
        if self.unreadable > 0 {
            let Tally { answers, unreadable, .. } = self;
            anstream::eprintln!("veridoku: {unreadable} of {answers} inputs could not be answered");
        }
        if entries.origin() == Origin::Sample {
            anstream::eprintln!(
                "This was the sample puzzle. Give another one as text, as a file, or through a pipe."
            );
        }
    }
}
