//! The device that solves large batches: the CPU, on the thread that claimed the batch, or a GPU engine
//! shared by all threads.

use crate::args::DeviceArg;
#[cfg(feature = "gpu")]
use crate::output::message;
use std::num::NonZeroUsize;
use veridoku_core::Grid;
use veridoku_core::batch;
use veridoku_core::solve::{Limits, SearchResult};

/// The device that solves large batches.
#[derive(Debug, Default)]
pub(crate) enum SolveDevice {
    /// The CPU, on the thread that claimed the batch.
    #[default]
    Cpu,
    /// All GPUs of this machine, shared by all threads. Each thread waits for the answers to its own batch.
    #[cfg(feature = "gpu")]
    Gpu(Box<veridoku_gpu::Service>),
}

impl SolveDevice {
    /// Opens a device for searches within these limits. `threads` is the number of CPU threads for a GPU
    /// engine.
    #[cfg_attr(not(feature = "gpu"), allow(unused_variables, reason = "used only for GPUs"))]
    pub(crate) fn open(
        name: DeviceArg,
        limits: Limits,
        threads: Option<NonZeroUsize>,
    ) -> anyhow::Result<SolveDevice> {
        match name {
            DeviceArg::Cpu => Ok(SolveDevice::Cpu),
            #[cfg(feature = "gpu")]
            DeviceArg::Gpu => {
                let service = veridoku_gpu::Service::new(open_gpus(threads)?, limits)?;
                Ok(SolveDevice::Gpu(Box::new(service)))
            }
            #[cfg(not(feature = "gpu"))]
            DeviceArg::Gpu => Err(no_gpu_support()),
        }
    }

    /// Solves puzzles. `cpu` is the solver of the calling thread. If an error is returned, `puzzles` is
    /// empty.
    #[cfg_attr(
        not(feature = "gpu"),
        allow(
            clippy::ptr_arg,
            clippy::unnecessary_wraps,
            reason = "the GPU variant takes ownership and can fail"
        )
    )]
    pub(crate) fn solve(
        &self,
        cpu: &mut batch::Solver,
        puzzles: &mut Vec<Grid>,
        limits: Limits,
        answers: &mut Vec<SearchResult>,
    ) -> anyhow::Result<()> {
        match self {
            SolveDevice::Cpu => cpu.solve(puzzles, limits, answers),
            #[cfg(feature = "gpu")]
            SolveDevice::Gpu(service) => {
                (*puzzles, *answers) = service.solve(std::mem::take(puzzles), std::mem::take(answers))?;
            }
        }
        Ok(())
    }

    /// Returns the batch size that the device prefers.
    pub(crate) fn batch_scale(&self) -> BatchScale {
        match self {
            SolveDevice::Cpu => BatchScale::Small,
            #[cfg(feature = "gpu")]
            SolveDevice::Gpu(_) => BatchScale::Large,
        }
    }
}

/// The batch size that a device prefers.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub(crate) enum BatchScale {
    /// Batches that fit in the cache.
    #[default]
    Small,
    /// Batches large enough to keep a GPU busy.
    #[cfg_attr(not(feature = "gpu"), allow(dead_code, reason = "used only for GPUs"))]
    Large,
}

/// All GPUs, used by a single caller.
#[derive(Debug)]
pub(crate) struct Gpus(#[cfg(feature = "gpu")] Box<veridoku_gpu::Solver>);

#[cfg(feature = "gpu")]
impl Gpus {
    /// Opens all GPUs. Returns an error if there are none.
    pub(crate) fn open() -> anyhow::Result<Gpus> {
        Ok(Gpus(Box::new(open_gpus(None)?)))
    }

    /// Solves puzzles, and replaces the contents of `answers` with the results.
    pub(crate) fn solve(
        &mut self,
        puzzles: &[Grid],
        limits: Limits,
        answers: &mut Vec<SearchResult>,
    ) -> anyhow::Result<()> {
        Ok(self.0.solve(puzzles, limits, answers)?)
    }
}

#[cfg(not(feature = "gpu"))]
impl Gpus {
    /// Returns an error, because this build has no GPU support.
    pub(crate) fn open() -> anyhow::Result<Gpus> {
        Err(no_gpu_support())
    }

    /// Returns an error, because this build has no GPU support.
    #[allow(
        clippy::unused_self,
        clippy::needless_pass_by_ref_mut,
        reason = "same signature as with the feature `gpu`"
    )]
    pub(crate) fn solve(&mut self, _: &[Grid], _: Limits, _: &mut Vec<SearchResult>) -> anyhow::Result<()> {
        Err(no_gpu_support())
    }
}

/// Opens all GPUs, and prints a message for each one that cannot be used.
#[cfg(feature = "gpu")]
fn open_gpus(threads: Option<NonZeroUsize>) -> anyhow::Result<veridoku_gpu::Solver> {
    use veridoku_gpu::Solver;
    let solver = threads.map_or_else(Solver::new, Solver::with_threads)?;
    for error in solver.device_errors() {
        message(&format!("veridoku: skipping a GPU: {error}"));
    }
    Ok(solver)
}

#[cfg(not(feature = "gpu"))]
fn no_gpu_support() -> anyhow::Error {
    anyhow::anyhow!("this veridoku was built without the feature `gpu`")
}
