//! Events, traces and budgets.

use crate::{SAMPLE, SOLUTION, cases, puzzle};
use std::ops::ControlFlow;
use veridoku_classic::{ALGORITHMS, Algorithm, Answer, Counter, Ending, EventKind, Observer, Trace};
use veridoku_core::{Grid, Puzzle};

/// Tells an observer what a trace recorded.
fn retell(trace: &Trace, observer: &mut impl Observer) {
    for event in trace.events() {
        let depth = event.depth;
        match (event.event, event.cell.zip(event.digit)) {
            (EventKind::Call, None) => observer.call(depth),
            (EventKind::Try, Some((cell, digit))) => observer.attempt(cell, digit, depth),
            (EventKind::Place, Some((cell, digit))) => observer.place(cell, digit, depth),
            (EventKind::Undo, Some((cell, digit))) => observer.undo(cell, digit, depth),
            (EventKind::Solved, None) => observer.solved(&Grid::EMPTY, depth),
            _ => panic!("{event:?} says too little or too much"),
        }
    }
}

/// Runs a solver to the end or the budget; its solutions, its counts and its trace.
fn watch(algorithm: &Algorithm, puzzle: &Puzzle, budget: u64) -> (Vec<Grid>, Counter, Trace) {
    let mut observer = (Counter::default(), Trace::new(usize::MAX));
    let mut solutions = Vec::new();
    algorithm.observe(puzzle, budget, &mut observer, &mut |solution| {
        solutions.push(*solution);
        if solutions.len() < 10 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    (solutions, observer.0, observer.1)
}

#[test]
fn counts_are_those_of_the_trace() {
    for (name, _, puzzle) in cases::cases() {
        for algorithm in &ALGORITHMS {
            let (solutions, counter, trace) = watch(algorithm, &puzzle, 5_000);
            let mut recounted = Counter::default();
            retell(&trace, &mut recounted);
            assert_eq!(counter, recounted, "{}: {name}", algorithm.name);
            assert_eq!(counter.solutions, solutions.len() as u64, "{}: {name}", algorithm.name);
            assert_eq!(trace.dropped(), 0);
        }
    }
}

#[test]
fn a_trace_replays_to_the_solutions() {
    for (name, _, puzzle) in cases::cases() {
        for algorithm in &ALGORITHMS {
            let (solutions, _, trace) = watch(algorithm, &puzzle, 5_000);
            let mut expected = solutions.iter();
            let mut grid = *puzzle.values();
            for event in trace.events() {
                let before = event.cell.and_then(|cell| grid.get(cell));
                match event.event {
                    EventKind::Place => assert_eq!(before, None, "{}: {name}", algorithm.name),
                    EventKind::Undo => assert_eq!(before, event.digit, "{}: {name}", algorithm.name),
                    EventKind::Solved => {
                        assert_eq!(Some(&grid), expected.next(), "{}: {name}", algorithm.name);
                    }
                    EventKind::Call | EventKind::Try => {}
                }
                event.apply(&mut grid);
            }
            assert_eq!(expected.next(), None, "{}: {name}", algorithm.name);
        }
    }
}

#[test]
fn a_solved_sample_ends_its_trace_with_the_solution() {
    for algorithm in ALGORITHMS.iter().filter(|algorithm| algorithm.name != "brute-force") {
        let mut trace = Trace::new(usize::MAX);
        let answer = algorithm.observe_up_to(&puzzle(SAMPLE), 1, u64::MAX, &mut trace);
        let mut grid: Grid = SAMPLE.parse().unwrap();
        for event in trace.events() {
            event.apply(&mut grid);
        }
        assert_eq!(grid.to_string(), SOLUTION, "{}", algorithm.name);
        assert_eq!(answer.solution(), Some(&grid));
        assert_eq!(trace.events().last().unwrap().event, EventKind::Solved);
    }
}

#[test]
fn a_trace_keeps_what_it_is_told_to_keep() {
    let resume = Algorithm::by_name("resume").unwrap();
    let mut whole = Trace::new(usize::MAX);
    resume.observe_up_to(&puzzle(SAMPLE), 1, u64::MAX, &mut whole);
    for limit in [0, 1, 100] {
        let mut trace = Trace::new(limit);
        resume.observe_up_to(&puzzle(SAMPLE), 1, u64::MAX, &mut trace);
        assert_eq!(trace.events(), &whole.events()[..limit]);
        assert_eq!(trace.dropped(), (whole.events().len() - limit) as u64);
    }
}

#[test]
fn the_budget_is_kept_to_the_call() {
    for (name, _, puzzle) in cases::cases() {
        for algorithm in &ALGORITHMS {
            let run = |budget| {
                let mut counter = Counter::default();
                let mut left = 2;
                let ending = algorithm.observe(&puzzle, budget, &mut counter, &mut |_| {
                    left -= 1;
                    if left > 0 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
                });
                (counter.calls, ending)
            };
            let (calls, ending) = run(5_000);
            assert!(calls <= 5_000, "{}: {name}", algorithm.name);
            if ending == Ending::OutOfBudget {
                assert_eq!(calls, 5_000, "{}: {name}", algorithm.name);
            } else {
                assert_eq!(run(calls), (calls, ending), "{}: {name}", algorithm.name);
            }
            for budget in [0, 1, 2, calls / 2, calls.saturating_sub(1)] {
                if budget < calls {
                    assert_eq!(run(budget), (budget, Ending::OutOfBudget), "{}: {name}", algorithm.name);
                }
            }
        }
    }
}

#[test]
fn watching_changes_nothing() {
    for (name, _, puzzle) in cases::cases() {
        for algorithm in &ALGORITHMS {
            let silent = algorithm.solve_up_to(&puzzle, 2, 5_000);
            let observed = algorithm.observe_up_to(&puzzle, 2, 5_000, &mut ());
            assert_eq!(silent, observed, "{}: {name}", algorithm.name);
        }
    }
}

#[test]
fn a_limit_of_solutions_is_kept() {
    let empty = Puzzle::from(Grid::EMPTY);
    for algorithm in ALGORITHMS.iter().filter(|algorithm| algorithm.name != "brute-force") {
        for limit in [0, 1] {
            let answer = algorithm.solve_up_to(&empty, limit, 100_000);
            assert!(matches!(answer, Answer::First(_)), "{}: {answer:?}", algorithm.name);
        }
        let answer = algorithm.solve_up_to(&empty, 5, 100_000);
        let Answer::Multiple { count, ending, .. } = answer else { panic!("{}: {answer}", algorithm.name) };
        assert_eq!((count, ending), (5, Ending::Stopped), "{}", algorithm.name);
    }
}

#[test]
fn the_table_is_well_formed() {
    for algorithm in &ALGORITHMS {
        assert!(std::ptr::eq(Algorithm::by_name(algorithm.name).unwrap(), algorithm), "names are different");
        assert!(algorithm.name.chars().all(|c| c.is_ascii_lowercase() || c == '-'));
        assert!(algorithm.source().starts_with("//! ") && algorithm.source().contains("pub fn search("));
        for text in
            [algorithm.title, algorithm.origin, algorithm.description, algorithm.cost, algorithm.weakness]
        {
            assert!(!text.is_empty() && !text.contains('\n') && !text.ends_with('.'), "{text}");
        }
        for part in ["**Idea.**", "**Cost.**", "**Weakness.**", "**Next.**"] {
            assert!(algorithm.source().contains(part), "{} lacks {part}", algorithm.name);
        }
        assert!(algorithm.source().lines().count() <= 200, "{} is too long to teach from", algorithm.name);
    }
}
