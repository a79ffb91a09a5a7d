//! What the engine asks of a GPU. There are two: `cuda.rs`, and in tests `emulation`, whose devices are programs on the
//! CPU that can be made to fail.
//!
//! ```text
//! lane 0   fill │ copy │ expand search pack │ copy │ read
//! lane 1        │ fill │ copy │   expand search pack    │ copy │ read
//! ```
//!
//! A lane takes a load of puzzles there and back: while one lane's puzzles are searched, another's are copied, and the CPU
//! fills or reads a third. A splitter searches boards and gives back what it did not get through.

use crate::packing::{BOARD_WORDS, PackedBoard, ROW_WORDS};
use crate::{Error, MAX_DEVICE_NODES};
use veridoku_core::solve::Limits;

/// A GPU.
pub(crate) trait ComputeDevice: Sync {
    /// What takes puzzles there.
    type Lane: DeviceLane + Send;
    /// What cuts up long searches.
    type Splitter: Splitter + Send;

    /// Its name.
    fn name(&self) -> &str;

    /// The most workers that it has a use and memory for.
    fn workers(&self) -> usize;

    /// A lane for so many puzzles.
    fn lane(&self, puzzles: usize, encoding: PuzzleEncoding) -> Result<Self::Lane, Error>;

    /// A splitter.
    fn splitter(&self) -> Result<Self::Splitter, Error>;
}

/// A way to a device and back.
pub(crate) trait DeviceLane {
    /// Whether so many puzzles are not too many.
    fn has_room(&self, puzzles: usize, encoding: PuzzleEncoding) -> bool;

    /// Sends so many puzzles on their way, at least one; `fill` writes them.
    fn submit(
        &mut self,
        puzzles: usize,
        encoding: PuzzleEncoding,
        bounds: SearchBounds,
        fill: &mut dyn FnMut(&mut [u32]),
    ) -> Result<(), Error>;

    /// The rows of the puzzles that were sent last, when they are back.
    fn wait(&mut self) -> Result<&[[u32; ROW_WORDS]], Error>;
}

/// A search that can be cut up.
pub(crate) trait Splitter {
    /// The most boards of a wave.
    const WIDTH: usize;

    /// Searches each board, of which there is at least one, within the bounds.
    fn search(&mut self, boards: &[PackedBoard], bounds: SearchBounds) -> Result<WaveResults<'_>, Error>;
}

/// What came of searching boards.
#[derive(Copy, Clone, Debug)]
pub(crate) struct WaveResults<'s> {
    /// The answers.
    pub(crate) rows: &'s [[u32; ROW_WORDS]],
    /// For each board whose search is not complete, where the boards begin that are open, and how many there are.
    pub(crate) open_ranges: &'s [[u32; 2]],
    /// Open boards, those of each rest in the order of the search.
    pub(crate) open: &'s [PackedBoard],
}

impl<'s> WaveResults<'s> {
    /// What is open behind a board; nothing if there was no room to say.
    pub(crate) fn open_boards(&self, number: usize) -> Option<&'s [PackedBoard]> {
        let [place, count] = self.open_ranges[number].map(|word| word as usize);
        self.open.get(place..place.checked_add(count)?)
    }
}

/// Where a search stops, as the kernel takes it.
#[derive(Copy, Clone, Debug)]
pub(crate) struct SearchBounds {
    /// The number of solutions.
    pub(crate) solutions: u32,
    /// The number of nodes, below [`packing::NODES_BOUND`](crate::packing::NODES_BOUND) - 1.
    pub(crate) nodes: u32,
}

impl SearchBounds {
    /// Where a device leaves a search within these limits to others.
    pub(crate) fn from_limits(limits: Limits) -> SearchBounds {
        SearchBounds {
            solutions: u32::try_from(limits.solutions).unwrap_or(u32::MAX),
            nodes: limits.nodes.min(MAX_DEVICE_NODES) as u32,
        }
    }
}

/// What the words of a load are.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum PuzzleEncoding {
    /// Rows of values.
    Values,
    /// Boards of candidates.
    Boards,
}

impl PuzzleEncoding {
    /// The words of a puzzle.
    pub(crate) const fn words(self) -> usize {
        match self {
            PuzzleEncoding::Values => ROW_WORDS,
            PuzzleEncoding::Boards => BOARD_WORDS,
        }
    }
}
