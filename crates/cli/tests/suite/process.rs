//! Runs the binary as a separate process.

use std::io::Write;
use std::process::{Command, Output, Stdio};

/// The sample puzzle.
pub(crate) use veridoku_core::SAMPLE;
/// Its solution.
pub(crate) use veridoku_core::SAMPLE_SOLUTION as SOLVED;

/// Returns a command for the binary, with pipes for all standard streams.
pub(crate) fn veridoku(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_veridoku"));
    command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    // Python programs that `judge` starts buffer their output, as they do for most users.
    command.env_remove("PYTHONUNBUFFERED");
    // On a slow machine, progress would be part of standard error.
    command.env("VERIDOKU_NO_PROGRESS", "1");
    command
}

/// The result of a run.
#[derive(Debug)]
pub(crate) struct Ran {
    /// The exit status.
    pub(crate) status: i32,
    /// Standard output.
    pub(crate) out: String,
    /// Standard error.
    pub(crate) err: String,
}

impl Ran {
    pub(crate) fn new(output: Output) -> Ran {
        Ran {
            status: output.status.code().expect("it was not killed by a signal"),
            out: String::from_utf8(output.stdout).expect("output is UTF-8"),
            err: String::from_utf8(output.stderr).expect("messages are UTF-8"),
        }
    }

    /// Returns the lines of standard output.
    pub(crate) fn lines(&self) -> Vec<&str> {
        self.out.lines().collect()
    }
}

/// Runs the binary with these bytes as standard input.
pub(crate) fn run(arguments: &[&str], input: impl AsRef<[u8]>) -> Ran {
    let mut child = veridoku(arguments).spawn().expect("the binary runs");
    let mut stdin = child.stdin.take().expect("standard input is a pipe");
    let input = input.as_ref().to_vec();
    let feeder = std::thread::spawn(move || {
        // The program may stop reading early.
        let _ = stdin.write_all(&input);
    });
    let output = child.wait_with_output().expect("the binary ends");
    feeder.join().expect("the feeder ends");
    Ran::new(output)
}
