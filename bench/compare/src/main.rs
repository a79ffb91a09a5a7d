//! Benchmarks both veridoku engines against the crate `sudoku`, alternating on the same puzzles.
//!
//! ```text
//! set ──▶ compare all answers ──▶ timed rounds: single, bulk, sudoku, single, … ──▶ best time of each
//! ```

use rustix::time::{ClockId, clock_gettime};
use std::hint::black_box;
use std::path::PathBuf;
use sudoku::Sudoku;
use veridoku_core::Grid;
use veridoku_core::batch;
use veridoku_core::solve::{self, Limits, SearchResult};

/// Each set's name, its file, and the maximum number of puzzles to use (lower for slow sets).
const SETS: [(&str, &str, usize); 8] = [
    ("easy", "easy_100k.txt", 100_000),
    ("minimal", "minimal_100k.txt", 100_000),
    ("17-clue", "17_clue.txt", 50_000),
    ("magictour", "magictour_top1465.txt", 1465),
    ("11plus", "forum_hardest_11plus.txt", 4000),
    ("1106", "forum_hardest_1106.txt", 375),
    ("serg", "serg_benchmark.txt", 10_000),
    ("unsolvable", "mostly_unsolvable_100k.txt", 100_000),
];

/// Minimum batch size. Smaller sets are repeated until they reach it, for all three solvers.
const MIN_BATCH: usize = 4096;

fn main() -> std::io::Result<()> {
    let rounds = std::env::args().nth(1).and_then(|text| text.parse().ok()).unwrap_or(5);
    let folder = std::env::var_os("VERIDOKU_DATA").map(PathBuf::from).ok_or_else(|| {
        std::io::Error::other("VERIDOKU_DATA is not set; expected the folder of the puzzle sets")
    })?;
    println!(
        "thousand puzzles per second\nset            single      bulk    sudoku  single/sudoku  bulk/sudoku"
    );
    for (name, file, max_puzzles) in SETS {
        let text = std::fs::read_to_string(folder.join("puzzles").join(file))?;
        let lines = text.lines().filter(|line| line.len() >= 81 && !line.starts_with('#'));
        let mut puzzles: Vec<Grid> =
            lines.take(max_puzzles).filter_map(|line| line[..81].parse().ok()).collect();
        let size = puzzles.len();
        puzzles = puzzles.into_iter().cycle().take(size * MIN_BATCH.div_ceil(size)).collect();
        let rates = SolverComparison::new(puzzles).rates(rounds);
        println!(
            "{name:10} {:10.0}{:10.0}{:10.0}{:15.2}{:13.2}",
            rates[0] / 1e3,
            rates[1] / 1e3,
            rates[2] / 1e3,
            rates[0] / rates[2],
            rates[1] / rates[2],
        );
    }
    Ok(())
}

/// The solvers under comparison and their input.
struct SolverComparison {
    puzzles: Vec<Grid>,
    /// The same puzzles, converted to the type of the crate `sudoku`.
    others: Vec<Sudoku>,
    single: solve::Solver,
    bulk: batch::Solver,
    answers: Vec<SearchResult>,
}

impl SolverComparison {
    fn new(puzzles: Vec<Grid>) -> SolverComparison {
        let other = |puzzle: &Grid| {
            Sudoku::from_bytes(*puzzle.as_bytes()).expect("a grid holds only digits and blanks")
        };
        let others = puzzles.iter().map(other).collect();
        SolverComparison {
            puzzles,
            others,
            single: solve::Solver::new(),
            bulk: batch::Solver::new(),
            answers: Vec::new(),
        }
    }

    /// Returns the puzzles per second of the single engine, the bulk engine and the crate `sudoku`.
    ///
    /// Compares all answers before it measures.
    fn rates(mut self, rounds: u32) -> [f64; 3] {
        self.compare();
        let mut best = [f64::INFINITY; 3];
        for _ in 0..rounds {
            for (engine, best) in best.iter_mut().enumerate() {
                let start = cpu_seconds();
                match engine {
                    0 => self.run_single(),
                    1 => self.bulk.solve(&self.puzzles, Limits::UNIQUE, &mut self.answers),
                    _ => self.run_other(),
                }
                *best = best.min(cpu_seconds() - start);
            }
        }
        best.map(|seconds| self.puzzles.len() as f64 / seconds)
    }

    fn run_single(&mut self) {
        for puzzle in &self.puzzles {
            black_box(self.single.search(puzzle, Limits::UNIQUE));
        }
    }

    fn run_other(&self) {
        let mut solutions = [[0; 81]; 2];
        for puzzle in &self.others {
            black_box(puzzle.solutions_up_to_buffer(&mut solutions, 2));
            black_box(&solutions);
        }
    }

    /// Compares the answers of the three solvers.
    ///
    /// Panics if two of them disagree.
    fn compare(&mut self) {
        self.bulk.solve(&self.puzzles, Limits::UNIQUE, &mut self.answers);
        for ((puzzle, other), bulk) in self.puzzles.iter().zip(&self.others).zip(&self.answers) {
            let single = self.single.search(puzzle, Limits::UNIQUE);
            let mut solutions = [[0; 81]; 2];
            let count = other.solutions_up_to_buffer(&mut solutions, 2) as u64;
            assert!(
                count == single.count && count == bulk.count,
                "{puzzle}: the numbers of solutions differ"
            );
            if count == 1 {
                let solution = Grid::from_bytes(solutions[0]);
                assert!(solution == single.first && solution == bulk.first, "{puzzle}: the solutions differ");
            }
        }
    }
}

/// Returns the CPU time that this thread has used, in seconds.
fn cpu_seconds() -> f64 {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    time.tv_sec as f64 + time.tv_nsec as f64 / 1e9
}
