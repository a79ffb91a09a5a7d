//! The GPUs of this machine, behind the option `--device gpu`.

use std::num::NonZeroUsize;
use std::sync::{Arc, OnceLock};
use std::thread::{Builder, JoinHandle};
use veridoku_core::solve::Limits;
#[cfg(feature = "gpu")]
pub(crate) use with_gpu::{GpuService, check_driver, open_gpus};
#[cfg(not(feature = "gpu"))]
pub(crate) use without_gpu::{GpuService, check_driver, open_gpus};

/// The maximum number of CPU threads of the GPU engine. Each of them allocates memory. The engine needs
/// fewer threads than the command, whose threads also read and write text.
const MAX_SERVICE_THREADS: NonZeroUsize = NonZeroUsize::new(4).unwrap();

/// All GPUs, to be shared by the threads of a command. They open in the background, because that takes 0.2 s
/// or more, and the CPU can solve a million puzzles in that time.
#[derive(Debug)]
pub(crate) struct OpeningService {
    service: Arc<OnceLock<Result<GpuService, String>>>,
    /// The thread that opens the GPUs, until it is joined.
    thread: Option<JoinHandle<()>>,
}

impl OpeningService {
    /// Starts opening all GPUs for searches within these limits, to be shared by this number of threads.
    /// Returns an error at once if there is no driver.
    pub(crate) fn open(threads: usize, limits: Limits) -> anyhow::Result<OpeningService> {
        check_driver()?;
        let threads =
            NonZeroUsize::new(threads).map_or(MAX_SERVICE_THREADS, |most| most.min(MAX_SERVICE_THREADS));
        let service = Arc::new(OnceLock::new());
        let opened = Arc::clone(&service);
        let open = move || {
            let gpus = open_gpus(Some(threads));
            let result = gpus.and_then(|gpus| Ok(GpuService::new(gpus, limits)?));
            opened.get_or_init(|| result.map_err(|error| format!("{error:#}")));
        };
        Ok(OpeningService { service, thread: Some(Builder::new().spawn(open)?) })
    }

    /// Returns the service if the GPUs are open, or the error if they cannot be used.
    pub(crate) fn get(&self) -> Option<Result<&GpuService, &str>> {
        self.service.get().map(|opened| opened.as_ref().map_err(String::as_str))
    }

    /// Waits until the GPUs are open. Returns an error if they cannot be used.
    pub(crate) fn finish(mut self) -> anyhow::Result<()> {
        self.join();
        match self.get() {
            Some(Ok(_)) => Ok(()),
            Some(Err(error)) => anyhow::bail!("{error}"),
            None => anyhow::bail!("the thread that opens the GPUs panicked"),
        }
    }

    /// Waits for the thread, because the driver must not be used while the program exits.
    fn join(&mut self) {
        if let Some(thread) = self.thread.take() {
            // After a panic, there is no service.
            let _ = thread.join();
        }
    }
}

impl Drop for OpeningService {
    fn drop(&mut self) {
        self.join();
    }
}

#[cfg(feature = "gpu")]
mod with_gpu {
    use std::num::NonZeroUsize;
    use veridoku_gpu::Solver as Gpus;
    pub(crate) use veridoku_gpu::{Service as GpuService, check_driver};

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

    /// The error of everything that needs a GPU.
    const NO_SUPPORT: &str = "this veridoku was built without the feature `gpu`";

    pub(crate) fn check_driver() -> anyhow::Result<()> {
        anyhow::bail!(NO_SUPPORT)
    }

    pub(crate) fn open_gpus(_threads: Option<NonZeroUsize>) -> anyhow::Result<Gpus> {
        anyhow::bail!(NO_SUPPORT)
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
        pub(crate) fn new(gpus: Gpus, _limits: Limits) -> Result<GpuService, Infallible> {
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
