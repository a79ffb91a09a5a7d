//! The commands, one per file. Each turns its options into a [`PuzzleJob`](crate::job::PuzzleJob) and formats
//! the answers. `document.rs` and `listing.rs` are shared by several commands.

mod augment;
mod bench;
mod booklet;
mod canon;
mod check;
mod compare;
mod completions;
mod convert;
mod count;
mod dedup;
mod document;
mod generate;
mod hint;
mod listing;
mod man;
mod minimize;
mod neighbours;
mod path;
mod picture;
mod rate;
pub(crate) mod solve;
mod steps_test;
mod techniques;
mod trace;
mod transform;

use crate::args::{Arguments, Command};
use crate::output::ExitOutcome;
use crate::overview;

/// Runs the command that the arguments select.
pub(crate) fn run(arguments: Arguments) -> anyhow::Result<ExitOutcome> {
    match arguments.command {
        None => overview::run(),
        Some(Command::Solve(options)) => solve::run(&options),
        Some(Command::Check(options)) => check::run(&options),
        Some(Command::Count(options)) => count::run(&options),
        Some(Command::Compare(options)) => compare::run(&options),
        Some(Command::Trace(options)) => trace::run(&options),
        Some(Command::Hint(options)) => hint::run(&options),
        Some(Command::Path(options)) => path::run(&options),
        Some(Command::Rate(options)) => rate::run(&options),
        Some(Command::Techniques(options)) => techniques::run(&options),
        Some(Command::StepsTest(options)) => steps_test::run(&options),
        Some(Command::Minimize(options)) => minimize::run(&options),
        Some(Command::Canon(options)) => canon::run(&options),
        Some(Command::Transform(options)) => transform::run(&options),
        Some(Command::Augment(options)) => augment::run(&options),
        Some(Command::Dedup(options)) => dedup::run(&options),
        Some(Command::Neighbours(options)) => neighbours::run(&options),
        Some(Command::Generate(options)) => generate::run(&options),
        Some(Command::Booklet(options)) => booklet::run(&options),
        Some(Command::Picture(options)) => picture::run(&options),
        Some(Command::Convert(options)) => convert::run(&options),
        Some(Command::Bench(options)) => bench::run(&options),
        #[cfg(feature = "serve")]
        Some(Command::Serve(options)) => crate::serve::run(&options),
        Some(Command::Completions(options)) => completions::run(&options),
        Some(Command::Man(options)) => man::run(&options),
    }
}
