//! How many puzzles make a batch.
//!
//! A batch of many is quick (the bulk engine fills its slots, reading and writing go in one piece);
//! a batch of few is answered soon. So the size follows the clock: up while batches are quick, down
//! when they are slow, and down towards the end of the input, where threads would else wait for the
//! last one.

use crate::clock::{Clock, Stopwatch};
use std::num::NonZeroUsize;
use std::time::Duration;

/// How long a batch should take.
const GOAL: Duration = Duration::from_millis(250);
/// The puzzles of all batches together, at most: about 400 bytes each.
const MOST_IN_ALL: usize = 1 << 18;
/// The most puzzles in a batch; in larger ones the bulk engine is not quicker.
const MOST: usize = 1 << 15;
/// The most puzzles in a batch of puzzles that need no search: there a larger batch gains nothing, and
/// its texts and answers do not stay in the second-level cache (142 against 164 ns a puzzle).
const MOST_EASY: usize = 1 << 13;
/// A puzzle that takes as many nanoseconds needs some search.
const HARD: u128 = 200;
/// A batch is at most so many times as large as the one before.
const GROWTH: usize = 16;
/// Towards the end of the input a thread takes this part of its share of what is left.
const SHARE: u64 = 2;
/// But not fewer puzzles than this.
const FEWEST: usize = 4096;
/// What a puzzle takes in a file of plain lines.
const LINE: u64 = 82;

/// The time that a batch took.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Time {
    /// What its thread worked: how hard the puzzles are.
    cpu: Duration,
    /// What went by: how long somebody waits.
    wall: Duration,
}

impl Time {
    /// The time since the start of a stopwatch.
    pub(crate) fn of(stopwatch: &Stopwatch) -> Time {
        Time { cpu: stopwatch.elapsed(Clock::Cpu), wall: stopwatch.elapsed(Clock::Wall) }
    }
}

/// The size of the next batch.
#[derive(Debug)]
pub(crate) struct Pace {
    threads: usize,
    size: usize,
}

impl Pace {
    /// The pace of so many threads, before anything is known.
    pub(crate) fn new(threads: NonZeroUsize) -> Pace {
        Pace { threads: threads.get(), size: 1 }
    }

    /// The number of puzzles for the next batch, when so many bytes are left, if that is known.
    pub(crate) fn size(&self, bytes_left: Option<u64>) -> usize {
        let share = bytes_left.map_or(u64::MAX, |bytes| bytes / LINE / SHARE / self.threads as u64);
        match self.threads {
            1 => self.size,
            _ => self.size.min((share as usize).max(FEWEST)),
        }
    }

    /// A batch of so many puzzles took so long.
    pub(crate) fn note(&mut self, puzzles: usize, time: Time) {
        let is_easy = time.cpu.as_nanos() < HARD * puzzles as u128;
        let most = if is_easy { MOST_EASY } else { MOST }.min((MOST_IN_ALL / self.threads).max(FEWEST));
        let fitting = puzzles as u128 * GOAL.as_micros() / time.wall.as_micros().max(1);
        // A batch that the input cut short says little about a full one.
        let largest = (GROWTH * puzzles).max(self.size).min(most);
        self.size = usize::try_from(fitting).unwrap_or(usize::MAX).clamp(1, largest.max(1));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pace(threads: usize, batches: &[(usize, u64)]) -> Pace {
        let mut pace = Pace::new(NonZeroUsize::new(threads).unwrap());
        for &(puzzles, millis) in batches {
            let time = Duration::from_millis(millis);
            pace.note(puzzles, Time { cpu: time, wall: time });
        }
        pace
    }

    #[test]
    fn the_size_follows_the_clock() {
        assert_eq!(pace(1, &[]).size(None), 1);
        assert_eq!(pace(1, &[(1, 0)]).size(None), 16);
        assert_eq!(pace(1, &[(1, 0), (16, 0), (256, 0)]).size(None), 4096);
        assert_eq!(pace(1, &[(1, 0), (16, 0), (256, 0), (4096, 1)]).size(None), MOST);
        assert_eq!(pace(1, &[(1, 0), (16, 0), (256, 0), (4096, 0)]).size(None), MOST_EASY);
        assert_eq!(pace(1, &[(1, 0), (16, 1000)]).size(None), 4);
        assert_eq!(pace(1, &[(1, 60_000)]).size(None), 1);
    }

    #[test]
    fn a_short_batch_does_not_slow_down() {
        let quick = [(1, 0), (16, 0), (256, 0), (4096, 1)];
        assert_eq!(pace(1, &[&quick[..], &[(1, 0)]].concat()).size(None), MOST_EASY);
    }

    #[test]
    fn the_end_of_the_input_is_shared() {
        let quick = [(1, 0), (16, 0), (256, 0), (4096, 1)];
        assert_eq!(pace(1, &quick).size(Some(0)), MOST);
        assert_eq!(pace(2, &quick).size(Some(100_000_000)), MOST);
        assert_eq!(pace(2, &quick).size(Some(82 * 40_000)), 10_000);
        assert_eq!(pace(2, &quick).size(Some(0)), FEWEST);
        assert_eq!(pace(64, &quick).size(None), FEWEST);
    }
}
