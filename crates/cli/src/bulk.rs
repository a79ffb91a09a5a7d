//! Batches through the bulk engine, which never runs dry between them.
//!
//! ```text
//!   Post ─ take ─▶ Taken ─ its grids ─▶ batch::Solver ─ answers ─▶ text of Taken ─ hand in ─▶ Post
//!                    └──── the rest waits here ────────────────────────▲
//! ```
//!
//! The engine asks for the next batch while puzzles of the last ones are still at work. Batches can be
//! small therefore, and stay in the cache from the first byte read to the last one written.

use crate::device::Device;
use crate::engines::{Engines, LastWord};
use crate::entry::Batch;
use crate::gate::Patience;
use crate::job::{SharedJob, Tally, answer_taken, finish_taken};
use crate::output::{Style, Text};
use crate::pace::FEWEST;
use crate::post::{Answered, Post, Taken};
use std::io;
use std::time::Instant;
use veridoku_core::Grid;
use veridoku_core::batch::{Answer, BatchSource, PuzzleBatch};
use veridoku_core::solve::Limits;

/// The puzzles of a batch.
const MOST: usize = 2048;

/// A job that the bulk engine can do.
pub(crate) trait BulkJob: SharedJob {
    /// The limits of the search.
    const LIMITS: Limits;

    /// Writes what the answers of the engine say about the puzzles of a batch.
    fn write_answers(
        &self,
        batch: &Batch,
        answers: &[Answer],
        last_word: &mut LastWord<'_>,
        style: Style,
        out: &mut Text,
    ) -> io::Result<Tally>;

    /// Writes what the engine for one puzzle says about the puzzles of a batch.
    fn write_alone(
        &self,
        batch: &Batch,
        last_word: &mut LastWord<'_>,
        style: Style,
        out: &mut Text,
    ) -> io::Result<Tally>;
}

/// Answers a batch, and all that follow without delay, as long as they suit the bulk engine.
pub(crate) fn work<J: BulkJob>(
    first: Taken<'_>,
    job: &J,
    style: Style,
    engines: &mut Engines,
    post: &Post,
) -> io::Result<()> {
    let (bulk, last_word) = engines.all(J::LIMITS);
    let mut belt = Belt {
        job,
        style,
        post,
        last_word,
        first: Some(first),
        since: Instant::now(),
        taken: 0,
        open: Vec::new(),
        result: Ok(()),
    };
    bulk.stream(&mut belt, J::LIMITS);
    belt.result
}

/// Answers a batch by the engine for one puzzle.
pub(crate) fn work_alone<J: BulkJob>(
    taken: Taken<'_>,
    job: &J,
    style: Style,
    engines: &mut Engines,
    post: &Post,
) -> io::Result<()> {
    let (_, mut last_word) = engines.all(J::LIMITS);
    finish_taken(taken, post, |batch, text| {
        let tally = job.write_alone(batch, &mut last_word, style, text)?;
        last_word.note(batch.len());
        Ok(tally)
    })
}

/// Answers a batch on a device that takes large ones.
pub(crate) fn work_on<J: BulkJob>(
    device: &Device,
    mut taken: Taken<'_>,
    job: &J,
    style: Style,
    engines: &mut Engines,
    post: &Post,
) -> io::Result<()> {
    let start = Instant::now();
    let (bulk, mut last_word) = engines.all(J::LIMITS);
    let Answered { batch, text, tally, .. } = &mut taken.answered;
    let mut answers = post.answers();
    let mut grids = batch.lend_grids();
    let solved = device.solve(bulk, &mut grids, J::LIMITS, &mut answers);
    let puzzles = grids.len();
    batch.give_back(grids);
    solved.map_err(io::Error::other)?;
    *text = post.text();
    *tally = job.write_answers(batch, &answers, &mut last_word, style, text)?;
    post.give_back(answers);
    taken.hand_in()?;
    post.note(puzzles, start.elapsed());
    Ok(())
}

/// What runs to the engine and back.
struct Belt<'w, J> {
    job: &'w J,
    style: Style,
    post: &'w Post,
    last_word: LastWord<'w>,
    first: Option<Taken<'w>>,
    /// When the last batch was handed in, or the first one taken.
    since: Instant,
    /// The number of batches that went to the engine.
    taken: usize,
    /// Batches at the engine, with their numbers.
    open: Vec<(usize, Taken<'w>)>,
    result: io::Result<()>,
}

impl<'w, J: BulkJob> Belt<'w, J> {
    /// The next batch that is worth while; those that are not are answered on the way. Nothing as well when puzzles have become so
    /// slow that they are better answered one by one.
    fn next_large(&mut self) -> Option<Taken<'w>> {
        if self.first.is_some() {
            // In any case: whoever handed it over does not answer it.
            return self.first.take();
        }
        loop {
            if self.result.is_err() || self.last_word.shall_be_first() || self.post.is_very_slow() {
                return None;
            }
            let taken = self.post.take(MOST, Patience::Hurries)?;
            if taken.answered.batch.len() >= FEWEST {
                return Some(taken);
            }
            self.result = answer_taken(taken, self.style, self.job, self.post);
        }
    }

    /// Writes the answers to a batch, notes the time since the one before, and hands it in.
    fn finish(&mut self, mut taken: Taken<'w>, answers: &[Answer]) -> io::Result<()> {
        let Answered { batch, text, tally, .. } = &mut taken.answered;
        *text = self.post.text();
        *tally = self.job.write_answers(batch, answers, &mut self.last_word, self.style, text)?;
        self.last_word.note(batch.len());
        self.post.note(batch.len(), self.since.elapsed());
        let handed_in = taken.hand_in();
        // Who reads the answers slowly does not make puzzles slow.
        self.since = Instant::now();
        handed_in
    }
}

impl<J: BulkJob> BatchSource<'static, Grid> for Belt<'_, J> {
    fn next(&mut self) -> Option<PuzzleBatch<'static, Grid>> {
        let mut taken = self.next_large()?;
        let grids = taken.answered.batch.lend_grids();
        self.open.push((self.taken, taken));
        self.taken += 1;
        Some(PuzzleBatch::owned(grids, self.post.answers()))
    }

    fn done(&mut self, number: usize, portion: PuzzleBatch<'static, Grid>) {
        let Some(place) = self.open.iter().position(|(open, _)| *open == number) else { return };
        let (_, mut taken) = self.open.swap_remove(place);
        let (grids, answers) = portion.into_vecs();
        taken.answered.batch.give_back(grids);
        if self.result.is_ok() {
            self.result = self.finish(taken, &answers);
        }
        self.post.give_back(answers);
    }
}
