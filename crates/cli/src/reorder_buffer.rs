//! A buffer that writes the results of many threads in order.
//!
//! ```text
//! reserve a slot ──▶ 5  6  7  8      batches that threads are working on
//!                    ┊     7         finished early: buffered
//!                    ▼
//!           written 0 to 4           by the thread that submits the next one
//! ```
//!
//! A thread that submits a batch can claim another one immediately. If too many batches are waiting for a
//! slow one, threads must wait before they reserve another slot, which bounds memory use.

use std::collections::BTreeMap;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// A destination for finished batches.
pub(crate) trait BatchSink<T> {
    /// The error of a failed write.
    type Error;

    /// Writes the next batch in sequence, and leaves its buffers in place for reuse.
    fn write(&mut self, batch: &mut T) -> Result<(), Self::Error>;
}

/// A queue that passes batches to a sink in order.
#[derive(Debug)]
pub(crate) struct ReorderBuffer<T, S> {
    state: Mutex<ReorderState<T>>,
    /// Signals that a batch was written or that the buffer was closed.
    changed: Condvar,
    sink: Mutex<S>,
    /// The maximum number of unwritten batches.
    capacity: u64,
}

#[derive(Debug)]
struct ReorderState<T> {
    /// The sequence number of the next slot to reserve.
    reserved: u64,
    /// The sequence number of the next batch to write.
    next: u64,
    waiting: BTreeMap<u64, T>,
    /// Written batches, for reuse.
    spare: Vec<T>,
    is_writing: bool,
    is_closed: bool,
}

/// A reserved place in the sequence. Dropping it without submitting a batch closes the buffer; otherwise the
/// other threads would wait forever.
#[derive(Debug)]
pub(crate) struct SequenceSlot<'o, T, S> {
    buffer: &'o ReorderBuffer<T, S>,
    /// `None` after submission.
    number: Option<u64>,
}

impl<T: Default, S: BatchSink<T>> ReorderBuffer<T, S> {
    /// Creates a buffer for at most `capacity` unwritten batches.
    pub(crate) fn new(sink: S, capacity: usize) -> ReorderBuffer<T, S> {
        let state = ReorderState {
            reserved: 0,
            next: 0,
            waiting: BTreeMap::new(),
            spare: Vec::new(),
            is_writing: false,
            is_closed: false,
        };
        ReorderBuffer {
            state: Mutex::new(state),
            changed: Condvar::new(),
            sink: Mutex::new(sink),
            capacity: capacity as u64,
        }
    }

    /// Waits until there is capacity for another batch. Returns `false` if the buffer is closed.
    pub(crate) fn wait_for_capacity(&self) -> bool {
        let mut state = self.state();
        while !state.is_closed && state.reserved - state.next >= self.capacity {
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        !state.is_closed
    }

    /// Reports whether there is capacity for another batch now.
    pub(crate) fn has_capacity(&self) -> bool {
        let state = self.state();
        !state.is_closed && state.reserved - state.next < self.capacity
    }

    /// Reserves the next slot. Slots are numbered in the order of the calls.
    pub(crate) fn reserve(&self) -> SequenceSlot<'_, T, S> {
        let mut state = self.state();
        let number = Some(state.reserved);
        state.reserved += 1;
        SequenceSlot { buffer: self, number }
    }

    /// Returns an empty batch, or a written one for reuse.
    pub(crate) fn spare(&self) -> T {
        self.state().spare.pop().unwrap_or_default()
    }

    /// Takes back an unused batch for reuse.
    pub(crate) fn recycle(&self, unused: T) {
        self.state().spare.push(unused);
    }

    /// Returns the sink after all batches have been written.
    pub(crate) fn into_sink(self) -> S {
        self.sink.into_inner().unwrap_or_else(PoisonError::into_inner)
    }

    fn state(&self) -> MutexGuard<'_, ReorderState<T>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Writes all batches that are next in sequence, unless another thread is already doing so.
    fn write_ready(&self) -> Result<(), S::Error> {
        let mut state = self.state();
        if state.is_writing || state.is_closed {
            return Ok(());
        }
        state.is_writing = true;
        while !state.is_closed
            && let Some(mut batch) = state.take_next()
        {
            drop(state);
            let panic = CloseOnPanic(self);
            let written = self.sink.lock().unwrap_or_else(PoisonError::into_inner).write(&mut batch);
            std::mem::forget(panic);
            state = self.state();
            state.next += 1;
            state.is_closed |= written.is_err();
            state.spare.push(batch);
            self.changed.notify_all();
            written?;
        }
        state.is_writing = false;
        Ok(())
    }
}

impl<T> ReorderState<T> {
    /// Removes the next batch in sequence, if it has arrived.
    fn take_next(&mut self) -> Option<T> {
        self.waiting.remove(&self.next)
    }
}

impl<T: Default, S: BatchSink<T>> SequenceSlot<'_, T, S> {
    /// Submits a batch. This thread or another one writes it when its turn comes.
    pub(crate) fn submit(mut self, answer: T) -> Result<(), S::Error> {
        if let Some(number) = self.number.take() {
            self.buffer.state().waiting.insert(number, answer);
        }
        self.buffer.write_ready()
    }
}

impl<T, S> Drop for SequenceSlot<'_, T, S> {
    fn drop(&mut self) {
        if self.number.is_some() {
            self.buffer.close();
        }
    }
}

/// A guard that closes the buffer if the sink panics, so that no thread waits forever.
struct CloseOnPanic<'o, T, S>(&'o ReorderBuffer<T, S>);

impl<T, S> Drop for CloseOnPanic<'_, T, S> {
    fn drop(&mut self) {
        self.0.close();
    }
}

impl<T, S> ReorderBuffer<T, S> {
    /// Closes the buffer and wakes all waiting threads.
    fn close(&self) {
        self.state.lock().unwrap_or_else(PoisonError::into_inner).is_closed = true;
        self.changed.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A sink that collects the numbers written to it, and returns an error for one specific number.
    struct Collected(Vec<u64>, Option<u64>);

    impl BatchSink<u64> for Collected {
        type Error = u64;

        fn write(&mut self, batch: &mut u64) -> Result<(), u64> {
            if self.1 == Some(*batch) {
                return Err(*batch);
            }
            self.0.push(*batch);
            Ok(())
        }
    }

    #[test]
    fn batches_are_written_in_sequence() {
        let buffer = ReorderBuffer::new(Collected(Vec::new(), None), 3);
        let numbers = [0, 1, 2].map(|_| buffer.reserve());
        for (number, answer) in numbers.into_iter().zip([0, 1, 2]).rev() {
            number.submit(answer).unwrap();
        }
        assert!(buffer.wait_for_capacity());
        assert_eq!(buffer.into_sink().0, [0, 1, 2]);
    }

    #[test]
    fn a_panicking_sink_closes_the_buffer() {
        struct Broken;
        impl BatchSink<u64> for Broken {
            type Error = u64;

            fn write(&mut self, _batch: &mut u64) -> Result<(), u64> {
                panic!("the sink is broken")
            }
        }
        let buffer = ReorderBuffer::new(Broken, 1);
        std::thread::scope(|scope| {
            assert!(scope.spawn(|| buffer.reserve().submit(0)).join().is_err());
        });
        assert!(!buffer.wait_for_capacity());
    }

    #[test]
    fn many_threads_never_exceed_the_capacity() {
        let buffer = ReorderBuffer::new(Collected(Vec::new(), None), 4);
        let next = Mutex::new(0);
        let reserve = || {
            let mut next = next.lock().unwrap();
            assert!(buffer.wait_for_capacity());
            *next += 1;
            (*next <= 1000).then(|| (*next - 1, buffer.reserve()))
        };
        std::thread::scope(|scope| {
            for _ in 0..7 {
                scope.spawn(|| {
                    while let Some((answer, number)) = reserve() {
                        let state = buffer.state();
                        assert!(state.reserved - state.next <= 4 && state.waiting.len() <= 4);
                        drop(state);
                        number.submit(answer).unwrap();
                    }
                });
            }
        });
        assert!(buffer.into_sink().0.into_iter().eq(0..1000));
    }

    #[test]
    fn dropped_slots_and_failed_writes_close_the_buffer() {
        let buffer = ReorderBuffer::<u64, _>::new(Collected(Vec::new(), None), 1);
        drop(buffer.reserve());
        assert!(!buffer.wait_for_capacity());
        let buffer = ReorderBuffer::new(Collected(Vec::new(), Some(1)), 2);
        let numbers = [0, 1, 2].map(|_| buffer.reserve());
        let results: Vec<_> =
            numbers.into_iter().zip(0..).map(|(number, answer)| number.submit(answer)).collect();
        assert_eq!(results, [Ok(()), Err(1), Ok(())]);
        assert!(!buffer.wait_for_capacity());
        assert_eq!(buffer.into_sink().0, [0]);
    }
}
