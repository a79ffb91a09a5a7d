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
//! A worker takes items from its [`Queue`] until there are no more. It may hold several items at a time, and
//! must submit a result for each. While it holds an item, it must not wait for another one, because the
//! results of other workers may be waiting for its result in the reorder buffer. It may use
//! [`Queue::try_take`], which gives up after a millisecond.
//!
//! Starting threads takes longer than solving a few puzzles. A pipeline can therefore run all three stages on
//! the calling thread, either for its first items ([`Pipeline::with_inline_items`]) or for all of them.
//! Further workers start only if there are more items than idle workers.

use std::any::Any;
use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::task::Poll;
use std::thread::{self, Builder, Scope};
use std::time::{Duration, Instant};

/// The number of items per thread that wait for a worker. The source should run ahead of the workers, but not
/// by much. At this limit, the source sleeps until the workers have taken half of the items: waking it for
/// every item would take longer than reading one.
const QUEUED_PER_THREAD: usize = 2;
/// The interval of [`Sink::tick`].
const TICK: Duration = Duration::from_millis(50);
/// The time for which [`Queue::try_take`] waits.
const TRY_TIME: Duration = Duration::from_millis(1);
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

    /// Called when no more results follow and the source has its own thread, before that thread is waited
    /// for. A sink that sends something to the source must stop here, so that the source does not wait for
    /// more.
    fn stop(&mut self) {}
}

/// A flag that is set when a pipeline stops.
pub type StopFlag = Arc<AtomicBool>;

/// The connection of a worker to the other stages.
pub trait Queue<T, R> {
    /// Waits for the next item. Returns it with its number, or `None` if there are no more or the pipeline
    /// has stopped. Must not be called while the worker holds other items.
    fn take(&mut self) -> Option<(u64, T)>;

    /// Like [`Queue::take`], but also returns `None` if no item arrives within a millisecond.
    fn try_take(&mut self) -> Option<(u64, T)>;

    /// Submits the result for the item with this number.
    fn submit(&mut self, number: u64, result: R);

    /// Reports whether the pipeline has stopped. Long tasks should poll this.
    fn is_stopped(&self) -> bool;

    /// Returns a flag with the value of [`Queue::is_stopped`], for tasks that cannot borrow the queue.
    fn stop_flag(&self) -> StopFlag;
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
    /// Panics if the source, a worker or the sink does.
    pub fn run<T: Send, R: Send, E>(
        self,
        source: &mut (dyn Source<Item = T> + Send),
        sink: &mut dyn Sink<R, Error = E>,
        work: &Work<'_, T, R>,
    ) -> Result<(), E> {
        if self.inline_items > 0 && !self.run_inline(source, sink, work)? {
            return Ok(());
        }
        if !self.run_threads(source, sink, work)? {
            // The system refuses to start threads.
            self.with_inline_items(u64::MAX).run_inline(source, sink, work)?;
        }
        Ok(())
    }

    /// Answers items on this thread. Returns whether there may be more.
    fn run_inline<T, R, E>(
        self,
        source: &mut dyn Source<Item = T>,
        sink: &mut dyn Sink<R, Error = E>,
        work: &Work<'_, T, R>,
    ) -> Result<bool, E> {
        let deadline = (self.inline_items < u64::MAX).then(|| Instant::now() + INLINE_TIME);
        let order = ReorderBuffer { taken: 0, next: 0, waiting: VecDeque::new() };
        let settings = self;
        let mut queue =
            InlineQueue { source, sink, order, settings, deadline, has_more: true, result: Ok(()) };
        work(&mut queue);
        queue.result.map(|()| queue.has_more)
    }

    /// Answers items on other threads, and passes the results to the sink on this one. Returns `false` if no
    /// thread can be started.
    fn run_threads<T: Send, R: Send, E>(
        self,
        source: &mut (dyn Source<Item = T> + Send),
        sink: &mut dyn Sink<R, Error = E>,
        work: &Work<'_, T, R>,
    ) -> Result<bool, E> {
        let shared = Shared {
            state: Mutex::new(SharedState {
                items: VecDeque::new(),
                order: ReorderBuffer { taken: 0, next: 0, waiting: VecDeque::new() },
                has_ended: false,
                workers: 0,
                idle: 0,
                sleeping_workers: 0,
                source_sleeps: false,
                sink_sleeps: false,
                panic: None,
            }),
            item_added: Condvar::new(),
            room_made: Condvar::new(),
            result_added: Condvar::new(),
            is_stopped: StopFlag::default(),
            settings: self,
        };
        let collected = thread::scope(|scope| {
            let feed = || {
                let fed = catch_unwind(AssertUnwindSafe(|| shared.feed(scope, source, work)));
                shared.end(fed, |state| state.has_ended = true);
            };
            if !shared.start_worker(scope, work) || Builder::new().spawn_scoped(scope, feed).is_err() {
                shared.stop();
                return Ok(Ok(false));
            }
            let collected = catch_unwind(AssertUnwindSafe(|| shared.collect(sink)));
            shared.stop();
            sink.stop();
            collected.map(|result| result.map(|()| true))
        });
        collected.unwrap_or_else(|panic| resume_unwind(panic))
    }
}

/// What a worker does with its queue.
pub type Work<'w, T, R> = dyn Fn(&mut dyn Queue<T, R>) + Sync + 'w;

/// Results that have arrived before their turn.
struct ReorderBuffer<R> {
    /// The number of items taken from the source.
    taken: u64,
    /// The number of the next result to pass on.
    next: u64,
    /// The results from `next` on.
    waiting: VecDeque<Option<R>>,
}

impl<R> ReorderBuffer<R> {
    /// Returns the number of items between source and sink.
    fn in_flight(&self) -> usize {
        (self.taken - self.next) as usize
    }

    /// Adds the result with this number.
    fn insert(&mut self, number: u64, result: R) {
        let place = (number - self.next) as usize;
        if place >= self.waiting.len() {
            self.waiting.resize_with(place + 1, || None);
        }
        self.waiting[place] = Some(result);
    }

    /// Reports whether the next result has arrived.
    fn has_next(&self) -> bool {
        matches!(self.waiting.front(), Some(Some(_)))
    }

    /// Removes the next result in sequence, if it has arrived.
    fn pop(&mut self) -> Option<R> {
        if !self.has_next() {
            return None;
        }
        self.next += 1;
        self.waiting.pop_front().flatten()
    }
}

/// What the threads of a pipeline share.
struct Shared<T, R> {
    state: Mutex<SharedState<T, R>>,
    /// Wakes workers: there is an item, or no more will follow.
    item_added: Condvar,
    /// Wakes the source: there is room for more items.
    room_made: Condvar,
    /// Wakes the calling thread: the next result has arrived, or there will be no more.
    result_added: Condvar,
    is_stopped: StopFlag,
    settings: Pipeline,
}

struct SharedState<T, R> {
    /// The items that wait for a worker.
    items: VecDeque<(u64, T)>,
    order: ReorderBuffer<R>,
    /// Whether the source has ended.
    has_ended: bool,
    /// The number of workers.
    workers: usize,
    /// The number of workers that are starting or waiting for an item.
    idle: usize,
    /// The number of workers that sleep until an item arrives. Notifying costs a system call, so each stage
    /// notifies another one only if that one sleeps.
    sleeping_workers: usize,
    /// Whether the source sleeps until there is room.
    source_sleeps: bool,
    /// Whether the calling thread sleeps until the next result arrives.
    sink_sleeps: bool,
    /// The first panic of the source or a worker.
    panic: Option<Box<dyn Any + Send>>,
}

impl<T: Send, R: Send> Shared<T, R> {
    fn lock(&self) -> MutexGuard<'_, SharedState<T, R>> {
        // A panic while the lock is held ends the run, so the state is not used afterwards.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn is_stopped(&self) -> bool {
        self.is_stopped.load(Ordering::Relaxed)
    }

    /// Ends all threads as soon as they notice.
    fn stop(&self) {
        let state = self.lock();
        self.is_stopped.store(true, Ordering::Relaxed);
        drop(state);
        self.item_added.notify_all();
        self.room_made.notify_all();
    }

    /// Takes all items from the source. Starts another worker if there are more items than idle workers.
    fn feed<'scope>(
        &'scope self,
        scope: &'scope Scope<'scope, '_>,
        source: &mut dyn Source<Item = T>,
        work: &'scope Work<'scope, T, R>,
    ) {
        let mut max_workers = self.settings.threads;
        while self.wait_for_room() {
            let item = match source.poll() {
                Poll::Ready(Some(item)) => item,
                Poll::Ready(None) => return,
                Poll::Pending => {
                    source.wait(TICK);
                    continue;
                }
            };
            let mut state = self.lock();
            let number = state.order.taken;
            state.order.taken += 1;
            state.items.push_back((number, item));
            let needs_worker = state.items.len() > state.idle && state.workers < max_workers;
            let wakes_worker = state.sleeping_workers > 0;
            drop(state);
            if wakes_worker {
                self.item_added.notify_one();
            }
            if needs_worker && !self.start_worker(scope, work) {
                max_workers = 0;
            }
        }
    }

    /// Waits until another item may be taken from the source. Returns `false` if the pipeline has stopped.
    fn wait_for_room(&self) -> bool {
        let Pipeline { threads, capacity, .. } = self.settings;
        let mut state = self.lock();
        state.source_sleeps =
            state.items.len() >= QUEUED_PER_THREAD * threads || state.order.in_flight() >= capacity;
        drop(self.room_made.wait_while(state, |state| state.source_sleeps && !self.is_stopped()));
        !self.is_stopped()
    }

    /// Wakes the source if it sleeps and there is room for more items.
    fn wake_source(&self, mut state: MutexGuard<'_, SharedState<T, R>>) {
        let Pipeline { threads, capacity, .. } = self.settings;
        let has_room =
            state.items.len() <= QUEUED_PER_THREAD * threads / 2 && state.order.in_flight() < capacity;
        if state.source_sleeps && has_room {
            state.source_sleeps = false;
            drop(state);
            self.room_made.notify_one();
        }
    }

    /// Lets a worker sleep until there is an item or no more will follow, at most for this time.
    fn wait_for_item<'s>(
        &self,
        mut state: MutexGuard<'s, SharedState<T, R>>,
        timeout: Duration,
    ) -> MutexGuard<'s, SharedState<T, R>> {
        let is_waiting =
            |state: &mut SharedState<T, R>| state.items.is_empty() && !state.has_ended && !self.is_stopped();
        state.sleeping_workers += 1;
        let waited = self.item_added.wait_timeout_while(state, timeout, is_waiting);
        let (mut state, _) = waited.unwrap_or_else(PoisonError::into_inner);
        state.sleeping_workers -= 1;
        state
    }

    /// Records that the source or a worker has ended.
    fn end(&self, panicked: thread::Result<()>, record: impl FnOnce(&mut SharedState<T, R>)) {
        let mut state = self.lock();
        record(&mut state);
        state.panic = state.panic.take().or(panicked.err());
        drop(state);
        self.item_added.notify_all();
        self.result_added.notify_one();
    }

    /// Starts a worker. Returns `false` if the system refuses.
    fn start_worker<'scope>(
        &'scope self,
        scope: &'scope Scope<'scope, '_>,
        work: &'scope Work<'scope, T, R>,
    ) -> bool {
        let run = move || {
            let mut queue = SharedQueue { shared: self, is_idle: true };
            let worked = catch_unwind(AssertUnwindSafe(|| work(&mut queue)));
            self.end(worked, |state| {
                state.workers -= 1;
                state.idle -= usize::from(queue.is_idle);
            });
        };
        let mut state = self.lock();
        state.workers += 1;
        state.idle += 1;
        drop(state);
        let is_started = Builder::new().spawn_scoped(scope, run).is_ok();
        if !is_started {
            let mut state = self.lock();
            state.workers -= 1;
            state.idle -= 1;
        }
        is_started
    }

    /// Passes results to the sink, until there are no more. Panics if the source or a worker did.
    fn collect<E>(&self, sink: &mut dyn Sink<R, Error = E>) -> Result<(), E> {
        let has_ended = |state: &SharedState<T, R>| state.has_ended && state.workers == 0;
        let is_waiting = |state: &mut SharedState<T, R>| {
            state.panic.is_none() && !state.order.has_next() && !has_ended(state)
        };
        let mut last_tick = Instant::now();
        loop {
            let mut state = self.lock();
            state.sink_sleeps = true;
            let waited = self.result_added.wait_timeout_while(state, TICK, is_waiting);
            (state, _) = waited.unwrap_or_else(PoisonError::into_inner);
            state.sink_sleeps = false;
            let panic = state.panic.take();
            let result = state.order.pop();
            let has_ended = has_ended(&state);
            let in_flight = state.order.in_flight();
            self.wake_source(state);
            if let Some(panic) = panic {
                resume_unwind(panic);
            }
            match result {
                Some(result) => sink.accept(result)?,
                None if has_ended => {
                    assert_eq!(in_flight, 0, "a worker has not submitted all results");
                    return Ok(());
                }
                None => {}
            }
            if last_tick.elapsed() >= TICK {
                sink.tick()?;
                last_tick = Instant::now();
            }
        }
    }
}

/// The queue of a worker that has its own thread.
struct SharedQueue<'q, T, R> {
    shared: &'q Shared<T, R>,
    /// Whether this worker is counted as idle.
    is_idle: bool,
}

impl<T: Send, R: Send> SharedQueue<'_, T, R> {
    /// Removes the first item from the queue.
    fn pop(&mut self, mut state: MutexGuard<'_, SharedState<T, R>>) -> Option<(u64, T)> {
        if self.is_stopped() {
            return None;
        }
        let item = state.items.pop_front()?;
        state.idle -= usize::from(std::mem::take(&mut self.is_idle));
        self.shared.wake_source(state);
        Some(item)
    }
}

impl<T: Send, R: Send> Queue<T, R> for SharedQueue<'_, T, R> {
    fn take(&mut self) -> Option<(u64, T)> {
        let mut state = self.shared.lock();
        state.idle += usize::from(!std::mem::replace(&mut self.is_idle, true));
        let state = self.shared.wait_for_item(state, Duration::MAX);
        self.pop(state)
    }

    fn try_take(&mut self) -> Option<(u64, T)> {
        let state = self.shared.wait_for_item(self.shared.lock(), TRY_TIME);
        self.pop(state)
    }

    fn submit(&mut self, number: u64, result: R) {
        let mut state = self.shared.lock();
        state.order.insert(number, result);
        let wakes_sink = state.sink_sleeps && state.order.has_next();
        drop(state);
        if wakes_sink {
            self.shared.result_added.notify_one();
        }
    }

    fn is_stopped(&self) -> bool {
        self.shared.is_stopped()
    }

    fn stop_flag(&self) -> StopFlag {
        Arc::clone(&self.shared.is_stopped)
    }
}

/// The queue of a worker on the calling thread.
struct InlineQueue<'q, T, R, E> {
    source: &'q mut dyn Source<Item = T>,
    sink: &'q mut dyn Sink<R, Error = E>,
    order: ReorderBuffer<R>,
    settings: Pipeline,
    deadline: Option<Instant>,
    /// Whether the source may have more items.
    has_more: bool,
    result: Result<(), E>,
}

impl<T, R, E> InlineQueue<'_, T, R, E> {
    /// Returns the next item with its number, or `None` if there are no more to answer on this thread.
    fn poll(&mut self) -> Poll<Option<(u64, T)>> {
        let is_late = self.deadline.is_some_and(|deadline| Instant::now() >= deadline);
        if !self.has_more || self.is_stopped() || self.order.taken >= self.settings.inline_items || is_late {
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
        if self.order.in_flight() >= self.settings.capacity {
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

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;
    use std::sync::atomic::AtomicUsize;

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
                && let Some(item) = queue.try_take()
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
                assert_eq!(pipeline.run(&mut (0..count), &mut sink, &reverse_threes), Ok(()));
                assert!(sink.numbers.into_iter().eq(0..count), "{pipeline:?}");
            }
        }
    }

    #[test]
    fn an_error_of_the_sink_stops_all_stages() {
        for pipeline in ALL {
            let mut sink = Collected { bad: Some(500), ..Collected::default() };
            assert_eq!(pipeline.run(&mut (0..), &mut sink, &reverse_threes), Err(500));
            assert!(sink.numbers.into_iter().eq(0..500), "{pipeline:?}");
        }
    }

    #[test]
    fn a_tick_can_stop_workers_that_wait() {
        let mut sink = Collected { bad: Some(u64::MAX), ..Collected::default() };
        let wait = |queue: &mut dyn Queue<u64, u64>| {
            let stop = queue.stop_flag();
            while let Some((number, item)) = queue.take() {
                while !(queue.is_stopped() && stop.load(Ordering::Relaxed)) {
                    thread::sleep(Duration::from_millis(1));
                }
                queue.submit(number, item);
            }
        };
        assert_eq!(Pipeline::new(2, 4).run(&mut (0..), &mut sink, &wait), Err(u64::MAX));
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
            let run = AssertUnwindSafe(|| pipeline.run(&mut (0..), &mut sink, &panicking));
            let panic = catch_unwind(run).unwrap_err();
            assert_eq!(panic.downcast_ref::<&str>(), Some(&"at item 200"), "{pipeline:?}");
            assert!(sink.numbers.into_iter().zip(0..).all(|(found, expected)| found == expected));
        }
    }

    #[test]
    fn a_panicking_source_ends_the_run() {
        let mut source = (0..).inspect(|&number| assert!(number != 300, "at item 300"));
        let mut sink = Collected::default();
        let run = AssertUnwindSafe(|| Pipeline::new(3, 10).run(&mut source, &mut sink, &reverse_threes));
        assert!(catch_unwind(run).is_err());
    }

    #[test]
    fn the_source_never_runs_ahead_of_the_capacity() {
        struct Counted<'c>(&'c AtomicUsize, usize);
        impl Sink<u64> for Counted<'_> {
            type Error = ();

            fn accept(&mut self, _result: u64) -> Result<(), ()> {
                self.1 += 1;
                // The source may already have taken the next item, because this result is no longer in
                // flight.
                assert!(self.0.load(Ordering::SeqCst) <= self.1 + 5, "{}", self.1);
                Ok(())
            }
        }
        let produced = AtomicUsize::new(0);
        let mut source = (0..1000).inspect(|_| {
            produced.fetch_add(1, Ordering::SeqCst);
        });
        assert_eq!(Pipeline::new(4, 5).run(&mut source, &mut Counted(&produced, 0), &reverse_threes), Ok(()));
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
        assert_eq!(pipeline.run(&mut (0..3), &mut Collected::default(), &work), Ok(()));
        assert!(threads.lock().unwrap().iter().eq([&thread::current().id()]));
    }

    /// Gives two items, and then nothing until the second one is answered.
    struct TwoItems<'i> {
        given: u64,
        is_second_done: &'i AtomicBool,
    }

    impl Source for TwoItems<'_> {
        type Item = u64;

        fn poll(&mut self) -> Poll<Option<u64>> {
            if self.given == 2 {
                return if self.is_second_done.load(Ordering::SeqCst) {
                    Poll::Ready(None)
                } else {
                    Poll::Pending
                };
            }
            self.given += 1;
            Poll::Ready(Some(self.given - 1))
        }

        fn wait(&mut self, _timeout: Duration) {
            thread::yield_now();
        }
    }

    #[test]
    fn an_item_never_waits_for_a_busy_worker() {
        for _ in 0..1000 {
            let is_second_done = AtomicBool::new(false);
            let work = |queue: &mut dyn Queue<u64, u64>| {
                while let Some((number, item)) = queue.take() {
                    let start = Instant::now();
                    while item == 0 && !is_second_done.load(Ordering::SeqCst) {
                        assert!(start.elapsed() < Duration::from_secs(20), "the second item waits");
                        thread::yield_now();
                    }
                    is_second_done.fetch_or(item == 1, Ordering::SeqCst);
                    queue.submit(number, item);
                }
            };
            let mut source = TwoItems { given: 0, is_second_done: &is_second_done };
            assert_eq!(Pipeline::new(2, 4).run(&mut source, &mut Collected::default(), &work), Ok(()));
        }
    }
}
