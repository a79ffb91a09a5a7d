//! An ordered pipeline: one source, many workers, one sink.
//!
//! ```text
//!              bounded queue                 reorder buffer
//!   Source ───▶ 9 8 7 ───▶ worker: 6 ───▶ 5 4, waiting for 3 ───▶ Sink: 2 1 0
//!   own thread             worker: 3                              calling thread, in order
//!       ▲                  …                                             │
//!       └──────────────── waits while too many items are in flight ◀─────┘
//! ```
//!
//! The sink accepts the results in the order of the items, whichever worker finishes first. The number of
//! items between source and sink is limited, and therefore the memory. If the sink returns an error, or if
//! the source or a worker panics, all stages stop; the error is returned, and the panic continues on the
//! calling thread.
//!
//! A worker takes items from its [`Queue`] until [`Queue::take`] returns `None`; if it ends before, the run
//! panics, because nobody might take the other items. It may hold several items at a time, and must submit a
//! result for each. While it holds an item, it must not wait for another one, because the results of other
//! workers may be waiting for its result in the reorder buffer. It may use [`Queue::try_take`], which gives up
//! after a millisecond.
//!
//! Starting threads takes longer than solving a few puzzles. A pipeline can therefore run all three stages on
//! the calling thread, either for its first items ([`Pipeline::with_inline_items`]) or for all of them.
//! Further workers start only if there are more items than idle workers.

mod inline;
mod reorder_buffer;
mod stage;
#[cfg(test)]
mod tests;
mod threads;

pub use stage::{Queue, Sink, Source, StopFlag, Work};

/// The settings of a pipeline.
///
/// ```
/// use std::convert::Infallible;
/// use veridoku_api::pipeline::{Pipeline, Sink};
///
/// struct Collected(Vec<u64>);
///
/// impl Sink<u64> for Collected {
///     type Error = Infallible;
///
///     fn accept(&mut self, result: u64) -> Result<(), Infallible> {
///         self.0.push(result);
///         Ok(())
///     }
/// }
///
/// let mut squares = Collected(Vec::new());
/// let pipeline = Pipeline::new(4, 16);
/// let Ok(()) = pipeline.run(&mut (1..=5_u64), &mut squares, &|queue| {
///     while let Some((number, item)) = queue.take() {
///         queue.submit(number, item * item);
///     }
/// });
/// assert_eq!(squares.0, [1, 4, 9, 16, 25]);
/// ```
#[derive(Copy, Clone, Debug)]
pub struct Pipeline {
    threads: usize,
    capacity: usize,
    inline_items: u64,
}

impl Pipeline {
    /// Creates a pipeline with up to `threads` workers and `capacity` items between source and sink.
    pub fn new(threads: usize, capacity: usize) -> Pipeline {
        Pipeline { threads: threads.max(1), capacity: capacity.max(1), inline_items: 0 }
    }

    /// Lets the calling thread answer up to `items` items before other threads start, but no further item
    /// after five milliseconds. If it is [`u64::MAX`], the calling thread answers all items, no thread
    /// starts, and [`Sink::tick`] is not called.
    #[must_use]
    pub fn with_inline_items(self, items: u64) -> Pipeline {
        Pipeline { inline_items: items, ..self }
    }

    /// Runs the pipeline. Each worker calls `work` once.
    ///
    /// # Errors
    ///
    /// Returns the first error of the sink.
    ///
    /// # Panics
    ///
    /// Panics if the source, a worker or the sink does, or if a worker ends although there may be more items.
    pub fn run<T: Send, R: Send, E>(
        self,
        source: &mut (dyn Source<Item = T> + Send),
        sink: &mut dyn Sink<R, Error = E>,
        work: &Work<'_, T, R>,
    ) -> Result<(), E> {
        let Pipeline { threads, capacity, inline_items } = self;
        if inline_items > 0 && !inline::run(inline_items, capacity, source, sink, work)? {
            return Ok(());
        }
        if !threads::run(threads, capacity, source, sink, work)? {
            // The system refuses to start threads.
            inline::run(u64::MAX, capacity, source, sink, work)?;
        }
        Ok(())
    }
}
