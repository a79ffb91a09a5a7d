//! The output style that was requested, and the choice of the actual one.

use crate::args::{self, DrawWhen};
use crate::entry::Batch;
use crate::input::{InputOrigin, InputReader};
use crate::output::{self, OutputStyle};

/// The output style that was requested, before the number of puzzles is known.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum RequestedStyle {
    Json,
    Line,
    Picture,
    /// A drawing if there is a single puzzle and the output is a terminal, otherwise lines.
    Auto,
    /// As requested by `--draw`, but if there are several puzzles, each line starts with its puzzle.
    Labelled(DrawWhen),
}

impl RequestedStyle {
    /// Returns JSON if requested, otherwise lines.
    pub(crate) fn json_or_lines(json: args::JsonArgs) -> RequestedStyle {
        if json.json { RequestedStyle::Json } else { RequestedStyle::Line }
    }

    /// Returns JSON if requested, otherwise lines that start with their puzzle.
    pub(crate) fn labelled(report: &args::ReportArgs) -> RequestedStyle {
        if report.json { RequestedStyle::Json } else { RequestedStyle::Labelled(report.draw) }
    }

    /// Chooses the output style. Entries that must be read to make the choice are added to `batch`.
    pub(crate) fn choose(self, entries: &mut InputReader, batch: &mut Batch) -> OutputStyle {
        match self {
            RequestedStyle::Json => OutputStyle::Json,
            RequestedStyle::Line => OutputStyle::Line,
            RequestedStyle::Picture | RequestedStyle::Labelled(DrawWhen::Always) => OutputStyle::Picture,
            RequestedStyle::Auto if !output::is_terminal() => OutputStyle::Line,
            RequestedStyle::Auto if entries.origin() == InputOrigin::Keyboard => OutputStyle::Picture,
            RequestedStyle::Auto => {
                entries.fill_all(batch, 2);
                if batch.len() == 1 { OutputStyle::Picture } else { OutputStyle::Line }
            }
            RequestedStyle::Labelled(DrawWhen::Auto) if output::is_terminal() => {
                match RequestedStyle::Auto.choose(entries, batch) {
                    OutputStyle::Line => OutputStyle::LabelledLine,
                    style => style,
                }
            }
            // The first puzzle of a pipe must be answered before it is known whether there are more.
            RequestedStyle::Labelled(_)
                if matches!(entries.origin(), InputOrigin::Pipe | InputOrigin::Keyboard) =>
            {
                OutputStyle::LabelledLine
            }
            RequestedStyle::Labelled(_) => {
                entries.fill_all(batch, 2);
                if batch.len() == 1 { OutputStyle::Line } else { OutputStyle::LabelledLine }
            }
        }
    }
}

impl From<&args::ReportArgs> for RequestedStyle {
    fn from(report: &args::ReportArgs) -> RequestedStyle {
        if report.json { RequestedStyle::Json } else { RequestedStyle::from(report.draw) }
    }
}

impl From<DrawWhen> for RequestedStyle {
    fn from(draw: DrawWhen) -> RequestedStyle {
        match draw {
            DrawWhen::Always => RequestedStyle::Picture,
            DrawWhen::Never => RequestedStyle::Line,
            DrawWhen::Auto => RequestedStyle::Auto,
        }
    }
}
