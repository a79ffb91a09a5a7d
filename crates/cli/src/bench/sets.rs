//! The puzzle sets to measure: files, named sets (whole or as built-in samples), and two built-in puzzles.

use super::permute::Permuter;
use crate::SAMPLE;
use crate::output::message;
use anyhow::{Context, bail};
use std::ffi::OsStr;
use std::path::Path;
use veridoku_api::canon::clues;
use veridoku_core::Grid;
use veridoku_formats::{Format, Reader};

/// The minimum number of puzzles per round. The bulk engine needs this many to fill its slots.
pub(crate) const MIN_PUZZLES: usize = 1 << 14;
/// The minimum number of puzzles per round on a GPU. With two million, an H200 reached 135 to 165 million easy
/// puzzles per second instead of 338.
pub(crate) const MIN_PUZZLES_GPU: usize = 1 << 23;

/// A set that can be selected by name.
struct NamedSet {
    name: &'static str,
    /// The file of the whole set, in the subdirectory `puzzles` of the data directory.
    file: &'static str,
    /// Some puzzles of the set, with comment lines.
    sample: &'static [u8],
}

/// Creates a named set, with the sample in `testdata`.
macro_rules! named {
    ($name:literal, $file:literal) => {
        NamedSet {
            name: $name,
            file: $file,
            sample: include_bytes!(concat!("../../testdata/puzzles/", $file)),
        }
    };
}

/// The named sets.
static NAMED: [NamedSet; 8] = [
    named!("easy", "easy_100k.txt"),
    named!("minimal", "minimal_100k.txt"),
    named!("17-clue", "17_clue.txt"),
    named!("magictour", "magictour_top1465.txt"),
    named!("11plus", "forum_hardest_11plus.txt"),
    named!("1106", "forum_hardest_1106.txt"),
    named!("serg", "serg_benchmark.txt"),
    named!("unsolvable", "mostly_unsolvable_100k.txt"),
];

/// The puzzles of the default sets: an easy one, and one that needs guesses (by Arto Inkala, 2012). Each set
/// consists of many permutations of one puzzle.
const BUILT_IN: [(&str, &str); 2] = [
    ("sample", SAMPLE),
    ("inkala", "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."),
];

/// A set of puzzles with a name.
#[derive(Debug)]
pub(crate) struct PuzzleSet {
    /// The name.
    pub(crate) name: String,
    /// The puzzles of the set, or of a round after [`Self::into_round`].
    pub(crate) puzzles: Vec<Grid>,
    /// The number of puzzles before repetition.
    pub(crate) size: usize,
    /// The seed for permuting the puzzles, if they are permuted.
    pub(crate) seed: Option<u64>,
}

impl PuzzleSet {
    /// Returns the built-in sets. They are always permuted, because each is built from a single puzzle.
    pub(crate) fn built_in(seed: Option<u64>) -> Vec<PuzzleSet> {
        let set = |(name, line): (&str, &str)| {
            PuzzleSet::new(name.to_string(), vec![line.parse().unwrap_or_default()], Some(seed.unwrap_or(0)))
        };
        BUILT_IN.into_iter().map(set).collect()
    }

    /// Reads a set, given by a file or by name. A file takes precedence over a set of the same name.
    ///
    /// For a named set, prints a message that says whether the puzzles are the whole set or the sample.
    pub(crate) fn open(
        argument: &OsStr,
        format: Option<&'static Format>,
        seed: Option<u64>,
    ) -> anyhow::Result<PuzzleSet> {
        let path = Path::new(argument);
        let named = NAMED.iter().find(|set| argument == set.name && !path.exists());
        let Some(NamedSet { name, file, sample }) = named else {
            let name = path.file_name().unwrap_or(argument).to_string_lossy().into_owned();
            return Ok(PuzzleSet::new(name, read(path, format)?, seed));
        };
        if let Some(directory) = std::env::var_os("VERIDOKU_DATA").filter(|directory| !directory.is_empty()) {
            let path = Path::new(&directory).join("puzzles").join(file);
            let puzzles = read(&path, format)?;
            message(&format!("veridoku: {name}: using the {} puzzles of {}", puzzles.len(), path.display()));
            return Ok(PuzzleSet::new((*name).to_string(), puzzles, seed));
        }
        let puzzles = puzzles(sample, None)?;
        message(&format!(
            "veridoku: {name}: using a built-in sample of {} puzzles, permuted; for the whole set, set \
             VERIDOKU_DATA to the data directory",
            puzzles.len()
        ));
        // Repeating so few puzzles would let the processor learn their branches, so they are permuted.
        Ok(PuzzleSet::new(format!("{name}-sample"), puzzles, Some(seed.unwrap_or(0))))
    }

    fn new(name: String, puzzles: Vec<Grid>, seed: Option<u64>) -> PuzzleSet {
        let size = puzzles.len();
        PuzzleSet { name, puzzles, size, seed }
    }

    /// Repeats the puzzles if there are fewer than `min_puzzles`. If there is a seed, they are permuted at
    /// random, differently in each repetition.
    pub(crate) fn into_round(self, min_puzzles: usize) -> PuzzleSet {
        let count = self.size * min_puzzles.div_ceil(self.size);
        let repeated = self.puzzles.iter().cycle().take(count);
        let puzzles = match self.seed.map(Permuter::new) {
            Some(mut permuter) => repeated.map(|puzzle| permuter.permute(puzzle)).collect(),
            None => repeated.copied().collect(),
        };
        PuzzleSet { puzzles, ..self }
    }
}

/// Reads the puzzles of a file, which must have at least one.
fn read(path: &Path, format: Option<&'static Format>) -> anyhow::Result<Vec<Grid>> {
    let shown = path.display();
    let bytes = std::fs::read(path).with_context(|| format!("cannot read {shown}"))?;
    let puzzles = puzzles(&bytes, format).with_context(|| shown.to_string())?;
    if puzzles.is_empty() {
        bail!("{shown}: found no puzzle, expected at least one");
    }
    Ok(puzzles)
}

/// Parses the puzzles in a string. Returns an error if a puzzle is unreadable or has candidates.
fn puzzles(bytes: &[u8], format: Option<&'static Format>) -> anyhow::Result<Vec<Grid>> {
    let mut reader = format.map_or_else(Reader::new, Reader::with_format);
    reader.push(bytes);
    reader.finish();
    let mut grids = Vec::new();
    loop {
        reader.take_plain(usize::MAX, &mut grids);
        let Some(item) = reader.next_item() else { return Ok(grids) };
        let puzzle = item.record?.puzzle;
        grids.push(clues(&puzzle).with_context(|| format!("line {}", item.line))?);
    }
}
