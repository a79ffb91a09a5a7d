//! Where puzzles come from: arguments, files, standard input.
//!
//! Everything is read in chunks and handed on as soon as it is complete, a bounded number of
//! puzzles at a time, so that a stream never fills the memory and a slow pipe is answered without
//! delay. A file is opened when its turn comes.

use crate::SAMPLE;
use crate::args;
use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::io::{self, Cursor, IsTerminal, Read};
use std::path::Path;
use std::sync::Arc;
use veridoku_api::{Error, ErrorKind};
use veridoku_core::text::{Format, Item, Reader, Record};

/// The bytes that are read at once.
const CHUNK: usize = 1 << 18;

/// A puzzle, or what stands in its place.
#[derive(Debug)]
pub(crate) struct Entry {
    /// The puzzle, or why it could not be read.
    pub(crate) record: Result<Record, Error>,
    /// The text form in which it was found.
    pub(crate) form: Option<&'static Format>,
}

impl Entry {
    fn failed(error: Error) -> Entry {
        Entry { record: Err(error), form: None }
    }

    /// The entry of an item; the error names the file it comes from.
    fn new(item: Item, file: Option<&str>) -> Entry {
        let record = item.record.map_err(|error| {
            let mut error = Error::from(error);
            if let Some(file) = file {
                error.error = format!("{file}: {}", error.error);
            }
            error
        });
        Entry { record, form: item.format }
    }
}

/// What kind of input a command works on.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Origin {
    /// There was none: the sample puzzle takes its place.
    Sample,
    /// A person types it.
    Keyboard,
    /// It is there already, or flows by itself.
    Stored,
}

/// All inputs of a command, one after the other.
#[derive(Debug)]
pub(crate) struct Entries {
    origin: Origin,
    waiting: std::vec::IntoIter<OsString>,
    current: Option<(Source, Reader)>,
    format: Option<&'static Format>,
    buffer: Vec<u8>,
    bytes_read: u64,
    total_bytes: Option<u64>,
}

impl Entries {
    /// The inputs that the arguments name.
    pub(crate) fn new(input: &args::Input) -> Entries {
        let is_typed = io::stdin().is_terminal();
        let names_standard_input = input.inputs.iter().any(|argument| argument == "-");
        let (origin, inputs) = if !input.inputs.is_empty() {
            let origin = if names_standard_input && is_typed { Origin::Keyboard } else { Origin::Stored };
            (origin, input.inputs.clone())
        } else if is_typed {
            (Origin::Sample, vec![SAMPLE.into()])
        } else {
            (Origin::Stored, vec!["-".into()])
        };
        Entries {
            origin,
            total_bytes: inputs.iter().map(|argument| size(argument)).sum(),
            waiting: inputs.into_iter(),
            current: None,
            format: input.from,
            buffer: vec![0; CHUNK],
            bytes_read: 0,
        }
    }

    /// What kind of input this is.
    pub(crate) fn origin(&self) -> Origin {
        self.origin
    }

    /// The number of bytes read so far.
    pub(crate) fn bytes_read(&self) -> u64 {
        self.bytes_read
    }

    /// The size of all inputs, if it is known.
    pub(crate) fn total_bytes(&self) -> Option<u64> {
        self.total_bytes
    }

    /// The next entries, at most so many: those that are complete without another read, or what
    /// one more chunk of input completes, sometimes nothing. None at the end of all inputs.
    pub(crate) fn next_batch(&mut self, most: usize) -> Option<Vec<Entry>> {
        let (mut source, mut reader) = match self.current.take() {
            Some(current) => current,
            None => (
                Source::open(&self.waiting.next()?, self.format),
                self.format.map_or_else(Reader::new, Reader::with_format),
            ),
        };
        let mut entries = Vec::new();
        source.drain(&mut reader, most, &mut entries);
        if !entries.is_empty() {
            self.current = Some((source, reader));
            return Some(entries);
        }
        if source.is_finished() {
            return Some(entries);
        }
        match source.read(&mut self.buffer) {
            Ok(0) => source.finish(&mut reader),
            Ok(count) => {
                self.bytes_read += count as u64;
                reader.push(&self.buffer[..count]);
            }
            Err(error) => entries.push(Entry::failed(error)),
        }
        source.drain(&mut reader, most, &mut entries);
        if !source.has_failed() {
            self.current = Some((source, reader));
        }
        Some(entries)
    }
}

/// A place to read from.
#[derive(Debug)]
struct Source {
    bytes: Bytes,
    state: State,
}

#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum State {
    Reading,
    /// The end was reached, and the reader knows it.
    Finished,
    Failed,
}

#[derive(Debug)]
enum Bytes {
    /// A text from the command line.
    Text(Cursor<Vec<u8>>),
    /// A file with its name.
    File(Arc<str>, File),
    StandardInput,
    /// An argument that is none of these, and why.
    None(Error),
}

impl Source {
    /// What an argument stands for: standard input, a file, or a puzzle.
    fn open(argument: &OsStr, format: Option<&'static Format>) -> Source {
        Source { bytes: Bytes::open(argument, format), state: State::Reading }
    }

    fn is_finished(&self) -> bool {
        self.state == State::Finished
    }

    fn has_failed(&self) -> bool {
        self.state == State::Failed
    }

    fn finish(&mut self, reader: &mut Reader) {
        reader.finish();
        self.state = State::Finished;
    }

    /// Moves complete entries from the reader into the list, until it holds so many.
    fn drain(&self, reader: &mut Reader, most: usize, entries: &mut Vec<Entry>) {
        let file = match &self.bytes {
            Bytes::File(name, _) => Some(&**name),
            _ => None,
        };
        while entries.len() < most
            && let Some(item) = reader.next_item()
        {
            entries.push(Entry::new(item, file));
        }
    }

    fn read(&mut self, buffer: &mut [u8]) -> Result<usize, Error> {
        let result = loop {
            let (read, name) = match &mut self.bytes {
                Bytes::Text(text) => (text.read(buffer), "an argument"),
                Bytes::File(name, file) => (file.read(buffer), &**name),
                Bytes::StandardInput => (io::stdin().lock().read(buffer), "standard input"),
                Bytes::None(error) => break Err(error.clone()),
            };
            match read {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                read => break read.map_err(|error| cannot_read(name, &error)),
            }
        };
        if result.is_err() {
            self.state = State::Failed;
        }
        result
    }
}

impl Bytes {
    fn open(argument: &OsStr, format: Option<&'static Format>) -> Bytes {
        if argument == "-" {
            return Bytes::StandardInput;
        }
        let path = Path::new(argument);
        let name = path.display().to_string();
        match File::open(path) {
            Ok(_) if path.is_dir() => Bytes::None(Error::new(
                ErrorKind::Unreadable,
                format!("cannot read {name}: it is a directory, expected a file"),
            )),
            Ok(file) => Bytes::File(name.into(), file),
            Err(error)
                if matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::InvalidFilename)
                    || error.kind() == io::ErrorKind::InvalidInput =>
            {
                match not_a_puzzle(argument.as_encoded_bytes(), format) {
                    None => Bytes::Text(Cursor::new(argument.as_encoded_bytes().to_vec())),
                    Some(problem) => Bytes::None(neither_file_nor_puzzle(&name, &problem)),
                }
            }
            Err(error) => Bytes::None(cannot_read(&name, &error)),
        }
    }
}

/// The number of bytes that an argument stands for, if it is known beforehand.
fn size(argument: &OsStr) -> Option<u64> {
    if argument == "-" {
        return None;
    }
    match std::fs::metadata(argument) {
        Ok(data) => data.is_file().then_some(data.len()),
        Err(_) => Some(argument.len() as u64),
    }
}

fn cannot_read(name: &str, error: &io::Error) -> Error {
    Error::new(ErrorKind::Unreadable, format!("cannot read {name}: {error}"))
}

fn neither_file_nor_puzzle(name: &str, problem: &Error) -> Error {
    let shown: String = name.chars().take(40).collect();
    let dots = if shown.len() < name.len() { "…" } else { "" };
    Error {
        error: format!("there is no file {shown:?}{dots}, and as a puzzle: {}", problem.error),
        ..problem.clone()
    }
}

/// Why a text holds no puzzle; nothing if it holds one.
fn not_a_puzzle(text: &[u8], format: Option<&'static Format>) -> Option<Error> {
    let mut reader = format.map_or_else(Reader::new, Reader::with_format);
    reader.push(text);
    reader.finish();
    let mut problem = Error::new(ErrorKind::Unreadable, "there is nothing in it");
    while let Some(item) = reader.next_item() {
        problem = Error::from(item.record.err()?);
    }
    Some(problem)
}
