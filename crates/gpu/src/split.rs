//! One long search on many threads: how it is cut up, and how its parts add up to one answer.
//!
//! A search that does not get through in a number of nodes leaves open boards behind, which are all that it has still to
//! do. Each goes on by itself in the next wave, and is cut up again if need be: after a few waves a device is full.
//!
//! ```text
//! depth-first order ─────────────────────────────────────────────────────▶
//!   wave 0   ┌──────┐ open
//!   wave 1   │ done │┌──────┐┌──────────────┐ open ┌──────┐
//!   wave 2   │ done ││ done ││ done         │┌────┐│ done │
//!             folded ▶
//! ```
//!
//! The answer does not show it: count, first solution, nodes and budget are those of one depth-first search by one thread.
//! Parts are kept in the order of that search and folded from the front. A part that would cross the limit or the budget
//! has figures that are too large, as it did not know what was found before it: everything behind it is dropped, and it is
//! searched once more with what is remaining of the limits. The same is done by the bulk engine on the CPU.

use crate::Error;
use crate::device::{SearchBounds, Splitter};
use crate::packing::{self, PackedBoard};
use std::collections::VecDeque;
use veridoku_core::batch::Answer;
use veridoku_core::solve::{End, Limits};

/// The nodes of a part in a wave of so many parts or more: with few parts it is best to have many soon, with many parts it
/// is best to have few waves.
const PART_NODES: [(usize, u64); 4] = [(0, 32), (64, 64), (1024, 256), (8192, 1024)];
/// The most nodes of a part.
const MAX_PART_NODES: u64 = PART_NODES[PART_NODES.len() - 1].1;
const _: () = assert!(MAX_PART_NODES + 1 < packing::NODES_BOUND, "devices count so far");
/// A search takes so many times the parts of the wave before, so that it is never much further than one thread has to go.
const GROWTH: usize = 4;
/// With more parts of all searches than this, which are 216 bytes each, few of them are taken at a time, so that they do
/// not become more and more.
const MAX_PARTS: usize = 1 << 20;
/// Few of them.
const CROWDED_WIDTH: usize = 1 << 12;
/// A wave for which there was room is followed by one that is wider by this part.
const WIDENING: usize = 8;

/// A search in parts.
#[derive(Debug)]
pub(crate) struct SplitSearch {
    limits: Limits,
    /// What is known of everything in front of the first part.
    folded: Answer,
    /// In the order of the search.
    parts: VecDeque<SplitPart>,
    /// The open parts that the next wave takes.
    next_parts: usize,
    /// Whether the first part went further than it may, and must be searched with what is remaining of the limits.
    needs_retry: bool,
}

/// A part of a search.
#[derive(Debug)]
struct SplitPart {
    root: PackedBoard,
    /// What was found; nothing yet if it is open. If the search stopped, what it remaining open are parts of their own,
    /// behind this one.
    found: Option<Answer>,
}

impl SplitSearch {
    /// The search of a board.
    pub(crate) fn new(board: PackedBoard, limits: Limits) -> SplitSearch {
        let parts = VecDeque::from([SplitPart { root: board, found: None }]);
        SplitSearch { limits, folded: packing::EMPTY_ANSWER, parts, next_parts: 1, needs_retry: false }
    }

    /// What is remaining of the limits for the first part.
    fn remaining(&self) -> Limits {
        Limits {
            solutions: self.limits.solutions - self.folded.count,
            nodes: self.limits.nodes - self.folded.nodes,
        }
    }

    /// Takes parts from the front, at most so many of them open.
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

    /// Adds up what is known from the front; the answer, if that is all.
    fn fold(&mut self) -> Option<Answer> {
        loop {
            let remaining = self.remaining();
            let Some(part) = self.parts.front_mut() else {
                return Some(Answer { end: End::Complete, ..self.folded });
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
                return Some(Answer { end: End::SolutionLimit, ..self.folded });
            }
            // It stopped where a guess was needed, and there is none remaining.
            if found.end == End::NodeBudget && self.folded.nodes == self.limits.nodes {
                return Some(Answer { end: End::NodeBudget, ..self.folded });
            }
        }
    }
}

/// SplitSearches of which all go on in each wave.
#[derive(Debug)]
pub(crate) struct SplitSearches<T> {
    /// With what the caller knows them by.
    searches: Vec<(T, SplitSearch)>,
    /// The parts of a wave at most; fewer since there was no room for what they remaining open.
    width: usize,
}

impl<T> SplitSearches<T> {
    /// No searches.
    pub(crate) fn new() -> SplitSearches<T> {
        SplitSearches { searches: Vec::new(), width: usize::MAX / 2 }
    }

    /// Whether there are none.
    pub(crate) fn is_empty(&self) -> bool {
        self.searches.is_empty()
    }

    /// Adds a search.
    pub(crate) fn add(&mut self, name: T, search: SplitSearch) {
        self.searches.push((name, search));
    }

    /// Takes all searches a step further; gives the answers to those that are through.
    pub(crate) fn wave<S: Splitter>(&mut self, splitter: &mut S) -> Result<Vec<(T, Answer)>, Error> {
        self.width = self.width.min(S::WIDTH);
        // A search that is at its end needs bounds of its own, and has one board; all others go as far as a wave goes, and
        // are told afterwards if that was too far.
        let retry = self.searches.iter().position(|(_, search)| search.needs_retry);
        // As many at a time as leave each a few parts of the wave.
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
            // What was further than it may be was there in no more nodes than the most of a wave.
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
                let mut found = packing::EMPTY_ANSWER;
                packing::read_answer(&wave.rows[number], &mut found)?;
                let rest = if found.end == End::Complete { Some(&[][..]) } else { wave.open_boards(number) };
                number += 1;
                has_room &= rest.is_some();
                let found = rest.map(|_| found);
                front.push(SplitPart { found, ..part });
                front.extend(rest.unwrap_or_default().iter().map(|&root| SplitPart { root, found: None }));
            }
            for part in front.into_iter().rev() {
                search.parts.push_front(part);
            }
        }
        // Less after a wave without room, and little by little more again.
        self.width = if has_room { self.width + self.width / WIDENING + 1 } else { (self.width / 2).max(1) };
        let mut answers = Vec::new();
        for (name, mut search) in std::mem::take(&mut self.searches) {
            match search.fold() {
                Some(answer) => answers.push((name, answer)),
                None => self.searches.push((name, search)),
            }
        }
        Ok(answers)
    }
}
