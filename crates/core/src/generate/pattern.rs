//! Finds digits for a given pattern of cells, such that the puzzle with these clues has one solution.
//!
//! For most patterns, hardly any choice of digits works, so the digits are found by hill climbing. A climb
//! starts with the digits of a random grid. In each step, a few clues are exchanged for those of another grid
//! that agrees with the remaining clues. The exchange is accepted if the number of solutions does not
//! increase.
//!
//! ```text
//! clues of a grid ─▶ 3000 solutions ─▶ exchange 3 clues: 4100, reject ─▶ exchange 1: 800, accept ─▶ … ─▶ 1
//! ```

use super::solution::random_solution;
use super::trail::Trail;
use crate::cell::CellSet;
use crate::grid::Grid;
use crate::random::Random;
use crate::solve::{Limits, Solver};

/// The maximum number of exchanges in a climb.
const MAX_EXCHANGES: usize = 399;
/// The maximum number of solutions to count for the first choice of digits.
const MAX_SOLUTIONS: u64 = 5000;
/// The maximum number of grids from which the next one is drawn.
const CHOICES: usize = 64;
/// The maximum number of clues to exchange in one step.
const MAX_CLUES: usize = 4;

/// Runs one climb. Returns `None` if it does not reach a puzzle with one solution, or is stopped.
pub(super) fn fit(solver: &mut Solver, cells: CellSet, random: &mut Random) -> Option<Trail> {
    let mut solution = random_solution(random);
    let mut clues: Vec<_> = cells.iter().collect();
    let mut count = count_solutions(solver, &restrict(&solution, cells), MAX_SOLUTIONS);
    for _ in 0..MAX_EXCHANGES {
        if count == 1 {
            break;
        }
        random.shuffle(&mut clues);
        let exchanged: CellSet = clues.iter().take(1 + random.index(MAX_CLUES)).copied().collect();
        let open = solver.clone();
        let others: Vec<Grid> =
            open.solutions(&restrict(&solution, cells - exchanged)).take(CHOICES).collect();
        if others.is_empty() {
            // There is at least one, `solution`, unless the search was stopped.
            return None;
        }
        let other = others[random.index(others.len())];
        let other_count = count_solutions(solver, &restrict(&other, cells), count + 1);
        if other_count <= count {
            (solution, count) = (other, other_count);
        }
    }
    (count == 1).then(|| {
        let mut trail = Trail::new(solution);
        trail.push(CellSet::ALL - cells);
        trail
    })
}

/// Counts the solutions up to a limit.
fn count_solutions(solver: &mut Solver, puzzle: &Grid, limit: u64) -> u64 {
    solver.search(puzzle, Limits::solutions(limit)).count
}

/// Returns the values of the grid in these cells.
fn restrict(solution: &Grid, cells: CellSet) -> Grid {
    let mut grid = Grid::EMPTY;
    for cell in cells {
        grid.set(cell, solution.get(cell));
    }
    grid
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cell::Cell;
    use crate::stop;
    use std::sync::Arc;
    use std::sync::atomic::AtomicBool;

    #[test]
    fn a_climb_can_be_stopped() {
        // No puzzle with so few clues has one solution.
        let cells = Cell::all().step_by(6).collect();
        let flag = Arc::new(AtomicBool::new(true));
        let stopped = stop::with_flag(&flag, || fit(&mut Solver::new(), cells, &mut Random::new(1)));
        assert!(stopped.is_none());
    }
}
