use super::stage::ENDED_EARLY;
use super::{Pipeline, Queue, Sink, Source};
use std::collections::HashSet;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::task::Poll;
use std::thread;
use std::time::{Duration, Instant};

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
fn a_worker_that_does_not_wait_for_items_ends_the_run() {
    // Without the panic, the items that come later would never be answered.
    let slow = || (0..3).inspect(|_| thread::sleep(Duration::from_millis(50)));
    let impatient = |queue: &mut dyn Queue<u64, u64>| {
        while let Some((number, item)) = queue.try_take() {
            queue.submit(number, item);
        }
    };
    for pipeline in [Pipeline::new(1, 8), Pipeline::new(7, 50)] {
        let mut sink = Collected::default();
        let run = AssertUnwindSafe(|| pipeline.run(&mut slow(), &mut sink, &impatient));
        let panic = catch_unwind(run).unwrap_err();
        assert_eq!(panic.downcast_ref::<String>().map(String::as_str), Some(ENDED_EARLY), "{pipeline:?}");
    }
    let idle = |_: &mut dyn Queue<u64, u64>| {};
    for pipeline in ALL {
        let mut sink = Collected::default();
        let run = AssertUnwindSafe(|| pipeline.run(&mut slow(), &mut sink, &idle));
        assert!(catch_unwind(run).is_err(), "{pipeline:?}");
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
