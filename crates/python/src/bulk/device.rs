//! The device on which many puzzles are solved: CPU threads, or the GPUs of this machine.

use crate::error::unknown_name;
use pyo3::prelude::*;

/// The device on which many puzzles are solved.
#[derive(Copy, Clone, Debug)]
pub(crate) enum BulkDevice {
    /// CPU threads.
    Cpu,
    /// All GPUs of this machine.
    #[cfg(feature = "gpu")]
    Gpu(&'static GpuHandle),
}

impl BulkDevice {
    /// Returns the device with this name, or an exception if it is unknown or not available.
    pub(crate) fn named(py: Python<'_>, name: &str) -> PyResult<BulkDevice> {
        match name {
            "cpu" => Ok(BulkDevice::Cpu),
            #[cfg(feature = "gpu")]
            "gpu" => gpu::open(py).map(BulkDevice::Gpu),
            #[cfg(not(feature = "gpu"))]
            "gpu" => {
                use crate::error::puzzle_error;
                use veridoku_api::{Error, ErrorKind};
                let message = "this build of veridoku does not include the feature `gpu`";
                Err(puzzle_error(py, &Error::new(ErrorKind::Unknown, message.to_string())))
            }
            _ => Err(unknown_name(py, "device", name, "cpu, gpu")),
        }
    }
}

#[cfg(feature = "gpu")]
pub(crate) use gpu::GpuHandle;

#[cfg(feature = "gpu")]
mod gpu {
    use crate::error::runtime_error;
    use pyo3::prelude::*;
    use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
    use veridoku_core::solve::Limits;
    use veridoku_gpu::{Error, Service, Solver};

    /// The GPU solver, kept between calls so that its kernel is compiled only once.
    #[derive(Debug)]
    pub(crate) struct GpuHandle {
        state: Mutex<Option<GpuState>>,
        /// The process that created it. A forked child inherits the memory, but neither threads nor devices.
        process: u32,
    }

    /// The GPU solver: idle until its first use, then running as a service.
    #[derive(Debug)]
    enum GpuState {
        Idle(Solver),
        Running(Limits, Arc<Service>),
    }

    static GPU: OnceLock<GpuHandle> = OnceLock::new();

    /// Returns the GPU solver and creates it on first use; raises an exception if that fails.
    pub(super) fn open(py: Python<'_>) -> PyResult<&'static GpuHandle> {
        let gpu = GPU.get_or_init(|| GpuHandle { state: Mutex::new(None), process: std::process::id() });
        // Check this before locking: in a forked child, the mutex may be locked forever.
        if gpu.process != std::process::id() {
            let message = "the GPU belongs to the process from which this one was forked; \
                           use the multiprocessing start method \"spawn\"";
            return Err(runtime_error(&message));
        }
        py.detach(|| gpu.initialize()).map_err(|error| runtime_error(&error))?;
        Ok(gpu)
    }

    impl GpuHandle {
        fn initialize(&self) -> Result<(), Error> {
            let mut state = self.state();
            if state.is_none() {
                *state = Some(GpuState::Idle(Solver::new()?));
            }
            Ok(())
        }

        /// Returns a service with these limits, which any number of threads may use at once. A service with
        /// different limits is replaced.
        pub(crate) fn service(&self, limits: Limits) -> Result<Arc<Service>, Error> {
            let mut state = self.state();
            let solver = match state.take() {
                Some(GpuState::Running(same, service)) if same == limits => {
                    *state = Some(GpuState::Running(limits, Arc::clone(&service)));
                    return Ok(service);
                }
                Some(GpuState::Idle(solver)) => solver,
                Some(GpuState::Running(..)) | None => Solver::new()?,
            };
            let service = Arc::new(Service::new(solver, limits)?);
            *state = Some(GpuState::Running(limits, Arc::clone(&service)));
            Ok(service)
        }

        /// Discards the solver after an error; the next call creates a new one.
        pub(crate) fn reset(&self) {
            *self.state() = None;
        }

        fn state(&self) -> MutexGuard<'_, Option<GpuState>> {
            self.state.lock().unwrap_or_else(PoisonError::into_inner)
        }
    }
}
