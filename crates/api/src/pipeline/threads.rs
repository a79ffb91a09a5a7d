//! A pipeline whose source and workers have their own threads.

use super::reorder_buffer::ReorderBuffer;
use super::stage::{ENDED_EARLY, Queue, Sink, Source, StopFlag, TICK, TRY_TIME, Work};
use std::any::Any;
use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::Ordering;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::task::Poll;
use std::thread::{self, Builder, Scope};
use std::time::{Duration, Instant};

/// The number of items per thread that wait for a worker. The source should run ahead of the workers, but not
/// by much. At this limit, the source sleeps until the workers have taken half of the items: waking it for
/// every item would take longer than reading one.
const QUEUED_PER_THREAD: usize = 2;

/// Answers items on other threads, and passes the results to the sink on this one. Returns `false` if no
/// thread can be started.
pub(super) fn run<T: Send, R: Send, E>(
    threads: usize,
    capacity: usize,
    source: &mut (dyn Source<Item = T> + Send),
    sink: &mut dyn Sink<R, Error = E>,
    work: &Work<'_, T, R>,
) -> Result<bool, E> {
    let shared = Shared {
        state: Mutex::new(SharedState {
            items: VecDeque::new(),
            order: ReorderBuffer::new(),
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
        threads,
        capacity,
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
    /// The maximum number of workers.
    threads: usize,
    /// The maximum number of items between source and sink.
    capacity: usize,
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

    /// Reports whether no worker gets another item.
    fn is_finished(&self) -> bool {
        let state = self.lock();
        self.is_stopped() || state.has_ended && state.items.is_empty()
    }

    /// Asks all threads to stop, and wakes those that sleep.
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
        let mut max_workers = self.threads;
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
        let mut state = self.lock();
        state.source_sleeps =
            state.items.len() >= QUEUED_PER_THREAD * self.threads || state.order.in_flight() >= self.capacity;
        drop(self.room_made.wait_while(state, |state| state.source_sleeps && !self.is_stopped()));
        !self.is_stopped()
    }

    /// Wakes the source if it sleeps and there is room for more items.
    fn wake_source(&self, mut state: MutexGuard<'_, SharedState<T, R>>) {
        let has_room = state.items.len() <= QUEUED_PER_THREAD * self.threads / 2
            && state.order.in_flight() < self.capacity;
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
            let worked = catch_unwind(AssertUnwindSafe(|| {
                work(&mut queue);
                assert!(self.is_finished(), "{ENDED_EARLY}");
            }));
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
