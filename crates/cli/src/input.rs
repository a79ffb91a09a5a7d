//! Where puzzles come from: arguments, files, standard input.
//!
//! Everything is read in chunks and handed on as soon as it is complete, so that a stream never
//! fills the memory and a slow pipe is answered without delay.

use crate::SAMPLE;
use crate::args;
use std::ffi::OsStr;
use std::fs::File;
use std::io::{self, Cursor, IsTerminal, Read};
use std::path::Path;
use std::sync::Arc;
use veridoku_api::Error;
use veridoku_core::text::{Format, Reader, Record};

/// The bytes that are read at once.
const CHUNK: usize = 1 << 18;

/// A puzzle, or what stands in its place.
#[derive(Debug)]
pub(crate) struct Entry {
    /// The file it comes from; none for arguments and standard input.
    pub(crate) file: Option<Arc<str>>,
    /// The puzzle, or why it could not be read.
    pub(crate) record: Result<Record, Error>,
}

/// All inputs of a command, one after the other.
#[derive(Debug)]
pub(crate) struct Entries {
    waiting: std::vec::IntoIter<Source>,
    current: Option<(Source, Reader)>,
    format: Option<&'static Format>,
    buffer: Vec<u8>,
    bytes_read: u64,
    total_bytes: Option<u64>,
    origin: Origin,
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

impl Entries {
    /// The inputs that the arguments name.
    pub(crate) fn new(input: &args::Input) -> Entries {
        let is_typed = io::stdin().is_terminal();
        let names_standard_input = input.inputs.iter().any(|argument| argument == "-");
        let (origin, sources) = if !input.inputs.is_empty() {
            let origin = if names_standard_input && is_typed { Origin::Keyboard } else { Origin::Stored };
            (origin, input.inputs.iter().map(|argument| Source::new(argument, input.from)).collect())
        } else if is_typed {
            (Origin::Sample, vec![Source::Text(Cursor::new(SAMPLE.into()))])
        } else {
            (Origin::Stored, vec![Source::StandardInput])
        };
        Entries {
            total_bytes: sources.iter().map(Source::size).sum(),
            waiting: sources.into_iter(),
            current: None,
            format: input.from,
            buffer: vec![0; CHUNK],
            bytes_read: 0,
            origin,
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

    /// What one more chunk of input completes, sometimes nothing; none at the end of all inputs.
    pub(crate) fn next_batch(&mut self) -> Option<Vec<Entry>> {
        let (mut source, mut reader) = match self.current.take() {
            Some(current) => current,
            None => (self.waiting.next()?, self.format.map_or_else(Reader::new, Reader::with_format)),
        };
        let read = source.read(&mut self.buffer);
        match read {
            Ok(count @ 1..) => reader.push(&self.buffer[..count]),
            _ => reader.finish(),
        }
        let file = source.file_name();
        let mut entries = Vec::new();
        while let Some(item) = reader.next_item() {
            entries.push(Entry { file: file.clone(), record: item.record.map_err(Error::from) });
        }
        match read {
            Ok(0) => {}
            Ok(count) => {
                self.bytes_read += count as u64;
                self.current = Some((source, reader));
            }
            Err(error) => entries.push(Entry { file: None, record: Err(error) }),
        }
        Some(entries)
    }
}

/// A place to read from.
#[derive(Debug)]
enum Source {
    /// A text from the command line.
    Text(Cursor<Vec<u8>>),
    /// A file with its name.
    File(Arc<str>, File),
    StandardInput,
    /// An argument that is none of these, and why.
    Failed(Error),
}

impl Source {
    /// What an argument stands for: standard input, a file, or a puzzle.
    fn new(argument: &OsStr, format: Option<&'static Format>) -> Source {
        if argument == "-" {
            return Source::StandardInput;
        }
        let path = Path::new(argument);
        let name = path.display().to_string();
        match File::open(path) {
            Ok(_) if path.is_dir() => {
                Source::Failed(Error::new(format!("cannot read {name}: it is a directory, expected a file")))
            }
            Ok(file) => Source::File(name.into(), file),
            Err(error) => match not_a_puzzle(argument.as_encoded_bytes(), format) {
                None => Source::Text(Cursor::new(argument.as_encoded_bytes().to_vec())),
                Some(problem) => {
                    let shown: String = name.chars().take(40).collect();
                    let dots = if shown.len() < name.len() { "…" } else { "" };
                    let file = match error.kind() {
                        io::ErrorKind::NotFound | io::ErrorKind::InvalidFilename => {
                            "there is no such file".into()
                        }
                        _ => error.to_string(),
                    };
                    Source::Failed(Error {
                        error: format!(
                            "{shown:?}{dots} is neither a file nor a puzzle: {file}; as a puzzle, {}",
                            problem.error
                        ),
                        ..problem
                    })
                }
            },
        }
    }

    fn read(&mut self, buffer: &mut [u8]) -> Result<usize, Error> {
        loop {
            let (read, name) = match self {
                Source::Text(text) => (text.read(buffer), "an argument"),
                Source::File(name, file) => (file.read(buffer), &**name),
                Source::StandardInput => (io::stdin().lock().read(buffer), "standard input"),
                Source::Failed(error) => return Err(error.clone()),
            };
            match read {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                read => return read.map_err(|error| Error::new(format!("cannot read {name}: {error}"))),
            }
        }
    }

    fn file_name(&self) -> Option<Arc<str>> {
        match self {
            Source::File(name, _) => Some(Arc::clone(name)),
            _ => None,
        }
    }

    /// The number of bytes, if it is known beforehand.
    fn size(&self) -> Option<u64> {
        match self {
            Source::Text(text) => Some(text.get_ref().len() as u64),
            Source::File(_, file) => {
                file.metadata().ok().filter(std::fs::Metadata::is_file).map(|data| data.len())
            }
            Source::StandardInput => None,
            Source::Failed(_) => Some(0),
        }
    }
}

/// Why a text holds no puzzle; nothing if it holds one.
fn not_a_puzzle(text: &[u8], format: Option<&'static Format>) -> Option<Error> {
    let mut reader = format.map_or_else(Reader::new, Reader::with_format);
    reader.push(text);
    reader.finish();
    let mut problem = Error::new("there is nothing in it");
    while let Some(item) = reader.next_item() {
        problem = Error::from(item.record.err()?);
    }
    Some(problem)
}
