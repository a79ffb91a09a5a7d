//! `veridoku dedup`: one of each class of equivalent puzzles, and leaks between two sets.
//!
//! ```text
//! batch ──all threads──▶ canonical forms ──one after the other──▶ first · repeated · leaked
//! ```
//!
//! The forms of a batch are found by all threads at once; who comes first is then told in input order.

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
use veridoku_core::text::{Format, Record};

/// The entries of a batch when a set is read as a whole.
const BATCH: usize = 1 << 14;

/// A thread is worth its while for so many puzzles.
const SHARE: usize = 256;

pub(crate) fn run(options: &args::DedupArgs) -> anyhow::Result<ExitOutcome> {
    let threads = options
        .threads
        .threads
        .or_else(|| std::thread::available_parallelism().ok())
        .map_or(1, NonZeroUsize::get);
    if options.show == DedupShow::Leaked && options.against.is_none() {
        bail!("--show leaked needs --against FILE");
    }
    if options.input.shard != Shard::ALL && options.show != DedupShow::Leaked {
        bail!(
            "--shard goes with --show leaked only: puzzles of one class may lie in several shares, and each run \
             would call its own the first"
        );
    }
    let inputs = &options.input.inputs;
    if options.against.as_deref() == Some(OsStr::new("-"))
        && (inputs.is_empty() || inputs.iter().any(|input| input == "-"))
    {
        bail!("--against - reads standard input, expected another INPUT beside it");
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
    let told = format!("veridoku: puzzles: {}, classes: {}", group_digits(puzzles), group_digits(classes));
    match &job.against {
        Some(_) => message(&format!("{told}, leaks: {}", group_digits(leaks))),
        None => message(&told),
    }
    Ok(outcome.max(if leaks > 0 { ExitOutcome::Negative } else { ExitOutcome::Success }))
}

#[derive(Debug)]
struct DedupJob {
    threads: usize,
    show: DedupShow,
    /// The keys of the other set, with the number of the first entry that has it: of millions of puzzles forms would
    /// not fit into the memory.
    against: Option<HashMap<Key, u64>>,
    /// The keys so far, in the same way.
    seen: RefCell<HashMap<Key, u64>>,
    /// The numbers and keys of the batch that is being answered, from the next puzzle on.
    prepared: RefCell<VecDeque<(u64, Key)>>,
    /// How many entries came before and in the batch.
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
    /// What a puzzle with this number and key is, and which one it is the same as.
    fn place(&self, number: u64, key: Key) -> (Duplicate, Option<u64>) {
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
        _form: Option<&'static Format>,
        style: OutputStyle,
        out: &mut dyn Write,
    ) -> io::Result<ExitOutcome> {
        let prepared = self.prepared.borrow_mut().pop_front();
        let (number, key) = prepared.expect("every readable puzzle of the batch is prepared");
        let (place, same_as) = self.place(number, key);
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
    /// The puzzles that are shown.
    fn place(self) -> Duplicate {
        match self {
            DedupShow::First => Duplicate::First,
            DedupShow::Repeated => Duplicate::Repeated,
            DedupShow::Leaked => Duplicate::Leaked,
        }
    }
}

/// The keys of the puzzles that could be read, in order, each with its number among all entries: from 1 on, behind so
/// many that came before.
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

/// The keys of all puzzles of a set, with the number of the first entry that has it.
///
/// # Errors
///
/// When something in it cannot be read: nobody could say that there are no leaks.
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
