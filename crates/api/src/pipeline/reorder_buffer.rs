//! Puts results into the order of their items.

use std::collections::VecDeque;

/// Results that have arrived before their turn.
pub(super) struct ReorderBuffer<R> {
    /// The number of items taken from the source.
    pub(super) taken: u64,
    /// The number of the next result to pass on.
    next: u64,
    /// The results from `next` on.
    waiting: VecDeque<Option<R>>,
}

impl<R> ReorderBuffer<R> {
    /// Returns an empty buffer.
    pub(super) fn new() -> ReorderBuffer<R> {
        ReorderBuffer { taken: 0, next: 0, waiting: VecDeque::new() }
    }

    /// Returns the number of items between source and sink.
    pub(super) fn in_flight(&self) -> usize {
        (self.taken - self.next) as usize
    }

    /// Adds the result with this number.
    pub(super) fn insert(&mut self, number: u64, result: R) {
        let place = (number - self.next) as usize;
        if place >= self.waiting.len() {
            self.waiting.resize_with(place + 1, || None);
        }
        self.waiting[place] = Some(result);
    }

    /// Reports whether the next result has arrived.
    pub(super) fn has_next(&self) -> bool {
        matches!(self.waiting.front(), Some(Some(_)))
    }

    /// Removes the next result in sequence, if it has arrived.
    pub(super) fn pop(&mut self) -> Option<R> {
        if !self.has_next() {
            return None;
        }
        self.next += 1;
        self.waiting.pop_front().flatten()
    }
}
