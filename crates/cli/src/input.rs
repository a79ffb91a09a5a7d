//! Where puzzles come from: arguments, files, standard input, one after the other.
//!
//! Everything is read in chunks and handed on as soon as it is complete, a bounded number of
//! puzzles at a time, so that a stream never fills the memory and a slow pipe is answered without
//! delay. A file is opened when its turn comes. One that cannot be read has an error in its place, or ends everything
//! where answers are to be complete or not there at all; in either case every share of the work knows of it.

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
use veridoku_core::text::{Format, Item, Reader};

/// The bytes that are read at once.
const CHUNK: usize = 1 << 16;
/// Who writes fewer bytes at a time into a pipe is not in a hurry.
const FAST_READ: usize = 1 << 12;
/// How long a batch is gathered from a pipe that gives a little at a time.
const MAX_GATHER_TIME: Duration = Duration::from_millis(20);

/// What kind of input a command works on.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum InputOrigin {
    /// There was none: the sample puzzle takes its place.
    Sample,
    /// A person types it.
    Keyboard,
    /// It flows by itself, and nobody knows how much there will be.
    Pipe,
    /// It is there already.
    Stored,
}

/// What came of filling a batch.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum FillResult {
    /// There are entries.
    Filled,
    /// There are none at hand.
    Pending,
    /// All inputs are at their end.
    End,
}

/// What comes of an input that cannot be read.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum OnReadError {
    /// It has an error in its place, and the others go on.
    Report,
    /// It is the end of all inputs.
    Stop,
}

/// The first input that could not be read, for whoever asks when all is done.
pub(crate) type FirstReadError = Arc<OnceLock<Error>>;

/// All inputs of a command, one after the other.
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

/// Which entries are taken.
#[derive(Debug)]
struct EntrySelection {
    shard: Shard,
    /// How many entries came by.
    seen: u64,
    /// So many that would be taken are left out first.
    skipped: u64,
}

/// The input that is being read.
#[derive(Debug)]
struct CurrentInput {
    source: InputSource,
    reader: Reader,
    /// The bytes of the last read.
    last_read: usize,
    /// Whether the end was reached, and the reader knows it.
    is_finished: bool,
}

impl InputReader {
    /// The inputs that the arguments name.
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

    /// The same, if all inputs can be opened; and one that cannot be read then is the end.
    ///
    /// # Errors
    ///
    /// The first that is neither a file nor a puzzle.
    pub(crate) fn stop_on_read_error(mut self) -> Result<InputReader, Error> {
        for argument in self.remaining.as_slice() {
            // A pipe is opened once: whoever fills it would take a second reader for the last.
            if !source::is_pipe(argument)
                && let InputSource::Invalid(error) = InputSource::open(argument, self.format)
            {
                return Err(error);
            }
        }
        self.on_read_error = OnReadError::Stop;
        Ok(self)
    }

    /// Where the first input that cannot be read will be found.
    pub(crate) fn first_read_error(&self) -> FirstReadError {
        Arc::clone(&self.first_read_error)
    }

    /// The same without the first so many, which are answered already.
    pub(crate) fn skipping(mut self, count: u64) -> InputReader {
        self.selection.skipped = count;
        self
    }

    /// What kind of input this is.
    pub(crate) fn origin(&self) -> InputOrigin {
        self.origin
    }

    /// How far they are read.
    pub(crate) fn progress(&self) -> InputProgress {
        self.progress
    }

    /// Adds entries to a batch until it has so many, or one input ends, or a read would have to
    /// wait while there is something to answer, or patience is short.
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

    /// Notes that an input cannot be read; whether there is something to answer now.
    fn fail(&mut self, error: Error, batch: &mut Batch, before: usize) -> bool {
        // Only the first counts.
        let _ = self.first_read_error.set(error.clone());
        match self.on_read_error {
            OnReadError::Stop => self.remaining = Vec::new().into_iter(),
            OnReadError::Report => {
                let text = format!("veridoku: {error}");
                batch.push(InputEntry::failed(error));
                self.selection.retain_selected(batch, before);
                if batch.len() == before {
                    // Its place is in another share.
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

    /// Whether what was gathered since then should be answered before another read.
    fn should_answer_first(&self, start: Instant) -> bool {
        // Whoever fills a pipe as fast as he can is allowed to breathe; whoever writes a line waits for its answer.
        let moment = if self.last_read < FAST_READ { Duration::ZERO } else { Duration::from_millis(1) };
        !self.is_finished && (start.elapsed() > MAX_GATHER_TIME || !self.source.is_ready(moment))
    }

    /// Moves complete entries from the reader into the batch, those whose turn it is, until it has so many.
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
    /// Takes out of a batch what is not taken of the entries from a position on.
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

/// The entry of an item; the error names the file it comes from.
fn entry(item: Item, file: Option<&str>) -> InputEntry {
    let record = item.record.map_err(|error| {
        let mut error = Error::from(error);
        if let Some(file) = file {
            error.error = format!("{file}: {}", error.error);
        }
        error
    });
    InputEntry { record, form: item.format }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A file that opens, and cannot be read.
    #[cfg(target_os = "linux")]
    const BROKEN: &str = "/proc/self/mem";

    /// How many entries there are, and what stands in place of those that are errors.
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
    fn an_input_that_breaks_is_known_to_every_share() {
        let inputs = vec![SAMPLE.into(), BROKEN.into(), SAMPLE.into()];
        for (number, count, expected, errors_expected) in [(1, 1, 3, 1), (1, 2, 2, 0), (2, 2, 1, 1)] {
            let input =
                args::InputArgs { inputs: inputs.clone(), from: None, shard: Shard { number, count } };
            let entries = InputReader::new(&input);
            let first_read_error = entries.first_read_error();
            let (found, errors) = read_all(entries);
            assert_eq!((found, errors.len()), (expected, errors_expected), "{number}/{count}");
            assert!(first_read_error.get().is_some_and(|error| error.error.contains(BROKEN)));
            // Where answers are to be complete, it is the end: nothing stands in its place, and nothing behind it.
            let entries = InputReader::new(&input).stop_on_read_error().unwrap();
            let first_read_error = entries.first_read_error();
            assert_eq!(read_all(entries), (usize::from(number == 1), vec![]), "{number}/{count}");
            assert!(first_read_error.get().is_some());
        }
    }

    #[test]
    fn what_cannot_be_opened_is_told_before_the_start() {
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
