//! `veridoku`: the Sudoku engine on the command line.
//!
//! ```text
//! arguments ──args──▶ command ──input──▶ records ──commands──▶ answers ──output──▶ lines · JSON · drawings
//! ```
//!
//! Exit status: 0 on success, 1 if an answer is negative, 2 on bad usage or unreadable input. A broken pipe
//! counts as success, because the program that reads the output has chosen to stop.

mod args;
mod attempts;
mod bench;
mod clock;
mod commands;
mod device;
mod driver;
mod entry;
mod input;
mod output;
mod overview;
mod progress;
mod resumable_output;
#[cfg(feature = "serve")]
mod serve;
mod text_width;

use args::Arguments;
use clap::FromArgMatches;
use clap::error::ErrorKind;
use output::ExitOutcome;
use std::process::ExitCode;
use veridoku_core::solve::Backend;

/// The default puzzle: the example of LeetCode 37.
pub(crate) use veridoku_core::SAMPLE;

fn main() -> ExitCode {
    let parsed = commands::command_line().try_get_matches();
    let (arguments, matches) =
        match parsed.and_then(|matches| Ok((Arguments::from_arg_matches(&matches)?, matches))) {
            Ok(parsed) => parsed,
            Err(error) => {
                if error.kind() == ErrorKind::InvalidSubcommand {
                    output::message("To solve a puzzle or a file, use: veridoku solve INPUT\n");
                }
                error.exit()
            }
        };
    arguments.color.write_global();
    if let Err(error) = Backend::from_environment() {
        output::message(&format!("veridoku: {error}"));
        return ExitOutcome::Unreadable.exit_code();
    }
    match commands::run(&matches) {
        Ok(outcome) => outcome.exit_code(),
        Err(error) if output::is_broken_pipe(&error) => ExitOutcome::Success.exit_code(),
        Err(error) => {
            output::message(&format!("veridoku: {error:#}"));
            ExitOutcome::Unreadable.exit_code()
        }
    }
}
