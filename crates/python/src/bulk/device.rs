//! The device on which many puzzles are solved: CPU threads, or the GPUs of this machine.

#[cfg(feature = "gpu")]
use crate::bulk::gpu;
use crate::error::unknown_name;
use pyo3::prelude::*;
use veridoku_core::solve::Limits;

/// The device on which many puzzles are solved.
#[derive(Clone, Debug)]
pub(crate) enum BulkDevice {
    /// CPU threads.
    Cpu,
    /// All GPUs of this machine.
    #[cfg(feature = "gpu")]
    Gpu(std::sync::Arc<veridoku_gpu::Service>),
}

impl BulkDevice {
    /// Returns the device with this name, or an exception if it is unknown or not available.
    pub(crate) fn named(py: Python<'_>, name: &str, limits: Limits) -> PyResult<BulkDevice> {
        match name {
            "cpu" => Ok(BulkDevice::Cpu),
            #[cfg(feature = "gpu")]
            "gpu" => gpu::service(py, limits).map(BulkDevice::Gpu),
            #[cfg(not(feature = "gpu"))]
            "gpu" => {
                use crate::error::puzzle_error;
                use veridoku_api::{Error, ErrorKind};
                let _ = limits;
                let message = "this build of veridoku does not include the feature `gpu`";
                Err(puzzle_error(py, &Error::new(ErrorKind::Unknown, message.to_string())))
            }
            _ => Err(unknown_name(py, "device", name, "cpu, gpu")),
        }
    }

    /// Discards the state of the device after an error; the next call creates it again.
    pub(crate) fn reset(&self) {
        match self {
            BulkDevice::Cpu => {}
            #[cfg(feature = "gpu")]
            BulkDevice::Gpu(_) => gpu::reset(),
        }
    }
}
