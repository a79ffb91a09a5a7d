//! Answers of many threads, written in the order of the questions.
//!
//! ```text
//! take a number ──▶ 5  6  7  8      batches that threads are at
//!                   ┊     7         answered before its turn: it waits here
//!                   ▼
//!          written 0 to 4           by the thread that hands in what is next
//! ```
//!
//! A thread that hands in its answer goes on with another batch at once; only when too many wait for
//! a slow one, taking a number waits too. So the memory is bounded, whatever the threads do.

use std::collections::BTreeMap;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// What writes finished batches.
pub(crate) trait BatchSink<T> {
    /// What may go wrong.
    type Error;

    /// Writes a batch whose turn has come, and leaves in it what can be used again.
    fn write(&mut self, batch: &mut T) -> Result<(), Self::Error>;
}

/// The queue at a sink.
#[derive(Debug)]
pub(crate) struct ReorderBuffer<T, S> {
    state: Mutex<ReorderState<T>>,
    /// Something was written, or all is over.
    changed: Condvar,
    sink: Mutex<S>,
    /// So many numbers may be out.
    capacity: u64,
}

#[derive(Debug)]
struct ReorderState<T> {
    /// The number that is taken next.
    reserved: u64,
    /// The number that is written next.
    next: u64,
    waiting: BTreeMap<u64, T>,
    /// What was written, to be used again.
    spare: Vec<T>,
    is_writing: bool,
    is_closed: bool,
}

/// A number in the queue. If it is dropped before it is handed in, the queue closes: nobody waits for
/// an answer that never comes.
#[derive(Debug)]
pub(crate) struct SequenceSlot<'o, T, S> {
    buffer: &'o ReorderBuffer<T, S>,
    /// Nothing once it is handed in.
    number: Option<u64>,
}

impl<T: Default, S: BatchSink<T>> ReorderBuffer<T, S> {
    /// A queue in which at most so many batches wait or are worked at.
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

    /// Waits until there is room for another batch; false once the queue is closed.
    pub(crate) fn wait_for_capacity(&self) -> bool {
        let mut state = self.state();
        while !state.is_closed && state.reserved - state.next >= self.capacity {
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        !state.is_closed
    }

    /// Whether there is room for another batch now.
    pub(crate) fn has_capacity(&self) -> bool {
        let state = self.state();
        !state.is_closed && state.reserved - state.next < self.capacity
    }

    /// The next number, in the order of the calls.
    pub(crate) fn reserve(&self) -> SequenceSlot<'_, T, S> {
        let mut state = self.state();
        let number = Some(state.reserved);
        state.reserved += 1;
        SequenceSlot { buffer: self, number }
    }

    /// Something to write an answer into: perhaps with the memory of an earlier one.
    pub(crate) fn spare(&self) -> T {
        self.state().spare.pop().unwrap_or_default()
    }

    /// Gives back what was not needed, to be used another time.
    pub(crate) fn recycle(&self, unused: T) {
        self.state().spare.push(unused);
    }

    /// The sink, when all is done.
    pub(crate) fn into_sink(self) -> S {
        self.sink.into_inner().unwrap_or_else(PoisonError::into_inner)
    }

    fn state(&self) -> MutexGuard<'_, ReorderState<T>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Writes all batches whose turn has come, unless another thread is just doing that.
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
    /// Takes out what is written next, if it is there.
    fn take_next(&mut self) -> Option<T> {
        self.waiting.remove(&self.next)
    }
}

impl<T: Default, S: BatchSink<T>> SequenceSlot<'_, T, S> {
    /// Hands in an answer; it is written when its turn has come, by this thread or another.
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

/// Closes the queue where it is dropped, which happens if the sink panics: nobody waits for what is never written.
struct CloseOnPanic<'o, T, S>(&'o ReorderBuffer<T, S>);

impl<T, S> Drop for CloseOnPanic<'_, T, S> {
    fn drop(&mut self) {
        self.0.close();
    }
}

impl<T, S> ReorderBuffer<T, S> {
    /// Lets nobody wait any more.
    fn close(&self) {
        self.state.lock().unwrap_or_else(PoisonError::into_inner).is_closed = true;
        self.changed.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Gathers what is written; refuses one number.
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
    fn answers_are_written_in_the_order_of_their_numbers() {
        let buffer = ReorderBuffer::new(Collected(Vec::new(), None), 3);
        let numbers = [0, 1, 2].map(|_| buffer.reserve());
        for (number, answer) in numbers.into_iter().zip([0, 1, 2]).rev() {
            number.submit(answer).unwrap();
        }
        assert!(buffer.wait_for_capacity());
        assert_eq!(buffer.into_sink().0, [0, 1, 2]);
    }

    #[test]
    fn a_sink_that_panics_leaves_nobody_waiting() {
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
    fn many_threads_never_have_more_out_than_there_is_room() {
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
    fn a_number_that_is_lost_and_a_sink_that_refuses_close_the_queue() {
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
