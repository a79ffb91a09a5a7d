//! Benchmarks canonical forms against those of the crate `sudoku`, alternating on the same puzzles.
//!
//! ```text
//! set ──▶ compare equivalence classes ──▶ timed rounds: ours, theirs, ours, … ──▶ best time of each
//! ```
//!
//! With `--isomorphs N`, it instead checks that 1,000 puzzles keep their canonical form under N random
//! transforms each.

use rustix::time::{ClockId, clock_gettime};
use std::collections::{HashMap, HashSet};
use std::hint::black_box;
use std::path::PathBuf;
use sudoku::Sudoku;
use veridoku_core::generate::random_solution;
use veridoku_core::solve::{Limits, Solver};
use veridoku_core::symmetry::{Canonical, Canonizer, Transform};
use veridoku_core::{Grid, Random};

/// Each set's name, its file, and the maximum number of puzzles to use.
const SETS: [(&str, &str, usize); 4] = [
    ("17-clue", "17_clue.txt", 50_000),
    ("minimal", "minimal_100k.txt", 10_000),
    ("11plus", "forum_hardest_11plus.txt", 10_000),
    ("easy", "easy_100k.txt", 10_000),
];

fn main() -> std::io::Result<()> {
    let arguments: Vec<String> = std::env::args().collect();
    let folder = std::env::var_os("VERIDOKU_DATA").map(PathBuf::from).ok_or_else(|| {
        std::io::Error::other("VERIDOKU_DATA is not set; expected the folder of the puzzle sets")
    })?;
    let mut sets = Vec::new();
    for (name, file, max_puzzles) in SETS {
        let text = std::fs::read_to_string(folder.join("puzzles").join(file))?;
        let lines = text.lines().filter(|line| line.len() >= 81 && !line.starts_with('#'));
        sets.push((
            name,
            lines.take(max_puzzles).filter_map(|line| line[..81].parse().ok()).collect::<Vec<Grid>>(),
        ));
    }
    if let [_, flag, count] = &arguments[..]
        && (flag == "--isomorphs" || flag == "--dresses")
    {
        check_isomorphs(&sets, count.parse().unwrap_or(1000));
        return Ok(());
    }
    let mut random = Random::new(1);
    sets.push(("solutions", (0..10_000).map(|_| random_solution(&mut random)).collect()));
    println!("                     classes of            microseconds                       sudoku /");
    println!(
        "set         puzzles  puzzles  solutions    puzzle  solution    sudoku    puzzle  solution  split"
    );
    for (name, puzzles) in sets {
        let [forms, solutions, split] = compare(&puzzles, &mut random);
        let [puzzle, solution, theirs] = times(&puzzles, 3);
        println!(
            "{name:10} {:8} {forms:8} {solutions:10} {puzzle:9.2} {solution:9.2} {theirs:9.2} {:9.2} {:9.2} \
             {split:6}",
            puzzles.len(),
            theirs / puzzle,
            theirs / solution
        );
    }
    Ok(())
}

/// Converts a puzzle to the `Sudoku` type of the other crate.
fn other(puzzle: &Grid) -> Sudoku {
    Sudoku::from_bytes(*puzzle.as_bytes()).expect("a grid holds only digits and blanks")
}

/// Returns the canonical form of the solution, from which the crate `sudoku` derives that of the puzzle.
///
/// Returns `None` if the puzzle does not have exactly one solution.
fn of_solution(puzzle: &Grid, solver: &mut Solver, canonizer: &mut Canonizer) -> Option<Canonical> {
    let found = solver.search(puzzle, Limits::UNIQUE);
    if found.count == 1 { found.first.map(|solution| canonizer.canonical(&solution)) } else { None }
}

/// Compares both crates' canonical forms of each puzzle and of a random equivalent puzzle.
///
/// Panics if the crates disagree on which puzzles are equivalent, or on the form of a solution. Returns the
/// number of different puzzles, the number of different solutions, and how often the other crate gave
/// equivalent puzzles different forms. That happens where the solution has automorphisms: the other crate
/// picks an arbitrary one.
fn compare(puzzles: &[Grid], random: &mut Random) -> [usize; 3] {
    let (mut solver, mut canonizer) = (Solver::new(), Canonizer::default());
    let (mut theirs_of, mut ours_of) = (HashMap::new(), HashMap::new());
    let mut solutions = HashSet::new();
    let mut split = 0;
    for puzzle in puzzles {
        for isomorph in [*puzzle, Transform::random(random).apply(puzzle)] {
            let solution = of_solution(&isomorph, &mut solver, &mut canonizer).expect("a unique solution");
            let (theirs, automorphisms) = other(&isomorph).canonicalized().expect("a unique solution");
            assert_eq!(solution.automorphisms, automorphisms as u64, "{isomorph}: the automorphisms differ");
            let solved = other(&solution.grid).canonicalized().expect("a solution").0.to_bytes();
            assert_eq!(*solution.grid.as_bytes(), solved, "{isomorph}: the solutions differ");
            solutions.insert(solution.grid);
            let ours = canonizer.canonical(&isomorph).grid;
            let one = *theirs_of.entry(ours).or_insert(theirs.to_bytes());
            if automorphisms == 1 {
                assert_eq!(one, theirs.to_bytes(), "{isomorph}: one class for us, two for them");
            }
            split += usize::from(one != theirs.to_bytes());
            let same = *ours_of.entry(theirs.to_bytes()).or_insert(ours);
            assert_eq!(same, ours, "{isomorph}: one class for them, two for us");
        }
    }
    [theirs_of.len(), solutions.len(), split]
}

/// Returns the best times per puzzle, in microseconds: our form of the puzzle, our form of its solution, and
/// the other crate's form.
fn times(puzzles: &[Grid], rounds: u32) -> [f64; 3] {
    let others: Vec<Sudoku> = puzzles.iter().map(other).collect();
    let (mut solver, mut canonizer) = (Solver::new(), Canonizer::default());
    let mut best = [f64::INFINITY; 3];
    for _ in 0..rounds {
        for (turn, best) in best.iter_mut().enumerate() {
            let start = cpu_seconds();
            for (puzzle, other) in puzzles.iter().zip(&others) {
                match turn {
                    0 => drop(black_box(Some(canonizer.canonical(puzzle)))),
                    1 => drop(black_box(of_solution(puzzle, &mut solver, &mut canonizer))),
                    _ => {
                        black_box(other.canonicalized());
                    }
                }
            }
            *best = best.min(cpu_seconds() - start);
        }
    }
    best.map(|seconds| seconds * 1e6 / puzzles.len() as f64)
}

/// Checks that 1,000 puzzles keep their canonical form under `count` random transforms each.
fn check_isomorphs(sets: &[(&str, Vec<Grid>)], count: usize) {
    let mut random = Random::new(2);
    let mut canonizer = Canonizer::default();
    for (name, puzzles) in sets {
        for puzzle in puzzles.iter().step_by(puzzles.len() / 250).take(250) {
            let form = canonizer.canonical(puzzle);
            for _ in 0..count {
                let isomorph = Transform::random(&mut random).apply(puzzle);
                let again = canonizer.canonical(&isomorph);
                assert_eq!((again.grid, again.automorphisms), (form.grid, form.automorphisms), "{isomorph}");
                assert_eq!(again.transform.apply(&isomorph), form.grid, "{isomorph}");
            }
        }
        println!("{name}: 250 puzzles keep their form under {count} random transforms each");
    }
}

/// Returns the CPU time that this thread has used, in seconds.
fn cpu_seconds() -> f64 {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    time.tv_sec as f64 + time.tv_nsec as f64 / 1e9
}
