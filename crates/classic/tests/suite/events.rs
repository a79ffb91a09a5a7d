//! The rules that every trace keeps, with the numbers that they have in `observer.rs`.

use crate::cases;
use std::ops::ControlFlow;
use veridoku_classic::{ALGORITHMS, Algorithm, Counter, Event, EventKind, SearchEnd, Trace};
use veridoku_core::{Grid, Puzzle};

/// What there is to know about a run.
pub(crate) struct ObservedRun {
    pub(crate) solutions: Vec<Grid>,
    pub(crate) counter: Counter,
    pub(crate) trace: Trace,
    pub(crate) end: SearchEnd,
}

/// Runs a solver until it has so many solutions, is at its end or out of budget.
pub(crate) fn watch(algorithm: &Algorithm, puzzle: &Puzzle, limit: usize, budget: u64) -> ObservedRun {
    let mut observer = (Counter::default(), Trace::new(usize::MAX));
    let mut solutions = Vec::new();
    let end = algorithm.observe(puzzle, budget, &mut observer, &mut |solution| {
        solutions.push(*solution);
        if solutions.len() < limit { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    let (counter, trace) = observer;
    ObservedRun { solutions, counter, trace, end }
}

/// Follows a trace and says which rule it breaks, and where.
fn check(puzzle: &Puzzle, solutions: &[Grid], end: SearchEnd, events: &[Event]) -> Result<(), String> {
    let mut grid = *puzzle.values();
    let mut standing: Vec<&Event> = Vec::new();
    let mut expected = solutions.iter();
    // The depth of the innermost call that has not returned, and of the next one within it.
    let (mut depth, mut next_depth) = (0, 0);
    // A digit that was tried and has not been placed.
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
            obey("2: tried, then placed", tried.is_some_and(same_place) && at(&grid).is_none())?;
        } else {
            obey("2: not placed, did not fit", tried.is_none_or(|tried| breaks_a_rule(tried, &grid)))?;
        }
        match event.event {
            EventKind::Undo => obey("3: the newest first", standing.pop().is_some_and(same_place))?,
            EventKind::Solved => obey("4: the solution stands", Some(&grid) == expected.next())?,
            _ => {}
        }
        if event.event == EventKind::Call {
            obey("6: one deeper at most", event.depth <= next_depth)?;
            next_depth = event.depth + 1;
        } else {
            obey("6: in a call that has not returned", event.depth <= depth)?;
            next_depth = next_depth.min(event.depth + 1);
        }

        depth = event.depth;
        tried = Some(event).filter(|event| event.event == EventKind::Try);
        if event.event == EventKind::Place {
            standing.push(event);
        }
        event.apply(&mut grid);
    }
    if !tried.is_none_or(|tried| breaks_a_rule(tried, &grid)) {
        return Err("2: the last digit tried is neither placed nor wrong".into());
    }
    if expected.next().is_some() {
        return Err("4: a solution is not told".into());
    }
    let last = events.last().map(|event| event.event);
    match end {
        SearchEnd::Exhausted if !standing.is_empty() => Err(format!("5: {} digits stand", standing.len())),
        SearchEnd::Stopped if last != Some(EventKind::Solved) => Err("5: goes on after its end".into()),
        _ => Ok(()),
    }
}

/// Whether a peer of the cell has the digit.
fn breaks_a_rule(event: &Event, grid: &Grid) -> bool {
    event.cell.is_some_and(|cell| cell.peers().iter().any(|peer| grid.get(peer) == event.digit))
}

#[test]
fn every_trace_keeps_the_rules() {
    for algorithm in &ALGORITHMS {
        let mut ends = Vec::new();
        for (name, _, puzzle) in cases::cases() {
            for (limit, budget) in [(1, 5_000), (10, 5_000), (10, 300), (10, 1), (10, 0)] {
                let ObservedRun { solutions, trace, end, .. } = watch(algorithm, &puzzle, limit, budget);
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
        assert!(ends.contains(&(SearchEnd::Exhausted, true)), "{} takes nothing back", algorithm.name);
    }
}

#[test]
fn a_trace_with_a_gap_breaks_the_rules() {
    let (_, _, puzzle) = cases::cases().find(|(name, ..)| *name == "two solutions").unwrap();
    for algorithm in ALGORITHMS.iter().filter(|algorithm| algorithm.name != "brute-force") {
        let ObservedRun { solutions, trace, end, .. } = watch(algorithm, &puzzle, 10, 100_000);
        let events = trace.events();
        for (index, pair) in events.windows(2).enumerate() {
            let [event, after] = pair else { panic!("a window of two") };
            // Neither a call nor a digit that did not fit leaves a mark.
            let leaves_no_mark = match event.event {
                EventKind::Call => true,
                EventKind::Try => after.event != EventKind::Place,
                _ => false,
            };
            if !leaves_no_mark {
                let gap = [&events[..index], &events[index + 1..]].concat();
                let checked = check(&puzzle, &solutions, end, &gap);
                assert!(checked.is_err(), "{}: {event:?} is not missed", algorithm.name);
            }
        }
    }
}
