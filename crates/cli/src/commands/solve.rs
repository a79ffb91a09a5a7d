//! `veridoku solve`: the unique solution, or all of them.

use crate::args;
use crate::batch::{self, Wanted};
use crate::bulk;
use crate::device::{Appetite, Device};
use crate::draw::{self, Board};
use crate::engines::{Engines, LastWord, only_solution, second_opinion};
use crate::entry::{Batch, Item};
use crate::gate::Patience;
use crate::job::{self, Job, SharedJob, Tally};
use crate::output::{Outcome, Style, Text, tell, write_json};
use crate::post::Post;
use std::io::{self, Write};
use veridoku_api::solutions::Row;
use veridoku_api::solve::{Options, Report, verdict};
use veridoku_api::{DEFAULT_NODES, Version, count};
use veridoku_core::batch::Answer;
use veridoku_core::solve::{self, End, Limits, Solutions};
use veridoku_core::text::{Format, Record};
use veridoku_core::{Cell, CellSet, Grid, Puzzle, Status, Verdict};

pub(crate) fn run(options: &args::Solve) -> anyhow::Result<Outcome> {
    // Not for clap to say, to which `--device cpu` is an option like any other.
    anyhow::ensure!(
        options.device == args::DeviceName::Cpu
            || !options.all && options.engine.is_none() && options.budget.is_none(),
        "--device gpu goes with none of --all, --engine and --budget"
    );
    let wanted = Wanted::from(&options.report);
    if options.all {
        let budget = options.budget.unwrap_or(count::DEFAULT_NODES);
        return batch::run(&options.input, wanted, &AllSolutions { limit: options.limit, budget });
    }
    let engine = options.engine.map(|algorithm| algorithm.name.to_string());
    let device = Device::open(
        options.device,
        <UniqueSolution as bulk::BulkJob>::LIMITS,
        options.work.threads.threads,
    )?;
    let job = UniqueSolution { options: Options { engine, budget: options.budget }, device };
    batch::run_parallel(&options.input, wanted, &options.work, &job)
}

/// The solution, with proof that it is the only one.
#[derive(Debug, Default)]
pub(crate) struct UniqueSolution {
    options: Options,
    device: Device,
}

impl Job for UniqueSolution {
    fn answer(
        &self,
        record: &Record,
        _form: Option<&'static Format>,
        style: Style,
        out: &mut dyn Write,
    ) -> io::Result<Outcome> {
        let puzzle = &record.puzzle;
        let verdict = verdict(puzzle, &self.options).map_err(io::Error::other)?;
        let second = match verdict {
            Verdict::Undecided { .. } if self.is_any_engine_welcome() => second_opinion(puzzle),
            _ => None,
        };
        write_verdict(puzzle, &second.unwrap_or(verdict), style, out)
    }
}

impl SharedJob for UniqueSolution {
    type Tools = Engines;

    fn gives_lines(&self, wanted: Wanted) -> bool {
        matches!(wanted, Wanted::Json | Wanted::Line)
    }

    fn appetite(&self) -> Appetite {
        self.device.appetite()
    }

    fn work(&self, style: Style, engines: &mut Engines, post: &Post) -> io::Result<()> {
        while let Some(taken) = post.take(usize::MAX, Patience::Waits) {
            let puzzles = taken.answered.batch.len();
            if !self.is_any_engine_welcome() || !post.suits_bulk(puzzles) {
                job::answer_taken(taken, style, self, post)?;
            } else if self.appetite() == Appetite::Large {
                bulk::work_on(&self.device, taken, self, style, engines, post)?;
            } else if engines.lean_to_single() {
                bulk::work_alone(taken, self, style, engines, post)?;
            } else {
                bulk::work(taken, self, style, engines, post)?;
            }
        }
        Ok(())
    }
}

impl bulk::BulkJob for UniqueSolution {
    const LIMITS: Limits = Limits::UNIQUE.with_nodes(DEFAULT_NODES);

    fn write_answers(
        &self,
        batch: &Batch,
        answers: &[Answer],
        last_word: &mut LastWord<'_>,
        style: Style,
        out: &mut Text,
    ) -> io::Result<Tally> {
        let mut tally = Tally::default();
        out.reserve((Cell::COUNT + 1) * batch.len());
        if let Some(grids) = batch.plain_grids() {
            for (grids, answers) in grids.chunks(RUN).zip(answers.chunks(RUN)) {
                write_run(grids, answers, last_word, style, &mut tally, out)?;
            }
            return Ok(tally);
        }
        for (item, answer) in batch.iter().zip(answers) {
            tally.add(match item {
                Item::Plain(grid, _) => write_plain(grid, answer, last_word, style, out)?,
                Item::Other(_) => match item.record() {
                    Ok(record) if item.is_grid() => {
                        let verdict = last_word.verdict(&record.puzzle, answer);
                        write_verdict(&record.puzzle, &verdict, style, out)?
                    }
                    _ => job::answer(item, style, self, out)?,
                },
            });
        }
        Ok(tally)
    }

    fn write_alone(
        &self,
        batch: &Batch,
        last_word: &mut LastWord<'_>,
        style: Style,
        out: &mut Text,
    ) -> io::Result<Tally> {
        let mut tally = Tally::default();
        for item in batch.iter() {
            tally.add(match item {
                Item::Plain(&grid, _) => {
                    let puzzle = Puzzle::from(grid);
                    push_verdict(&puzzle, &last_word.first_verdict(&puzzle), style, out)?
                }
                Item::Other(_) => job::answer(item, style, self, out)?,
            });
        }
        Ok(tally)
    }
}

impl UniqueSolution {
    /// Whether it does not matter which engine answers: neither one was asked for, nor a budget, which
    /// counts the guesses of the engine for one puzzle.
    fn is_any_engine_welcome(&self) -> bool {
        self.options.engine.is_none() && self.options.budget.is_none()
    }
}

/// Plain lines are written so many at a time.
const RUN: usize = 128;

/// Writes the answers to some plain lines.
fn write_run(
    grids: &[Grid],
    answers: &[Answer],
    last_word: &mut LastWord<'_>,
    style: Style,
    tally: &mut Tally,
    out: &mut Text,
) -> io::Result<()> {
    // Asked of all of them first: the answers have left the cache, and so they are waited for together.
    if style == Style::Line && answers.iter().all(|answer| only_solution(answer).is_some()) {
        for solution in answers.iter().filter_map(only_solution) {
            out.push_solution(solution);
        }
        tally.add_many(Outcome::AsHoped, answers.len());
        return Ok(());
    }
    for (grid, answer) in grids.iter().zip(answers) {
        tally.add(write_plain(grid, answer, last_word, style, out)?);
    }
    Ok(())
}

/// Writes the answer to a plain line.
fn write_plain(
    grid: &Grid,
    answer: &Answer,
    last_word: &mut LastWord<'_>,
    style: Style,
    out: &mut Text,
) -> io::Result<Outcome> {
    match only_solution(answer) {
        Some(solution) if style == Style::Line => {
            out.push_solution(solution);
            Ok(Outcome::AsHoped)
        }
        _ => {
            let puzzle = Puzzle::from(*grid);
            let verdict = last_word.verdict(&puzzle, answer);
            push_verdict(&puzzle, &verdict, style, out)
        }
    }
}

/// The same as [`write_verdict`] for many of them.
fn push_verdict(puzzle: &Puzzle, verdict: &Verdict, style: Style, out: &mut Text) -> io::Result<Outcome> {
    if style == Style::Line {
        out.push_verdict(verdict);
        return Ok(outcome(verdict));
    }
    write_verdict(puzzle, verdict, style, out)
}

fn outcome(verdict: &Verdict) -> Outcome {
    if verdict.status() == Status::Unique { Outcome::AsHoped } else { Outcome::No }
}

fn write_verdict(
    puzzle: &Puzzle,
    verdict: &Verdict,
    style: Style,
    out: &mut dyn Write,
) -> io::Result<Outcome> {
    match style {
        Style::Json => write_json(out, &Report::new(puzzle, verdict))?,
        Style::Line | Style::Listed => writeln!(out, "{verdict}")?,
        Style::Picture => picture(puzzle, verdict, out)?,
    }
    Ok(outcome(verdict))
}

fn picture(puzzle: &Puzzle, verdict: &Verdict, out: &mut dyn Write) -> io::Result<()> {
    let board = |title, grid, marked| Board { title, grid, givens: puzzle.givens(), marked };
    let drawn = match verdict {
        Verdict::Unique(solution) => draw::boards(&[
            board("puzzle", puzzle.values(), CellSet::EMPTY),
            board("solution", solution, CellSet::EMPTY),
        ]),
        Verdict::Multiple(first, second) => draw::boards(&[
            board("puzzle", puzzle.values(), CellSet::EMPTY),
            board("one solution", first, verdict.cells()),
            board("another solution", second, verdict.cells()),
        ]),
        _ => draw::boards(&[board("puzzle", puzzle.values(), verdict.cells())]),
    };
    out.write_all(drawn.as_bytes())?;
    match verdict {
        Verdict::Unique(solution) => writeln!(out, "one solution: {solution}"),
        _ => writeln!(out, "{verdict}"),
    }
}

/// Every solution, as it is found.
#[derive(Debug)]
struct AllSolutions {
    limit: u64,
    budget: u64,
}

impl Job for AllSolutions {
    fn answer(
        &self,
        record: &Record,
        _form: Option<&'static Format>,
        style: Style,
        out: &mut dyn Write,
    ) -> io::Result<Outcome> {
        let mut solutions = solve::solutions(&record.puzzle).with_node_budget(self.budget);
        let mut number = 0;
        while number < self.limit
            && let Some(solution) = solutions.next()
        {
            number += 1;
            match style {
                Style::Json => write_json(out, &row(&record.puzzle, &solutions, number, &solution))?,
                Style::Line | Style::Listed => writeln!(out, "{solution}")?,
                Style::Picture => picture_of_one(&record.puzzle, number, &solution, out)?,
            }
            // The first ones at once, the many later ones by the dozen.
            if number < 64 || number % 64 == 0 {
                out.flush()?;
            }
        }
        out.flush()?;
        match solutions.end() {
            None => tell(&format!("veridoku: stopped at the limit of {number} solutions; there may be more")),
            Some(End::NodeBudget) => {
                tell(&format!(
                    "veridoku: stopped at the budget of {} guesses; there may be more",
                    self.budget
                ));
            }
            Some(_) => {}
        }
        let verdict = match (number, solutions.end()) {
            (1.., _) => return Ok(Outcome::AsHoped),
            (0, Some(End::Complete)) => Verdict::unsolvable(&record.puzzle),
            (0, _) => Verdict::Undecided { budget: self.budget, solution: None },
        };
        match style {
            Style::Json => write_json(out, &Report::new(&record.puzzle, &verdict))?,
            Style::Line | Style::Listed => writeln!(out, "{verdict}")?,
            Style::Picture => picture(&record.puzzle, &verdict, out)?,
        }
        Ok(Outcome::No)
    }
}

/// The JSON of one solution. Whether the first is the only one takes another search: the one that
/// is going on has to stay where it is.
fn row(puzzle: &Puzzle, solutions: &Solutions, number: u64, solution: &Grid) -> Row {
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
    Row { version: Version, puzzle: puzzle.to_string(), status, number, solution: solution.to_string() }
}

fn picture_of_one(puzzle: &Puzzle, number: u64, solution: &Grid, out: &mut dyn Write) -> io::Result<()> {
    let title = format!("solution {number}");
    let board = |title, grid| Board { title, grid, givens: puzzle.givens(), marked: CellSet::EMPTY };
    let drawn = draw::boards(&[board("puzzle", puzzle.values()), board(&title, solution)]);
    out.write_all(drawn.as_bytes())
}
