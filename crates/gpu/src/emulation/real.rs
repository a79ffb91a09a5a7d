//! Runs the tests on the GPUs of this machine, if there are any. This covers concurrent warps, stacks,
//! copies, and the CUDA compiler.

use super::engine::{RecordingSource, compare_limits, puzzles};
use super::split::{compare_parts, long_searches};
use super::{assert_agree, garbage, sets, solve_on_one_lane, sukaku, traps};
use crate::cuda::CudaDevice;
use crate::device::{ComputeDevice, DeviceLane, SearchBounds};
use crate::packing::{self, DevicePuzzle};
use crate::solver::DeviceEngine;
use crate::{Error, MAX_DEVICE_NODES};
use veridoku_core::Grid;
use veridoku_core::batch;
use veridoku_core::solve::{End, Limits, SearchResult};

/// Returns the GPUs. Without CUDA, prints a message and returns `None`. Any other error fails the test.
fn gpus() -> Option<Vec<CudaDevice>> {
    match CudaDevice::all() {
        Ok((gpus, device_errors)) => {
            assert_eq!(device_errors, []);
            Some(gpus)
        }
        Err(error @ (Error::NoDriver | Error::NoDevice | Error::NoCompiler)) => {
            eprintln!("skipped: {error}");
            assert!(error.to_string().starts_with("found no CUDA"), "{error}");
            None
        }
        Err(error) => panic!("{error}"),
    }
}

#[test]
fn gpu_agrees_with_the_emulated_warp() {
    let Some(gpus) = gpus() else { return };
    let hard = sets::puzzles("forum_hardest_1106.txt").unwrap_or_default();
    let puzzles = [garbage(3000), traps(), hard.into_iter().take(100).collect()].concat();
    for gpu in &gpus {
        let mut lane = gpu.lane(puzzles.len(), Grid::ENCODING).unwrap();
        for (solutions, nodes) in [(1, 0), (2, MAX_DEVICE_NODES), (50, 100)] {
            let limits = Limits::solutions(solutions).with_nodes(nodes);
            let expected = solve_on_one_lane(&puzzles, limits, 64);
            let mut fill = |words: &mut [u32]| {
                for (words, puzzle) in words.chunks_exact_mut(Grid::ENCODING.words()).zip(&puzzles) {
                    puzzle.pack(words);
                }
            };
            lane.submit(puzzles.len(), Grid::ENCODING, SearchBounds::from_limits(limits), &mut fill).unwrap();
            let rows = lane.wait().unwrap();
            assert_eq!(rows.len(), puzzles.len());
            for ((puzzle, row), expected) in puzzles.iter().zip(rows).zip(&expected) {
                let mut answer = SearchResult::NONE;
                packing::read_answer(row, &mut answer).unwrap();
                assert_eq!(answer, *expected, "{puzzle} {limits:?}");
            }
        }
    }
}

#[test]
fn gpus_agree_with_the_cpu() {
    let Some(gpus) = gpus() else { return };
    let mut engine = DeviceEngine::new(gpus, 4).unwrap();
    let puzzles = puzzles();
    let mut answers = Vec::new();
    engine.solve(&puzzles, Limits::UNIQUE, &mut answers).unwrap();
    let expected = batch::solve(&puzzles, Limits::UNIQUE);
    for ((puzzle, answer), other) in puzzles.iter().zip(&answers).zip(&expected) {
        assert_agree(puzzle, answer, other);
    }
    let mut source = RecordingSource::new(&puzzles, &[900, 0, 1, 4000]);
    engine.stream(&mut source, Limits::UNIQUE).unwrap();
    assert_eq!(source.answers(), answers);
    let mut engine = engine.with_config(|config| config.split_after_nodes = 1000);
    compare_limits(&mut engine, &[garbage(300), vec![Grid::EMPTY]].concat());
    compare_limits(&mut engine, &sukaku(600));
}

#[test]
fn gpu_splits_long_searches() {
    let Some(gpus) = gpus() else { return };
    for gpu in &gpus {
        let mut splitter = gpu.splitter().unwrap();
        compare_parts(&mut splitter, &long_searches());
        // This search is too long for one thread of the device and for the CPU.
        let limits = Limits::solutions(300_000);
        let mut engine = DeviceEngine::new(CudaDevice::all().unwrap().0, 2)
            .unwrap()
            .with_config(|config| config.split_after_nodes = 1000);
        let mut answers = Vec::new();
        engine.solve(&[Grid::EMPTY; 3], limits, &mut answers).unwrap();
        assert!(answers.len() == 3);
        for answer in answers {
            assert_eq!((answer.count, answer.end), (limits.solutions, End::SolutionLimit));
            assert_agree(&Grid::EMPTY, &answer, &answer);
        }
    }
}
