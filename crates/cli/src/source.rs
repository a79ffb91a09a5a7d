//! Input sources: text from the command line, a file, or standard input.
//!
//! This module decides what an argument means, and whether a read would block, which depends on the platform.

use std::ffi::OsStr;
use std::fs::File;
use std::io::{self, Cursor, Read};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;
use veridoku_api::{Error, ErrorKind};
use veridoku_formats::{Format, Reader};

/// A source of bytes.
#[derive(Debug)]
pub(crate) enum InputSource {
    /// Text from the command line.
    Text(Cursor<Vec<u8>>),
    /// A file with its name and kind.
    File(Arc<str>, File, FileKind),
    /// Standard input.
    StandardInput,
    /// An argument that is neither a file nor a puzzle, with the error.
    Invalid(Error),
}

/// Whether a file is a regular file.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum FileKind {
    /// A regular file: reading never blocks.
    Regular,
    /// Anything else, such as a pipe or a terminal.
    Other,
}

impl InputSource {
    /// Opens the source that an argument names: standard input, a file, or a puzzle.
    pub(crate) fn open(argument: &OsStr, format: Option<&'static Format>) -> InputSource {
        if argument == "-" {
            return InputSource::StandardInput;
        }
        let path = Path::new(argument);
        let name = path.display().to_string();
        match File::open(path) {
            Ok(_) if path.is_dir() => InputSource::Invalid(Error::new(
                ErrorKind::Unreadable,
                format!("cannot read {name}: it is a directory, expected a file"),
            )),
            Ok(file) => {
                let is_regular = file.metadata().is_ok_and(|data| data.is_file());
                InputSource::File(
                    name.into(),
                    file,
                    if is_regular { FileKind::Regular } else { FileKind::Other },
                )
            }
            Err(error)
                if matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::InvalidFilename)
                    || error.kind() == io::ErrorKind::InvalidInput =>
            {
                match not_a_puzzle(argument.as_encoded_bytes(), format) {
                    None => InputSource::Text(Cursor::new(argument.as_encoded_bytes().to_vec())),
                    Some(problem) => InputSource::Invalid(neither_file_nor_puzzle(&name, &problem)),
                }
            }
            Err(error) => InputSource::Invalid(cannot_read(&name, &error)),
        }
    }

    /// Returns the name of the file, if the source is one.
    pub(crate) fn file_name(&self) -> Option<&str> {
        match self {
            InputSource::File(name, ..) => Some(name),
            _ => None,
        }
    }

    /// Reads some bytes and returns their number, which is 0 at the end of the input.
    pub(crate) fn read(&mut self, buffer: &mut [u8]) -> Result<usize, Error> {
        loop {
            let (read, name) = match self {
                InputSource::Text(text) => (text.read(buffer), "an argument"),
                InputSource::File(name, file, _) => (file.read(buffer), &**name),
                InputSource::StandardInput => (io::stdin().lock().read(buffer), "standard input"),
                InputSource::Invalid(error) => return Err(error.clone()),
            };
            match read {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                read => return read.map_err(|error| cannot_read(name, &error)),
            }
        }
    }

    /// Reports whether a read would return within `timeout`, with data or at the end.
    pub(crate) fn is_ready(&self, timeout: Duration) -> bool {
        match self {
            InputSource::Text(_) | InputSource::Invalid(_) | InputSource::File(_, _, FileKind::Regular) => {
                true
            }
            InputSource::File(_, file, FileKind::Other) => is_ready(file, timeout),
            InputSource::StandardInput => is_ready(&io::stdin(), timeout),
        }
    }
}

/// Reports whether a read would return within `timeout`. Returns `false` on platforms without `poll`.
#[cfg(unix)]
fn is_ready(file: &impl std::os::fd::AsFd, timeout: Duration) -> bool {
    use rustix::event::{PollFd, PollFlags, Timespec, poll};
    let timeout = Timespec::try_from(timeout).ok();
    poll(&mut [PollFd::new(file, PollFlags::IN)], timeout.as_ref()).is_ok_and(|ready| ready > 0)
}

#[cfg(not(unix))]
fn is_ready<T>(_file: &T, _timeout: Duration) -> bool {
    false
}

/// Returns the size of an argument in bytes, if it is known.
pub(crate) fn size(argument: &OsStr) -> Option<u64> {
    if argument == "-" {
        return None;
    }
    match std::fs::metadata(argument) {
        Ok(data) => data.is_file().then_some(data.len()),
        Err(_) => Some(argument.len() as u64),
    }
}

/// Reports whether an argument names something that can be read only once, such as a named pipe.
pub(crate) fn is_pipe(argument: &OsStr) -> bool {
    std::fs::metadata(argument).is_ok_and(|data| !data.is_file() && !data.is_dir())
}

fn cannot_read(name: &str, error: &io::Error) -> Error {
    Error::new(ErrorKind::Unreadable, format!("cannot read {name}: {error}"))
}

fn neither_file_nor_puzzle(name: &str, problem: &Error) -> Error {
    let shown: String = name.chars().take(40).collect();
    let dots = if shown.len() < name.len() { "…" } else { "" };
    Error {
        error: format!("no file named {shown:?}{dots}, and not a puzzle: {}", problem.error),
        ..problem.clone()
    }
}

/// Returns the reason why a string contains no puzzle, or `None` if it contains one.
fn not_a_puzzle(text: &[u8], format: Option<&'static Format>) -> Option<Error> {
    let mut reader = format.map_or_else(Reader::new, Reader::with_format);
    reader.push(text);
    reader.finish();
    let mut problem = Error::new(ErrorKind::Unreadable, "found no puzzle");
    while let Some(item) = reader.next_item() {
        problem = Error::from(item.record.err()?);
    }
    Some(problem)
}
