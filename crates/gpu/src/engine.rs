//! Starts the threads of the engine and dispatches batches to them.
//!
//! ```text
//! source ──▶ ▓▓▓▓ ▓▓▓▓ ▓▓▓▓ ▓▓    batches, combined into packets
//!             │    │    │    │
//!           worker 0, device 0   worker 1, device 1   worker 2, device 0 …   a thread with two lanes each
//!             │    │    │    │
//! source ◀── ▓▓▓▓ ▓▓▓▓ ▓▓▓▓ ▓▓    each as soon as all its puzzles are answered
//!                   └─ more than MAX_DEVICE_NODES nodes ──▶ `cpu_fallback.rs`
//! ```
//!
//! If some threads cannot be started, the engine works without them, as long as there is at least one worker.
//! The engine is generic over the device: `cuda.rs`, or `emulation` in tests.

use crate::Error;
use crate::config::EngineConfig;
use crate::cpu_fallback::{self, FallbackMode};
use crate::device::ComputeDevice;
use crate::packing::DevicePuzzle;
use crate::queue::{Packet, WorkQueue};
use crate::worker::{DeviceWorker, LANES_PER_WORKER, WorkerLanes};
use rayon::ThreadPool;
use std::sync::{Mutex, OnceLock};
use std::thread::{Builder, Scope};
use veridoku_core::batch::BatchSource;
use veridoku_core::solve::{Limits, SearchResult};

/// A device, with the lanes and the splitter that were allocated on it.
pub(crate) struct DeviceResources<D: ComputeDevice> {
    pub(crate) device: D,
    /// The lanes of each worker.
    workers: Vec<WorkerLanes<D>>,
    splitter: Option<D::Splitter>,
    /// The pipeline for packed rows, allocated on first use.
    pipeline: Option<D::Pipeline>,
}

impl<D: ComputeDevice> DeviceResources<D> {
    /// Creates the resources of a device with this number of workers. Nothing is allocated yet.
    pub(crate) fn new(device: D, workers: usize) -> DeviceResources<D> {
        let workers = (0..workers).map(|_| [const { None }; LANES_PER_WORKER]).collect();
        DeviceResources { device, workers, splitter: None, pipeline: None }
    }

    /// Returns the number of workers.
    pub(crate) fn workers(&self) -> usize {
        self.workers.len()
    }

    /// Returns the pipeline for packed rows.
    pub(crate) fn pipeline(&mut self) -> Result<&mut D::Pipeline, Error> {
        let pipeline = match self.pipeline.take() {
            Some(pipeline) => pipeline,
            None => self.device.pipeline()?,
        };
        Ok(self.pipeline.insert(pipeline))
    }
}

/// Answers all puzzles of a source. After an error, batches that were not returned are lost.
pub(crate) fn serve<D: ComputeDevice, P: DevicePuzzle>(
    resources: &mut [DeviceResources<D>],
    pool: &ThreadPool,
    source: &mut dyn BatchSource<'_, P>,
    limits: Limits,
    config: EngineConfig,
) -> Result<(), Error> {
    if limits.solutions == 0 {
        answer_without_search(source);
        return Ok(());
    }
    let queue = WorkQueue::new(config);
    work(resources, pool, &queue, limits, config, || dispatch(source, &queue, config))
}

/// Starts all threads, then runs `dispatch_loop` on the calling thread. The loop must return when the queue
/// is finished.
pub(crate) fn work<P: DevicePuzzle, D: ComputeDevice>(
    resources: &mut [DeviceResources<D>],
    pool: &ThreadPool,
    queue: &WorkQueue<'_, P>,
    limits: Limits,
    config: EngineConfig,
    dispatch_loop: impl FnOnce(),
) -> Result<(), Error> {
    pool.in_place_scope(|cpu| {
        let spawn_fallback = &|task, mode| {
            cpu.spawn(move |_| cpu_fallback::solve(queue, task, limits, config.split_after_nodes, mode));
        };
        let spare_lanes = OnceLock::new();
        std::thread::scope(|scope| {
            // If this thread panics, the guard stops the threads that are already running.
            let _guard = queue.panic_guard();
            // Take the first worker of each device, then the second of each, so that even a few workers are
            // spread over all devices.
            let max_workers = resources.iter().map(DeviceResources::workers).max().unwrap_or(0);
            let mut first_device = None;
            let mut lanes: Vec<_> = Vec::new();
            for resource in resources {
                let DeviceResources { device, workers, splitter, .. } = resource;
                lanes.push((&*device, workers.iter_mut()));
                first_device.get_or_insert((&*device, splitter));
            }
            let mut workers = Vec::new();
            for _ in 0..max_workers {
                for (device, lanes) in &mut lanes {
                    workers.extend(lanes.next().map(|lanes| (*device, lanes)));
                }
            }
            let mut spare = workers.split_off(config.workers.min(workers.len()));
            // Workers take spare lanes from the end of the list.
            spare.reverse();
            let spare_lanes = spare_lanes.get_or_init(|| Mutex::new(spare));
            for (number, (device, lanes)) in workers.into_iter().enumerate() {
                let worker =
                    DeviceWorker { device, lanes, spare_lanes, queue, spawn_fallback, limits, config };
                if let Err(error) = start(scope, number, config, move || worker.work()) {
                    queue.remove_worker(None, error);
                }
            }
            let splits = first_device.is_some_and(|(device, splitter)| {
                let work = move || cpu_fallback::split(device, splitter, queue, spawn_fallback, limits);
                start(scope, config.workers, config, work).is_ok()
            });
            if !splits {
                for task in queue.remove_splitter() {
                    spawn_fallback(task, FallbackMode::ToCompletion);
                }
            }
            dispatch_loop();
        });
    });
    queue.error().map_or(Ok(()), Err)
}

/// Starts a thread. `number` is its index among the threads of the engine.
#[cfg_attr(not(test), allow(unused_variables, reason = "only tests limit the number of threads"))]
fn start<'s>(
    scope: &'s Scope<'s, '_>,
    number: usize,
    config: EngineConfig,
    work: impl FnOnce() + Send + 's,
) -> Result<(), Error> {
    #[cfg(test)]
    if number >= config.max_threads {
        return Err(Error::Threads("thread limit of the test".to_string()));
    }
    let started = Builder::new().spawn_scoped(scope, work);
    started.map(|_| ()).map_err(|error| Error::Threads(error.to_string()))
}

/// Answers all puzzles of a source for a solution limit of 0, without searching.
fn answer_without_search<P: DevicePuzzle>(source: &mut dyn BatchSource<'_, P>) {
    for number in 0.. {
        let Some(mut batch) = source.next() else { return };
        batch.parts().1.fill(SearchResult::NOT_SEARCHED);
        source.done(number, batch);
    }
}

/// Pushes the batches of a source to the queue, and returns answered batches to the source.
fn dispatch<'p, P: DevicePuzzle>(
    source: &mut dyn BatchSource<'p, P>,
    queue: &WorkQueue<'p, P>,
    config: EngineConfig,
) {
    let mut next_number = 0;
    let mut is_exhausted = false;
    let mut packet = Packet::new();
    while !queue.is_finished() {
        for (number, batch) in queue.take_answered() {
            source.done(number, batch);
        }
        if is_exhausted || !queue.has_room() {
            continue;
        }
        match source.next() {
            Some(batch) => {
                let number = next_number;
                next_number += 1;
                if batch.puzzles().is_empty() {
                    // Return empty batches immediately; they are not sent to a device.
                    source.done(number, batch);
                } else {
                    packet.add(number, batch);
                }
            }
            None => is_exhausted = true,
        }
        // Push the packet when it is large enough, or when a worker would otherwise be idle.
        let is_ready = packet.puzzles >= config.packet_size || is_exhausted || queue.has_idle_worker();
        if is_ready && packet.puzzles > 0 {
            queue.push(std::mem::replace(&mut packet, Packet::new()));
        }
        if is_exhausted {
            queue.close();
        }
    }
}
