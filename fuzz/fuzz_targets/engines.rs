//! Every backend of both engines gives the same answer for any board.
//!
//! The bytes are boards of pairs of cell and digit, written onto an empty board or onto a solved
//! grid with holes.

#![no_main]

use libfuzzer_sys::fuzz_target;
use veridoku_core::solve::{Backend, Limits, Solver};
use veridoku_core::{Cell, Digit, Grid, batch};

const SOLVED: &str = "534678912672195348198342567859761423426853791713924856961537284287419635345286179";

fn board(bytes: &[u8], solved: &Grid) -> Grid {
    let first = bytes.first().copied().unwrap_or_default();
    let mut grid = if first > 63 { *solved } else { Grid::EMPTY };
    for pair in bytes.chunks_exact(2) {
        let cell = Cell::from_index(pair[0] as usize % 81).unwrap();
        let digit = Digit::from_index(pair[1] as usize % 9).unwrap();
        grid.set(cell, (first <= 63 || pair[1] > 200).then_some(digit));
    }
    grid
}

fuzz_target!(|bytes: &[u8]| {
    let solved: Grid = SOLVED.parse().unwrap();
    let boards: Vec<Grid> = bytes.chunks(64).map(|bytes| board(bytes, &solved)).collect();
    let limits = Limits::solutions(u64::from(bytes.len().is_multiple_of(3)) * 48 + 2).with_nodes(400);

    let mut alone = Vec::new();
    let mut together = Vec::new();
    for backend in Backend::ALL {
        let (Some(mut one), Some(many)) =
            (Solver::with_backend(backend), batch::Solver::with_backend(backend))
        else {
            continue;
        };
        alone.push(boards.iter().map(|board| one.search(board, limits)).collect::<Vec<_>>());
        let mut answers = Vec::new();
        many.with_single_below(0).solve(&boards, limits, &mut answers);
        together.push(answers);
    }
    assert!(alone.windows(2).all(|pair| pair[0] == pair[1]), "backends of solve disagree: {boards:?}");
    assert!(together.windows(2).all(|pair| pair[0] == pair[1]), "backends of batch disagree: {boards:?}");
    for ((board, found), answer) in boards.iter().zip(&alone[0]).zip(&together[0]) {
        if let Some(solution) = found.first {
            assert!(solution.is_solved() && board.is_part_of(&solution), "{board}");
        }
        if found.end == answer.end {
            assert_eq!(found.count, answer.count, "{board}");
        }
        if found.count == 1 && found.end == answer.end {
            assert_eq!(found.first, answer.first, "{board}");
        }
    }
});
