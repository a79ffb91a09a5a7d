//! Tests counting and budgets.

use crate::cases;
use crate::events::{ObservedRun, observe};
use std::ops::ControlFlow;
use veridoku_classic::{ALGORITHMS, Algorithm, Counter, EventKind, RunOutcome, SearchEnd};
use veridoku_core::{Grid, Puzzle};

#[test]
fn counts_agree_with_the_trace() {
    for (name, _, puzzle) in cases::cases() {
        for algorithm in &ALGORITHMS {
            let ObservedRun { solutions, counter, events, .. } = observe(algorithm, &puzzle, 10, 5_000);
            let count = |kind| events.iter().filter(|event| event.kind == kind).count() as u64;
            let Counter { calls, tries, placements, undos, .. } = counter;
            let kinds = [EventKind::Call, EventKind::Try, EventKind::Place, EventKind::Undo];
            assert_eq!([calls, tries, placements, undos], kinds.map(count), "{}: {name}", algorithm.name);
            assert_eq!(counter.solutions, solutions.len() as u64, "{}: {name}", algorithm.name);
            assert_eq!(counter.events, events.len() as u64, "{}: {name}", algorithm.name);
        }
    }
}

#[test]
fn dead_ends_are_calls_without_a_solution_and_without_calls() {
    for (name, _, puzzle) in cases::cases() {
        for algorithm in &ALGORITHMS {
            let ObservedRun { counter, events, .. } = observe(algorithm, &puzzle, 10, 5_000);
            let structure: Vec<EventKind> = events
                .iter()
                .map(|event| event.kind)
                .filter(|kind| matches!(kind, EventKind::Call | EventKind::Return | EventKind::Solved))
                .collect();
            let leaves = structure.windows(2).filter(|pair| **pair == [EventKind::Call, EventKind::Return]);
            assert_eq!(counter.dead_ends, leaves.count() as u64, "{}: {name}", algorithm.name);
        }
    }
}

#[test]
fn the_budget_limits_the_number_of_calls_exactly() {
    for (name, _, puzzle) in cases::cases() {
        for algorithm in &ALGORITHMS {
            let run = |budget| {
                let mut counter = Counter::default();
                let mut left = 2;
                let end = algorithm.observe(&puzzle, budget, &mut counter, &mut |_| {
                    left -= 1;
                    if left > 0 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
                });
                (counter.calls, end)
            };
            let (calls, end) = run(5_000);
            assert!(calls <= 5_000, "{}: {name}", algorithm.name);
            if end == SearchEnd::OutOfBudget {
                assert_eq!(calls, 5_000, "{}: {name}", algorithm.name);
            } else {
                assert_eq!(run(calls), (calls, end), "{}: {name}", algorithm.name);
            }
            for budget in [0, 1, 2, calls / 2, calls.saturating_sub(1)] {
                if budget < calls {
                    assert_eq!(run(budget), (budget, SearchEnd::OutOfBudget), "{}: {name}", algorithm.name);
                }
            }
        }
    }
}

#[test]
fn an_observer_does_not_change_the_outcome() {
    for (name, _, puzzle) in cases::cases() {
        for algorithm in &ALGORITHMS {
            let unobserved = algorithm.solve_up_to(&puzzle, 2, 5_000);
            let observed = algorithm.observe_up_to(&puzzle, 2, 5_000, &mut ());
            assert_eq!(unobserved, observed, "{}: {name}", algorithm.name);
        }
    }
}

#[test]
fn the_search_stops_at_the_limit_of_solutions() {
    let empty = Puzzle::from(Grid::EMPTY);
    for algorithm in ALGORITHMS.iter().filter(|algorithm| algorithm.name != "brute-force") {
        for limit in [0, 1] {
            let answer = algorithm.solve_up_to(&empty, limit, 100_000);
            assert!(matches!(answer, RunOutcome::First(_)), "{}: {answer:?}", algorithm.name);
        }
        let answer = algorithm.solve_up_to(&empty, 5, 100_000);
        let RunOutcome::Multiple { count, end, .. } = answer else { panic!("{}: {answer}", algorithm.name) };
        assert_eq!((count, end), (5, SearchEnd::Stopped), "{}", algorithm.name);
    }
}

#[test]
fn the_table_is_well_formed() {
    for algorithm in &ALGORITHMS {
        assert!(std::ptr::eq(Algorithm::by_name(algorithm.name).unwrap(), algorithm), "names are unique");
        assert!(algorithm.name.chars().all(|c| c.is_ascii_lowercase() || c == '-'));
        assert!(algorithm.source().starts_with("//! ") && algorithm.source().contains("pub fn search("));
        for text in
            [algorithm.title, algorithm.origin, algorithm.description, algorithm.cost, algorithm.weakness]
        {
            assert!(!text.is_empty() && !text.contains('\n') && !text.ends_with('.'), "{text}");
        }
        for part in ["**Idea.**", "**Cost.**", "**Weakness.**", "**Next.**"] {
            assert!(algorithm.source().contains(part), "{} has no {part}", algorithm.name);
        }
        let mut code = algorithm.source().lines().filter(|line| !line.starts_with("//"));
        assert!(!code.any(|line| line.contains("super::")), "{} depends on another file", algorithm.name);
        assert!(algorithm.source().lines().count() <= 200, "{} is too long to teach from", algorithm.name);
    }
}
