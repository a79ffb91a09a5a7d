//! Sudoku in bulk on GPUs: the answers of [`veridoku_core::batch`], a hundred million and more a second.
//!
//! ```text
//! grids · candidates ──row──▶ words ──device──▶ expand ─ search ─ pack ──▶ words ──row──▶ answers
//!                              pinned            kernel.cu, board.cuh       pinned      in input order
//! ```
//!
//! | file | what it is |
//! |---|---|
//! | `board.cuh` | a board in the registers of a thread, its rules, the choice of a guess |
//! | `kernel.cu` | the search of a thread, and how boards come and go |
//! | `kernel.rs` | their text, and the numbers that it shares with us |
//! | `row.rs` | puzzles and answers as they travel |
//! | `device.rs` | what is asked of a GPU |
//! | `cuda.rs` | the GPUs of this machine; the only file that calls CUDA |
//! | `engine.rs` | who works, and how a source is served |
//! | `worker.rs` | a thread that takes puzzles to a device and back |
//! | `aside.rs` | what devices do not finish |
//! | `passing.rs` | copies that pass the caches by |
//! | `queue.rs` | where these threads meet |
//! | `split.rs` | one long search on all threads of a device |
//! | `solver.rs` | what a caller holds |
//! | `service.rs` | what several callers share |
//!
//! The kernel is compiled when a [`Solver`] is made (NVRTC), and driver and compiler are loaded then: the crate builds,
//! and its other tests run, where there is no CUDA. There [`Solver::new`] says what is missing. It was tried with NVRTC 13.0 and
//! driver 580, and with no others.
//!
//! # Same answers
//!
//! The number of solutions up to the limit is that of the other engines, and so is the solution where there is one.
//! The search guesses in other cells, so the number of nodes, and which of several solutions comes first, are its own; they
//! depend on the puzzle and the limits alone, not on the device, the batch or the order. A puzzle that needs more than
//! [`MAX_DEVICE_NODES`] nodes is solved anew by the engine for one puzzle on the CPU, as in [`veridoku_core::batch`], and its answer is that
//! engine's. If that needs more than [`SPLIT_AFTER_NODES`] nodes too, the search is cut up for all threads of a GPU. Other puzzles do not
//! wait for it. Where that does not get through within a node budget, the engine for one puzzle has the last word with the whole of
//! it: what is undecided with a budget above [`MAX_DEVICE_NODES`] is what that engine does not decide. Smaller budgets count nodes of the
//! device, as they count those of the bulk engine in [`veridoku_core::batch`].
//!
//! ```no_run
//! use veridoku_core::{Grid, solve::Limits};
//! use veridoku_gpu::Solver;
//!
//! let mut solver = Solver::new()?;
//! let mut answers = Vec::new();
//! solver.solve(&vec![Grid::EMPTY; 1_000_000], Limits::UNIQUE, &mut answers)?;
//! assert!(answers.iter().all(|answer| answer.count == 2));
//! # Ok::<(), veridoku_gpu::Error>(())
//! ```

mod cpu_fallback;
mod cuda;
mod device;
#[cfg(test)]
mod emulation;
mod engine;
mod error;
mod kernel;
mod nontemporal;
mod packing;
mod queue;
mod service;
mod solver;
mod split;
mod worker;

pub use error::Error;
pub use service::Service;
pub use solver::{KernelTimes, Solver};

/// A puzzle that needs more nodes on a device is solved by the CPU instead, from the beginning.
///
/// The hardest puzzles known need fewer. What needs more often needs very many more: the search has fallen into a hole,
/// which the other engine, with other guesses, most often does not see.
pub const MAX_DEVICE_NODES: u64 = 500;

/// A puzzle that needs more nodes on the CPU as well is solved by all threads of a device, from the beginning.
///
/// The CPU takes about 0.3 s for so many. Cutting a search up takes a device 0.6 s and more, and was seen to pay from some
/// five million nodes on; up to there it costs the one search time, but leaves the threads of the CPU to others.
pub const SPLIT_AFTER_NODES: u64 = 2_000_000;
