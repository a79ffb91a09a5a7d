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
pub(crate) trait Sink<T> {
    /// What may go wrong.
    type Error;

    /// Writes a batch whose turn has come, and leaves in it what can be used again.
    fn write(&mut self, batch: &mut T) -> Result<(), Self::Error>;
}

/// The queue at a sink.
#[derive(Debug)]
pub(crate) struct Order<T, S> {
    line: Mutex<Line<T>>,
    /// Something was written, or all is over.
    moved: Condvar,
    sink: Mutex<S>,
    /// So many numbers may be out.
    room: u64,
}

#[derive(Debug)]
struct Line<T> {
    /// The number that is taken next.
    taken: u64,
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
pub(crate) struct Number<'o, T, S> {
    order: &'o Order<T, S>,
    /// Nothing once it is handed in.
    number: Option<u64>,
}

impl<T: Default, S: Sink<T>> Order<T, S> {
    /// A queue in which at most so many batches wait or are worked at.
    pub(crate) fn new(sink: S, room: usize) -> Order<T, S> {
        let line = Line {
            taken: 0,
            next: 0,
            waiting: BTreeMap::new(),
            spare: Vec::new(),
            is_writing: false,
            is_closed: false,
        };
        Order { line: Mutex::new(line), moved: Condvar::new(), sink: Mutex::new(sink), room: room as u64 }
    }

    /// Waits until there is room for another batch; false once the queue is closed.
    pub(crate) fn wait_for_room(&self) -> bool {
        let mut line = self.line();
        while !line.is_closed && line.taken - line.next >= self.room {
            line = self.moved.wait(line).unwrap_or_else(PoisonError::into_inner);
        }
        !line.is_closed
    }

    /// Whether there is room for another batch now.
    pub(crate) fn has_room(&self) -> bool {
        let line = self.line();
        !line.is_closed && line.taken - line.next < self.room
    }

    /// The next number, in the order of the calls.
    pub(crate) fn take(&self) -> Number<'_, T, S> {
        let mut line = self.line();
        let number = Some(line.taken);
        line.taken += 1;
        Number { order: self, number }
    }

    /// Something to write an answer into: perhaps with the memory of an earlier one.
    pub(crate) fn spare(&self) -> T {
        self.line().spare.pop().unwrap_or_default()
    }

    /// Gives back what was not needed, to be used another time.
    pub(crate) fn give_back(&self, unused: T) {
        self.line().spare.push(unused);
    }

    /// The sink, when all is done.
    pub(crate) fn into_sink(self) -> S {
        self.sink.into_inner().unwrap_or_else(PoisonError::into_inner)
    }

    fn line(&self) -> MutexGuard<'_, Line<T>> {
        self.line.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Writes all batches whose turn has come, unless another thread is just doing that.
    fn write_ready(&self) -> Result<(), S::Error> {
        let mut line = self.line();
        if line.is_writing || line.is_closed {
            return Ok(());
        }
        line.is_writing = true;
        while !line.is_closed
            && let Some(mut batch) = line.waiting_next()
        {
            drop(line);
            let panic = Panic(self);
            let written = self.sink.lock().unwrap_or_else(PoisonError::into_inner).write(&mut batch);
            std::mem::forget(panic);
            line = self.line();
            line.next += 1;
            line.is_closed |= written.is_err();
            line.spare.push(batch);
            self.moved.notify_all();
            written?;
        }
        line.is_writing = false;
        Ok(())
    }
}

impl<T> Line<T> {
    /// Takes out what is written next, if it is there.
    fn waiting_next(&mut self) -> Option<T> {
        self.waiting.remove(&self.next)
    }
}

impl<T: Default, S: Sink<T>> Number<'_, T, S> {
    /// Hands in an answer; it is written when its turn has come, by this thread or another.
    pub(crate) fn hand_in(mut self, answer: T) -> Result<(), S::Error> {
        if let Some(number) = self.number.take() {
            self.order.line().waiting.insert(number, answer);
        }
        self.order.write_ready()
    }
}

impl<T, S> Drop for Number<'_, T, S> {
    fn drop(&mut self) {
        if self.number.is_some() {
            self.order.close();
        }
    }
}

/// Closes the queue where it is dropped, which happens if the sink panics: nobody waits for what is never written.
struct Panic<'o, T, S>(&'o Order<T, S>);

impl<T, S> Drop for Panic<'_, T, S> {
    fn drop(&mut self) {
        self.0.close();
    }
}

impl<T, S> Order<T, S> {
    /// Lets nobody wait any more.
    fn close(&self) {
        self.line.lock().unwrap_or_else(PoisonError::into_inner).is_closed = true;
        self.moved.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Gathers what is written; refuses one number.
    struct Gathered(Vec<u64>, Option<u64>);

    impl Sink<u64> for Gathered {
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
        let order = Order::new(Gathered(Vec::new(), None), 3);
        let numbers = [0, 1, 2].map(|_| order.take());
        for (number, answer) in numbers.into_iter().zip([0, 1, 2]).rev() {
            number.hand_in(answer).unwrap();
        }
        assert!(order.wait_for_room());
        assert_eq!(order.into_sink().0, [0, 1, 2]);
    }

    #[test]
    fn a_sink_that_panics_leaves_nobody_waiting() {
        struct Broken;
        impl Sink<u64> for Broken {
            type Error = u64;

            fn write(&mut self, _batch: &mut u64) -> Result<(), u64> {
                panic!("the sink is broken")
            }
        }
        let order = Order::new(Broken, 1);
        std::thread::scope(|scope| {
            assert!(scope.spawn(|| order.take().hand_in(0)).join().is_err());
        });
        assert!(!order.wait_for_room());
    }

    #[test]
    fn many_threads_never_have_more_out_than_there_is_room() {
        let order = Order::new(Gathered(Vec::new(), None), 4);
        let next = Mutex::new(0);
        let take = || {
            let mut next = next.lock().unwrap();
            assert!(order.wait_for_room());
            *next += 1;
            (*next <= 1000).then(|| (*next - 1, order.take()))
        };
        std::thread::scope(|scope| {
            for _ in 0..7 {
                scope.spawn(|| {
                    while let Some((answer, number)) = take() {
                        let line = order.line();
                        assert!(line.taken - line.next <= 4 && line.waiting.len() <= 4);
                        drop(line);
                        number.hand_in(answer).unwrap();
                    }
                });
            }
        });
        assert!(order.into_sink().0.into_iter().eq(0..1000));
    }

    #[test]
    fn a_number_that_is_lost_and_a_sink_that_refuses_close_the_queue() {
        let order = Order::<u64, _>::new(Gathered(Vec::new(), None), 1);
        drop(order.take());
        assert!(!order.wait_for_room());
        let order = Order::new(Gathered(Vec::new(), Some(1)), 2);
        let numbers = [0, 1, 2].map(|_| order.take());
        let results: Vec<_> =
            numbers.into_iter().zip(0..).map(|(number, answer)| number.hand_in(answer)).collect();
        assert_eq!(results, [Ok(()), Err(1), Ok(())]);
        assert!(!order.wait_for_room());
        assert_eq!(order.into_sink().0, [0]);
    }
}
