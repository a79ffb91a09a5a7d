//! Reads puzzles from arguments, files and standard input, one after another.
//!
//! The input is read in chunks, and a limited number of complete puzzles is passed on at a time. A long
//! stream therefore needs little memory, and a slow pipe is answered without delay. Each file is opened when
//! its turn comes. If a file cannot be read, an error takes its place, or the run ends if the output must be
//! complete. In both cases, every shard reports the error.

use crate::SAMPLE;
use crate::args::{self, Shard};
use crate::entry::{Batch, InputEntry};
use crate::output::message;
use crate::progress::InputProgress;
use crate::shared_slot::Blocking;
use crate::source::{self, InputSource};
use std::ffi::OsString;
use std::io::{self, IsTerminal};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};
use veridoku_api::Error;
use veridoku_formats::{Format, Item, Reader};

/// The number of bytes per read.
const CHUNK: usize = 1 << 16;
/// A pipe that delivers at least this many bytes per read is considered fast.
const FAST_READ: usize = 1 << 12;
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
pub(crate) enum FillResult {
    /// The batch has new entries.
    Filled,
    /// No entries are available without blocking.
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
                total_bytes: inputs.iter().map(|argument| source::size(argument)).sum(),
            },
            remaining: inputs.into_iter(),
            current: None,
            format: input.from,
            selection: EntrySelection { shard: input.shard, seen: 0, skipped: 0 },
            on_read_error: OnReadError::Report,
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
            if !source::is_pipe(argument)
                && let InputSource::Invalid(error) = InputSource::open(argument, self.format)
            {
                return Err(error);
            }
        }
        self.on_read_error = OnReadError::Stop;
        Ok(self)
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

    /// Adds entries to a batch until it has `max` entries or an input ends. Also stops if the next read would
    /// block or collecting takes too long, provided that the batch has new entries or `blocking` does not
    /// allow waiting.
    pub(crate) fn fill(&mut self, batch: &mut Batch, max: usize, blocking: Blocking) -> FillResult {
        let before = batch.len();
        let start = Instant::now();
        loop {
            let Some(mut current) = self.current.take().or_else(|| self.open()) else {
                return FillResult::End;
            };
            current.drain(batch, max, &mut self.selection);
            let has_more = batch.len() > before;
            let is_full = batch.len() >= max;
            if is_full || ((has_more || blocking == Blocking::DontWait) && current.should_answer_first(start))
            {
                self.current = Some(current);
                return if is_full || has_more { FillResult::Filled } else { FillResult::Pending };
            }
            if current.is_finished {
                if has_more {
                    return FillResult::Filled;
                }
                continue;
            }
            match current.reader.push_with(CHUNK, |room| current.source.read(room)) {
                Ok(0) => current.finish(),
                Ok(count) => {
                    self.progress.bytes_read += count as u64;
                    current.last_read = count;
                }
                Err(error) => {
                    if self.fail(error, batch, before) {
                        return FillResult::Filled;
                    }
                    continue;
                }
            }
            self.current = Some(current);
        }
    }

    /// Handles an input that cannot be read. Returns whether the batch has new entries.
    fn fail(&mut self, error: Error, batch: &mut Batch, before: usize) -> bool {
        // Only the first error is kept.
        let _ = self.first_read_error.set(error.clone());
        match self.on_read_error {
            OnReadError::Stop => self.remaining = Vec::new().into_iter(),
            OnReadError::Report => {
                let text = format!("veridoku: {error}");
                batch.push(InputEntry::failed(error));
                self.selection.retain_selected(batch, before);
                if batch.len() == before {
                    // The entry belongs to another shard.
                    message(&text);
                }
            }
        }
        batch.len() > before
    }

    /// Opens the next input.
    fn open(&mut self) -> Option<CurrentInput> {
        let source = InputSource::open(&self.remaining.next()?, self.format);
        let reader = self.format.map_or_else(Reader::new, Reader::with_format);
        Some(CurrentInput { source, reader, last_read: 0, is_finished: false })
    }
}

impl CurrentInput {
    fn finish(&mut self) {
        self.reader.finish();
        self.is_finished = true;
    }

    /// Reports whether the entries collected since `start` should be answered before reading more.
    fn should_answer_first(&self, start: Instant) -> bool {
        // Give a fast producer 1 ms to refill the pipe. A slow one may be waiting for an answer.
        let moment = if self.last_read < FAST_READ { Duration::ZERO } else { Duration::from_millis(1) };
        !self.is_finished && (start.elapsed() > MAX_GATHER_TIME || !self.source.is_ready(moment))
    }

    /// Moves complete, selected entries from the reader to the batch, until it has `max` entries.
    fn drain(&mut self, batch: &mut Batch, max: usize, selection: &mut EntrySelection) {
        while batch.len() < max {
            let before = batch.len();
            if !batch.take_plain(&mut self.reader, max) {
                let Some(item) = self.reader.next_item() else { return };
                batch.push(entry(item, self.source.file_name()));
            }
            selection.retain_selected(batch, before);
        }
    }
}

impl EntrySelection {
    /// Removes the entries from `start` on that are not selected.
    fn retain_selected(&mut self, batch: &mut Batch, start: usize) {
        if self.shard == Shard::ALL && self.skipped == 0 {
            return;
        }
        batch.retain_from(start, || {
            let is_ours = self.seen % self.shard.count == self.shard.number - 1;
            self.seen += 1;
            let is_answered = is_ours && self.skipped > 0;
            self.skipped -= u64::from(is_answered);
            is_ours && !is_answered
        });
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

    /// A file that can be opened but not read.
    #[cfg(target_os = "linux")]
    const BROKEN: &str = "/proc/self/mem";

    /// Returns the number of entries, and the errors among them.
    #[cfg(target_os = "linux")]
    fn read_all(mut entries: InputReader) -> (usize, Vec<String>) {
        let (mut count, mut errors, mut batch) = (0, Vec::new(), Batch::default());
        while entries.fill(&mut batch, 100, Blocking::Wait) == FillResult::Filled {
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
