//! Tests of the kernel on an emulated warp: rules, search, stacks and packing.

use super::reference::naive;
use super::{
    MANY_NODES, TestPuzzle, WARP_LANES, assert_agree, garbage, sets, solve_on_one_lane, solve_on_warp,
    sukaku, traps,
};
use veridoku_core::Grid;
use veridoku_core::batch;
use veridoku_core::solve::{self, End, Limits, SearchResult};

fn kernel(puzzles: &[Grid], limits: Limits) -> Vec<SearchResult> {
    solve_on_one_lane(puzzles, limits, 81)
}

#[test]
fn kernel_agrees_with_the_cpu_on_every_set() {
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
        let step = if sets::whole_sets().is_some() { 9 } else { 1 };
        let puzzles: Vec<Grid> = sets::puzzles(name).into_iter().step_by(step).take(3000).collect();
        let limits = Limits::UNIQUE.with_nodes(MANY_NODES);
        let expected = batch::solve(&puzzles, Limits::UNIQUE);
        for ((puzzle, answer), expected) in puzzles.iter().zip(kernel(&puzzles, limits)).zip(expected) {
            if answer.end != End::NodeBudget {
                assert_agree(puzzle, &answer, &expected);
            }
            assert!(answer.end != End::NodeBudget || name.starts_with("mostly"), "{name}: {puzzle}");
        }
    }
}

#[test]
fn kernel_agrees_with_the_cpu_on_boards_of_every_kind() {
    let puzzles = [garbage(4000), traps()].concat();
    for solutions in [1, 2, 50] {
        let limits = Limits::solutions(solutions);
        let expected = batch::solve(&puzzles, limits);
        for ((puzzle, answer), expected) in puzzles.iter().zip(kernel(&puzzles, limits)).zip(expected) {
            if answer.end != End::NodeBudget {
                assert_agree(puzzle, &answer, &expected);
            }
        }
    }
}

#[test]
fn kernel_agrees_with_the_reference_on_candidates() {
    let puzzles = sukaku(1000);
    let answers = solve_on_one_lane(&puzzles, Limits::UNIQUE, 81);
    for (puzzle, answer) in puzzles.iter().zip(answers) {
        let solutions = naive(puzzle, 2);
        assert_eq!(answer.count, solutions.len() as u64, "{puzzle:?}");
        assert_eq!(answer.end == End::SolutionLimit, solutions.len() == 2);
        match (answer.first, &solutions[..]) {
            (None, []) => {}
            (Some(first), [only]) => assert_eq!(first, *only),
            (Some(first), _) => assert!(puzzle.is_solved_by(&first), "{puzzle:?}"),
            (None, _) => panic!("{puzzle:?}: no solution was returned"),
        }
    }
}

#[test]
fn node_budget_ends_the_search_and_keeps_its_results() {
    let puzzles = [garbage(600), traps()].concat();
    for nodes in [0, 1, 7, 100] {
        let limits = Limits::solutions(20).with_nodes(nodes);
        for (puzzle, answer) in puzzles.iter().zip(kernel(&puzzles, limits)) {
            assert!(answer.nodes <= nodes, "{puzzle}");
            if answer.end == End::NodeBudget {
                assert_eq!(answer.nodes, nodes);
                assert!(answer.count <= solve::count_up_to(puzzle, 20).count, "{puzzle}");
            } else {
                assert_agree(puzzle, &answer, &solve::count_up_to(puzzle, 20));
            }
            assert!(answer.first.is_none_or(|solution| solution.is_solved() && puzzle.is_part_of(&solution)));
        }
    }
}

#[test]
fn full_stack_ends_the_search() {
    let puzzles = [vec![Grid::EMPTY; 3], garbage(500)].concat();
    let answers = solve_on_one_lane(&puzzles, Limits::UNIQUE, 4);
    assert!(answers[..3].iter().all(|answer| answer.end == End::NodeBudget && answer.nodes == 4));
    for (puzzle, answer) in puzzles.iter().zip(answers).filter(|(_, answer)| answer.end != End::NodeBudget) {
        assert_agree(puzzle, &answer, &solve::search(puzzle, Limits::UNIQUE));
    }
}

#[test]
fn answers_do_not_depend_on_the_other_lanes_of_the_warp() {
    let hard = sets::puzzles("forum_hardest_1106.txt");
    let puzzles = [garbage(700), hard.into_iter().take(60).collect()].concat();
    for (solutions, nodes) in [(1, 7), (2, MANY_NODES), (50, 100)] {
        let limits = Limits::solutions(solutions).with_nodes(nodes);
        let expected = solve_on_one_lane(&puzzles, limits, 81);
        for lanes in [15, WARP_LANES] {
            assert_eq!(solve_on_warp(lanes, &puzzles, limits, 81), expected, "{lanes} lanes, {limits:?}");
        }
        // Also test more lanes than puzzles, and a last round that uses a single lane.
        for count in [5, WARP_LANES + 1] {
            assert_eq!(solve_on_warp(WARP_LANES, &puzzles[..count], limits, 81), expected[..count]);
        }
    }
    let candidates = sukaku(200);
    let expected = solve_on_one_lane(&candidates, Limits::UNIQUE, 81);
    assert_eq!(solve_on_warp(WARP_LANES, &candidates, Limits::UNIQUE, 81), expected);
}
