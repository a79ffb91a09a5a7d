//! The one loop of all commands that answer puzzle after puzzle.
//!
//! Answers go out in input order, one per puzzle; an unreadable puzzle gets its error in its
//! place, and the rest goes on.

use crate::args::{self, Draw};
use crate::input::{Entries, Entry, Origin};
use crate::output::{self, Outcome, Style, write_json};
use crate::progress::Progress;
use std::io::{self, Write};
use veridoku_core::text::Record;

/// What a command does with each puzzle.
pub(crate) trait Job {
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

    let (style, first) = settle_style(wanted, &mut entries);
    job.begin(style, &mut out)?;
    let mut batch = Some(first);
    while let Some(entries_read) = batch {
        for entry in &entries_read {
            tally.add(answer(entry, style, job, &mut out)?);
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
