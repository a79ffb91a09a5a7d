//! One thread's share of a search for chains: its buffers, and the cells that it starts from.
//!
//! ```text
//! chain kind ──▶ worker 0  cells 0, 2, 4 …  its best hint ─┐
//!            ──▶ worker 1  cells 1, 3, 5 …  its best hint ─┴▶ the best of all by nodes, kind, cell
//! ```
//!
//! A rating on one thread uses a single worker. Workers do not share their best hints during a search, so
//! that not only the result but also the amount of work is the same in every run.

use super::chains::{
    ChainKind, ForcingChainSearch, LinkClosure, RankedHint, SolutionLiterals, StartCells, UnarySearch,
};
use super::grid::RatingGrid;
use super::hint::RatingHint;
use std::sync::{Mutex, PoisonError};
use std::thread::{Builder, ScopedJoinHandle};

/// The kinds of forcing chains that are tried after aligned triplet exclusion, in this order.
pub(super) const CHAIN_KINDS: [ChainKind; 9] = [
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

/// The searches that run on one thread.
#[derive(Debug, Default)]
pub(super) struct RatingWorker {
    pub(super) unary: UnarySearch,
    searches: Vec<ForcingChainSearch>,
}

impl RatingWorker {
    /// Discards everything cached for the previous puzzle.
    pub(super) fn clear_caches(&mut self) {
        self.unary.clear_caches();
        for search in &mut self.searches {
            search.clear_caches();
        }
    }

    /// Searches for one kind of chain from the given cells. Returns the best hint, and the number of nodes
    /// that may still be created.
    pub(super) fn find(
        &mut self,
        kind_index: usize,
        grid: &RatingGrid,
        closure: &LinkClosure,
        solution: &SolutionLiterals,
        start_cells: StartCells,
        nodes_left: u64,
    ) -> (Option<RankedHint>, u64) {
        while self.searches.len() <= kind_index {
            self.searches.push(ForcingChainSearch::new(CHAIN_KINDS[self.searches.len()]));
        }
        let (before, rest) = self.searches.split_at_mut(kind_index);
        let search = &mut rest[0];
        if let Some(before) = before.last_mut() {
            search.reuse_trees(before);
        }
        search.nodes_left = nodes_left;
        let ranked = search.find(grid, closure, solution, start_cells, &mut self.unary);
        (ranked, search.nodes_left)
    }
}

/// Searches for one kind of chain with all workers in parallel, and returns the best hint.
pub(super) fn find_shared(
    workers: &mut [RatingWorker],
    kind_index: usize,
    grid: &RatingGrid,
    closure: &LinkClosure,
    solution: &SolutionLiterals,
    nodes_left: &mut u64,
) -> Option<RatingHint> {
    // Searches that take only a few microseconds are not worth starting threads for.
    let worker_count = if CHAIN_KINDS[kind_index].is_long() { workers.len() } else { 1 };
    let budget = *nodes_left;
    let (first, others) = workers[..worker_count].split_first_mut()?;
    // With mutexes, this thread can take over the search of any worker whose thread could not be started.
    let others: Vec<_> = others.iter_mut().map(Mutex::new).collect();
    let search = |worker: &mut RatingWorker, number| {
        worker.find(
            kind_index,
            grid,
            closure,
            solution,
            StartCells { offset: number, stride: worker_count },
            budget,
        )
    };
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
        *nodes_left = nodes_left.saturating_sub(budget - left);
    }
    if found.iter().any(|&(_, left)| left == 0) {
        *nodes_left = 0;
        return None;
    }
    found
        .into_iter()
        .filter_map(|(ranked, _)| ranked)
        .min_by_key(|ranked| ranked.rank)
        .map(|ranked| ranked.hint)
}
