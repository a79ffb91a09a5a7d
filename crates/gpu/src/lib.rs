//! Solves Sudokus in bulk on GPUs, with the same answers as [`veridoku_core::batch`], at rates of up to
//! several hundred million puzzles per second.
//!
//! ```text
//! grids · candidates ──pack──▶ words ──copy──▶ expand ─ search ─ pack ──copy──▶ words ──read──▶ answers
//!                              pinned          kernel.cu, board.cuh             pinned   in input order
//! ```
//!
//! | file | contents |
//! |---|---|
//! | `board.cuh` | a board in the registers of a thread, the rules, the choice of a guess |
//! | `kernel.cu` | the search of a thread, and how boards are loaded and stored |
//! | `kernel.rs` | the source text of the kernels, and the constants they share with the host |
//! | `kernel_cache.rs` | the compiled kernels in the user's cache folder |
//! | `packing.rs` | the encoding of puzzles and answers for the transfer |
//! | `device.rs` | the interface between the engine and a GPU |
//! | `cuda.rs` | the GPUs of this machine; the only file that calls CUDA |
//! | `config.rs` | how the work is distributed |
//! | `engine.rs` | starts the threads and dispatches batches |
//! | `worker.rs` | a thread that sends puzzles to a device and reads the answers |
//! | `cpu_fallback.rs` | puzzles that a device does not finish |
//! | `nontemporal.rs` | copies that bypass the caches |
//! | `queue.rs` | the queue between these threads |
//! | `rows.rs` | packed rows, which devices copy from and to the caller's memory |
//! | `split.rs` | one long search on all threads of a device |
//! | `solver.rs` | the public solver, for one caller |
//! | `service.rs` | the public service, for several callers at once |
//!
//! The kernels are compiled by NVRTC, the run-time compiler of CUDA, when a [`Solver`] is created for the
//! first time. The machine code is then stored in the folder `veridoku` of the user's cache folder
//! (`$XDG_CACHE_HOME` or `~/.cache`, `~/Library/Caches` on macOS, `%LOCALAPPDATA%` on Windows), which can be
//! deleted at any time. The driver and the compiler are loaded only when they are needed, so the crate can be
//! built and tested without CUDA; only the tests on a real GPU are ignored. Without CUDA, [`Solver::new`]
//! returns an error that names the missing library. The crate has been tested only on an NVIDIA H200, with
//! NVRTC 13.0 and driver 580.
//!
//! # Same answers
//!
//! The number of solutions up to the limit is the same as with the other engines, and so is the solution if
//! it is unique. The search on a GPU guesses in different cells, so the number of nodes differs, and if
//! there are several solutions, a different one may be found first. The number of nodes and the first
//! solution depend only on the puzzle and the limits, not on the device, the batch or the order of the
//! puzzles.
//!
//! A puzzle that needs more than [`MAX_DEVICE_NODES`] nodes is solved from the beginning by the
//! single-puzzle engine of the CPU, as in [`veridoku_core::batch`]. If that takes more than
//! [`SPLIT_AFTER_NODES`] nodes, the search is split over all threads of a GPU. Other puzzles do not wait
//! for the split search. If it exceeds the node budget, the single-puzzle engine searches again with the
//! full budget, and its answer is returned. So with a budget above [`MAX_DEVICE_NODES`], a puzzle is
//! undecided only if the single-puzzle engine cannot decide it. A smaller budget applies to the nodes of the
//! device, just as in [`veridoku_core::batch`] it applies to the nodes of the bulk engine.
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
//!
//! # Packed rows
//!
//! A [`SearchResult`](veridoku_core::solve::SearchResult) takes 104 bytes, and a GPU solves easy puzzles
//! faster than the CPU can write that many bytes. [`Solver::solve_rows`] therefore takes puzzles of 48 bytes
//! and returns answers of 48 bytes, both in memory from [`Solver::rows`], and leaves all copies to the GPU.
//! With puzzles of 81 bytes, use [`Solver::solve_into_rows`].
//!
//! ```no_run
//! use veridoku_core::{Grid, solve::Limits};
//! use veridoku_gpu::{Solver, pack_grid, unpack_answer};
//!
//! let mut solver = Solver::new()?;
//! let (mut puzzles, mut answers) = (solver.rows(1_000_000)?, solver.rows(1_000_000)?);
//! puzzles.as_mut_slice().fill(pack_grid(&Grid::EMPTY));
//! solver.solve_rows(&puzzles, Limits::UNIQUE, &mut answers)?;
//! assert!(answers.as_slice().iter().all(|row| unpack_answer(row).is_some_and(|answer| answer.count == 2)));
//! # Ok::<(), veridoku_gpu::Error>(())
//! ```

mod config;
mod cpu_fallback;
mod cuda;
mod device;
#[cfg(test)]
mod emulation;
mod engine;
mod error;
mod kernel;
mod kernel_cache;
mod nontemporal;
mod packing;
mod queue;
mod rows;
mod service;
mod solver;
mod split;
mod worker;

pub use cuda::check_driver;
pub use error::Error;
pub use packing::{PackedRow, pack_grid, unpack_answer, unpack_grid};
pub use rows::PackedRows;
pub use service::Service;
pub use solver::{KernelTimes, Solver};

/// A puzzle that needs more nodes than this on a device is solved from the beginning by the CPU.
///
/// The hardest known puzzles need fewer nodes. A puzzle that exceeds the limit often needs very many nodes,
/// because the search thrashes. The single-puzzle engine of the CPU guesses differently and usually avoids
/// this.
pub const MAX_DEVICE_NODES: u64 = 500;

/// A puzzle that needs more nodes than this on the CPU as well is solved from the beginning by all threads of
/// a device.
///
/// The CPU takes about 0.3 s for this number of nodes. A split search takes at least 0.6 s on a device, and
/// is faster than the CPU from about five million nodes. A smaller search takes longer than on the CPU, but
/// leaves the CPU threads free for other puzzles.
pub const SPLIT_AFTER_NODES: u64 = 2_000_000;

/// The examples of the README, run as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct ReadmeExamples;
