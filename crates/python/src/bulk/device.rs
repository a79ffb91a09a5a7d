//! What many puzzles are solved on: the threads of the CPU, or the GPUs of this machine.

use crate::error::refusal;
use pyo3::prelude::*;
use veridoku_api::{Error, ErrorKind};

/// What many puzzles are solved on.
#[derive(Copy, Clone, Debug)]
pub(crate) enum Device {
    /// Threads.
    Cpu,
    /// All GPUs, one batch at a time, which fills them.
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
            _ => {
                let message = format!("there is no device {name:?}, expected one of: cpu, gpu");
                Err(refusal(py, &Error::new(ErrorKind::Unknown, message)))
            }
        }
    }
}

#[cfg(feature = "gpu")]
pub(crate) use gpu::{BATCH, Gpu};

#[cfg(feature = "gpu")]
mod gpu {
    use crate::error::failure;
    use pyo3::prelude::*;
    use std::sync::{Mutex, OnceLock, PoisonError};
    use veridoku_core::Grid;
    use veridoku_core::batch::Answer;
    use veridoku_core::solve::Limits;

    /// The puzzles of a batch: enough to fill a GPU, and a few hundred megabytes on the way.
    pub(crate) const BATCH: usize = 1 << 22;

    /// The engine on all GPUs, kept from call to call: its kernel is compiled once.
    #[derive(Debug)]
    pub(crate) struct Gpu(Mutex<veridoku_gpu::Solver>);

    static GPU: OnceLock<Gpu> = OnceLock::new();

    /// The engine, made when it is first asked for; what is missing for it is told.
    pub(super) fn open(py: Python<'_>) -> PyResult<&'static Gpu> {
        if let Some(gpu) = GPU.get() {
            return Ok(gpu);
        }
        let solver = py.detach(veridoku_gpu::Solver::new).map_err(|error| failure(&error))?;
        Ok(GPU.get_or_init(|| Gpu(Mutex::new(solver))))
    }

    impl Gpu {
        pub(crate) fn solve(
            &self,
            grids: &[Grid],
            limits: Limits,
            answers: &mut Vec<Answer>,
        ) -> PyResult<()> {
            let mut solver = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            solver.solve(grids, limits, answers).map_err(|error| failure(&error))
        }
    }
}
