//! The GPU solver, kept between calls so that its kernel is compiled only once.

use crate::error::runtime_error;
use pyo3::prelude::*;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use veridoku_core::solve::Limits;
use veridoku_gpu::{Error, Service, Solver};

/// The limits of the last call, and the service for them.
static SERVICE: Mutex<Option<(Limits, Arc<Service>)>> = Mutex::new(None);
/// The process that uses the GPU. A forked child inherits the memory, but neither threads nor devices.
static PROCESS: OnceLock<u32> = OnceLock::new();

/// Returns a service with these limits, which any number of threads may use at once. It is created if the
/// last call had other limits; raises an exception if that fails.
pub(super) fn service(py: Python<'_>, limits: Limits) -> PyResult<Arc<Service>> {
    // Check this before locking: in a forked child, the mutex may be locked forever.
    if *PROCESS.get_or_init(std::process::id) != std::process::id() {
        let message = "the GPU belongs to the process from which this one was forked; \
                       use the multiprocessing start method \"spawn\"";
        return Err(runtime_error(&message));
    }
    let service = || -> Result<Arc<Service>, Error> {
        let mut last = last_service();
        if let Some((_, service)) = last.as_ref().filter(|(last_limits, _)| *last_limits == limits) {
            return Ok(Arc::clone(service));
        }
        *last = None;
        let service = Arc::new(Service::new(Solver::new()?, limits)?);
        *last = Some((limits, Arc::clone(&service)));
        Ok(service)
    };
    py.detach(service).map_err(|error| runtime_error(&error))
}

/// Discards the service after an error; the next call creates a new one.
pub(super) fn reset() {
    *last_service() = None;
}

fn last_service() -> MutexGuard<'static, Option<(Limits, Arc<Service>)>> {
    SERVICE.lock().unwrap_or_else(PoisonError::into_inner)
}
