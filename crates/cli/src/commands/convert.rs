//! `veridoku convert`: puzzles in another text form.

use crate::args;
use crate::batch::{self, Wanted};
use crate::job::{ErrorsGo, Job};
use crate::output::{Outcome, Style, tell, write_json};
use std::cell::RefCell;
use std::io::{self, Write};
use veridoku_api::convert::{Options, complete, report};
use veridoku_core::text::{Format, Record, Writer};

pub(crate) fn run(options: &args::Convert) -> anyhow::Result<Outcome> {
    let job = Convert { format: options.to, writer: RefCell::new(Writer::new(options.to)) };
    batch::run(&options.input, Wanted::lines_or(options.json), &job)
}

#[derive(Debug)]
struct Convert {
    format: &'static Format,
    /// Counts the records that it writes.
    writer: RefCell<Writer>,
}

impl Job for Convert {
    fn begin(&self, style: Style, out: &mut dyn Write) -> io::Result<()> {
        let mut text = String::new();
        if style != Style::Json {
            self.writer.borrow_mut().header(&mut text);
        }
        out.write_all(text.as_bytes())
    }

    fn answer(
        &self,
        record: &Record,
        _form: Option<&'static Format>,
        style: Style,
        out: &mut dyn Write,
    ) -> io::Result<Outcome> {
        if style == Style::Json {
            let options = Options { to: Some(self.format.name().to_string()) };
            return match report(record, &options) {
                Ok(report) => write_json(out, &report).map(|()| Outcome::AsHoped),
                Err(error) => write_json(out, &error).map(|()| Outcome::Unreadable),
            };
        }
        let mut text = String::new();
        let written = self.writer.borrow_mut().record(&complete(record, self.format), &mut text);
        match (written, self.errors()) {
            (Ok(()), _) => return out.write_all(text.as_bytes()).map(|()| Outcome::AsHoped),
            (Err(error), ErrorsGo::InPlace) => writeln!(out, "error: {error}")?,
            (Err(error), ErrorsGo::Aside) => tell(&format!("veridoku: {error}")),
        }
        Ok(Outcome::Unreadable)
    }

    fn end(&self, style: Style, out: &mut dyn Write) -> io::Result<()> {
        let mut text = String::new();
        if style != Style::Json {
            self.writer.borrow_mut().footer(&mut text);
        }
        out.write_all(text.as_bytes())
    }

    fn errors(&self) -> ErrorsGo {
        if self.format.is_one_line() { ErrorsGo::InPlace } else { ErrorsGo::Aside }
    }
}
