//! Runs the tests on the GPUs of this machine. This covers concurrent warps, stacks, copies, and the CUDA
//! compiler.
//!
//! These tests are ignored unless asked for: `cargo test -p veridoku-gpu -- --ignored`.

use super::engine::{RecordingSource, compare_limits, puzzles};
use super::rows::solve_both_ways;
use super::split::{compare_parts, long_searches};
use super::{assert_agree, garbage, sets, solve_on_one_lane, sukaku, traps};
use crate::cuda::CudaDevice;
use crate::device::{ComputeDevice, DeviceLane, SearchBounds};
use crate::packing::{self, DevicePuzzle, pack_grid, unpack_answer};
use crate::solver::DeviceEngine;
use crate::{Error, MAX_DEVICE_NODES, Solver};
use veridoku_core::Grid;
use veridoku_core::batch;
use veridoku_core::solve::{End, Limits, SearchResult};

/// Returns the GPUs, of which there must be at least one.
fn gpus() -> Vec<CudaDevice> {
    let (gpus, device_errors) = CudaDevice::all().unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(device_errors, []);
    gpus
}

/// Looks for GPUs on any machine. Without CUDA, the error must say what is missing.
#[test]
fn gpus_are_found_or_the_error_says_what_is_missing() {
    match CudaDevice::all() {
        Ok((gpus, device_errors)) => assert!(!gpus.is_empty() || !device_errors.is_empty()),
        Err(error @ (Error::NoDriver | Error::NoDevice | Error::NoCompiler)) => {
            assert!(error.to_string().starts_with("found no CUDA"), "{error}");
        }
        Err(error) => panic!("{error}"),
    }
}

#[test]
#[ignore = "needs an NVIDIA GPU with CUDA"]
fn gpu_agrees_with_the_emulated_warp() {
    let gpus = gpus();
    let hard = sets::puzzles("forum_hardest_1106.txt");
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
#[ignore = "needs an NVIDIA GPU with CUDA"]
fn gpus_agree_with_the_cpu() {
    let gpus = gpus();
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
#[ignore = "needs an NVIDIA GPU with CUDA"]
fn gpus_solve_packed_rows() {
    let mut engine = DeviceEngine::new(gpus(), 4).unwrap();
    // More chunks than lanes.
    let puzzles: Vec<Grid> = puzzles().into_iter().cycle().take(2_500_000).collect();
    let mut expected = Vec::new();
    engine.solve(&puzzles, Limits::UNIQUE, &mut expected).unwrap();
    assert!(solve_both_ways(&mut engine, &puzzles, Limits::UNIQUE) == expected);
    for limits in [Limits::solutions(50).with_nodes(7), Limits::solutions(700)] {
        engine.solve(&puzzles[..50_000], limits, &mut expected).unwrap();
        assert!(solve_both_ways(&mut engine, &puzzles[..50_000], limits) == expected);
    }
    // Pinned memory, used twice.
    let mut solver = Solver::new().unwrap();
    let (mut rows, mut answers) = (solver.rows(puzzles.len()).unwrap(), solver.rows(puzzles.len()).unwrap());
    for (row, puzzle) in rows.as_mut_slice().iter_mut().zip(&puzzles) {
        *row = pack_grid(puzzle);
    }
    engine.solve(&puzzles, Limits::UNIQUE, &mut expected).unwrap();
    for _ in 0..2 {
        answers.as_mut_slice().fill([0; 12]);
        solver.solve_rows(&rows, Limits::UNIQUE, &mut answers).unwrap();
        let found = answers.as_slice().iter().map(|row| unpack_answer(row).unwrap());
        assert!(found.eq(expected.iter().copied()));
    }
    assert!(solver.rows(0).unwrap().as_slice().is_empty());
}

#[test]
#[ignore = "needs an NVIDIA GPU with CUDA"]
fn gpu_splits_long_searches() {
    let gpus = gpus();
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
