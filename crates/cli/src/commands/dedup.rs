//! `veridoku dedup`: removes equivalent puzzles, and finds leaks between two sets.
//!
//! ```text
//! batch ──workers──▶ canonical forms ──in input order──▶ first · repeated · leaked
//! ```

use crate::args::{InputArgs, JsonArgs, Shard, ThreadArgs};
use crate::driver::{self, AnswerWriter, Chunk, ChunkSource, WrittenChunks};
use crate::input::InputReader;
use crate::output::{
    ExitOutcome, Output, OutputStyle, RunSummary, group_digits, message, write_error, write_json,
};
use anyhow::bail;
use clap::{Args, ValueEnum};
use std::collections::HashMap;
use std::ffi::{OsStr, OsString};
use std::io::{self, Write};
use std::time::Instant;
use veridoku_api::canon::key;
use veridoku_api::command::{self, INPUT_NOTE};
use veridoku_api::dedup::{Duplicate, Report};
use veridoku_api::pipeline::Sink;
use veridoku_core::batch::{BatchPace, STREAM_BATCH};
use veridoku_core::symmetry::{Canonizer, Key};
use veridoku_formats::{Format, Record};

/// The notes in the help of the command.
const NOTES: &str = "\
Two puzzles are equivalent if one can be turned into the other by permuting rows, columns, bands and stacks, \
transposing the grid and renaming digits. With --against, a puzzle that is equivalent to one in FILE is a \
leak. By default, leaks are counted but not printed. If there are any, the exit status is 1.

--json reports every puzzle. The field `same_as` is the number of the equivalent puzzle in the input or, for \
a leak, in FILE. Numbers start at 1 and include unreadable entries.

--shard is only allowed with --show leaked, because all other results depend on the whole input.";

/// Returns the help text after the options of the command.
pub(crate) fn help() -> String {
    let examples = ["dedup puzzles.txt > unique.txt", "dedup --against train.txt test.txt"];
    command::help(&examples, &[NOTES, INPUT_NOTE, &command::exit_status("there are leaks")])
}

#[derive(Debug, Args)]
pub(crate) struct DedupArgs {
    #[command(flatten)]
    pub(crate) input: InputArgs,

    /// Find leaks: puzzles equivalent to one in FILE (a file, a puzzle, or - for standard input)
    #[arg(long, value_name = "FILE")]
    pub(crate) against: Option<OsString>,

    /// Which puzzles to print
    #[arg(long, value_name = "WHICH", default_value = "first", conflicts_with = "json")]
    #[arg(help_heading = "Output options")]
    pub(crate) show: DedupShow,

    #[command(flatten)]
    pub(crate) threads: ThreadArgs,

    #[command(flatten)]
    pub(crate) json: JsonArgs,
}

/// Which puzzles `dedup` prints.
#[derive(Copy, Clone, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum DedupShow {
    /// The first puzzle of each group of equivalent puzzles, except leaks
    First,
    /// Puzzles that are equivalent to an earlier one
    Repeated,
    /// Puzzles that are equivalent to one in the file given by --against
    Leaked,
}

pub(crate) fn run(options: &DedupArgs) -> anyhow::Result<ExitOutcome> {
    if options.show == DedupShow::Leaked && options.against.is_none() {
        bail!("--show leaked requires --against FILE");
    }
    if options.input.shard != Shard::ALL && options.show != DedupShow::Leaked {
        bail!(
            "--shard is only allowed with --show leaked: equivalent puzzles may be in different shards, and \
             each shard would keep one of them"
        );
    }
    let inputs = &options.input.inputs;
    if options.against.as_deref() == Some(OsStr::new("-"))
        && (inputs.is_empty() || inputs.iter().any(|input| input == "-"))
    {
        bail!("--against - reads standard input; INPUT must come from elsewhere");
    }
    let against = match &options.against {
        Some(set) => Some(read_set(set, options.input.from, options.threads)?),
        None => None,
    };
    let entries = InputReader::new(&options.input);
    entries.refuse_standard_output()?;
    let (origin, first_read_error) = (entries.origin(), entries.first_read_error());
    let (writer, written) = AnswerWriter::new(Output::standard());
    let style = if options.json.json { OutputStyle::Json } else { OutputStyle::Line };
    let mut sink = DedupSink {
        style,
        show: options.show,
        against,
        seen: HashMap::new(),
        entries: 0,
        counts: DedupCounts::default(),
        writer,
    };
    find_keys(entries, options.threads, written, &mut sink)?;
    let DedupCounts { puzzles, classes, leaks } = sink.counts;
    let outcome = sink.writer.finish(origin, &first_read_error)?;
    let counts_text =
        format!("veridoku: puzzles: {}, classes: {}", group_digits(puzzles), group_digits(classes));
    match &sink.against {
        Some(_) => message(&format!("{counts_text}, leaks: {}", group_digits(leaks))),
        None => message(&counts_text),
    }
    Ok(outcome.max(if leaks > 0 { ExitOutcome::Negative } else { ExitOutcome::Success }))
}

/// A batch, and the key of each entry that can be read.
type KeyedChunk = (Chunk, Vec<Option<Key>>);

/// Finds the keys of all puzzles, and passes them to the sink in input order.
fn find_keys<K: Sink<KeyedChunk>>(
    entries: InputReader,
    threads: ThreadArgs,
    written: WrittenChunks,
    sink: &mut K,
) -> Result<(), K::Error> {
    let pace = BatchPace::new(STREAM_BATCH);
    let source = ChunkSource::new(entries, &pace, written);
    driver::run_chunks(source, threads.count(), 0, sink, &|queue| {
        let mut canonizer = Canonizer::default();
        while let Some((number, mut chunk)) = queue.take() {
            let start = Instant::now();
            chunk.batch.parse();
            let mut find = |record: &Record| key(&mut canonizer, &record.puzzle);
            let keys =
                chunk.batch.iter().map(|item| item.record().ok().map(|record| find(&record))).collect();
            pace.record(chunk.batch.len(), start.elapsed());
            queue.submit(number, (chunk, keys));
        }
    })
}

/// Classifies puzzles in input order, and writes them.
struct DedupSink {
    style: OutputStyle,
    show: DedupShow,
    /// The keys of the other set, each with the number of the first entry that has it. Only keys are kept,
    /// because the forms of millions of puzzles would not fit into memory.
    against: Option<HashMap<Key, u64>>,
    /// The keys of the input so far, each with the number of the first entry that has it.
    seen: HashMap<Key, u64>,
    /// The number of entries so far.
    entries: u64,
    counts: DedupCounts,
    writer: AnswerWriter,
}

#[derive(Copy, Clone, Debug, Default)]
struct DedupCounts {
    puzzles: u64,
    classes: u64,
    leaks: u64,
}

impl DedupSink {
    /// Classifies a puzzle. Also returns the number of the entry it is equivalent to, if any.
    fn classify(&mut self, key: Key) -> (Duplicate, Option<u64>) {
        self.counts.puzzles += 1;
        let repeats = self.seen.get(&key).copied();
        if repeats.is_none() {
            self.seen.insert(key, self.entries);
            self.counts.classes += 1;
        }
        let leak = self.against.as_ref().and_then(|set| set.get(&key).copied());
        self.counts.leaks += u64::from(leak.is_some());
        match (leak, repeats) {
            (Some(number), _) => (Duplicate::Leaked, Some(number)),
            (None, Some(number)) => (Duplicate::Repeated, Some(number)),
            (None, None) => (Duplicate::First, None),
        }
    }

    /// Writes a puzzle if it is of the requested class.
    fn write(&mut self, record: &Record, key: Key, out: &mut dyn Write) -> io::Result<ExitOutcome> {
        let (place, same_as) = self.classify(key);
        if self.style == OutputStyle::Json {
            let (puzzle, key) = (record.puzzle.to_string(), key.to_string());
            write_json(out, &Report { version: veridoku_api::Version, puzzle, place, same_as, key })?;
        } else if place == self.show.place() {
            writeln!(out, "{}", record.puzzle)?;
        }
        Ok(ExitOutcome::Success)
    }
}

impl Sink<KeyedChunk> for DedupSink {
    type Error = io::Error;

    fn accept(&mut self, (mut chunk, keys): KeyedChunk) -> io::Result<()> {
        let mut summary = RunSummary::default();
        for (item, key) in chunk.batch.iter().zip(keys) {
            self.entries += 1;
            summary.add(match (item.record(), key) {
                (Ok(record), Some(key)) => self.write(&record, key, &mut chunk.text)?,
                (Err(error), _) => write_error(&mut chunk.text, self.style, error)?,
                (Ok(_), None) => unreachable!("every readable puzzle has a key"),
            });
        }
        self.writer.accept(chunk.answered(Ok(summary)))
    }
}

impl DedupShow {
    /// Returns the class of puzzles to print.
    fn place(self) -> Duplicate {
        match self {
            DedupShow::First => Duplicate::First,
            DedupShow::Repeated => Duplicate::Repeated,
            DedupShow::Leaked => Duplicate::Leaked,
        }
    }
}

/// Returns the keys of all puzzles in a set, each with the number of the first entry that has it.
///
/// # Errors
///
/// Returns an error if a puzzle cannot be read, because it could be equivalent to a puzzle of the input.
fn read_set(
    set: &OsStr,
    from: Option<&'static Format>,
    threads: ThreadArgs,
) -> anyhow::Result<HashMap<Key, u64>> {
    let entries = InputReader::new(&InputArgs { inputs: vec![set.into()], from, shard: Shard::ALL });
    let mut keys = SetKeys::default();
    find_keys(entries, threads, WrittenChunks::default(), &mut keys)?;
    Ok(keys.first_with)
}

/// Collects the keys of a set.
#[derive(Default)]
struct SetKeys {
    first_with: HashMap<Key, u64>,
    entries: u64,
}

impl Sink<KeyedChunk> for SetKeys {
    type Error = anyhow::Error;

    fn accept(&mut self, (chunk, keys): KeyedChunk) -> anyhow::Result<()> {
        if let Some(error) = chunk.batch.iter().find_map(|item| item.record().err()) {
            bail!("--against: {error}");
        }
        for key in keys.into_iter().flatten() {
            self.entries += 1;
            self.first_with.entry(key).or_insert(self.entries);
        }
        Ok(())
    }
}
