//! Benchmarks generating random minimal puzzles against the crate `sudoku`, alternating on one core.
//!
//! ```text
//! timed rounds: ours, theirs, ours, … ──▶ best time of each
//!                    │
//!                    └─▶ their solver checks our puzzles, ours checks theirs; clues are counted
//! ```

use rustix::time::{ClockId, clock_gettime};
use sudoku::Sudoku;
use sudoku::board::Symmetry;
use veridoku_core::generate::{Generator, Recipe, random_solution};
use veridoku_core::solve::{Limits, Solver};
use veridoku_core::{Grid, Random, redundant_clues};

/// Puzzles per round.
const PUZZLES: u64 = 2000;

fn main() {
    let rounds: u64 = std::env::args().nth(1).and_then(|text| text.parse().ok()).unwrap_or(5);
    let (mut generator, mut solver) = (Generator::new(), Solver::new());
    let mut best = [f64::INFINITY; 3];
    let mut clues = [0; 2];
    for round in 0..rounds {
        let start = cpu_seconds();
        let recipe = Recipe::default();
        let ours: Vec<Grid> =
            (0..PUZZLES).filter_map(|index| generator.puzzle(&recipe, 1 + round, index, 1)).collect();
        best[0] = best[0].min(cpu_seconds() - start);

        let start = cpu_seconds();
        let theirs: Vec<Sudoku> =
            (0..PUZZLES).map(|_| Sudoku::generate_with_symmetry(Symmetry::None)).collect();
        best[1] = best[1].min(cpu_seconds() - start);

        let start = cpu_seconds();
        let filled = (0..PUZZLES)
            .filter(|&index| {
                random_solution(&mut Random::stream(round, index))
                    .get(veridoku_core::Cell::new(0, 0))
                    .is_some()
            })
            .count();
        best[2] = best[2].min(cpu_seconds() - start);
        assert_eq!(filled as u64, PUZZLES);

        assert_eq!(ours.len() as u64, PUZZLES);
        for puzzle in &ours {
            let other = Sudoku::from_bytes(*puzzle.as_bytes()).expect("a grid holds only digits and blanks");
            assert!(other.is_uniquely_solvable(), "{puzzle}");
            assert!(redundant_clues(puzzle, u64::MAX).is_some_and(|clues| clues.is_empty()), "{puzzle}");
            clues[0] += puzzle.filled().len();
        }
        for puzzle in &theirs {
            let puzzle = Grid::from_bytes(puzzle.to_bytes()).expect("a grid holds only digits and blanks");
            assert_eq!(solver.search(&puzzle, Limits::UNIQUE).count, 1, "{puzzle}");
            clues[1] += puzzle.filled().len();
        }
    }
    let [ours, theirs, grids] = best.map(|seconds| PUZZLES as f64 / seconds);
    let [our_clues, their_clues] = clues.map(|clues| clues as f64 / (PUZZLES * rounds) as f64);
    println!("{} puzzles from each crate, checked by the other", PUZZLES * rounds);
    println!("veridoku  {ours:9.0} puzzles per second, {our_clues:.2} clues, all minimal");
    println!("sudoku    {theirs:9.0} puzzles per second, {their_clues:.2} clues");
    println!("ratio     {:9.2}", ours / theirs);
    println!("grids     {grids:9.0} uniform random solutions per second");
}

/// Returns the CPU time that this thread has used, in seconds.
fn cpu_seconds() -> f64 {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    time.tv_sec as f64 + time.tv_nsec as f64 / 1e9
}
