//! All consequences of each assumption, and the shortest paths to them.
//!
//! The consequences of all assumptions are stored as rows of bits. Paths are computed only on demand.

use super::table::ConsequenceTable;
use crate::bits::bits_of_words;
use crate::budget::SearchBudget;
use std::cell::OnceCell;

/// All direct and indirect consequences of each assumption.
#[derive(Debug)]
pub(super) struct ForcingClosure<'a> {
    table: &'a ConsequenceTable<'a>,
    rows: Vec<u64>,
    paths: Vec<OnceCell<ShortestPaths>>,
}

/// The shortest paths from an assumption to all its consequences.
#[derive(Debug)]
pub(super) struct ShortestPaths {
    /// For each literal, the literal from which it follows directly.
    parents: Vec<u16>,
    /// For each literal, the number of facts on the path to it, including both ends.
    lengths: Vec<u16>,
}

/// The sentinel for a missing literal.
const NONE: u16 = u16::MAX;

impl<'a> ForcingClosure<'a> {
    /// Computes all consequences of every assumption, or returns `None` if the budget is exhausted.
    pub(super) fn new(
        table: &'a ConsequenceTable<'a>,
        budget: &SearchBudget<'_>,
    ) -> Option<ForcingClosure<'a>> {
        let (literals, words) = (table.literals(), table.words);
        let mut rows: Vec<u64> = vec![0; literals * words];
        let mut known = vec![0; words];
        let mut complete = vec![false; literals];
        let mut queue: Vec<u16> = Vec::with_capacity(literals);
        for start in table.starts() {
            known.fill(0);
            known[start / 64] |= 1 << (start % 64);
            queue.clear();
            queue.push(start as u16);
            let mut head = 0;
            while head < queue.len() {
                let literal = usize::from(queue[head]);
                head += 1;
                if complete[literal] {
                    // Everything that follows from the literal is in its row, so nothing needs to be queued.
                    for (known, row) in known.iter_mut().zip(&rows[literal * words..][..words]) {
                        *known |= row;
                    }
                    continue;
                }
                for (word, (known, row)) in known.iter_mut().zip(table.row(literal)).enumerate() {
                    let mut fresh = row & !*known;
                    *known |= fresh;
                    while fresh != 0 {
                        queue.push((64 * word) as u16 + fresh.trailing_zeros() as u16);
                        fresh &= fresh - 1;
                    }
                }
            }
            rows[start * words..][..words].copy_from_slice(&known);
            complete[start] = true;
            let found: u32 = known.iter().map(|word| word.count_ones()).sum();
            budget.spend(found.into()).continue_value()?;
        }
        let paths = (0..literals).map(|_| OnceCell::new()).collect();
        Some(ForcingClosure { table, rows, paths })
    }

    /// Returns everything that follows from a literal about a candidate, including the literal itself, as
    /// bits.
    pub(super) fn row(&self, start: usize) -> &[u64] {
        &self.rows[start * self.table.words..][..self.table.words]
    }

    /// Reports whether `literal` follows from the assumption `start`.
    pub(super) fn follows(&self, start: usize, literal: usize) -> bool {
        self.row(start)[literal / 64] >> (literal % 64) & 1 != 0
    }

    fn paths(&self, start: usize) -> &ShortestPaths {
        self.paths[start].get_or_init(|| {
            let literals = self.table.literals();
            let mut paths = ShortestPaths { parents: vec![NONE; literals], lengths: vec![0; literals] };
            paths.lengths[start] = 1;
            let mut queue = vec![start];
            let mut head = 0;
            while head < queue.len() {
                let from = queue[head];
                head += 1;
                for to in bits_of_words(self.table.row(from).iter().copied()) {
                    if paths.lengths[to] == 0 {
                        paths.lengths[to] = paths.lengths[from] + 1;
                        paths.parents[to] = from as u16;
                        queue.push(to);
                    }
                }
            }
            paths
        })
    }

    /// Returns the number of facts from the assumption to the literal, including both.
    pub(super) fn length(&self, start: usize, literal: usize) -> usize {
        usize::from(self.paths(start).lengths[literal])
    }

    /// Returns the literals from the assumption to this one, each following directly from the one before.
    pub(super) fn path(&self, start: usize, literal: usize) -> Vec<usize> {
        let paths = self.paths(start);
        let mut path = vec![literal];
        let mut last = literal;
        while paths.parents[last] != NONE {
            last = usize::from(paths.parents[last]);
            path.push(last);
        }
        path.reverse();
        path
    }
}
