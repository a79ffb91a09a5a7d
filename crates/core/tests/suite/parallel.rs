//! Tests that the bulk engine gives the same answers in the same order, regardless of the number of threads,
//! the batch size, and any earlier use of the solver.

use crate::reference::{SOLVED, XorShift, naive};
use veridoku_core::batch::{MIN_BATCH_SIZE, ParallelSolver, Solver, solve_parallel};
use veridoku_core::solve::{Backend, Limits, SearchResult};
use veridoku_core::{CandidateSet, Grid, Puzzle};

/// Returns puzzles made by removing some cells from a solution. Some of them also get a random digit, which
/// may cause a contradiction.
fn puzzles(count: usize) -> Vec<Grid> {
    let mut random = XorShift(43);
    let solved: Grid = SOLVED.parse().unwrap();
    let puzzle = |round: usize| {
        let mut grid = solved;
        for _ in 0..30 + round % 40 {
            grid.set(random.cell(), None);
        }
        if round.is_multiple_of(5) {
            grid.set(random.cell(), Some(random.digit()));
        }
        grid
    };
    (0..count).map(puzzle).collect()
}

fn on_threads<T: Send>(threads: usize, work: impl FnOnce() -> T + Send) -> T {
    rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap().install(work)
}

#[test]
fn thread_count_changes_nothing() {
    let all = puzzles(20_000);
    let mut parallel = ParallelSolver::new();
    let (mut expected, mut answers) = (Vec::new(), Vec::new());
    for limits in [Limits::UNIQUE, Limits::solutions(1), Limits::solutions(0), Limits::UNIQUE.with_nodes(1)] {
        for size in [20_000, 0, 1, 63, MIN_BATCH_SIZE - 1, MIN_BATCH_SIZE, 4097, 9000] {
            Solver::new().solve(&all[..size], limits, &mut expected);
            for threads in [1, 2, 3, 8] {
                on_threads(threads, || parallel.solve(&all[..size], limits, &mut answers));
                assert_eq!(answers, expected, "{size} puzzles, {threads} threads, {limits:?}");
            }
        }
    }
}

#[test]
fn every_backend_counts_the_same_nodes() {
    let all = puzzles(5000);
    let expected = solve_parallel(&all, Limits::UNIQUE);
    for backend in Backend::ALL {
        let Some(mut solver) = ParallelSolver::with_backend(backend) else { continue };
        assert_eq!(solver.backend(), backend);
        let mut answers = Vec::new();
        on_threads(3, || solver.solve(&all, Limits::UNIQUE, &mut answers));
        assert_eq!(answers, expected, "{backend:?}");
    }
}

#[test]
fn answers_agree_with_the_reference() {
    let all = puzzles(3000);
    for (puzzle, answer) in all.iter().zip(solve_parallel(&all, Limits::UNIQUE)) {
        assert_eq!(answer.count as usize, naive(&Puzzle::from(*puzzle).candidates(), 2).len(), "{puzzle}");
    }
}

#[test]
fn candidates_are_solved_like_values() {
    let all: Vec<CandidateSet> =
        puzzles(5000).into_iter().map(|grid| Puzzle::from(grid).candidates()).collect();
    let (mut expected, mut answers) = (Vec::<SearchResult>::new(), Vec::new());
    for size in [100, 5000] {
        Solver::new().solve_candidates(&all[..size], Limits::UNIQUE, &mut expected);
        let mut parallel = ParallelSolver::new();
        on_threads(3, || parallel.solve_candidates(&all[..size], Limits::UNIQUE, &mut answers));
        assert_eq!(answers, expected);
    }
}
