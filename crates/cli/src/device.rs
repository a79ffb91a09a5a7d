//! The device that solves large batches: the CPU, on the thread of a worker, or a GPU engine shared by all
//! threads.

use crate::args::DeviceArg;
use std::num::NonZeroUsize;
use veridoku_core::batch::{GPU_BATCH, STREAM_BATCH};
use veridoku_core::solve::Limits;
#[cfg(feature = "gpu")]
pub(crate) use veridoku_gpu::{Service as GpuService, Solver as Gpus};
#[cfg(not(feature = "gpu"))]
pub(crate) use without_gpu::{GpuService, Gpus};

/// The device that solves large batches.
#[derive(Debug, Default)]
pub(crate) enum SolveDevice {
    /// The CPU, on the thread of the worker.
    #[default]
    Cpu,
    /// All GPUs of this machine, shared by all threads. Each thread waits for the answers to its own batch.
    Gpu(Box<GpuService>),
}

impl SolveDevice {
    /// Opens a device for searches within these limits. `threads` is the number of CPU threads for a GPU
    /// engine.
    pub(crate) fn open(
        name: DeviceArg,
        limits: Limits,
        threads: Option<NonZeroUsize>,
    ) -> anyhow::Result<SolveDevice> {
        match name {
            DeviceArg::Cpu => Ok(SolveDevice::Cpu),
            DeviceArg::Gpu => Ok(SolveDevice::Gpu(Box::new(GpuService::new(open_gpus(threads)?, limits)?))),
        }
    }

    /// Returns the maximum number of puzzles in a batch.
    pub(crate) fn max_batch(&self) -> usize {
        match self {
            SolveDevice::Cpu => STREAM_BATCH,
            SolveDevice::Gpu(_) => GPU_BATCH,
        }
    }
}

/// Opens all GPUs, and prints a message for each one that cannot be used. Returns an error if there are none.
#[cfg(feature = "gpu")]
pub(crate) fn open_gpus(threads: Option<NonZeroUsize>) -> anyhow::Result<Gpus> {
    let gpus = threads.map_or_else(Gpus::new, Gpus::with_threads)?;
    for error in gpus.device_errors() {
        crate::output::message(&format!("veridoku: skipping a GPU: {error}"));
    }
    Ok(gpus)
}

/// Returns an error, because this build has no GPU support.
#[cfg(not(feature = "gpu"))]
pub(crate) fn open_gpus(_threads: Option<NonZeroUsize>) -> anyhow::Result<Gpus> {
    anyhow::bail!("this veridoku was built without the feature `gpu`")
}

/// The types of a build without GPU support. There are no values of them.
#[cfg(not(feature = "gpu"))]
mod without_gpu {
    use std::convert::Infallible;
    use veridoku_core::Grid;
    use veridoku_core::solve::{Limits, SearchResult};

    #[derive(Debug)]
    pub(crate) enum Gpus {}

    #[derive(Debug)]
    pub(crate) enum GpuService {}

    impl Gpus {
        pub(crate) fn solve(
            &mut self,
            _: &[Grid],
            _: Limits,
            _: &mut Vec<SearchResult>,
        ) -> Result<(), Infallible> {
            match *self {}
        }
    }

    impl GpuService {
        #[allow(clippy::needless_pass_by_value, reason = "the service of a build with GPU support owns them")]
        pub(crate) fn new(gpus: Gpus, _limits: Limits) -> anyhow::Result<GpuService> {
            match gpus {}
        }

        pub(crate) fn solve(
            &self,
            _puzzles: Vec<Grid>,
            _answers: Vec<SearchResult>,
        ) -> anyhow::Result<(Vec<Grid>, Vec<SearchResult>)> {
            match *self {}
        }
    }
}
