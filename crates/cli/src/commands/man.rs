//! `veridoku man`: prints manual pages.

use super::command_line::command_line;
use crate::args;
use crate::output::{self, ExitOutcome};
use anyhow::bail;
use std::io::Write;

pub(crate) fn run(options: &args::ManArgs) -> anyhow::Result<ExitOutcome> {
    let mut root = command_line();
    root.build();
    let command = match &options.command {
        None => root,
        Some(name) => match root.find_subcommand(name) {
            Some(command) => {
                let title = format!("veridoku-{name}");
                command.clone().name(title)
            }
            None => bail!("unknown command {name:?}; 'veridoku help' lists all commands"),
        },
    };
    let mut page = Vec::new();
    clap_mangen::Man::new(command).render(&mut page)?;
    let mut out = output::Output::standard();
    out.write_all(&page)?;
    out.flush()?;
    Ok(ExitOutcome::Success)
}
