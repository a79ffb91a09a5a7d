//! `veridoku`: the Sudoku engine on the command line.
//!
//! ```text
//! arguments ──args──▶ what is meant ──input──▶ records ──commands──▶ answers ──output──▶ lines · JSON · pictures
//! ```
//!
//! Exit status: 0 everything answered as hoped, 1 an answer is "no", 2 bad usage or unreadable
//! input. A broken pipe is success: whoever closed it has read enough.

mod args;
mod batch;
mod bench;
mod bulk;
mod clock;
mod commands;
mod device;
mod draw;
mod echo;
mod engines;
mod entry;
mod gate;
mod input;
mod job;
mod ledger;
mod order;
mod output;
mod pace;
mod parts;
mod pencil;
mod post;
mod progress;
#[cfg(feature = "serve")]
mod serve;
mod source;
mod welcome;
mod workshop;
mod wrap;

use args::Arguments;
use clap::Parser;
use clap::error::ErrorKind;
use output::Outcome;
use std::process::ExitCode;
use veridoku_core::solve::Backend;

/// The puzzle to play with when there is no other: the example of LeetCode 37.
pub(crate) use veridoku_core::SAMPLE;

fn main() -> ExitCode {
    let arguments = match Arguments::try_parse() {
        Ok(arguments) => arguments,
        Err(error) => {
            if error.kind() == ErrorKind::InvalidSubcommand {
                output::tell("To solve a puzzle or a file: veridoku solve INPUT\n");
            }
            error.exit()
        }
    };
    arguments.color.write_global();
    if let Err(error) = Backend::from_environment() {
        output::tell(&format!("veridoku: {error}"));
        return Outcome::Unreadable.exit_code();
    }
    match commands::run(arguments) {
        Ok(outcome) => outcome.exit_code(),
        Err(error) if output::is_broken_pipe(&error) => Outcome::AsHoped.exit_code(),
        Err(error) => {
            output::tell(&format!("veridoku: {error:#}"));
            Outcome::Unreadable.exit_code()
        }
    }
}
