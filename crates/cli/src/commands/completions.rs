//! `veridoku completions`: prints a shell completion script.

use crate::output::{self, ExitOutcome};
use clap::Args;
use clap::builder::PossibleValuesParser;
use std::io::Write;
use veridoku_api::generate::LEVELS;
use veridoku_logic::TECHNIQUES;

#[derive(Debug, Args)]
pub(crate) struct CompletionsArgs {
    /// Shell that will run the script
    shell: clap_complete::Shell,
}

/// Returns the names of all techniques, without spaces.
fn technique_names() -> impl Iterator<Item = String> {
    TECHNIQUES.iter().map(|technique| technique.name.to_lowercase().replace(' ', "-"))
}

/// Prints the completion script of a command line.
pub(crate) fn run(options: &CompletionsArgs, mut command_line: clap::Command) -> anyhow::Result<ExitOutcome> {
    // Write the script to memory first, because the generator panics if writing fails.
    let mut script = Vec::new();
    command_line = command_line.mut_subcommands(|command| {
        let is_generate = command.get_name() == "generate";
        command.mut_args(|arg| match arg.get_long() {
            Some("technique" | "without") => arg.value_parser(PossibleValuesParser::new(technique_names())),
            Some("level") if is_generate => {
                arg.value_parser(PossibleValuesParser::new(LEVELS.iter().map(|level| level.name)))
            }
            _ => arg,
        })
    });
    clap_complete::generate(options.shell, &mut command_line, "veridoku", &mut script);
    let mut out = output::Output::standard();
    out.write_all(&script)?;
    out.flush()?;
    Ok(ExitOutcome::Success)
}
