//! The post between the input, the threads, and the output.
//!
//! ```text
//!            take                 hand in
//!   Entries ─────▶ Taken: a batch ───────▶ Order ──▶ standard output, in input order
//!   (one gate)     and its answers
//! ```
//!
//! A thread that holds no batch may wait, for input or for room in the order. One that holds some must
//! not: what it holds may be what the others wait for. It is told that there is nothing at hand, finishes
//! what it has, and then waits like the others.

use crate::device::Appetite;
use crate::entry::Batch;
use crate::gate::{Gate, Held, Patience};
use crate::input::{Entries, Filled};
use crate::job::Tally;
use crate::order::{Number, Order, Sink};
use crate::output::{Output, Text, tell};
use crate::pace::{FEWEST, Pace};
use crate::progress::{Position, Progress};
use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use veridoku_core::batch::Answer;

/// So many batches for each thread may be out or wait to be written, as long as that are not too many for all.
const ROOM: usize = 32;
/// So many batches for all threads are not too many: a batch of the bulk engine with its answers and their text is half a megabyte.
const ROOM_FOR_ALL: usize = 128;
/// So many each are not too many either, however many threads there are. With less room the bulk engine would run dry: it has one to
/// three open at a time, of puzzles with 17 clues some dozen, but those are read more slowly than so many threads solve them.
const ROOM_AT_LEAST: usize = 4;
/// What each thread has for large batches.
const ROOM_LARGE: usize = 2;

/// A batch, and what is known about it so far.
#[derive(Debug, Default)]
pub(crate) struct Answered {
    pub(crate) batch: Batch,
    /// The answers as they are written.
    pub(crate) text: Text,
    pub(crate) tally: Tally,
    position: Position,
}

/// A batch in the hands of a thread.
#[derive(Debug)]
pub(crate) struct Taken<'p> {
    number: Number<'p, Answered, Written>,
    pub(crate) answered: Answered,
}

/// Where threads get batches, and where they hand them in.
#[derive(Debug)]
pub(crate) struct Post {
    intake: Gate<Intake>,
    pace: Mutex<Pace>,
    order: Order<Answered, Written>,
    /// Memory of texts, to be used again: what was written last is taken first, since it still is in the cache.
    texts: Mutex<Vec<Text>>,
    /// The same of answers. For all threads: each of them would keep as many as it ever had out.
    answers: Mutex<Vec<Vec<Answer>>>,
}

/// Where batches come from.
#[derive(Debug)]
struct Intake {
    entries: Entries,
    /// What was read to settle the style.
    first: Batch,
}

impl Taken<'_> {
    /// Hands in the batch, when it is answered.
    pub(crate) fn hand_in(self) -> io::Result<()> {
        self.number.hand_in(self.answered)
    }
}

impl Post {
    /// The post of so many threads, before anything was taken but this first batch.
    pub(crate) fn new(
        threads: NonZeroUsize,
        appetite: Appetite,
        entries: Entries,
        first: Batch,
        written: Written,
    ) -> Post {
        Post {
            intake: Gate::new(Intake { entries, first }),
            pace: Mutex::new(Pace::new(appetite)),
            order: Order::new(written, room(appetite, threads.get())),
            texts: Mutex::default(),
            answers: Mutex::default(),
        }
    }

    /// Takes the next batch, of at most so many puzzles. Nothing when all inputs are at their end, or the
    /// output is; or for want of patience, when it is not at hand.
    pub(crate) fn take(&self, most: usize, patience: Patience) -> Option<Taken<'_>> {
        let mut intake = self.intake.hold(patience)?;
        if !self.has_room(&intake, patience) {
            return None;
        }
        let mut answered = self.order.spare();
        let size = most.min(self.pace().size());
        if !intake.fill(&mut answered.batch, size, patience) {
            self.order.give_back(answered);
            return None;
        }
        // It would lie idle until this batch is answered.
        self.texts().push(std::mem::take(&mut answered.text));
        answered.position = intake.entries.position();
        // With the input in hand, so that numbers are in its order.
        Some(Taken { number: self.order.take(), answered })
    }

    /// An empty text, for the answers to a batch.
    pub(crate) fn text(&self) -> Text {
        let mut text = self.texts().pop().unwrap_or_default();
        text.clear();
        text
    }

    /// Memory for the answers to a batch.
    pub(crate) fn answers(&self) -> Vec<Answer> {
        self.spare_answers().pop().unwrap_or_default()
    }

    /// Gives such memory back.
    pub(crate) fn give_back(&self, answers: Vec<Answer>) {
        self.spare_answers().push(answers);
    }

    /// A batch of so many puzzles took so long.
    pub(crate) fn note(&self, puzzles: usize, time: Duration) {
        self.pace().note(puzzles, time);
    }

    /// Whether a batch of so many puzzles is best solved together, by how long others took.
    pub(crate) fn suits_bulk(&self, puzzles: usize) -> bool {
        self.pace().suits_bulk(puzzles)
    }

    /// Whether puzzles take so long that they are not solved together at all.
    pub(crate) fn is_very_slow(&self) -> bool {
        self.pace().size() < FEWEST
    }

    /// What was written, when all is done.
    pub(crate) fn close(self) -> Written {
        self.order.into_sink()
    }

    /// Whether there is room for another batch, perhaps after a while; not if the output is closed.
    fn has_room(&self, intake: &Held<'_, Intake>, patience: Patience) -> bool {
        if self.order.has_room() {
            return true;
        }
        if patience == Patience::Hurries {
            return false;
        }
        intake.takes_long();
        self.order.wait_for_room()
    }

    fn texts(&self) -> MutexGuard<'_, Vec<Text>> {
        self.texts.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn spare_answers(&self) -> MutexGuard<'_, Vec<Vec<Answer>>> {
        self.answers.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn pace(&self) -> MutexGuard<'_, Pace> {
        self.pace.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// So many batches of so many threads may be out or wait to be written.
fn room(appetite: Appetite, threads: usize) -> usize {
    match appetite {
        Appetite::Small => (ROOM * threads).min(ROOM_FOR_ALL.max(ROOM_AT_LEAST * threads)),
        Appetite::Large => ROOM_LARGE * threads,
    }
}

impl Held<'_, Intake> {
    /// Fills a batch anew; false at the end of all inputs, or if there is nothing at hand.
    fn fill(&mut self, batch: &mut Batch, size: usize, patience: Patience) -> bool {
        batch.clear();
        if !self.first.is_empty() {
            *batch = std::mem::take(&mut self.first);
            return true;
        }
        match self.entries.fill(batch, size, Patience::Hurries) {
            Filled::Some => true,
            Filled::End => false,
            Filled::Later if patience == Patience::Hurries => false,
            Filled::Later => {
                self.takes_long();
                self.entries.fill(batch, size, Patience::Waits) == Filled::Some
            }
        }
    }
}

/// What was written so far.
#[derive(Debug)]
pub(crate) struct Written {
    pub(crate) out: Output,
    progress: Progress,
    tally: Tally,
}

impl Written {
    pub(crate) fn new(out: Output) -> Written {
        Written { progress: Progress::new(&out), out, tally: Tally::default() }
    }

    /// These answers have been written. What is known goes out before the next read, which may wait
    /// for a slow pipe.
    pub(crate) fn note(&mut self, tally: &Tally, position: Position) -> io::Result<()> {
        self.tally += tally;
        self.progress.advance(self.tally.answers, position);
        self.out.flush()
    }

    /// Says what there is to say at the end, and how the answers add up.
    pub(crate) fn finish(mut self) -> io::Result<Tally> {
        self.out.flush()?;
        self.progress.finish();
        if self.tally.unreadable > 0 {
            let Tally { answers, unreadable, .. } = self.tally;
            tell(&format!("veridoku: {unreadable} of {answers} inputs could not be answered"));
        }
        Ok(self.tally)
    }
}

impl Sink<Answered> for Written {
    type Error = io::Error;

    fn write(&mut self, answered: &mut Answered) -> io::Result<()> {
        self.out.write_text(&answered.text)?;
        self.note(&answered.tally, answered.position)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn room_grows_with_threads_no_more_than_it_must() {
        let rooms = [1, 2, 4, 8, 10, 16, 128].map(|threads| room(Appetite::Small, threads));
        assert_eq!(rooms, [32, 64, 128, 128, 128, 128, 512]);
    }
}
