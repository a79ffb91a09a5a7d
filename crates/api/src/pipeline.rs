//! An ordered pipeline: one source, many workers, one sink.
//!
//! ```text
//!             bounded queue               results        reorder buffer
//!   Source ──▶ 9 8 7 ──▶ worker: 6 ──▶ 5 … 3 ──▶ 4 ▸ 5   (3 is next) ──▶ Sink: 2 1 0
//!   own thread           worker: 4                                       calling thread, in order
//!       ▲                …                                                      │
//!       └──────────────── one permit per item that the sink has accepted ◀──────┘
//! ```
//!
//! The sink accepts the results in the order of the items, whichever worker finishes first. Permits bound the
//! number of items between source and sink, and therefore the memory. If the sink returns an error or a
//! worker panics, all stages stop; the error is returned, and the panic continues on the calling thread.
//!
//! A worker takes items from its [`Queue`] until there are no more. It may hold several items at a time, and
//! must submit a result for each. While it holds an item, it must not block, because the items of other
//! workers may be waiting for it in the reorder buffer; [`Queue::take_soon`] gives up after a moment.
//!
//! Starting threads takes longer than solving a few puzzles. A pipeline can therefore run all three stages on
//! the calling thread, either for its first items ([`Pipeline::with_inline_items`]) or for all of them.
//! Further workers start only if items are waiting and no worker is idle.

use crossbeam_channel::{Receiver, RecvTimeoutError, Sender, bounded, unbounded};
use std::any::Any;
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::task::Poll;
use std::thread::{self, Builder, Scope};
use std::time::{Duration, Instant};

/// The number of items per thread that wait for a worker.
const QUEUED_PER_THREAD: usize = 2;
/// The interval of [`Sink::tick`].
const TICK: Duration = Duration::from_millis(50);
/// The time for which [`Queue::take_soon`] waits.
const SOON: Duration = Duration::from_millis(1);
/// The time after which no more items are answered on the calling thread, if threads may start.
const INLINE_TIME: Duration = Duration::from_millis(5);

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

    /// Called when no more results follow, before the thread of the source is waited for. A sink that sends
    /// something to the source must stop here, so that the source does not wait for more.
    fn stop(&mut self) {}
}

/// The connection of a worker to the other stages.
pub trait Queue<T, R> {
    /// Waits for the next item. Returns it with its number, or `None` if there are no more or the pipeline
    /// has stopped. Must not be called while the worker holds other items.
    fn take(&mut self) -> Option<(u64, T)>;

    /// Like [`Queue::take`], but also returns `None` if no item arrives within a millisecond.
    fn take_soon(&mut self) -> Option<(u64, T)>;

    /// Submits the result for the item with this number.
    fn submit(&mut self, number: u64, result: R);

    /// Reports whether the pipeline has stopped. Long tasks should poll this.
    fn is_stopped(&self) -> bool;
}

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
/// let Ok(()) = pipeline.run(1..=5_u64, &mut squares, |queue| {
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

    /// Lets the calling thread answer up to `items` items before other threads start. If it is
    /// [`u64::MAX`], no thread starts at all, and [`Sink::tick`] is not called.
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
    /// Panics if the source, a worker or the sink does.
    pub fn run<S, R, K>(
        self,
        mut source: S,
        sink: &mut K,
        work: impl Fn(&mut dyn Queue<S::Item, R>) + Sync,
    ) -> Result<(), K::Error>
    where
        S: Source + Send,
        S::Item: Send,
        R: Send,
        K: Sink<R>,
    {
        // The rest is compiled once for all workers with the same types of items and results.
        let work: &Work<'_, S::Item, R> = &work;
        let mut order = ReorderBuffer { taken: 0, next: 0, waiting: BTreeMap::new() };
        if self.inline_items > 0
            && !self.run_inline(self.inline_items, &mut source, sink, work, &mut order)?
        {
            return Ok(());
        }
        match self.run_threads(source, sink, work, &mut order)? {
            None => Ok(()),
            // The system refuses to start threads.
            Some(mut source) => self.run_inline(u64::MAX, &mut source, sink, work, &mut order).map(|_| ()),
        }
    }

    /// Answers up to `limit` items on this thread. Returns whether there may be more.
    fn run_inline<S: Source, R, K: Sink<R>>(
        self,
        limit: u64,
        source: &mut S,
        sink: &mut K,
        work: &Work<'_, S::Item, R>,
        order: &mut ReorderBuffer<R>,
    ) -> Result<bool, K::Error> {
        let deadline = (limit < u64::MAX).then(|| Instant::now() + INLINE_TIME);
        let mut queue = InlineQueue {
            source,
            sink,
            order,
            limit,
            deadline,
            capacity: self.capacity as u64,
            has_more: true,
            result: Ok(()),
        };
        work(&mut queue);
        let has_more = queue.has_more;
        queue.result.map(|()| has_more)
    }

    /// Answers all items on other threads, and passes the results to the sink on this one. Returns the source
    /// if no thread can be started.
    fn run_threads<S, R, K>(
        self,
        source: S,
        sink: &mut K,
        work: &Work<'_, S::Item, R>,
        order: &mut ReorderBuffer<R>,
    ) -> Result<Option<S>, K::Error>
    where
        S: Source + Send,
        S::Item: Send,
        R: Send,
        K: Sink<R>,
    {
        let is_stopped = AtomicBool::new(false);
        let idle = AtomicUsize::new(0);
        let (permit_sender, permits) = bounded(self.capacity);
        // A short queue: the source should run ahead of the workers, but not by much.
        let (item_sender, items) = bounded(QUEUED_PER_THREAD * self.threads);
        let (result_sender, results) = unbounded();
        // Handed over by a channel, so that the source is not lost if its thread cannot be started.
        let (source_sender, sources) = bounded::<S>(1);
        let first = order.taken;
        let collected = thread::scope(|scope| {
            let queued = items.clone();
            let worker = ChannelQueue { items, results: result_sender, is_stopped: &is_stopped, idle: &idle };
            if !start_worker(scope, worker.clone(), work) {
                return Ok(Ok(Some(source)));
            }
            let feed = move || {
                let Ok(mut source) = sources.recv() else { return };
                let mut workers = 1;
                let mut number = first;
                let mut next = || loop {
                    match source.poll() {
                        Poll::Ready(item) => return item,
                        Poll::Pending if worker.is_stopped() => return None,
                        Poll::Pending => source.wait(TICK),
                    }
                };
                while permit_sender.send(()).is_ok()
                    && let Some(item) = next()
                    && item_sender.send((number, item)).is_ok()
                {
                    number += 1;
                    if workers < self.threads && item_sender.len() > worker.idle.load(Ordering::Relaxed) {
                        let is_started = start_worker(scope, worker.clone(), work);
                        workers = if is_started { workers + 1 } else { self.threads };
                    }
                }
            };
            if Builder::new().spawn_scoped(scope, feed).is_err() {
                return Ok(Ok(Some(source)));
            }
            let _ = source_sender.send(source);
            let collected = catch_unwind(AssertUnwindSafe(|| collect(&results, &permits, sink, order)));
            sink.stop();
            is_stopped.store(true, Ordering::Relaxed);
            // Dropping the receivers ends the thread of the source, and with it the workers. Emptying the queue
            // lets the source send the item that it holds.
            drop((results, permits));
            queued.iter().for_each(drop);
            collected.map(|result| result.map(|()| None))
        });
        collected.unwrap_or_else(|panic| resume_unwind(panic))
    }
}

/// What a worker does.
type Work<'w, T, R> = dyn Fn(&mut dyn Queue<T, R>) + Sync + 'w;

/// Starts a worker. Returns `false` if the system refuses.
fn start_worker<'scope, T: Send + 'scope, R: Send + 'scope>(
    scope: &'scope Scope<'scope, '_>,
    mut queue: ChannelQueue<'scope, T, R>,
    work: &'scope Work<'scope, T, R>,
) -> bool {
    let run = move || {
        if let Err(panic) = catch_unwind(AssertUnwindSafe(|| work(&mut queue))) {
            let _ = queue.results.send(WorkerMessage::Panicked(panic));
        }
    };
    Builder::new().spawn_scoped(scope, run).is_ok()
}

/// Passes results to the sink, until there are no more. Panics if a worker did.
fn collect<R, K: Sink<R>>(
    results: &Receiver<WorkerMessage<R>>,
    permits: &Receiver<()>,
    sink: &mut K,
    order: &mut ReorderBuffer<R>,
) -> Result<(), K::Error> {
    let mut last_tick = Instant::now();
    loop {
        match results.recv_timeout(TICK) {
            Ok(WorkerMessage::Done(number, result)) => {
                order.waiting.insert(number, result);
                while let Some(result) = order.pop() {
                    sink.accept(result)?;
                    let _ = permits.recv();
                }
            }
            Ok(WorkerMessage::Panicked(panic)) => resume_unwind(panic),
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => return Ok(()),
        }
        if last_tick.elapsed() >= TICK {
            sink.tick()?;
            last_tick = Instant::now();
        }
    }
}

/// What a worker tells the calling thread.
enum WorkerMessage<R> {
    /// The result for the item with this number.
    Done(u64, R),
    /// The worker panicked.
    Panicked(Box<dyn Any + Send>),
}

/// Results that have arrived before their turn.
struct ReorderBuffer<R> {
    /// The number of items that were answered on the calling thread, or are being answered there.
    taken: u64,
    /// The number of the next result to pass on.
    next: u64,
    waiting: BTreeMap<u64, R>,
}

impl<R> ReorderBuffer<R> {
    /// Removes the next result in sequence, if it has arrived.
    fn pop(&mut self) -> Option<R> {
        let result = self.waiting.remove(&self.next)?;
        self.next += 1;
        Some(result)
    }
}

/// The queue of a worker that has its own thread.
struct ChannelQueue<'q, T, R> {
    items: Receiver<(u64, T)>,
    results: Sender<WorkerMessage<R>>,
    is_stopped: &'q AtomicBool,
    /// The number of workers that are waiting for an item.
    idle: &'q AtomicUsize,
}

impl<T, R> Clone for ChannelQueue<'_, T, R> {
    fn clone(&self) -> Self {
        ChannelQueue { items: self.items.clone(), results: self.results.clone(), ..*self }
    }
}

impl<T, R> Queue<T, R> for ChannelQueue<'_, T, R> {
    fn take(&mut self) -> Option<(u64, T)> {
        self.idle.fetch_add(1, Ordering::Relaxed);
        let item = self.items.recv();
        self.idle.fetch_sub(1, Ordering::Relaxed);
        item.ok().filter(|_| !self.is_stopped())
    }

    fn take_soon(&mut self) -> Option<(u64, T)> {
        self.items.recv_timeout(SOON).ok().filter(|_| !self.is_stopped())
    }

    fn submit(&mut self, number: u64, result: R) {
        // If nobody receives it, the pipeline has stopped.
        let _ = self.results.send(WorkerMessage::Done(number, result));
    }

    fn is_stopped(&self) -> bool {
        self.is_stopped.load(Ordering::Relaxed)
    }
}

/// The queue of a worker on the calling thread.
struct InlineQueue<'q, S, R, K: Sink<R>> {
    source: &'q mut S,
    sink: &'q mut K,
    order: &'q mut ReorderBuffer<R>,
    /// The number of items to answer.
    limit: u64,
    deadline: Option<Instant>,
    capacity: u64,
    /// Whether the source may have more items.
    has_more: bool,
    result: Result<(), K::Error>,
}

impl<S: Source, R, K: Sink<R>> InlineQueue<'_, S, R, K> {
    /// Returns the next item with its number, or `None` if there are no more to answer on this thread.
    fn poll(&mut self) -> Poll<Option<(u64, S::Item)>> {
        let is_late = self.deadline.is_some_and(|deadline| Instant::now() >= deadline);
        if self.is_stopped() || self.order.taken >= self.limit || is_late {
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

impl<S: Source, R, K: Sink<R>> Queue<S::Item, R> for InlineQueue<'_, S, R, K> {
    fn take(&mut self) -> Option<(u64, S::Item)> {
        loop {
            match self.poll() {
                Poll::Ready(item) => return item,
                Poll::Pending => self.source.wait(TICK),
            }
        }
    }

    fn take_soon(&mut self) -> Option<(u64, S::Item)> {
        if self.order.taken - self.order.next >= self.capacity {
            return None;
        }
        let mut item = self.poll();
        if item.is_pending() {
            self.source.wait(SOON);
            item = self.poll();
        }
        if let Poll::Ready(item) = item { item } else { None }
    }

    fn submit(&mut self, number: u64, result: R) {
        self.order.waiting.insert(number, result);
        while self.result.is_ok()
            && let Some(result) = self.order.pop()
        {
            self.result = self.sink.accept(result);
        }
    }

    fn is_stopped(&self) -> bool {
        !self.has_more || self.result.is_err()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;
    use std::sync::Mutex;

    /// A sink that collects numbers, and returns an error for one of them.
    #[derive(Default)]
    struct Collected {
        numbers: Vec<u64>,
        bad: Option<u64>,
        ticks: usize,
    }

    impl Sink<u64> for Collected {
        type Error = u64;

        fn accept(&mut self, result: u64) -> Result<(), u64> {
            if self.bad == Some(result) {
                return Err(result);
            }
            self.numbers.push(result);
            Ok(())
        }

        fn tick(&mut self) -> Result<(), u64> {
            self.ticks += 1;
            if self.ticks == 3 && self.bad == Some(u64::MAX) { Err(u64::MAX) } else { Ok(()) }
        }
    }

    const ALL: [Pipeline; 5] = [
        Pipeline { threads: 1, capacity: 1, inline_items: 0 },
        Pipeline { threads: 1, capacity: 8, inline_items: u64::MAX },
        Pipeline { threads: 3, capacity: 2, inline_items: 3 },
        Pipeline { threads: 7, capacity: 50, inline_items: 0 },
        Pipeline { threads: 7, capacity: 7, inline_items: 100 },
    ];

    /// Answers every item with itself, holding up to three items at a time and submitting them in reverse.
    fn reverse_threes(queue: &mut dyn Queue<u64, u64>) {
        while let Some(first) = queue.take() {
            let mut held = vec![first];
            while held.len() < 3
                && let Some(item) = queue.take_soon()
            {
                held.push(item);
            }
            for (number, item) in held.into_iter().rev() {
                queue.submit(number, item);
            }
        }
    }

    #[test]
    fn results_are_in_order() {
        for pipeline in ALL {
            for count in [0, 1, 2, 100, 1000] {
                let mut sink = Collected::default();
                assert_eq!(pipeline.run(0..count, &mut sink, reverse_threes), Ok(()));
                assert!(sink.numbers.into_iter().eq(0..count), "{pipeline:?}");
            }
        }
    }

    #[test]
    fn an_error_of_the_sink_stops_all_stages() {
        for pipeline in ALL {
            let mut sink = Collected { bad: Some(500), ..Collected::default() };
            assert_eq!(pipeline.run(0.., &mut sink, reverse_threes), Err(500));
            assert!(sink.numbers.into_iter().eq(0..500), "{pipeline:?}");
        }
    }

    #[test]
    fn a_tick_can_stop_workers_that_wait() {
        let mut sink = Collected { bad: Some(u64::MAX), ..Collected::default() };
        let wait = |queue: &mut dyn Queue<u64, u64>| {
            while let Some((number, item)) = queue.take() {
                while !queue.is_stopped() {
                    thread::sleep(Duration::from_millis(1));
                }
                queue.submit(number, item);
            }
        };
        assert_eq!(Pipeline::new(2, 4).run(0.., &mut sink, wait), Err(u64::MAX));
    }

    #[test]
    fn a_panicking_worker_ends_the_run() {
        for pipeline in ALL {
            let panicking = |queue: &mut dyn Queue<u64, u64>| {
                while let Some((number, item)) = queue.take() {
                    assert!(item != 200, "at item 200");
                    queue.submit(number, item);
                }
            };
            let mut sink = Collected::default();
            let run = AssertUnwindSafe(|| pipeline.run(0.., &mut sink, panicking));
            let panic = catch_unwind(run).unwrap_err();
            assert_eq!(panic.downcast_ref::<&str>(), Some(&"at item 200"), "{pipeline:?}");
            assert!(sink.numbers.into_iter().zip(0..).all(|(found, expected)| found == expected));
        }
    }

    #[test]
    fn a_panicking_source_ends_the_run() {
        let source = (0..).inspect(|&number| assert!(number != 300, "at item 300"));
        let mut sink = Collected::default();
        let run = AssertUnwindSafe(|| Pipeline::new(3, 10).run(source, &mut sink, reverse_threes));
        assert!(catch_unwind(run).is_err());
    }

    #[test]
    fn the_source_never_runs_ahead_of_the_capacity() {
        struct Counted<'c>(&'c AtomicUsize, usize);
        impl Sink<u64> for Counted<'_> {
            type Error = ();

            fn accept(&mut self, _result: u64) -> Result<(), ()> {
                self.1 += 1;
                // The source may already have taken the item for the permit that follows.
                assert!(self.0.load(Ordering::SeqCst) <= self.1 + 5, "{}", self.1);
                Ok(())
            }
        }
        let produced = AtomicUsize::new(0);
        let source = (0..1000).inspect(|_| {
            produced.fetch_add(1, Ordering::SeqCst);
        });
        assert_eq!(Pipeline::new(4, 5).run(source, &mut Counted(&produced, 0), reverse_threes), Ok(()));
    }

    #[test]
    fn a_few_items_start_few_threads() {
        let threads = Mutex::new(HashSet::new());
        let work = |queue: &mut dyn Queue<u64, u64>| {
            while let Some((number, item)) = queue.take() {
                threads.lock().unwrap().insert(thread::current().id());
                queue.submit(number, item);
            }
        };
        let pipeline = Pipeline::new(16, 100).with_inline_items(3);
        assert_eq!(pipeline.run(0..3, &mut Collected::default(), work), Ok(()));
        assert!(threads.lock().unwrap().iter().eq([&thread::current().id()]));
    }
}
