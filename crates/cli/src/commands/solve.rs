//! `veridoku solve`: finds the unique solution, or all solutions.

use crate::args::{self, DeviceArg};
use crate::device::SolveDevice;
use crate::driver::{self, Chunk, ChunkQueue, ParallelJob, PuzzleJob, RequestedStyle, RunSummary};
use crate::entry::{Batch, EntryRef};
use crate::output::{ExitOutcome, OutputStyle, OutputText, message, write_json};
use std::io::{self, Write};
use std::time::Instant;
use veridoku_api::render::grid::{self, GridView};
use veridoku_api::solutions::SolutionRow;
use veridoku_api::solve::{Options, Report, verdict};
use veridoku_api::{DEFAULT_NODES, Version, count};
use veridoku_core::batch::{BatchPace, BatchSource, EngineChoice, EnginePolicy, PuzzleBatch, STREAM_BATCH};
use veridoku_core::solve::{self, End, Limits, SearchResult, Solutions};
use veridoku_core::{Cell, CellSet, Grid, Puzzle, Status, Verdict};
use veridoku_formats::{Format, Record};

/// The limits of each search.
const LIMITS: Limits = Limits::UNIQUE.with_nodes(DEFAULT_NODES);

pub(crate) fn run(args: args::SolveArgs) -> anyhow::Result<ExitOutcome> {
    let options = args.options;
    // Checked here, because clap's conflict rules would also reject `--device cpu`.
    anyhow::ensure!(
        args.device == DeviceArg::Cpu || !args.all && options.engine.is_none() && options.budget.is_none(),
        "--device gpu cannot be combined with --all, --engine or --budget"
    );
    let requested_style = RequestedStyle::from(&args.report);
    if args.all {
        let budget = options.budget.unwrap_or(count::DEFAULT_NODES);
        return driver::run(&args.input, requested_style, &AllSolutionsJob { limit: args.limit, budget });
    }
    let device = SolveDevice::open(args.device, LIMITS, args.run.threads.threads)?;
    driver::run_parallel(&args.input, requested_style, &args.run, &UniqueSolutionJob { options, device })
}

/// Finds the solution and proves that it is unique.
#[derive(Debug, Default)]
pub(crate) struct UniqueSolutionJob {
    options: Options,
    device: SolveDevice,
}

impl PuzzleJob for UniqueSolutionJob {
    fn answer(
        &self,
        record: &Record,
        _format: Option<&'static Format>,
        style: OutputStyle,
        out: &mut dyn Write,
    ) -> io::Result<ExitOutcome> {
        let puzzle = &record.puzzle;
        let verdict = if self.allows_any_engine() {
            EnginePolicy::new(LIMITS, &BatchPace::new(STREAM_BATCH)).search(puzzle)
        } else {
            verdict(puzzle, &self.options).map_err(io::Error::other)?
        };
        write_verdict(puzzle, &verdict, style, out)
    }
}

impl ParallelJob for UniqueSolutionJob {
    type Scratch = ();

    fn has_one_line_per_answer(&self, requested_style: RequestedStyle) -> bool {
        matches!(requested_style, RequestedStyle::Json | RequestedStyle::Line)
    }

    fn max_batch(&self) -> usize {
        self.device.max_batch()
    }

    fn work(&self, style: OutputStyle, pace: &BatchPace, queue: &mut ChunkQueue<'_>) {
        if !self.allows_any_engine() {
            return driver::work_one_by_one(self, style, pace, queue);
        }
        let mut bulk = EnginePolicy::bulk_solver();
        let mut worker = SolveWorker {
            job: self,
            style,
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
            match (worker.policy.choose(chunk.batch.len(), 0), &self.device) {
                (EngineChoice::Single, _) => worker.finish(number, chunk, &[]),
                (EngineChoice::Bulk, SolveDevice::Cpu) => {
                    worker.first = Some((number, chunk));
                    worker.streamed = 0;
                    bulk.stream(&mut worker, LIMITS);
                }
                (EngineChoice::Bulk, SolveDevice::Gpu(service)) => {
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
    job: &'w UniqueSolutionJob,
    style: OutputStyle,
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
    /// stream.
    fn next_for_bulk(&mut self) -> Option<(u64, Chunk)> {
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
                EntryRef::Other(_) => match (item.record(), answer) {
                    (Ok(record), Some(answer)) => {
                        let verdict = self.policy.verdict(&record.puzzle, answer);
                        write_verdict(&record.puzzle, &verdict, self.style, out)?
                    }
                    _ => driver::answer(item, self.style, self.job, out)?,
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
        let verdict = match answer {
            Some(answer) => self.policy.verdict(&puzzle, answer),
            None => self.policy.search(&puzzle),
        };
        if self.style == OutputStyle::Line {
            out.push_verdict(&verdict);
            return Ok(outcome(&verdict));
        }
        write_verdict(&puzzle, &verdict, self.style, out)
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

impl UniqueSolutionJob {
    /// Reports whether the engine can be chosen freely. It cannot with `--engine`, or with `--budget`, which
    /// limits the guesses of the single engine.
    fn allows_any_engine(&self) -> bool {
        self.options.engine.is_none() && self.options.budget.is_none()
    }
}

fn outcome(verdict: &Verdict) -> ExitOutcome {
    if verdict.status() == Status::Unique { ExitOutcome::Success } else { ExitOutcome::Negative }
}

fn write_verdict(
    puzzle: &Puzzle,
    verdict: &Verdict,
    style: OutputStyle,
    out: &mut dyn Write,
) -> io::Result<ExitOutcome> {
    match style {
        OutputStyle::Json => write_json(out, &Report::new(puzzle, verdict))?,
        OutputStyle::Line | OutputStyle::LabelledLine => writeln!(out, "{verdict}")?,
        OutputStyle::Picture => draw(puzzle, verdict, out)?,
    }
    Ok(outcome(verdict))
}

fn draw(puzzle: &Puzzle, verdict: &Verdict, out: &mut dyn Write) -> io::Result<()> {
    let view = |title, grid, highlighted| GridView { title, grid, givens: puzzle.givens(), highlighted };
    let drawn = match verdict {
        Verdict::Unique(solution) => grid::side_by_side(&[
            view("puzzle", puzzle.values(), CellSet::EMPTY),
            view("solution", solution, CellSet::EMPTY),
        ]),
        Verdict::Multiple(first, second) => grid::side_by_side(&[
            view("puzzle", puzzle.values(), CellSet::EMPTY),
            view("one solution", first, verdict.cells()),
            view("another solution", second, verdict.cells()),
        ]),
        _ => grid::side_by_side(&[view("puzzle", puzzle.values(), verdict.cells())]),
    };
    out.write_all(drawn.as_bytes())?;
    match verdict {
        Verdict::Unique(solution) => writeln!(out, "one solution: {solution}"),
        _ => writeln!(out, "{verdict}"),
    }
}

/// Prints every solution as it is found.
#[derive(Debug)]
struct AllSolutionsJob {
    limit: u64,
    budget: u64,
}

impl PuzzleJob for AllSolutionsJob {
    fn answer(
        &self,
        record: &Record,
        _format: Option<&'static Format>,
        style: OutputStyle,
        out: &mut dyn Write,
    ) -> io::Result<ExitOutcome> {
        let mut solutions = solve::solutions(&record.puzzle).with_node_budget(self.budget);
        let mut number = 0;
        while number < self.limit
            && let Some(solution) = solutions.next()
        {
            number += 1;
            match style {
                OutputStyle::Json => write_json(out, &row(&record.puzzle, &solutions, number, &solution))?,
                OutputStyle::Line | OutputStyle::LabelledLine => writeln!(out, "{solution}")?,
                OutputStyle::Picture => draw_solution(&record.puzzle, number, &solution, out)?,
            }
            // Flush the first solutions immediately, and later ones in groups.
            if number < 64 || number % 64 == 0 {
                out.flush()?;
            }
        }
        out.flush()?;
        match solutions.end() {
            None => {
                message(&format!("veridoku: stopped at the limit of {number} solutions; there may be more"));
            }
            Some(End::NodeBudget) => {
                message(&format!(
                    "veridoku: stopped at the budget of {} guesses; there may be more",
                    self.budget
                ));
            }
            Some(_) => {}
        }
        let verdict = match (number, solutions.end()) {
            (1.., _) => return Ok(ExitOutcome::Success),
            (0, Some(End::Complete)) => Verdict::unsolvable(&record.puzzle),
            (0, _) => Verdict::Undecided { budget: self.budget, solution: None },
        };
        match style {
            OutputStyle::Json => write_json(out, &Report::new(&record.puzzle, &verdict))?,
            OutputStyle::Line | OutputStyle::LabelledLine => writeln!(out, "{verdict}")?,
            OutputStyle::Picture => draw(&record.puzzle, &verdict, out)?,
        }
        Ok(ExitOutcome::Negative)
    }
}

/// Returns the JSON row for a solution. To determine whether the first solution is the only one, this
/// advances a copy of the search; the search itself must not advance.
fn row(puzzle: &Puzzle, solutions: &Solutions, number: u64, solution: &Grid) -> SolutionRow {
    let status = if number > 1 {
        Status::Multiple
    } else {
        let mut ahead = solutions.clone();
        match (ahead.next(), ahead.end()) {
            (None, Some(End::NodeBudget)) => Status::Undecided,
            (None, _) => Status::Unique,
            _ => Status::Multiple,
        }
    };
    SolutionRow {
        version: Version,
        puzzle: puzzle.to_string(),
        status,
        number,
        solution: solution.to_string(),
    }
}

fn draw_solution(puzzle: &Puzzle, number: u64, solution: &Grid, out: &mut dyn Write) -> io::Result<()> {
    let title = format!("solution {number}");
    let view = |title, grid| GridView { title, grid, givens: puzzle.givens(), highlighted: CellSet::EMPTY };
    let drawn = grid::side_by_side(&[view("puzzle", puzzle.values()), view(&title, solution)]);
    out.write_all(drawn.as_bytes())
}
