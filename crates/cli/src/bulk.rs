//! Streams batches through the bulk engine, so that it always has work.
//!
//! ```text
//!   Dispatcher ─ claim ─▶ ClaimedBatch ─ grids ─▶ batch::Solver ─ answers ─▶ text ─ submit ─▶ Dispatcher
//!                              └────── the batch waits here ──────────────────▲
//! ```
//!
//! The engine requests the next batch while puzzles of earlier batches are still being solved. Batches can
//! therefore be small enough to stay in the cache from reading to writing.

use crate::batch_size::MIN_BULK;
use crate::device::SolveDevice;
use crate::dispatch::{BatchInProgress, ClaimedBatch, Dispatcher};
use crate::engines::{ThreadEngines, VerdictResolver};
use crate::entry::Batch;
use crate::job::{ParallelJob, RunSummary, answer_claimed, finish_claimed};
use crate::output::{OutputStyle, OutputText};
use crate::shared_slot::Blocking;
use std::io;
use std::time::Instant;
use veridoku_core::Grid;
use veridoku_core::batch::{BatchSource, PuzzleBatch};
use veridoku_core::solve::{Limits, SearchResult};

/// The maximum size of each batch after the first one of a stream.
const MAX_STREAMED_BATCH: usize = 2048;

/// A job that can use the bulk engine.
pub(crate) trait BulkJob: ParallelJob {
    /// The limits of each search.
    const LIMITS: Limits;

    /// Writes the bulk engine's answers for the puzzles of a batch.
    fn write_answers(
        &self,
        batch: &Batch,
        answers: &[SearchResult],
        resolver: &mut VerdictResolver<'_>,
        style: OutputStyle,
        out: &mut OutputText,
    ) -> io::Result<RunSummary>;

    /// Solves the puzzles of a batch with the single engine and writes the answers.
    fn write_single(
        &self,
        batch: &Batch,
        resolver: &mut VerdictResolver<'_>,
        style: OutputStyle,
        out: &mut OutputText,
    ) -> io::Result<RunSummary>;
}

/// Answers a batch, then continues with further batches as long as they can be claimed without blocking and
/// suit the bulk engine.
pub(crate) fn solve_stream<J: BulkJob>(
    first: ClaimedBatch<'_>,
    job: &J,
    style: OutputStyle,
    engines: &mut ThreadEngines,
    dispatcher: &Dispatcher,
) -> io::Result<()> {
    let (bulk, resolver) = engines.all(J::LIMITS);
    let mut stream = BulkStream {
        job,
        style,
        dispatcher,
        resolver,
        first: Some(first),
        since: Instant::now(),
        claimed: 0,
        open: Vec::new(),
        result: Ok(()),
    };
    bulk.stream(&mut stream, J::LIMITS);
    stream.result
}

/// Answers a batch with the single engine.
pub(crate) fn solve_with_single<J: BulkJob>(
    claimed: ClaimedBatch<'_>,
    job: &J,
    style: OutputStyle,
    engines: &mut ThreadEngines,
    dispatcher: &Dispatcher,
) -> io::Result<()> {
    let (_, mut resolver) = engines.all(J::LIMITS);
    finish_claimed(claimed, dispatcher, |batch, text| {
        let summary = job.write_single(batch, &mut resolver, style, text)?;
        resolver.record(batch.len());
        Ok(summary)
    })
}

/// Answers a batch on a device that prefers large batches.
pub(crate) fn solve_on_device<J: BulkJob>(
    device: &SolveDevice,
    mut claimed: ClaimedBatch<'_>,
    job: &J,
    style: OutputStyle,
    engines: &mut ThreadEngines,
    dispatcher: &Dispatcher,
) -> io::Result<()> {
    let start = Instant::now();
    let (bulk, mut resolver) = engines.all(J::LIMITS);
    let BatchInProgress { batch, text, summary, .. } = &mut claimed.in_progress;
    let mut answers = dispatcher.answers();
    let mut grids = batch.take_grids();
    let solved = device.solve(bulk, &mut grids, J::LIMITS, &mut answers);
    let puzzles = grids.len();
    batch.restore_grids(grids);
    solved.map_err(io::Error::other)?;
    *text = dispatcher.text();
    *summary = job.write_answers(batch, &answers, &mut resolver, style, text)?;
    dispatcher.recycle_answers(answers);
    claimed.submit()?;
    dispatcher.record(puzzles, start.elapsed());
    Ok(())
}

/// The stream of batches through the bulk engine.
struct BulkStream<'w, J> {
    job: &'w J,
    style: OutputStyle,
    dispatcher: &'w Dispatcher,
    resolver: VerdictResolver<'w>,
    first: Option<ClaimedBatch<'w>>,
    /// The time when the last batch was submitted, or when the stream was created if none has been submitted.
    since: Instant,
    /// The number of batches that were passed to the engine.
    claimed: usize,
    /// The batches in the engine, with their numbers.
    open: Vec<(usize, ClaimedBatch<'w>)>,
    result: io::Result<()>,
}

impl<'w, J: BulkJob> BulkStream<'w, J> {
    /// Claims the next batch that is large enough for the bulk engine, and answers smaller batches itself.
    /// Returns `None` if no batch is available, if the following puzzles are better solved one by one, or
    /// after an error.
    fn next_large(&mut self) -> Option<ClaimedBatch<'w>> {
        if self.first.is_some() {
            // The first batch goes to the bulk engine whatever its size, because the caller expects this.
            return self.first.take();
        }
        loop {
            if self.result.is_err()
                || self.resolver.prefers_single()
                || self.dispatcher.is_too_slow_for_bulk()
            {
                return None;
            }
            let claimed = self.dispatcher.claim(MAX_STREAMED_BATCH, Blocking::DontWait)?;
            if claimed.in_progress.batch.len() >= MIN_BULK {
                return Some(claimed);
            }
            self.result = answer_claimed(claimed, self.style, self.job, self.dispatcher);
        }
    }

    /// Writes and submits the answers to a batch, and records the time since the previous batch.
    fn finish(&mut self, mut claimed: ClaimedBatch<'w>, answers: &[SearchResult]) -> io::Result<()> {
        let BatchInProgress { batch, text, summary, .. } = &mut claimed.in_progress;
        *text = self.dispatcher.text();
        *summary = self.job.write_answers(batch, answers, &mut self.resolver, self.style, text)?;
        self.resolver.record(batch.len());
        self.dispatcher.record(batch.len(), self.since.elapsed());
        let submitted = claimed.submit();
        // Exclude the time for writing, so that a slow reader does not make the puzzles look slow.
        self.since = Instant::now();
        submitted
    }
}

impl<J: BulkJob> BatchSource<'static, Grid> for BulkStream<'_, J> {
    fn next(&mut self) -> Option<PuzzleBatch<'static, Grid>> {
        let mut claimed = self.next_large()?;
        let grids = claimed.in_progress.batch.take_grids();
        self.open.push((self.claimed, claimed));
        self.claimed += 1;
        Some(PuzzleBatch::owned(grids, self.dispatcher.answers()))
    }

    fn done(&mut self, number: usize, portion: PuzzleBatch<'static, Grid>) {
        let Some(place) = self.open.iter().position(|(open, _)| *open == number) else { return };
        let (_, mut claimed) = self.open.swap_remove(place);
        let (grids, answers) = portion.into_vecs();
        claimed.in_progress.batch.restore_grids(grids);
        if self.result.is_ok() {
            self.result = self.finish(claimed, &answers);
        }
        self.dispatcher.recycle_answers(answers);
    }
}
