//! The command line: all commands with their help, and which function runs each of them.

use super::operation::{OperationArgs, OperationCommand};
use super::{bench, booklet, completions, dedup, generate, hint, man, rate, solve, steps_test, techniques};
use crate::args::Arguments;
use crate::output::ExitOutcome;
use crate::overview;
use clap::{ArgMatches, CommandFactory, FromArgMatches, Subcommand};
use veridoku_api::augment::Augment;
use veridoku_api::command::help;
use veridoku_api::generate::Generate;
use veridoku_api::rate::Rate;
use veridoku_api::techniques::ListTechniques;
use veridoku_api::{OPERATIONS, Operation, OperationName};

/// The place in the help after all operations.
const LAST: usize = 2 * OPERATIONS.len();

/// Returns the place of an operation in the help. There is room for another command after it.
fn place(name: &str) -> Option<usize> {
    OPERATIONS.iter().position(|operation| *operation == name).map(|position| 2 * position)
}

/// Returns the place in the help after an operation.
fn after<O: OperationName>() -> usize {
    place(O::NAME).map_or(LAST, |place| place + 1)
}

/// Returns the command line with all commands: those generated from the list of operations, and the others.
pub(crate) fn command_line() -> clap::Command {
    let others = Command::augment_subcommands(clap::Command::new("others"));
    let generated =
        OperationCommand::all().into_iter().map(|entry| (entry.augment)(clap::Command::new(entry.name)));
    let commands = generated.chain(others.get_subcommands().cloned());
    let mut commands: Vec<clap::Command> = commands
        .map(|command| match place(command.get_name()) {
            Some(place) => command.display_order(place),
            None => command,
        })
        .collect();
    commands.sort_by_key(clap::Command::get_display_order);
    Arguments::command().subcommands(commands)
}

/// Runs the command that the arguments select.
pub(crate) fn run(matches: &ArgMatches) -> anyhow::Result<ExitOutcome> {
    let Some((name, selected)) = matches.subcommand() else { return overview::run() };
    if let Some(entry) = OperationCommand::all().into_iter().find(|entry| entry.name == name) {
        return (entry.run)(selected);
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
        Command::Completions(options) => completions::run(&options, command_line()),
        Command::Man(options) => man::run(&options, command_line()),
    }
}

/// The commands that are not generated from the list of operations.
#[derive(Debug, Subcommand)]
pub(super) enum Command {
    Solve(solve::SolveArgs),
    Hint(hint::HintArgs),
    Rate(OperationArgs<Rate>),
    #[command(about = ListTechniques::ABOUT, after_help = help(&["techniques", "techniques skyscraper"], &[]))]
    Techniques(techniques::TechniquesArgs),
    /// Run technique tests in HoDoKu's library format
    #[command(display_order = after::<ListTechniques>())]
    #[command(after_help = help(&["steps-test --code 0603 reglib.txt"], &[]))]
    StepsTest(steps_test::StepsTestArgs),
    /// Remove equivalent puzzles, and find leaks between two sets
    #[command(display_order = after::<Augment>(), after_help = dedup::help())]
    Dedup(dedup::DedupArgs),
    #[command(about = Generate::ABOUT, after_help = veridoku_api::generate::help())]
    Generate(generate::GenerateArgs),
    /// Print puzzles to a PDF, with the solutions at the end
    #[command(display_order = after::<Generate>(), after_help = booklet::help())]
    Booklet(booklet::BookletArgs),
    /// Benchmark the solving engines
    #[command(display_order = LAST, after_help = bench::help())]
    Bench(bench::BenchArgs),
    /// Serve the web page and the JSON API
    #[cfg(feature = "serve")]
    #[command(display_order = LAST + 1)]
    #[command(after_help = help(&["serve --open", "serve --host 0.0.0.0 --port 8080"], &[]))]
    Serve(crate::serve::ServeArgs),
    /// Print a shell completion script
    #[command(display_order = LAST + 2, after_help = help(&["completions bash > veridoku.bash"], &[]))]
    Completions(completions::CompletionsArgs),
    /// Print the manual page of veridoku or of a command
    #[command(display_order = LAST + 3, after_help = help(&["man solve > veridoku-solve.1"], &[]))]
    Man(man::ManArgs),
}
