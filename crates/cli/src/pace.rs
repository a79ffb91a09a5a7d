//! How many puzzles make a batch.
//!
//! A batch of many is quick, since reading and writing go in one piece; a batch of few is answered soon.
//! So the size follows the clock: up while batches are quick, down when they are slow.

use crate::device::Appetite;
use std::time::Duration;

/// How long a batch should take.
const GOAL: Duration = Duration::from_millis(100);
/// The most puzzles in a batch: as many as make it worth while to solve them together. The answers to
/// more would leave the second-level cache before they are written.
const MOST: usize = veridoku_core::batch::SINGLE_BELOW;
/// The same for a device that takes large batches.
const MOST_LARGE: usize = 1 << 17;
/// A batch is at most so many times as large as the one before.
const GROWTH: usize = 16;

/// The size of the next batch.
#[derive(Debug)]
pub(crate) struct Pace {
    size: usize,
    most: usize,
}

impl Pace {
    /// The pace before anything is known.
    pub(crate) fn new(appetite: Appetite) -> Pace {
        let most = match appetite {
            Appetite::Small => MOST,
            Appetite::Large => MOST_LARGE,
        };
        Pace { size: 1, most }
    }

    /// The number of puzzles for the next batch.
    pub(crate) fn size(&self) -> usize {
        self.size
    }

    /// A batch of so many puzzles took so long.
    pub(crate) fn note(&mut self, puzzles: usize, time: Duration) {
        let fitting = puzzles as u128 * GOAL.as_micros() / time.as_micros().max(1);
        // A batch that the input cut short says little about a full one.
        let largest = (GROWTH * puzzles).max(self.size).min(self.most);
        self.size = usize::try_from(fitting).unwrap_or(usize::MAX).clamp(1, largest.max(1));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn size(batches: &[(usize, u64)]) -> usize {
        let mut pace = Pace::new(Appetite::Small);
        for &(puzzles, millis) in batches {
            pace.note(puzzles, Duration::from_millis(millis));
        }
        pace.size()
    }

    #[test]
    fn the_size_follows_the_clock() {
        assert_eq!(size(&[]), 1);
        assert_eq!(size(&[(1, 0)]), 16);
        assert_eq!(size(&[(1, 0), (16, 0)]), 256);
        assert_eq!(size(&[(1, 0), (16, 0), (256, 0), (4096, 1)]), MOST);
        assert_eq!(size(&[(1, 0), (16, 400)]), 4);
        assert_eq!(size(&[(1, 60_000)]), 1);
    }

    #[test]
    fn a_short_batch_does_not_slow_down() {
        assert_eq!(size(&[(1, 0), (16, 0), (256, 0), (4096, 1), (1, 0)]), MOST);
    }
}
