//! The interface between the engine and a GPU. It has two implementations: `cuda.rs` and, in tests,
//! `emulation`, whose devices run on the CPU and can be made to fail.
//!
//! ```text
//! lane 0   fill │ copy │ expand search pack │ copy │ read
//! lane 1        │ fill │ copy │   expand search pack    │ copy │ read
//! ```
//!
//! A lane sends puzzles to the device and fetches the answers. While the puzzles of one lane are searched,
//! those of another are copied, and the CPU fills or reads a third. A splitter searches a set of boards,
//! called a wave. For each search that it does not finish, it returns the open boards: those that are still
//! to be searched. A pipeline solves packed rows, which the device copies directly from and to the caller's
//! memory.

use crate::packing::{PackedBoard, PackedRow, PuzzleEncoding};
use crate::{Error, MAX_DEVICE_NODES};
use veridoku_core::solve::Limits;

/// A GPU.
pub(crate) trait ComputeDevice: Send + Sync {
    /// The type that transfers puzzles and answers.
    type Lane: DeviceLane + Send;
    /// The type that splits long searches.
    type Splitter: Splitter + Send;
    /// The type that solves packed rows.
    type Pipeline: RowPipeline + Send;

    /// Returns the name of the device.
    fn name(&self) -> &str;

    /// Returns the maximum number of workers that the device can use and has memory for.
    fn workers(&self) -> usize;

    /// Allocates a lane for this number of puzzles.
    fn lane(&self, puzzles: usize, encoding: PuzzleEncoding) -> Result<Self::Lane, Error>;

    /// Allocates a splitter.
    fn splitter(&self) -> Result<Self::Splitter, Error>;

    /// Allocates a pipeline.
    fn pipeline(&self) -> Result<Self::Pipeline, Error>;
}

/// A stream of work for a device, with its own buffers on the host and on the device.
pub(crate) trait DeviceLane {
    /// Reports whether the buffers are large enough for this number of puzzles.
    fn has_room(&self, puzzles: usize, encoding: PuzzleEncoding) -> bool;

    /// Starts the search of one or more puzzles; `fill` writes them to the transfer buffer.
    fn submit(
        &mut self,
        puzzles: usize,
        encoding: PuzzleEncoding,
        bounds: SearchBounds,
        fill: &mut dyn FnMut(&mut [u32]),
    ) -> Result<(), Error>;

    /// Waits for the last submission to finish, and returns its packed answers.
    fn wait(&mut self) -> Result<&[PackedRow], Error>;
}

/// A device that solves packed rows in the caller's memory, several chunks at a time.
pub(crate) trait RowPipeline {
    /// The maximum number of rows in a chunk.
    const CHUNK: usize;

    /// Solves all chunks that `next` returns, each with one or more rows. Returns the chunks in which
    /// searches have ended with their node budget.
    fn solve<'r>(
        &mut self,
        bounds: SearchBounds,
        next: &mut dyn FnMut() -> Option<RowChunk<'r>>,
    ) -> Result<Vec<RowChunk<'r>>, Error>;
}

/// Rows of the caller that a device solves together.
#[derive(Debug)]
pub(crate) struct RowChunk<'r> {
    /// The index of the first row.
    pub(crate) first: usize,
    /// The puzzles, or `None` if they are where the answers will be.
    pub(crate) puzzles: Option<&'r [PackedRow]>,
    /// The destination of the answers.
    pub(crate) answers: &'r mut [PackedRow],
}

/// A device that returns the open boards of unfinished searches, so that they can be split.
pub(crate) trait Splitter {
    /// The maximum number of boards in a wave.
    const WIDTH: usize;

    /// Searches one or more boards within the bounds.
    fn search(&mut self, boards: &[PackedBoard], bounds: SearchBounds) -> Result<WaveResults<'_>, Error>;
}

/// The results of searching a wave of boards.
#[derive(Copy, Clone, Debug)]
pub(crate) struct WaveResults<'s> {
    /// The packed answers.
    pub(crate) rows: &'s [PackedRow],
    /// For each board whose search is not complete, the index of its first open board and the number of its
    /// open boards.
    pub(crate) open_ranges: &'s [[u32; 2]],
    /// The open boards. Those of one search are contiguous, in the order in which that search would visit
    /// them.
    pub(crate) open: &'s [PackedBoard],
}

impl<'s> WaveResults<'s> {
    /// Returns the open boards of a search, or `None` if they did not fit into the buffer.
    pub(crate) fn open_boards(&self, number: usize) -> Option<&'s [PackedBoard]> {
        let [place, count] = self.open_ranges[number].map(|word| word as usize);
        self.open.get(place..place.checked_add(count)?)
    }
}

/// The limits of a search, in the form that the kernel expects.
#[derive(Copy, Clone, Debug)]
pub(crate) struct SearchBounds {
    /// The maximum number of solutions.
    pub(crate) solutions: u32,
    /// The maximum number of nodes, less than [`packing::NODES_BOUND`](crate::packing::NODES_BOUND) - 1.
    pub(crate) nodes: u32,
}

impl SearchBounds {
    /// Converts the caller's limits into bounds for a device. The number of nodes is capped at
    /// [`MAX_DEVICE_NODES`].
    pub(crate) fn from_limits(limits: Limits) -> SearchBounds {
        SearchBounds {
            solutions: u32::try_from(limits.solutions).unwrap_or(u32::MAX),
            nodes: limits.nodes.min(MAX_DEVICE_NODES) as u32,
        }
    }
}
