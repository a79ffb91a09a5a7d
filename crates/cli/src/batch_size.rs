//! How many puzzles make a batch.
//!
//! A batch of many is quick, since reading and writing go in one piece; a batch of few is answered soon.
//! So the size follows the clock: up while batches are quick, down when they are slow.
//!
//! Whether a batch is solved together does not follow from its size alone, which depends on how busy the machine
//! is. Quick puzzles are solved together where there are very many of them. Slow ones need many guesses, with which the
//! bulk engine is ahead however few the clock allows.

use crate::device::BatchScale;
use std::time::Duration;
use veridoku_core::batch::MIN_BATCH_SIZE;

/// How long a batch should take.
const TARGET_TIME: Duration = Duration::from_millis(100);
/// The most puzzles in a batch: as many as make it worth while to solve them together. The answers to
/// more would leave the second-level cache before they are written.
const MAX_SMALL: usize = MIN_BATCH_SIZE;
/// The same for a device that takes large batches.
const MAX_LARGE: usize = 1 << 17;
/// A batch is at most so many times as large as the one before.
const MAX_GROWTH: usize = 16;
/// Fewer puzzles are answered one by one, however slow they are.
pub(crate) const MIN_BULK: usize = 128;

/// The size of the next batch.
#[derive(Debug)]
pub(crate) struct BatchSizer {
    size: usize,
    max: usize,
    /// Whether the clock, and nothing else, keeps batches below what is solved together in any case.
    is_slow: bool,
}

impl BatchSizer {
    /// The pace before anything is known.
    pub(crate) fn new(scale: BatchScale) -> BatchSizer {
        let max = match scale {
            BatchScale::Small => MAX_SMALL,
            BatchScale::Large => MAX_LARGE,
        };
        BatchSizer { size: 1, max, is_slow: false }
    }

    /// The number of puzzles for the next batch.
    pub(crate) fn size(&self) -> usize {
        self.size
    }

    /// A batch of so many puzzles took so long.
    pub(crate) fn record(&mut self, puzzles: usize, time: Duration) {
        let ideal = puzzles as u128 * TARGET_TIME.as_micros() / time.as_micros().max(1);
        // A batch that the input cut short says little about a full one.
        let largest = (MAX_GROWTH * puzzles).max(self.size).min(self.max);
        let ideal = usize::try_from(ideal).unwrap_or(usize::MAX);
        self.size = ideal.clamp(1, largest.max(1));
        self.is_slow = ideal < MIN_BATCH_SIZE;
    }

    /// Whether a batch of so many puzzles is best solved together.
    pub(crate) fn suits_bulk(&self, puzzles: usize) -> bool {
        puzzles >= if self.is_slow { MIN_BULK } else { MIN_BATCH_SIZE }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn size(batches: &[(usize, u64)]) -> usize {
        let mut sizer = BatchSizer::new(BatchScale::Small);
        for &(puzzles, millis) in batches {
            sizer.record(puzzles, Duration::from_millis(millis));
        }
        sizer.size()
    }

    #[test]
    fn the_size_follows_the_clock() {
        assert_eq!(size(&[]), 1);
        assert_eq!(size(&[(1, 0)]), 16);
        assert_eq!(size(&[(1, 0), (16, 0)]), 256);
        assert_eq!(size(&[(1, 0), (16, 0), (256, 0), (4096, 1)]), MAX_SMALL);
        assert_eq!(size(&[(1, 0), (16, 400)]), 4);
        assert_eq!(size(&[(1, 60_000)]), 1);
    }

    /// What a file of puzzles meets that take one engine so many microseconds each, the other one half of it: the batches
    /// until one of them is solved together, if ever, and the size of those that follow it.
    fn batches_until_bulk(micros: u64) -> (usize, Option<usize>) {
        let mut sizer = BatchSizer::new(BatchScale::Small);
        for batches in 0..100 {
            let puzzles = sizer.size();
            if sizer.suits_bulk(puzzles) {
                for _ in 0..100 {
                    let puzzles = sizer.size();
                    sizer.record(puzzles, Duration::from_micros(puzzles as u64 * micros / 2));
                }
                return (batches, Some(sizer.size()));
            }
            sizer.record(puzzles, Duration::from_micros(puzzles as u64 * micros));
        }
        (100, None)
    }

    #[test]
    fn whether_puzzles_are_solved_together_is_not_up_to_the_clock() {
        // From the easiest on the quickest machine to the hardest without vector instructions.
        for micros in [0, 1, 9, 20, 24, 25, 30, 60, 109, 200, 500] {
            let (batches, size) = batches_until_bulk(micros);
            assert!(batches <= 3 && size >= Some(MIN_BULK), "{micros} µs: {batches} batches, then {size:?}");
        }
        // What takes milliseconds is written as soon as it is answered.
        assert_eq!(batches_until_bulk(2000), (100, None));
    }

    #[test]
    fn a_moment_lost_to_others_costs_a_few_batches() {
        let mut sizer = BatchSizer::new(BatchScale::Small);
        sizer.record(1, Duration::ZERO);
        // Sixteen quick puzzles, and somebody else had the processor meanwhile.
        sizer.record(16, Duration::from_millis(300));
        assert_eq!(sizer.size(), 5);
        let mut batches = 0;
        while !sizer.suits_bulk(sizer.size()) {
            sizer.record(sizer.size(), Duration::from_micros(sizer.size() as u64));
            batches += 1;
        }
        assert_eq!((sizer.size(), batches), (MAX_SMALL, 3));
    }

    #[test]
    fn some_quick_puzzles_are_no_bulk() {
        let mut sizer = BatchSizer::new(BatchScale::Small);
        for puzzles in [1, 16, 256] {
            sizer.record(puzzles, Duration::from_micros(puzzles as u64));
        }
        assert!(!sizer.suits_bulk(MIN_BATCH_SIZE - 1) && sizer.suits_bulk(MIN_BATCH_SIZE));
    }

    #[test]
    fn a_short_batch_does_not_slow_down() {
        assert_eq!(size(&[(1, 0), (16, 0), (256, 0), (4096, 1), (1, 0)]), MAX_SMALL);
    }
}
