//! An overview of a search of any length: its depth over time.

use crate::observer::Counter;

/// The maximum number of buckets.
const MAX_BUCKETS: usize = 1024;

/// How deep a search was over time, in at most 1,024 buckets with the same number of calls each. When all
/// buckets are full, neighbours are merged.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SearchProfile {
    /// The number of calls in each bucket. The last one may have fewer.
    pub calls_per_bucket: u64,
    /// The buckets, in order.
    pub buckets: Vec<ProfileBucket>,
    /// The number of calls in the last bucket.
    calls_in_last: u64,
}

/// Some consecutive calls of a search.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct ProfileBucket {
    /// The number of events before the first of these calls.
    pub events_before: u64,
    /// The depth of the shallowest call.
    pub min_depth: u8,
    /// The depth of the deepest call.
    pub max_depth: u8,
    /// The number of dead ends from the first of these calls to the first call of the next bucket.
    pub dead_ends: u64,
}

impl Default for SearchProfile {
    fn default() -> SearchProfile {
        SearchProfile { calls_per_bucket: 1, buckets: Vec::new(), calls_in_last: 1 }
    }
}

impl SearchProfile {
    /// Adds a call. The counter includes it.
    pub(crate) fn call(&mut self, depth: u8, counter: &Counter) {
        if self.calls_in_last == self.calls_per_bucket {
            if self.buckets.len() == MAX_BUCKETS {
                self.merge_neighbours();
            }
            self.calls_in_last = 0;
            let events_before = counter.events - 1;
            self.buckets.push(ProfileBucket {
                events_before,
                min_depth: depth,
                max_depth: depth,
                dead_ends: 0,
            });
        }
        self.calls_in_last += 1;
        if let Some(bucket) = self.buckets.last_mut() {
            bucket.min_depth = bucket.min_depth.min(depth);
            bucket.max_depth = bucket.max_depth.max(depth);
        }
    }

    /// Adds a dead end.
    pub(crate) fn dead_end(&mut self) {
        if let Some(bucket) = self.buckets.last_mut() {
            bucket.dead_ends += 1;
        }
    }

    fn merge_neighbours(&mut self) {
        let merged = self.buckets.chunks(2).map(|pair| ProfileBucket {
            events_before: pair[0].events_before,
            min_depth: pair.iter().map(|bucket| bucket.min_depth).min().unwrap_or(0),
            max_depth: pair.iter().map(|bucket| bucket.max_depth).max().unwrap_or(0),
            dead_ends: pair.iter().map(|bucket| bucket.dead_ends).sum(),
        });
        self.buckets = merged.collect();
        self.calls_per_bucket *= 2;
    }
}
