//! `veridoku solve`: finds the unique solution, or all solutions.

use super::operation::OperationArgs;
use crate::args::{DeviceArg, DrawWhen};
use crate::device::OpeningService;
use crate::driver::{BulkJob, Chunk, ChunkQueue, Job, RequestedStyle};
use crate::entry::{Batch, EntryRef};
use crate::output::{ExitOutcome, OutputStyle, OutputText, RunSummary, write_error};
use crate::run::run_job;
use crate::text_width::TextWidth;
use clap::Args;
use clap::builder::RangedU64ValueParser;
use std::io;
use std::time::Instant;
use veridoku_api::DEFAULT_NODES;
use veridoku_api::solutions::{self, Solutions};
use veridoku_api::solve::{Solve, outcome, write_verdict};
use veridoku_core::batch::{
    BatchPace, BatchSource, EngineChoice, EnginePolicy, GPU_BATCH, PuzzleBatch, STREAM_BATCH,
};
use veridoku_core::solve::{Limits, SearchResult};
use veridoku_core::{Cell, Grid, Puzzle, Verdict};
use veridoku_formats::Record;

/// The limits of each search.
const LIMITS: Limits = Limits::UNIQUE.with_nodes(DEFAULT_NODES);

#[derive(Debug, Args)]
pub(crate) struct SolveArgs {
    /// Print all solutions, up to --limit
    #[arg(long, conflicts_with = "output")]
    all: bool,

    /// With --all, maximum number of solutions per puzzle
    #[arg(long, value_name = "N", default_value_t = solutions::DEFAULT_LIMIT, requires = "all")]
    #[arg(value_parser = RangedU64ValueParser::<usize>::new().range(1..))]
    limit: usize,

    #[command(flatten)]
    operation: OperationArgs<Solve>,

    /// Device that solves large batches
    #[arg(long, value_name = "DEVICE", default_value = "cpu", display_order = 0)]
    #[arg(help_heading = "Performance options")]
    device: DeviceArg,
}

pub(crate) fn run(args: SolveArgs) -> anyhow::Result<ExitOutcome> {
    let OperationArgs { input, options, run, style } = args.operation;
    let allows_any_engine = options.engine.is_none() && options.budget.is_none();
    // Checked here, because clap's conflict rules would also reject `--device cpu`.
    anyhow::ensure!(
        args.device == DeviceArg::Cpu || !args.all && allows_any_engine,
        "--device gpu cannot be combined with --all, --engine or --budget"
    );
    if args.all {
        let options = solutions::Options { limit: Some(args.limit), budget: options.budget };
        // Separates the solutions of several puzzles.
        let style = match style {
            RequestedStyle::Auto => RequestedStyle::Labelled(DrawWhen::Auto),
            RequestedStyle::Line => RequestedStyle::Labelled(DrawWhen::Never),
            style => style,
        };
        return OperationArgs::<Solutions> { input, options, run, style }.run();
    }
    // `--budget` limits the guesses of the single engine.
    if !allows_any_engine {
        return OperationArgs::<Solve> { input, options, run, style }.run();
    }
    let gpu = match args.device {
        DeviceArg::Cpu => None,
        DeviceArg::Gpu => Some(OpeningService::open(run.threads.count(), LIMITS)?),
    };
    let job = SolveJob { gpu, width: run.line_width() };
    let outcome = run_job(&input, style, &run, Job::Bulk(&job))?;
    // If the GPUs cannot be used, say so even if there was too little input for them.
    job.gpu.map_or(Ok(()), OpeningService::finish)?;
    Ok(outcome)
}

/// Finds the solution and proves that it is unique, with the engine that is fastest for a batch.
#[derive(Debug)]
struct SolveJob {
    /// Solves large batches, for all threads, once the GPUs are open; until then, the CPU solves them. Each
    /// thread waits for the answers to its own batch. All engines give the same verdicts.
    gpu: Option<OpeningService>,
    width: TextWidth,
}

impl BulkJob for SolveJob {
    fn max_batch(&self) -> usize {
        if self.gpu.is_some() { GPU_BATCH } else { STREAM_BATCH }
    }

    fn work(&self, style: OutputStyle, pace: &BatchPace, queue: &mut ChunkQueue<'_>) {
        let mut bulk = EnginePolicy::bulk_solver();
        let mut worker = SolveWorker {
            style,
            width: self.width,
            gpu: self.gpu.as_ref(),
            policy: EnginePolicy::new(LIMITS, pace),
            queue,
            first: None,
            open: Vec::new(),
            streamed: 0,
            since: Instant::now(),
            spare: Vec::new(),
        };
        while let Some((number, mut chunk)) = worker.queue.take() {
            worker.since = Instant::now();
            chunk.batch.parse();
            let opened = self.gpu.as_ref().and_then(OpeningService::get);
            match (worker.policy.choose(chunk.batch.len(), 0), opened) {
                (EngineChoice::Single, _) => worker.finish(number, chunk, &[]),
                (EngineChoice::Bulk, None) => {
                    worker.first = Some((number, chunk));
                    worker.streamed = 0;
                    bulk.stream(&mut worker, LIMITS);
                }
                (EngineChoice::Bulk, Some(Err(error))) => {
                    worker.queue.submit(number, Err(io::Error::other(error)));
                }
                (EngineChoice::Bulk, Some(Ok(service))) => {
                    match service.solve(chunk.batch.take_grids(), worker.spare.pop().unwrap_or_default()) {
                        Ok((grids, answers)) => {
                            chunk.batch.restore_grids(grids);
                            worker.finish(number, chunk, &answers);
                            worker.spare.push(answers);
                        }
                        Err(error) => worker.queue.submit(number, Err(io::Error::other(error))),
                    }
                }
            }
        }
    }
}

/// A worker that answers chunks, and feeds those for the bulk engine to it as a stream.
///
/// ```text
///   queue ─▶ chunk ─ grids ─▶ batch::Solver ─ answers ─▶ text ─▶ queue
///              └────── waits in `open` ──────────▲
/// ```
///
/// The engine requests the next batch while puzzles of earlier batches are still being solved, so that it
/// always has work. Chunks can therefore be small enough to stay in the cache from reading to writing.
struct SolveWorker<'w, 'q> {
    style: OutputStyle,
    width: TextWidth,
    /// The GPUs that take over from the bulk engine when they are open.
    gpu: Option<&'w OpeningService>,
    policy: EnginePolicy<'w>,
    queue: &'w mut ChunkQueue<'q>,
    /// The first chunk of a stream.
    first: Option<(u64, Chunk)>,
    /// The chunks in the engine: the index in the stream, the number in the queue, and the chunk.
    open: Vec<(usize, u64, Chunk)>,
    /// The number of chunks that were passed to the engine in this stream.
    streamed: usize,
    /// The time when the last chunk was submitted, without the time that was spent waiting since then.
    since: Instant,
    /// Memory for answers.
    spare: Vec<Vec<SearchResult>>,
}

impl SolveWorker<'_, '_> {
    /// Returns the next chunk for the bulk engine, if it arrives soon. A chunk for the single engine ends the
    /// stream, and so do GPUs that are open.
    fn next_for_bulk(&mut self) -> Option<(u64, Chunk)> {
        if self.streamed > 0 && self.gpu.is_some_and(|gpu| gpu.get().is_some()) {
            return None;
        }
        let waiting = Instant::now();
        let (number, mut chunk) = self.first.take().or_else(|| self.queue.try_take())?;
        self.since += waiting.elapsed();
        chunk.batch.parse();
        if self.streamed > 0 && self.policy.choose(chunk.batch.len(), self.open.len()) == EngineChoice::Single
        {
            self.finish(number, chunk, &[]);
            return None;
        }
        Some((number, chunk))
    }

    /// Writes the answers to a chunk and submits it. Without answers, the single engine solves the puzzles.
    fn finish(&mut self, number: u64, mut chunk: Chunk, answers: &[SearchResult]) {
        let summary = self.write_answers(&chunk.batch, answers, &mut chunk.text);
        self.policy.record(chunk.batch.len(), self.since.elapsed());
        self.queue.submit(number, chunk.answered(summary));
        self.since = Instant::now();
    }

    fn write_answers(
        &mut self,
        batch: &Batch,
        answers: &[SearchResult],
        out: &mut OutputText,
    ) -> io::Result<RunSummary> {
        let mut summary = RunSummary::default();
        out.reserve((Cell::COUNT + 1) * batch.len());
        if let Some(grids) = batch.plain_grids() {
            for (position, grid) in grids.iter().enumerate() {
                summary.add(self.write_plain(grid, answers.get(position), out)?);
            }
            return Ok(summary);
        }
        for (position, item) in batch.iter().enumerate() {
            let answer = answers.get(position).filter(|_| item.is_grid());
            summary.add(match item {
                EntryRef::Plain(grid, _) => self.write_plain(grid, answer, out)?,
                EntryRef::Other(_) => match item.record() {
                    Ok(record) => {
                        let verdict = self.verdict(&record.puzzle, answer);
                        write_verdict(&record, &verdict, self.style, self.width, out)?
                    }
                    Err(error) => write_error(out, self.style, error)?,
                },
            });
        }
        Ok(summary)
    }

    /// Writes the answer to a plain line.
    fn write_plain(
        &mut self,
        grid: &Grid,
        answer: Option<&SearchResult>,
        out: &mut OutputText,
    ) -> io::Result<ExitOutcome> {
        if self.style == OutputStyle::Line
            && let Some(solution) = answer.and_then(SearchResult::unique)
        {
            out.push_solution(solution);
            return Ok(ExitOutcome::Success);
        }
        let puzzle = Puzzle::from(*grid);
        let verdict = self.verdict(&puzzle, answer);
        if self.style == OutputStyle::Line {
            out.push_verdict(&verdict);
            return Ok(outcome(&verdict));
        }
        write_verdict(&Record::from(puzzle), &verdict, self.style, self.width, out)
    }

    /// Returns the verdict on a puzzle, given the answer of the bulk engine if there is one.
    fn verdict(&mut self, puzzle: &Puzzle, answer: Option<&SearchResult>) -> Verdict {
        match answer {
            Some(answer) => self.policy.verdict(puzzle, answer),
            None => self.policy.search(puzzle),
        }
    }
}

impl BatchSource<'static, Grid> for SolveWorker<'_, '_> {
    fn next(&mut self) -> Option<PuzzleBatch<'static, Grid>> {
        let (number, mut chunk) = self.next_for_bulk()?;
        let grids = chunk.batch.take_grids();
        self.open.push((self.streamed, number, chunk));
        self.streamed += 1;
        Some(PuzzleBatch::owned(grids, self.spare.pop().unwrap_or_default()))
    }

    fn done(&mut self, index: usize, batch: PuzzleBatch<'static, Grid>) {
        let Some(place) = self.open.iter().position(|(open, ..)| *open == index) else { return };
        let (_, number, mut chunk) = self.open.swap_remove(place);
        let (grids, answers) = batch.into_vecs();
        chunk.batch.restore_grids(grids);
        self.finish(number, chunk, &answers);
        self.spare.push(answers);
    }
}
