//! The bytes of one input: an argument, a file or standard input.

use crate::polled_input::PolledInput;
use anyhow::ensure;
use same_file::Handle;
use std::collections::VecDeque;
use std::ffi::OsStr;
use std::fs::File;
use std::io::{self, Cursor, Read, Seek, SeekFrom};
use std::path::Path;
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread::{Builder, JoinHandle};
use std::time::Duration;
use veridoku_api::{Error, ErrorKind};
use veridoku_formats::{Format, Reader};

/// The number of threads that read ahead.
const READ_AHEAD_THREADS: usize = 2;
/// The number of blocks that each of them may be ahead.
const BLOCKS_AHEAD: usize = 8;

/// A source of bytes.
#[derive(Debug)]
pub(crate) enum InputSource {
    /// Text from the command line.
    Text(Cursor<Vec<u8>>),
    /// A regular file with its name: reading never blocks.
    File(Arc<str>, File),
    /// Standard input, or another file that may block, with its name.
    Stream(Option<Arc<str>>, PolledInput),
    /// An argument that is neither a file nor a puzzle, with the error.
    Invalid(Error),
    /// Text that can be read, followed by an error.
    #[cfg(test)]
    Failing(Cursor<Vec<u8>>),
}

impl InputSource {
    /// Opens the source that an argument names: standard input, a file, or a puzzle.
    pub(crate) fn open(argument: &OsStr, format: Option<&'static Format>) -> InputSource {
        if argument == "-" {
            return InputSource::standard_input().unwrap_or_else(InputSource::Invalid);
        }
        let name = Path::new(argument).display().to_string();
        match InputSource::open_path(Path::new(argument)) {
            Ok(source) => source,
            // Windows cannot even open a directory. There, a path of dots is one, but it may also be an empty
            // puzzle.
            Err(error)
                if matches!(
                    error.kind(),
                    io::ErrorKind::NotFound
                        | io::ErrorKind::InvalidFilename
                        | io::ErrorKind::InvalidInput
                        | io::ErrorKind::IsADirectory
                ) =>
            {
                match not_a_puzzle(argument.as_encoded_bytes(), format) {
                    None => InputSource::Text(Cursor::new(argument.as_encoded_bytes().to_vec())),
                    Some(_) if error.kind() == io::ErrorKind::IsADirectory => {
                        InputSource::Invalid(Error::new(
                            ErrorKind::Unreadable,
                            format!("cannot read {name}: it is a directory, expected a file"),
                        ))
                    }
                    Some(problem) => InputSource::Invalid(neither_file_nor_puzzle(&name, &problem)),
                }
            }
            Err(error) => InputSource::Invalid(cannot_read(&name, &error)),
        }
    }

    /// Opens the file that an argument names, or standard input.
    ///
    /// # Errors
    ///
    /// Returns the reason why it cannot be read.
    pub(crate) fn open_file(argument: &OsStr) -> Result<InputSource, Error> {
        if argument == "-" {
            return InputSource::standard_input();
        }
        let path = Path::new(argument);
        InputSource::open_path(path).map_err(|error| cannot_read(&path.display().to_string(), &error))
    }

    fn open_path(path: &Path) -> io::Result<InputSource> {
        let file = if path.is_dir() { Err(io::ErrorKind::IsADirectory.into()) } else { File::open(path) }?;
        let name = path.display().to_string().into();
        Ok(if file.metadata().is_ok_and(|data| data.is_file()) {
            InputSource::File(name, file)
        } else {
            InputSource::Stream(Some(name), PolledInput::new(file))
        })
    }

    fn standard_input() -> Result<InputSource, Error> {
        let opened = PolledInput::standard_input();
        opened
            .map(|input| InputSource::Stream(None, input))
            .map_err(|error| cannot_read(stream_name(None), &error))
    }

    /// Returns the name of the file, if the source is one.
    pub(crate) fn file_name(&self) -> Option<&str> {
        match self {
            InputSource::File(name, _) | InputSource::Stream(Some(name), _) => Some(name),
            _ => None,
        }
    }

    /// Returns the length of the file, if the source is a regular one, otherwise 0.
    pub(crate) fn file_length(&self) -> u64 {
        match self {
            InputSource::File(_, file) => file.metadata().map_or(0, |data| data.len()),
            _ => 0,
        }
    }

    /// Reads some bytes and returns their number, which is 0 at the end of the input.
    pub(crate) fn read(&mut self, buffer: &mut [u8]) -> Result<usize, Error> {
        loop {
            let (read, name) = match self {
                InputSource::Text(text) => (text.read(buffer), "an argument"),
                InputSource::File(name, file) => (file.read(buffer), &**name),
                InputSource::Stream(name, input) => (input.read(buffer), stream_name(name.as_ref())),
                InputSource::Invalid(error) => return Err(error.clone()),
                #[cfg(test)]
                InputSource::Failing(text) => match text.read(buffer) {
                    Ok(0) => return Err(Error::new(ErrorKind::Unreadable, "cannot read the rest")),
                    read => (read, "text"),
                },
            };
            match read {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                read => return read.map_err(|error| cannot_read(name, &error)),
            }
        }
    }

    /// Starts to read blocks of this size ahead, if the source is a regular file and threads can be started.
    pub(crate) fn read_ahead(&mut self, block: usize) -> Option<ReadAhead> {
        let InputSource::File(_, file) = self else { return None };
        file.stream_position().and_then(|offset| ReadAhead::new(file, offset, block)).ok()
    }

    /// Returns to reading without read-ahead, from the first block that has not been taken.
    pub(crate) fn continue_after(&mut self, read_ahead: ReadAhead) -> Result<(), Error> {
        let offset = read_ahead.stop();
        let InputSource::File(name, file) = self else { return Ok(()) };
        file.seek(SeekFrom::Start(offset)).map(|_| ()).map_err(|error| cannot_read(name, &error))
    }

    /// Returns an error about this source.
    pub(crate) fn cannot_read(&self, error: &io::Error) -> Error {
        cannot_read(self.file_name().unwrap_or("the input"), error)
    }

    /// Returns the error for binary data.
    pub(crate) fn not_text(&self) -> Error {
        let name = self.file_name().unwrap_or("the input");
        Error::new(ErrorKind::Unreadable, format!("cannot read {name}: found binary data, expected text"))
    }

    /// Waits at most for `timeout`, and reports whether a read would return then: with data, at the end, or
    /// with an error.
    pub(crate) fn poll(&self, timeout: Duration) -> bool {
        match self {
            InputSource::Stream(_, input) => input.poll(timeout),
            _ => true,
        }
    }
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

/// Reports whether standard input is a regular file.
pub(crate) fn is_standard_input_stored() -> bool {
    standard_input_file().is_some_and(|file| file.metadata().is_ok_and(|data| data.is_file()))
}

/// Returns standard input as a file.
pub(crate) fn standard_input_file() -> Option<File> {
    #[cfg(unix)]
    let handle = std::os::fd::AsFd::as_fd(&io::stdin()).try_clone_to_owned();
    #[cfg(windows)]
    let handle = std::os::windows::io::AsHandle::as_handle(&io::stdin()).try_clone_to_owned();
    handle.ok().map(File::from)
}

/// Reports whether a path names the regular file that standard input reads.
pub(crate) fn is_standard_input(path: &Path) -> bool {
    path.is_file()
        && Handle::stdin().is_ok_and(|input| Handle::from_path(path).is_ok_and(|file| input == file))
}

/// Reports whether a file is a regular one that standard output is written to. Reading it would never end.
fn is_standard_output(file: &File) -> bool {
    let input = file.try_clone().and_then(Handle::from_file);
    file.metadata().is_ok_and(|data| data.is_file())
        && input.is_ok_and(|input| Handle::stdout().is_ok_and(|output| input == output))
}

/// Returns an error if standard output is the file that an argument names: the answers would be read again.
pub(crate) fn refuse_standard_output(argument: &OsStr) -> anyhow::Result<()> {
    let (name, file) = if argument == "-" {
        ("standard input".into(), standard_input_file())
    } else {
        // Do not open a named pipe: closing it again would signal to its writer that the reader is gone.
        let path = Some(Path::new(argument)).filter(|path| path.is_file());
        (argument.to_string_lossy(), path.and_then(|path| File::open(path).ok()))
    };
    let is_output = file.is_some_and(|file| is_standard_output(&file));
    ensure!(!is_output, "cannot read {name}: it is also the output");
    Ok(())
}

/// Reports whether an argument names something that can be read only once, such as a named pipe.
pub(crate) fn is_pipe(argument: &OsStr) -> bool {
    std::fs::metadata(argument).is_ok_and(|data| !data.is_file() && !data.is_dir())
}

fn stream_name(name: Option<&Arc<str>>) -> &str {
    name.map_or("standard input", |name| name)
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
pub(crate) fn not_a_puzzle(text: &[u8], format: Option<&'static Format>) -> Option<Error> {
    let mut reader = format.map_or_else(Reader::new, Reader::with_format);
    reader.push(text);
    reader.finish();
    let mut problem = Error::new(ErrorKind::Unreadable, "found no puzzle");
    while let Some(item) = reader.next_item() {
        problem = Error::from(item.record.err()?);
    }
    Some(problem)
}

/// Reads blocks of a file on separate threads.
///
/// One thread alone cannot keep many workers busy with easy puzzles: the memory of its blocks comes back from
/// the caches of other cores, so copying a line out of the page cache takes twice as long as usual.
///
/// ```text
/// blocks of the file   0  1  2  3  4  …
///                      │  └──│──┴──│───▶ thread 1 ─┐
///                      └─────┴─────┴───▶ thread 0 ─┴─▶ 0 1 2 3 4 …
/// ```
#[derive(Debug)]
pub(crate) struct ReadAhead {
    /// The position after the last block that was taken.
    offset: u64,
    /// The size of a block.
    block: usize,
    /// The threads, in turn.
    threads: VecDeque<ReadAheadThread>,
}

/// A thread that reads ahead, and its channels.
#[derive(Debug)]
struct ReadAheadThread {
    handle: JoinHandle<()>,
    blocks: Receiver<io::Result<Vec<u8>>>,
    /// Takes memory for further blocks.
    memory: Sender<Vec<u8>>,
}

impl ReadAhead {
    fn new(file: &File, offset: u64, block: usize) -> io::Result<ReadAhead> {
        let mut threads = VecDeque::new();
        for thread in 0..READ_AHEAD_THREADS {
            let file = file.try_clone()?;
            let (sender, blocks) = mpsc::sync_channel(BLOCKS_AHEAD);
            let (memory, spare) = mpsc::channel::<Vec<u8>>();
            let mut offset = offset + (thread * block) as u64;
            let read_blocks = move || {
                loop {
                    let mut text = spare.try_recv().unwrap_or_default();
                    text.resize(block, 0);
                    let read = read_fully_at(&file, &mut text, offset);
                    let is_last = !matches!(read, Ok(count) if count == block);
                    let read = read.map(|count| {
                        text.truncate(count);
                        text
                    });
                    // If nobody receives the block, reading ahead has stopped.
                    if sender.send(read).is_err() || is_last {
                        return;
                    }
                    offset += (READ_AHEAD_THREADS * block) as u64;
                }
            };
            let handle = Builder::new().spawn(read_blocks)?;
            threads.push_back(ReadAheadThread { handle, blocks, memory });
        }
        Ok(ReadAhead { offset, block, threads })
    }

    /// Returns the size of a block.
    pub(crate) fn block(&self) -> usize {
        self.block
    }

    /// Exchanges `text` for the next block, and returns its size. After a block that is smaller than the
    /// others, at the end of the file, reading ahead must be stopped.
    pub(crate) fn swap(&mut self, text: &mut Vec<u8>) -> io::Result<usize> {
        let ReadAheadThread { blocks, memory, .. } = &self.threads[0];
        let next = blocks.recv().unwrap_or_else(|_| Err(io::Error::other("a thread has panicked")))?;
        let _ = memory.send(std::mem::replace(text, next));
        self.offset += text.len() as u64;
        self.threads.rotate_left(1);
        Ok(text.len())
    }

    /// Ends the threads, and returns the position after the last block that was taken. The threads must not
    /// read any longer, because on Windows, reading at a position also moves the position of the file.
    fn stop(self) -> u64 {
        for ReadAheadThread { handle, blocks, .. } in self.threads {
            drop(blocks);
            // A panic has been reported on standard error, and no block is missing.
            let _ = handle.join();
        }
        self.offset
    }
}

/// Reads from a position of a file until the buffer is full or the file ends. Returns the number of bytes.
fn read_fully_at(file: &File, mut buffer: &mut [u8], mut offset: u64) -> io::Result<usize> {
    let mut filled = 0;
    while !buffer.is_empty() {
        #[cfg(unix)]
        let read = std::os::unix::fs::FileExt::read_at(file, buffer, offset);
        #[cfg(windows)]
        let read = std::os::windows::fs::FileExt::seek_read(file, buffer, offset);
        match read {
            Ok(0) => break,
            Ok(count) => {
                filled += count;
                offset += count as u64;
                buffer = &mut buffer[count..];
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(filled)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write;

    #[test]
    fn bytes_appended_while_reading_ahead_are_read() {
        let mut file = tempfile::NamedTempFile::new().unwrap();
        file.write_all(&[1; 250]).unwrap();
        let mut source = InputSource::open(file.path().as_os_str(), None);
        let mut ahead = source.read_ahead(100).unwrap();
        let mut block = Vec::new();
        for expected in [100, 100, 50] {
            assert_eq!(ahead.swap(&mut block).unwrap(), expected);
        }
        // Both threads have reached the end of the file.
        file.write_all(&[2; 200]).unwrap();
        source.continue_after(ahead).unwrap();
        let mut rest = [0; 300];
        assert_eq!(source.read(&mut rest).unwrap(), 200);
        assert_eq!(rest[..200], [2; 200]);
    }
}
