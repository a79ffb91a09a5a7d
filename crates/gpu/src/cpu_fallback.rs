//! Solves puzzles that a device did not finish. They are first searched on the CPU by the single-puzzle
//! engine ([`veridoku_core::solve`]). A search that takes too long there as well is split over all threads of
//! a device.
//!
//! ```text
//! worker ── more than MAX_DEVICE_NODES ──▶ CPU ── more than SPLIT_AFTER_NODES ──▶ splitter ──▶ answer
//!                                           ▲ └──▶ answer                            │
//!                                           └── the node budget was exceeded, ───────┘
//!                                               or there is no memory for a splitter
//! ```
//!
//! Meanwhile, the devices continue with other puzzles. Only the single-puzzle engine decides whether a node
//! budget suffices, as in [`veridoku_core::batch`]. The splitter guesses in different cells, so its answer
//! is discarded if the node budget ended its search.

use crate::device::ComputeDevice;
use crate::packing::DevicePuzzle;
use crate::queue::{FallbackTask, WaitMode, WorkQueue};
use crate::split::{SplitSearch, SplitSearches};
use veridoku_core::solve::{self, End, Limits};

/// Factor by which the node limit of a long search grows from one attempt to the next. After each attempt,
/// the search stops if the engine has failed.
const GROWTH: u64 = 8;

/// A function that hands a puzzle to the CPU threads.
pub(crate) type SpawnFallback<'c, 'p, P> = dyn Fn(FallbackTask<'p, P>, FallbackMode) + Sync + 'c;

/// How long the CPU searches before it gives up on a puzzle.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum FallbackMode {
    /// Until it reaches the node limit above which the splitter is faster; then the splitter takes over.
    UntilSplit,
    /// Until the search is complete or reaches one of the caller's limits.
    ToCompletion,
}

/// Solves a puzzle on the CPU, or passes it to the splitter after `split_after_nodes` nodes.
pub(crate) fn solve<'p, P: DevicePuzzle>(
    queue: &WorkQueue<'p, P>,
    mut task: FallbackTask<'p, P>,
    limits: Limits,
    split_after_nodes: u64,
    mut mode: FallbackMode,
) {
    let _guard = queue.panic_guard();
    let mut solver = solve::Solver::new();
    let mut nodes = if mode == FallbackMode::ToCompletion {
        split_after_nodes.saturating_mul(GROWTH)
    } else {
        split_after_nodes
    };
    while !queue.has_failed() {
        let attempt = limits.with_nodes(limits.nodes.min(nodes));
        let answer = solver.search(task.puzzle.clues(), attempt);
        if answer.end != End::NodeBudget || attempt == limits {
            return queue.answer(&task, answer);
        }
        if mode == FallbackMode::UntilSplit {
            let Some(returned) = queue.push_hard(task) else { return };
            task = returned;
            mode = FallbackMode::ToCompletion;
        }
        nodes = nodes.saturating_mul(GROWTH);
    }
}

/// Solves hard puzzles on all threads of a device, until the queue is finished. If there is not enough
/// memory for a splitter, the CPU solves them.
pub(crate) fn split<'p, D: ComputeDevice, P: DevicePuzzle>(
    device: &D,
    splitter: &mut Option<D::Splitter>,
    queue: &WorkQueue<'p, P>,
    spawn_fallback: &SpawnFallback<'_, 'p, P>,
    limits: Limits,
) {
    let _guard = queue.panic_guard();
    let mut searches = SplitSearches::new();
    loop {
        let mode = if searches.is_empty() { WaitMode::Block } else { WaitMode::Poll };
        let Some(mut tasks) = queue.pop_hard(mode) else { return };
        if splitter.is_none() {
            *splitter = device.splitter().ok();
        }
        let Some(splitter) = splitter else {
            tasks.extend(queue.remove_splitter());
            for task in tasks {
                spawn_fallback(task, FallbackMode::ToCompletion);
            }
            return;
        };
        for task in tasks {
            let board = task.puzzle.board();
            searches.add(task, SplitSearch::new(board, limits));
        }
        match searches.wave(splitter) {
            Ok(answers) => {
                for (task, answer) in answers {
                    match answer.end {
                        End::NodeBudget => spawn_fallback(task, FallbackMode::ToCompletion),
                        _ => queue.answer(&task, answer),
                    }
                }
            }
            Err(error) => return queue.fail(error),
        }
    }
}
