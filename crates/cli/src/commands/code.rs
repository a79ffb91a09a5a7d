//! `veridoku code`: prints the source code of a textbook solver, or lists what there is.

use crate::args::JsonArgs;
use crate::output::{ExitOutcome, Output, write_json};
use crate::text_width;
use clap::Args;
use serde::Serialize;
use std::io::{self, Write};
use veridoku_api::code::{Options, algorithm_names, languages, report};
use veridoku_api::{Version, command};
use veridoku_classic::{Algorithm, Language};

#[derive(Debug, Args)]
pub(crate) struct CodeArgs {
    #[command(flatten)]
    options: Options,

    #[command(flatten)]
    json: JsonArgs,
}

/// A solver, and the languages in which it is available.
#[derive(Debug, Serialize)]
struct AvailableCode {
    version: Version,
    algorithm: &'static str,
    description: &'static str,
    languages: Vec<&'static str>,
}

/// Returns the help text after the options of the command.
pub(crate) fn help() -> String {
    let examples = ["code", "code tables --language java", "code mrv --main > mrv.py"];
    let about = "The programs have the signature of LeetCode 37, ready to paste; those in Rust are the files \
                 of the crate veridoku-classic. Without ALGORITHM, lists all of them.";
    command::help(&examples, &[about, &command::exit_status("")])
}

pub(crate) fn run(args: &CodeArgs) -> anyhow::Result<ExitOutcome> {
    let mut out = Output::standard();
    if args.options.algorithm.is_none() {
        write_list(args.json, &mut out)?;
    } else {
        let report = report(&args.options)?;
        if args.json.json { write_json(&mut out, &report)? } else { out.write_all(report.source.as_bytes())? }
    }
    out.flush()?;
    Ok(ExitOutcome::Success)
}

/// Lists all solvers with their languages.
fn write_list(style: JsonArgs, out: &mut dyn Write) -> io::Result<()> {
    for algorithm in algorithm_names() {
        let description = Algorithm::by_name(algorithm)
            .map_or("takes the cell or the place with the fewest possibilities; for LeetCode", |entry| {
                entry.description
            });
        let languages = languages(algorithm).map(Language::name).collect();
        let row = AvailableCode { version: Version, algorithm, description, languages };
        if style.json {
            write_json(out, &row)?;
        } else {
            let width = text_width::of_output();
            for (start, text) in [(algorithm, &*row.languages.join(", ")), ("", description)] {
                write!(out, "{}", width.wrap(&format!("{start:13} "), text, 14))?;
            }
        }
    }
    Ok(())
}
