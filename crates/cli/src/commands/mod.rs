//! One file a command: its options made into a [`Job`](crate::batch::Job), and how its answers
//! read.

mod check;
mod compare;
mod completions;
mod convert;
mod count;
mod man;
pub(crate) mod solve;
mod trace;

use crate::args::{Arguments, Command};
use crate::output::Outcome;
use crate::welcome;

/// Does what the arguments ask for.
pub(crate) fn run(arguments: Arguments) -> anyhow::Result<Outcome> {
    match arguments.command {
        None => welcome::run(),
        Some(Command::Solve(options)) => solve::run(&options),
        Some(Command::Check(options)) => check::run(&options),
        Some(Command::Count(options)) => count::run(&options),
        Some(Command::Compare(options)) => compare::run(&options),
        Some(Command::Trace(options)) => trace::run(&options),
        Some(Command::Convert(options)) => convert::run(&options),
        Some(Command::Completions(options)) => completions::run(&options),
        Some(Command::Man(options)) => man::run(&options),
    }
}
