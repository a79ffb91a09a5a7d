//! Several callers of one engine, judged on the CPU: each gets its own answers, and waits for nothing else.

use super::engine::{SPLIT_AFTER_NODES, puzzles, test_engine};
use super::{DeviceFault, EmulatedDevice, Latch, agree};
use crate::Error;
use crate::service::SharedEngine;
use crate::solver::DeviceEngine;
use std::sync::Arc;
use veridoku_core::Grid;
use veridoku_core::batch;
use veridoku_core::solve::{End, Limits};

#[test]
fn every_caller_gets_its_own_answers() {
    let puzzles = &puzzles()[..5000];
    let expected = batch::solve(puzzles, Limits::UNIQUE);
    let engine =
        SharedEngine::start(test_engine(&[DeviceFault::None, DeviceFault::None], 3), Limits::UNIQUE).unwrap();
    std::thread::scope(|scope| {
        for caller in 0..4 {
            let (engine, expected) = (&engine, &expected);
            scope.spawn(move || {
                for batch in 0..3 {
                    let range = (caller * 700 + batch * 500)..(caller * 900 + batch * 1100);
                    let mine = puzzles[range.clone()].to_vec();
                    let (back, answers) = engine.solve(mine, Vec::new()).unwrap();
                    assert_eq!(back, puzzles[range.clone()]);
                    assert_eq!(answers.len(), back.len());
                    for ((puzzle, answer), other) in back.iter().zip(&answers).zip(&expected[range]) {
                        agree(puzzle, answer, other);
                    }
                }
            });
        }
    });
    assert_eq!(engine.solve(Vec::new(), Vec::new()), Ok((Vec::new(), Vec::new())));
}

#[test]
fn a_long_search_holds_up_its_own_caller_alone() {
    let limits = Limits::solutions(SPLIT_AFTER_NODES + SPLIT_AFTER_NODES / 10);
    let latch = Arc::new(Latch::default());
    let engine = DeviceEngine::new(vec![EmulatedDevice::latched(&latch)], 2)
        .unwrap()
        .with_config(|config| config.split_after_nodes = SPLIT_AFTER_NODES);
    let engine = SharedEngine::start(engine, limits).unwrap();
    let easy = batch::solve(&[Grid::EMPTY], Limits::UNIQUE)[0].first.unwrap();
    std::thread::scope(|scope| {
        let hard = scope.spawn(|| engine.solve(vec![easy, Grid::EMPTY], Vec::new()).unwrap());
        for _ in 0..5 {
            let (_, answers) = engine.solve(vec![easy; 300], Vec::new()).unwrap();
            assert!(answers.iter().all(|answer| answer.count == 1 && answer.first == Some(easy)));
        }
        // Not before.
        assert!(!hard.is_finished());
        latch.open();
        let (_, answers) = hard.join().unwrap();
        assert_eq!(answers[1].count, limits.solutions);
        assert_eq!(answers[1].end, End::SolutionLimit);
    });
}

#[test]
fn every_caller_hears_of_a_failure() {
    for fault in [DeviceFault::Reset(0), DeviceFault::Gone(2), DeviceFault::Memory(0), DeviceFault::Panic(0)]
    {
        // With one worker, so that nobody is served beside the failure.
        let engine = SharedEngine::start(test_engine(&[fault], 1), Limits::UNIQUE).unwrap();
        std::thread::scope(|scope| {
            for _ in 0..3 {
                let engine = &engine;
                scope.spawn(move || {
                    // With `Gone` the first ones may get through.
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
