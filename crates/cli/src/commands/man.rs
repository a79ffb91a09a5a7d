//! `veridoku man`: prints manual pages.

use crate::output::{self, ExitOutcome};
use anyhow::bail;
use clap::{Args, Command};
use roff::{Roff, roman};
use std::io::{self, Write};

#[derive(Debug, Args)]
pub(crate) struct ManArgs {
    /// Command to document [default: veridoku itself]
    command: Option<String>,
}

/// Prints the manual page of the command line `root` or of one of its commands.
pub(crate) fn run(options: &ManArgs, mut root: Command) -> anyhow::Result<ExitOutcome> {
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
    let mut out = output::Output::standard();
    out.write_all(&page(command)?)?;
    out.flush()?;
    Ok(ExitOutcome::Success)
}

/// Returns the manual page of a command. `clap_mangen` would put everything that follows the options in the
/// help under the heading EXTRA.
fn page(command: Command) -> io::Result<Vec<u8>> {
    let after_help = command.get_after_help().map(ToString::to_string).unwrap_or_default();
    let mut page = Vec::new();
    clap_mangen::Man::new(command.after_help(None::<&str>)).render(&mut page)?;
    let mut roff = Roff::new();
    let mut section = "";
    for paragraph in after_help.split("\n\n") {
        let (heading, text) = match paragraph.split_once(':') {
            Some(("Examples", examples)) => ("EXAMPLES", examples),
            Some(("Exit status", statuses)) => ("EXIT STATUS", statuses),
            _ => ("NOTES", paragraph),
        };
        if heading == section {
            roff.control("PP", []);
        } else {
            roff.control("SH", [heading]);
        }
        section = heading;
        let text = text.strip_prefix(' ').unwrap_or(text).trim_start_matches('\n');
        for line in text.lines() {
            roff.text([roman(line)]);
        }
    }
    roff.to_writer(&mut page)?;
    Ok(page)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_have_the_usual_sections() {
        let mut root = crate::command_line();
        root.build();
        for command in root.get_subcommands().filter(|command| command.get_name() != "help").chain([&root]) {
            let page = String::from_utf8(page(command.clone()).unwrap()).unwrap();
            assert!(page.contains("\n.SH EXAMPLES\n  veridoku ") && !page.contains("EXTRA"), "{page}");
            assert!(!page.contains("Exit status") && !page.contains("Examples:"), "{page}");
        }
    }
}
