//! Compares the single-puzzle engine with a naive reference, and checks its answers on the puzzle sets.

use crate::reference::{SOLVED, XorShift, naive};
use crate::sets;
use veridoku_core::solve::{self, Backend, End, Limits, SearchResult, Solver};
use veridoku_core::{Candidate, CandidateSet, Cell, Digit, Grid, House, HouseKind, Puzzle};

/// Returns solvers for all backends that this machine supports.
fn solvers() -> impl Iterator<Item = Solver> {
    Backend::ALL.into_iter().filter_map(Solver::with_backend)
}

fn assert_agrees(puzzle: &Puzzle, limit: u64) {
    let mut expected = naive(&puzzle.candidates(), limit as usize);
    let mut found: Vec<Grid> = solve::solutions(puzzle).take(limit as usize).collect();
    let summary = solve::search(puzzle, Limits::solutions(limit));
    for mut solver in solvers() {
        assert_eq!(solver.search(puzzle, Limits::solutions(limit)), summary, "{solver:?} {puzzle:?}");
        let two = solver.search_two(puzzle, Limits::solutions(limit));
        assert_eq!(two, (summary, found.get(1).copied()), "{solver:?} {puzzle:?}");
        let same: Vec<Grid> = solver.solutions(puzzle).take(limit as usize).collect();
        assert_eq!(same, found, "{puzzle:?}");
    }
    assert_eq!(summary.count as usize, expected.len(), "{puzzle:?}");
    assert_eq!(summary.first, found.first().copied());
    let complete = (expected.len() as u64) < limit;
    assert_eq!(summary.end, if complete { End::Complete } else { End::SolutionLimit });
    found.sort_unstable();
    if complete {
        expected.sort_unstable();
        assert_eq!(found, expected, "{puzzle:?}");
    } else {
        found.dedup();
        assert_eq!(found.len() as u64, limit, "solutions repeat: {puzzle:?}");
        assert!(found.iter().all(|solution| solution.is_solved() && puzzle.values().is_part_of(solution)));
    }
}

#[test]
fn agrees_with_the_simple_solver_on_partial_solutions() {
    let mut random = XorShift(37);
    let solved: Grid = SOLVED.parse().unwrap();
    for round in 0..300 {
        let mut grid = solved;
        for _ in 0..45 + round % 25 {
            grid.set(random.cell(), None);
        }
        assert_agrees(&Puzzle::from(grid), 50);
    }
}

#[test]
fn agrees_with_the_simple_solver_on_random_grids() {
    let mut random = XorShift(41);
    let solved: Grid = SOLVED.parse().unwrap();
    for round in 0..600 {
        // An empty grid or a solution with some cells removed, with a few random digits added that may cause
        // contradictions.
        let mut grid = if round % 3 == 0 { Grid::EMPTY } else { solved };
        for _ in 0..round % 60 {
            grid.set(random.cell(), None);
        }
        for _ in 0..round % 7 {
            grid.set(random.cell(), Some(random.digit()));
        }
        for limit in [1, 2, 50] {
            assert_agrees(&Puzzle::from(grid), limit);
        }
    }
}

#[test]
fn agrees_with_the_simple_solver_on_sukaku() {
    let mut random = XorShift(43);
    let solved: Grid = SOLVED.parse().unwrap();
    for round in 0..300 {
        let mut candidates: CandidateSet =
            solved.values().map(|(cell, digit)| Candidate::new(cell, digit)).collect();
        for _ in 0..round {
            candidates.insert(Candidate::new(random.cell(), random.digit()));
        }
        if round % 4 == 0 {
            let cell = random.cell();
            candidates.remove(Candidate::new(cell, solved.get(cell).unwrap()));
        }
        assert_agrees(&Puzzle::from(&candidates), 50);
    }
}

#[test]
fn edge_cases_are_answered() {
    assert_eq!(solve::count_up_to(&Grid::EMPTY, 100_000).count, 100_000);
    let solved: Grid = SOLVED.parse().unwrap();
    assert_eq!(solve::unique_solution(&solved), Some(solved));
    let mut wrong = solved;
    wrong.set(Cell::new(0, 0), Some(Digit::Three));
    assert_eq!(solve::search(&wrong, Limits::UNIQUE), SearchResult::NONE);
    assert!(!solve::is_unique(&Grid::EMPTY));
    assert_eq!(solve::search(&Grid::EMPTY, Limits::solutions(0)).count, 0);
    assert_eq!(solve::search(&CandidateSet::EMPTY, Limits::UNIQUE), SearchResult::NONE);
    let out = solve::search(&Grid::EMPTY, Limits::UNIQUE.with_nodes(5));
    assert_eq!((out.count, out.nodes, out.end), (0, 5, End::NodeBudget));
}

#[test]
fn repeated_digit_is_refuted_without_a_guess() {
    for mut solver in solvers() {
        let mut assert_refuted = |grid: &Grid| {
            let found = solver.search(grid, Limits::UNIQUE.with_nodes(100));
            assert_eq!((found.count, found.nodes), (0, 0), "{grid} on {}", solver.backend().name());
        };
        // Every way of writing a digit into two or more cells of a box.
        for number in 0..9 {
            let cells = House::new(HouseKind::Box, number).cells_in_order();
            for pattern in (0_u32..512).filter(|pattern| pattern.count_ones() > 1) {
                let mut grid = Grid::EMPTY;
                for (_, cell) in cells.into_iter().enumerate().filter(|(place, _)| pattern >> place & 1 == 1)
                {
                    grid.set(cell, Digit::from_index(number));
                }
                assert_refuted(&grid);
            }
        }
        // Puzzles in which a digit is decided twice in one minirow and once in another minirow of the same
        // box, either immediately or after a few rounds.
        for line in [
            "9.......6....1...........66................................5..7.5...6...8........",
            "9..77....2..7.....5......9..2...9...........4....................2....67.........",
        ] {
            assert_refuted(&line.parse().unwrap());
        }
    }
}

#[test]
fn every_backend_gives_the_same_answers_and_node_counts() {
    for name in ["17_clue.txt", "magictour_top1465.txt", "forum_hardest_1106.txt", "serg_benchmark.txt"] {
        let puzzles = sets::puzzles(name);
        let mut answers: Vec<Vec<SearchResult>> = Vec::new();
        for mut solver in solvers() {
            let search = |grid: &Grid| solver.search(grid, Limits::UNIQUE.with_nodes(500));
            answers.push(puzzles.iter().step_by(5).map(search).collect());
        }
        assert!(answers.windows(2).all(|pair| pair[0] == pair[1]), "{name}");
    }
}

#[test]
fn search_resumes_after_its_budget_is_raised() {
    for solver in solvers() {
        let mut whole = solver.clone().solutions(&Grid::EMPTY);
        let expected: Vec<(Grid, u64)> =
            std::iter::from_fn(|| whole.next().map(|solution| (solution, whole.nodes()))).take(50).collect();
        for step in [1, 2, 3, 7, 40, 1000] {
            let mut cut = solver.clone().solutions(&Grid::EMPTY).with_node_budget(0);
            let mut found = Vec::new();
            let mut budget = 0;
            while found.len() < expected.len() {
                if let Some(solution) = cut.next() {
                    found.push((solution, cut.nodes()));
                    continue;
                }
                assert_eq!((cut.nodes(), cut.end()), (budget, Some(End::NodeBudget)));
                assert_eq!(cut.next(), None);
                budget += step;
                cut = cut.with_node_budget(budget);
            }
            assert_eq!(found, expected, "{step} nodes at a time");
        }
    }
}

#[test]
fn every_puzzle_of_the_unique_sets_is_unique() {
    for name in [
        "17_clue.txt",
        "easy_100k.txt",
        "minimal_100k.txt",
        "magictour_top1465.txt",
        "forum_hardest_1106.txt",
    ] {
        for grid in sets::puzzles(name) {
            let Some(solution) = solve::unique_solution(&grid) else { panic!("{name}: {grid}") };
            assert!(solution.is_solved() && grid.is_part_of(&solution), "{name}: {grid}");
        }
    }
}

#[test]
fn answers_on_the_mixed_sets_agree_with_the_simple_solver() {
    for (name, step) in
        [("serg_benchmark.txt", 10), ("mostly_unsolvable_100k.txt", 50), ("forum_hardest_11plus.txt", 1000)]
    {
        let step = if sets::whole_sets().is_some() { step } else { 1 };
        for grid in sets::puzzles(name).into_iter().step_by(step) {
            let obeys = |solution: &Grid| solution.is_solved() && grid.is_part_of(solution);
            let count = naive(&Puzzle::from(grid).candidates(), 2).len();
            let (found, second) = Solver::new().search_two(&grid, Limits::UNIQUE);
            let solutions: Vec<Grid> = found.first.into_iter().chain(second).collect();
            assert_eq!((solutions.len(), found.count as usize), (count, count), "{name}: {grid}");
            assert!(solutions.iter().all(obeys) && found.first != second || count == 0, "{name}: {grid}");
        }
    }
}

#[test]
fn a_long_search_counts_the_same_nodes_as_the_iterator() {
    // Several times as many as a search makes before it checks whether it should stop.
    let nodes = 200_000;
    let mut all = Solver::new().solutions(&Grid::EMPTY).with_node_budget(nodes);
    let count = all.by_ref().count() as u64;
    let found = Solver::new().search(&Grid::EMPTY, Limits::solutions(u64::MAX).with_nodes(nodes));
    assert_eq!((found.count, found.nodes, found.end), (count, all.nodes(), End::NodeBudget));
}
