//! Compares the bulk engine with a naive reference, with the single-puzzle engine, and with its own answers
//! for other batch sizes and orders.

use crate::reference::{SOLVED, XorShift, naive};
use crate::sets;
use veridoku_core::batch::{self, MAX_BATCH_NODES, MIN_BATCH_SIZE, Solver};
use veridoku_core::solve::{self, Backend, End, Limits, SearchResult};
use veridoku_core::{Candidate, CandidateSet, Cell, Digit, Grid, Puzzle};

/// Peter Norvig's impossible puzzle, on which a search may thrash.
const IMPOSSIBLE: &str = ".....5.8....6.1.43..........1.5........1.6...3.......553.....61........4.........";

/// A puzzle with nine clues on which the bulk engine thrashes.
const THRASHING: &str = ".8................3...9...2.......1........9......1................8.....5.......";

/// Returns solvers for all backends that this machine supports. They use the bulk engine even for small
/// batches.
fn solvers() -> impl Iterator<Item = Solver> {
    Backend::ALL.into_iter().filter_map(Solver::with_backend).map(|solver| solver.with_min_batch_size(0))
}

/// Solves puzzles in batches of the given size.
fn answers(solver: &mut Solver, puzzles: &[Grid], size: usize, limits: Limits) -> Vec<SearchResult> {
    let (mut all, mut some) = (Vec::new(), Vec::new());
    for batch in puzzles.chunks(size) {
        solver.solve(batch, limits, &mut some);
        all.extend_from_slice(&some);
    }
    all
}

/// Returns solutions with some cells removed.
fn partial_solutions(count: usize) -> Vec<Grid> {
    let mut random = XorShift(37);
    let solved: Grid = SOLVED.parse().unwrap();
    let part = |round: usize| {
        let mut grid = solved;
        for _ in 0..45 + round % 25 {
            grid.set(random.cell(), None);
        }
        grid
    };
    (0..count).map(part).collect()
}

/// Returns empty grids, and solutions with some cells removed. Most of them also get a few random digits,
/// which may cause contradictions.
fn random_grids(count: usize) -> Vec<Grid> {
    let mut random = XorShift(41);
    let solved: Grid = SOLVED.parse().unwrap();
    let board = |round: usize| {
        let mut grid = if round.is_multiple_of(3) { Grid::EMPTY } else { solved };
        for _ in 0..round % 60 {
            grid.set(random.cell(), None);
        }
        for _ in 0..round % 7 {
            grid.set(random.cell(), Some(random.digit()));
        }
        grid
    };
    (0..count).map(board).collect()
}

/// Returns edge cases that broke engines in the past.
fn edge_cases() -> Vec<Grid> {
    let full: Grid = SOLVED.parse().unwrap();
    let with = |mut grid: Grid, values: &[(usize, u8)]| {
        for &(cell, number) in values {
            grid.set(Cell::from_index(cell).unwrap(), Digit::from_number(number));
        }
        grid
    };
    vec![
        Grid::EMPTY,
        Grid::from_bytes([1; 81]).unwrap(),
        Grid::from_bytes([9; 81]).unwrap(),
        with(Grid::EMPTY, &[(0, 1), (10, 1), (20, 1)]),
        with(Grid::EMPTY, &[(0, 7), (8, 7)]),
        full,
        with(full, &[(0, 3), (1, 5)]),
        with(full, &[(40, 0)]),
        IMPOSSIBLE.parse().unwrap(),
        THRASHING.parse().unwrap(),
    ]
}

/// Returns hard, easy, impossible and ambiguous puzzles in random order.
fn mixed_puzzles(per_kind: usize) -> Vec<Grid> {
    let mut mixed_puzzles = [edge_cases(), partial_solutions(per_kind), random_grids(per_kind)].concat();
    for name in [
        "forum_hardest_1106.txt",
        "easy_100k.txt",
        "serg_benchmark.txt",
        "17_clue.txt",
        "mostly_unsolvable_100k.txt",
    ] {
        mixed_puzzles.extend(sets::puzzles(name).into_iter().take(per_kind));
    }
    shuffle(&mut mixed_puzzles, 7);
    mixed_puzzles
}

fn shuffle<T>(items: &mut [T], seed: u64) {
    let mut random = XorShift(seed);
    for i in (1..items.len()).rev() {
        items.swap(i, random.below(i + 1));
    }
}

/// Checks an answer that was found without a node limit against the rules and the single-puzzle engine.
fn assert_correct(puzzle: &Puzzle, answer: &SearchResult, limit: u64) {
    let found = solve::search(puzzle, Limits::solutions(limit));
    assert_eq!((answer.count, answer.end), (found.count, found.end), "{puzzle:?}");
    match answer.first {
        None => assert_eq!(answer.count, 0, "{puzzle:?}"),
        Some(solution) => {
            assert!(answer.count > 0 && solution.is_solved(), "{puzzle:?}");
            let possible = puzzle.candidates();
            assert!(
                solution.values().all(|(cell, digit)| possible.contains(Candidate::new(cell, digit))),
                "{puzzle:?}"
            );
            assert!(found.end != End::Complete || found.count > 1 || found.first == answer.first);
        }
    }
}

#[test]
fn grids_agree_with_the_simple_solver() {
    let puzzles = [partial_solutions(300), random_grids(600)].concat();
    for limit in [1, 2, 50] {
        let limits = Limits::solutions(limit);
        let expected = answers(&mut solvers().next().unwrap(), &puzzles, puzzles.len(), limits);
        for (grid, answer) in puzzles.iter().zip(&expected) {
            let puzzle = Puzzle::from(*grid);
            assert_correct(&puzzle, answer, limit);
            assert_eq!(answer.count as usize, naive(&puzzle.candidates(), limit as usize).len(), "{grid}");
        }
        for mut solver in solvers() {
            assert!(answers(&mut solver, &puzzles, puzzles.len(), limits) == expected, "{solver:?}");
        }
    }
}

#[test]
fn sukaku_agree_with_the_simple_solver() {
    let mut random = XorShift(43);
    let solved: Grid = SOLVED.parse().unwrap();
    let mut puzzles = vec![CandidateSet::EMPTY, CandidateSet::ALL];
    for round in 0..600 {
        let mut candidates: CandidateSet =
            solved.values().map(|(cell, digit)| Candidate::new(cell, digit)).collect();
        for _ in 0..round / 2 {
            candidates.insert(Candidate::new(random.cell(), random.digit()));
        }
        if round % 4 == 0 {
            let cell = random.cell();
            candidates.remove(Candidate::new(cell, solved.get(cell).unwrap()));
        }
        puzzles.push(candidates);
    }
    for limit in [1, 2, 50] {
        let mut before: Option<Vec<SearchResult>> = None;
        for mut solver in solvers() {
            let mut answers = Vec::new();
            solver.solve_candidates(&puzzles, Limits::solutions(limit), &mut answers);
            if before.is_none() {
                for (candidates, answer) in puzzles.iter().zip(&answers) {
                    assert_correct(&Puzzle::from(candidates), answer, limit);
                    assert_eq!(answer.count as usize, naive(candidates, limit as usize).len());
                }
            }
            assert!(before.is_none_or(|before| before == answers), "{solver:?}");
            before = Some(answers);
        }
    }
}

#[test]
fn values_and_their_candidates_are_the_same_puzzle() {
    let puzzles = mixed_puzzles(60);
    let candidates: Vec<CandidateSet> = puzzles
        .iter()
        .map(|grid| {
            let mut candidates = CandidateSet::ALL;
            for (cell, digit) in grid.values() {
                candidates.set_digits(cell, veridoku_core::DigitSet::only(digit));
            }
            candidates
        })
        .collect();
    for mut solver in solvers() {
        let expected = answers(&mut solver, &puzzles, puzzles.len(), Limits::UNIQUE);
        let mut answers = Vec::new();
        solver.solve_candidates(&candidates, Limits::UNIQUE, &mut answers);
        assert!(answers == expected, "{solver:?}");
    }
}

#[test]
fn other_puzzles_in_the_batch_do_not_matter() {
    let puzzles = mixed_puzzles(80);
    for limits in [
        Limits::solutions(1),
        Limits::solutions(2),
        Limits::solutions(50),
        Limits::UNIQUE.with_nodes(0),
        Limits::UNIQUE.with_nodes(5),
        Limits::solutions(50).with_nodes(40),
        Limits::solutions(50).with_nodes(MAX_BATCH_NODES + 1),
    ] {
        // One puzzle per batch, on the narrowest planes: there is no other search to steal from.
        let narrowest = Backend::ALL.into_iter().rev().find_map(Solver::with_backend).unwrap();
        let mut single_solver = narrowest.with_min_batch_size(0);
        let alone = answers(&mut single_solver, &puzzles, 1, limits);
        for answer in &alone {
            assert!(answer.nodes <= limits.nodes && answer.count <= limits.solutions);
            assert_eq!(answer.end == End::SolutionLimit, answer.count == limits.solutions);
            assert!(answer.end != End::NodeBudget || answer.nodes == limits.nodes);
        }
        for mut solver in solvers() {
            for size in [2, 63, 64, 65, 511, 512, 513, 5000] {
                // Batches of two are slow on wide planes, so test only a few of them.
                let some = &puzzles[..if size == 2 { 100 } else { puzzles.len() }];
                let together = answers(&mut solver, some, size, limits);
                for ((puzzle, answer), alone) in some.iter().zip(&together).zip(&alone) {
                    assert_eq!(answer, alone, "{solver:?} {size} {limits:?} {puzzle}");
                }
            }
        }
    }
}

#[test]
fn order_does_not_matter() {
    let puzzles = mixed_puzzles(700);
    let mut expected: Option<Vec<SearchResult>> = None;
    for (seed, mut solver) in (1..).zip(solvers()) {
        let answers_in_order = answers(&mut solver, &puzzles, 5000, Limits::UNIQUE);
        let mut order: Vec<usize> = (0..puzzles.len()).collect();
        shuffle(&mut order, seed);
        let shuffled: Vec<Grid> = order.iter().map(|&index| puzzles[index]).collect();
        let answers_shuffled = answers(&mut solver, &shuffled, 5000, Limits::UNIQUE);
        for (&index, answer) in order.iter().zip(&answers_shuffled) {
            assert_eq!(*answer, answers_in_order[index], "{solver:?} {}", puzzles[index]);
        }
        assert!(expected.is_none_or(|expected| expected == answers_in_order), "{solver:?}");
        expected = Some(answers_in_order);
    }
}

#[test]
fn the_sets_have_the_same_answers_on_all_backends() {
    for (name, step) in [
        ("easy_100k.txt", 5),
        ("minimal_100k.txt", 10),
        ("17_clue.txt", 10),
        ("magictour_top1465.txt", 1),
        ("forum_hardest_11plus.txt", 100),
        ("forum_hardest_1106.txt", 1),
        ("serg_benchmark.txt", 5),
        ("mostly_unsolvable_100k.txt", 20),
    ] {
        let step = if sets::whole_sets().is_some() { step } else { 1 };
        let puzzles: Vec<Grid> = sets::puzzles(name).into_iter().step_by(step).collect();
        let mut before: Option<Vec<SearchResult>> = None;
        for mut solver in solvers() {
            let answers = answers(&mut solver, &puzzles, 100_000, Limits::UNIQUE);
            if before.is_none() {
                for (grid, answer) in puzzles.iter().zip(&answers) {
                    assert_correct(&Puzzle::from(*grid), answer, 2);
                }
            }
            assert!(before.is_none_or(|before| before == answers), "{solver:?} {name}");
            before = Some(answers);
        }
    }
}

#[test]
fn small_batches_use_the_single_puzzle_engine() {
    let puzzles = mixed_puzzles(70);
    for backend in Backend::ALL {
        let Some(mut solver) = Solver::with_backend(backend) else { continue };
        let expected: Vec<SearchResult> =
            puzzles.iter().map(|grid| solve::search(grid, Limits::UNIQUE)).collect();
        assert!(
            answers(&mut solver, &puzzles, MIN_BATCH_SIZE - 1, Limits::UNIQUE) == expected,
            "{backend:?}"
        );
    }
    let many = vec![Grid::EMPTY; MIN_BATCH_SIZE];
    let in_bulk = solvers().next().map(|mut solver| answers(&mut solver, &many, 1, Limits::UNIQUE));
    assert_eq!(Some(batch::solve(&many, Limits::UNIQUE)), in_bulk);
}

#[test]
fn thrashing_search_is_handed_over() {
    let thrashing: Grid = THRASHING.parse().unwrap();
    let mut puzzles = partial_solutions(1000);
    puzzles[500] = thrashing;
    for mut solver in solvers() {
        let plain = answers(&mut solver, &partial_solutions(1000), 1000, Limits::UNIQUE);
        for nodes in [u64::MAX, MAX_BATCH_NODES + 1, MAX_BATCH_NODES] {
            let limits = Limits::UNIQUE.with_nodes(nodes);
            let answers = answers(&mut solver, &puzzles, 1000, limits);
            // The other puzzles are not affected.
            assert!(answers[..500] == plain[..500] && answers[501..] == plain[501..], "{solver:?}");
            if nodes > MAX_BATCH_NODES {
                assert_eq!(answers[500], solve::search(&thrashing, limits), "{solver:?}");
            } else {
                assert_eq!(
                    (answers[500].nodes, answers[500].end),
                    (MAX_BATCH_NODES, End::NodeBudget),
                    "{solver:?}"
                );
            }
        }
    }
}

#[test]
fn very_many_solutions_are_counted_exactly() {
    let mut few: Grid = SOLVED.parse().unwrap();
    for cell in Cell::all().step_by(2).chain(Cell::all().step_by(3)).chain(Cell::all().take(30)) {
        few.set(cell, None);
    }
    let expected = naive(&Puzzle::from(few).candidates(), 3000).len() as u64;
    for mut solver in solvers() {
        let answers = answers(&mut solver, &[few, Grid::EMPTY, few], 3, Limits::solutions(3000));
        assert_eq!(answers[0], answers[2], "{solver:?}");
        assert_eq!((answers[0].count, answers[1].count), (expected, 3000), "{solver:?}");
    }
}

#[test]
fn edge_cases_are_answered() {
    for mut solver in solvers() {
        let mut answers = vec![];
        solver.solve(&[Grid::EMPTY; 3], Limits::solutions(0), &mut answers);
        let nothing = SearchResult::NOT_SEARCHED;
        assert_eq!(answers, [nothing; 3], "{solver:?}");
        // The previous contents of `answers` are replaced.
        solver.solve(&[SOLVED.parse().unwrap()], Limits::UNIQUE, &mut answers);
        assert_eq!(answers.iter().map(|answer| answer.count).collect::<Vec<_>>(), [1], "{solver:?}");
        solver.solve(&[], Limits::UNIQUE, &mut answers);
        assert!(answers.is_empty(), "{solver:?}");
    }
    assert!(batch::solve(&[], Limits::UNIQUE).is_empty());
}
