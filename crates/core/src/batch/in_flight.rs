//! The batches in flight: those that are not fully answered yet.
//!
//! ```text
//! open      0              1          2
//!        ┌──────────────┬──────────┬───────────────┐
//!        │ batch 8      │  (free)  │ batch 9       │      a puzzle ID is an index in this list
//!        │ left 12      │          │ left 1,536    │      and an index in the batch
//!        └──────────────┴──────────┴───────────────┘
//!                                    ▲ being read: 512 of 2,048
//! ```

use super::plane::Plane;
use super::source::{BatchSource, PuzzleBatch};
use super::values::BatchPuzzle;
use crate::solve::{self, End, Limits, SearchResult};

/// The panic message for a puzzle ID whose batch is not open.
const STILL_OPEN: &str = "a batch stays open until all its puzzles are answered";

/// Identifies a puzzle in an open batch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct PuzzleId {
    batch: u32,
    index: u32,
}

impl PuzzleId {
    /// A placeholder for slots without a puzzle.
    pub(crate) const NONE: PuzzleId = PuzzleId { batch: u32::MAX, index: u32::MAX };
}

/// How the puzzles that need a search are handled if a group has only a few of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LeftoverPolicy {
    /// Assign the puzzles to slots, where they wait until the other slots are busy too.
    Wait,
    /// Solve the puzzles immediately with the single-puzzle engine.
    SolveNow,
}

/// The batches in flight, their source, and the single-puzzle engine.
pub(crate) struct InFlightBatches<'a, 'p, P: BatchPuzzle> {
    source: &'a mut dyn BatchSource<'p, P>,
    open: Vec<Option<OpenBatch<'p, P>>>,
    /// The index in [`Self::open`] of the batch being read.
    current: Option<usize>,
    /// The number of batches received so far.
    batches_read: usize,
    is_exhausted: bool,
    leftovers: LeftoverPolicy,
    single: &'a mut solve::Solver,
    /// The caller's limits, if they allow more nodes than the batch search may use. In that case, the
    /// single-puzzle engine solves the puzzles that exhaust the node budget of the batch search.
    limits: Option<Limits>,
}

/// A batch that is not fully answered.
struct OpenBatch<'p, P: BatchPuzzle> {
    batch: PuzzleBatch<'p, P>,
    number: usize,
    /// The index of the first puzzle that has not been read.
    next: usize,
    /// The number of unanswered puzzles.
    left: usize,
}

/// Consecutive puzzles of a batch that are read together.
pub(crate) struct PuzzleGroup<'g, P> {
    /// All puzzles of the batch.
    pub(crate) puzzles: &'g [P],
    /// The storage for the answers of the batch.
    pub(crate) answers: &'g mut [SearchResult],
    /// The index of the first puzzle of the group.
    pub(crate) first: usize,
    /// The number of puzzles in the group.
    pub(crate) count: usize,
    batch: u32,
}

impl<P> PuzzleGroup<'_, P> {
    /// Returns the ID of the puzzle with the given index in the batch.
    #[inline(always)]
    pub(crate) fn id(&self, index: usize) -> PuzzleId {
        PuzzleId { batch: self.batch, index: index as u32 }
    }
}

impl<'a, 'p, P: BatchPuzzle> InFlightBatches<'a, 'p, P> {
    /// Creates a state without open batches. `limits` are the caller's limits, or `None` if they allow no
    /// more nodes than the batch search may use.
    pub(crate) fn new(
        source: &'a mut dyn BatchSource<'p, P>,
        single: &'a mut solve::Solver,
        limits: Option<Limits>,
        leftovers: LeftoverPolicy,
    ) -> Self {
        InFlightBatches {
            source,
            open: Vec::new(),
            current: None,
            batches_read: 0,
            is_exhausted: false,
            leftovers,
            single,
            limits,
        }
    }

    /// Returns how to handle the puzzles that need a search if a group has only a few of them.
    pub(crate) fn leftovers(&self) -> LeftoverPolicy {
        self.leftovers
    }

    /// Reports whether all puzzles have been read.
    pub(crate) fn is_exhausted(&self) -> bool {
        self.is_exhausted
    }

    /// Returns the next group of at most `most` puzzles, or `None` if all have been read.
    pub(crate) fn group(&mut self, most: usize) -> Option<PuzzleGroup<'_, P>> {
        let position = match self.current {
            Some(position) => position,
            None => self.open_next_batch()?,
        };
        let open = self.open[position].as_mut().expect(STILL_OPEN);
        let first = open.next;
        let (puzzles, answers) = open.batch.parts();
        let count = most.min(puzzles.len() - first);
        open.next += count;
        self.current = (open.next < puzzles.len()).then_some(position);
        Some(PuzzleGroup { puzzles, answers, first, count, batch: position as u32 })
    }

    /// Gets batches from the source until one has a puzzle. Returns its index in [`Self::open`], or `None` at
    /// the end of the input.
    fn open_next_batch(&mut self) -> Option<usize> {
        while !self.is_exhausted {
            let Some(batch) = self.source.next() else {
                self.is_exhausted = true;
                break;
            };
            let number = self.batches_read;
            self.batches_read += 1;
            let left = batch.puzzles().len();
            assert!(u32::try_from(left).is_ok(), "a batch must have fewer than 2³² puzzles");
            if left == 0 {
                self.source.done(number, batch);
                continue;
            }
            let position = self.open.iter().position(Option::is_none).unwrap_or_else(|| {
                self.open.push(None);
                self.open.len() - 1
            });
            self.open[position] = Some(OpenBatch { batch, number, next: 0, left });
            return Some(position);
        }
        None
    }

    /// Records that `answered` more puzzles were answered in the batch that contains `id`, and hands the
    /// batch back if it is complete.
    pub(crate) fn record_answered(&mut self, id: PuzzleId, answered: usize) {
        let entry = &mut self.open[id.batch as usize];
        let open = entry.as_mut().expect(STILL_OPEN);
        open.left -= answered;
        if open.left == 0
            && let Some(open) = entry.take()
        {
            self.source.done(open.number, open.batch);
        }
    }

    /// Prefetches the memory of an answer that will be written soon.
    #[inline(always)]
    pub(crate) fn prefetch<A: Plane>(&self, token: A::Token, id: PuzzleId) {
        if let Some(open) = &self.open[id.batch as usize] {
            A::prefetch(token, &open.batch.answers()[id.index as usize]);
        }
    }

    /// Solves a puzzle with the single-puzzle engine, within the limits of the batch search. If the search
    /// exhausts the node budget and the caller's limits allow more nodes, returns `false` and leaves the
    /// puzzle unanswered.
    pub(crate) fn answer_singly(&mut self, id: PuzzleId, limits: Limits) -> bool {
        let has_more = self.limits.is_some();
        let (puzzle, target, single) = self.at(id);
        let answer = single.search(puzzle.clues(), limits);
        if answer.end == End::NodeBudget && has_more {
            return false;
        }
        *target = answer;
        self.record_answered(id, 1);
        true
    }

    /// Writes an answer. If the search exhausted its node budget and the caller's limits allow more nodes,
    /// the single-puzzle engine solves the puzzle instead.
    #[inline(always)]
    pub(crate) fn answer(&mut self, id: PuzzleId, answer: SearchResult) {
        let limits = self.limits.filter(|_| answer.end == End::NodeBudget);
        let (puzzle, target, single) = self.at(id);
        *target = limits.map_or(answer, |limits| single.search(puzzle.clues(), limits));
        self.record_answered(id, 1);
    }

    /// Returns a puzzle, the storage for its answer, and the single-puzzle engine.
    #[inline(always)]
    fn at(&mut self, id: PuzzleId) -> (&P, &mut SearchResult, &mut solve::Solver) {
        let open = self.open[id.batch as usize].as_mut().expect(STILL_OPEN);
        let (puzzles, answers) = open.batch.parts();
        let index = id.index as usize;
        (&puzzles[index], &mut answers[index], self.single)
    }
}
