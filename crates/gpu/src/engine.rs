//! The engine: workers that take packets of puzzles to devices and back, what is left to spare, and who starts them.
//!
//! ```text
//! source ──▶ ▓▓▓▓ ▓▓▓▓ ▓▓▓▓ ▓▓    batches, together in packets
//!             │    │    │    │
//!           worker 0, device 0  worker 1, device 1  worker 2, device 0 …   a thread and two lanes each
//!             │    │    │    │
//! source ◀── ▓▓▓▓ ▓▓▓▓ ▓▓▓▓ ▓▓    each as soon as all its puzzles are answered
//!                   └─ more than MAX_DEVICE_NODES nodes ──▶ `aside.rs`
//! ```
//!
//! Threads that cannot be started are done without, as long as there is a worker. It is generic over the device: `cuda.rs`,
//! or `emulation` in tests.

use crate::Error;
use crate::cpu_fallback::{self, FallbackMode};
use crate::device::ComputeDevice;
use crate::packing::{self, DevicePuzzle};
use crate::queue::{Packet, QueueCapacity, WorkQueue};
use crate::worker::{DeviceWorker, LANES_PER_WORKER, WorkerLanes};
use rayon::ThreadPool;
use std::sync::{Mutex, OnceLock};
use std::thread::{Builder, Scope};
use veridoku_core::batch::{Answer, BatchSource};
use veridoku_core::solve::{End, Limits};

/// The most puzzles of a lane.
pub(crate) const MAX_LANE_PUZZLES: usize = 1 << 17;
/// The fewest puzzles of a packet, as long as there are more.
pub(crate) const MIN_PACKET_SIZE: usize = 1 << 13;

/// A device, and all that was allocated on it.
pub(crate) struct DeviceResources<D: ComputeDevice> {
    pub(crate) device: D,
    /// The lanes of each worker.
    workers: Vec<WorkerLanes<D>>,
    splitter: Option<D::Splitter>,
}

impl<D: ComputeDevice> DeviceResources<D> {
    /// A resource that has so many workers.
    pub(crate) fn new(device: D, workers: usize) -> DeviceResources<D> {
        let workers = (0..workers).map(|_| [const { None }; LANES_PER_WORKER]).collect();
        DeviceResources { device, workers, splitter: None }
    }

    /// The number of its workers.
    pub(crate) fn workers(&self) -> usize {
        self.workers.len()
    }
}

/// How the work is shared out.
#[derive(Copy, Clone, Debug)]
pub(crate) struct EngineConfig {
    /// The puzzles of a packet.
    pub(crate) packet_size: usize,
    /// The workers that there is work for, at most as many as all resources have.
    pub(crate) workers: usize,
    /// The puzzles of batches that wait for some of theirs, before no more are next_number.
    pub(crate) max_pending: usize,
    /// The nodes that a thread of the CPU may take for a puzzle before all threads of a device do.
    pub(crate) split_after_nodes: u64,
    /// The threads that the system lets us start.
    #[cfg(test)]
    pub(crate) max_threads: usize,
}

/// Answers all puzzles of a source. After an error, batches that were not given back are lost.
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
    let queue = WorkQueue::new(config.workers);
    work(resources, pool, &queue, limits, config, || dispatch(source, &queue, config))
}

/// Has everybody work for who stands at the dispatch_loop, which returns when it is over.
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
            // Whoever has been started would wait for this thread if it panicked.
            let _guard = queue.panic_guard();
            // One worker of each device, then the second of each: few workers are spread over all devices.
            let most = resources.iter().map(DeviceResources::workers).max().unwrap_or(0);
            let mut first = None;
            let mut lanes: Vec<_> = Vec::new();
            for resource in resources {
                let DeviceResources { device, workers, splitter } = resource;
                lanes.push((&*device, workers.iter_mut()));
                first.get_or_insert((&*device, splitter));
            }
            let mut workers = Vec::new();
            for _ in 0..most {
                for (device, lanes) in &mut lanes {
                    workers.extend(lanes.next().map(|lanes| (*device, lanes)));
                }
            }
            let mut spare = workers.split_off(config.workers.min(workers.len()));
            // Taken from the end.
            spare.reverse();
            let spare_lanes = spare_lanes.get_or_init(|| Mutex::new(spare));
            for (number, (device, lanes)) in workers.into_iter().enumerate() {
                let worker =
                    DeviceWorker { device, lanes, spare_lanes, queue, spawn_fallback, limits, config };
                if let Err(error) = start(scope, number, config, move || worker.work()) {
                    queue.remove_worker(None, error);
                }
            }
            let splits = first.is_some_and(|(device, splitter)| {
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

/// Starts the thread of this number, if the system has one for us.
#[cfg_attr(not(test), allow(unused_variables, reason = "tests have the system refuse"))]
fn start<'s>(
    scope: &'s Scope<'s, '_>,
    number: usize,
    config: EngineConfig,
    work: impl FnOnce() + Send + 's,
) -> Result<(), Error> {
    #[cfg(test)]
    if number >= config.max_threads {
        return Err(Error::Threads("the test has no more".to_string()));
    }
    let started = Builder::new().spawn_scoped(scope, work);
    started.map(|_| ()).map_err(|error| Error::Threads(error.to_string()))
}

/// Answers that no solution is wanted.
fn answer_without_search<P: DevicePuzzle>(source: &mut dyn BatchSource<'_, P>) {
    for number in 0.. {
        let Some(mut batch) = source.next() else { return };
        batch.parts().1.fill(Answer { end: End::SolutionLimit, ..packing::EMPTY_ANSWER });
        source.done(number, batch);
    }
}

/// Posts what the source has, and gives back what is answered.
fn dispatch<'p, P: DevicePuzzle>(
    source: &mut dyn BatchSource<'p, P>,
    queue: &WorkQueue<'p, P>,
    config: EngineConfig,
) {
    let capacity = QueueCapacity { packets: (2 * config.workers).max(1), pending: config.max_pending };
    let mut next_number = 0;
    let mut is_exhausted = false;
    let mut packet = Packet::new();
    while !queue.is_over() {
        for packet in queue.take_answered(capacity) {
            for (number, batch) in packet.batches {
                source.done(number, batch);
            }
        }
        if is_exhausted || !queue.has_room(capacity) {
            continue;
        }
        match source.next() {
            Some(batch) => {
                let number = next_number;
                next_number += 1;
                if batch.puzzles().is_empty() {
                    // Devices are not asked nothing.
                    source.done(number, batch);
                } else {
                    packet.add((number, batch));
                }
            }
            None => is_exhausted = true,
        }
        // What is there goes when it is enough, or when a worker would wait for more.
        let is_ready = packet.puzzles >= config.packet_size || is_exhausted || queue.has_idle_worker();
        if is_ready && packet.puzzles > 0 {
            queue.push(std::mem::replace(&mut packet, Packet::new()));
        }
        if is_exhausted {
            queue.close();
        }
    }
}
