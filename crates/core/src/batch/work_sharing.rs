//! One puzzle, several slots: how parts of a search add up to the answer of the whole.
//!
//! At the end of the input idle slots steal work. The answer must not show it: count,
//! first solution, nodes and budget are those of one depth-first search by one slot.
//!
//! ```text
//! depth-first order ───────────────────────────────────────────▶
//!
//!   ┌─────────┬───────────────────────┐
//!   │ part 0  │ part 2    │ part 1    │     a thief takes the oldest open board of its victim: the
//!   └─────────┴───────────────────────┘     last piece of the victim's part, in depth-first order
//!    folded ▶
//! ```
//!
//! So the parts of a puzzle stand in depth-first order when each stolen one is
//! inserted right behind its victim. Finished parts are folded from the front: their
//! nodes and solutions are what the lone search would have had by then. If the next part
//! would cross the limit or the budget, its own figures are too large, because it did
//! not know what had been found before it: everything behind it is cancelled, and the
//! part runs once more, alone, from its root, with what is left of the limits. That
//! happens at most once for a puzzle, and only at the end of the input.

use super::Answer;
use super::board::{BoardRow, ROW_WORDS};
use super::in_flight::PuzzleId;
use crate::grid::Grid;
use crate::solve::{End, Limits};

/// What a slot works on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SlotTask {
    /// A puzzle of its own.
    Whole,
    /// A part of a puzzle that is shared with other slots.
    Part {
        /// Which puzzle.
        shared: usize,
        /// Which part.
        part: u32,
    },
    /// The part that crosses a limit, once more; nothing may be stolen from it.
    Rerun {
        /// Which puzzle.
        shared: usize,
        /// Which part.
        part: u32,
    },
}

impl SlotTask {
    /// The shared puzzle.
    pub(crate) fn shared(self) -> Option<usize> {
        match self {
            Self::Whole => None,
            Self::Part { shared, .. } | Self::Rerun { shared, .. } => Some(shared),
        }
    }

    /// Whether this is the second run of a part.
    pub(crate) fn is_rerun(self) -> bool {
        matches!(self, Self::Rerun { .. })
    }
}

/// What a search found.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RunResult {
    /// Nodes used.
    pub(crate) nodes: u64,
    /// Solutions found.
    pub(crate) found: u64,
    /// The first of them.
    pub(crate) first: Grid,
    /// Why it was over.
    pub(crate) ended: End,
}

impl RunResult {
    /// The answer, if this was the whole search.
    #[inline(always)]
    pub(crate) fn answer(&self) -> Answer {
        Answer {
            count: self.found,
            nodes: self.nodes,
            first: (self.found > 0).then_some(self.first),
            end: self.ended,
        }
    }
}

/// A part of a puzzle's search.
pub(crate) struct SearchPart {
    /// Its name in the family.
    pub(crate) id: u32,
    /// The board it starts from.
    pub(crate) root: BoardRow,
    /// The limits it runs under.
    pub(crate) limits: Limits,
    result: Option<RunResult>,
}

/// A puzzle whose search is shared.
pub(crate) struct SharedPuzzle {
    /// The puzzle.
    pub(crate) puzzle: PuzzleId,
    /// What the parts folded so far found together.
    folded: RunResult,
    /// The others in depth-first order.
    parts: Vec<SearchPart>,
    next_id: u32,
}

/// What is known when a part is finished.
pub(crate) enum FoldResult {
    /// Parts before it are still running.
    Pending,
    /// The answer; all other parts are to be cancelled.
    Answer(Answer),
    /// All other parts are to be cancelled, and this one is to run again.
    Rerun(SearchPart),
}

impl SharedPuzzle {
    /// The part that a family starts with.
    pub(crate) const FIRST: u32 = 0;

    /// A puzzle with one part: the search that was at work on it.
    pub(crate) fn new(puzzle: PuzzleId, limits: Limits) -> Self {
        // The first part starts with full limits and never runs again: it needs no root.
        let part = SearchPart { id: Self::FIRST, root: [0; ROW_WORDS], limits, result: None };
        let folded = RunResult { nodes: 0, found: 0, first: Grid::EMPTY, ended: End::Complete };
        Self { puzzle, folded, parts: vec![part], next_id: 1 }
    }

    /// Adds a part stolen from another, and gives its name.
    pub(crate) fn split(&mut self, victim: u32, root: BoardRow, limits: Limits) -> u32 {
        let id = self.next_id;
        self.next_id += 1;
        let at = self.position(victim) + 1;
        self.parts.insert(at, SearchPart { id, root, limits, result: None });
        id
    }

    /// Takes down what a part found.
    pub(crate) fn finish(&mut self, part: u32, result: RunResult, limits: Limits) -> FoldResult {
        let at = self.position(part);
        self.parts[at].result = Some(result);
        while let Some(SearchPart { result: Some(result), limits: own, .. }) = self.parts.first() {
            let left = Limits {
                solutions: limits.solutions - self.folded.found,
                nodes: limits.nodes - self.folded.nodes,
            };
            let crosses = result.found >= left.solutions
                || result.nodes > left.nodes
                || result.ended == End::NodeBudget;
            if crosses && *own != left {
                let mut part = self.parts.swap_remove(0);
                self.parts.clear();
                part.result = None;
                part.limits = left;
                self.parts.push(SearchPart { ..part });
                return FoldResult::Rerun(part);
            }
            if self.folded.found == 0 {
                self.folded.first = result.first;
            }
            self.folded.found += result.found;
            self.folded.nodes += result.nodes;
            self.folded.ended = result.ended;
            if crosses {
                return FoldResult::Answer(self.folded.answer());
            }
            self.parts.remove(0);
        }
        if self.parts.is_empty() { FoldResult::Answer(self.folded.answer()) } else { FoldResult::Pending }
    }

    fn position(&self, part: u32) -> usize {
        self.parts.iter().position(|other| other.id == part).expect("part of this shared puzzle")
    }
}
