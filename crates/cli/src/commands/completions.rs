//! `veridoku completions`: prints a shell completion script.

use crate::output::{self, ExitOutcome};
use clap::Args;
use std::io::Write;

#[derive(Debug, Args)]
pub(crate) struct CompletionsArgs {
    /// Shell that will run the script
    shell: clap_complete::Shell,
}

/// Prints the completion script of a command line.
pub(crate) fn run(options: &CompletionsArgs, mut command_line: clap::Command) -> anyhow::Result<ExitOutcome> {
    // Write the script to memory first, because the generator panics if writing fails.
    let mut script = Vec::new();
    clap_complete::generate(options.shell, &mut command_line, "veridoku", &mut script);
    let mut out = output::Output::standard();
    out.write_all(&script)?;
    out.flush()?;
    Ok(ExitOutcome::Success)
}
