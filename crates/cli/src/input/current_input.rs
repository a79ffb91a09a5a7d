//! The input that is being read: in blocks of plain lines, or with the tolerant reader.

use crate::digest::{FileDigest, RunningDigest};
use crate::entry::{Batch, EntrySelection, InputEntry, PlainBlock};
use crate::input_source::{self, InputSource, ReadAhead};
use std::time::{Duration, Instant};
use veridoku_api::{Error, ErrorKind};
use veridoku_core::Cell;
use veridoku_core::plain_lines;
use veridoku_formats::{Format, Item, Reader};

/// The number of bytes per read.
const CHUNK: usize = 1 << 16;
/// A pipe that delivers at least this many bytes per read is considered fast.
const FAST_READ: usize = 1 << 12;
/// The number of blocks after which a file is read ahead.
const BLOCKS_BEFORE_READ_AHEAD: usize = 8;
/// The maximum time spent collecting a batch before its puzzles are answered.
const MAX_GATHER_TIME: Duration = Duration::from_millis(20);

/// The input that is being read.
#[derive(Debug)]
pub(super) struct CurrentInput {
    pub(super) source: InputSource,
    contents: FileContents,
    pub(super) reader: Reader,
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

impl CurrentInput {
    /// Creates a reader of a source. A digest is that of the contents which the source must have.
    pub(super) fn new(
        source: InputSource,
        format: Option<&'static Format>,
        expected: Option<FileDigest>,
    ) -> CurrentInput {
        CurrentInput {
            contents: FileContents::new(&source, expected),
            source,
            reader: format.map_or_else(Reader::new, Reader::with_format),
            last_read: 0,
            is_finished: false,
            partial_line: None,
            line_end: b"\n",
            full_blocks: 0,
            read_ahead: None,
            failed: None,
        }
    }

    /// Reports whether the end of the input was reached.
    pub(super) fn is_finished(&self) -> bool {
        self.is_finished
    }

    /// Returns an error if the file has changed while it was read.
    pub(super) fn change(&self) -> Option<Error> {
        self.contents.change(self.source.file_name())
    }

    /// Reads some bytes into the reader and returns their number.
    pub(super) fn read(&mut self) -> Result<usize, Error> {
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
    pub(super) fn can_read_block(&mut self) -> bool {
        if self.partial_line.is_none() {
            let mut bytes = Vec::new();
            self.partial_line = self.reader.take_partial_line(&mut bytes).then_some(bytes);
        }
        self.partial_line.is_some()
    }

    /// Reads up to `max` lines, and returns the number of bytes. If they are plain lines, they become the
    /// entries of the batch; otherwise they go to the reader.
    pub(super) fn read_block(
        &mut self,
        batch: &mut Batch,
        max: usize,
        start: Instant,
    ) -> Result<usize, Error> {
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
    pub(super) fn should_answer_first(&self, start: Instant) -> bool {
        !self.is_finished && (start.elapsed() > MAX_GATHER_TIME || !self.is_ready())
    }

    /// Moves complete, selected entries from the reader to the batch, until it has `max` entries.
    pub(super) fn drain(&mut self, batch: &mut Batch, max: usize, selection: &mut EntrySelection) {
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
    fn change(&self, name: Option<&str>) -> Option<Error> {
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
