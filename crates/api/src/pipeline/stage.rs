//! The stages of a pipeline, and the queue that connects a worker to the others.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::task::Poll;
use std::time::Duration;

/// The interval of [`Sink::tick`].
pub(super) const TICK: Duration = Duration::from_millis(50);
/// The message of the panic if a worker ends although there may be more items.
pub(super) const ENDED_EARLY: &str = "a worker has ended before its queue";
/// The time for which [`Queue::try_take`] waits.
pub(super) const TRY_TIME: Duration = Duration::from_millis(1);

/// The first stage of a pipeline.
pub trait Source {
    /// What the source produces.
    type Item;

    /// Returns the next item, or `None` at the end. Never waits for input: returns [`Poll::Pending`] instead.
    fn poll(&mut self) -> Poll<Option<Self::Item>>;

    /// Waits until there may be input, at most for this time.
    fn wait(&mut self, _timeout: Duration) {}
}

impl<I: Iterator> Source for I {
    type Item = I::Item;

    fn poll(&mut self) -> Poll<Option<I::Item>> {
        Poll::Ready(self.next())
    }
}

/// The last stage of a pipeline.
pub trait Sink<R> {
    /// The error that stops the pipeline.
    type Error;

    /// Accepts the next result, in the order of the items.
    ///
    /// # Errors
    ///
    /// An error stops the pipeline.
    fn accept(&mut self, result: R) -> Result<(), Self::Error>;

    /// Called about every 50 ms while threads are running, whether or not there are results.
    ///
    /// # Errors
    ///
    /// An error stops the pipeline.
    fn tick(&mut self) -> Result<(), Self::Error> {
        Ok(())
    }

    /// Called after the last result, before the thread of the source is joined; not called if the source has
    /// no thread. A sink that sends something to the source must close that connection here, because the
    /// source may be waiting for more.
    fn stop(&mut self) {}
}

/// A flag that is set when a pipeline stops.
pub type StopFlag = Arc<AtomicBool>;

/// The connection of a worker to the other stages.
pub trait Queue<T, R> {
    /// Waits for the next item. Returns it with its number, or `None` if there are no more or the pipeline
    /// has stopped. Must not be called while the worker holds other items.
    fn take(&mut self) -> Option<(u64, T)>;

    /// Like [`Queue::take`], but also returns `None` if no item arrives within a millisecond. That is not the
    /// end: another one may arrive later.
    fn try_take(&mut self) -> Option<(u64, T)>;

    /// Submits the result for the item with this number.
    fn submit(&mut self, number: u64, result: R);

    /// Reports whether the pipeline has stopped. Long tasks should poll this.
    fn is_stopped(&self) -> bool;

    /// Returns a flag with the value of [`Queue::is_stopped`], for tasks that cannot borrow the queue.
    fn stop_flag(&self) -> StopFlag;
}

/// What a worker does with its queue.
pub type Work<'w, T, R> = dyn Fn(&mut dyn Queue<T, R>) + Sync + 'w;
