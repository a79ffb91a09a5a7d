//! Reads puzzles from arguments, files and standard input, one after another.
//!
//! ```text
//!         ┌─ block of plain lines: checked here, parsed by a worker ─────────┐
//! bytes ──┤                                                                  ├──▶ Batch
//!         └─ anything else: Reader ── records and errors, runs of grids ─────┘
//! ```
//!
//! A limited number of complete puzzles is passed on at a time. A long stream therefore needs little memory,
//! and a slow pipe is answered without delay. Blocks of plain lines are read directly into the batch, so that
//! the thread that reads does little else. Each file is opened when its turn comes. If a file cannot be read, an error takes its place, or the run ends if the output must be
//! complete. In both cases, every shard reports the error.

use crate::SAMPLE;
use crate::args::{self, Shard};
use crate::entry::{Batch, InputEntry, PlainBlock};
use crate::output::message;
use crate::progress::InputProgress;
use std::collections::VecDeque;
use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::io::{self, Cursor, IsTerminal, Read, Seek, SeekFrom};
use std::path::Path;
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, OnceLock};
use std::thread::Builder;
use std::time::{Duration, Instant};
use veridoku_api::{Error, ErrorKind};
use veridoku_core::Cell;
use veridoku_core::plain_lines;
use veridoku_formats::{Format, Item, Reader};

/// The number of bytes per read.
const CHUNK: usize = 1 << 16;
/// A pipe that delivers at least this many bytes per read is considered fast.
const FAST_READ: usize = 1 << 12;
/// The minimum number of lines to read as a block.
const MIN_BLOCK: usize = 128;
/// The number of blocks after which a file is read ahead.
const BLOCKS_BEFORE_READ_AHEAD: usize = 8;
/// The number of threads that read ahead.
const READ_AHEAD_THREADS: usize = 2;
/// The number of blocks that each of them may be ahead.
const BLOCKS_AHEAD: usize = 8;
/// The maximum time spent collecting a batch before its puzzles are answered.
const MAX_GATHER_TIME: Duration = Duration::from_millis(20);

/// The kind of input of a command.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum InputOrigin {
    /// There is no input: the sample puzzle is used.
    Sample,
    /// Standard input is a terminal.
    Keyboard,
    /// Standard input is a pipe, of unknown length.
    Pipe,
    /// Arguments and files.
    Stored,
}

/// The result of filling a batch.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Filled {
    /// The batch has new entries.
    Entries,
    /// There are no entries yet: the next read would block.
    Pending,
    /// All inputs have ended.
    End,
}

/// What to do if an input cannot be read.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum OnReadError {
    /// Report an error in place of the input, and continue with the next one.
    Report,
    /// Stop reading.
    Stop,
}

/// The error of the first input that could not be read. It is shared, so that it is available after the run.
pub(crate) type FirstReadError = Arc<OnceLock<Error>>;

/// Reads all inputs of a command, one after another.
#[derive(Debug)]
pub(crate) struct InputReader {
    origin: InputOrigin,
    remaining: std::vec::IntoIter<OsString>,
    current: Option<CurrentInput>,
    format: Option<&'static Format>,
    progress: InputProgress,
    selection: EntrySelection,
    on_read_error: OnReadError,
    /// Whether blocks of plain lines are left to other threads.
    reads_blocks: bool,
    first_read_error: FirstReadError,
}

/// Selects the entries to answer.
#[derive(Debug)]
struct EntrySelection {
    shard: Shard,
    /// The number of entries read so far.
    seen: u64,
    /// The number of selected entries still to skip.
    skipped: u64,
}

/// The input that is being read.
#[derive(Debug)]
struct CurrentInput {
    source: InputSource,
    reader: Reader,
    /// The number of bytes in the last read.
    last_read: usize,
    /// Whether the end of the input was reached and [`Reader::finish`] was called.
    is_finished: bool,
    /// While blocks are read: the start of the line that follows the last block.
    partial_line: Option<Vec<u8>>,
    /// The line break of blocks.
    line_end: &'static [u8],
    /// The number of blocks of the same size read in succession.
    full_blocks: usize,
    /// Reads blocks of a regular file before they are needed.
    read_ahead: Option<ReadAhead>,
}

impl InputReader {
    /// Creates a reader for the inputs that the arguments name.
    pub(crate) fn new(input: &args::InputArgs) -> InputReader {
        let is_typed = io::stdin().is_terminal();
        let names_standard_input = input.inputs.iter().any(|argument| argument == "-");
        let (origin, inputs) = if !input.inputs.is_empty() {
            let origin = match (names_standard_input, is_typed) {
                (true, true) => InputOrigin::Keyboard,
                (true, false) => InputOrigin::Pipe,
                (false, _) => InputOrigin::Stored,
            };
            (origin, input.inputs.clone())
        } else if is_typed {
            (InputOrigin::Sample, vec![SAMPLE.into()])
        } else {
            (InputOrigin::Pipe, vec!["-".into()])
        };
        InputReader {
            origin,
            progress: InputProgress {
                bytes_read: 0,
                total_bytes: inputs.iter().map(|argument| size(argument)).sum(),
            },
            remaining: inputs.into_iter(),
            current: None,
            format: input.from,
            selection: EntrySelection { shard: input.shard, seen: 0, skipped: 0 },
            on_read_error: OnReadError::Report,
            reads_blocks: false,
            first_read_error: FirstReadError::default(),
        }
    }

    /// Checks that all inputs can be opened, and makes the reader stop at the first one that cannot be read.
    ///
    /// # Errors
    ///
    /// Returns the error of the first argument that is neither a file nor a puzzle.
    pub(crate) fn stop_on_read_error(mut self) -> Result<InputReader, Error> {
        for argument in self.remaining.as_slice() {
            // Do not open named pipes: closing one again would signal to its writer that the reader is gone.
            if !is_pipe(argument)
                && let InputSource::Invalid(error) = InputSource::open(argument, self.format)
            {
                return Err(error);
            }
        }
        self.on_read_error = OnReadError::Stop;
        Ok(self)
    }

    /// Leaves it to other threads to parse blocks of plain lines.
    pub(crate) fn with_blocks(mut self) -> InputReader {
        self.reads_blocks = true;
        self
    }

    /// Returns a handle to the first read error.
    pub(crate) fn first_read_error(&self) -> FirstReadError {
        Arc::clone(&self.first_read_error)
    }

    /// Skips the first `count` selected entries, which have been answered already.
    pub(crate) fn skipping(mut self, count: u64) -> InputReader {
        self.selection.skipped = count;
        self
    }

    /// Returns the kind of input.
    pub(crate) fn origin(&self) -> InputOrigin {
        self.origin
    }

    /// Returns how much of the input has been read.
    pub(crate) fn progress(&self) -> InputProgress {
        self.progress
    }

    /// Waits until there may be input, at most for this time.
    pub(crate) fn wait(&self, timeout: Duration) {
        if let Some(current) = &self.current {
            current.source.would_block(timeout);
        }
    }

    /// Adds entries to an empty batch until it has `max` entries or the input ends.
    pub(crate) fn fill_all(&mut self, batch: &mut Batch, max: usize) {
        while batch.len() < max && self.fill_waiting(batch, max) {}
    }

    /// Like [`InputReader::fill`], but waits for input. Returns `false` if all inputs have ended.
    pub(crate) fn fill_waiting(&mut self, batch: &mut Batch, max: usize) -> bool {
        loop {
            match self.fill(batch, max) {
                Filled::Entries => return true,
                Filled::Pending => self.wait(Duration::from_secs(1)),
                Filled::End => return false,
            }
        }
    }

    /// Adds entries to a batch until it has `max` entries or an input ends. Also stops if it has new entries,
    /// and the next read would block or collecting takes too long. Does not wait for input.
    pub(crate) fn fill(&mut self, batch: &mut Batch, max: usize) -> Filled {
        let before = batch.len();
        let start = Instant::now();
        let reads_blocks = self.reads_blocks && max >= MIN_BLOCK && self.selection.is_all();
        loop {
            let Some(mut current) = self.current.take().or_else(|| self.open()) else { return Filled::End };
            current.drain(batch, max, &mut self.selection);
            let has_more = batch.len() > before;
            if has_more && (batch.len() >= max || current.is_finished || current.should_answer_first(start)) {
                self.current = Some(current);
                return Filled::Entries;
            }
            if current.is_finished {
                continue;
            }
            if !has_more && current.source.would_block(Duration::ZERO) {
                self.current = Some(current);
                return Filled::Pending;
            }
            let read = if reads_blocks && current.can_read_block() {
                current.read_block(batch, max - batch.len(), start)
            } else {
                current.read()
            };
            match read {
                Ok(count) => self.progress.bytes_read += count as u64,
                Err(error) => {
                    batch.parse();
                    current.drain(batch, max, &mut self.selection);
                    if self.fail(error, batch, before) {
                        return Filled::Entries;
                    }
                    continue;
                }
            }
            self.current = Some(current);
            if batch.is_block() {
                return Filled::Entries;
            }
            // The block follows other entries, so it is parsed here.
            batch.parse();
        }
    }

    /// Handles an input that cannot be read. Returns whether the batch has new entries.
    fn fail(&mut self, error: Error, batch: &mut Batch, before: usize) -> bool {
        // Only the first error is kept.
        let _ = self.first_read_error.set(error.clone());
        match self.on_read_error {
            OnReadError::Stop => self.remaining = Vec::new().into_iter(),
            OnReadError::Report if self.selection.selects_next() => batch.push(InputEntry::failed(error)),
            // The entry belongs to another shard.
            OnReadError::Report => message(&format!("veridoku: {error}")),
        }
        batch.len() > before
    }

    /// Opens the next input.
    fn open(&mut self) -> Option<CurrentInput> {
        let source = InputSource::open(&self.remaining.next()?, self.format);
        let reader = self.format.map_or_else(Reader::new, Reader::with_format);
        Some(CurrentInput {
            source,
            reader,
            last_read: 0,
            is_finished: false,
            partial_line: None,
            line_end: b"\n",
            full_blocks: 0,
            read_ahead: None,
        })
    }
}

impl CurrentInput {
    /// Reads some bytes into the reader and returns their number.
    fn read(&mut self) -> Result<usize, Error> {
        self.leave_blocks();
        self.stop_reading_ahead()?;
        let count = self.reader.push_with(CHUNK, |room| self.source.read(room))?;
        self.last_read = count;
        if count == 0 {
            self.finish();
        }
        Ok(count)
    }

    /// Reports whether the next bytes may be read as a block: everything before them has left the reader, and
    /// the next line would be read as a plain line.
    fn can_read_block(&mut self) -> bool {
        if self.partial_line.is_none() {
            let mut bytes = Vec::new();
            self.partial_line = self.reader.take_partial_line(&mut bytes).then_some(bytes);
        }
        self.partial_line.is_some()
    }

    /// Reads up to `max` lines, and returns the number of bytes. If they are plain lines, they become the
    /// entries of the batch; otherwise they go to the reader.
    fn read_block(&mut self, batch: &mut Batch, max: usize, start: Instant) -> Result<usize, Error> {
        let partial_line = self.partial_line.take().unwrap_or_default();
        let bytes = max * (Cell::COUNT + self.line_end.len());
        self.read_ahead_if_worthwhile(bytes, partial_line.len())?;
        let (mut filled, mut read) = (partial_line.len(), Ok(0));
        if let Some(read_ahead) = &mut self.read_ahead {
            read = read_ahead.swap(batch.block_buffer()).map_err(|error| self.source.cannot_read(&error));
            filled = read.as_ref().map_or(0, |&count| count);
        } else {
            let text = batch.block_text(bytes);
            text[..filled].copy_from_slice(&partial_line);
            while filled < text.len() {
                read = self.source.read(&mut text[filled..]);
                let Ok(count @ 1..) = read else { break };
                filled += count;
                self.last_read = count;
                if self.should_answer_first(start) {
                    break;
                }
            }
        }
        self.full_blocks = if filled == bytes { self.full_blocks + 1 } else { 0 };
        let text = batch.block_text(filled);
        if let Some(line_end) = text[..filled].get(Cell::COUNT..) {
            self.line_end = if line_end.starts_with(b"\r\n") { b"\r\n" } else { b"\n" };
        }
        let length = Cell::COUNT + self.line_end.len();
        let lines = filled / length;
        let (block, rest) = text[..filled].split_at(lines * length);
        let is_partial = !rest.iter().any(|byte| matches!(byte, b'\n' | b'\r'));
        match plain_lines::blanks(block, self.line_end) {
            Some(blanks) if is_partial => {
                self.partial_line = Some(rest.to_vec());
                let format = self.reader.pass_plain_lines(lines as u64, blanks);
                batch.set_block(PlainBlock { lines, line_end: self.line_end, blanks, format });
            }
            None if is_partial && lines == 0 => self.partial_line = Some(rest.to_vec()),
            _ => self.reader.push(&text[..filled]),
        }
        if read? == 0 {
            self.finish();
        }
        Ok(filled - partial_line.len())
    }

    /// Starts reading ahead if the input is a long regular file of plain lines, and stops if the next block
    /// has another size or does not start at a line.
    fn read_ahead_if_worthwhile(&mut self, block: usize, partial_line: usize) -> Result<(), Error> {
        if partial_line > 0 || self.read_ahead.as_ref().is_some_and(|read_ahead| read_ahead.block != block) {
            self.stop_reading_ahead()
        } else if self.read_ahead.is_none()
            && self.full_blocks >= BLOCKS_BEFORE_READ_AHEAD
            && let InputSource::File(_, file, FileKind::Regular) = &mut self.source
        {
            let started = file.stream_position().and_then(|offset| ReadAhead::new(file, offset, block));
            self.read_ahead = Some(started.map_err(|error| self.source.cannot_read(&error))?);
            Ok(())
        } else {
            Ok(())
        }
    }

    /// Returns to reading the file from its current position.
    fn stop_reading_ahead(&mut self) -> Result<(), Error> {
        self.full_blocks = 0;
        match (self.read_ahead.take(), &mut self.source) {
            (Some(read_ahead), InputSource::File(_, file, _)) => file
                .seek(SeekFrom::Start(read_ahead.offset))
                .map(|_| ())
                .map_err(|error| self.source.cannot_read(&error)),
            _ => Ok(()),
        }
    }

    /// Returns to reading with the reader.
    fn leave_blocks(&mut self) {
        if let Some(partial_line) = self.partial_line.take() {
            self.reader.push(&partial_line);
        }
    }

    fn finish(&mut self) {
        self.leave_blocks();
        self.reader.finish();
        self.is_finished = true;
    }

    /// Reports whether a read would return soon.
    fn is_ready(&self) -> bool {
        // Give a fast producer 1 ms to refill the pipe. A slow one may be waiting for an answer.
        let moment = if self.last_read < FAST_READ { Duration::ZERO } else { Duration::from_millis(1) };
        self.is_finished || self.source.poll(moment) == Some(true)
    }

    /// Reports whether the entries collected since `start` should be answered before reading more.
    fn should_answer_first(&self, start: Instant) -> bool {
        !self.is_finished && (start.elapsed() > MAX_GATHER_TIME || !self.is_ready())
    }

    /// Moves complete, selected entries from the reader to the batch, until it has `max` entries.
    fn drain(&mut self, batch: &mut Batch, max: usize, selection: &mut EntrySelection) {
        while batch.len() < max {
            if let Some(start) = batch.take_plain(&mut self.reader, max) {
                if !selection.is_all() {
                    batch.retain_plain(start, || selection.selects_next());
                }
                continue;
            }
            let Some(item) = self.reader.next_item() else { return };
            if selection.selects_next() {
                batch.push(entry(item, self.source.file_name()));
            }
        }
    }
}

impl EntrySelection {
    /// Reports whether all following entries are selected.
    fn is_all(&self) -> bool {
        self.shard == Shard::ALL && self.skipped == 0
    }

    /// Reports whether the next entry is selected.
    fn selects_next(&mut self) -> bool {
        let is_ours = self.seen % self.shard.count == self.shard.number - 1;
        self.seen += 1;
        let is_answered = is_ours && self.skipped > 0;
        self.skipped -= u64::from(is_answered);
        is_ours && !is_answered
    }
}

/// Converts an item to an entry. If it is an error, the file name is added to the message.
fn entry(item: Item, file: Option<&str>) -> InputEntry {
    let record = item.record.map_err(|error| {
        let mut error = Error::from(error);
        if let Some(file) = file {
            error.error = format!("{file}: {}", error.error);
        }
        error
    });
    InputEntry { record, format: item.format }
}

/// Reads blocks of a file on threads of its own.
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
struct ReadAhead {
    /// The position after the last block that was taken.
    offset: u64,
    /// The size of a block.
    block: usize,
    /// The threads, in turn.
    threads: VecDeque<ReadAheadThread>,
}

/// The channels of a thread that reads ahead.
#[derive(Debug)]
struct ReadAheadThread {
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
            Builder::new().spawn(read_blocks)?;
            threads.push_back(ReadAheadThread { blocks, memory });
        }
        Ok(ReadAhead { offset, block, threads })
    }

    /// Exchanges `text` for the next block, and returns its size. It is smaller than the others at the end of
    /// the file.
    fn swap(&mut self, text: &mut Vec<u8>) -> io::Result<usize> {
        let Some(ReadAheadThread { blocks, memory }) = self.threads.front() else { return Ok(0) };
        // A thread ends after its last block, which is empty or short.
        let next = blocks.recv().unwrap_or_else(|_| Ok(Vec::new()))?;
        let _ = memory.send(std::mem::replace(text, next));
        self.offset += text.len() as u64;
        self.threads.rotate_left(1);
        Ok(text.len())
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

    /// Returns an error about this source.
    fn cannot_read(&self, error: &io::Error) -> Error {
        cannot_read(self.file_name().unwrap_or("the input"), error)
    }

    /// Waits at most for `timeout`, and reports whether a read would still block then. Returns `false` if that
    /// is unknown.
    fn would_block(&self, timeout: Duration) -> bool {
        self.poll(timeout) == Some(false)
    }

    /// Waits at most for `timeout`, and reports whether a read would return then, with data or at the end.
    /// Returns `None` if that is unknown.
    fn poll(&self, timeout: Duration) -> Option<bool> {
        match self {
            InputSource::Text(_) | InputSource::Invalid(_) | InputSource::File(_, _, FileKind::Regular) => {
                Some(true)
            }
            InputSource::File(_, file, FileKind::Other) => poll(file, timeout),
            InputSource::StandardInput => poll(&io::stdin(), timeout),
        }
    }
}

/// Waits at most for `timeout`, and reports whether a read would return then. Returns `None` on platforms
/// without `poll`.
#[cfg(unix)]
fn poll(file: &impl std::os::fd::AsFd, timeout: Duration) -> Option<bool> {
    use rustix::event::{PollFd, PollFlags, Timespec, poll};
    let timeout = Timespec::try_from(timeout).ok();
    poll(&mut [PollFd::new(file, PollFlags::IN)], timeout.as_ref()).ok().map(|ready| ready > 0)
}

#[cfg(not(unix))]
fn poll<T>(_file: &T, _timeout: Duration) -> Option<bool> {
    None
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

#[cfg(test)]
mod tests {
    use super::*;

    /// A file that can be opened but not read.
    #[cfg(target_os = "linux")]
    const BROKEN: &str = "/proc/self/mem";

    /// Returns the number of entries, and the errors among them.
    #[cfg(target_os = "linux")]
    fn read_all(mut entries: InputReader) -> (usize, Vec<String>) {
        let (mut count, mut errors, mut batch) = (0, Vec::new(), Batch::default());
        while entries.fill_waiting(&mut batch, 100) {
            count += batch.len();
            errors
                .extend(batch.iter().filter_map(|item| item.record().err().map(|error| error.error.clone())));
            batch.clear();
        }
        (count, errors)
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn every_shard_reports_an_input_that_fails() {
        let inputs = vec![SAMPLE.into(), BROKEN.into(), SAMPLE.into()];
        for (number, count, expected, errors_expected) in [(1, 1, 3, 1), (1, 2, 2, 0), (2, 2, 1, 1)] {
            let input =
                args::InputArgs { inputs: inputs.clone(), from: None, shard: Shard { number, count } };
            let entries = InputReader::new(&input);
            let first_read_error = entries.first_read_error();
            let (found, errors) = read_all(entries);
            assert_eq!((found, errors.len()), (expected, errors_expected), "{number}/{count}");
            assert!(first_read_error.get().is_some_and(|error| error.error.contains(BROKEN)));
            // If the output must be complete, reading stops here, without an entry for the error.
            let entries = InputReader::new(&input).stop_on_read_error().unwrap();
            let first_read_error = entries.first_read_error();
            assert_eq!(read_all(entries), (usize::from(number == 1), vec![]), "{number}/{count}");
            assert!(first_read_error.get().is_some());
        }
    }

    #[test]
    fn blocks_give_the_same_entries() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("puzzles.txt");
        let dots = SAMPLE.to_string();
        let (zeros, solved) = (dots.replace('.', "0"), veridoku_core::SAMPLE_SOLUTION);
        let others = ["", "# a comment", "hello", &zeros, solved, &format!("{dots} # 7"), "\u{feff}", ".1"];
        let describe = |reads_blocks: bool, max: usize| {
            let input = args::InputArgs {
                inputs: vec![path.clone().into(), path.clone().into()],
                from: None,
                shard: Shard::ALL,
            };
            let mut entries = InputReader { reads_blocks, ..InputReader::new(&input) };
            let (mut all, mut batch) = (Vec::new(), Batch::default());
            // Some batches are smaller, as they are if puzzles become harder.
            while entries.fill_waiting(&mut batch, if all.len() % 7 == 3 { max / 2 } else { max }) {
                batch.parse();
                all.extend(batch.iter().map(|item| format!("{:?} {:?}", item.record(), item.format())));
                batch.clear();
            }
            (all, entries.progress.bytes_read)
        };
        for line_end in ["\n", "\r\n", "\r"] {
            for plain in [&dots, &zeros] {
                for (number, other) in others.into_iter().enumerate() {
                    // Long enough to be read ahead before and after the other lines.
                    let mut lines = vec![plain.as_str(); 4000];
                    lines[number * 300] = other;
                    lines[3995] = other;
                    let mut text = lines.join(line_end);
                    text += if number % 2 == 0 { line_end } else { "" };
                    std::fs::write(&path, text).unwrap();
                    let expected = describe(false, 100);
                    assert!(expected.0.len() > 7900, "{line_end:?} {other}");
                    for max in [128, 256, 300, 2048] {
                        assert_eq!(describe(true, max), expected, "{line_end:?} {other} {max}");
                    }
                }
            }
        }
    }

    #[test]
    fn inputs_that_cannot_be_opened_are_reported_before_the_start() {
        let input = |inputs: &[&str]| args::InputArgs {
            inputs: inputs.iter().map(OsString::from).collect(),
            from: None,
            shard: Shard::ALL,
        };
        assert!(InputReader::new(&input(&[SAMPLE, "Cargo.toml", "-"])).stop_on_read_error().is_ok());
        for bad in ["no-such-file.txt", "src"] {
            let error = InputReader::new(&input(&[SAMPLE, bad])).stop_on_read_error().unwrap_err();
            assert!(error.error.contains(bad), "{error}");
        }
    }
}
