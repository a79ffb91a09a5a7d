//! The program `veridoku`. The library runs the commands.

use std::process::ExitCode;

/// Runs before `main`, and before the runtime of Rust opens `/dev/null` in place of a closed standard output.
///
/// A later check could not tell the two apart: Python's `subprocess.DEVNULL`, for example, is opened in the
/// same way. Constructors must not panic or rely on the runtime; this one makes a system call and stores a
/// flag.
#[cfg(unix)]
#[ctor::ctor(unsafe)]
fn note_closed_output() {
    veridoku_cli::note_closed_output();
}

fn main() -> ExitCode {
    ExitCode::from(veridoku_cli::run(std::env::args_os()))
}
