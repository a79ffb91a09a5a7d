//! What a command does with puzzles: one at a time, or a batch at a time on many threads.

use crate::batch::Wanted;
use crate::device::Appetite;
use crate::entry::{Batch, Item};
use crate::gate::Patience;
use crate::output::{Outcome, Style, Text, tell, write_json};
use crate::post::{Answered, Post, Taken};
use std::io::{self, Write};
use std::ops::AddAssign;
use std::time::Instant;
use veridoku_core::text::{Format, Record};

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

    /// Looks at a batch as a whole before its puzzles are answered one after the other.
    fn prepare(&self, _batch: &Batch) {}

    /// Where the error of an unreadable puzzle goes.
    fn errors(&self) -> ErrorsGo {
        ErrorsGo::InPlace
    }
}

/// A job that many threads can work at.
pub(crate) trait SharedJob: Job + Sync {
    /// What a thread keeps from batch to batch.
    type Tools: Default;

    /// Whether every answer is one line, so that an interrupted run can go on behind the last. If so for one of
    /// the ways to put answers, then for JSON.
    fn gives_lines(&self, _wanted: Wanted) -> bool {
        false
    }

    /// Which batches suit it.
    fn appetite(&self) -> Appetite {
        Appetite::Small
    }

    /// Answers batch after batch, on one of the threads, until there are none left.
    fn work(&self, style: Style, tools: &mut Self::Tools, post: &Post) -> io::Result<()> {
        while let Some(taken) = post.take(usize::MAX, Patience::Waits) {
            finish_taken(taken, post, |batch, text| self.answer_batch(batch, style, tools, text))?;
        }
        Ok(())
    }

    /// Answers a batch.
    fn answer_batch(
        &self,
        batch: &Batch,
        style: Style,
        _tools: &mut Self::Tools,
        out: &mut Text,
    ) -> io::Result<Tally> {
        answer_all(batch, style, self, out)
    }
}

/// Answers the entries of a batch one by one, and hands it in.
pub(crate) fn answer_taken<J: Job + ?Sized>(
    taken: Taken<'_>,
    style: Style,
    job: &J,
    post: &Post,
) -> io::Result<()> {
    finish_taken(taken, post, |batch, text| answer_all(batch, style, job, text))
}

/// Has a batch answered, notes how long that took, and hands it in.
pub(crate) fn finish_taken(
    mut taken: Taken<'_>,
    post: &Post,
    answer: impl FnOnce(&Batch, &mut Text) -> io::Result<Tally>,
) -> io::Result<()> {
    let start = Instant::now();
    let Answered { batch, text, tally, .. } = &mut taken.answered;
    let puzzles = batch.len();
    *text = post.text();
    *tally = answer(batch, text)?;
    taken.hand_in()?;
    post.note(puzzles, start.elapsed());
    Ok(())
}

/// Where errors go.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum ErrorsGo {
    /// Into the output, in place of the answer.
    InPlace,
    /// To standard error: the output is a document that a stray line would spoil.
    Aside,
}

/// Answers the entries of a batch one by one.
pub(crate) fn answer_all<J: Job + ?Sized>(
    batch: &Batch,
    style: Style,
    job: &J,
    out: &mut dyn Write,
) -> io::Result<Tally> {
    let mut tally = Tally::default();
    for item in batch.iter() {
        tally.add(answer(item, style, job, out)?);
    }
    Ok(tally)
}

/// Answers one entry.
pub(crate) fn answer<J: Job + ?Sized>(
    item: Item<'_>,
    style: Style,
    job: &J,
    out: &mut dyn Write,
) -> io::Result<Outcome> {
    match (item.record(), job.errors(), style) {
        (Ok(record), ..) => return job.answer(&record, item.form(), style, out),
        (Err(error), _, Style::Json) => write_json(out, error)?,
        (Err(error), ErrorsGo::Aside, _) => tell(&format!("veridoku: {error}")),
        (Err(error), ..) => writeln!(out, "error: {error}")?,
    }
    Ok(Outcome::Unreadable)
}

/// How answers add up.
#[derive(Debug)]
pub(crate) struct Tally {
    /// The worst of them.
    pub(crate) worst: Outcome,
    /// How many there are.
    pub(crate) answers: u64,
    /// How many of them are errors.
    pub(crate) unreadable: u64,
}

impl Default for Tally {
    fn default() -> Tally {
        Tally { worst: Outcome::AsHoped, answers: 0, unreadable: 0 }
    }
}

impl AddAssign<&Tally> for Tally {
    fn add_assign(&mut self, other: &Tally) {
        self.worst = self.worst.max(other.worst);
        self.answers += other.answers;
        self.unreadable += other.unreadable;
    }
}

impl Tally {
    /// Adds an answer.
    pub(crate) fn add(&mut self, outcome: Outcome) {
        self.add_many(outcome, 1);
    }

    /// Adds so many answers that come to the same.
    pub(crate) fn add_many(&mut self, outcome: Outcome, count: usize) {
        self.worst = self.worst.max(outcome);
        self.answers += count as u64;
        if outcome == Outcome::Unreadable {
            self.unreadable += count as u64;
        }
    }
}
