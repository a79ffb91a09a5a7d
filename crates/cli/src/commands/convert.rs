//! `veridoku convert`: puzzles in another text form.

use super::document::Document;
use crate::args;
use crate::batch::{self, Wanted};
use crate::job::{ErrorsGo, Job};
use crate::output::{Outcome, Style, write_error, write_json};
use std::io::{self, Write};
use veridoku_api::convert::{Options, complete, report};
use veridoku_core::text::{Format, Record};

pub(crate) fn run(options: &args::Convert) -> anyhow::Result<Outcome> {
    let job = Convert { document: Document::new(options.to) };
    batch::run(&options.input, Wanted::lines_or(options.json), &job)
}

#[derive(Debug)]
struct Convert {
    document: Document,
}

impl Job for Convert {
    fn begin(&self, style: Style, out: &mut dyn Write) -> io::Result<()> {
        self.document.begin(style, out)
    }

    fn answer(
        &self,
        record: &Record,
        _form: Option<&'static Format>,
        style: Style,
        out: &mut dyn Write,
    ) -> io::Result<Outcome> {
        let format = self.document.format();
        if style != Style::Json {
            return self.document.record(&complete(record, format), out);
        }
        match report(record, &Options { to: Some(format.name().to_string()) }) {
            Ok(report) => write_json(out, &report).map(|()| Outcome::AsHoped),
            Err(error) => write_error(out, style, &error),
        }
    }

    fn end(&self, style: Style, out: &mut dyn Write) -> io::Result<()> {
        self.document.end(style, out)
    }

    fn errors(&self) -> ErrorsGo {
        self.document.errors()
    }
}
