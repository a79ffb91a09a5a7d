//! `veridoku solve`: the unique solution, or all of them.

use crate::args;
use crate::batch::{self, Job, Wanted};
use crate::draw::{self, Board};
use crate::output::{Outcome, Style, write_json};
use serde::Serialize;
use std::io::{self, Write};
use veridoku_api::solve::{Options, Report, verdict};
use veridoku_api::{DEFAULT_NODES, Status, Version};
use veridoku_classic::Algorithm;
use veridoku_core::solve::{self, End};
use veridoku_core::text::Record;
use veridoku_core::{CellSet, Grid, Puzzle, Verdict};

pub(crate) fn run(options: &args::Solve) -> anyhow::Result<Outcome> {
    let wanted = Wanted::from(&options.report);
    if options.all {
        let job = AllSolutions { limit: options.limit, budget: options.budget.unwrap_or(u64::MAX) };
        batch::run(&options.input, wanted, &job)
    } else {
        let engine = options.engine.map(|algorithm: &Algorithm| algorithm.name.to_string());
        let job = UniqueSolution {
            options: Options { engine, budget: options.budget },
            threads: options.threads.threads,
        };
        batch::run(&options.input, wanted, &job)
    }
}

/// The solution, with proof that it is the only one.
#[derive(Debug, Default)]
pub(crate) struct UniqueSolution {
    options: Options,
    threads: usize,
}

impl Job for UniqueSolution {
    fn answer(&self, record: &Record, style: Style, out: &mut dyn Write) -> io::Result<Outcome> {
        let verdict = verdict(&record.puzzle, &self.options).map_err(io::Error::other)?;
        match style {
            Style::Json => write_json(out, &Report::new(&record.puzzle, &verdict))?,
            Style::Line => match &verdict {
                Verdict::Unique(solution) => writeln!(out, "{solution}")?,
                _ => writeln!(out, "{}", reason_line(&verdict))?,
            },
            Style::Picture => picture(&record.puzzle, &verdict, out)?,
        }
        Ok(outcome(&verdict))
    }

    fn threads(&self) -> usize {
        self.threads
    }
}

/// What a verdict without unique solution says in one line.
pub(crate) fn reason_line(verdict: &Verdict) -> String {
    format!("{}: {}", verdict.status(), verdict.reason().unwrap_or_default())
}

fn outcome(verdict: &Verdict) -> Outcome {
    if matches!(verdict, Verdict::Unique(_)) { Outcome::AsHoped } else { Outcome::No }
}

fn picture(puzzle: &Puzzle, verdict: &Verdict, out: &mut dyn Write) -> io::Result<()> {
    let givens = puzzle.values().filled();
    let board = |title, grid, marked| Board { title, grid, givens, marked };
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
        _ => writeln!(out, "{}", reason_line(verdict)),
    }
}

/// Every solution, as it is found.
#[derive(Debug)]
struct AllSolutions {
    limit: u64,
    budget: u64,
}

/// One of the solutions of a puzzle in JSON.
#[derive(Debug, Serialize)]
struct Numbered<'a> {
    version: Version,
    puzzle: &'a str,
    status: Status,
    /// Which solution this is, counted from 1.
    number: u64,
    solution: String,
}

impl Job for AllSolutions {
    fn answer(&self, record: &Record, style: Style, out: &mut dyn Write) -> io::Result<Outcome> {
        let puzzle = record.puzzle.to_string();
        let mut solutions = solve::solutions(&record.puzzle).with_node_budget(self.budget);
        let mut number = 0;
        let mut next = if self.limit > 0 { solutions.next() } else { None };
        while let Some(solution) = next {
            number += 1;
            // The next one is looked for first: only then is it known whether this one is alone.
            next = solutions.next();
            let status = match (next, number) {
                (None, 1) if solutions.end() == End::NodeBudget => Status::Undecided,
                (None, 1) => Status::Unique,
                _ => Status::Multiple,
            };
            match style {
                Style::Json => write_json(
                    out,
                    &Numbered {
                        version: Version,
                        puzzle: &puzzle,
                        status,
                        number,
                        solution: solution.to_string(),
                    },
                )?,
                Style::Line => writeln!(out, "{solution}")?,
                Style::Picture => AllSolutions::picture(&record.puzzle, number, &solution, out)?,
            }
            if number == self.limit {
                break;
            }
        }
        out.flush()?;
        if next.is_some() {
            anstream::eprintln!("veridoku: stopped at the limit of {} solutions; there are more", self.limit);
        } else if solutions.end() == End::NodeBudget {
            anstream::eprintln!(
                "veridoku: stopped at the budget of {} guesses; there may be more",
                self.budget
            );
        }
        if number > 0 {
            return Ok(Outcome::AsHoped);
        }
        let verdict = Verdict::of(&record.puzzle, self.budget.min(DEFAULT_NODES));
        match style {
            Style::Json => write_json(out, &Report::new(&record.puzzle, &verdict))?,
            _ => writeln!(out, "{}", reason_line(&verdict))?,
        }
        Ok(Outcome::No)
    }
}

impl AllSolutions {
    fn picture(puzzle: &Puzzle, number: u64, solution: &Grid, out: &mut dyn Write) -> io::Result<()> {
        let title = format!("solution {number}");
        let givens = puzzle.values().filled();
        let board = |title, grid| Board { title, grid, givens, marked: CellSet::EMPTY };
        let drawn = draw::boards(&[board("puzzle", puzzle.values()), board(&title, solution)]);
        out.write_all(drawn.as_bytes())
    }
}
