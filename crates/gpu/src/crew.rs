//! A crew: a thread with two lanes to a device, which packs puzzles, sends them there, and reads what comes back.
//!
//! ```text
//! take ─ pack ─▶ lane 0 ═══ device ═══▶ ─ read ─ hand in
//!   take ─ pack ─▶ lane 1 ═══ device ═══▶ ─ read ─ hand in
//! ```
//!
//! It packs and reads by itself, so that no thread of the CPU waits for another, and what it packs stays in its cache.
//! Where a device has no memory for the second lane it works with one; without any it looks for another place, or retires.

use crate::Error;
use crate::aside::{Effort, SetAside};
use crate::counter::{Counter, Packet, Patience, Place, Task};
use crate::device::{Bounds, Device, Lane};
use crate::engine::{CHUNK, Load};
use crate::passing::{self, GROUP};
use crate::row::{self, Packed, ROW};
use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};
use veridoku_core::batch::Answer;
use veridoku_core::solve::{End, Limits};

/// The lanes of a crew: one there, one with the CPU.
pub(crate) const LANES: usize = 2;

/// What a crew has on its device.
pub(crate) type Lanes<D> = [Option<<D as Device>::Lane>; LANES];

/// The devices and lanes of crews that there is no work for.
pub(crate) type Reserves<'c, D> = Mutex<Vec<(&'c D, &'c mut Lanes<D>)>>;

/// A thread with its lanes to a device.
pub(crate) struct Crew<'c, 'p, D: Device, P: Packed> {
    pub(crate) device: &'c D,
    pub(crate) lanes: &'c mut Lanes<D>,
    pub(crate) reserves: &'c Reserves<'c, D>,
    pub(crate) counter: &'c Counter<'p, P>,
    /// Gives a puzzle that a device did not finish to the CPU.
    pub(crate) set_aside: &'c SetAside<'c, 'p, P>,
    pub(crate) limits: Limits,
    pub(crate) load: Load,
}

/// Packets on a device, each with its lane, the first one first.
type InFlight<'p, P> = VecDeque<(usize, Packet<'p, P>)>;

impl<'c, 'p, D: Device, P: Packed> Crew<'c, 'p, D, P> {
    /// Takes packets there and back until there are none.
    pub(crate) fn work(mut self) {
        let _alarm = self.counter.alarm();
        if let Err(error) = self.run() {
            self.counter.fail(error);
        }
    }

    fn run(&mut self) -> Result<(), Error> {
        let mut in_flight = InFlight::new();
        let mut usable = LANES;
        let mut number = 0;
        loop {
            let patience = if in_flight.is_empty() { Patience::Waits } else { Patience::Hurries };
            let packet = if in_flight.len() < usable { self.counter.take(patience) } else { None };
            let Some(packet) = packet else {
                match in_flight.pop_front() {
                    Some((number, packet)) => self.read_back(number, packet)?,
                    None => return Ok(()),
                }
                continue;
            };
            if packet.puzzles > CHUNK {
                self.land(&mut in_flight)?;
                number = 0;
            }
            while let Err(error) = self.make_ready(number, packet.puzzles.min(CHUNK)) {
                // There is no memory for it: on with the lane that there is, or in the place of a crew that was not wanted
                // so far, perhaps on another device, or not at all.
                self.land(&mut in_flight)?;
                if number > 0 {
                    (usable, number) = (number, 0);
                } else if let Some((device, lanes)) = self.next_reserve() {
                    (self.device, self.lanes, usable) = (device, lanes, LANES);
                } else {
                    self.counter.retire(Some(packet), error);
                    return Ok(());
                }
            }
            if packet.puzzles > CHUNK {
                self.take_in_pieces(packet)?;
            } else {
                self.submit(number, &packet)?;
                in_flight.push_back((number, packet));
                number = (number + 1) % usable;
            }
        }
    }

    /// The place of a crew that nobody takes yet.
    fn next_reserve(&self) -> Option<(&'c D, &'c mut Lanes<D>)> {
        self.reserves.lock().unwrap_or_else(PoisonError::into_inner).pop()
    }

    /// Reads all that is on its way.
    fn land(&mut self, in_flight: &mut InFlight<'p, P>) -> Result<(), Error> {
        while let Some((number, packet)) = in_flight.pop_front() {
            self.read_back(number, packet)?;
        }
        Ok(())
    }

    /// Sees to it that a lane is there and large enough.
    fn make_ready(&mut self, number: usize, puzzles: usize) -> Result<(), Error> {
        if self.lanes[number].as_ref().is_none_or(|lane| !lane.has_room(puzzles, P::FORM)) {
            // First goes what is too small: there may not be memory for both.
            self.lanes[number] = None;
            // Packets are not much larger than what was asked for, and the next ones are no larger.
            let size = puzzles.max(self.load.packet).next_power_of_two();
            self.lanes[number] = Some(self.device.lane(size, P::FORM)?);
        }
        Ok(())
    }

    /// A lane that is ready.
    fn lane(&mut self, number: usize) -> Result<&mut D::Lane, Error> {
        self.lanes[number].as_mut().ok_or(Error::MissingAnswers)
    }

    /// Sends a packet on its way.
    fn submit(&mut self, number: usize, packet: &Packet<'p, P>) -> Result<(), Error> {
        let bounds = Bounds::of(self.limits);
        self.lane(number)?.submit(packet.puzzles, P::FORM, bounds, &mut |mut words| {
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
        let limits = self.limits;
        let mut rows = self.lane(number)?.wait()?;
        for (portion, (_, contents)) in packet.portions.iter_mut().enumerate() {
            let (_, answers) = contents.parts();
            let here;
            (here, rows) = rows.split_at_checked(answers.len()).ok_or(Error::MissingAnswers)?;
            read(here, answers, limits, |puzzle| unfinished.push(Place { portion, puzzle }))?;
        }
        self.hand_in(packet, &unfinished);
        Ok(())
    }

    /// A packet that is too large for a lane, which a single portion can be: piece by piece.
    fn take_in_pieces(&mut self, mut packet: Packet<'p, P>) -> Result<(), Error> {
        let (limits, bounds) = (self.limits, Bounds::of(self.limits));
        let mut unfinished = Vec::new();
        for (portion, (_, contents)) in packet.portions.iter_mut().enumerate() {
            let (puzzles, answers) = contents.parts();
            for (piece, (puzzles, answers)) in
                puzzles.chunks(CHUNK).zip(answers.chunks_mut(CHUNK)).enumerate()
            {
                let lane = self.lane(0)?;
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
            let aside = self.counter.set_aside(alone, places.len());
            for (place, puzzle) in places.iter().zip(puzzles) {
                let place = Place { portion: 0, ..*place };
                (self.set_aside)(Task { aside: Arc::clone(&aside), place, puzzle }, Effort::Some);
            }
        }
        self.counter.hand_in(finished);
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
    // With fewer rows than places, answers of another group would be taken for theirs.
    if rows.len() != answers.len() {
        return Err(Error::MissingAnswers);
    }
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
