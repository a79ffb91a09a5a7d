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
//! the thread that reads does little else. Each file is opened when its turn comes. If a file cannot be read,
//! an error takes its place, or the run ends if the output must be complete. In both cases, every shard
//! reports the error.

use crate::SAMPLE;
use crate::args::{self, Shard};
use crate::digest::{FileDigest, RunningDigest};
use crate::entry::{Batch, InputEntry, PlainBlock};
use crate::input_source::{self, InputSource, ReadAhead};
use crate::output::message;
use crate::progress::InputProgress;
use std::collections::{HashMap, VecDeque};
use std::ffi::OsString;
use std::io::{self, IsTerminal};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};
use veridoku_api::{Error, ErrorKind};
use veridoku_core::Cell;
use veridoku_core::batch::STREAM_BATCH;
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
    /// Arguments and files, perhaps as standard input.
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
pub(crate) type FirstReadError = Arc<OnceLock<ReadFailure>>;

/// An input that could not be read as it was.
#[derive(Debug)]
pub(crate) struct ReadFailure {
    pub(crate) error: Error,
    /// Whether it has changed, so that any of its answers may be wrong.
    pub(crate) has_changed: bool,
}

/// Reads all inputs of a command, one after another.
#[derive(Debug)]
pub(crate) struct InputReader {
    origin: InputOrigin,
    remaining: std::vec::IntoIter<OsString>,
    current: Option<CurrentInput>,
    /// Entries that were read to find out how many there are, one per batch.
    ahead: VecDeque<Batch>,
    format: Option<&'static Format>,
    progress: InputProgress,
    selection: EntrySelection,
    on_read_error: OnReadError,
    /// Whether blocks of plain lines are left to other threads.
    reads_blocks: bool,
    /// The contents that files must have.
    expected: HashMap<OsString, FileDigest>,
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
    contents: FileContents,
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
    /// The error that ended the last block. It follows the entries before it.
    failed: Option<Error>,
}

impl InputReader {
    /// Creates a reader for the inputs that the arguments name.
    pub(crate) fn new(input: &args::InputArgs) -> InputReader {
        let is_typed = io::stdin().is_terminal();
        let names_standard_input = input.inputs.iter().any(|argument| argument == "-");
        let (origin, inputs) = if !input.inputs.is_empty() {
            let origin = match (names_standard_input, is_typed) {
                (true, true) => InputOrigin::Keyboard,
                (true, false) => standard_input_origin(),
                (false, _) => InputOrigin::Stored,
            };
            (origin, input.inputs.clone())
        } else if is_typed {
            (InputOrigin::Sample, vec![SAMPLE.into()])
        } else {
            (standard_input_origin(), vec!["-".into()])
        };
        InputReader {
            origin,
            progress: InputProgress {
                bytes_read: 0,
                total_bytes: inputs.iter().map(|argument| input_source::size(argument)).sum(),
            },
            remaining: inputs.into_iter(),
            current: None,
            ahead: VecDeque::new(),
            format: input.from,
            selection: EntrySelection { shard: input.shard, seen: 0, skipped: 0 },
            on_read_error: OnReadError::Report,
            reads_blocks: false,
            expected: HashMap::new(),
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
            if !input_source::is_pipe(argument)
                && let InputSource::Invalid(error) = InputSource::open(argument, self.format)
            {
                return Err(error);
            }
        }
        self.on_read_error = OnReadError::Stop;
        Ok(self)
    }

    /// Returns an error if one of the inputs is also standard output.
    pub(crate) fn refuse_standard_output(&self) -> anyhow::Result<()> {
        self.remaining.as_slice().iter().try_for_each(|input| input_source::refuse_standard_output(input))
    }

    /// Leaves it to other threads to parse blocks of plain lines.
    pub(crate) fn with_blocks(mut self) -> InputReader {
        self.reads_blocks = true;
        self
    }

    /// Makes the reader fail if the contents of a file have other digests.
    pub(crate) fn expecting(mut self, digests: Vec<(OsString, FileDigest)>) -> InputReader {
        self.expected = digests.into_iter().collect();
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

    /// Reports whether the input has at most one entry. Returns `false` for a pipe, because the answer may be
    /// needed before the next puzzle comes.
    pub(crate) fn is_single(&mut self) -> bool {
        self.progress.total_bytes.is_some() && self.look_ahead(2) < 2
    }

    /// Returns how much of the input has been read, without what is still in the buffer of the reader.
    pub(crate) fn progress(&self) -> InputProgress {
        let buffered = self.current.as_ref().map_or(0, |current| current.reader.buffered_bytes() as u64);
        InputProgress { bytes_read: self.progress.bytes_read - buffered, ..self.progress }
    }

    /// Waits until there may be input, at most for this time.
    pub(crate) fn wait(&self, timeout: Duration) {
        if let Some(current) = &self.current {
            current.source.poll(timeout);
        }
    }

    /// Reads ahead up to `max` entries, and returns how many there are. They are still returned by
    /// [`InputReader::fill`], one at a time.
    pub(crate) fn look_ahead(&mut self, max: usize) -> usize {
        let mut ahead = std::mem::take(&mut self.ahead);
        while ahead.len() < max {
            let mut batch = Batch::default();
            if !self.fill_waiting(&mut batch, 1) {
                break;
            }
            ahead.push_back(batch);
        }
        self.ahead = ahead;
        self.ahead.len().min(max)
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

    /// Reads all inputs, and returns the number of entries.
    pub(crate) fn count(mut self) -> u64 {
        let (mut batch, mut entries) = (Batch::default(), 0);
        while self.fill_waiting(&mut batch, STREAM_BATCH) {
            entries += batch.len() as u64;
            batch.clear();
        }
        entries
    }

    /// Fills an empty batch with up to `max` entries of an input. Returns fewer if the next read would block,
    /// or if collecting them takes too long. Does not wait for input.
    pub(crate) fn fill(&mut self, batch: &mut Batch, max: usize) -> Filled {
        if let Some(entry) = self.ahead.pop_front() {
            *batch = entry;
            return Filled::Entries;
        }
        let start = Instant::now();
        let reads_blocks = self.reads_blocks && max >= MIN_BLOCK && self.selection.is_all();
        loop {
            let Some(mut current) = self.current.take().or_else(|| self.open()) else { return Filled::End };
            current.drain(batch, max, &mut self.selection);
            if !batch.is_empty()
                && (batch.len() >= max || current.is_finished || current.should_answer_first(start))
            {
                self.current = Some(current);
                return Filled::Entries;
            }
            if current.is_finished {
                if let Some(error) = current.contents.problem(current.source.file_name()) {
                    self.fail(ReadFailure { error, has_changed: true }, batch);
                }
                if batch.is_empty() {
                    continue;
                }
                return Filled::Entries;
            }
            if batch.is_empty() && !current.source.poll(Duration::ZERO) {
                self.current = Some(current);
                return Filled::Pending;
            }
            let read = if reads_blocks && current.can_read_block() {
                current.read_block(batch, max - batch.len(), start)
            } else {
                current.read()
            };
            match read {
                Ok(count) => {
                    self.progress.bytes_read += count as u64;
                    self.current = Some(current);
                }
                Err(error) => {
                    self.fail(ReadFailure { error, has_changed: false }, batch);
                    if batch.is_empty() {
                        continue;
                    }
                    return Filled::Entries;
                }
            }
            if batch.is_block() {
                return Filled::Entries;
            }
            // If there is a block, it follows other entries, so it is parsed here.
            batch.parse();
        }
    }

    /// Handles an input that cannot be read.
    fn fail(&mut self, failure: ReadFailure, batch: &mut Batch) {
        let error = failure.error.clone();
        // Only the first error is kept.
        let _ = self.first_read_error.set(failure);
        match self.on_read_error {
            OnReadError::Stop => self.remaining = Vec::new().into_iter(),
            OnReadError::Report if self.selection.selects_next() => batch.push(InputEntry::failed(error)),
            // The entry belongs to another shard.
            OnReadError::Report => message(&format!("veridoku: {error}")),
        }
    }

    /// Opens the next input.
    fn open(&mut self) -> Option<CurrentInput> {
        let argument = self.remaining.next()?;
        let source = InputSource::open(&argument, self.format);
        let reader = self.format.map_or_else(Reader::new, Reader::with_format);
        Some(CurrentInput {
            contents: FileContents::new(&source, self.expected.get(&argument).copied()),
            source,
            reader,
            last_read: 0,
            is_finished: false,
            partial_line: None,
            line_end: b"\n",
            full_blocks: 0,
            read_ahead: None,
            failed: None,
        })
    }
}

impl CurrentInput {
    /// Reads some bytes into the reader and returns their number.
    fn read(&mut self) -> Result<usize, Error> {
        self.leave_blocks();
        self.stop_reading_ahead()?;
        if let Some(error) = self.failed.take() {
            return Err(error);
        }
        let is_first = self.last_read == 0;
        let count = self.reader.push_with(CHUNK, |room| {
            let count = self.source.read(room)?;
            self.contents.record(&room[..count]);
            if is_first && is_binary(&room[..count]) {
                return Err(self.source.not_text());
            }
            Ok(count)
        })?;
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
        if let Some(error) = self.failed.take() {
            return Err(error);
        }
        let is_first = self.last_read == 0;
        let partial_line = self.partial_line.take().unwrap_or_default();
        let bytes = max * (Cell::COUNT + self.line_end.len());
        self.read_ahead_if_worthwhile(bytes, partial_line.len())?;
        let (mut filled, mut is_last) = (partial_line.len(), false);
        if let Some(read_ahead) = &mut self.read_ahead {
            let read = read_ahead.swap(batch.block_buffer());
            filled = read.map_err(|error| self.source.cannot_read(&error))?;
            is_last = filled == 0;
            self.contents.record(batch.block_buffer());
            if filled < bytes {
                self.stop_reading_ahead()?;
            }
        } else {
            let text = batch.block_text(bytes);
            text[..filled].copy_from_slice(&partial_line);
            while filled < text.len() {
                match self.source.read(&mut text[filled..]) {
                    Ok(count) => {
                        self.contents.record(&text[filled..filled + count]);
                        filled += count;
                        self.last_read = count;
                        is_last = count == 0;
                    }
                    Err(error) => self.failed = Some(error),
                }
                if is_last || self.failed.is_some() || self.should_answer_first(start) {
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
            _ if is_first && is_binary(&text[..filled]) => return Err(self.source.not_text()),
            _ => self.reader.push(&text[..filled]),
        }
        if is_last {
            self.finish();
        }
        Ok(filled - partial_line.len())
    }

    /// Starts reading ahead if the input is a long regular file of plain lines, and stops if the next block
    /// has another size or does not start at a line.
    fn read_ahead_if_worthwhile(&mut self, block: usize, partial_line: usize) -> Result<(), Error> {
        if partial_line > 0 || self.read_ahead.as_ref().is_some_and(|ahead| ahead.block() != block) {
            return self.stop_reading_ahead();
        }
        if self.read_ahead.is_none() && self.full_blocks >= BLOCKS_BEFORE_READ_AHEAD {
            self.read_ahead = self.source.read_ahead(block);
        }
        Ok(())
    }

    /// Returns to reading the file from its current position.
    fn stop_reading_ahead(&mut self) -> Result<(), Error> {
        self.full_blocks = 0;
        self.read_ahead.take().map_or(Ok(()), |ahead| self.source.continue_after(ahead))
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
        self.is_finished || self.source.poll(moment)
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

/// Returns the kind of standard input, which is not a terminal.
fn standard_input_origin() -> InputOrigin {
    if input_source::is_standard_input_stored() { InputOrigin::Stored } else { InputOrigin::Pipe }
}

/// What has been read of a file, to notice that it changes meanwhile.
#[derive(Debug)]
struct FileContents {
    /// The length of the file when it was opened; 0 for other inputs.
    initial_length: u64,
    length: u64,
    /// The digest so far, and the digest of the whole file, if they must be compared.
    digests: Option<(RunningDigest, FileDigest)>,
}

impl FileContents {
    fn new(source: &InputSource, expected: Option<FileDigest>) -> FileContents {
        let digests = expected.map(|expected| (RunningDigest::default(), expected));
        FileContents { initial_length: source.file_length(), length: 0, digests }
    }

    fn record(&mut self, bytes: &[u8]) {
        self.length += bytes.len() as u64;
        if let Some((digest, _)) = &mut self.digests {
            digest.update(bytes);
        }
    }

    /// Returns an error if the file has changed. Without digests, it may have grown, and only missing bytes
    /// are noticed.
    fn problem(&self, name: Option<&str>) -> Option<Error> {
        let has_changed = match &self.digests {
            Some((digest, expected)) => digest.get() != *expected,
            None => self.length < self.initial_length,
        };
        let name = name.unwrap_or("the input");
        let error = || Error::new(ErrorKind::Unreadable, format!("{name} changed while it was read"));
        has_changed.then(error)
    }
}

/// Reports whether the start of an input is binary data: it has a zero byte, and no puzzle before it. A zero
/// byte after a puzzle is an error in its line only.
fn is_binary(start: &[u8]) -> bool {
    let zero = start.iter().position(|&byte| byte == 0);
    zero.is_some_and(|zero| input_source::not_a_puzzle(&start[..zero], None).is_some())
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

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Cursor;

    /// A file that can be opened but not read.
    #[cfg(target_os = "linux")]
    const BROKEN: &str = "/proc/self/mem";

    /// Returns the number of entries, and the errors among them.
    fn read_all(mut entries: InputReader, max: usize) -> (usize, Vec<String>) {
        let (mut count, mut errors, mut batch) = (0, Vec::new(), Batch::default());
        while entries.fill_waiting(&mut batch, max) {
            batch.parse();
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
            let (found, errors) = read_all(entries, 100);
            assert_eq!((found, errors.len()), (expected, errors_expected), "{number}/{count}");
            assert!(first_read_error.get().is_some_and(|failure| failure.error.error.contains(BROKEN)));
            // If the output must be complete, reading stops here, without an entry for the error.
            let entries = InputReader::new(&input).stop_on_read_error().unwrap();
            let first_read_error = entries.first_read_error();
            assert_eq!(read_all(entries, 100), (usize::from(number == 1), vec![]), "{number}/{count}");
            assert!(first_read_error.get().is_some());
        }
    }

    #[test]
    fn a_file_is_compared_with_its_digest() {
        let file = tempfile::NamedTempFile::new().unwrap();
        // Long enough to be read ahead, with two lines that are not plain.
        let lines = format!("{SAMPLE}\n").repeat(20_000);
        std::fs::write(file.path(), format!("{lines}{SAMPLE} # comment\n{lines}{SAMPLE}")).unwrap();
        let name = file.path().as_os_str().to_owned();
        let digest = FileDigest::of(file.path()).unwrap();
        let input = args::InputArgs { inputs: vec![name.clone()], from: None, shard: Shard::ALL };
        for (reads_blocks, change) in [(true, 0), (false, 0), (true, 1), (false, 1)] {
            let expected = FileDigest { hash: digest.hash ^ change, ..digest };
            let entries = InputReader::new(&input).expecting(vec![(name.clone(), expected)]);
            let first_read_error = entries.first_read_error();
            let entries = InputReader { reads_blocks, on_read_error: OnReadError::Stop, ..entries };
            assert_eq!(read_all(entries, 256), (40_002, vec![]));
            let has_changed = first_read_error.get().is_some_and(|failure| failure.has_changed);
            assert_eq!(has_changed, change == 1);
        }
    }

    #[test]
    fn a_file_that_becomes_shorter_is_an_error() {
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(file.path(), format!("{SAMPLE}\n").repeat(5000)).unwrap();
        let inputs = vec![file.path().as_os_str().to_owned()];
        let mut entries = InputReader::new(&args::InputArgs { inputs, from: None, shard: Shard::ALL });
        let mut batch = Batch::default();
        assert!(entries.fill_waiting(&mut batch, 1));
        file.as_file().set_len(100).unwrap();
        let (count, errors) = read_all(entries, 100);
        assert!(count < 5000 && errors.last().unwrap().contains("changed while it was read"), "{errors:?}");
    }

    #[test]
    fn entries_before_an_error_are_kept() {
        // One plain line, so that a block is read, and then more short lines than fit into a batch.
        let text = format!("{SAMPLE}\n{}", "x\n".repeat(5000));
        let input = args::InputArgs { inputs: vec![SAMPLE.into()], from: None, shard: Shard::ALL };
        let mut entries = InputReader { reads_blocks: true, ..InputReader::new(&input) };
        let mut current = entries.open().unwrap();
        current.reader.push(&text.as_bytes()[..=Cell::COUNT]);
        current.source = InputSource::Failing(Cursor::new(text.as_bytes()[Cell::COUNT + 1..].to_vec()));
        entries.current = Some(current);
        let (mut errors, mut batch) = (Vec::new(), Batch::default());
        while entries.fill_waiting(&mut batch, MIN_BLOCK) {
            batch.parse();
            errors.extend(batch.iter().filter_map(|item| item.record().err().map(ToString::to_string)));
            batch.clear();
        }
        assert_eq!(errors.len(), 5001);
        assert!(errors[5000].contains("cannot read the rest"), "{}", errors[5000]);
        assert_eq!(entries.progress.bytes_read, 10_000);
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
