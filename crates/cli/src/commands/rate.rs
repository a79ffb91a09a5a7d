//! `veridoku rate`: rates the difficulty of puzzles.

use crate::args;
use crate::driver::{self, RequestedStyle};
use crate::job::{ParallelJob, PuzzleJob};
use crate::output::{ExitOutcome, OutputStyle, write_json};
use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::time::{Duration, Instant};
use veridoku_api::rate::{Options, Report, Scale, report_until};
use veridoku_api::render::puzzle_label;
use veridoku_core::Puzzle;
use veridoku_formats::{Format, Record};
use veridoku_logic::Notation;

pub(crate) fn run(options: &args::RateArgs) -> anyhow::Result<ExitOutcome> {
    refuse_unused_options(options)?;
    // If there are several puzzles, each is rated on one thread; a single puzzle may use all threads.
    let threads = match &options.input.inputs[..] {
        [text] if text.to_str().is_some_and(|text| veridoku_formats::read(text).is_ok()) => {
            options.run.threads.threads.or_else(|| std::thread::available_parallelism().ok())
        }
        _ => None,
    };
    let job = RateJob {
        options: Options {
            only: options.only.map(|scale| match scale {
                args::ScaleArg::Er => Scale::Er,
                args::ScaleArg::Score => Scale::Score,
            }),
            up_to: options.up_to,
            // A single puzzle is rated without a budget: the user can interrupt it, and the result does not
            // depend on the number of threads.
            budget: options.budget.or(threads.map(|_| u64::MAX)),
            steps: options.steps,
            threads: threads.map_or(1, NonZeroUsize::get),
        },
        timeout: options.timeout,
    };
    driver::run_parallel(&options.input, RequestedStyle::json_or_lines(options.json), &options.run, &job)
}

/// Returns an error if an option has no effect on the requested scale.
fn refuse_unused_options(options: &args::RateArgs) -> anyhow::Result<()> {
    let explainer_options = [
        ("--up-to", options.up_to.is_some()),
        ("--budget", options.budget.is_some()),
        ("--timeout", options.timeout.is_some()),
        ("--steps", options.steps),
    ];
    let given_option = explainer_options.into_iter().find(|&(_, given)| given);
    match (options.only, given_option) {
        (Some(args::ScaleArg::Score), Some((option, _))) => {
            anyhow::bail!(
                "{option} applies to Sudoku Explainer's rating; it cannot be combined with --only score"
            )
        }
        _ => Ok(()),
    }
}

#[derive(Debug)]
struct RateJob {
    options: Options,
    /// The time limit per puzzle.
    timeout: Option<Duration>,
}

impl PuzzleJob for RateJob {
    fn answer(
        &self,
        record: &Record,
        format: Option<&'static Format>,
        style: OutputStyle,
        out: &mut dyn Write,
    ) -> io::Result<ExitOutcome> {
        let start = Instant::now();
        let timeout = self.timeout;
        let is_over = move || timeout.is_some_and(|timeout| start.elapsed() >= timeout);
        let report = report_until(record, &self.options, is_over);
        // If Sudoku Explainer's rating was requested, it alone determines the outcome.
        let rated = match (&report.explainer, &report.hodoku) {
            (Some(rating), _) => rating.er.is_some(),
            (None, rating) => rating.as_ref().is_some_and(|rating| rating.level.is_some()),
        };
        if style == OutputStyle::Json {
            write_json(out, &report)?;
        } else {
            write_line(out, &name(&record.puzzle, format), &report)?;
        }
        Ok(if rated { ExitOutcome::Success } else { ExitOutcome::Negative })
    }
}

/// Returns the label of a puzzle. A sukaku is printed in a form that can be read again: as 81 characters if
/// they represent it completely, otherwise as 729 characters, with all candidates.
fn name(puzzle: &Puzzle, format: Option<&'static Format>) -> String {
    let is_sukaku =
        puzzle.values().filled().is_empty() || format.is_some_and(|format| format.name() == "sukaku");
    if !is_sukaku {
        return puzzle_label::label(puzzle, Notation::RowColumn);
    }
    puzzle.plain_values().map_or_else(|| puzzle.to_string(), |values| values.to_string())
}

/// Writes a line for the puzzle, and one for each step if requested.
fn write_line(out: &mut dyn Write, name: &str, report: &Report) -> io::Result<()> {
    write!(out, "{name}")?;
    if let Some(rating) = &report.explainer {
        match (rating.er, rating.ep, rating.ed, &rating.unrated) {
            (Some(er), Some(ep), Some(ed), _) => {
                let rule = rating.hardest_rule.unwrap_or("already solved");
                write!(out, " ED={er:.1}/{ep:.1}/{ed:.1} {rule}")?;
            }
            (.., Some(reason)) => write!(out, " not rated: {reason}")?,
            _ => write!(out, " not rated")?,
        }
    }
    if let Some(rating) = &report.hodoku {
        match (rating.level, rating.score, &rating.reason) {
            (Some(level), Some(score), _) => {
                let separator = if report.explainer.is_some() { ";" } else { "" };
                let hardest = rating.hardest.unwrap_or("already solved");
                write!(out, "{separator} HoDoKu: {level} {score} {hardest}")?;
            }
            // If both ratings were requested, the reason has already been printed.
            (.., Some(reason)) if report.explainer.is_none() => write!(out, " not rated: {reason}")?,
            _ if report.explainer.is_none() => write!(out, " not rated")?,
            _ => {}
        }
    }
    writeln!(out)?;
    for (number, step) in report.steps.iter().enumerate() {
        let outcomes = step.placement.iter().chain(&step.eliminations);
        let outcomes: Vec<&str> = outcomes.map(String::as_str).collect();
        write!(out, "  {:3}. {:.1} {}", number + 1, step.rating, step.rule)?;
        if let (Some(premise), Some(nodes)) = (&step.premise, step.nodes) {
            write!(out, " from {premise}, {nodes} nodes")?;
        }
        writeln!(out, ": {}", outcomes.join(" "))?;
    }
    Ok(())
}

impl ParallelJob for RateJob {
    type Scratch = ();

    fn has_one_line_per_answer(&self, requested_style: RequestedStyle) -> bool {
        requested_style == RequestedStyle::Json || !self.options.steps
    }
}
