//! Chooses the number of puzzles per batch.
//!
//! Large batches are more efficient, but small ones give answers sooner. The size is therefore adjusted to
//! the measured time: it grows while batches are fast and shrinks when they are slow.
//!
//! The choice of the engine does not depend on the batch size alone, because the size also depends on how
//! busy the machine is. Easy puzzles go to the bulk engine only in batches of at least [`MIN_BATCH_SIZE`].
//! Slow puzzles need many guesses, for which the bulk engine is faster even in the smaller batches that fit
//! into the target time.

use crate::device::BatchScale;
use std::time::Duration;
use veridoku_core::batch::MIN_BATCH_SIZE;

/// The target time for a batch.
const TARGET_TIME: Duration = Duration::from_millis(100);
/// The maximum batch size on the CPU. It is large enough for the bulk engine, and small enough for the
/// answers to stay in the L2 cache until they are written.
const MAX_SMALL: usize = MIN_BATCH_SIZE;
/// The maximum batch size on a device that prefers large batches.
const MAX_LARGE: usize = 1 << 17;
/// The maximum factor by which the batch size may grow from one batch to the next.
const MAX_GROWTH: usize = 16;
/// The minimum batch size for the bulk engine if the puzzles are slow. Smaller batches are solved one puzzle
/// at a time.
pub(crate) const MIN_BULK: usize = 128;

/// Chooses the size of the next batch.
#[derive(Debug)]
pub(crate) struct BatchSizer {
    size: usize,
    max: usize,
    /// Whether batches must be smaller than `MIN_BATCH_SIZE` to meet the target time.
    is_slow: bool,
}

impl BatchSizer {
    /// Creates a sizer whose first batch has one puzzle.
    pub(crate) fn new(scale: BatchScale) -> BatchSizer {
        let max = match scale {
            BatchScale::Small => MAX_SMALL,
            BatchScale::Large => MAX_LARGE,
        };
        BatchSizer { size: 1, max, is_slow: false }
    }

    /// Returns the number of puzzles for the next batch.
    pub(crate) fn size(&self) -> usize {
        self.size
    }

    /// Adjusts the size, given the number of puzzles in the last batch and the time that it took.
    pub(crate) fn record(&mut self, puzzles: usize, time: Duration) {
        let ideal = puzzles as u128 * TARGET_TIME.as_micros() / time.as_micros().max(1);
        // Limit the growth: a short batch at the end of an input says little about a full one.
        let largest = (MAX_GROWTH * puzzles).max(self.size).min(self.max);
        let ideal = usize::try_from(ideal).unwrap_or(usize::MAX);
        self.size = ideal.clamp(1, largest.max(1));
        self.is_slow = ideal < MIN_BATCH_SIZE;
    }

    /// Reports whether the bulk engine should solve a batch of this many puzzles.
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

    /// Simulates puzzles that take the single engine `micros` each and the bulk engine half of that. Returns
    /// the number of batches until the bulk engine is chosen, and the batch size after that (`None` if it is
    /// never chosen).
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
    fn the_choice_of_bulk_does_not_depend_on_the_clock() {
        // The times range from the easiest puzzles on a fast machine to the hardest ones without vector
        // instructions.
        for micros in [0, 1, 9, 20, 24, 25, 30, 60, 109, 200, 500] {
            let (batches, size) = batches_until_bulk(micros);
            assert!(batches <= 3 && size >= Some(MIN_BULK), "{micros} µs: {batches} batches, then {size:?}");
        }
        // Puzzles that take milliseconds never go to the bulk engine.
        assert_eq!(batches_until_bulk(2000), (100, None));
    }

    #[test]
    fn a_short_delay_costs_only_a_few_batches() {
        let mut sizer = BatchSizer::new(BatchScale::Small);
        sizer.record(1, Duration::ZERO);
        // A batch of sixteen easy puzzles, slowed down by another process.
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
    fn a_few_easy_puzzles_do_not_suit_bulk() {
        let mut sizer = BatchSizer::new(BatchScale::Small);
        for puzzles in [1, 16, 256] {
            sizer.record(puzzles, Duration::from_micros(puzzles as u64));
        }
        assert!(!sizer.suits_bulk(MIN_BATCH_SIZE - 1) && sizer.suits_bulk(MIN_BATCH_SIZE));
    }

    #[test]
    fn a_short_batch_does_not_reduce_the_size() {
        assert_eq!(size(&[(1, 0), (16, 0), (256, 0), (4096, 1), (1, 0)]), MAX_SMALL);
    }
}
