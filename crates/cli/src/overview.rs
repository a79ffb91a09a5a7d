//! The output of `veridoku` without a command: a solved puzzle and a list of commands to try.

use crate::SAMPLE;
use crate::input_source;
use crate::output::{self, ExitOutcome, OutputStyle};
#[cfg(unix)]
use crate::polled_input::PolledInput;
use crate::text_width;
use std::io::Write;
#[cfg(unix)]
use std::io::{self, IsTerminal};
#[cfg(unix)]
use std::time::Duration;
use veridoku_api::DEFAULT_NODES;
use veridoku_api::solve::write_verdict;
use veridoku_core::{Puzzle, Verdict};
use veridoku_formats::Record;

/// Commands to try, each with its purpose.
const EXAMPLES: &[(&str, &str)] = &[
    ("veridoku solve PUZZLE", "solve a puzzle"),
    ("veridoku solve FILE > solutions.txt", "solve a file, one line per puzzle"),
    ("veridoku check PUZZLE", "is it valid, unique and minimal?"),
    ("veridoku count PUZZLE", "count the solutions, up to a limit"),
    ("veridoku hint PUZZLE", "show the next logical step"),
    ("veridoku path PUZZLE", "solve it by logic, step by step"),
    ("veridoku rate PUZZLE", "rate its difficulty"),
    ("veridoku compare PUZZLE", "compare the textbook solvers"),
    ("veridoku trace PUZZLE", "watch a textbook solver at work"),
    ("veridoku convert --to candidates PUZZLE", "convert it to another text format"),
    ("veridoku generate --level hard", "generate a new puzzle"),
    ("veridoku canon PUZZLE", "print its canonical form"),
    #[cfg(feature = "serve")]
    ("veridoku serve", "play and learn in the browser"),
    ("veridoku help", "list all commands"),
];

/// Reports whether there is something to read on standard input. Waits for the other end of a pipe.
#[cfg(unix)]
pub(crate) fn has_standard_input() -> bool {
    use std::os::unix::fs::FileTypeExt;
    let Some(file) = input_source::standard_input_file() else { return false };
    let is_pipe = file.metadata().is_ok_and(|data| data.file_type().is_fifo());
    let input = PolledInput::new(file);
    while !input.poll(INPUT_DELAY) {
        if !is_pipe {
            return false;
        }
    }
    !io::stdin().is_terminal() && rustix::io::ioctl_fionread(io::stdin()).is_ok_and(|bytes| bytes > 0)
}

/// The time to wait for a socket.
#[cfg(unix)]
const INPUT_DELAY: Duration = Duration::from_millis(100);

/// Reports whether standard input is a file. Whether there is something in a pipe cannot be known here without
/// reading it.
#[cfg(not(unix))]
pub(crate) fn has_standard_input() -> bool {
    input_source::is_standard_input_stored()
}

pub(crate) fn run() -> anyhow::Result<ExitOutcome> {
    let mut out = output::Output::standard();
    let puzzle: Puzzle = SAMPLE.parse()?;
    let verdict = Verdict::of(&puzzle, DEFAULT_NODES);
    write_verdict(&Record::from(puzzle), &verdict, OutputStyle::Picture, text_width::of_output(), &mut out)?;
    writeln!(out, "\nThis is the sample puzzle. Try:\n")?;
    let line = |(command, purpose): &(&str, &str)| format!("  {command:40} {purpose}");
    let is_wide = EXAMPLES.iter().all(|example| text_width::of_table().fits(line(example).len()));
    for example @ (command, purpose) in EXAMPLES {
        if is_wide {
            writeln!(out, "{}", line(example))?;
        } else {
            writeln!(out, "{command}\n    {purpose}")?;
        }
    }
    out.flush()?;
    Ok(ExitOutcome::Success)
}
