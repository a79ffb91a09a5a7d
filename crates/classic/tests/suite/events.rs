//! Checks the rules that every trace must follow, numbered as in `observer.rs`.

use crate::cases;
use std::array;
use std::ops::ControlFlow;
use veridoku_classic::{ALGORITHMS, Algorithm, Counter, Event, EventKind, SearchEnd, Trace, ValidPuzzle};
use veridoku_core::{Candidate, CandidateSet, Cell, Digit, DigitSet, Grid, House, Puzzle};

/// The solutions, counts and events of a run, and how it ended.
pub(crate) struct ObservedRun {
    pub(crate) solutions: Vec<Grid>,
    pub(crate) counter: Counter,
    pub(crate) events: Vec<Event>,
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
    let events = trace.finish().events.iter().map(|recorded| recorded.event).collect();
    ObservedRun { solutions, counter, events, end }
}

/// The state of a search after some of its events.
struct Replay<'a> {
    name: &'a str,
    puzzle: &'a ValidPuzzle,
    grid: Grid,
    /// The digits that are possible in each cell.
    possible: [DigitSet; Cell::COUNT],
    /// The placed digits, with the possible digits before each of them.
    placed: Vec<(Event, [DigitSet; Cell::COUNT])>,
    /// The number of placed digits at each call that has not returned.
    calls: Vec<usize>,
    /// The rows of the exact cover matrix.
    rows: CandidateSet,
    /// The covered constraints, with the rows that each of them removed.
    covered: Vec<(Event, CandidateSet)>,
    previous: Option<Event>,
}

type Broken = Result<(), &'static str>;

/// Returns an error unless the condition is true.
fn obey(rule: &'static str, obeyed: bool) -> Broken {
    if obeyed { Ok(()) } else { Err(rule) }
}

impl<'a> Replay<'a> {
    fn new(name: &'a str, puzzle: &'a ValidPuzzle) -> Replay<'a> {
        let rows = Cell::all()
            .filter(|&cell| puzzle.value(cell).is_none())
            .flat_map(|cell| puzzle.candidates(cell).iter().map(move |digit| Candidate::new(cell, digit)));
        Replay {
            name,
            puzzle,
            grid: *puzzle.values(),
            possible: array::from_fn(|index| puzzle.allowed(Cell::from_index(index).unwrap())),
            placed: Vec::new(),
            calls: Vec::new(),
            rows: rows.collect(),
            covered: Vec::new(),
            previous: None,
        }
    }

    /// Applies an event, and checks that it follows the rules.
    fn apply(&mut self, event: Event, solutions: &[Grid]) -> Broken {
        let is_tried = self
            .previous
            .is_some_and(|previous| previous.kind == EventKind::Try && same_candidate(&previous, &event));
        let tried = self.previous.is_some_and(|previous| previous.kind == EventKind::Try);
        let depth = self.calls.len() + usize::from(event.kind == EventKind::Call);
        obey(
            "6: the depth is the number of open calls",
            usize::from(event.depth) == depth.saturating_sub(1),
        )?;
        obey("1: empty cells only", event.cell.is_none_or(|cell| self.puzzle.value(cell).is_none()))?;
        let is_answer = matches!(event.kind, EventKind::Place | EventKind::Conflict);
        obey("2: a digit that is tried is placed or does not fit", !tried || (is_answer && is_tried))?;
        match (event.kind, event.cell, event.digit) {
            (EventKind::Call, None, None) => self.calls.push(self.placed.len()),
            (EventKind::Return, None, None) => {
                obey(
                    "6: placements are undone before a return",
                    self.calls.pop() == Some(self.placed.len()),
                )?;
            }
            (EventKind::Solved, None, None) => {
                obey("4: the grid is a solution", solutions.contains(&self.grid))?;
            }
            (EventKind::Choose, ..) => self.check_choice(&event)?,
            (EventKind::Try, Some(cell), Some(digit)) => {
                obey("2: only allowed digits are tried", self.puzzle.allowed(cell).contains(digit))?;
            }
            (EventKind::Conflict, ..) => self.check_conflict(&event, tried)?,
            (EventKind::Place, Some(cell), Some(digit)) => {
                let is_free = self.grid.get(cell).is_none();
                obey("2: a placed digit was tried before", tried && is_free)?;
                obey("9: a placed digit is possible", self.possible[cell.index()].contains(digit))?;
                self.placed.push((event, self.possible));
                self.possible[cell.index()] = DigitSet::only(digit);
            }
            (EventKind::Undo, Some(_), Some(_)) => {
                let Some((placed, before)) = self.placed.pop() else {
                    return Err("3: nothing to undo");
                };
                let is_same = same_candidate(&placed, &event) && placed.depth == event.depth;
                obey("3: undo removes the most recent placement", is_same)?;
                self.possible = before;
            }
            (EventKind::Eliminate, Some(cell), Some(digit)) => {
                self.eliminate(&event, cell, digit, solutions)?;
            }
            (EventKind::Cover, ..) => {
                let removed = rows_of(&event, self.rows);
                obey("10: cover counts its candidates", event.options == Some(removed.len() as u8))?;
                self.rows -= removed;
                self.covered.push((event, removed));
            }
            (EventKind::Uncover, ..) => {
                let Some((covered, removed)) = self.covered.pop() else {
                    return Err("10: nothing to uncover");
                };
                let is_same = covered == Event { kind: EventKind::Cover, ..event };
                obey("10: uncover takes back the most recent cover", is_same)?;
                self.rows |= removed;
            }
            _ => return Err("an event has the wrong fields"),
        }
        event.apply(&mut self.grid);
        self.previous = Some(event);
        Ok(())
    }

    /// Checks the options of a chosen cell or constraint, and that no other has fewer.
    fn check_choice(&self, event: &Event) -> Broken {
        let options = event.options.map(usize::from);
        let empty = || Cell::all().filter(|&cell| self.grid.get(cell).is_none());
        let left = |cell| (self.puzzle.allowed(cell) & self.grid.digits_left(cell)).len();
        let is_free = event.cell.is_none_or(|cell| self.grid.get(cell).is_none());
        obey("8: an empty cell is chosen", is_free)?;
        obey(
            "8: the options are true",
            match (self.name, event.cell) {
                ("static-order" | "static-sets", Some(cell)) => {
                    options == Some(self.puzzle.candidates(cell).len())
                }
                ("singles-first", Some(cell)) if options.is_some() => options == Some(1) && left(cell) == 1,
                ("mrv", Some(cell)) => options == Some(left(cell)) && empty().map(left).min() == options,
                ("norvig", Some(cell)) => {
                    let possible = |cell: Cell| self.possible[cell.index()].len();
                    options == Some(possible(cell)) && empty().map(possible).min() == options
                }
                ("dlx", _) => {
                    let covered = |event: &Event| {
                        self.covered.iter().any(|(covered, _)| same_constraint(covered, event))
                    };
                    options == Some(rows_of(event, self.rows).len()) && !covered(event)
                }
                (_, cell) => cell.is_some() && options.is_none(),
            },
        )?;
        obey("9: all eliminations are reported", self.name != "norvig" || self.is_propagated())
    }

    /// Reports whether neither rule of constraint propagation eliminates anything else.
    fn is_propagated(&self) -> bool {
        let possible = |cell: Cell| self.possible[cell.index()];
        let peers_are_done = self
            .grid
            .values()
            .all(|(cell, digit)| cell.peers().iter().all(|peer| !possible(peer).contains(digit)));
        peers_are_done
            && House::all().all(|house| {
                Digit::ALL.iter().all(|&digit| {
                    let places = house.cells().iter().filter(|&cell| possible(cell).contains(digit));
                    let places: Vec<Cell> = places.collect();
                    places.len() > 1 || places.iter().any(|&cell| self.grid.get(cell) == Some(digit))
                })
            })
    }

    fn check_conflict(&self, event: &Event, tried: bool) -> Broken {
        let is_possible = |cell: Cell, digit: Digit| {
            self.possible[cell.index()].contains(digit)
                && self.grid.digits_left(cell).contains(digit)
                && self.grid.get(cell).is_none()
        };
        obey(
            "7: the reason of a conflict is true",
            match (event.cell, event.digit, event.house, event.with) {
                (Some(cell), Some(digit), None, Some(with)) => {
                    // Brute force compares the digits of the full grid.
                    (tried || self.grid.get(cell) == Some(digit))
                        && cell.sees(with)
                        && self.grid.get(with) == Some(digit)
                }
                (Some(cell), None, None, None) => !Digit::ALL.iter().any(|&digit| is_possible(cell, digit)),
                (None, Some(digit), Some(house), None) => {
                    let has_digit = house.cells().iter().any(|cell| self.grid.get(cell) == Some(digit));
                    let has_place = house.cells().iter().any(|cell| is_possible(cell, digit));
                    !has_place && !has_digit
                }
                _ => false,
            },
        )
    }

    fn eliminate(&mut self, event: &Event, cell: Cell, digit: Digit, solutions: &[Grid]) -> Broken {
        obey("9: the digit was possible", self.possible[cell.index()].contains(digit))?;
        obey(
            "9: the reason of an elimination is true",
            match (event.with, event.house) {
                (Some(with), None) => cell.sees(with) && self.grid.get(with) == Some(digit),
                (None, Some(house)) => self.possible[cell.index()].iter().any(|other| {
                    let mut places =
                        house.cells().iter().filter(|place| self.possible[place.index()].contains(other));
                    other != digit
                        && house.cells().contains(cell)
                        && places.next() == Some(cell)
                        && places.next().is_none()
                }),
                _ => false,
            },
        )?;
        let is_right =
            |solution: &&Grid| self.grid.values().all(|(cell, digit)| solution.get(cell) == Some(digit));
        let mut right = solutions.iter().filter(is_right);
        obey("9: the digit of the solution stays", right.all(|solution| solution.get(cell) != Some(digit)))?;
        self.possible[cell.index()].remove(digit);
        Ok(())
    }
}

fn same_candidate(one: &Event, other: &Event) -> bool {
    (one.cell, one.digit) == (other.cell, other.digit)
}

fn same_constraint(one: &Event, other: &Event) -> bool {
    same_candidate(one, other) && one.house == other.house
}

/// Returns the rows that satisfy the constraint of an event.
fn rows_of(event: &Event, rows: CandidateSet) -> CandidateSet {
    let satisfies = |candidate: &Candidate| match (event.cell, event.house) {
        (Some(cell), _) => candidate.cell() == cell,
        (None, Some(house)) => {
            house.cells().contains(candidate.cell()) && Some(candidate.digit()) == event.digit
        }
        _ => false,
    };
    rows.iter().filter(satisfies).collect()
}

/// Replays a trace. Returns an error with the first rule that the trace breaks and the event that breaks it.
fn check(
    algorithm: &Algorithm,
    puzzle: &Puzzle,
    solutions: &[Grid],
    end: SearchEnd,
    events: &[Event],
) -> Result<(), String> {
    let Ok(puzzle) = ValidPuzzle::new(puzzle) else {
        return obey("a repeated digit ends the search", events.is_empty()).map_err(String::from);
    };
    let mut replay = Replay::new(algorithm.name, &puzzle);
    for (index, &event) in events.iter().enumerate() {
        let previous = replay.previous;
        let broken = |rule| format!("{rule} at event {index}, {event:?}, after {previous:?}");
        replay.apply(event, solutions).map_err(broken)?;
    }
    let solved = events.iter().filter(|event| event.kind == EventKind::Solved).count();
    let last = events.last().map(|event| event.kind);
    let is_undone = replay.placed.is_empty() && replay.calls.is_empty() && replay.covered.is_empty();
    obey("2: the last digit tried is neither placed nor rejected", last != Some(EventKind::Try))
        .and(obey("4: every solution is reported", solved == solutions.len()))
        .and(obey("5: everything is undone", end != SearchEnd::Exhausted || is_undone))
        .and(obey("5: no events after the end", end != SearchEnd::Stopped || last == Some(EventKind::Solved)))
        .map_err(String::from)
}

#[test]
fn every_trace_follows_the_rules() {
    let mut kinds = Vec::new();
    for algorithm in &ALGORITHMS {
        let mut ends = Vec::new();
        for (name, _, puzzle) in cases::cases() {
            for (limit, budget) in [(1, 5_000), (10, 5_000), (10, 300), (10, 1), (10, 0)] {
                let ObservedRun { solutions, events, end, .. } = observe(algorithm, &puzzle, limit, budget);
                if let Err(broken) = check(algorithm, &puzzle, &solutions, end, &events) {
                    panic!("{}: {name}, {limit} solutions, {budget} calls: {broken}", algorithm.name);
                }
                ends.push((end, events.iter().any(|event| event.kind == EventKind::Undo)));
                kinds.extend(events.iter().map(|event| event.kind));
            }
        }
        for end in [SearchEnd::Exhausted, SearchEnd::Stopped, SearchEnd::OutOfBudget] {
            assert!(ends.iter().any(|&(seen, _)| seen == end), "{}: {end:?}", algorithm.name);
        }
        assert!(ends.contains(&(SearchEnd::Exhausted, true)), "{} never backtracks", algorithm.name);
        kinds.sort_unstable();
        kinds.dedup();
    }
    assert_eq!(kinds, EventKind::ALL);
}

#[test]
fn tries_that_are_only_counted_are_all_counted() {
    for algorithm in &ALGORITHMS {
        for (name, _, puzzle) in cases::cases() {
            for budget in [0, 1, 300] {
                let each = observe(algorithm, &puzzle, 1, budget).counter;
                let mut counted = Counter::default();
                algorithm.observe_up_to(&puzzle, 1, budget, &mut counted);
                assert_eq!(counted, each, "{}: {name}, {budget} calls", algorithm.name);
            }
        }
    }
}

#[test]
fn a_trace_with_a_missing_event_breaks_the_rules() {
    let (_, _, puzzle) = cases::cases().find(|(name, ..)| *name == "two solutions").unwrap();
    for algorithm in ALGORITHMS.iter().filter(|algorithm| algorithm.name != "brute-force") {
        let ObservedRun { solutions, events, end, .. } = observe(algorithm, &puzzle, 10, 100_000);
        for (index, event) in events.iter().enumerate() {
            // Nothing depends on a choice, on a conflict without a try, or on an elimination that is not
            // followed by a choice.
            let is_detectable = match event.kind {
                EventKind::Choose | EventKind::Eliminate => false,
                EventKind::Conflict => event.digit.is_some() && event.cell.is_some(),
                _ => true,
            };
            if is_detectable {
                let gap = [&events[..index], &events[index + 1..]].concat();
                let checked = check(algorithm, &puzzle, &solutions, end, &gap);
                assert!(checked.is_err(), "{}: missing {event:?} is not detected", algorithm.name);
            }
        }
    }
}
