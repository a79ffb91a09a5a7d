//! `veridoku judge`: tests a user's solver on graded puzzles.

use crate::args::JsonArgs;
use crate::judge::{
    GROUPS, GradedPuzzle, JudgeReport, JudgedRow, TEXTBOOK_SOLVERS, Textbook, Trial, TrialOptions,
    check_script, micros, same_calls, stop_on_interrupt, write_head,
};
use crate::output::{ExitOutcome, Output, write_json};
use crate::text_width;
use clap::Args;
use std::ffi::OsString;
use std::io::Write;
use std::time::Duration;
use veridoku_api::{Version, command, command_values};

#[derive(Debug, Args)]
pub(crate) struct JudgeArgs {
    /// Program that solves boards, with its arguments
    #[arg(value_name = "COMMAND", last = true, required = true)]
    command: Vec<OsString>,

    /// Time limit for each board
    #[arg(long, value_name = "SECONDS", default_value = "10", value_parser = command_values::seconds)]
    timeout: Duration,

    /// Groups of puzzles, separated by commas [default: all]
    #[arg(long, value_name = "GROUP", value_delimiter = ',')]
    #[arg(value_parser = clap::builder::PossibleValuesParser::new(GROUPS))]
    only: Vec<String>,

    /// Restart the program for each board, and close its input after the board
    #[arg(long)]
    restart: bool,

    /// Count the events that the program prints, and compare the number of calls
    #[arg(long)]
    trace: bool,

    #[command(flatten)]
    json: JsonArgs,
}

/// The notes in the help of the command.
const NOTES: &[&str] = &[
    "The program reads boards from standard input, one per line, as LeetCode writes them: \
     [[\"5\",\"3\",\".\",…],…]. After each line it prints the solved board in the same way, and flushes its \
     output. It may solve many boards, or end after one; then it is started again. If it reads until the end \
     of its input, use --restart. 'veridoku code ALGORITHM --main' prints a complete example.",
    "Each answer is checked. Short runs are repeated, and the best of three times counts. Programs that run \
     in python, node or java are compared with the textbook solvers in the same language, others with those \
     in Rust. If the program is started for each board, its times include the start, which is also measured \
     on its own; textbook solvers in the same language are then started for each board, too. After five \
     timeouts or crashes, the remaining puzzles are skipped. A dash means that a textbook solver takes too \
     many calls.",
    "With --trace, lines that start with { are events of the search, such as {\"event\":\"call\"}. The \
     events call, place and undo are counted.",
    "Exit status: 0 if all answers are right, 1 if not, 2 on bad usage or if the program cannot be started.",
];

/// Returns the help text after the options of the command.
pub(crate) fn help() -> String {
    let examples =
        ["judge -- python3 my_solver.py", "judge --only sample,easy --trace -- python3 my_solver.py"];
    command::help(&examples, NOTES)
}

pub(crate) fn run(args: &JudgeArgs) -> anyhow::Result<ExitOutcome> {
    stop_on_interrupt()?;
    check_script(&args.command)?;
    let puzzles = GradedPuzzle::of_groups(&args.only)?;
    let options = TrialOptions { timeout: args.timeout, is_restarted: args.restart, has_events: args.trace };
    let mut trial = Trial::new(&args.command, options);
    let textbook = Textbook::for_command(&args.command);
    let mut textbook_trials = textbook.trials();
    let (mut out, is_json) = (Output::standard(), args.json.json);
    let width = text_width::of_table();
    let mut results = Vec::new();
    let mut puzzles = puzzles.into_iter().peekable();
    while let Some(puzzle) = puzzles.next() {
        let mut result = trial.run(&puzzle)?;
        if trial.is_restarted() {
            textbook_trials.iter_mut().for_each(Trial::restart_for_each_board);
        }
        let textbook_rows =
            if result.is_skipped() { Vec::new() } else { textbook.run(&puzzle, &mut textbook_trials) };
        trial.check_late_output(&puzzle, &mut result);
        if puzzles.peek().is_none() {
            trial.finish(&puzzle, &mut result)?;
        }
        let row = JudgedRow::new(puzzle, result, textbook_rows);
        if !is_json {
            if results.is_empty() {
                write_head(&TEXTBOOK_SOLVERS.map(|(name, _)| name), args.trace, width, &mut out)?;
            }
            row.write(args.trace, width, &mut out)?;
            out.flush()?;
        }
        results.push(row);
    }
    let start_time = if trial.is_restarted() { trial.start_time()? } else { None };
    let report = JudgeReport {
        version: Version,
        command: args.command.iter().map(|word| word.to_string_lossy().into_owned()).collect(),
        puzzles: results.len(),
        right: results.iter().filter(|row| row.is_right()).count(),
        same_calls: args.trace.then(|| always_same_calls(&results)),
        start_micros: start_time.map(micros),
        results,
    };
    if is_json {
        write_json(&mut out, &report)?;
    } else {
        report.write_conclusion(textbook.language, &mut out)?;
    }
    out.flush()?;
    Ok(ExitOutcome::positive_if(report.is_all_right()))
}

/// Returns the textbook solvers that make as many calls as the program, for every puzzle with events.
fn always_same_calls(rows: &[JudgedRow]) -> Vec<&'static str> {
    let mut same: Option<Vec<&str>> = None;
    for (row, events) in rows.iter().filter_map(|row| Some((row, row.events?))) {
        let names = same_calls(row.graded(), events.calls);
        match &mut same {
            None => same = Some(names),
            Some(same) => same.retain(|name| names.contains(name)),
        }
    }
    same.unwrap_or_default()
}
