//! The kernel on the CPU: `tests/kernel.cc` compiles the very text that goes to a GPU as plain C++, for a warp of one
//! lane. Rules, search, stacks and packing are judged here, on any machine with a C++ compiler; what is left for a GPU is
//! that warps and chunks work together.

#[path = "../../../testdata/reference.rs"]
mod reference;
#[path = "../../../testdata/sets.rs"]
mod sets;

use crate::row::{self, Packed, ROW};
use reference::{Numbers, SOLVED, naive};
use std::io::{Read, Write};
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::LazyLock;
use veridoku_core::batch::{self, Answer};
use veridoku_core::solve::{self, End, Limits};
use veridoku_core::{Candidate, CandidateSet, Cell, Digit, Grid};

/// More nodes than any puzzle here needs.
const ENOUGH: u64 = 30_000;

/// The compiled kernel.
static PROGRAM: LazyLock<PathBuf> = LazyLock::new(|| {
    let source = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/kernel.cc");
    let program = std::env::temp_dir().join(format!("veridoku-kernel-{}", std::process::id()));
    let flags = ["-O2", "-std=c++17", "-Wall", "-Wextra", "-Werror", "-o"];
    let status = Command::new("c++").args(flags).arg(&program).arg(source).status();
    assert!(status.expect("the tests need a C++ compiler, c++").success(), "the kernel compiles as C++");
    program
});

/// The answers of the kernel, with stacks of so many boards.
fn run<P: Packed>(form: &str, puzzles: &[P], limits: Limits, depth: u32) -> Vec<Answer> {
    let mut words = vec![0; P::WORDS * puzzles.len()];
    for (words, puzzle) in words.chunks_mut(P::WORDS).zip(puzzles) {
        puzzle.pack(words);
    }
    let numbers = [puzzles.len() as u64, limits.solutions, limits.nodes.min(ENOUGH), u64::from(depth)];
    let mut program = Command::new(&*PROGRAM)
        .arg(form)
        .args(numbers.map(|number| number.to_string()))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
    program.stdin.take().unwrap().write_all(&bytes).unwrap();
    let mut output = Vec::new();
    program.stdout.take().unwrap().read_to_end(&mut output).unwrap();
    assert!(program.wait().unwrap().success());
    let words: Vec<u32> = output.as_chunks::<4>().0.iter().map(|bytes| u32::from_le_bytes(*bytes)).collect();
    let rows = words.as_chunks::<ROW>().0;
    assert_eq!(rows.len(), puzzles.len());
    let mut answers = vec![row::UNKNOWN; rows.len()];
    for (row, answer) in rows.iter().zip(&mut answers) {
        row::read(row, answer).unwrap();
    }
    answers
}

fn kernel(puzzles: &[Grid], limits: Limits) -> Vec<Answer> {
    run("values", puzzles, limits, 81)
}

/// Whether two engines agree, as far as they must.
fn agree(puzzle: &Grid, kernel: &Answer, other: &Answer) {
    assert_eq!((kernel.count, kernel.end), (other.count, other.end), "{puzzle}");
    assert_eq!(kernel.first.is_some(), other.first.is_some(), "{puzzle}");
    if let Some(solution) = kernel.first {
        assert!(solution.is_solved() && puzzle.is_part_of(&solution), "{puzzle}: {solution}");
        // Of several solutions each may come first.
        let is_only = kernel.count == 1 && kernel.end == End::Complete;
        assert!(!is_only || other.first == Some(solution), "{puzzle}: {solution}");
    }
}

/// Nothing or a solution with holes, and a few digits that need not fit.
fn garbage(count: usize) -> Vec<Grid> {
    let mut numbers = Numbers(43);
    let solved: Grid = SOLVED.parse().unwrap();
    let board = |round: usize| {
        let mut grid = if round.is_multiple_of(3) { Grid::EMPTY } else { solved };
        for _ in 0..round % 70 {
            grid.set(numbers.cell(), None);
        }
        for _ in 0..round % 7 {
            grid.set(numbers.cell(), Some(numbers.digit()));
        }
        grid
    };
    (0..count).map(board).collect()
}

/// Solutions with holes and a digit in the way: boards on which only the last rounds find the contradiction.
fn traps() -> Vec<Grid> {
    let solved: Grid = SOLVED.parse().unwrap();
    let mut traps =
        vec![Grid::EMPTY, solved, Grid::from_bytes([1; 81]).unwrap(), Grid::from_bytes([9; 81]).unwrap()];
    for cell in Cell::all() {
        for digit in Digit::ALL {
            let mut grid = solved;
            grid.set(cell, Some(digit));
            traps.push(grid);
            let mut alone = Grid::EMPTY;
            alone.set(cell, Some(digit));
            traps.push(alone);
        }
    }
    // One digit three times in a box, in three rows and columns.
    let mut thrice = Grid::EMPTY;
    for cell in [0, 10, 20] {
        thrice.set(Cell::from_index(cell).unwrap(), Some(Digit::One));
    }
    traps.push(thrice);
    traps
}

#[test]
fn the_kernel_agrees_with_the_cpu_on_every_set() {
    for name in [
        "easy_100k.txt",
        "minimal_100k.txt",
        "17_clue.txt",
        "magictour_top1465.txt",
        "forum_hardest_11plus.txt",
        "forum_hardest_1106.txt",
        "serg_benchmark.txt",
        "mostly_unsolvable_100k.txt",
    ] {
        let puzzles: Vec<Grid> =
            sets::puzzles(name).unwrap_or_default().into_iter().step_by(9).take(3000).collect();
        let limits = Limits::UNIQUE.with_nodes(ENOUGH);
        let expected = batch::solve(&puzzles, Limits::UNIQUE);
        for ((puzzle, answer), expected) in puzzles.iter().zip(kernel(&puzzles, limits)).zip(expected) {
            if answer.end != End::NodeBudget {
                agree(puzzle, &answer, &expected);
            }
            assert!(answer.end != End::NodeBudget || name.starts_with("mostly"), "{name}: {puzzle}");
        }
    }
}

#[test]
fn the_kernel_agrees_with_the_cpu_on_boards_of_any_kind() {
    let puzzles = [garbage(4000), traps()].concat();
    for solutions in [1, 2, 50] {
        let limits = Limits::solutions(solutions);
        let expected = batch::solve(&puzzles, limits);
        for ((puzzle, answer), expected) in puzzles.iter().zip(kernel(&puzzles, limits)).zip(expected) {
            if answer.end != End::NodeBudget {
                agree(puzzle, &answer, &expected);
            }
        }
    }
}

#[test]
fn the_kernel_agrees_with_the_reference_on_candidates() {
    let mut numbers = Numbers(5);
    let solved: Grid = SOLVED.parse().unwrap();
    let board = |round: usize| {
        let mut candidates = CandidateSet::EMPTY;
        for (cell, digit) in solved.values() {
            candidates.insert(Candidate::new(cell, digit));
        }
        for _ in 0..round % 300 {
            candidates.insert(Candidate::new(numbers.cell(), numbers.digit()));
        }
        for _ in 0..round % 5 {
            candidates.remove(Candidate::new(numbers.cell(), numbers.digit()));
        }
        candidates
    };
    let puzzles: Vec<CandidateSet> =
        (0..1000).map(board).chain([CandidateSet::ALL, CandidateSet::EMPTY]).collect();
    let answers = run("boards", &puzzles, Limits::UNIQUE, 81);
    for (puzzle, answer) in puzzles.iter().zip(answers) {
        let solutions = naive(puzzle, 2);
        assert_eq!(answer.count, solutions.len() as u64, "{puzzle:?}");
        assert_eq!(answer.end == End::SolutionLimit, solutions.len() == 2);
        match (answer.first, &solutions[..]) {
            (None, []) => {}
            (Some(first), [only]) => assert_eq!(first, *only),
            (Some(first), _) => {
                assert!(
                    first.is_solved()
                        && first.values().all(|(cell, digit)| puzzle.digits(cell).contains(digit))
                );
            }
            (None, _) => panic!("{puzzle:?}: no solution came back"),
        }
    }
}

#[test]
fn a_budget_ends_the_search_with_what_was_found() {
    let puzzles = [garbage(600), traps()].concat();
    for nodes in [0, 1, 7, 100] {
        let limits = Limits::solutions(20).with_nodes(nodes);
        for (puzzle, answer) in puzzles.iter().zip(kernel(&puzzles, limits)) {
            assert!(answer.nodes <= nodes, "{puzzle}");
            if answer.end == End::NodeBudget {
                assert_eq!(answer.nodes, nodes);
                assert!(answer.count <= solve::count_up_to(puzzle, 20).count, "{puzzle}");
            } else {
                agree(puzzle, &answer, &solve::count_up_to(puzzle, 20).into());
            }
            assert!(answer.first.is_none_or(|solution| solution.is_solved() && puzzle.is_part_of(&solution)));
        }
    }
}

#[test]
fn a_full_stack_ends_the_search_too() {
    let puzzles = [vec![Grid::EMPTY; 3], garbage(500)].concat();
    let answers = run("values", &puzzles, Limits::UNIQUE, 4);
    assert!(answers[..3].iter().all(|answer| answer.end == End::NodeBudget && answer.nodes == 4));
    for (puzzle, answer) in puzzles.iter().zip(answers).filter(|(_, answer)| answer.end != End::NodeBudget) {
        agree(puzzle, &answer, &solve::search(puzzle, Limits::UNIQUE).into());
    }
}
