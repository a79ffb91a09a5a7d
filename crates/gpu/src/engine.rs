//! The engine: crews that take packets of puzzles to devices and back, and what happens to puzzles that are not through.
//!
//! ```text
//! supply ──▶ ▓▓▓▓ ▓▓▓▓ ▓▓▓▓ ▓▓    portions, together in packets
//!             │    │    │    │
//!           crew 0, device 0  crew 1, device 1  crew 2, device 0 …   a thread and two lanes each
//!             │    │    │    │
//! supply ◀── ▓▓▓▓ ▓▓▓▓ ▓▓▓▓ ▓▓    each as soon as all its puzzles are answered
//!                   └─ more than HAND_OVER nodes ──▶ solve::Solver, on threads of the CPU
//!                                                      └─ more than SPLIT nodes ──▶ all threads of a device
//! ```
//!
//! A crew packs and reads by itself, so that no thread of the CPU waits for another, and what it packs stays in its cache.
//! It is generic over the device: `cuda.rs`, or `emulation.rs` in tests.

use crate::counter::{Aside, Counter, Hard, Packet, Patience, Place};
use crate::device::{Bounds, Device, Lane};
use crate::passing::{self, GROUP};
use crate::row::{self, Packed, ROW};
use crate::split::{Search, Searches};
use crate::{Error, HAND_OVER};
use rayon::ThreadPool;
use std::collections::VecDeque;
use std::sync::Arc;
use veridoku_core::batch::{Answer, Supply};
use veridoku_core::solve::{self, End, Limits};

/// The lanes of a crew: one there, one with the CPU.
const LANES: usize = 2;
/// The most puzzles of a lane.
pub(crate) const CHUNK: usize = 1 << 17;
/// The fewest puzzles of a packet, as long as there are more.
pub(crate) const FEWEST: usize = 1 << 13;

/// A device, and all that was allocated on it.
#[derive(Debug)]
pub(crate) struct Station<D: Device> {
    pub(crate) device: D,
    /// The lanes of each crew.
    crews: Vec<Vec<D::Lane>>,
    splitter: Option<D::Splitter>,
}

impl<D: Device> Station<D> {
    /// A station that has so many crews.
    pub(crate) fn new(device: D, crews: usize) -> Station<D> {
        Station { device, crews: (0..crews).map(|_| Vec::new()).collect(), splitter: None }
    }
}

/// How the work is shared out.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Load {
    /// The puzzles of a packet.
    pub(crate) packet: usize,
    /// The crews that there is work for.
    pub(crate) crews: usize,
    /// The nodes that a thread of the CPU may take for a puzzle before all threads of a device do.
    pub(crate) split: u64,
}

/// Answers all puzzles of a supply. After an error, portions that were not given back are lost.
pub(crate) fn serve<D: Device, P: Packed>(
    stations: &mut [Station<D>],
    pool: &ThreadPool,
    supply: &mut dyn Supply<'_, P>,
    limits: Limits,
    load: Load,
) -> Result<(), Error> {
    if limits.solutions == 0 {
        decline(supply);
        return Ok(());
    }
    let counter = &Counter::new();
    pool.in_place_scope(|cpu| {
        let set_aside = &|aside, place, puzzle| {
            cpu.spawn(move |_| solve_aside(counter, aside, place, puzzle, limits, load.split));
        };
        std::thread::scope(|scope| {
            let mut number = 0;
            // One crew of each device, then the second of each: few crews are spread over all devices.
            let most = stations.iter().map(|station| station.crews.len()).max().unwrap_or(0);
            let mut first = None;
            let mut crews: Vec<_> = Vec::new();
            for station in stations {
                let Station { device, crews: lanes, splitter } = station;
                crews.push((&*device, lanes.iter_mut()));
                first.get_or_insert((&*device, splitter));
            }
            for _ in 0..most {
                for (device, lanes) in &mut crews {
                    if number < load.crews
                        && let Some(lanes) = lanes.next()
                    {
                        let crew = Crew { device: *device, lanes, counter, set_aside, limits, load };
                        scope.spawn(move || crew.work());
                        number += 1;
                    }
                }
            }
            if let Some((device, splitter)) = first {
                scope.spawn(move || split(device, splitter, counter, limits));
            }
            dispatch(supply, counter, load, (2 * number).max(1));
        });
    });
    counter.error().map_or(Ok(()), Err)
}

/// Answers that no solution is wanted.
fn decline<P: Packed>(supply: &mut dyn Supply<'_, P>) {
    for number in 0.. {
        let Some(mut portion) = supply.next() else { return };
        portion.parts().1.fill(Answer { end: End::SolutionLimit, ..row::UNKNOWN });
        supply.done(number, portion);
    }
}

/// Posts what the supply has, and gives back what is answered.
fn dispatch<'p, P: Packed>(
    supply: &mut dyn Supply<'p, P>,
    counter: &Counter<'p, P>,
    load: Load,
    most_waiting: usize,
) {
    let _alarm = counter.alarm();
    let mut number = 0;
    let mut is_dry = false;
    let mut packet = Packet::new();
    while !counter.is_over() {
        for packet in counter.collect(most_waiting) {
            for (number, portion) in packet.portions {
                supply.done(number, portion);
            }
        }
        if is_dry || counter.is_full(most_waiting) {
            continue;
        }
        let portion = supply.next();
        is_dry = portion.is_none();
        if let Some(portion) = portion {
            packet.add((number, portion));
            number += 1;
        }
        if packet.puzzles >= load.packet || is_dry && !packet.portions.is_empty() {
            counter.post(std::mem::replace(&mut packet, Packet::new()));
        }
        if is_dry {
            counter.close();
        }
    }
}

/// A thread with its lanes to a device.
struct Crew<'c, 'p, D: Device, P: Packed> {
    device: &'c D,
    lanes: &'c mut Vec<D::Lane>,
    counter: &'c Counter<'p, P>,
    /// Gives a puzzle that a device did not finish to the CPU.
    set_aside: &'c SetAside<'c, 'p, P>,
    limits: Limits,
    load: Load,
}

/// Takes a puzzle, and where its answer goes.
type SetAside<'c, 'p, P> = dyn Fn(Arc<Aside<'p, P>>, Place, P) + Sync + 'c;

impl<'p, D: Device, P: Packed> Crew<'_, 'p, D, P> {
    /// Takes packets there and back until there are none.
    fn work(mut self) {
        let _alarm = self.counter.alarm();
        if let Err(error) = self.run() {
            self.counter.fail(error);
        }
    }

    fn run(&mut self) -> Result<(), Error> {
        let mut in_flight = VecDeque::new();
        let mut number = 0;
        loop {
            let patience = if in_flight.is_empty() { Patience::Waits } else { Patience::Hurries };
            let packet = if in_flight.len() < LANES { self.counter.take(patience) } else { None };
            match packet {
                Some(packet) if packet.puzzles > CHUNK => self.take_in_pieces(packet, &mut in_flight)?,
                Some(packet) => {
                    self.submit(number, &packet)?;
                    in_flight.push_back((number, packet));
                    number = (number + 1) % LANES;
                }
                None => match in_flight.pop_front() {
                    Some((number, packet)) => self.read_back(number, packet)?,
                    None => return Ok(()),
                },
            }
        }
    }

    /// Sends a packet on its way.
    fn submit(&mut self, number: usize, packet: &Packet<'p, P>) -> Result<(), Error> {
        let bounds = self.bounds();
        let lane = self.lane(number, packet.puzzles)?;
        lane.submit(packet.puzzles, P::FORM, bounds, &mut |mut words| {
            for (_, portion) in &packet.portions {
                let filled;
                (filled, words) =
                    std::mem::take(&mut words).split_at_mut(portion.puzzles().len() * P::FORM.words());
                pack(portion.puzzles(), filled);
            }
        })
    }

    /// Puts the answers to a packet into their places.
    fn read_back(&mut self, number: usize, mut packet: Packet<'p, P>) -> Result<(), Error> {
        let mut unfinished = Vec::new();
        let mut rows = self.lanes[number].wait()?;
        for (portion, (_, contents)) in packet.portions.iter_mut().enumerate() {
            let (_, answers) = contents.parts();
            let here;
            (here, rows) = rows.split_at_checked(answers.len()).ok_or(Error::Lost)?;
            read(here, answers, self.limits, |puzzle| unfinished.push(Place { portion, puzzle }))?;
        }
        self.hand_in(packet, &unfinished);
        Ok(())
    }

    /// A packet that is too large for a lane, which a single portion can be: piece by piece.
    fn take_in_pieces(
        &mut self,
        mut packet: Packet<'p, P>,
        in_flight: &mut VecDeque<(usize, Packet<'p, P>)>,
    ) -> Result<(), Error> {
        while let Some((number, packet)) = in_flight.pop_front() {
            self.read_back(number, packet)?;
        }
        let (limits, bounds) = (self.limits, self.bounds());
        let mut unfinished = Vec::new();
        for (portion, (_, contents)) in packet.portions.iter_mut().enumerate() {
            let (puzzles, answers) = contents.parts();
            for (piece, (puzzles, answers)) in
                puzzles.chunks(CHUNK).zip(answers.chunks_mut(CHUNK)).enumerate()
            {
                let lane = self.lane(0, CHUNK)?;
                lane.submit(puzzles.len(), P::FORM, bounds, &mut |words| pack(puzzles, words))?;
                read(lane.wait()?, answers, limits, |puzzle| {
                    unfinished.push(Place { portion, puzzle: piece * CHUNK + puzzle });
                })?;
            }
        }
        self.hand_in(packet, &unfinished);
        Ok(())
    }

    /// Hands a packet in; sets aside what is not finished, each portion by itself.
    fn hand_in(&self, packet: Packet<'p, P>, unfinished: &[Place]) {
        if unfinished.is_empty() {
            self.counter.hand_in(packet);
            return;
        }
        let mut finished = Packet::new();
        let mut unfinished = unfinished.chunk_by(|a, b| a.portion == b.portion).peekable();
        for (portion, contents) in packet.portions.into_iter().enumerate() {
            let Some(places) = unfinished.next_if(|places| places[0].portion == portion) else {
                finished.add(contents);
                continue;
            };
            let puzzles: Vec<P> = places.iter().map(|place| contents.1.puzzles()[place.puzzle]).collect();
            let mut alone = Packet::new();
            alone.add(contents);
            self.counter.split_off();
            let aside = Aside::new(alone, places.len());
            for (place, puzzle) in places.iter().zip(puzzles) {
                (self.set_aside)(Arc::clone(&aside), Place { portion: 0, ..*place }, puzzle);
            }
        }
        self.counter.hand_in(finished);
    }

    /// Where a search on the device stops.
    fn bounds(&self) -> Bounds {
        Bounds {
            solutions: u32::try_from(self.limits.solutions).unwrap_or(u32::MAX),
            nodes: self.limits.nodes.min(HAND_OVER) as u32,
        }
    }

    /// The lane of this number, made anew if it is too small.
    fn lane(&mut self, number: usize, puzzles: usize) -> Result<&mut D::Lane, Error> {
        if self.lanes.get(number).is_none_or(|lane| !lane.has_room(puzzles, P::FORM)) {
            // Packets are not much larger than what was asked for, and the next ones are no larger.
            let lane = self.device.lane(puzzles.max(self.load.packet).next_power_of_two(), P::FORM)?;
            if number < self.lanes.len() {
                self.lanes[number] = lane;
            } else {
                self.lanes.push(lane);
            }
        }
        Ok(&mut self.lanes[number])
    }
}

/// Writes puzzles into words.
fn pack<P: Packed>(puzzles: &[P], words: &mut [u32]) {
    for (words, puzzle) in words.chunks_exact_mut(P::FORM.words()).zip(puzzles) {
        puzzle.pack(words);
    }
}

/// Reads answers; tells the numbers of those that came to a bound that is not the caller's.
fn read(
    rows: &[[u32; ROW]],
    answers: &mut [Answer],
    limits: Limits,
    mut unfinished: impl FnMut(usize),
) -> Result<(), Error> {
    let mut group = [row::UNKNOWN; GROUP];
    for (number, (rows, answers)) in rows.chunks(GROUP).zip(answers.chunks_mut(GROUP)).enumerate() {
        for (place, (row, answer)) in rows.iter().zip(&mut group).enumerate() {
            row::read(row, answer)?;
            if answer.end == End::NodeBudget && answer.nodes < limits.nodes {
                unfinished(GROUP * number + place);
            }
        }
        passing::copy(&group[..answers.len()], answers);
    }
    Ok(())
}

/// Solves a puzzle on the CPU, or leaves it to the splitter if that takes long.
fn solve_aside<'p, P: Packed>(
    counter: &Counter<'p, P>,
    aside: Arc<Aside<'p, P>>,
    place: Place,
    puzzle: P,
    limits: Limits,
    split: u64,
) {
    let _alarm = counter.alarm();
    let tried = limits.with_nodes(limits.nodes.min(split));
    let answer = Answer::from(solve::Solver::new().search(puzzle.clues(), tried));
    if answer.end == End::NodeBudget && answer.nodes < limits.nodes {
        counter.leave(Hard { aside, place, puzzle });
    } else {
        counter.answer(&aside, place, answer);
    }
}

/// Solves what takes long on all threads of a device, until there is nothing left.
fn split<D: Device, P: Packed>(
    device: &D,
    splitter: &mut Option<D::Splitter>,
    counter: &Counter<'_, P>,
    limits: Limits,
) {
    let _alarm = counter.alarm();
    let mut searches = Searches::new();
    loop {
        let patience = if searches.is_empty() { Patience::Waits } else { Patience::Hurries };
        let Some(more) = counter.take_hard(patience) else { return };
        for Hard { aside, place, puzzle } in more {
            searches.add((aside, place), Search::new(puzzle.board(), limits));
        }
        let ready = match splitter.take() {
            Some(splitter) => Ok(splitter),
            None => device.splitter(),
        };
        let answers = ready.and_then(|ready| searches.wave(splitter.insert(ready)));
        match answers {
            Ok(answers) => {
                for ((aside, place), answer) in answers {
                    counter.answer(&aside, place, answer);
                }
            }
            Err(error) => return counter.fail(error),
        }
    }
}
