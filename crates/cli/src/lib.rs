//! `veridoku`: the Sudoku engine on the command line, as a library for the program `veridoku` and for
//! `python -m veridoku`. Other programs should use `veridoku-api`.
//!
//! ```text
//! arguments ──args──▶ command ──input──▶ records ──commands──▶ answers ──output──▶ lines · JSON · drawings
//! ```
//!
//! Exit status: 0 on success, 1 if an answer is negative or incomplete, 2 on bad usage, unreadable input or a
//! failed write, 3 if a run with `--output` could not finish. A broken pipe counts as success, because the
//! program that reads the output has chosen to stop.

mod answer_rows;
mod args;
mod attempts;
mod bench;
mod clock;
mod commands;
mod device;
mod digest;
mod driver;
mod entry;
#[cfg(any(test, feature = "fuzzing"))]
mod fault_injection;
mod file_system;
#[cfg(feature = "fuzzing")]
pub mod fuzzing;
mod input;
mod input_source;
mod judge;
mod output;
mod overview;
mod polled_input;
mod progress;
mod resumable_output;
mod run;
#[cfg(feature = "serve")]
mod serve;
mod terminal;
mod text_width;
mod whole_file;

use clap::error::ErrorKind;
use clap::{Arg, ArgMatches, CommandFactory, FromArgMatches, Parser, Subcommand, ValueEnum};
use commands::operation::{OperationArgs, OperationCommand};
use commands::{
    booklet, code, completions, dedup, generate, grade, hint, man, practice, rate, solve, steps_test,
    techniques,
};
use output::ExitOutcome;
use std::error::Error;
use std::ffi::OsString;
use std::io::{self, Write};
use std::num::{IntErrorKind, ParseIntError};
use veridoku_api::augment::Augment;
use veridoku_api::code::Code;
use veridoku_api::command::{exit_status, help};
use veridoku_api::generate::Generate;
use veridoku_api::grade::Grade;
use veridoku_api::practice::Practice;
use veridoku_api::rate::Rate;
use veridoku_api::techniques::ListTechniques;
use veridoku_api::{OPERATIONS, Operation, OperationName};
use veridoku_core::Cell;
use veridoku_core::solve::Backend;

/// The default puzzle: the example of LeetCode 37.
pub(crate) use veridoku_core::SAMPLE;

/// The place in the help after all operations.
const LAST: usize = 2 * OPERATIONS.len();

/// Runs a command line, whose first word is the name of the program, and returns the exit status.
///
/// Ends the process only if Ctrl-C is pressed.
pub fn run(words: impl IntoIterator<Item = OsString>) -> u8 {
    note_closed_output();
    let status = parse_and_run(words);
    // Nobody else reports that the end of the output is lost, and Python does not even flush it.
    match io::stdout().flush().map_err(output::name_standard_output).map_err(anyhow::Error::from) {
        Err(error) if status == 0 && !output::is_broken_pipe(&error) => report(&error),
        _ => status,
    }
}

/// Records whether standard output is closed. The program calls this before `main`, because the Rust runtime
/// replaces a closed standard output with `/dev/null`. In Python, the call in [`run`] is early enough.
pub fn note_closed_output() {
    #[cfg(unix)]
    output::note_if_closed();
}

/// Prints an error, and returns the exit status.
fn report(error: &anyhow::Error) -> u8 {
    output::message(&format!("veridoku: {error:#}"));
    ExitOutcome::Unreadable.exit_status()
}

fn parse_and_run(words: impl IntoIterator<Item = OsString>) -> u8 {
    let parsed = command_line().try_get_matches_from(words.into_iter().map(without_leading_dash));
    let (arguments, matches) =
        match parsed.and_then(|matches| Ok((Arguments::from_arg_matches(&matches)?, matches))) {
            Ok(parsed) => parsed,
            Err(error) => {
                let printed = print_usage_error(&error).map_err(anyhow::Error::from);
                if error.kind() == ErrorKind::InvalidSubcommand {
                    output::message("To solve a puzzle or a file, use: veridoku solve INPUT");
                }
                if let Err(error) = printed
                    && !output::is_broken_pipe(&error)
                {
                    return report(&error);
                }
                return if error.use_stderr() { ExitOutcome::Unreadable } else { ExitOutcome::Success }
                    .exit_status();
            }
        };
    arguments.color.write_global();
    if let Err(error) = Backend::from_environment() {
        output::message(&format!("veridoku: {error}"));
        return ExitOutcome::Unreadable.exit_status();
    }
    match run_command(&matches) {
        Ok(outcome) => outcome.exit_status(),
        Err(error) if output::is_broken_pipe(&error) => ExitOutcome::Success.exit_status(),
        Err(error) => report(&error),
    }
}

/// Writes the blanks of a puzzle as dots if it starts with a hyphen and looks like an option.
fn without_leading_dash(word: OsString) -> OsString {
    let is_puzzle = |text: &str| {
        text.starts_with('-')
            && text.len() == Cell::COUNT
            && text.bytes().all(|byte| matches!(byte, b'-' | b'.' | b'0'..=b'9'))
    };
    match word.to_str().filter(|text| is_puzzle(text)) {
        Some(text) => text.replace('-', ".").into(),
        None => word,
    }
}

/// Prints an error of the arguments, or the help. Says what is expected in place of a number.
fn print_usage_error(error: &clap::Error) -> io::Result<()> {
    let source = error.source().and_then(|source| source.downcast_ref::<ParseIntError>());
    match source {
        Some(source) => {
            let expected = match source.kind() {
                IntErrorKind::PosOverflow => "expected a smaller number",
                IntErrorKind::NegOverflow => "expected a larger number",
                IntErrorKind::Zero => "expected at least 1",
                _ => "expected a whole number",
            };
            let text = error.render().ansi().to_string();
            output::message(text.replace(&source.to_string(), expected).trim_end());
        }
        None if error.use_stderr() => error.print()?,
        None => output::ensure_open().and_then(|()| error.print()).map_err(output::name_standard_output)?,
    }
    Ok(())
}

/// Runs the command that the arguments select.
fn run_command(matches: &ArgMatches) -> anyhow::Result<ExitOutcome> {
    let Some((name, selected)) = matches.subcommand() else {
        if overview::has_standard_input() {
            return run_command(&command_line().try_get_matches_from(["veridoku", "solve"])?);
        }
        return overview::run();
    };
    if !Command::has_subcommand(name)
        && let Some(entry) = OperationCommand::all().into_iter().find(|entry| entry.name == name)
    {
        return (entry.run)(selected);
    }
    match Command::from_arg_matches(matches)? {
        Command::Solve(options) => solve::run(options),
        Command::Code(options) => code::run(&options),
        Command::Judge(options) => commands::judge::run(&options),
        Command::Hint(options) => hint::run(options),
        Command::Rate(options) => rate::run(options),
        Command::Techniques(options) => techniques::run(&options),
        Command::Practice(options) => practice::run(&options),
        Command::Grade(options) => grade::run(&options),
        Command::StepsTest(options) => steps_test::run(&options),
        Command::Dedup(options) => dedup::run(&options),
        Command::Generate(options) => generate::run(&options),
        Command::Booklet(options) => booklet::run(&options),
        Command::Bench(options) => commands::bench::run(&options),
        #[cfg(feature = "serve")]
        Command::Serve(options) => serve::run(&options),
        Command::Completions(options) => completions::run(&options, command_line()),
        Command::Man(options) => man::run(&options, command_line()),
    }
}

/// Returns the place of an operation in the help. There is room for another command after it.
fn place(name: &str) -> Option<usize> {
    OPERATIONS.iter().position(|operation| *operation == name).map(|position| 2 * position)
}

/// Returns the place in the help after an operation.
fn after<O: OperationName>() -> usize {
    place(O::NAME).map_or(LAST, |place| place + 1)
}

/// Returns the help text after the list of commands.
fn after_help() -> String {
    let examples = [
        "solve puzzles.txt > solutions.txt",
        "hint --draw always puzzle.txt",
        "generate --level hard --count 10",
    ];
    let status = exit_status("an answer is negative or incomplete (see the help of the command)");
    help(&examples, &[&status, "Use 'veridoku COMMAND --help' for the options of a command."])
}

/// Returns the command line with all commands: those generated from the list of operations, and the others.
fn command_line() -> clap::Command {
    let others = Command::augment_subcommands(clap::Command::new("others"));
    let generated =
        OperationCommand::all().into_iter().map(|entry| (entry.augment)(clap::Command::new(entry.name)));
    let commands = generated.chain(others.get_subcommands().cloned());
    let mut commands: Vec<clap::Command> = commands
        .map(|command| match place(command.get_name()) {
            Some(place) => command.display_order(place),
            None => command,
        })
        // A negative number is a value, so that the error is about the value and not about an unknown option.
        .map(|command| {
            let takes_number = |arg: &Arg| !arg.is_positional() && arg.get_action().takes_values();
            command.mut_args(|arg| if takes_number(&arg) { arg.allow_negative_numbers(true) } else { arg })
        })
        .collect();
    commands.sort_by_key(clap::Command::get_display_order);
    Arguments::command().subcommands(commands)
}

/// Solve, check, explain, rate and generate Sudoku puzzles.
///
/// Reads 9×9 puzzles in any common text format from arguments, files or standard input.
/// Prints one answer per line, in input order. Without a command, solves its input or a sample puzzle.
#[derive(Debug, Parser)]
// With `bin_name`, usage lines do not contain the name of the file, which ends with `.exe` on Windows.
#[command(name = "veridoku", bin_name = "veridoku", version, max_term_width = 100, after_help = after_help())]
struct Arguments {
    // After the options of every command.
    #[arg(display_order = 900)]
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto", hide_possible_values = true)]
    #[arg(help = "When to use colours: auto, always or never")]
    #[arg(long_help = "When to use colours: auto, always or never\n\n\
                       With auto, colours are used on a terminal unless NO_COLOR is set.")]
    color: ColorArg,
}

/// When to use colours.
#[derive(Copy, Clone, Debug, ValueEnum)]
enum ColorArg {
    Auto,
    Always,
    Never,
}

impl ColorArg {
    /// Applies this choice to all output of the process.
    fn write_global(self) {
        match self {
            ColorArg::Auto => anstream::ColorChoice::Auto,
            ColorArg::Always => anstream::ColorChoice::Always,
            ColorArg::Never => anstream::ColorChoice::Never,
        }
        .write_global();
    }
}

/// The commands that are not generated from the list of operations.
#[derive(Debug, Subcommand)]
enum Command {
    Solve(solve::SolveArgs),
    #[command(about = Code::ABOUT, after_help = code::help())]
    Code(code::CodeArgs),
    /// Test your own solver on graded puzzles, and compare it with the textbook solvers
    #[command(display_order = after::<Code>(), after_help = commands::judge::help())]
    Judge(commands::judge::JudgeArgs),
    Hint(hint::HintArgs),
    Rate(OperationArgs<Rate>),
    #[command(about = ListTechniques::ABOUT, after_help = help(&["techniques", "techniques skyscraper"], &[]))]
    Techniques(techniques::TechniquesArgs),
    #[command(about = Practice::ABOUT, after_help = practice::help())]
    Practice(practice::PracticeArgs),
    #[command(about = <Grade as Operation>::ABOUT, after_help = grade::help())]
    Grade(grade::GradeArgs),
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
    #[command(display_order = LAST, after_help = commands::bench::help())]
    Bench(commands::bench::BenchArgs),
    /// Serve the web page and the JSON API
    #[cfg(feature = "serve")]
    #[command(display_order = LAST + 1)]
    #[command(after_help = help(&["serve --open", "serve --host 0.0.0.0 --port 8080"], &[]))]
    Serve(serve::ServeArgs),
    /// Print a shell completion script
    #[command(display_order = LAST + 2, after_help = help(&["completions bash > veridoku.bash"], &[]))]
    Completions(completions::CompletionsArgs),
    /// Print the manual page of veridoku or of a command
    #[command(display_order = LAST + 3, after_help = help(&["man solve > veridoku-solve.1"], &[]))]
    Man(man::ManArgs),
}

#[cfg(test)]
mod tests {
    use super::*;
    use veridoku_api::technique_options::Techniques;
    use veridoku_api::{DEFAULT_NODES, augment, count, rate};
    use veridoku_logic::SearchOptions;

    #[test]
    fn defaults_in_the_help_are_those_of_the_operations() {
        let command_line = command_line();
        let technique_budget = [Techniques::MAX_BUDGET, SearchOptions::DEFAULT_BUDGET];
        for (command, option, defaults) in [
            ("solve", "budget", &[DEFAULT_NODES, count::ENUMERATION_NODES][..]),
            ("rate", "budget", &[rate::DEFAULT_CHAIN_NODES]),
            ("augment", "count", &[augment::DEFAULT_COUNT]),
            ("hint", "budget", &technique_budget),
            ("path", "budget", &technique_budget),
        ] {
            let found = command_line.find_subcommand(command).unwrap();
            let argument = found.get_arguments().find(|argument| argument.get_id() == option).unwrap();
            let help = argument.get_help().unwrap().to_string();
            let numbers = defaults.iter().map(u64::to_string);
            let mut rest = help.as_str();
            for number in numbers {
                let place = rest.find(&number).unwrap_or_else(|| panic!("{command} {option}: {help}"));
                rest = &rest[place + number.len()..];
                assert!(!rest.starts_with(|next: char| next.is_ascii_digit()), "{command} {option}: {help}");
            }
        }
    }

    #[test]
    fn commands_are_ordered_as_operations() {
        let command_line = command_line();
        let names: Vec<&str> = command_line.get_subcommands().map(clap::Command::get_name).collect();
        let follows = |name: &str| names[names.iter().position(|other| *other == name).unwrap() - 1];
        let neighbours = ["check", "steps-test", "dedup", "booklet", "bench", "man"].map(follows);
        assert_eq!(neighbours, ["solve", "techniques", "augment", "generate", "convert", "completions"]);
    }
}
