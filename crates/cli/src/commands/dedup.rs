//! `veridoku dedup`: one of each class of equivalent puzzles, and leaks between two sets.
//!
//! ```text
//! batch ──all threads──▶ canonical forms ──one after the other──▶ first · repeated · leaked
//! ```
//!
//! The forms of a batch are found by all threads at once; who comes first is then told in input order.

use crate::args::{self, Shard, Show};
use crate::batch::{self, Wanted};
use crate::entry::{Batch, Item};
use crate::gate::Patience;
use crate::input::{Entries, Filled};
use crate::job::Job;
use crate::output::{Outcome, Style, grouped, tell, write_json};
use crate::parts::in_parts;
use anyhow::bail;
use std::cell::{Cell, RefCell};
use std::collections::{HashMap, VecDeque};
use std::ffi::OsStr;
use std::io::{self, Write};
use std::num::NonZeroUsize;
use veridoku_api::canon::key;
use veridoku_api::dedup::{Place, Report};
use veridoku_core::symmetry::{Canonizer, Key};
use veridoku_core::text::{Format, Record};

/// The entries of a batch when a set is read as a whole.
const BATCH: usize = 1 << 14;

/// A thread is worth its while for so many puzzles.
const SHARE: usize = 256;

pub(crate) fn run(options: &args::Dedup) -> anyhow::Result<Outcome> {
    let threads = options
        .threads
        .threads
        .or_else(|| std::thread::available_parallelism().ok())
        .map_or(1, NonZeroUsize::get);
    if options.show == Show::Leaked && options.against.is_none() {
        bail!("--show leaked needs --against FILE");
    }
    if options.input.shard != Shard::ALL && options.show != Show::Leaked {
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
    let job = Dedup {
        threads,
        show: options.show,
        against,
        seen: RefCell::default(),
        prepared: RefCell::default(),
        entries: Cell::default(),
        counts: Cell::default(),
    };
    let outcome = batch::run(&options.input, Wanted::lines_or(options.json), &job)?;
    let Counts { puzzles, classes, leaks } = job.counts.get();
    let told = format!("veridoku: puzzles: {}, classes: {}", grouped(puzzles), grouped(classes));
    match &job.against {
        Some(_) => tell(&format!("{told}, leaks: {}", grouped(leaks))),
        None => tell(&told),
    }
    Ok(outcome.max(if leaks > 0 { Outcome::No } else { Outcome::AsHoped }))
}

#[derive(Debug)]
struct Dedup {
    threads: usize,
    show: Show,
    /// The keys of the other set, with the number of the first entry that has it: of millions of puzzles forms would
    /// not fit into the memory.
    against: Option<HashMap<Key, u64>>,
    /// The keys so far, in the same way.
    seen: RefCell<HashMap<Key, u64>>,
    /// The numbers and keys of the batch that is being answered, from the next puzzle on.
    prepared: RefCell<VecDeque<(u64, Key)>>,
    /// How many entries came before and in the batch.
    entries: Cell<u64>,
    counts: Cell<Counts>,
}

#[derive(Copy, Clone, Debug, Default)]
struct Counts {
    puzzles: u64,
    classes: u64,
    leaks: u64,
}

impl Dedup {
    /// What a puzzle with this number and key is, and which one it is the same as.
    fn place(&self, number: u64, key: Key) -> (Place, Option<u64>) {
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
            (Some(number), _) => (Place::Leaked, Some(number)),
            (None, Some(number)) => (Place::Repeated, Some(number)),
            (None, None) => (Place::First, None),
        }
    }
}

impl Job for Dedup {
    fn prepare(&self, batch: &Batch) {
        *self.prepared.borrow_mut() = keys(batch, self.entries.get(), self.threads).into();
        self.entries.set(self.entries.get() + batch.len() as u64);
    }

    fn answer(
        &self,
        record: &Record,
        _form: Option<&'static Format>,
        style: Style,
        out: &mut dyn Write,
    ) -> io::Result<Outcome> {
        let prepared = self.prepared.borrow_mut().pop_front();
        let (number, key) = prepared.expect("every readable puzzle of the batch is prepared");
        let (place, same_as) = self.place(number, key);
        if style == Style::Json {
            let (puzzle, key) = (record.puzzle.to_string(), key.to_string());
            write_json(out, &Report { version: veridoku_api::Version, puzzle, place, same_as, key })?;
        } else if place == self.show.place() {
            writeln!(out, "{}", record.puzzle)?;
        }
        Ok(Outcome::AsHoped)
    }
}

impl Show {
    /// The puzzles that are shown.
    fn place(self) -> Place {
        match self {
            Show::First => Place::First,
            Show::Repeated => Place::Repeated,
            Show::Leaked => Place::Leaked,
        }
    }
}

/// The keys of the puzzles that could be read, in order, each with its number among all entries: from 1 on, behind so
/// many that came before.
fn keys(batch: &Batch, before: u64, threads: usize) -> Vec<(u64, Key)> {
    let items: Vec<(u64, Item<'_>)> =
        (before + 1..).zip(batch.iter()).filter(|(_, item)| item.record().is_ok()).collect();
    let find = |items: &[(u64, Item<'_>)]| -> Vec<(u64, Key)> {
        let mut canonizer = Canonizer::default();
        items
            .iter()
            .filter_map(|(number, item)| Some((*number, item.record().ok()?)))
            .map(|(number, record)| (number, key(&mut canonizer, &record.puzzle)))
            .collect()
    };
    let threads = threads.min(items.len() / SHARE).max(1);
    in_parts(&items, items.len().div_ceil(threads), find).concat()
}

/// The keys of all puzzles of a set, with the number of the first entry that has it.
///
/// # Errors
///
/// When something in it cannot be read: nobody could say that there are no leaks.
fn read_set(set: &OsStr, from: Option<&'static Format>, threads: usize) -> anyhow::Result<HashMap<Key, u64>> {
    let mut entries = Entries::new(&args::Input { inputs: vec![set.into()], from, shard: Shard::ALL });
    let (mut first_with, mut number) = (HashMap::new(), 0);
    let mut batch = Batch::default();
    while entries.fill(&mut batch, BATCH, Patience::Waits) == Filled::Some {
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
