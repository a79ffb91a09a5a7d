//! The command line: all commands with their help, and which function runs each of them.

use super::operation::{OperationArgs, OperationCommand};
use super::{bench, booklet, completions, dedup, generate, hint, man, rate, solve, steps_test, techniques};
use crate::args::{self, Arguments};
use crate::output::ExitOutcome;
use crate::overview;
use clap::{ArgMatches, CommandFactory, FromArgMatches, Subcommand};
use veridoku_api::PuzzleOperation;
use veridoku_api::rate::Rate;
use veridoku_api::solve::Solve;

/// The order of the commands in the help. A command that is not listed follows its predecessor in the list of
/// operations.
const ORDER: &str = "solve check count compare trace hint path rate techniques steps-test minimize canon transform \
    augment dedup neighbours generate booklet picture convert bench serve completions man";

/// Returns the command line with all commands: those generated from the list of operations, and the others.
pub(crate) fn command_line() -> clap::Command {
    let others = Command::augment_subcommands(clap::Command::new("others"));
    let generated = OperationCommand::all().into_iter().map(|operation| operation.command);
    let mut place = 0;
    let mut commands: Vec<(usize, clap::Command)> = generated
        .chain(others.get_subcommands().cloned())
        .map(|command| {
            place = ORDER.split_whitespace().position(|name| name == command.get_name()).unwrap_or(place);
            (place, command.display_order(place))
        })
        .collect();
    commands.sort_by_key(|(place, _)| *place);
    Arguments::command().subcommands(commands.into_iter().map(|(_, command)| command))
}

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
        Command::Completions(options) => completions::run(&options, command_line()),
        Command::Man(options) => man::run(&options, command_line()),
    }
}

/// Builds the help text shown after the options of a command that reads puzzles. Each macro argument is an
/// example command line, without the name of the program.
macro_rules! input_help {
    ($($example:literal),+) => {
        concat!(
            "Examples:\n",
            $("  veridoku ", $example, "\n",)+
            "\nINPUT is a puzzle in any text format, a file, or - for standard input. Without INPUT, \
             standard input is read, or a sample puzzle is used if standard input is a terminal.\n\n\
             Exit status: 0 on success, 1 if an answer is negative, 2 on bad usage or unreadable input."
        )
    };
}

const BENCH_HELP: &str = "\
Examples:
  veridoku bench
  veridoku bench --threads 8 --seconds 5 puzzles.txt

Before anything is timed, both engines solve every puzzle: each solution must match the clues and obey the \
rules, and both engines must find the same number of solutions. Then the engines take turns, one round each; \
the fastest round counts. A single thread is timed by its CPU time, several threads by wall-clock time. Sets \
of fewer than 16384 puzzles are repeated to fill a round.

Without FILE, the benchmark uses 16384 random permutations of each of two built-in puzzles: an easy one, and \
a hard one by Arto Inkala. If VERIDOKU_DATA names a directory, these names select files in its subdirectory \
'puzzles': easy, minimal, 17-clue, magictour, 11plus, 1106, serg, unsolvable.

Exit status: 0 on success, 1 if an answer is wrong, 2 on bad usage or unreadable input.";

#[derive(Debug, Subcommand)]
/// The commands that are not generated from the list of operations.
pub(super) enum Command {
    #[command(about = Solve::ABOUT, after_help = Solve::help())]
    Solve(args::SolveArgs),
    Hint(hint::HintArgs),
    Rate(OperationArgs<Rate>),
    /// List the solving techniques, or describe some of them
    #[command(after_help = "Examples:\n  veridoku techniques\n  veridoku techniques skyscraper")]
    Techniques(techniques::TechniquesArgs),
    /// Run technique tests in HoDoKu's library format
    #[command(after_help = "Examples:\n  veridoku steps-test --code 0603 reglib.txt")]
    StepsTest(steps_test::StepsTestArgs),
    /// Remove equivalent puzzles, and find leaks between two sets
    #[command(after_help = dedup::HELP)]
    Dedup(dedup::DedupArgs),
    /// Generate puzzles by level, clues, symmetry, pattern or technique
    #[command(after_help = veridoku_api::generate::help())]
    Generate(generate::GenerateArgs),
    /// Print puzzles to a PDF, with the solutions at the end
    #[command(after_help = input_help!("booklet --output booklet.pdf puzzles.txt"))]
    Booklet(booklet::BookletArgs),
    /// Benchmark the solving engines
    #[command(after_help = BENCH_HELP)]
    Bench(args::BenchArgs),
    /// Serve the web page and the JSON API
    #[cfg(feature = "serve")]
    #[command(after_help = "Examples:\n  veridoku serve --open\n  veridoku serve --host 0.0.0.0 --port 8080")]
    Serve(args::ServeArgs),
    /// Print a shell completion script
    #[command(after_help = "Examples:\n  veridoku completions bash > veridoku.bash")]
    Completions(args::CompletionsArgs),
    /// Print the manual page of veridoku or of a command
    #[command(after_help = "Examples:\n  veridoku man solve > veridoku-solve.1")]
    Man(args::ManArgs),
}
