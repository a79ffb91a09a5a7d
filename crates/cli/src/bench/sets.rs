//! The puzzle sets to measure: files, named sets in the data directory, and built-in puzzles.

use super::permute::Permuter;
use crate::SAMPLE;
use anyhow::{Context, bail};
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use veridoku_core::Grid;
use veridoku_formats::{Format, Reader};

/// The minimum number of puzzles per round. The bulk engine needs this many to fill its slots.
pub(crate) const MIN_PUZZLES: usize = 1 << 14;
/// The minimum number of puzzles per round on a GPU, which needs more to fill its threads.
pub(crate) const MIN_PUZZLES_GPU: usize = 1 << 21;

/// The named sets: files in the subdirectory `puzzles` of the data directory.
const NAMED: [(&str, &str); 8] = [
    ("easy", "easy_100k.txt"),
    ("minimal", "minimal_100k.txt"),
    ("17-clue", "17_clue.txt"),
    ("magictour", "magictour_top1465.txt"),
    ("11plus", "forum_hardest_11plus.txt"),
    ("1106", "forum_hardest_1106.txt"),
    ("serg", "serg_benchmark.txt"),
    ("unsolvable", "mostly_unsolvable_100k.txt"),
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
    /// The puzzles of a round; small sets are repeated.
    pub(crate) puzzles: Vec<Grid>,
    /// The number of puzzles before repetition.
    pub(crate) size: usize,
    /// Whether the puzzles were permuted.
    pub(crate) is_permuted: bool,
}

impl PuzzleSet {
    /// Returns the built-in sets, with at least `min_puzzles` puzzles each. They are always permuted, because
    /// each is built from a single puzzle.
    pub(crate) fn built_in(seed: Option<u64>, min_puzzles: usize) -> Vec<PuzzleSet> {
        let set = |(name, line): (&str, &str)| {
            PuzzleSet::new(
                name.to_string(),
                &[line.parse().unwrap_or_default()],
                Some(seed.unwrap_or(0)),
                min_puzzles,
            )
        };
        BUILT_IN.into_iter().map(set).collect()
    }

    /// Reads a set, given by a file or by name, and repeats it to get at least `min_puzzles` puzzles.
    pub(crate) fn open(
        argument: &OsStr,
        format: Option<&'static Format>,
        seed: Option<u64>,
        min_puzzles: usize,
    ) -> anyhow::Result<PuzzleSet> {
        let shown = argument.to_string_lossy();
        let path = path(argument)?;
        let bytes = std::fs::read(&path).with_context(|| format!("cannot read {}", path.display()))?;
        let puzzles = puzzles(&bytes, format).with_context(|| shown.to_string())?;
        if puzzles.is_empty() {
            bail!("{shown}: found no puzzle, expected at least one");
        }
        let name = if path == Path::new(argument) {
            path.file_name().unwrap_or(argument).to_string_lossy().into_owned()
        } else {
            shown.into_owned()
        };
        Ok(PuzzleSet::new(name, &puzzles, seed, min_puzzles))
    }

    /// Creates a set of these puzzles, repeated if there are fewer than `min_puzzles`. If there is a seed,
    /// the puzzles are permuted at random, differently in each repetition.
    fn new(name: String, puzzles: &[Grid], seed: Option<u64>, min_puzzles: usize) -> PuzzleSet {
        let size = puzzles.len();
        let count = size * min_puzzles.div_ceil(size);
        let repeated = puzzles.iter().cycle().take(count);
        let puzzles = match seed.map(Permuter::new) {
            Some(mut permuter) => repeated.map(|puzzle| permuter.permute(puzzle)).collect(),
            None => repeated.copied().collect(),
        };
        PuzzleSet { name, puzzles, size, is_permuted: seed.is_some() }
    }
}

/// Returns the file that an argument refers to.
fn path(argument: &OsStr) -> anyhow::Result<PathBuf> {
    let path = PathBuf::from(argument);
    let named = NAMED.iter().find(|(name, _)| argument == *name);
    match (named, std::env::var_os("VERIDOKU_DATA")) {
        (Some((_, file)), Some(directory)) if !path.exists() => {
            Ok(Path::new(&directory).join("puzzles").join(file))
        }
        (Some((name, _)), None) if !path.exists() => {
            bail!(
                "no file named {name:?}; to use the set of that name, set VERIDOKU_DATA to the data directory"
            )
        }
        _ => Ok(path),
    }
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
        if puzzle.written_candidates().is_some() {
            bail!("line {}: found candidates, expected a puzzle with values only", item.line);
        }
        grids.push(*puzzle.values());
    }
}
