//! A worker: a thread that packs puzzles, sends them to a device, and reads the answers.
//!
//! ```text
//! pop ─ pack ─▶ lane 0 ═══ device ═══▶ ─ read ─ complete
//!   pop ─ pack ─▶ lane 1 ═══ device ═══▶ ─ read ─ complete
//! ```
//!
//! Each worker packs and reads its own puzzles, so that no CPU thread waits for another and packed puzzles
//! stay in the cache of the core. A worker has two lanes. If the device has memory for only one, the worker
//! uses one. If there is not enough memory for a single lane, the worker tries the lanes of a worker that
//! was not started, possibly on another device. If there are none, the worker ends.

use crate::Error;
use crate::config::{EngineConfig, MAX_LANE_PUZZLES};
use crate::cpu_fallback::{FallbackMode, SpawnFallback};
use crate::device::{ComputeDevice, DeviceLane, SearchBounds};
use crate::nontemporal::{self, GROUP};
use crate::packing::{self, DevicePuzzle, ROW_WORDS};
use crate::queue::{FallbackTask, Packet, WaitMode, WorkQueue};
use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};
use veridoku_core::solve::{End, Limits, SearchResult};

/// Number of lanes per worker: one is busy on the device while the CPU fills or reads the other.
pub(crate) const LANES_PER_WORKER: usize = 2;

/// The lanes of a worker, allocated on first use.
pub(crate) type WorkerLanes<D> = [Option<<D as ComputeDevice>::Lane>; LANES_PER_WORKER];

/// The devices and lanes of workers that were not started because there was too little work.
pub(crate) type SpareLanes<'c, D> = Mutex<Vec<(&'c D, &'c mut WorkerLanes<D>)>>;

/// A worker, which serves a device on its own thread.
pub(crate) struct DeviceWorker<'c, 'p, D: ComputeDevice, P: DevicePuzzle> {
    pub(crate) device: &'c D,
    pub(crate) lanes: &'c mut WorkerLanes<D>,
    pub(crate) spare_lanes: &'c SpareLanes<'c, D>,
    pub(crate) queue: &'c WorkQueue<'p, P>,
    /// A function that passes an unfinished puzzle to the CPU.
    pub(crate) spawn_fallback: &'c SpawnFallback<'c, 'p, P>,
    pub(crate) limits: Limits,
    pub(crate) config: EngineConfig,
}

/// Packets that a device is processing, each with its lane number, oldest first.
type PacketsInFlight<'p, P> = VecDeque<(usize, Packet<'p, P>)>;

impl<'c, 'p, D: ComputeDevice, P: DevicePuzzle> DeviceWorker<'c, 'p, D, P> {
    /// Processes packets until the queue is finished.
    pub(crate) fn work(mut self) {
        let _guard = self.queue.panic_guard();
        if let Err(error) = self.run() {
            self.queue.fail(error);
        }
    }

    fn run(&mut self) -> Result<(), Error> {
        let mut in_flight = PacketsInFlight::new();
        let mut usable_lanes = LANES_PER_WORKER;
        let mut number = 0;
        loop {
            let mode = if in_flight.is_empty() { WaitMode::Block } else { WaitMode::Poll };
            let packet = if in_flight.len() < usable_lanes { self.queue.pop(mode) } else { None };
            let Some(packet) = packet else {
                match in_flight.pop_front() {
                    Some((number, packet)) => self.read_back(number, packet)?,
                    None => return Ok(()),
                }
                continue;
            };
            if packet.puzzles > MAX_LANE_PUZZLES {
                self.drain(&mut in_flight)?;
                number = 0;
            }
            while let Err(error) = self.ensure_lane(number, packet.puzzles.min(MAX_LANE_PUZZLES)) {
                // There is not enough memory for this lane. If it is the second lane, continue with the first
                // one only. Otherwise, switch to the lanes of a worker that was not started, or stop if there
                // are none.
                self.drain(&mut in_flight)?;
                if number > 0 {
                    (usable_lanes, number) = (number, 0);
                } else if let Some((device, lanes)) = self.take_spare_lanes() {
                    (self.device, self.lanes, usable_lanes) = (device, lanes, LANES_PER_WORKER);
                } else {
                    self.queue.remove_worker(Some(packet), error);
                    return Ok(());
                }
            }
            if packet.puzzles > MAX_LANE_PUZZLES {
                self.solve_in_chunks(packet)?;
            } else {
                self.submit(number, &packet)?;
                in_flight.push_back((number, packet));
                number = (number + 1) % usable_lanes;
            }
        }
    }

    /// Takes the lanes of a worker that was not started, if there is one.
    fn take_spare_lanes(&self) -> Option<(&'c D, &'c mut WorkerLanes<D>)> {
        self.spare_lanes.lock().unwrap_or_else(PoisonError::into_inner).pop()
    }

    /// Reads the answers of all packets in flight.
    fn drain(&mut self, in_flight: &mut PacketsInFlight<'p, P>) -> Result<(), Error> {
        while let Some((number, packet)) = in_flight.pop_front() {
            self.read_back(number, packet)?;
        }
        Ok(())
    }

    /// Allocates a lane, or replaces a lane that is too small.
    fn ensure_lane(&mut self, number: usize, puzzles: usize) -> Result<(), Error> {
        if self.lanes[number].as_ref().is_none_or(|lane| !lane.has_room(puzzles, P::ENCODING)) {
            // Free the smaller lane first, because there may not be enough memory for both.
            self.lanes[number] = None;
            // Round up, because later packets can be slightly larger than the configured size.
            let size = puzzles.max(self.config.packet_size).next_power_of_two();
            self.lanes[number] = Some(self.device.lane(size, P::ENCODING)?);
        }
        Ok(())
    }

    /// Returns a lane that was allocated by [`Self::ensure_lane`].
    fn lane(&mut self, number: usize) -> Result<&mut D::Lane, Error> {
        self.lanes[number].as_mut().ok_or(Error::MissingAnswers)
    }

    /// Sends a packet to the device.
    fn submit(&mut self, number: usize, packet: &Packet<'p, P>) -> Result<(), Error> {
        let bounds = SearchBounds::from_limits(self.limits);
        self.lane(number)?.submit(packet.puzzles, P::ENCODING, bounds, &mut |mut words| {
            for (_, batch) in &packet.batches {
                let filled;
                (filled, words) =
                    std::mem::take(&mut words).split_at_mut(batch.puzzles().len() * P::ENCODING.words());
                pack(batch.puzzles(), filled);
            }
        })
    }

    /// Waits for a packet and stores its answers.
    fn read_back(&mut self, number: usize, mut packet: Packet<'p, P>) -> Result<(), Error> {
        let mut unfinished = Vec::new();
        let limits = self.limits;
        let mut rows = self.lane(number)?.wait()?;
        for (_, batch) in &mut packet.batches {
            let (_, answers) = batch.parts();
            let batch_rows;
            (batch_rows, rows) = rows.split_at_checked(answers.len()).ok_or(Error::MissingAnswers)?;
            unfinished.push(read(batch_rows, answers, limits)?);
        }
        self.complete(packet, unfinished);
        Ok(())
    }

    /// Solves a packet that is too large for a lane, in several launches. Packets can be that large because
    /// batches can have any size.
    fn solve_in_chunks(&mut self, mut packet: Packet<'p, P>) -> Result<(), Error> {
        let (limits, bounds) = (self.limits, SearchBounds::from_limits(self.limits));
        let mut unfinished = Vec::new();
        for (_, batch) in &mut packet.batches {
            let (puzzles, answers) = batch.parts();
            let mut indices = Vec::new();
            for (chunk, (puzzles, answers)) in
                puzzles.chunks(MAX_LANE_PUZZLES).zip(answers.chunks_mut(MAX_LANE_PUZZLES)).enumerate()
            {
                let lane = self.lane(0)?;
                lane.submit(puzzles.len(), P::ENCODING, bounds, &mut |words| pack(puzzles, words))?;
                let in_chunk = read(lane.wait()?, answers, limits)?;
                indices.extend(in_chunk.into_iter().map(|index| chunk * MAX_LANE_PUZZLES + index));
            }
            unfinished.push(indices);
        }
        self.complete(packet, unfinished);
        Ok(())
    }

    /// Returns a packet to the queue. Batches with unfinished puzzles are held back individually, and the
    /// unfinished puzzles, whose indices are given for each batch, go to the CPU.
    fn complete(&self, packet: Packet<'p, P>, unfinished: Vec<Vec<usize>>) {
        let mut finished = Packet::new();
        for ((number, batch), indices) in packet.batches.into_iter().zip(unfinished) {
            if indices.is_empty() {
                finished.add(number, batch);
                continue;
            }
            let puzzles: Vec<P> = indices.iter().map(|&index| batch.puzzles()[index]).collect();
            let pending = self.queue.hold(number, batch, indices.len());
            for (index, puzzle) in indices.into_iter().zip(puzzles) {
                let task = FallbackTask { pending: Arc::clone(&pending), index, puzzle };
                (self.spawn_fallback)(task, FallbackMode::UntilSplit);
            }
        }
        self.queue.complete(finished);
    }
}

/// Packs puzzles into consecutive words.
fn pack<P: DevicePuzzle>(puzzles: &[P], words: &mut [u32]) {
    for (words, puzzle) in words.chunks_exact_mut(P::ENCODING.words()).zip(puzzles) {
        puzzle.pack(words);
    }
}

/// Reads answers. Returns the index of each search that stopped before it had exhausted the caller's node
/// budget.
fn read(
    rows: &[[u32; ROW_WORDS]],
    answers: &mut [SearchResult],
    limits: Limits,
) -> Result<Vec<usize>, Error> {
    // If there were too few rows, stale answers of the previous group would be copied.
    if rows.len() != answers.len() {
        return Err(Error::MissingAnswers);
    }
    let mut unfinished = Vec::new();
    let mut group = [SearchResult::NONE; GROUP];
    for (number, (rows, answers)) in rows.chunks(GROUP).zip(answers.chunks_mut(GROUP)).enumerate() {
        for (index, (row, answer)) in rows.iter().zip(&mut group).enumerate() {
            packing::read_answer(row, answer)?;
            if answer.end == End::NodeBudget && answer.nodes < limits.nodes {
                unfinished.push(GROUP * number + index);
            }
        }
        nontemporal::copy(&group[..answers.len()], answers);
    }
    Ok(unfinished)
}
