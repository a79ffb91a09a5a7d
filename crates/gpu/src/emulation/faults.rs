//! Tests with devices that fail on purpose: the engine reports the failure or works around it, and no answer
//! is wrong.

use super::engine::{RecordingSource, SPLIT_AFTER_NODES, puzzles, test_engine};
use super::{DeviceFault, garbage};
use crate::Error;
use crate::cpu_fallback::{self, FallbackMode};
use crate::queue::{FallbackTask, WorkQueue};
use veridoku_core::Grid;
use veridoku_core::batch::PuzzleBatch;
use veridoku_core::solve::{Limits, SearchResult};

#[test]
fn device_failures_are_reported_and_no_answer_is_wrong() {
    let puzzles = &puzzles()[..9000];
    let mut expected = Vec::new();
    test_engine(&[DeviceFault::None], 2).solve(puzzles, Limits::UNIQUE, &mut expected).unwrap();
    let faults = [
        (DeviceFault::MaxLanes(0), "out of memory"),
        (DeviceFault::LostOnSubmit(0), "reset"),
        (DeviceFault::LostOnSubmit(1), "reset"),
        (DeviceFault::LostOnWait(0), "gone"),
        (DeviceFault::LostOnWait(1), "gone"),
        (DeviceFault::MissingAnswer(0), "did not answer every puzzle"),
        (DeviceFault::InvalidDigit(0), "did not answer every puzzle"),
    ];
    for (fault, message) in faults {
        for others in [0, 2] {
            let mut faults = vec![fault];
            faults.extend(vec![DeviceFault::None; others]);
            let mut engine = test_engine(&faults, 2);
            let mut answers = Vec::new();
            match engine.solve(puzzles, Limits::UNIQUE, &mut answers) {
                Err(error) => {
                    assert!(error.to_string().contains(message), "{fault:?}: {error}");
                    assert!(answers.is_empty(), "{fault:?}");
                }
                // This can happen only if other devices were faster, so that this one was never used.
                Ok(()) => assert!(others > 0 && answers == expected, "{fault:?}"),
            }
        }
    }
}

#[test]
fn engine_works_with_little_memory() {
    let puzzles = garbage(1500);
    let mut expected = Vec::new();
    test_engine(&[DeviceFault::None], 2).solve(&puzzles, Limits::UNIQUE, &mut expected).unwrap();
    for lanes in 1..4 {
        for devices in
            [&[DeviceFault::MaxLanes(lanes)][..], &[DeviceFault::MaxLanes(0), DeviceFault::MaxLanes(lanes)]]
        {
            // Small packets, so that all lanes are used.
            let mut engine = test_engine(devices, 3).with_config(|config| config.packet_size = 100);
            let mut source = RecordingSource::new(&puzzles, &[60]);
            engine.stream(&mut source, Limits::UNIQUE).unwrap();
            assert!(source.answers() == expected, "{devices:?}");
            let mut answers = Vec::new();
            engine.solve(&puzzles, Limits::UNIQUE, &mut answers).unwrap();
            assert!(answers == expected, "{devices:?}");
        }
    }
}

#[test]
fn engine_works_with_fewer_threads_than_requested() {
    let puzzles = garbage(500);
    let limits = Limits::solutions(700);
    let mut expected = Vec::new();
    test_engine(&[DeviceFault::None], 3).solve(&puzzles, limits, &mut expected).unwrap();
    for threads in 0..4 {
        // Small packets, so that all workers are used.
        let mut engine = test_engine(&[DeviceFault::None], 3)
            .with_config(|config| (config.max_threads, config.packet_size) = (threads, 30));
        let mut source = RecordingSource::new(&puzzles, &[40]);
        match (threads, engine.stream(&mut source, limits)) {
            (0, result) => assert!(matches!(result, Err(Error::Threads(_))), "{result:?}"),
            (_, result) => {
                result.unwrap();
                assert!(source.answers() == expected, "{threads} threads");
            }
        }
    }
}

#[test]
fn cpu_finishes_a_search_that_cannot_be_split() {
    let mut answers = Vec::new();
    let puzzles = [Grid::EMPTY; 3];
    let limits = Limits::solutions(SPLIT_AFTER_NODES + SPLIT_AFTER_NODES / 10);
    test_engine(&[DeviceFault::NoSplitter], 2).solve(&puzzles, limits, &mut answers).unwrap();
    assert!(answers.len() == 3 && answers.iter().all(|answer| answer.count == limits.solutions));
}

#[test]
fn device_lost_during_a_split_search_is_reported() {
    for wave in [0, 3] {
        let mut answers = vec![SearchResult::NONE];
        let limits = Limits::solutions(SPLIT_AFTER_NODES + SPLIT_AFTER_NODES / 10);
        let result =
            test_engine(&[DeviceFault::LostInWave(wave)], 2).solve(&[Grid::EMPTY; 3], limits, &mut answers);
        assert_eq!(result, Err(Error::Driver("the device was lost".to_string())));
        assert!(answers.is_empty());
    }
}

#[test]
fn cpu_stops_searching_after_an_error() {
    let queue = WorkQueue::new(test_engine(&[DeviceFault::None], 1).config);
    let pending = queue.hold(0, PuzzleBatch::owned(vec![Grid::EMPTY], Vec::new()), 1);
    let task = FallbackTask { pending, index: 0, puzzle: Grid::EMPTY };
    queue.fail(Error::MissingAnswers);
    // Without the error, this search would finish with an answer.
    cpu_fallback::solve(&queue, task, Limits::solutions(10), 1000, FallbackMode::UntilSplit);
    assert!(queue.take_answered().is_empty());
}

#[test]
fn missing_answer_is_reported_as_an_error() {
    let mut answers: Vec<SearchResult> = Vec::new();
    let puzzles = vec![Grid::EMPTY; 200];
    let result =
        test_engine(&[DeviceFault::MissingAnswer(0)], 1).solve(&puzzles, Limits::UNIQUE, &mut answers);
    assert!(matches!(result, Err(Error::MissingAnswers)) && answers.is_empty());
}

#[test]
#[should_panic(expected = "scoped thread")]
fn panic_does_not_cause_a_deadlock() {
    let _ = test_engine(&[DeviceFault::Panic(0)], 2).solve(&puzzles(), Limits::UNIQUE, &mut Vec::new());
}
