//! `veridoku solve`: finds the unique solution, or all solutions.

use crate::args;
use crate::bulk;
use crate::device::{BatchScale, SolveDevice};
use crate::dispatch::Dispatcher;
use crate::driver::{self, RequestedStyle};
use crate::engines::{ThreadEngines, VerdictResolver, retry_in_bulk};
use crate::entry::{Batch, EntryRef};
use crate::job::{self, ParallelJob, PuzzleJob, RunSummary};
use crate::output::{ExitOutcome, OutputStyle, OutputText, message, write_json};
use crate::shared_slot::Blocking;
use std::io::{self, Write};
use veridoku_api::render::grid::{self, GridView};
use veridoku_api::solutions::SolutionRow;
use veridoku_api::solve::{Options, Report, verdict};
use veridoku_api::{DEFAULT_NODES, Version, count};
use veridoku_core::solve::{self, End, Limits, SearchResult, Solutions};
use veridoku_core::{Cell, CellSet, Grid, Puzzle, Status, Verdict};
use veridoku_formats::{Format, Record};

pub(crate) fn run(options: &args::SolveArgs) -> anyhow::Result<ExitOutcome> {
    // Checked here, because clap's conflict rules would also reject `--device cpu`.
    anyhow::ensure!(
        options.device == args::DeviceArg::Cpu
            || !options.all && options.engine.is_none() && options.budget.is_none(),
        "--device gpu cannot be combined with --all, --engine or --budget"
    );
    let requested_style = RequestedStyle::from(&options.report);
    if options.all {
        let budget = options.budget.unwrap_or(count::DEFAULT_NODES);
        return driver::run(
            &options.input,
            requested_style,
            &AllSolutionsJob { limit: options.limit, budget },
        );
    }
    let engine = options.engine.map(|algorithm| algorithm.name.to_string());
    let device = SolveDevice::open(
        options.device,
        <UniqueSolutionJob as bulk::BulkJob>::LIMITS,
        options.run.threads.threads,
    )?;
    let job = UniqueSolutionJob { options: Options { engine, budget: options.budget }, device };
    driver::run_parallel(&options.input, requested_style, &options.run, &job)
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
        let verdict = verdict(puzzle, &self.options).map_err(io::Error::other)?;
        let second = match verdict {
            Verdict::Undecided { .. } if self.allows_any_engine() => retry_in_bulk(puzzle),
            _ => None,
        };
        write_verdict(puzzle, &second.unwrap_or(verdict), style, out)
    }
}

impl ParallelJob for UniqueSolutionJob {
    type Scratch = ThreadEngines;

    fn has_one_line_per_answer(&self, requested_style: RequestedStyle) -> bool {
        matches!(requested_style, RequestedStyle::Json | RequestedStyle::Line)
    }

    fn batch_scale(&self) -> BatchScale {
        self.device.batch_scale()
    }

    fn work(
        &self,
        style: OutputStyle,
        engines: &mut ThreadEngines,
        dispatcher: &Dispatcher,
    ) -> io::Result<()> {
        while let Some(claimed) = dispatcher.claim(usize::MAX, Blocking::Wait) {
            let puzzles = claimed.in_progress.batch.len();
            if !self.allows_any_engine() || !dispatcher.suits_bulk(puzzles) {
                job::answer_claimed(claimed, style, self, dispatcher)?;
            } else if self.batch_scale() == BatchScale::Large {
                bulk::solve_on_device(&self.device, claimed, self, style, engines, dispatcher)?;
            } else if engines.prefers_single() {
                bulk::solve_with_single(claimed, self, style, engines, dispatcher)?;
            } else {
                bulk::solve_stream(claimed, self, style, engines, dispatcher)?;
            }
        }
        Ok(())
    }
}

impl bulk::BulkJob for UniqueSolutionJob {
    const LIMITS: Limits = Limits::UNIQUE.with_nodes(DEFAULT_NODES);

    fn write_answers(
        &self,
        batch: &Batch,
        answers: &[SearchResult],
        resolver: &mut VerdictResolver<'_>,
        style: OutputStyle,
        out: &mut OutputText,
    ) -> io::Result<RunSummary> {
        let mut summary = RunSummary::default();
        out.reserve((Cell::COUNT + 1) * batch.len());
        if let Some(grids) = batch.plain_grids() {
            for (grids, answers) in grids.chunks(CHUNK).zip(answers.chunks(CHUNK)) {
                write_chunk(grids, answers, resolver, style, &mut summary, out)?;
            }
            return Ok(summary);
        }
        for (item, answer) in batch.iter().zip(answers) {
            summary.add(match item {
                EntryRef::Plain(grid, _) => write_plain(grid, answer, resolver, style, out)?,
                EntryRef::Other(_) => match item.record() {
                    Ok(record) if item.is_grid() => {
                        let verdict = resolver.verdict(&record.puzzle, answer);
                        write_verdict(&record.puzzle, &verdict, style, out)?
                    }
                    _ => job::answer(item, style, self, out)?,
                },
            });
        }
        Ok(summary)
    }

    fn write_single(
        &self,
        batch: &Batch,
        resolver: &mut VerdictResolver<'_>,
        style: OutputStyle,
        out: &mut OutputText,
    ) -> io::Result<RunSummary> {
        let mut summary = RunSummary::default();
        for item in batch.iter() {
            summary.add(match item {
                EntryRef::Plain(&grid, _) => {
                    let puzzle = Puzzle::from(grid);
                    push_verdict(&puzzle, &resolver.search_verdict(&puzzle), style, out)?
                }
                EntryRef::Other(_) => job::answer(item, style, self, out)?,
            });
        }
        Ok(summary)
    }
}

impl UniqueSolutionJob {
    /// Reports whether the engine can be chosen freely. It cannot with `--engine`, or with `--budget`, which
    /// limits the guesses of the single engine.
    fn allows_any_engine(&self) -> bool {
        self.options.engine.is_none() && self.options.budget.is_none()
    }
}

/// The number of plain lines to write at a time.
const CHUNK: usize = 128;

/// Writes the answers to a chunk of plain lines.
fn write_chunk(
    grids: &[Grid],
    answers: &[SearchResult],
    resolver: &mut VerdictResolver<'_>,
    style: OutputStyle,
    summary: &mut RunSummary,
    out: &mut OutputText,
) -> io::Result<()> {
    // Check all answers first: they are no longer in the cache, and this way the loads overlap.
    if style == OutputStyle::Line && answers.iter().all(|answer| answer.unique().is_some()) {
        for solution in answers.iter().filter_map(SearchResult::unique) {
            out.push_solution(solution);
        }
        summary.add_many(ExitOutcome::Success, answers.len());
        return Ok(());
    }
    for (grid, answer) in grids.iter().zip(answers) {
        summary.add(write_plain(grid, answer, resolver, style, out)?);
    }
    Ok(())
}

/// Writes the answer for a plain input line.
fn write_plain(
    grid: &Grid,
    answer: &SearchResult,
    resolver: &mut VerdictResolver<'_>,
    style: OutputStyle,
    out: &mut OutputText,
) -> io::Result<ExitOutcome> {
    match answer.unique() {
        Some(solution) if style == OutputStyle::Line => {
            out.push_solution(solution);
            Ok(ExitOutcome::Success)
        }
        _ => {
            let puzzle = Puzzle::from(*grid);
            let verdict = resolver.verdict(&puzzle, answer);
            push_verdict(&puzzle, &verdict, style, out)
        }
    }
}

/// Like [`write_verdict`], but faster for plain lines.
fn push_verdict(
    puzzle: &Puzzle,
    verdict: &Verdict,
    style: OutputStyle,
    out: &mut OutputText,
) -> io::Result<ExitOutcome> {
    if style == OutputStyle::Line {
        out.push_verdict(verdict);
        return Ok(outcome(verdict));
    }
    write_verdict(puzzle, verdict, style, out)
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
