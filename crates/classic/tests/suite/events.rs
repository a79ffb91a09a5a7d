//! Checks the rules that every trace must follow, numbered as in `observer.rs`.

use crate::cases;
use std::ops::ControlFlow;
use veridoku_classic::{ALGORITHMS, Algorithm, Counter, Event, EventKind, SearchEnd, Trace};
use veridoku_core::{Grid, Puzzle};

/// The solutions, counts and trace of a run, and how it ended.
pub(crate) struct ObservedRun {
    pub(crate) solutions: Vec<Grid>,
    pub(crate) counter: Counter,
    pub(crate) trace: Trace,
    pub(crate) end: SearchEnd,
}

/// Runs a solver until it finds `limit` solutions, exhausts the search, or spends the budget.
pub(crate) fn observe(algorithm: &Algorithm, puzzle: &Puzzle, limit: usize, budget: u64) -> ObservedRun {
    let mut observer = (Counter::default(), Trace::new(usize::MAX));
    let mut solutions = Vec::new();
    let end = algorithm.observe(puzzle, budget, &mut observer, &mut |solution| {
        solutions.push(*solution);
        if solutions.len() < limit { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    let (counter, trace) = observer;
    ObservedRun { solutions, counter, trace, end }
}

/// Replays a trace. Returns an error with the first rule that the trace breaks and the event that breaks it.
fn check(puzzle: &Puzzle, solutions: &[Grid], end: SearchEnd, events: &[Event]) -> Result<(), String> {
    let mut grid = *puzzle.values();
    let mut placed: Vec<&Event> = Vec::new();
    let mut expected = solutions.iter();
    // The depth of the innermost open call, and the maximum depth of the next call.
    let (mut depth, mut next_depth) = (0, 0);
    // The digit that was tried last and has not been placed.
    let mut tried: Option<&Event> = None;
    for (index, event) in events.iter().enumerate() {
        let obey = |rule: &str, obeyed: bool| {
            let broken = || format!("{rule} at event {index}, {event:?}, after {tried:?}");
            if obeyed { Ok(()) } else { Err(broken()) }
        };
        let same_place =
            |other: &Event| (other.cell, other.digit, other.depth) == (event.cell, event.digit, event.depth);
        let at = |grid: &Grid| event.cell.and_then(|cell| grid.get(cell));

        obey("1: empty cells only", at(puzzle.values()).is_none())?;
        if event.event == EventKind::Place {
            obey(
                "2: a digit is tried before it is placed",
                tried.is_some_and(same_place) && at(&grid).is_none(),
            )?;
        } else {
            obey(
                "2: a digit that is not placed does not fit",
                tried.is_none_or(|tried| breaks_a_rule(tried, &grid)),
            )?;
        }
        match event.event {
            EventKind::Undo => {
                obey("3: undo removes the most recent placement", placed.pop().is_some_and(same_place))?;
            }
            EventKind::Solved => obey("4: the grid is the solution", Some(&grid) == expected.next())?,
            _ => {}
        }
        if event.event == EventKind::Call {
            obey("6: a call is at most one level deeper", event.depth <= next_depth)?;
            next_depth = event.depth + 1;
        } else {
            obey("6: the call has not returned", event.depth <= depth)?;
            next_depth = next_depth.min(event.depth + 1);
        }

        depth = event.depth;
        tried = Some(event).filter(|event| event.event == EventKind::Try);
        if event.event == EventKind::Place {
            placed.push(event);
        }
        event.apply(&mut grid);
    }
    if !tried.is_none_or(|tried| breaks_a_rule(tried, &grid)) {
        return Err("2: the last digit tried fits but is not placed".into());
    }
    if expected.next().is_some() {
        return Err("4: a solution is not reported".into());
    }
    let last = events.last().map(|event| event.event);
    match end {
        SearchEnd::Exhausted if !placed.is_empty() => {
            Err(format!("5: {} digits are not undone", placed.len()))
        }
        SearchEnd::Stopped if last != Some(EventKind::Solved) => Err("5: events after the end".into()),
        _ => Ok(()),
    }
}

/// Reports whether a peer of the cell has the digit.
fn breaks_a_rule(event: &Event, grid: &Grid) -> bool {
    event.cell.is_some_and(|cell| cell.peers().iter().any(|peer| grid.get(peer) == event.digit))
}

#[test]
fn every_trace_follows_the_rules() {
    for algorithm in &ALGORITHMS {
        let mut ends = Vec::new();
        for (name, _, puzzle) in cases::cases() {
            for (limit, budget) in [(1, 5_000), (10, 5_000), (10, 300), (10, 1), (10, 0)] {
                let ObservedRun { solutions, trace, end, .. } = observe(algorithm, &puzzle, limit, budget);
                if let Err(broken) = check(&puzzle, &solutions, end, trace.events()) {
                    panic!("{}: {name}, {limit} solutions, {budget} calls: {broken}", algorithm.name);
                }
                let guessed = trace.events().iter().any(|event| event.event == EventKind::Undo);
                ends.push((end, guessed));
            }
        }
        for end in [SearchEnd::Exhausted, SearchEnd::Stopped, SearchEnd::OutOfBudget] {
            assert!(ends.iter().any(|&(seen, _)| seen == end), "{}: {end:?}", algorithm.name);
        }
        assert!(ends.contains(&(SearchEnd::Exhausted, true)), "{} never backtracks", algorithm.name);
    }
}

#[test]
fn a_trace_with_a_missing_event_breaks_the_rules() {
    let (_, _, puzzle) = cases::cases().find(|(name, ..)| *name == "two solutions").unwrap();
    for algorithm in ALGORITHMS.iter().filter(|algorithm| algorithm.name != "brute-force") {
        let ObservedRun { solutions, trace, end, .. } = observe(algorithm, &puzzle, 10, 100_000);
        let events = trace.events();
        for (index, pair) in events.windows(2).enumerate() {
            let [event, after] = pair else { panic!("a window of two") };
            // The check cannot detect a missing `call`, or a missing `try` of a digit that did not fit.
            let is_undetectable = match event.event {
                EventKind::Call => true,
                EventKind::Try => after.event != EventKind::Place,
                _ => false,
            };
            if !is_undetectable {
                let gap = [&events[..index], &events[index + 1..]].concat();
                let checked = check(&puzzle, &solutions, end, &gap);
                assert!(checked.is_err(), "{}: missing {event:?} is not detected", algorithm.name);
            }
        }
    }
}
