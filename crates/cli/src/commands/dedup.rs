//! `veridoku dedup`: one of each class of equivalent puzzles, and leaks between two sets.
//!
//! ```text
//! batch ──all threads──▶ canonical forms ──one after the other──▶ first · repeated · leaked
//! ```
//!
//! The forms of a batch are found by all threads at once; who comes first is then told in input order.

use crate::args::{self, Show};
use crate::batch::{self, Wanted};
use crate::entry::{Batch, Item};
use crate::gate::Patience;
use crate::input::{Entries, Filled};
use crate::job::Job;
use crate::output::{Outcome, Style, grouped, tell, write_json};
use anyhow::{Context, bail};
use std::cell::{Cell, RefCell};
use std::collections::{HashMap, VecDeque};
use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::path::Path;
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
    let against = match &options.against {
        Some(file) => Some(read_set(file, options.input.from, threads)?),
        None => None,
    };
    let job = Dedup {
        threads,
        show: options.show,
        against,
        seen: RefCell::default(),
        prepared: RefCell::default(),
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
    /// The keys of the other set, with the number of the first puzzle that has it: of millions of puzzles forms would
    /// not fit into the memory.
    against: Option<HashMap<Key, u64>>,
    /// The keys so far, in the same way.
    seen: RefCell<HashMap<Key, u64>>,
    /// The keys of the batch that is being answered, from the next puzzle on.
    prepared: RefCell<VecDeque<Key>>,
    counts: Cell<Counts>,
}

#[derive(Copy, Clone, Debug, Default)]
struct Counts {
    puzzles: u64,
    classes: u64,
    leaks: u64,
}

impl Dedup {
    /// What a puzzle with this key is, and which one it is the same as.
    fn place(&self, key: Key) -> (Place, Option<u64>) {
        let mut counts = self.counts.get();
        counts.puzzles += 1;
        let mut seen = self.seen.borrow_mut();
        let repeats = seen.get(&key).copied();
        if repeats.is_none() {
            seen.insert(key, counts.puzzles);
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
        *self.prepared.borrow_mut() = keys(batch, self.threads).into();
    }

    fn answer(
        &self,
        record: &Record,
        _form: Option<&'static Format>,
        style: Style,
        out: &mut dyn Write,
    ) -> io::Result<Outcome> {
        let prepared = self.prepared.borrow_mut().pop_front();
        let key = prepared.unwrap_or_else(|| key(&mut Canonizer::default(), &record.puzzle));
        let (place, same_as) = self.place(key);
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

/// The keys of the puzzles that could be read, in order.
fn keys(batch: &Batch, threads: usize) -> Vec<Key> {
    let items: Vec<Item<'_>> = batch.iter().filter(|item| item.record().is_ok()).collect();
    let find = |items: &[Item<'_>]| -> Vec<Key> {
        let mut canonizer = Canonizer::default();
        items
            .iter()
            .filter_map(|item| item.record().ok())
            .map(|record| key(&mut canonizer, &record.puzzle))
            .collect()
    };
    let threads = threads.min(items.len() / SHARE).max(1);
    if threads == 1 {
        return find(&items);
    }
    std::thread::scope(|scope| {
        let parts: Vec<_> =
            items.chunks(items.len().div_ceil(threads)).map(|part| scope.spawn(move || find(part))).collect();
        parts
            .into_iter()
            .flat_map(|part| part.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
            .collect()
    })
}

/// The keys of all puzzles of a file, with the number of the first that has it.
fn read_set(file: &Path, from: Option<&'static Format>, threads: usize) -> anyhow::Result<HashMap<Key, u64>> {
    std::fs::File::open(file).with_context(|| format!("cannot read {}", file.display()))?;
    let mut entries = Entries::new(&args::Input { inputs: vec![file.into()], from, shard: args::Shard::ALL });
    let (mut set, mut number, mut unreadable) = (HashMap::new(), 0, 0_u64);
    let mut batch = Batch::default();
    while entries.fill(&mut batch, BATCH, Patience::Waits) == Filled::Some {
        unreadable += batch.iter().filter(|item| item.record().is_err()).count() as u64;
        for key in keys(&batch, threads) {
            number += 1;
            set.entry(key).or_insert(number);
        }
        batch.clear();
    }
    if unreadable > 0 {
        bail!("{}: entries that could not be read: {unreadable}", file.display());
    }
    Ok(set)
}
