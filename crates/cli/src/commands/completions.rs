//! `veridoku completions`: a completion script for a shell.

use crate::args::{self, Arguments};
use crate::output::{self, ExitOutcome};
use clap::CommandFactory;
use std::io::Write;

pub(crate) fn run(options: &args::CompletionsArgs) -> anyhow::Result<ExitOutcome> {
    // Into memory first: the generator panics where writing fails.
    let mut script = Vec::new();
    clap_complete::generate(options.shell, &mut Arguments::command(), "veridoku", &mut script);
    let mut out = output::Output::standard();
    out.write_all(&script)?;
    out.flush()?;
    Ok(ExitOutcome::Success)
}
