//! `veridoku practice`: makes positions to practise a technique.

use crate::args::JsonArgs;
use crate::output::{ExitOutcome, Output, message, write_json};
use anyhow::Context;
use clap::Args;
use std::io::Write;
use std::path::PathBuf;
use veridoku_api::command;
use veridoku_api::practice::{Options, report};
#[cfg(feature = "serve")]
use veridoku_api::technique_options::TechniqueName;

#[derive(Debug, Args)]
pub(crate) struct PracticeArgs {
    #[command(flatten)]
    options: Options,

    /// Search near the puzzles or positions in FILE, one per line [default: built-in positions]
    #[arg(long, value_name = "FILE")]
    near: Option<PathBuf>,

    #[command(flatten)]
    json: JsonArgs,
}

/// Returns the help text after the options of the command.
pub(crate) fn help() -> String {
    let examples = ["practice x-wing", "practice \"Sue de Coq\" --count 20 --seed 1"];
    let about = "Prints one position per line, in HoDoKu's library format. In each, no simpler technique of \
                 'veridoku hint' applies. A few techniques are always covered by others, which are ignored \
                 when they are practised.";
    command::help(&examples, &[about, &command::exit_status("there are fewer positions than requested")])
}

pub(crate) fn run(args: &PracticeArgs) -> anyhow::Result<ExitOutcome> {
    let mut options = args.options.clone();
    if let Some(file) = &args.near {
        let text = std::fs::read_to_string(file).with_context(|| file.display().to_string())?;
        options.near = text.lines().filter(|line| !line.trim().is_empty()).map(str::to_string).collect();
    }
    if options.near.is_empty() {
        options.near = stored(&options);
    }
    let report = report(&options)?;
    let mut out = Output::standard();
    if args.json.json {
        write_json(&mut out, &report)?;
    } else {
        for position in &report.positions {
            writeln!(out, "{position}")?;
        }
        for text in report.note.iter().chain(&report.reason) {
            message(&format!("veridoku: {text}"));
        }
    }
    out.flush()?;
    Ok(if report.reason.is_none() { ExitOutcome::Success } else { ExitOutcome::Negative })
}

/// Returns the positions of the page for the requested technique.
#[cfg(feature = "serve")]
fn stored(options: &Options) -> Vec<String> {
    let Some([technique]) = options.technique.as_ref().map(TechniqueName::techniques) else {
        return Vec::new();
    };
    let path = format!("/data/practice/{}.json", technique.description().code);
    let file = crate::serve::file(&path);
    file.and_then(|bytes| serde_json::from_slice(bytes).ok()).unwrap_or_default()
}

/// Without the page, there are no positions: the search starts from generated puzzles.
#[cfg(not(feature = "serve"))]
fn stored(_: &Options) -> Vec<String> {
    Vec::new()
}
