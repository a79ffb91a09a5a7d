//! Tests of a service with several callers, on emulated devices: each caller gets its own answers and does
//! not wait for the batches of others.

use super::engine::{SPLIT_AFTER_NODES, puzzles, test_engine};
use super::{DeviceFault, EmulatedDevice, Latch, assert_agree};
use crate::config::EngineConfig;
use crate::queue::{Packet, WaitMode, WorkQueue};
use crate::solver::DeviceEngine;
use crate::{Error, Service};
use std::sync::Arc;
use veridoku_core::Grid;
use veridoku_core::batch::{self, PuzzleBatch};
use veridoku_core::solve::{End, Limits};

#[test]
fn every_caller_gets_its_own_answers() {
    let puzzles = &puzzles()[..5000];
    let expected = batch::solve(puzzles, Limits::UNIQUE);
    let engine =
        Service::start(test_engine(&[DeviceFault::None, DeviceFault::None], 3), Limits::UNIQUE).unwrap();
    std::thread::scope(|scope| {
        for caller in 0..4 {
            let (engine, expected) = (&engine, &expected);
            scope.spawn(move || {
                for batch in 0..3 {
                    let range = (caller * 700 + batch * 500)..(caller * 900 + batch * 1100);
                    let mine = puzzles[range.clone()].to_vec();
                    let (returned, answers) = engine.solve(mine, Vec::new()).unwrap();
                    assert_eq!(returned, puzzles[range.clone()]);
                    assert_eq!(answers.len(), returned.len());
                    for ((puzzle, answer), other) in returned.iter().zip(&answers).zip(&expected[range]) {
                        assert_agree(puzzle, answer, other);
                    }
                }
            });
        }
    });
    assert_eq!(engine.solve(Vec::new(), Vec::new()), Ok((Vec::new(), Vec::new())));
}

#[test]
fn long_search_delays_only_its_own_caller() {
    let limits = Limits::solutions(SPLIT_AFTER_NODES + SPLIT_AFTER_NODES / 10);
    let latch = Arc::new(Latch::default());
    let engine = DeviceEngine::new(vec![EmulatedDevice::with_latch(&latch)], 2)
        .unwrap()
        .with_config(|config| config.split_after_nodes = SPLIT_AFTER_NODES);
    let engine = Service::start(engine, limits).unwrap();
    let easy = batch::solve(&[Grid::EMPTY], Limits::UNIQUE)[0].first.unwrap();
    std::thread::scope(|scope| {
        let hard = scope.spawn(|| engine.solve(vec![easy, Grid::EMPTY], Vec::new()).unwrap());
        for _ in 0..5 {
            let (_, answers) = engine.solve(vec![easy; 300], Vec::new()).unwrap();
            assert!(answers.iter().all(|answer| answer.count == 1 && answer.first == Some(easy)));
        }
        // The hard batch cannot finish before the latch is opened.
        assert!(!hard.is_finished());
        latch.open();
        let (_, answers) = hard.join().unwrap();
        assert_eq!(answers[1].count, limits.solutions);
        assert_eq!(answers[1].end, End::SolutionLimit);
    });
}

#[test]
fn every_caller_gets_the_error() {
    for fault in [
        DeviceFault::LostOnSubmit(0),
        DeviceFault::LostOnWait(2),
        DeviceFault::MaxLanes(0),
        DeviceFault::Panic(0),
    ] {
        // There is a single worker, so no batch can be solved after it has failed.
        let engine = Service::start(test_engine(&[fault], 1), Limits::UNIQUE).unwrap();
        std::thread::scope(|scope| {
            for _ in 0..3 {
                let engine = &engine;
                scope.spawn(move || {
                    // With `LostOnWait(2)`, the first calls may succeed.
                    for _ in 0..5 {
                        let result = engine.solve(vec![Grid::EMPTY; 10], Vec::new());
                        assert!(matches!(result, Ok(_) | Err(Error::Driver(_) | Error::Panic)), "{result:?}");
                    }
                    assert!(engine.solve(vec![Grid::EMPTY; 10], Vec::new()).is_err(), "{fault:?}");
                });
            }
        });
    }
}

#[test]
fn waiting_batches_are_sent_together() {
    let config = EngineConfig { packet_size: 100, ..test_engine(&[DeviceFault::None], 1).config };
    let queue = WorkQueue::new(config);
    for (number, size) in [40, 40, 40, 100, 130, 5].into_iter().enumerate() {
        let mut packet = Packet::new();
        packet.add(number, PuzzleBatch::owned(vec![Grid::EMPTY; size], Vec::new()));
        queue.push(packet);
    }
    queue.close();
    for (puzzles, numbers) in [(80, vec![0, 1]), (40, vec![2]), (100, vec![3]), (130, vec![4]), (5, vec![5])]
    {
        let packet = queue.pop(WaitMode::Poll).unwrap();
        assert_eq!(packet.puzzles, puzzles);
        assert!(packet.batches.iter().map(|(number, _)| *number).eq(numbers));
        assert!(!queue.is_finished());
        queue.complete(packet);
    }
    assert_eq!(queue.take_answered().len(), 6);
    assert!(queue.is_finished());
}
