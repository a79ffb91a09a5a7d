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
//! searched once more with what is left of the limits. The same is done by the bulk engine on the CPU.

use crate::Error;
use crate::device::{Bounds, Splitter};
use crate::row::{self, Board};
use std::collections::VecDeque;
use veridoku_core::batch::Answer;
use veridoku_core::solve::{End, Limits};

/// The nodes of a part in a wave of so many parts or more: with few parts it is best to have many soon, with many parts it
/// is best to have few waves.
const NODES: [(usize, u64); 4] = [(0, 32), (64, 64), (1024, 256), (8192, 1024)];
const _: () = assert!(NODES[NODES.len() - 1].1 + 1 < row::NODES_BELOW, "devices count so far");
/// A search takes so many times the parts of the wave before, so that it is never much further than one thread has to go.
const GROWTH: usize = 4;
/// With more parts than this, a search takes few of them at a time, so that they do not become more and more.
const MOST: usize = 1 << 20;
/// Few of them.
const SIP: usize = 1 << 12;

/// A search in parts.
#[derive(Debug)]
pub(crate) struct Search {
    limits: Limits,
    /// What is known of everything in front of the first part.
    folded: Answer,
    /// In the order of the search.
    parts: VecDeque<Part>,
    /// The open parts that the next wave takes.
    reach: usize,
}

/// A part of a search.
#[derive(Debug)]
struct Part {
    root: Board,
    /// What was found; nothing yet if it is open. If the search stopped, what it left open are parts of their own,
    /// behind this one.
    found: Option<Answer>,
}

impl Search {
    /// The search of a board.
    pub(crate) fn new(board: Board, limits: Limits) -> Search {
        let parts = VecDeque::from([Part { root: board, found: None }]);
        Search { limits, folded: row::UNKNOWN, parts, reach: 1 }
    }

    /// What is left of the limits for the first part.
    fn left(&self) -> Limits {
        Limits {
            solutions: self.limits.solutions - self.folded.count,
            nodes: self.limits.nodes - self.folded.nodes,
        }
    }

    /// Takes parts from the front, at most so many of them open.
    fn take(&mut self, most: usize) -> Vec<Part> {
        let most = most.min(self.reach).min(if self.parts.len() > MOST { SIP } else { most });
        self.reach = self.reach.saturating_mul(GROWTH);
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
        while let Some(part) = self.parts.front_mut() {
            let found = part.found.take()?;
            let left = Limits {
                solutions: self.limits.solutions - self.folded.count,
                nodes: self.limits.nodes - self.folded.nodes,
            };
            let is_at_limit = found.count == left.solutions;
            let crosses = found.count > left.solutions
                || found.nodes > left.nodes
                || is_at_limit && found.end != End::SolutionLimit;
            if crosses {
                self.parts.truncate(1);
                return None;
            }
            self.folded.first = self.folded.first.or(found.first);
            self.folded.count += found.count;
            self.folded.nodes += found.nodes;
            self.parts.pop_front();
            if is_at_limit {
                return Some(Answer { end: End::SolutionLimit, ..self.folded });
            }
            // It stopped where a guess was needed, and there is none left.
            if found.end == End::NodeBudget && self.folded.nodes == self.limits.nodes {
                return Some(Answer { end: End::NodeBudget, ..self.folded });
            }
        }
        Some(Answer { end: End::Complete, ..self.folded })
    }
}

/// Searches of which all go on in each wave.
#[derive(Debug)]
pub(crate) struct Searches<T> {
    /// With what the caller knows them by.
    searches: Vec<(T, Search)>,
    /// The parts of a wave at most; fewer since there was no room for what they left open.
    width: usize,
}

impl<T> Searches<T> {
    /// No searches.
    pub(crate) fn new() -> Searches<T> {
        Searches { searches: Vec::new(), width: usize::MAX }
    }

    /// Whether there are none.
    pub(crate) fn is_empty(&self) -> bool {
        self.searches.is_empty()
    }

    /// Adds a search.
    pub(crate) fn add(&mut self, name: T, search: Search) {
        self.searches.push((name, search));
    }

    /// Takes all searches a step further; gives the answers to those that are through.
    pub(crate) fn wave<S: Splitter>(&mut self, splitter: &mut S) -> Result<Vec<(T, Answer)>, Error> {
        self.width = self.width.min(S::WIDTH);
        // As many at a time as leave each a few parts of the wave.
        let at_work = self.searches.len().min(self.width);
        let share = (self.width / at_work.max(1)).max(1);
        let mut boards = Vec::new();
        let mut bounds = Limits { solutions: u64::from(u32::MAX), nodes: u64::MAX };
        let mut taken = Vec::new();
        for (_, search) in &mut self.searches[..at_work] {
            let left = search.left();
            bounds.solutions = bounds.solutions.min(left.solutions);
            bounds.nodes = bounds.nodes.min(left.nodes);
            let parts = search.take(share);
            boards.extend(parts.iter().filter(|part| part.found.is_none()).map(|part| part.root));
            taken.push(parts);
        }
        let nodes =
            NODES.into_iter().filter(|&(parts, _)| parts <= boards.len()).map(|(_, nodes)| nodes).max();
        bounds.nodes = bounds.nodes.min(nodes.unwrap_or(0));
        let bounds = Bounds { solutions: bounds.solutions as u32, nodes: bounds.nodes as u32 };
        let wave = splitter.search(&boards, bounds)?;
        let mut number = 0;
        let mut has_room = true;
        for ((_, search), parts) in self.searches.iter_mut().zip(taken) {
            let mut front = Vec::with_capacity(parts.len());
            for part in parts {
                if part.found.is_some() {
                    front.push(part);
                    continue;
                }
                let mut found = row::UNKNOWN;
                row::read(&wave.rows[number], &mut found)?;
                let rest = if found.end == End::Complete { Some(&[][..]) } else { wave.rest(number) };
                number += 1;
                has_room &= rest.is_some();
                let found = rest.map(|_| found);
                front.push(Part { found, ..part });
                front.extend(rest.unwrap_or_default().iter().map(|&root| Part { root, found: None }));
            }
            for part in front.into_iter().rev() {
                search.parts.push_front(part);
            }
        }
        if !has_room {
            self.width = (self.width / 2).max(1);
        }
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
