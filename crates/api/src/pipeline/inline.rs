//! A pipeline on the calling thread.

use super::reorder_buffer::ReorderBuffer;
use super::stage::{ENDED_EARLY, Queue, Sink, Source, StopFlag, TICK, TRY_TIME, Work};
use std::task::Poll;
use std::time::{Duration, Instant};

/// The time after which no more items are answered on the calling thread, if threads may start.
const INLINE_TIME: Duration = Duration::from_millis(5);

/// Answers up to `max_items` items on this thread. Returns whether there may be more.
pub(super) fn run<T, R, E>(
    max_items: u64,
    capacity: usize,
    source: &mut dyn Source<Item = T>,
    sink: &mut dyn Sink<R, Error = E>,
    work: &Work<'_, T, R>,
) -> Result<bool, E> {
    let deadline = (max_items < u64::MAX).then(|| Instant::now() + INLINE_TIME);
    let order = ReorderBuffer::new();
    let mut queue =
        InlineQueue { source, sink, order, capacity, max_items, deadline, has_more: true, result: Ok(()) };
    work(&mut queue);
    assert!(queue.is_finished(), "{ENDED_EARLY}");
    queue.result.map(|()| queue.has_more)
}

/// The queue of a worker on the calling thread.
struct InlineQueue<'q, T, R, E> {
    source: &'q mut dyn Source<Item = T>,
    sink: &'q mut dyn Sink<R, Error = E>,
    order: ReorderBuffer<R>,
    capacity: usize,
    /// The number of items to answer on this thread.
    max_items: u64,
    deadline: Option<Instant>,
    /// Whether the source may have more items.
    has_more: bool,
    result: Result<(), E>,
}

impl<T, R, E> InlineQueue<'_, T, R, E> {
    /// Reports whether there are no more items to answer on this thread.
    fn is_finished(&self) -> bool {
        let is_late = self.deadline.is_some_and(|deadline| Instant::now() >= deadline);
        !self.has_more || self.is_stopped() || self.order.taken >= self.max_items || is_late
    }

    /// Returns the next item with its number, or `None` if there are no more to answer on this thread.
    fn poll(&mut self) -> Poll<Option<(u64, T)>> {
        if self.is_finished() {
            return Poll::Ready(None);
        }
        self.source.poll().map(|item| {
            self.has_more = item.is_some();
            let number = self.order.taken;
            self.order.taken += u64::from(self.has_more);
            item.map(|item| (number, item))
        })
    }
}

impl<T, R, E> Queue<T, R> for InlineQueue<'_, T, R, E> {
    fn take(&mut self) -> Option<(u64, T)> {
        loop {
            match self.poll() {
                Poll::Ready(item) => return item,
                Poll::Pending => self.source.wait(TICK),
            }
        }
    }

    fn try_take(&mut self) -> Option<(u64, T)> {
        if self.order.in_flight() >= self.capacity {
            return None;
        }
        let mut item = self.poll();
        if item.is_pending() {
            self.source.wait(TRY_TIME);
            item = self.poll();
        }
        if let Poll::Ready(item) = item { item } else { None }
    }

    fn submit(&mut self, number: u64, result: R) {
        self.order.insert(number, result);
        while self.result.is_ok()
            && let Some(result) = self.order.pop()
        {
            self.result = self.sink.accept(result);
        }
    }

    fn is_stopped(&self) -> bool {
        self.result.is_err()
    }

    /// The value cannot change during a task, because the sink runs on the same thread.
    fn stop_flag(&self) -> StopFlag {
        StopFlag::new(self.is_stopped().into())
    }
}
