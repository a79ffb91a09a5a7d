//! Where puzzles come from: arguments, files, standard input, one after the other.
//!
//! Everything is read in chunks and handed on as soon as it is complete, a bounded number of
//! puzzles at a time, so that a stream never fills the memory and a slow pipe is answered without
//! delay. A file is opened when its turn comes. One that cannot be read has an error in its place, or ends everything
//! where answers are to be complete or not there at all; in either case every share of the work knows of it.

use crate::SAMPLE;
use crate::args::{self, Shard};
use crate::entry::{Batch, Entry};
use crate::gate::Patience;
use crate::output::tell;
use crate::progress::Position;
use crate::source::{self, Source};
use std::ffi::OsString;
use std::io::{self, IsTerminal};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};
use veridoku_api::Error;
use veridoku_core::text::{Format, Item, Reader};

/// The bytes that are read at once.
const CHUNK: usize = 1 << 16;
/// Who writes fewer bytes at a time into a pipe is not in a hurry.
const PAGE: usize = 1 << 12;
/// How long a batch is gathered from a pipe that gives a little at a time.
const PATIENCE: Duration = Duration::from_millis(20);

/// What kind of input a command works on.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Origin {
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
pub(crate) enum Filled {
    /// There are entries.
    Some,
    /// There are none at hand.
    Later,
    /// All inputs are at their end.
    End,
}

/// What comes of an input that cannot be read.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum Failure {
    /// It has an error in its place, and the others go on.
    InPlace,
    /// It is the end of all inputs.
    IsTheEnd,
}

/// The first input that could not be read, for whoever asks when all is done.
pub(crate) type Unread = Arc<OnceLock<Error>>;

/// All inputs of a command, one after the other.
#[derive(Debug)]
pub(crate) struct Entries {
    origin: Origin,
    waiting: std::vec::IntoIter<OsString>,
    current: Option<Current>,
    format: Option<&'static Format>,
    position: Position,
    turns: Turns,
    failure: Failure,
    unread: Unread,
}

/// Which entries are taken.
#[derive(Debug)]
struct Turns {
    shard: Shard,
    /// How many entries came by.
    seen: u64,
    /// So many that would be taken are left out first.
    skipped: u64,
}

/// The input that is being read.
#[derive(Debug)]
struct Current {
    source: Source,
    reader: Reader,
    /// The bytes of the last read.
    last_read: usize,
    /// Whether the end was reached, and the reader knows it.
    is_finished: bool,
}

impl Entries {
    /// The inputs that the arguments name.
    pub(crate) fn new(input: &args::Input) -> Entries {
        let is_typed = io::stdin().is_terminal();
        let names_standard_input = input.inputs.iter().any(|argument| argument == "-");
        let (origin, inputs) = if !input.inputs.is_empty() {
            let origin = match (names_standard_input, is_typed) {
                (true, true) => Origin::Keyboard,
                (true, false) => Origin::Pipe,
                (false, _) => Origin::Stored,
            };
            (origin, input.inputs.clone())
        } else if is_typed {
            (Origin::Sample, vec![SAMPLE.into()])
        } else {
            (Origin::Pipe, vec!["-".into()])
        };
        Entries {
            origin,
            position: Position {
                bytes_read: 0,
                total_bytes: inputs.iter().map(|argument| source::size(argument)).sum(),
            },
            waiting: inputs.into_iter(),
            current: None,
            format: input.from,
            turns: Turns { shard: input.shard, seen: 0, skipped: 0 },
            failure: Failure::InPlace,
            unread: Unread::default(),
        }
    }

    /// The same, if all inputs can be opened; and one that cannot be read then is the end.
    ///
    /// # Errors
    ///
    /// The first that is neither a file nor a puzzle.
    pub(crate) fn whole_or_nothing(mut self) -> Result<Entries, Error> {
        for argument in self.waiting.as_slice() {
            // A pipe is opened once: whoever fills it would take a second reader for the last.
            if !source::is_pipe(argument)
                && let Source::None(error) = Source::open(argument, self.format)
            {
                return Err(error);
            }
        }
        self.failure = Failure::IsTheEnd;
        Ok(self)
    }

    /// Where the first input that cannot be read will be found.
    pub(crate) fn unread(&self) -> Unread {
        Arc::clone(&self.unread)
    }

    /// The same without the first so many, which are answered already.
    pub(crate) fn without_first(mut self, count: u64) -> Entries {
        self.turns.skipped = count;
        self
    }

    /// What kind of input this is.
    pub(crate) fn origin(&self) -> Origin {
        self.origin
    }

    /// How far they are read.
    pub(crate) fn position(&self) -> Position {
        self.position
    }

    /// Adds entries to a batch until it has so many, or one input ends, or a read would have to
    /// wait while there is something to answer, or patience is short.
    pub(crate) fn fill(&mut self, batch: &mut Batch, most: usize, patience: Patience) -> Filled {
        let before = batch.len();
        let start = Instant::now();
        loop {
            let Some(mut current) = self.current.take().or_else(|| self.open()) else { return Filled::End };
            current.drain(batch, most, &mut self.turns);
            let has_more = batch.len() > before;
            let is_full = batch.len() >= most;
            if is_full || ((has_more || patience == Patience::Hurries) && current.makes_wait(start)) {
                self.current = Some(current);
                return if is_full || has_more { Filled::Some } else { Filled::Later };
            }
            if current.is_finished {
                if has_more {
                    return Filled::Some;
                }
                continue;
            }
            match current.reader.push_with(CHUNK, |room| current.source.read(room)) {
                Ok(0) => current.finish(),
                Ok(count) => {
                    self.position.bytes_read += count as u64;
                    current.last_read = count;
                }
                Err(error) => {
                    if self.fail(error, batch, before) {
                        return Filled::Some;
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
        let _ = self.unread.set(error.clone());
        match self.failure {
            Failure::IsTheEnd => self.waiting = Vec::new().into_iter(),
            Failure::InPlace => {
                let message = format!("veridoku: {error}");
                batch.push(Entry::failed(error));
                self.turns.sift(batch, before);
                if batch.len() == before {
                    // Its place is in another share.
                    tell(&message);
                }
            }
        }
        batch.len() > before
    }

    /// Opens the next input.
    fn open(&mut self) -> Option<Current> {
        let source = Source::open(&self.waiting.next()?, self.format);
        let reader = self.format.map_or_else(Reader::new, Reader::with_format);
        Some(Current { source, reader, last_read: 0, is_finished: false })
    }
}

impl Current {
    fn finish(&mut self) {
        self.reader.finish();
        self.is_finished = true;
    }

    /// Whether what was gathered since then should be answered before another read.
    fn makes_wait(&self, start: Instant) -> bool {
        // Whoever fills a pipe as fast as he can is allowed to breathe; whoever writes a line waits for its answer.
        let moment = if self.last_read < PAGE { Duration::ZERO } else { Duration::from_millis(1) };
        !self.is_finished && (start.elapsed() > PATIENCE || !self.source.is_ready(moment))
    }

    /// Moves complete entries from the reader into the batch, those whose turn it is, until it has so many.
    fn drain(&mut self, batch: &mut Batch, most: usize, turns: &mut Turns) {
        while batch.len() < most {
            let before = batch.len();
            if !batch.take_plain(&mut self.reader, most) {
                let Some(item) = self.reader.next_item() else { return };
                batch.push(entry(item, self.source.file_name()));
            }
            turns.sift(batch, before);
        }
    }
}

impl Turns {
    /// Takes out of a batch what is not taken of the entries from a position on.
    fn sift(&mut self, batch: &mut Batch, start: usize) {
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
fn entry(item: Item, file: Option<&str>) -> Entry {
    let record = item.record.map_err(|error| {
        let mut error = Error::from(error);
        if let Some(file) = file {
            error.error = format!("{file}: {}", error.error);
        }
        error
    });
    Entry { record, form: item.format }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A file that opens, and cannot be read.
    #[cfg(target_os = "linux")]
    const BROKEN: &str = "/proc/self/mem";

    /// How many entries there are, and what stands in place of those that are errors.
    #[cfg(target_os = "linux")]
    fn read_all(mut entries: Entries) -> (usize, Vec<String>) {
        let (mut count, mut errors, mut batch) = (0, Vec::new(), Batch::default());
        while entries.fill(&mut batch, 100, Patience::Waits) == Filled::Some {
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
            let input = args::Input { inputs: inputs.clone(), from: None, shard: Shard { number, count } };
            let entries = Entries::new(&input);
            let unread = entries.unread();
            let (found, errors) = read_all(entries);
            assert_eq!((found, errors.len()), (expected, errors_expected), "{number}/{count}");
            assert!(unread.get().is_some_and(|error| error.error.contains(BROKEN)));
            // Where answers are to be complete, it is the end: nothing stands in its place, and nothing behind it.
            let entries = Entries::new(&input).whole_or_nothing().unwrap();
            let unread = entries.unread();
            assert_eq!(read_all(entries), (usize::from(number == 1), vec![]), "{number}/{count}");
            assert!(unread.get().is_some());
        }
    }

    #[test]
    fn what_cannot_be_opened_is_told_before_the_start() {
        let input = |inputs: &[&str]| args::Input {
            inputs: inputs.iter().map(OsString::from).collect(),
            from: None,
            shard: Shard::ALL,
        };
        assert!(Entries::new(&input(&[SAMPLE, "Cargo.toml", "-"])).whole_or_nothing().is_ok());
        for bad in ["no-such-file.txt", "src"] {
            let error = Entries::new(&input(&[SAMPLE, bad])).whole_or_nothing().unwrap_err();
            assert!(error.error.contains(bad), "{error}");
        }
    }
}
