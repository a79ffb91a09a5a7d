//! Every backend of both engines gives the same answer for any board.
//!
//! Every 64 bytes of input describe one board: pairs of cell and digit, written onto an empty or a solved
//! grid. On the solved grid, most pairs clear their cell instead. Only the first [`BOARDS`] are used.

use crate::pairs;
use veridoku_core::solve::{Backend, End, Limits, Solver};
use veridoku_core::{CandidateSet, Cell, DigitSet, Grid, SAMPLE_SOLUTION, batch};

/// The maximum number of boards: enough to fill the slots of a bulk engine a few times.
const BOARDS: usize = 128;

fn board(bytes: &[u8], solved: &Grid) -> Grid {
    let first = bytes.first().copied().unwrap_or_default();
    let mut grid = if first > 63 { *solved } else { Grid::EMPTY };
    for (candidate, byte) in pairs::candidates(bytes) {
        grid.set(candidate.cell(), (first <= 63 || byte > 200).then_some(candidate.digit()));
    }
    grid
}

/// Converts a grid to candidates without eliminating any: an empty cell allows all nine digits.
fn all_candidates(grid: &Grid) -> CandidateSet {
    let mut candidates = CandidateSet::ALL;
    for cell in Cell::all() {
        candidates.set_digits(cell, grid.get(cell).map_or(DigitSet::ALL, DigitSet::only));
    }
    candidates
}

pub(crate) fn check(bytes: &[u8]) {
    let solved: Grid = SAMPLE_SOLUTION.parse().expect("the sample has a solution");
    let boards: Vec<Grid> = bytes.chunks(64).take(BOARDS).map(|bytes| board(bytes, &solved)).collect();
    let candidates: Vec<CandidateSet> = boards.iter().map(all_candidates).collect();
    // Some node budgets exceed the point at which the bulk engine hands a puzzle over to the single engine.
    let kind = bytes.len();
    let limits = Limits::solutions([2, 0, 1, 50][kind % 4]).with_nodes([400, 0, 1, 1000][kind / 4 % 4]);

    let mut single_answers = Vec::new();
    let mut bulk_answers = Vec::new();
    for backend in Backend::ALL {
        let (Some(mut single), Some(bulk)) =
            (Solver::with_backend(backend), batch::Solver::with_backend(backend))
        else {
            continue;
        };
        single_answers.push(boards.iter().map(|board| single.search(board, limits)).collect::<Vec<_>>());
        let mut answers = Vec::new();
        let mut bulk = bulk.with_min_batch_size(0);
        bulk.solve(&boards, limits, &mut answers);
        // The same puzzles written as candidates must get the same answers.
        let mut as_candidates = Vec::new();
        bulk.solve_candidates(&candidates, limits, &mut as_candidates);
        assert!(answers == as_candidates, "values and candidates disagree: {boards:?}");
        bulk_answers.push(answers);
    }
    assert!(
        single_answers.windows(2).all(|pair| pair[0] == pair[1]),
        "backends of solve disagree: {boards:?}"
    );
    assert!(bulk_answers.windows(2).all(|pair| pair[0] == pair[1]), "backends of batch disagree: {boards:?}");
    for ((board, found), answer) in boards.iter().zip(&single_answers[0]).zip(&bulk_answers[0]) {
        if let Some(solution) = found.first {
            assert!(solution.is_solved() && board.is_part_of(&solution), "{board}");
        }
        // The engines guess in different cells, so they may differ where a budget ended the search.
        if found.end == End::NodeBudget || answer.end == End::NodeBudget {
            continue;
        }
        assert_eq!((found.count, found.end), (answer.count, answer.end), "{board}");
        if found.count == 1 && found.end == End::Complete {
            assert_eq!(found.first, answer.first, "{board}");
        }
    }
}
