//! Tests counting, tracing and budgets.

use crate::events::{ObservedRun, observe};
use crate::{SAMPLE, cases, puzzle};
use std::ops::ControlFlow;
use veridoku_classic::{ALGORITHMS, Algorithm, Counter, EventKind, Observer, RunOutcome, SearchEnd, Trace};
use veridoku_core::{Grid, Puzzle};

/// Replays a trace to an observer.
fn replay(trace: &Trace, observer: &mut impl Observer) {
    for event in trace.events() {
        let depth = event.depth;
        match (event.event, event.cell.zip(event.digit)) {
            (EventKind::Call, None) => observer.call(depth),
            (EventKind::Try, Some((cell, digit))) => observer.try_digit(cell, digit, depth),
            (EventKind::Place, Some((cell, digit))) => observer.place(cell, digit, depth),
            (EventKind::Undo, Some((cell, digit))) => observer.undo(cell, digit, depth),
            (EventKind::Solved, None) => observer.solved(&Grid::EMPTY, depth),
            _ => panic!("{event:?} has the wrong fields"),
        }
    }
}

#[test]
fn counts_agree_with_the_trace() {
    for (name, _, puzzle) in cases::cases() {
        for algorithm in &ALGORITHMS {
            let ObservedRun { solutions, counter, trace, .. } = observe(algorithm, &puzzle, 10, 5_000);
            let mut recounted = Counter::default();
            replay(&trace, &mut recounted);
            assert_eq!(counter, recounted, "{}: {name}", algorithm.name);
            assert_eq!(counter.solutions, solutions.len() as u64, "{}: {name}", algorithm.name);
            assert_eq!(trace.dropped(), 0);
        }
    }
}

#[test]
fn a_trace_keeps_the_first_events_up_to_its_limit() {
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
