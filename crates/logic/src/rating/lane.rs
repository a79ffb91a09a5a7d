//! One thread's part of the search for chains: its buffers, and the cells it starts from.
//!
//! ```text
//! strength ──▶ lane 0  cells 0, 2, 4 …  its best hint ─┐
//!          ──▶ lane 1  cells 1, 3, 5 …  its best hint ─┴▶ the best of all: nodes, kind, cell
//! ```
//!
//! A file of its own because a rating by one thread is the same with one lane. No lane asks another for its best hint so
//! far, so that the work, and not only the answer, is the same every time.

use super::chains::{ChainKind, Closure, Producer, Truth, Unary};
use super::grid::Grid;
use super::hint::Hint;
use std::sync::{Mutex, PoisonError};
use std::thread::{Builder, ScopedJoinHandle};

/// The chain techniques above the aligned triplet, in their order.
pub(super) const STRENGTHS: [ChainKind; 9] = [
    ChainKind::Nishio,
    ChainKind::Multiple,
    ChainKind::Dynamic,
    ChainKind::Plus,
    ChainKind::WithChains,
    ChainKind::WithMultiple,
    ChainKind::WithDynamic(0),
    ChainKind::WithDynamic(1),
    ChainKind::WithDynamic(2),
];

/// Which of the cells a lane starts from: every `of`-th, from `number` on.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) struct Share {
    pub(super) number: usize,
    pub(super) of: usize,
}

impl Share {
    pub(super) const WHOLE: Share = Share { number: 0, of: 1 };

    pub(super) fn has(self, cell: usize) -> bool {
        cell % self.of == self.number
    }
}

/// A hint, and how it ranks among others of its strength: nodes, kind, place.
#[derive(Clone, Debug)]
pub(super) struct Ranked {
    pub(super) rank: (u32, u8, u32),
    pub(super) hint: Hint,
}

/// The searches of one thread.
#[derive(Debug, Default)]
pub(super) struct Lane {
    pub(super) unary: Unary,
    producers: Vec<Producer>,
}

impl Lane {
    /// Forgets what was found in the grids of another puzzle.
    pub(super) fn forget(&mut self) {
        self.unary.forget();
        for producer in &mut self.producers {
            producer.forget();
        }
    }

    /// The best hint of a strength from the lane's cells, and the fuel that is left.
    pub(super) fn find(
        &mut self,
        place: usize,
        grid: &Grid,
        closure: &Closure,
        truth: &Truth,
        share: Share,
        fuel: u64,
    ) -> (Option<Ranked>, u64) {
        while self.producers.len() <= place {
            self.producers.push(Producer::new(STRENGTHS[self.producers.len()]));
        }
        let (before, rest) = self.producers.split_at_mut(place);
        let producer = &mut rest[0];
        if let Some(before) = before.last_mut() {
            producer.adopt(before);
        }
        producer.fuel = fuel;
        let ranked = producer.find(grid, closure, truth, share, &mut self.unary);
        (ranked, producer.fuel)
    }
}

/// The best hint of a strength, searched by all lanes at once.
pub(super) fn find_shared(
    lanes: &mut [Lane],
    place: usize,
    grid: &Grid,
    closure: &Closure,
    truth: &Truth,
    fuel: &mut u64,
) -> Option<Hint> {
    // What takes microseconds is not worth a thread.
    let of = if STRENGTHS[place].is_long() { lanes.len() } else { 1 };
    let budget = *fuel;
    let (first, others) = lanes[..of].split_first_mut()?;
    // Behind locks, so that a lane whose thread cannot be had is searched here.
    let others: Vec<_> = others.iter_mut().map(Mutex::new).collect();
    let search =
        |lane: &mut Lane, number| lane.find(place, grid, closure, truth, Share { number, of }, budget);
    let search_other =
        |index: usize| search(&mut others[index].lock().unwrap_or_else(PoisonError::into_inner), index + 1);
    let found: Vec<_> = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..others.len())
            .map(|index| Builder::new().spawn_scoped(scope, move || search_other(index)))
            .collect();
        let own = search(first, 0);
        let joined =
            threads.into_iter().enumerate().map(|(index, thread)| match thread.map(ScopedJoinHandle::join) {
                Ok(Ok(found)) => found,
                Ok(Err(panic)) => std::panic::resume_unwind(panic),
                Err(_no_thread) => search_other(index),
            });
        std::iter::once(own).chain(joined).collect()
    });
    for (_, left) in &found {
        *fuel = fuel.saturating_sub(budget - left);
    }
    if found.iter().any(|&(_, left)| left == 0) {
        *fuel = 0;
        return None;
    }
    found
        .into_iter()
        .filter_map(|(ranked, _)| ranked)
        .min_by_key(|ranked| ranked.rank)
        .map(|ranked| ranked.hint)
}
