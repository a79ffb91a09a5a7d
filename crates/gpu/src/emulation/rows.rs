//! Tests of packed rows on emulated devices: the answers are those of the other paths, for every limit,
//! however the work is divided.

use super::engine::{puzzles, test_engine};
use super::{DeviceFault, TestPuzzle, assert_agree, garbage};
use crate::device::ComputeDevice;
use crate::packing::{PackedRow, pack_grid, unpack_answer};
use crate::rows::RowPuzzles;
use crate::solver::DeviceEngine;
use veridoku_core::Grid;
use veridoku_core::solve::{End, Limits, SearchResult};

/// Solves packed puzzles and grids, which must have the same answers, and returns these.
pub(super) fn solve_both_ways<D: ComputeDevice>(
    engine: &mut DeviceEngine<D>,
    puzzles: &[Grid],
    limits: Limits,
) -> Vec<SearchResult> {
    let packed: Vec<PackedRow> = puzzles.iter().map(pack_grid).collect();
    // Old contents must not show through, and rows after the last answer must not change.
    let mut answers = vec![[u32::MAX; 12]; puzzles.len() + 3];
    engine.solve_rows(RowPuzzles::Rows(&packed), limits, &mut answers).unwrap();
    let mut others = vec![[0x1111_1111; 12]; puzzles.len()];
    engine.solve_rows(RowPuzzles::Grids(puzzles), limits, &mut others).unwrap();
    assert_eq!(answers.split_off(puzzles.len()), [[u32::MAX; 12]; 3]);
    assert_eq!(answers, others);
    answers.iter().map(|row| unpack_answer(row).unwrap()).collect()
}

#[test]
fn rows_have_the_answers_of_the_other_paths() {
    let puzzles = puzzles();
    let mut expected = Vec::new();
    test_engine(&[DeviceFault::None], 2).solve(&puzzles, Limits::UNIQUE, &mut expected).unwrap();
    for (devices, threads) in [(1, 1), (2, 3)] {
        let mut engine = test_engine(&vec![DeviceFault::None; devices], threads);
        for count in [0, 1, 500, puzzles.len()] {
            let answers = solve_both_ways(&mut engine, &puzzles[..count], Limits::UNIQUE);
            assert_eq!(answers, expected[..count], "{devices} devices, {count} puzzles");
        }
    }
}

#[test]
fn limits_apply_to_rows() {
    let puzzles = [garbage(300), vec![Grid::EMPTY]].concat();
    let mut engine =
        test_engine(&[DeviceFault::None], 2).with_config(|config| config.split_after_nodes = 1000);
    for solutions in [0, 1, 2, 700] {
        for nodes in [0, 7, 3000, u64::MAX] {
            let limits = Limits::solutions(solutions).with_nodes(nodes);
            let mut expected = Vec::new();
            engine.solve(&puzzles, limits, &mut expected).unwrap();
            assert_eq!(solve_both_ways(&mut engine, &puzzles, limits), expected, "{limits:?}");
        }
    }
    // The CPU and the splitter count further than a row can.
    let limits = Limits::solutions(40_000);
    let answer = solve_both_ways(&mut engine, &[Grid::EMPTY], limits)[0];
    assert_eq!((answer.count, answer.end), (32_767, End::SolutionLimit));
    assert!(Grid::EMPTY.is_solved_by(&answer.first.unwrap()));
}

#[test]
fn rows_that_are_not_grids_have_no_solution() {
    let mut engine = test_engine(&[DeviceFault::None], 1);
    let mut rows = vec![pack_grid(&Grid::EMPTY); 3 * 81];
    for (number, row) in rows.iter_mut().enumerate() {
        let (cell, value) = (number % 81, [10, 13, 15][number / 81]);
        row[if cell == 80 { 10 } else { cell % 40 / 4 }] |=
            value << if cell == 80 { 0 } else { cell % 4 * 8 + cell / 40 * 4 };
    }
    let mut answers = vec![[0; 12]; rows.len()];
    engine.solve_rows(RowPuzzles::Rows(&rows), Limits::UNIQUE, &mut answers).unwrap();
    let expected = SearchResult { count: 0, nodes: 0, first: None, end: End::Complete };
    assert!(answers.iter().all(|row| unpack_answer(row) == Some(expected)));
}

#[test]
fn failures_are_reported() {
    let puzzles = &puzzles()[..9000];
    let faults = [
        (DeviceFault::MaxLanes(0), "out of memory"),
        (DeviceFault::LostOnSubmit(0), "reset"),
        (DeviceFault::LostOnSubmit(2), "reset"),
        (DeviceFault::Panic(1), "panicked"),
    ];
    for (fault, message) in faults {
        let mut engine = test_engine(&[fault], 2);
        let mut answers = vec![[0; 12]; puzzles.len()];
        let result = engine.solve_rows(RowPuzzles::Grids(puzzles), Limits::UNIQUE, &mut answers);
        assert!(result.unwrap_err().to_string().contains(message), "{fault:?}");
    }
    // With a second device, the lost one may get no chunk at all.
    let mut engine = test_engine(&[DeviceFault::LostOnSubmit(1), DeviceFault::None], 2);
    let mut answers = vec![[0; 12]; puzzles.len()];
    if engine.solve_rows(RowPuzzles::Grids(puzzles), Limits::UNIQUE, &mut answers).is_ok() {
        for ((puzzle, row), other) in
            puzzles.iter().zip(&answers).zip(TestPuzzle::solve_on_cpu(puzzles, Limits::UNIQUE))
        {
            assert_agree(puzzle, &unpack_answer(row).unwrap(), &other);
        }
    }
}
