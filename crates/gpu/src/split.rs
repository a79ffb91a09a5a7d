//! Splits one long search over many threads, and combines the parts into one answer.
//!
//! A search that exceeds its node limit leaves a list of open boards, which together make up the rest of
//! the search. In the next wave, each open board is searched separately, and is split again if necessary.
//! After a few waves all threads of a device are busy.
//!
//! ```text
//! depth-first order ─────────────────────────────────────────────────────▶
//!   wave 0   ┌──────┐ open
//!   wave 1   │ done │┌──────┐┌──────────────┐ open ┌──────┐
//!   wave 2   │ done ││ done ││ done         │┌────┐│ done │
//!             folded ▶
//! ```
//!
//! The answer is independent of the split: the solution count, the first solution, the node count and the
//! effect of the node budget are the same as in a depth-first search by a single thread. The parts are kept
//! in the order of that search and folded from the front. Each part is searched before the results of earlier
//! parts are known, so it may exceed the solution limit or the node budget that remains for it. In that case,
//! all later parts are dropped, and the part is searched again with the remaining limits. The bulk engine of
//! the CPU does the same.

use crate::Error;
use crate::device::{SearchBounds, Splitter};
use crate::packing::{self, PackedBoard};
use std::collections::VecDeque;
use veridoku_core::solve::{End, Limits, SearchResult};

/// Pairs of a number of parts and a node limit. In a wave with at least that number of parts, each part may
/// use that number of nodes. With few parts, a small limit quickly creates more parts; with many parts, a
/// large limit keeps the number of waves small.
const PART_NODES: [(usize, u64); 4] = [(0, 32), (64, 64), (1024, 256), (8192, 1024)];
/// The largest node limit of a part.
const MAX_PART_NODES: u64 = PART_NODES[PART_NODES.len() - 1].1;
const _: () =
    assert!(MAX_PART_NODES + 1 < packing::NODES_BOUND, "the node count of a part must fit into an answer");
/// Maximum factor by which the number of parts of a search grows from one wave to the next. This bounds the
/// work done beyond the point where a single thread would stop.
const GROWTH: usize = 4;
/// Maximum total number of parts, over all searches; each part takes 216 bytes. Above this number, waves
/// become narrow, so that the number of parts stops growing.
const MAX_PARTS: usize = 1 << 20;
/// Maximum width of a wave if there are more than `MAX_PARTS` parts.
const CROWDED_WIDTH: usize = 1 << 12;
/// After a wave whose open boards fit, the maximum width grows by its current value divided by this number.
const WIDENING: usize = 8;

/// A search that is split into parts.
#[derive(Debug)]
pub(crate) struct SplitSearch {
    limits: Limits,
    /// The combined answer of all parts that have been folded, which precede the first part in `parts`.
    folded: SearchResult,
    /// The parts, in the order of the search.
    parts: VecDeque<SplitPart>,
    /// Maximum number of open parts in the next wave.
    next_parts: usize,
    /// Whether the first part exceeded the remaining limits and must be searched again with those limits.
    needs_retry: bool,
}

/// A part of a search.
#[derive(Debug)]
struct SplitPart {
    root: PackedBoard,
    /// The answer, or `None` while the part is open. If the search of the part stopped early, the boards that
    /// it left open follow as separate parts.
    found: Option<SearchResult>,
}

impl SplitSearch {
    /// Creates the search of a board.
    pub(crate) fn new(board: PackedBoard, limits: Limits) -> SplitSearch {
        let parts = VecDeque::from([SplitPart { root: board, found: None }]);
        SplitSearch { limits, folded: SearchResult::NONE, parts, next_parts: 1, needs_retry: false }
    }

    /// Returns the limits that remain for the first part.
    fn remaining(&self) -> Limits {
        Limits {
            solutions: self.limits.solutions - self.folded.count,
            nodes: self.limits.nodes - self.folded.nodes,
        }
    }

    /// Takes parts from the front until `most` open parts have been taken or none are left.
    fn take_parts(&mut self, most: usize) -> Vec<SplitPart> {
        let most = most.min(self.next_parts);
        self.next_parts = self.next_parts.saturating_mul(GROWTH);
        let mut taken = Vec::new();
        let mut open = 0;
        while open < most
            && let Some(part) = self.parts.pop_front()
        {
            open += usize::from(part.found.is_none());
            taken.push(part);
        }
        taken
    }

    /// Combines finished parts from the front. Returns the answer if the search is finished.
    fn fold(&mut self) -> Option<SearchResult> {
        loop {
            let remaining = self.remaining();
            let Some(part) = self.parts.front_mut() else {
                return Some(SearchResult { end: End::Complete, ..self.folded });
            };
            let found = part.found.take()?;
            let is_at_limit = found.count == remaining.solutions;
            let crosses = found.count > remaining.solutions
                || found.nodes > remaining.nodes
                || is_at_limit && found.end != End::SolutionLimit;
            if crosses {
                self.parts.truncate(1);
                self.needs_retry = true;
                return None;
            }
            self.folded.first = self.folded.first.or(found.first);
            self.folded.count += found.count;
            self.folded.nodes += found.nodes;
            self.parts.pop_front();
            if is_at_limit {
                return Some(SearchResult { end: End::SolutionLimit, ..self.folded });
            }
            // The search needed another guess, but its node budget was exhausted.
            if found.end == End::NodeBudget && self.folded.nodes == self.limits.nodes {
                return Some(SearchResult { end: End::NodeBudget, ..self.folded });
            }
        }
    }
}

/// Searches that advance together, wave by wave.
#[derive(Debug)]
pub(crate) struct SplitSearches<T> {
    /// Each search with a key chosen by the caller.
    searches: Vec<(T, SplitSearch)>,
    /// Maximum number of parts in a wave. It is reduced when the open boards of a wave do not fit.
    width: usize,
}

impl<T> SplitSearches<T> {
    /// Creates an empty list of searches.
    pub(crate) fn new() -> SplitSearches<T> {
        SplitSearches { searches: Vec::new(), width: usize::MAX / 2 }
    }

    /// Reports whether there are no searches.
    pub(crate) fn is_empty(&self) -> bool {
        self.searches.is_empty()
    }

    /// Adds a search.
    pub(crate) fn add(&mut self, key: T, search: SplitSearch) {
        self.searches.push((key, search));
    }

    /// Advances all searches by one wave. Returns the answers of those that are finished.
    pub(crate) fn wave<S: Splitter>(&mut self, splitter: &mut S) -> Result<Vec<(T, SearchResult)>, Error> {
        self.width = self.width.min(S::WIDTH);
        // A retried search has its own bounds and a single board, so it gets a wave to itself. All other
        // searches run with the bounds of the wave, and are checked against their own limits afterwards.
        let retry = self.searches.iter().position(|(_, search)| search.needs_retry);
        // A wave cannot advance more searches than it can hold boards.
        let active = match retry {
            Some(number) => number..number + 1,
            None => 0..self.searches.len().min(self.width),
        };
        let parts: usize = self.searches.iter().map(|(_, search)| search.parts.len()).sum();
        let width = if parts > MAX_PARTS { self.width.min(CROWDED_WIDTH) } else { self.width };
        let share = (width / active.len().max(1)).max(1);
        let mut boards = Vec::new();
        let mut remaining = Limits { solutions: u64::from(u32::MAX), nodes: u64::MAX };
        let mut taken = Vec::new();
        for (_, search) in &mut self.searches[active.clone()] {
            if search.needs_retry {
                remaining = search.remaining();
                search.needs_retry = false;
            }
            let parts = search.take_parts(share);
            boards.extend(parts.iter().filter(|part| part.found.is_none()).map(|part| part.root));
            taken.push(parts);
        }
        let nodes =
            PART_NODES.into_iter().filter(|&(parts, _)| parts <= boards.len()).map(|(_, nodes)| nodes).max();
        let bounds = SearchBounds {
            solutions: u32::try_from(remaining.solutions).unwrap_or(u32::MAX),
            // A part that exceeded the remaining limits did so within `MAX_PART_NODES` nodes.
            nodes: remaining.nodes.min(if retry.is_some() { MAX_PART_NODES } else { nodes.unwrap_or(0) })
                as u32,
        };
        let wave = splitter.search(&boards, bounds)?;
        let mut number = 0;
        let mut has_room = true;
        for ((_, search), parts) in self.searches[active].iter_mut().zip(taken) {
            let mut front = Vec::with_capacity(parts.len());
            for part in parts {
                if part.found.is_some() {
                    front.push(part);
                    continue;
                }
                let mut found = SearchResult::NONE;
                packing::read_answer(&wave.rows[number], &mut found)?;
                let open_boards =
                    if found.end == End::Complete { Some(&[][..]) } else { wave.open_boards(number) };
                number += 1;
                has_room &= open_boards.is_some();
                let found = open_boards.map(|_| found);
                front.push(SplitPart { found, ..part });
                front.extend(
                    open_boards.unwrap_or_default().iter().map(|&root| SplitPart { root, found: None }),
                );
            }
            for part in front.into_iter().rev() {
                search.parts.push_front(part);
            }
        }
        // Halve the width after an overflow, and increase it gradually afterwards.
        self.width = if has_room { self.width + self.width / WIDENING + 1 } else { (self.width / 2).max(1) };
        let mut answers = Vec::new();
        for (key, mut search) in std::mem::take(&mut self.searches) {
            match search.fold() {
                Some(answer) => answers.push((key, answer)),
                None => self.searches.push((key, search)),
            }
        }
        Ok(answers)
    }
}
