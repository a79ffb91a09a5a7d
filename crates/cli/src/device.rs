//! The GPUs of this machine, behind the option `--device gpu`.

use std::num::NonZeroUsize;
use veridoku_core::solve::Limits;
#[cfg(feature = "gpu")]
pub(crate) use with_gpu::{GpuService, open_gpus};
#[cfg(not(feature = "gpu"))]
pub(crate) use without_gpu::{GpuService, open_gpus};

/// The maximum number of CPU threads of the GPU engine, each with its own memory. The engine needs fewer than
/// the command, whose threads also read and write text.
const MAX_SERVICE_THREADS: NonZeroUsize = NonZeroUsize::new(4).unwrap();

/// Opens all GPUs for searches within these limits, to be shared by this number of threads.
pub(crate) fn open_service(threads: usize, limits: Limits) -> anyhow::Result<Box<GpuService>> {
    let threads =
        NonZeroUsize::new(threads).map_or(MAX_SERVICE_THREADS, |most| most.min(MAX_SERVICE_THREADS));
    Ok(Box::new(GpuService::new(open_gpus(Some(threads))?, limits)?))
}

#[cfg(feature = "gpu")]
mod with_gpu {
    use std::num::NonZeroUsize;
    pub(crate) use veridoku_gpu::Service as GpuService;
    use veridoku_gpu::Solver as Gpus;

    /// Opens all GPUs, and prints a message for each one that cannot be used. Returns an error if there are
    /// none.
    pub(crate) fn open_gpus(threads: Option<NonZeroUsize>) -> anyhow::Result<Gpus> {
        let gpus = threads.map_or_else(Gpus::new, Gpus::with_threads)?;
        for error in gpus.device_errors() {
            crate::output::message(&format!("veridoku: skipping a GPU: {error}"));
        }
        Ok(gpus)
    }
}

/// The types of a build without GPU support. There are no values of them.
#[cfg(not(feature = "gpu"))]
mod without_gpu {
    use std::convert::Infallible;
    use std::num::NonZeroUsize;
    use veridoku_core::Grid;
    use veridoku_core::solve::{Limits, SearchResult};

    /// Returns an error, because this build has no GPU support.
    pub(crate) fn open_gpus(_threads: Option<NonZeroUsize>) -> anyhow::Result<Gpus> {
        anyhow::bail!("this veridoku was built without the feature `gpu`")
    }

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
