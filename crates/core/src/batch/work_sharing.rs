//! Work sharing: combines the parts of a search that was divided among several slots.
//!
//! At the end of the input, idle slots steal work. This does not affect the answers: the number of solutions,
//! the first solution, the number of nodes and the effect of the node budget are those of a single
//! depth-first search in one slot.
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
//! So the parts of a puzzle stay in depth-first order if each stolen part is inserted right after the part it
//! was stolen from. Finished parts are folded into the totals from the front, so the totals are those that a
//! single search would have reached at that point. If the next part reaches the solution limit or exceeds the
//! node budget, its own numbers may be too large, because it did not take the earlier parts into account. All
//! later parts are then cancelled, and this part runs again from its root, alone and with the remaining
//! limits. That happens at most once per puzzle, and only at the end of the input.

use super::board::{BoardRow, ROW_WORDS};
use super::in_flight::PuzzleId;
use crate::solve::{End, Limits, SearchResult};

/// The work assigned to a slot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SlotTask {
    /// A whole puzzle.
    Whole,
    /// A part of a puzzle that is shared with other slots.
    Part {
        /// The index of the shared puzzle.
        shared: usize,
        /// The ID of the part.
        part: u32,
    },
    /// The second run of a part that hit a limit. No work may be stolen from this run.
    Rerun {
        /// The index of the shared puzzle.
        shared: usize,
        /// The ID of the part.
        part: u32,
    },
}

impl SlotTask {
    /// Returns the index of the shared puzzle, if this is a part of one.
    pub(crate) fn shared(self) -> Option<usize> {
        match self {
            Self::Whole => None,
            Self::Part { shared, .. } | Self::Rerun { shared, .. } => Some(shared),
        }
    }

    /// Reports whether this is the second run of a part.
    pub(crate) fn is_rerun(self) -> bool {
        matches!(self, Self::Rerun { .. })
    }
}

/// A part of the search of a shared puzzle.
pub(crate) struct SearchPart {
    /// The ID of the part, unique within its puzzle.
    pub(crate) id: u32,
    /// The board that the part starts from.
    pub(crate) root: BoardRow,
    /// The limits of the run that searches the part.
    pub(crate) limits: Limits,
    result: Option<SearchResult>,
}

/// A puzzle whose search is shared by several slots.
pub(crate) struct SharedPuzzle {
    /// The puzzle.
    pub(crate) puzzle: PuzzleId,
    /// The total of the parts folded so far.
    folded: SearchResult,
    /// The remaining parts, in depth-first order.
    parts: Vec<SearchPart>,
    next_id: u32,
}

/// What to do after a part has finished.
pub(crate) enum FoldResult {
    /// Nothing, because other parts are still running.
    Pending,
    /// The puzzle is answered; all other parts must be cancelled.
    Answer(SearchResult),
    /// This part must run again; all other parts must be cancelled.
    Rerun(SearchPart),
}

impl SharedPuzzle {
    /// The ID of the first part.
    pub(crate) const FIRST: u32 = 0;

    /// Creates a shared puzzle with one part: the search in progress.
    pub(crate) fn new(puzzle: PuzzleId, limits: Limits) -> Self {
        // The first part starts with full limits, so it never runs again and needs no root.
        let part = SearchPart { id: Self::FIRST, root: [0; ROW_WORDS], limits, result: None };
        Self { puzzle, folded: SearchResult::NONE, parts: vec![part], next_id: 1 }
    }

    /// Adds a part that was stolen from the part `victim`, and returns its ID.
    pub(crate) fn split(&mut self, victim: u32, root: BoardRow, limits: Limits) -> u32 {
        let id = self.next_id;
        self.next_id += 1;
        let at = self.position(victim) + 1;
        self.parts.insert(at, SearchPart { id, root, limits, result: None });
        id
    }

    /// Records the result of a part, and folds the finished parts at the front.
    pub(crate) fn finish(&mut self, part: u32, result: SearchResult, limits: Limits) -> FoldResult {
        let at = self.position(part);
        self.parts[at].result = Some(result);
        while let Some(SearchPart { result: Some(result), limits: part_limits, .. }) = self.parts.first() {
            let left = Limits {
                solutions: limits.solutions - self.folded.count,
                nodes: limits.nodes - self.folded.nodes,
            };
            let crosses =
                result.count >= left.solutions || result.nodes > left.nodes || result.end == End::NodeBudget;
            if crosses && *part_limits != left {
                let mut part = self.parts.swap_remove(0);
                self.parts.clear();
                part.result = None;
                part.limits = left;
                self.parts.push(SearchPart { ..part });
                return FoldResult::Rerun(part);
            }
            self.folded.first = self.folded.first.or(result.first);
            self.folded.count += result.count;
            self.folded.nodes += result.nodes;
            self.folded.end = result.end;
            if crosses {
                return FoldResult::Answer(self.folded);
            }
            self.parts.remove(0);
        }
        if self.parts.is_empty() { FoldResult::Answer(self.folded) } else { FoldResult::Pending }
    }

    fn position(&self, part: u32) -> usize {
        self.parts.iter().position(|other| other.id == part).expect("the part belongs to this shared puzzle")
    }
}
