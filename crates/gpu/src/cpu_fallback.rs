//! What happens to puzzles that a device did not finish: they are searched by the engine for one puzzle, and a search
//! that is long for it as well is cut up.
//!
//! ```text
//! worker ── more than MAX_DEVICE_NODES nodes ──▶ CPU ── more than SPLIT_AFTER_NODES nodes ──▶ splitter ──▶ answer
//!                                        ▲ └──▶ answer                       │
//!                                        └── the budget was not enough, ─────┘
//!                                            or no memory for a splitter
//! ```
//!
//! A file of its own because no device waits for any of it. Whether a budget is enough is for the engine for one puzzle to
//! say, as in [`veridoku_core::batch`]: the splitter guesses in other cells, and gives only answers that a
//! budget did not end.

use crate::device::ComputeDevice;
use crate::packing::DevicePuzzle;
use crate::queue::{FallbackTask, WaitMode, WorkQueue};
use crate::split::{SplitSearch, SplitSearches};
use veridoku_core::batch::Answer;
use veridoku_core::solve::{self, End, Limits};

/// A long search begins anew with so many times the nodes, after a look whether anybody wants it still.
const GROWTH: u64 = 8;

/// Gives a puzzle to the threads of the CPU.
pub(crate) type SpawnFallback<'c, 'p, P> = dyn Fn(FallbackTask<'p, P>, FallbackMode) + Sync + 'c;

/// How far the CPU goes.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum FallbackMode {
    /// As far as it is quicker than a splitter.
    UntilSplit,
    /// To the end.
    ToCompletion,
}

/// Solves a puzzle on the CPU, or leaves it to the splitter if that takes more than `split` nodes.
pub(crate) fn solve<'p, P: DevicePuzzle>(
    queue: &WorkQueue<'p, P>,
    mut task: FallbackTask<'p, P>,
    limits: Limits,
    split: u64,
    mut mode: FallbackMode,
) {
    let _guard = queue.panic_guard();
    let mut solver = solve::Solver::new();
    let mut nodes = if mode == FallbackMode::ToCompletion { split.saturating_mul(GROWTH) } else { split };
    while !queue.has_failed() {
        let tried = limits.with_nodes(limits.nodes.min(nodes));
        let answer = Answer::from(solver.search(task.puzzle.clues(), tried));
        if answer.end != End::NodeBudget || tried == limits {
            return queue.answer(&task, answer);
        }
        if mode == FallbackMode::UntilSplit {
            let Some(back) = queue.push_hard(task) else { return };
            task = back;
            mode = FallbackMode::ToCompletion;
        }
        nodes = nodes.saturating_mul(GROWTH);
    }
}

/// Solves what takes long on all threads of a device, until there is nothing left. Without memory for that it is left to
/// the CPU.
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
        let Some(mut more) = queue.pop_hard(mode) else { return };
        if splitter.is_none() {
            *splitter = device.splitter().ok();
        }
        let Some(ready) = splitter else {
            more.extend(queue.remove_splitter());
            for task in more {
                spawn_fallback(task, FallbackMode::ToCompletion);
            }
            return;
        };
        for task in more {
            let board = task.puzzle.board();
            searches.add(task, SplitSearch::new(board, limits));
        }
        match searches.wave(ready) {
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
