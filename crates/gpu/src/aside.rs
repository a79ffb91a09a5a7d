//! What happens to puzzles that a device did not finish: they are searched by the engine for one puzzle, and a search
//! that is long for it as well is cut up.
//!
//! ```text
//! crew ── more than MAX_DEVICE_NODES nodes ──▶ CPU ── more than SPLIT_AFTER_NODES nodes ──▶ splitter ──▶ answer
//!                                        ▲ └──▶ answer                       │
//!                                        └── the budget was not enough, ─────┘
//!                                            or no memory for a splitter
//! ```
//!
//! A file of its own because no device waits for any of it. Whether a budget is enough is for the engine for one puzzle to
//! say, as in [`veridoku_core::batch`]: the splitter guesses in other cells, and gives only answers that a
//! budget did not end.

use crate::counter::{Counter, Patience, Task};
use crate::device::Device;
use crate::row::Packed;
use crate::split::{Search, Searches};
use veridoku_core::batch::Answer;
use veridoku_core::solve::{self, End, Limits};

/// A long search begins anew with so many times the nodes, after a look whether anybody wants it still.
const GROWTH: u64 = 8;

/// Gives a puzzle to the threads of the CPU.
pub(crate) type SetAside<'c, 'p, P> = dyn Fn(Task<'p, P>, Effort) + Sync + 'c;

/// How far the CPU goes.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Effort {
    /// As far as it is quicker than a splitter.
    Some,
    /// To the end.
    All,
}

/// Solves a puzzle on the CPU, or leaves it to the splitter if that takes more than `split` nodes.
pub(crate) fn solve<'p, P: Packed>(
    counter: &Counter<'p, P>,
    mut task: Task<'p, P>,
    limits: Limits,
    split: u64,
    mut effort: Effort,
) {
    let _alarm = counter.alarm();
    let mut solver = solve::Solver::new();
    let mut nodes = if effort == Effort::All { split.saturating_mul(GROWTH) } else { split };
    while !counter.has_failed() {
        let tried = limits.with_nodes(limits.nodes.min(nodes));
        let answer = Answer::from(solver.search(task.puzzle.clues(), tried));
        if answer.end != End::NodeBudget || tried == limits {
            return counter.answer(&task, answer);
        }
        if effort == Effort::Some {
            let Some(back) = counter.leave(task) else { return };
            task = back;
            effort = Effort::All;
        }
        nodes = nodes.saturating_mul(GROWTH);
    }
}

/// Solves what takes long on all threads of a device, until there is nothing left. Without memory for that it is left to
/// the CPU.
pub(crate) fn split<'p, D: Device, P: Packed>(
    device: &D,
    splitter: &mut Option<D::Splitter>,
    counter: &Counter<'p, P>,
    set_aside: &SetAside<'_, 'p, P>,
    limits: Limits,
) {
    let _alarm = counter.alarm();
    let mut searches = Searches::new();
    loop {
        let patience = if searches.is_empty() { Patience::Waits } else { Patience::Hurries };
        let Some(mut more) = counter.take_hard(patience) else { return };
        if splitter.is_none() {
            *splitter = device.splitter().ok();
        }
        let Some(ready) = splitter else {
            more.extend(counter.dismiss_splitter());
            for task in more {
                set_aside(task, Effort::All);
            }
            return;
        };
        for task in more {
            let board = task.puzzle.board();
            searches.add(task, Search::new(board, limits));
        }
        match searches.wave(ready) {
            Ok(answers) => {
                for (task, answer) in answers {
                    match answer.end {
                        End::NodeBudget => set_aside(task, Effort::All),
                        _ => counter.answer(&task, answer),
                    }
                }
            }
            Err(error) => return counter.fail(error),
        }
    }
}
