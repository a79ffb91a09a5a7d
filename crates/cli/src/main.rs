//! The program `veridoku`. The library runs the commands.

use std::process::ExitCode;

fn main() -> ExitCode {
    ExitCode::from(veridoku_cli::run(std::env::args_os()))
}
