//! Records a search of any length in a limited number of events, by collapsing deep subtrees.
//!
//! [`Trace`](crate::Trace) keeps only the beginning of a long run. This observer covers the whole run with
//! less detail. The *level* of an event is the number of placed digits at that time; an `undo` has the level
//! of its `place`. When there are too many events, all events above a certain level are removed, and later
//! events above it are not recorded:
//!
//! ```text
//! level 2            try place … undo          ┐ collapsed: everything between a place
//! level 1       place               undo       ┘ of level 1 and its undo
//! level 0  place                         undo
//! ```
//!
//! Every `undo` removes the most recently placed digit, so the remaining events are still a valid trace that
//! can be replayed. It ends with the same digits on the board as the full run. Each event has the counts of
//! the full run up to that event.

use crate::observer::{Counter, Event, EventKind, Observer};
use veridoku_core::{Cell, Digit, Grid};

/// An observer that records a run in a limited number of events, plus at most 82 for the final digits and
/// the solution.
///
/// ```
/// use veridoku_classic::{Algorithm, CollapsedTrace};
/// use veridoku_core::{Grid, Puzzle};
///
/// let grid: Grid =
///     "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
/// let mut trace = CollapsedTrace::new(1000);
/// Algorithm::by_name("resume").unwrap().observe_up_to(&Puzzle::from(grid), 1, u64::MAX, &mut trace);
/// let (events, collapsed) = trace.finish();
/// assert!(events.len() <= 1082 && collapsed > 40_000);
/// assert_eq!(events.last().unwrap().1.calls, 4209);
/// # Ok::<(), veridoku_core::ParseGridError>(())
/// ```
#[derive(Clone, Debug)]
pub struct CollapsedTrace {
    /// The recorded events, each with its level and the counts after it.
    kept: Vec<(Event, usize, Counter)>,
    limit: usize,
    /// The highest level that is recorded.
    max_level: usize,
    /// The `place` events of the digits on the board, oldest first.
    placed: Vec<Event>,
    counter: Counter,
    total: u64,
    /// The `solved` event, if it was above the highest recorded level.
    solved: Option<Event>,
}

impl CollapsedTrace {
    /// Creates an observer that records at most `limit` events during the run.
    pub fn new(limit: usize) -> CollapsedTrace {
        CollapsedTrace {
            kept: Vec::new(),
            limit: limit.max(2),
            max_level: usize::MAX,
            placed: Vec::new(),
            counter: Counter::default(),
            total: 0,
            solved: None,
        }
    }

    /// Returns the events, each with the counts after it, and the number of collapsed events.
    pub fn finish(mut self) -> (Vec<(Event, Counter)>, u64) {
        let rest = self.placed.iter().skip(self.max_level.saturating_add(1)).copied();
        let rest: Vec<Event> = rest.chain(self.solved).collect();
        let counter = self.counter;
        self.kept.extend(rest.into_iter().map(|event| (event, 0, counter)));
        let events: Vec<(Event, Counter)> =
            self.kept.into_iter().map(|(event, _, counter)| (event, counter)).collect();
        let collapsed = self.total.saturating_sub(events.len() as u64);
        (events, collapsed)
    }

    fn push(&mut self, event: Event, level: usize) {
        self.total += 1;
        if level > self.max_level {
            return;
        }
        if self.kept.len() >= self.limit {
            self.lower_max_level();
        }
        if level <= self.max_level {
            self.kept.push((event, level, self.counter));
        }
    }

    /// Lowers the highest recorded level until half of the capacity is free, or only the lowest level is
    /// left.
    fn lower_max_level(&mut self) {
        let mut levels = [0usize; Cell::COUNT + 1];
        for (_, level, _) in &self.kept {
            levels[*level] += 1;
        }
        let mut sum = 0;
        let fitting = levels.iter().take_while(|count| {
            sum += **count;
            sum <= self.limit / 2
        });
        self.max_level = fitting.count().saturating_sub(1).min(self.max_level);
        let max_level = self.max_level;
        self.kept.retain(|(_, level, _)| *level <= max_level);
    }

    fn event(event: EventKind, place: Option<(Cell, Digit)>, depth: usize) -> Event {
        let (cell, digit) = place.unzip();
        Event { event, cell, digit, depth }
    }
}

impl Observer for CollapsedTrace {
    fn call(&mut self, depth: usize) {
        self.counter.call(depth);
        self.push(CollapsedTrace::event(EventKind::Call, None, depth), self.placed.len());
    }

    fn try_digit(&mut self, cell: Cell, digit: Digit, depth: usize) {
        self.counter.try_digit(cell, digit, depth);
        self.push(CollapsedTrace::event(EventKind::Try, Some((cell, digit)), depth), self.placed.len());
    }

    fn place(&mut self, cell: Cell, digit: Digit, depth: usize) {
        self.counter.place(cell, digit, depth);
        let event = CollapsedTrace::event(EventKind::Place, Some((cell, digit)), depth);
        self.push(event, self.placed.len());
        self.placed.push(event);
    }

    fn undo(&mut self, cell: Cell, digit: Digit, depth: usize) {
        self.counter.undo(cell, digit, depth);
        self.placed.pop();
        self.push(CollapsedTrace::event(EventKind::Undo, Some((cell, digit)), depth), self.placed.len());
    }

    fn solved(&mut self, solution: &Grid, depth: usize) {
        self.counter.solved(solution, depth);
        let event = CollapsedTrace::event(EventKind::Solved, None, depth);
        self.push(event, self.placed.len());
        self.solved = (self.placed.len() > self.max_level).then_some(event);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{ALGORITHMS, Trace};
    use veridoku_core::Puzzle;

    fn sample() -> Puzzle {
        veridoku_core::SAMPLE.parse().unwrap()
    }

    #[test]
    fn a_collapsed_trace_can_be_replayed_and_ends_at_the_solution() {
        for algorithm in &ALGORITHMS {
            for limit in [2, 20, 300, 5000] {
                let mut collapsed_trace = CollapsedTrace::new(limit);
                let mut counter = Counter::default();
                let answer =
                    algorithm.observe_up_to(&sample(), 1, 20_000, &mut (&mut collapsed_trace, &mut counter));
                let (events, collapsed) = collapsed_trace.finish();
                let name = algorithm.name;
                assert!(events.len() <= limit + 82, "{name}: {} of {limit}", events.len());
                let all =
                    counter.calls + counter.tries + counter.placements + counter.undos + counter.solutions;
                assert_eq!(events.len() as u64 + collapsed, all, "{name}");
                let mut grid = *sample().values();
                let mut placed = Vec::new();
                for (event, _) in &events {
                    match event.event {
                        EventKind::Place => placed.push((event.cell, event.digit)),
                        EventKind::Undo => {
                            assert_eq!(placed.pop(), Some((event.cell, event.digit)), "{name}");
                        }
                        _ => {}
                    }
                    event.apply(&mut grid);
                }
                if let Some(solution) = answer.solution() {
                    assert_eq!(&grid, solution, "{name}, {limit}");
                }
            }
        }
    }

    #[test]
    fn a_short_run_is_recorded_completely() {
        let mrv = crate::Algorithm::by_name("mrv").unwrap();
        let (mut collapsed_trace, mut trace) = (CollapsedTrace::new(10_000), Trace::new(10_000));
        mrv.observe_up_to(&sample(), 1, u64::MAX, &mut (&mut collapsed_trace, &mut trace));
        let (events, collapsed) = collapsed_trace.finish();
        assert_eq!(collapsed, 0);
        assert!(events.iter().map(|(event, _)| event).eq(trace.events()));
    }
}
