//! The engine: crews that take packets of puzzles to devices and back, what is left to others, and who starts them.
//!
//! ```text
//! supply ──▶ ▓▓▓▓ ▓▓▓▓ ▓▓▓▓ ▓▓    portions, together in packets
//!             │    │    │    │
//!           crew 0, device 0  crew 1, device 1  crew 2, device 0 …   a thread and two lanes each
//!             │    │    │    │
//! supply ◀── ▓▓▓▓ ▓▓▓▓ ▓▓▓▓ ▓▓    each as soon as all its puzzles are answered
//!                   └─ more than MAX_DEVICE_NODES nodes ──▶ `aside.rs`
//! ```
//!
//! Threads that cannot be started are done without, as long as there is a crew. It is generic over the device: `cuda.rs`,
//! or `emulation` in tests.

use crate::Error;
use crate::aside::{self, Effort};
use crate::counter::{Counter, Packet, Room};
use crate::crew::{Crew, LANES, Lanes};
use crate::device::Device;
use crate::row::{self, Packed};
use rayon::ThreadPool;
use std::sync::{Mutex, OnceLock};
use std::thread::{Builder, Scope};
use veridoku_core::batch::{Answer, BatchSource};
use veridoku_core::solve::{End, Limits};

/// The most puzzles of a lane.
pub(crate) const CHUNK: usize = 1 << 17;
/// The fewest puzzles of a packet, as long as there are more.
pub(crate) const FEWEST: usize = 1 << 13;

/// A device, and all that was allocated on it.
pub(crate) struct Station<D: Device> {
    pub(crate) device: D,
    /// The lanes of each crew.
    crews: Vec<Lanes<D>>,
    splitter: Option<D::Splitter>,
}

impl<D: Device> Station<D> {
    /// A station that has so many crews.
    pub(crate) fn new(device: D, crews: usize) -> Station<D> {
        let crews = (0..crews).map(|_| [const { None }; LANES]).collect();
        Station { device, crews, splitter: None }
    }

    /// The number of its crews.
    pub(crate) fn crews(&self) -> usize {
        self.crews.len()
    }
}

/// How the work is shared out.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Load {
    /// The puzzles of a packet.
    pub(crate) packet: usize,
    /// The crews that there is work for, at most as many as all stations have.
    pub(crate) crews: usize,
    /// The puzzles of portions that wait for some of theirs, before no more are taken.
    pub(crate) aside: usize,
    /// The nodes that a thread of the CPU may take for a puzzle before all threads of a device do.
    pub(crate) split: u64,
    /// The threads that the system lets us start.
    #[cfg(test)]
    pub(crate) threads: usize,
}

/// Answers all puzzles of a supply. After an error, portions that were not given back are lost.
pub(crate) fn serve<D: Device, P: Packed>(
    stations: &mut [Station<D>],
    pool: &ThreadPool,
    supply: &mut dyn BatchSource<'_, P>,
    limits: Limits,
    load: Load,
) -> Result<(), Error> {
    if limits.solutions == 0 {
        decline(supply);
        return Ok(());
    }
    let counter = Counter::new(load.crews);
    work(stations, pool, &counter, limits, load, || dispatch(supply, &counter, load))
}

/// Has everybody work for who stands at the desk, which returns when it is over.
pub(crate) fn work<P: Packed, D: Device>(
    stations: &mut [Station<D>],
    pool: &ThreadPool,
    counter: &Counter<'_, P>,
    limits: Limits,
    load: Load,
    desk: impl FnOnce(),
) -> Result<(), Error> {
    pool.in_place_scope(|cpu| {
        let set_aside = &|task, effort| {
            cpu.spawn(move |_| aside::solve(counter, task, limits, load.split, effort));
        };
        let reserves = OnceLock::new();
        std::thread::scope(|scope| {
            // Whoever has been started would wait for this thread if it panicked.
            let _alarm = counter.alarm();
            // One crew of each device, then the second of each: few crews are spread over all devices.
            let most = stations.iter().map(Station::crews).max().unwrap_or(0);
            let mut first = None;
            let mut lanes: Vec<_> = Vec::new();
            for station in stations {
                let Station { device, crews, splitter } = station;
                lanes.push((&*device, crews.iter_mut()));
                first.get_or_insert((&*device, splitter));
            }
            let mut crews = Vec::new();
            for _ in 0..most {
                for (device, lanes) in &mut lanes {
                    crews.extend(lanes.next().map(|lanes| (*device, lanes)));
                }
            }
            let mut others = crews.split_off(load.crews.min(crews.len()));
            // Taken from the end.
            others.reverse();
            let reserves = reserves.get_or_init(|| Mutex::new(others));
            for (number, (device, lanes)) in crews.into_iter().enumerate() {
                let crew = Crew { device, lanes, reserves, counter, set_aside, limits, load };
                if let Err(error) = start(scope, number, load, move || crew.work()) {
                    counter.retire(None, error);
                }
            }
            let splits = first.is_some_and(|(device, splitter)| {
                let work = move || aside::split(device, splitter, counter, set_aside, limits);
                start(scope, load.crews, load, work).is_ok()
            });
            if !splits {
                for task in counter.dismiss_splitter() {
                    set_aside(task, Effort::All);
                }
            }
            desk();
        });
    });
    counter.error().map_or(Ok(()), Err)
}

/// Starts the thread of this number, if the system has one for us.
#[cfg_attr(not(test), allow(unused_variables, reason = "tests have the system refuse"))]
fn start<'s>(
    scope: &'s Scope<'s, '_>,
    number: usize,
    load: Load,
    work: impl FnOnce() + Send + 's,
) -> Result<(), Error> {
    #[cfg(test)]
    if number >= load.threads {
        return Err(Error::Threads("the test has no more".to_string()));
    }
    let started = Builder::new().spawn_scoped(scope, work);
    started.map(|_| ()).map_err(|error| Error::Threads(error.to_string()))
}

/// Answers that no solution is wanted.
fn decline<P: Packed>(supply: &mut dyn BatchSource<'_, P>) {
    for number in 0.. {
        let Some(mut portion) = supply.next() else { return };
        portion.parts().1.fill(Answer { end: End::SolutionLimit, ..row::UNKNOWN });
        supply.done(number, portion);
    }
}

/// Posts what the supply has, and gives back what is answered.
fn dispatch<'p, P: Packed>(supply: &mut dyn BatchSource<'p, P>, counter: &Counter<'p, P>, load: Load) {
    let room = Room { packets: (2 * load.crews).max(1), aside: load.aside };
    let mut taken = 0;
    let mut is_dry = false;
    let mut packet = Packet::new();
    while !counter.is_over() {
        for packet in counter.collect(room) {
            for (number, portion) in packet.portions {
                supply.done(number, portion);
            }
        }
        if is_dry || !counter.has_room(room) {
            continue;
        }
        match supply.next() {
            Some(portion) => {
                let number = taken;
                taken += 1;
                if portion.puzzles().is_empty() {
                    // Devices are not asked nothing.
                    supply.done(number, portion);
                } else {
                    packet.add((number, portion));
                }
            }
            None => is_dry = true,
        }
        // What is there goes when it is enough, or when a crew would wait for more.
        let is_enough = packet.puzzles >= load.packet || is_dry || counter.has_idle_crew();
        if is_enough && packet.puzzles > 0 {
            counter.post(std::mem::replace(&mut packet, Packet::new()));
        }
        if is_dry {
            counter.close();
        }
    }
}
