//! `veridoku convert`: puzzles in another text form.

use crate::args;
use crate::batch::{self, Job, Wanted};
use crate::output::{Outcome, Style, write_json};
use std::io::{self, Write};
use std::sync::{Mutex, MutexGuard, PoisonError};
use veridoku_api::convert::{Options, complete, report};
use veridoku_core::text::{Format, Record, Writer};

pub(crate) fn run(options: &args::Convert) -> anyhow::Result<Outcome> {
    let job = Convert { format: options.to, writer: Mutex::new(Writer::new(options.to)) };
    batch::run(&options.input, if options.json { Wanted::Json } else { Wanted::Line }, &job)
}

#[derive(Debug)]
struct Convert {
    format: &'static Format,
    /// Counts the records it writes; one thread uses it.
    writer: Mutex<Writer>,
}

impl Convert {
    fn writer(&self) -> MutexGuard<'_, Writer> {
        self.writer.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Job for Convert {
    fn begin(&self, style: Style, out: &mut dyn Write) -> io::Result<()> {
        let mut text = String::new();
        if style != Style::Json {
            self.writer().header(&mut text);
        }
        out.write_all(text.as_bytes())
    }

    fn answer(&self, record: &Record, style: Style, out: &mut dyn Write) -> io::Result<Outcome> {
        if style == Style::Json {
            let options = Options { to: Some(self.format.name().to_string()) };
            return match report(record, &options) {
                Ok(report) => write_json(out, &report).map(|()| Outcome::AsHoped),
                Err(error) => write_json(out, &error).map(|()| Outcome::Unreadable),
            };
        }
        let mut text = String::new();
        let written = self.writer().record(&complete(record, self.format), &mut text);
        match written {
            Ok(()) => out.write_all(text.as_bytes()).map(|()| Outcome::AsHoped),
            Err(error) if self.takes_errors() => {
                writeln!(out, "error: {error}").map(|()| Outcome::Unreadable)
            }
            Err(error) => {
                anstream::eprintln!("veridoku: {error}");
                Ok(Outcome::Unreadable)
            }
        }
    }

    fn end(&self, style: Style, out: &mut dyn Write) -> io::Result<()> {
        let mut text = String::new();
        if style != Style::Json {
            self.writer().footer(&mut text);
        }
        out.write_all(text.as_bytes())
    }

    /// An error line would spoil a document; it fits where every puzzle has a line of its own.
    fn takes_errors(&self) -> bool {
        self.format.is_one_line()
    }
}
