//! The commands. `operation.rs` is the command for any operation about one puzzle; the commands with needs of
//! their own have one file each. `command_line.rs` lists them all.

mod bench;
mod booklet;
mod command_line;
mod completions;
mod dedup;
mod generate;
mod hint;
mod man;
mod operation;
mod rate;
pub(crate) mod solve;
mod steps_test;
mod techniques;

pub(crate) use command_line::command_line;

use crate::output::ExitOutcome;
use crate::overview;
use clap::{ArgMatches, FromArgMatches};
use command_line::Command;
use operation::OperationCommand;

/// Runs the command that the arguments select.
pub(crate) fn run(matches: &ArgMatches) -> anyhow::Result<ExitOutcome> {
    if matches.subcommand_name().is_none() {
        return overview::run();
    }
    if let Some(result) = OperationCommand::run_selected(matches) {
        return result;
    }
    match Command::from_arg_matches(matches)? {
        Command::Solve(options) => solve::run(options),
        Command::Hint(options) => hint::run(options),
        Command::Rate(options) => rate::run(options),
        Command::Techniques(options) => techniques::run(&options),
        Command::StepsTest(options) => steps_test::run(&options),
        Command::Dedup(options) => dedup::run(&options),
        Command::Generate(options) => generate::run(&options),
        Command::Booklet(options) => booklet::run(&options),
        Command::Bench(options) => bench::run(&options),
        #[cfg(feature = "serve")]
        Command::Serve(options) => crate::serve::run(&options),
        Command::Completions(options) => completions::run(&options),
        Command::Man(options) => man::run(&options),
    }
}
