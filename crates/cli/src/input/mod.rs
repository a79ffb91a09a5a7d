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

mod current_input;

use crate::SAMPLE;
use crate::args;
use crate::digest::FileDigest;
use crate::entry::{Batch, EntrySelection, InputEntry};
use crate::input_source::{self, InputSource};
use crate::output::message;
use crate::progress::InputProgress;
use current_input::CurrentInput;
use std::collections::{HashMap, VecDeque};
use std::ffi::OsString;
use std::io::{self, IsTerminal};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};
use veridoku_api::Error;
use veridoku_core::batch::STREAM_BATCH;
use veridoku_formats::Format;

/// The minimum number of lines to read as a block.
const MIN_BLOCK: usize = 128;

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
            selection: EntrySelection::of(input.shard),
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
        self.selection.skip(count);
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
                && (batch.len() >= max || current.is_finished() || current.should_answer_first(start))
            {
                self.current = Some(current);
                return Filled::Entries;
            }
            if current.is_finished() {
                if let Some(error) = current.change() {
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
        Some(CurrentInput::new(source, self.format, self.expected.get(&argument).copied()))
    }
}

/// Returns the kind of standard input, which is not a terminal.
fn standard_input_origin() -> InputOrigin {
    if input_source::is_standard_input_stored() { InputOrigin::Stored } else { InputOrigin::Pipe }
}

#[cfg(test)]
mod tests;
