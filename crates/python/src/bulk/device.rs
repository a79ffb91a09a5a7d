//! What many puzzles are solved on: the threads of the CPU, or the GPUs of this machine.

use crate::error::refusal;
use pyo3::prelude::*;
use veridoku_api::{Error, ErrorKind};

/// What many puzzles are solved on.
#[derive(Copy, Clone, Debug)]
pub(crate) enum Device {
    /// Threads.
    Cpu,
    /// All GPUs.
    #[cfg(feature = "gpu")]
    Gpu(&'static Gpu),
}

impl Device {
    /// The device of this name, if it is there.
    pub(crate) fn named(py: Python<'_>, name: &str) -> PyResult<Device> {
        match name {
            "cpu" => Ok(Device::Cpu),
            #[cfg(feature = "gpu")]
            "gpu" => gpu::open(py).map(Device::Gpu),
            #[cfg(not(feature = "gpu"))]
            "gpu" => {
                let message = "this veridoku was built without the feature `gpu`";
                Err(refusal(py, &Error::new(ErrorKind::Unknown, message.to_string())))
            }
            _ => {
                let message = format!("there is no device {name:?}, expected one of: cpu, gpu");
                Err(refusal(py, &Error::new(ErrorKind::Unknown, message)))
            }
        }
    }
}

#[cfg(feature = "gpu")]
pub(crate) use gpu::Gpu;

#[cfg(feature = "gpu")]
mod gpu {
    use crate::error::failure;
    use pyo3::prelude::*;
    use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
    use veridoku_core::solve::Limits;
    use veridoku_gpu::{Error, Service, Solver};

    /// The engine on all GPUs, kept from call to call: its kernel is compiled once.
    #[derive(Debug)]
    pub(crate) struct Gpu {
        engine: Mutex<Option<Engine>>,
        /// The process that made it: a child that was forked has its memory, but neither its threads nor its devices.
        process: u32,
    }

    /// The engine, before anything was asked of it, and since.
    #[derive(Debug)]
    enum Engine {
        Ready(Solver),
        AtWork(Limits, Arc<Service>),
    }

    static GPU: OnceLock<Gpu> = OnceLock::new();

    /// The engine, made when it is first asked for; what is missing for it is told.
    pub(super) fn open(py: Python<'_>) -> PyResult<&'static Gpu> {
        let gpu = GPU.get_or_init(|| Gpu { engine: Mutex::new(None), process: std::process::id() });
        // Before its lock, which nobody may ever open here.
        if gpu.process != std::process::id() {
            let message = "the GPU is in use by the process that this one was forked from; start it by \"spawn\" instead";
            return Err(failure(&message));
        }
        py.detach(|| gpu.make()).map_err(|error| failure(&error))?;
        Ok(gpu)
    }

    impl Gpu {
        fn make(&self) -> Result<(), Error> {
            let mut engine = self.engine();
            if engine.is_none() {
                *engine = Some(Engine::Ready(Solver::new()?));
            }
            Ok(())
        }

        /// The engine for these limits, which any number of threads may ask at once. For other limits than before it is made
        /// anew.
        pub(crate) fn service(&self, limits: Limits) -> Result<Arc<Service>, Error> {
            let mut engine = self.engine();
            let solver = match engine.take() {
                Some(Engine::AtWork(same, service)) if same == limits => {
                    *engine = Some(Engine::AtWork(limits, Arc::clone(&service)));
                    return Ok(service);
                }
                Some(Engine::Ready(solver)) => solver,
                Some(Engine::AtWork(..)) | None => Solver::new()?,
            };
            let service = Arc::new(Service::new(solver, limits)?);
            *engine = Some(Engine::AtWork(limits, Arc::clone(&service)));
            Ok(service)
        }

        /// After a failure: the next call makes another.
        pub(crate) fn forget(&self) {
            *self.engine() = None;
        }

        fn engine(&self) -> MutexGuard<'_, Option<Engine>> {
            self.engine.lock().unwrap_or_else(PoisonError::into_inner)
        }
    }
}
