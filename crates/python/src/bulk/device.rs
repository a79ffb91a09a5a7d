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
                let _ = limits;
                let message = "found no GPU support; this veridoku was built without the feature `gpu`";
                Err(pyo3::exceptions::PyRuntimeError::new_err(message))
            }
            _ => Err(unknown_name(py, "device", name, "cpu, gpu")),
        }
    }
}
