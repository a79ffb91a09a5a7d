//! A search of any length in a bounded number of events: what lies deep is folded away.
//!
//! [`Trace`](crate::Trace) keeps the beginning of a long run, and nobody sees how it ends. This observer
//! keeps the whole run, seen from farther away. The *level* of an event is the number of digits that
//! stand when it happens; an `undo` has the level of its `place`. When there are too many events, all above
//! some level go, and later ones above it are not kept:
//!
//! ```text
//! level 2            try place … undo          ┐ folded: what happened between a place
//! level 1       place               undo       ┘ of level 1 and its undo
//! level 0  place                         undo
//! ```
//!
//! Every `undo` takes back the newest digit, so that what is left is still a trace that can be played. The
//! digits that stand in the end stand in the end here too. Each event comes with the counts of the whole
//! run up to it.

use crate::observer::{Counter, Event, EventKind, Observer};
use veridoku_core::{Cell, Digit, Grid};

/// Records a run in at most so many events, and some 81 more for what stands in the end.
///
/// ```
/// use veridoku_classic::{Algorithm, CollapsedTrace};
/// use veridoku_core::{Grid, Puzzle};
///
/// let grid: Grid =
///     "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
/// let mut fold = CollapsedTrace::new(1000);
/// Algorithm::by_name("resume").unwrap().observe_up_to(&Puzzle::from(grid), 1, u64::MAX, &mut fold);
/// let (events, folded) = fold.finish();
/// assert!(events.len() <= 1082 && folded > 40_000);
/// assert_eq!(events.last().unwrap().1.calls, 4209);
/// # Ok::<(), veridoku_core::ParseGridError>(())
/// ```
#[derive(Clone, Debug)]
pub struct CollapsedTrace {
    /// The events that are kept, with their level and the counts after them.
    kept: Vec<(Event, usize, Counter)>,
    limit: usize,
    /// Events above this level are folded.
    top: usize,
    /// The digits that stand, oldest first.
    standing: Vec<Event>,
    counter: Counter,
    total: u64,
    /// The solution, where it was found above the top.
    solved: Option<Event>,
}

impl CollapsedTrace {
    /// A recorder of at most `limit` events.
    pub fn new(limit: usize) -> CollapsedTrace {
        CollapsedTrace {
            kept: Vec::new(),
            limit: limit.max(2),
            top: usize::MAX,
            standing: Vec::new(),
            counter: Counter::default(),
            total: 0,
            solved: None,
        }
    }

    /// The events with the counts after each, and how many were folded away.
    pub fn finish(mut self) -> (Vec<(Event, Counter)>, u64) {
        let rest = self.standing.iter().skip(self.top.saturating_add(1)).copied();
        let rest: Vec<Event> = rest.chain(self.solved).collect();
        let counter = self.counter;
        self.kept.extend(rest.into_iter().map(|event| (event, 0, counter)));
        let events: Vec<(Event, Counter)> =
            self.kept.into_iter().map(|(event, _, counter)| (event, counter)).collect();
        let folded = self.total.saturating_sub(events.len() as u64);
        (events, folded)
    }

    fn push(&mut self, event: Event, level: usize) {
        self.total += 1;
        if level > self.top {
            return;
        }
        if self.kept.len() >= self.limit {
            self.lower();
        }
        if level <= self.top {
            self.kept.push((event, level, self.counter));
        }
    }

    /// Lowers the top until half of the room is free, or nothing but the lowest level is left.
    fn lower(&mut self) {
        let mut levels = [0usize; Cell::COUNT + 1];
        for (_, level, _) in &self.kept {
            levels[*level] += 1;
        }
        let mut sum = 0;
        let fitting = levels.iter().take_while(|count| {
            sum += **count;
            sum <= self.limit / 2
        });
        self.top = fitting.count().saturating_sub(1).min(self.top);
        let top = self.top;
        self.kept.retain(|(_, level, _)| *level <= top);
    }

    fn event(event: EventKind, place: Option<(Cell, Digit)>, depth: usize) -> Event {
        let (cell, digit) = place.unzip();
        Event { event, cell, digit, depth }
    }
}

impl Observer for CollapsedTrace {
    fn call(&mut self, depth: usize) {
        self.counter.call(depth);
        self.push(CollapsedTrace::event(EventKind::Call, None, depth), self.standing.len());
    }

    fn try_digit(&mut self, cell: Cell, digit: Digit, depth: usize) {
        self.counter.try_digit(cell, digit, depth);
        self.push(CollapsedTrace::event(EventKind::Try, Some((cell, digit)), depth), self.standing.len());
    }

    fn place(&mut self, cell: Cell, digit: Digit, depth: usize) {
        self.counter.place(cell, digit, depth);
        let event = CollapsedTrace::event(EventKind::Place, Some((cell, digit)), depth);
        self.push(event, self.standing.len());
        self.standing.push(event);
    }

    fn undo(&mut self, cell: Cell, digit: Digit, depth: usize) {
        self.counter.undo(cell, digit, depth);
        self.standing.pop();
        self.push(CollapsedTrace::event(EventKind::Undo, Some((cell, digit)), depth), self.standing.len());
    }

    fn solved(&mut self, solution: &Grid, depth: usize) {
        self.counter.solved(solution, depth);
        let event = CollapsedTrace::event(EventKind::Solved, None, depth);
        self.push(event, self.standing.len());
        self.solved = (self.standing.len() > self.top).then_some(event);
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
    fn what_is_left_can_be_played_and_ends_at_the_solution() {
        for algorithm in &ALGORITHMS {
            for limit in [2, 20, 300, 5000] {
                let mut fold = CollapsedTrace::new(limit);
                let mut counter = Counter::default();
                let answer = algorithm.observe_up_to(&sample(), 1, 20_000, &mut (&mut fold, &mut counter));
                let (events, folded) = fold.finish();
                let name = algorithm.name;
                assert!(events.len() <= limit + 82, "{name}: {} of {limit}", events.len());
                let all =
                    counter.calls + counter.tries + counter.placements + counter.undos + counter.solutions;
                assert_eq!(events.len() as u64 + folded, all, "{name}");
                let mut grid = *sample().values();
                let mut standing = Vec::new();
                for (event, _) in &events {
                    match event.event {
                        EventKind::Place => standing.push((event.cell, event.digit)),
                        EventKind::Undo => {
                            assert_eq!(standing.pop(), Some((event.cell, event.digit)), "{name}");
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
    fn a_short_run_is_told_whole() {
        let mrv = crate::Algorithm::by_name("mrv").unwrap();
        let (mut fold, mut trace) = (CollapsedTrace::new(10_000), Trace::new(10_000));
        mrv.observe_up_to(&sample(), 1, u64::MAX, &mut (&mut fold, &mut trace));
        let (events, folded) = fold.finish();
        assert_eq!(folded, 0);
        assert!(events.iter().map(|(event, _)| event).eq(trace.events()));
    }
}
