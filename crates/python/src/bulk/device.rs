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
pub(crate) use gpu::{BATCH, Gpu};

#[cfg(feature = "gpu")]
mod gpu {
    use crate::error::failure;
    use pyo3::prelude::*;
    use std::sync::{Mutex, OnceLock, PoisonError};
    use veridoku_core::Grid;
    use veridoku_core::batch::Answer;
    use veridoku_core::solve::Limits;
    use veridoku_gpu::Solver;

    /// The puzzles of a batch: enough to fill a GPU, and a gigabyte on the way.
    pub(crate) const BATCH: usize = 1 << 22;

    /// The engine on all GPUs, kept from call to call: its kernel is compiled once. After a failure it is gone, and the next
    /// call makes another.
    #[derive(Debug)]
    pub(crate) struct Gpu {
        solver: Mutex<Option<Solver>>,
        /// The process that made it: a child that was forked has its memory, but neither its threads nor its devices.
        process: u32,
    }

    static GPU: OnceLock<Gpu> = OnceLock::new();

    /// The engine, made when it is first asked for; what is missing for it is told.
    pub(super) fn open(py: Python<'_>) -> PyResult<&'static Gpu> {
        let gpu = GPU.get_or_init(|| Gpu { solver: Mutex::new(None), process: std::process::id() });
        // Before its lock, which nobody may ever open here.
        if gpu.process != std::process::id() {
            let message = "the GPU is in use by the process that this one was forked from; start it by \"spawn\" instead";
            return Err(failure(&message));
        }
        py.detach(|| gpu.use_it(|_| Ok(())))?;
        Ok(gpu)
    }

    impl Gpu {
        /// Has the engine do something; it is made if there is none, and gone if that fails.
        fn use_it(&self, work: impl FnOnce(&mut Solver) -> Result<(), veridoku_gpu::Error>) -> PyResult<()> {
            let mut place = self.solver.lock().unwrap_or_else(PoisonError::into_inner);
            let result = match place.take() {
                Some(solver) => Ok(solver),
                None => Solver::new(),
            };
            let result = result.and_then(|mut solver| work(&mut solver).map(|()| solver));
            *place = Some(result.map_err(|error| failure(&error))?);
            Ok(())
        }

        pub(crate) fn solve(
            &self,
            grids: &[Grid],
            limits: Limits,
            answers: &mut Vec<Answer>,
        ) -> PyResult<()> {
            self.use_it(|solver| solver.solve(grids, limits, answers))
        }
    }
}
