//! What large batches are solved on: the threads themselves, or one GPU engine that they share.

use crate::args::DeviceName;
#[cfg(feature = "gpu")]
use std::sync::{Mutex, PoisonError};
use veridoku_core::Grid;
use veridoku_core::batch::{self, Answer};
use veridoku_core::solve::Limits;
#[cfg(feature = "gpu")]
use veridoku_core::solve::{self, End};

/// What large batches are solved on.
#[derive(Debug, Default)]
pub(crate) enum Device {
    /// The thread that has the batch.
    #[default]
    Cpu,
    /// All GPUs of this machine; one batch at a time, which fills them.
    #[cfg(feature = "gpu")]
    Gpu(Box<Mutex<veridoku_gpu::Solver>>),
}

impl Device {
    /// The device of this name, if it is there.
    pub(crate) fn open(name: DeviceName) -> anyhow::Result<Device> {
        match name {
            DeviceName::Cpu => Ok(Device::Cpu),
            #[cfg(feature = "gpu")]
            DeviceName::Gpu => Ok(Device::Gpu(Box::new(Mutex::new(veridoku_gpu::Solver::new()?)))),
            #[cfg(not(feature = "gpu"))]
            DeviceName::Gpu => anyhow::bail!("this veridoku was built without the feature `gpu`"),
        }
    }

    /// Solves puzzles; `cpu` is the solver of the thread that has the batch.
    pub(crate) fn solve(
        &self,
        cpu: &mut batch::Solver,
        puzzles: &[Grid],
        limits: Limits,
        answers: &mut Vec<Answer>,
    ) -> anyhow::Result<()> {
        match self {
            Device::Cpu => cpu.solve(puzzles, limits, answers),
            #[cfg(feature = "gpu")]
            Device::Gpu(gpu) => {
                let mut gpu = gpu.lock().unwrap_or_else(PoisonError::into_inner);
                gpu.solve(puzzles, limits, answers)?;
                // Its budget counts guesses of its own; what is told must be that of the engine for one puzzle.
                let undecided = answers.iter_mut().zip(puzzles);
                for (answer, puzzle) in undecided.filter(|(answer, _)| answer.end == End::NodeBudget) {
                    *answer = solve::Solver::new().search(puzzle, limits).into();
                }
            }
        }
        Ok(())
    }

    /// The most puzzles that all threads together should have in their batches.
    pub(crate) fn appetite(&self) -> Appetite {
        match self {
            Device::Cpu => Appetite::Small,
            #[cfg(feature = "gpu")]
            Device::Gpu(_) => Appetite::Large,
        }
    }
}

/// Which batches suit a device.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub(crate) enum Appetite {
    /// Those that stay in a cache.
    #[default]
    Small,
    /// As large as memory allows.
    #[cfg_attr(not(feature = "gpu"), allow(dead_code, reason = "nothing but a GPU wants it"))]
    Large,
}
