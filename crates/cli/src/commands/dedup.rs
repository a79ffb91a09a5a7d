//! `veridoku dedup`: removes equivalent puzzles, and finds leaks between two sets.
//!
//! ```text
//! batch ──all threads──▶ canonical forms ──one thread──▶ first · repeated · leaked
//! ```
//!
//! The canonical forms of a batch are computed on all threads. The puzzles are then classified in input
//! order.

use crate::args::{self, DedupShow, Shard};
use crate::driver::{self, RequestedStyle};
use crate::entry::{Batch, EntryRef};
use crate::input::{FillResult, InputReader};
use crate::job::PuzzleJob;
use crate::output::{ExitOutcome, OutputStyle, group_digits, message, write_json};
use crate::parallel_chunks::map_chunks;
use crate::shared_slot::Blocking;
use anyhow::bail;
use std::cell::{Cell, RefCell};
use std::collections::{HashMap, VecDeque};
use std::ffi::OsStr;
use std::io::{self, Write};
use std::num::NonZeroUsize;
use veridoku_api::canon::key;
use veridoku_api::dedup::{Duplicate, Report};
use veridoku_core::symmetry::{Canonizer, Key};
use veridoku_formats::{Format, Record};

/// The batch size for reading a whole set.
const BATCH: usize = 1 << 14;

/// The minimum number of puzzles per thread.
const SHARE: usize = 256;

pub(crate) fn run(options: &args::DedupArgs) -> anyhow::Result<ExitOutcome> {
    let threads = options
        .threads
        .threads
        .or_else(|| std::thread::available_parallelism().ok())
        .map_or(1, NonZeroUsize::get);
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
        Some(set) => Some(read_set(set, options.input.from, threads)?),
        None => None,
    };
    let job = DedupJob {
        threads,
        show: options.show,
        against,
        seen: RefCell::default(),
        prepared: RefCell::default(),
        entries: Cell::default(),
        counts: Cell::default(),
    };
    let outcome = driver::run(&options.input, RequestedStyle::json_or_lines(options.json), &job)?;
    let DedupCounts { puzzles, classes, leaks } = job.counts.get();
    let counts_text =
        format!("veridoku: puzzles: {}, classes: {}", group_digits(puzzles), group_digits(classes));
    match &job.against {
        Some(_) => message(&format!("{counts_text}, leaks: {}", group_digits(leaks))),
        None => message(&counts_text),
    }
    Ok(outcome.max(if leaks > 0 { ExitOutcome::Negative } else { ExitOutcome::Success }))
}

#[derive(Debug)]
struct DedupJob {
    threads: usize,
    show: DedupShow,
    /// The keys of the other set, each with the number of the first entry that has it. Only keys are kept,
    /// because the forms of millions of puzzles would not fit into memory.
    against: Option<HashMap<Key, u64>>,
    /// The keys of the input so far, each with the number of the first entry that has it.
    seen: RefCell<HashMap<Key, u64>>,
    /// The entry numbers and keys of those puzzles in the current batch that have not been answered yet.
    prepared: RefCell<VecDeque<(u64, Key)>>,
    /// The number of entries up to the end of the current batch.
    entries: Cell<u64>,
    counts: Cell<DedupCounts>,
}

#[derive(Copy, Clone, Debug, Default)]
struct DedupCounts {
    puzzles: u64,
    classes: u64,
    leaks: u64,
}

impl DedupJob {
    /// Classifies a puzzle. Also returns the number of the entry it is equivalent to, if any.
    fn classify(&self, number: u64, key: Key) -> (Duplicate, Option<u64>) {
        let mut counts = self.counts.get();
        counts.puzzles += 1;
        let mut seen = self.seen.borrow_mut();
        let repeats = seen.get(&key).copied();
        if repeats.is_none() {
            seen.insert(key, number);
            counts.classes += 1;
        }
        let leak = self.against.as_ref().and_then(|set| set.get(&key).copied());
        counts.leaks += u64::from(leak.is_some());
        self.counts.set(counts);
        match (leak, repeats) {
            (Some(number), _) => (Duplicate::Leaked, Some(number)),
            (None, Some(number)) => (Duplicate::Repeated, Some(number)),
            (None, None) => (Duplicate::First, None),
        }
    }
}

impl PuzzleJob for DedupJob {
    fn prepare(&self, batch: &Batch) {
        *self.prepared.borrow_mut() = keys(batch, self.entries.get(), self.threads).into();
        self.entries.set(self.entries.get() + batch.len() as u64);
    }

    fn answer(
        &self,
        record: &Record,
        _format: Option<&'static Format>,
        style: OutputStyle,
        out: &mut dyn Write,
    ) -> io::Result<ExitOutcome> {
        let prepared = self.prepared.borrow_mut().pop_front();
        let (number, key) = prepared.expect("every readable puzzle has a prepared key");
        let (place, same_as) = self.classify(number, key);
        if style == OutputStyle::Json {
            let (puzzle, key) = (record.puzzle.to_string(), key.to_string());
            write_json(out, &Report { version: veridoku_api::Version, puzzle, place, same_as, key })?;
        } else if place == self.show.place() {
            writeln!(out, "{}", record.puzzle)?;
        }
        Ok(ExitOutcome::Success)
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

/// Returns the keys of the readable puzzles in a batch, in order, each with its entry number. `before` is the
/// number of entries before the batch; entries are counted from 1.
fn keys(batch: &Batch, before: u64, threads: usize) -> Vec<(u64, Key)> {
    let items: Vec<(u64, EntryRef<'_>)> =
        (before + 1..).zip(batch.iter()).filter(|(_, item)| item.record().is_ok()).collect();
    let find = |items: &[(u64, EntryRef<'_>)]| -> Vec<(u64, Key)> {
        let mut canonizer = Canonizer::default();
        items
            .iter()
            .filter_map(|(number, item)| Some((*number, item.record().ok()?)))
            .map(|(number, record)| (number, key(&mut canonizer, &record.puzzle)))
            .collect()
    };
    let threads = threads.min(items.len() / SHARE).max(1);
    map_chunks(&items, items.len().div_ceil(threads), find).concat()
}

/// Returns the keys of all puzzles in a set, each with the number of the first entry that has it.
///
/// # Errors
///
/// Returns an error if a puzzle cannot be read, because it could be equivalent to a puzzle of the input.
fn read_set(set: &OsStr, from: Option<&'static Format>, threads: usize) -> anyhow::Result<HashMap<Key, u64>> {
    let mut entries =
        InputReader::new(&args::InputArgs { inputs: vec![set.into()], from, shard: Shard::ALL });
    let (mut first_with, mut number) = (HashMap::new(), 0);
    let mut batch = Batch::default();
    while entries.fill(&mut batch, BATCH, Blocking::Wait) == FillResult::Filled {
        if let Some(error) = batch.iter().find_map(|item| item.record().err()) {
            bail!("--against: {error}");
        }
        for (number, key) in keys(&batch, number, threads) {
            first_with.entry(key).or_insert(number);
        }
        number += batch.len() as u64;
        batch.clear();
    }
    Ok(first_with)
}
