//! `veridoku convert`: converts puzzles to another text format.

use super::document::DocumentWriter;
use crate::args;
use crate::driver::{self, RequestedStyle};
use crate::job::{ErrorTarget, PuzzleJob};
use crate::output::{ExitOutcome, OutputStyle, write_error, write_json};
use std::io::{self, Write};
use veridoku_api::convert::{Options, complete, report};
use veridoku_formats::{Format, Record};

pub(crate) fn run(options: &args::ConvertArgs) -> anyhow::Result<ExitOutcome> {
    let job = ConvertJob { document: DocumentWriter::new(options.to) };
    driver::run(&options.input, RequestedStyle::json_or_lines(options.json), &job)
}

#[derive(Debug)]
struct ConvertJob {
    document: DocumentWriter,
}

impl PuzzleJob for ConvertJob {
    fn begin(&self, style: OutputStyle, out: &mut dyn Write) -> io::Result<()> {
        self.document.begin(style, out)
    }

    fn answer(
        &self,
        record: &Record,
        _format: Option<&'static Format>,
        style: OutputStyle,
        out: &mut dyn Write,
    ) -> io::Result<ExitOutcome> {
        let format = self.document.format();
        if style != OutputStyle::Json {
            return self.document.record(&complete(record, format), out);
        }
        match report(record, &Options { to: Some(format.name().to_string()) }) {
            Ok(report) => write_json(out, &report).map(|()| ExitOutcome::Success),
            Err(error) => write_error(out, style, &error),
        }
    }

    fn end(&self, style: OutputStyle, out: &mut dyn Write) -> io::Result<()> {
        self.document.end(style, out)
    }

    fn errors(&self) -> ErrorTarget {
        self.document.errors()
    }
}
