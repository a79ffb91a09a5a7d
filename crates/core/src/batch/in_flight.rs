//! The desk of the search: the portions that are not fully answered yet.
//!
//! ```text
//! open      0              1          2
//!        ┌──────────────┬──────────┬───────────────┐
//!        │ portion 8    │  (free)  │ portion 9     │      a ticket is a place in here
//!        │ left 12      │          │ left 1,536    │      and one in the portion
//!        └──────────────┴──────────┴───────────────┘
//!                                    ▲ being read: 512 of 2,048
//! ```

use super::Answer;
use super::plane::Plane;
use super::source::{BatchSource, PuzzleBatch};
use super::values::BatchPuzzle;
use crate::solve::{self, End, Limits};

/// Why a ticket has a portion.
const STILL_OPEN: &str = "a batch stays until all its puzzles are answered";

/// A puzzle at work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct PuzzleId {
    batch: u32,
    index: u32,
}

impl PuzzleId {
    /// The ticket of no puzzle.
    pub(crate) const NONE: PuzzleId = PuzzleId { batch: u32::MAX, index: u32::MAX };
}

/// What becomes of the puzzles of a group that need a search, if they are few.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LeftoverPolicy {
    /// They wait in their slots until all slots are busy.
    Wait,
    /// The engine for one puzzle answers them at once.
    SolveNow,
}

/// The portions at work, where they come from, and who helps out.
pub(crate) struct InFlightBatches<'a, 'p, P: BatchPuzzle> {
    source: &'a mut dyn BatchSource<'p, P>,
    open: Vec<Option<OpenBatch<'p, P>>>,
    /// The portion that is being read, by its place in [`Self::open`].
    current: Option<usize>,
    /// The number of portions that were taken.
    batches_read: usize,
    is_exhausted: bool,
    leftovers: LeftoverPolicy,
    single: &'a mut solve::Solver,
    /// The limits of the puzzles, where the search has tighter ones: what ends for want of nodes has
    /// not been answered yet.
    limits: Option<Limits>,
}

/// A portion at work.
struct OpenBatch<'p, P: BatchPuzzle> {
    batch: PuzzleBatch<'p, P>,
    number: usize,
    /// The first puzzle that was not read.
    next: usize,
    /// Puzzles without an answer.
    left: usize,
}

/// Neighbours in a portion that are read together.
pub(crate) struct PuzzleGroup<'g, P> {
    /// The puzzles of the portion.
    pub(crate) puzzles: &'g [P],
    /// The places of their answers.
    pub(crate) answers: &'g mut [Answer],
    /// The first puzzle of the group.
    pub(crate) first: usize,
    /// The number of its puzzles.
    pub(crate) count: usize,
    batch: u32,
}

impl<P> PuzzleGroup<'_, P> {
    /// The ticket of a puzzle of the portion.
    #[inline(always)]
    pub(crate) fn id(&self, index: usize) -> PuzzleId {
        PuzzleId { batch: self.batch, index: index as u32 }
    }
}

impl<'a, 'p, P: BatchPuzzle> InFlightBatches<'a, 'p, P> {
    /// A desk with nothing on it. The limits are those of the puzzles, if the search has tighter ones.
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

    /// What becomes of the few puzzles of a group that need a search.
    pub(crate) fn leftovers(&self) -> LeftoverPolicy {
        self.leftovers
    }

    /// Whether all puzzles were read.
    pub(crate) fn is_exhausted(&self) -> bool {
        self.is_exhausted
    }

    /// The next puzzles, at most so many; nothing when all were read.
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

    /// Takes the next portion that has any puzzle.
    fn open_next_batch(&mut self) -> Option<usize> {
        while !self.is_exhausted {
            let Some(batch) = self.source.next() else {
                self.is_exhausted = true;
                break;
            };
            let number = self.batches_read;
            self.batches_read += 1;
            let left = batch.puzzles().len();
            assert!(u32::try_from(left).is_ok(), "a batch has more than 2³² puzzles");
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

    /// So many more puzzles of the portion of a ticket are answered.
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

    /// Asks for the place of an answer that will be written before long.
    #[inline(always)]
    pub(crate) fn prefetch<A: Plane>(&self, token: A::Token, id: PuzzleId) {
        if let Some(open) = &self.open[id.batch as usize] {
            A::prefetch(token, &open.batch.answers()[id.index as usize]);
        }
    }

    /// Has a puzzle answered by the engine for one puzzle, if it takes no more nodes than the search may use for one. Says whether it was.
    pub(crate) fn answer_singly(&mut self, id: PuzzleId, limits: Limits) -> bool {
        let has_more = self.limits.is_some();
        let (puzzle, target, single) = self.at(id);
        let answer: Answer = single.search(puzzle.clues(), limits).into();
        if answer.end == End::NodeBudget && has_more {
            return false;
        }
        *target = answer;
        self.record_answered(id, 1);
        true
    }

    /// Writes an answer, after a word with the engine for one puzzle where the search gave up.
    #[inline(always)]
    pub(crate) fn answer(&mut self, id: PuzzleId, answer: Answer) {
        let limits = self.limits.filter(|_| answer.end == End::NodeBudget);
        let (puzzle, target, single) = self.at(id);
        *target = limits.map_or(answer, |limits| single.search(puzzle.clues(), limits).into());
        self.record_answered(id, 1);
    }

    /// A puzzle, the place of its answer, and the engine for one puzzle.
    #[inline(always)]
    fn at(&mut self, id: PuzzleId) -> (&P, &mut Answer, &mut solve::Solver) {
        let open = self.open[id.batch as usize].as_mut().expect(STILL_OPEN);
        let (puzzles, answers) = open.batch.parts();
        let index = id.index as usize;
        (&puzzles[index], &mut answers[index], self.single)
    }
}
