//! Tests recordings: limits, collapsed subtrees, parts of a search, and the overview.

use crate::{SAMPLE, cases, puzzle};
use veridoku_classic::{
    ALGORITHMS, Algorithm, Counter, Event, EventKind, Observer, RecordedEvent, Recording, Trace,
};
use veridoku_core::Puzzle;

/// A puzzle that takes `resume` 69 million calls.
const ADVERSARIAL: &str = "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9";

fn record(algorithm: &Algorithm, puzzle: &Puzzle, budget: u64, mut trace: Trace) -> Recording {
    algorithm.observe_up_to(puzzle, 1, budget, &mut trace);
    trace.finish()
}

/// The events of a search that have not been taken back.
fn path<'a>(events: impl IntoIterator<Item = &'a RecordedEvent>) -> Vec<Event> {
    let mut path: Vec<Event> = Vec::new();
    for RecordedEvent { event, .. } in events {
        let taken_back = match event.kind {
            EventKind::Undo => EventKind::Place,
            EventKind::Uncover => EventKind::Cover,
            EventKind::Return => EventKind::Call,
            EventKind::Try | EventKind::Conflict | EventKind::Solved => continue,
            _ => {
                path.push(*event);
                continue;
            }
        };
        let start = path.iter().rposition(|event| event.kind == taken_back).unwrap();
        path.truncate(start);
    }
    path
}

#[test]
fn a_trace_keeps_the_first_events_up_to_its_limit() {
    let resume = Algorithm::by_name("resume").unwrap();
    let whole = record(resume, &puzzle(SAMPLE), u64::MAX, Trace::new(usize::MAX));
    assert_eq!((whole.omitted, &whole.start), (0, &None));
    for limit in [0, 1, 100] {
        let part = record(resume, &puzzle(SAMPLE), u64::MAX, Trace::new(limit));
        assert_eq!(part.events, whole.events[..limit]);
        assert_eq!(part.omitted, (whole.events.len() - limit) as u64);
        assert_eq!(part.profile, whole.profile);
    }
}

#[test]
fn a_collapsed_trace_ends_in_the_same_state_as_the_whole_one() {
    for algorithm in &ALGORITHMS {
        for (puzzle, budget) in [(SAMPLE, 20_000), (ADVERSARIAL, 3_000)] {
            let puzzle = puzzle.parse().unwrap();
            let whole = record(algorithm, &puzzle, budget, Trace::new(usize::MAX));
            for limit in [0, 2, 20, 300, 5000, usize::MAX] {
                let part = record(algorithm, &puzzle, budget, Trace::collapsed(limit));
                let name = format!("{}, limit {limit}", algorithm.name);
                assert!(part.events.len() <= limit.saturating_add(2000), "{name}: {}", part.events.len());
                assert_eq!(part.events.len() as u64 + part.omitted, whole.events.len() as u64, "{name}");
                assert_eq!(path(&part.events), path(&whole.events), "{name}");
                assert_eq!(part.events.last(), whole.events.last(), "{name}");
                assert_eq!(part.profile, whole.profile, "{name}");
                // Each recorded event is an event of the whole trace, with the same counts.
                let moment = |recorded: &RecordedEvent| recorded.counts.events as usize;
                assert!(part.events.is_sorted_by_key(moment), "{name}");
                let is_same = |recorded: &RecordedEvent| *recorded == whole.events[moment(recorded) - 1];
                assert!(part.events.iter().all(is_same), "{name}");
                if limit == usize::MAX {
                    assert_eq!(part, whole, "{name}");
                }
            }
        }
    }
}

#[test]
fn a_trace_can_start_at_any_call() {
    for (name, _, puzzle) in cases::cases() {
        for algorithm in &ALGORITHMS {
            let whole = record(algorithm, &puzzle, 2_000, Trace::new(usize::MAX));
            let is_call = |recorded: &&RecordedEvent| recorded.event.kind == EventKind::Call;
            let calls = whole.events.iter().filter(is_call).count();
            for skipped in [1, 2, 5, calls / 2, calls.saturating_sub(1), calls, calls + 1] {
                let name = format!("{}: {name}, after {skipped} calls", algorithm.name);
                let position = |recorded: &RecordedEvent| recorded.counts.calls as usize > skipped;
                let from = whole.events.iter().position(position).unwrap_or(whole.events.len());
                let from = if skipped == 0 { 0 } else { from };
                for trace in [Trace::new(usize::MAX), Trace::collapsed(usize::MAX)] {
                    let part = record(algorithm, &puzzle, 2_000, trace.skip_calls(skipped as u64));
                    let rows = |events: &[RecordedEvent]| -> Vec<(Event, Counter)> {
                        events.iter().map(|recorded| (recorded.event, recorded.counts)).collect()
                    };
                    assert!(rows(&part.events) == rows(&whole.events[from..]), "{name}");
                    assert_eq!((part.omitted, &part.profile), (0, &whole.profile), "{name}");
                    let start = part.start.map(|start| {
                        (start.path.iter().map(|recorded| recorded.event).collect(), start.counts.events)
                    });
                    let expected = (path(&whole.events[..from]), from as u64);
                    assert_eq!(start, (skipped > 0).then_some(expected), "{name}");
                }
                for limit in [1, 50] {
                    let trace = Trace::collapsed(limit).skip_calls(skipped as u64);
                    let part = record(algorithm, &puzzle, 2_000, trace);
                    let before = part.start.as_ref().map_or(&[][..], |start| &start.path[..]);
                    assert!(path(before.iter().chain(&part.events)) == path(&whole.events), "{name}");
                    assert_eq!(part.events.len() as u64 + part.omitted, (whole.events.len() - from) as u64);
                }
            }
        }
    }
}

#[test]
fn the_profile_covers_all_calls() {
    for (algorithm, calls) in [("restart", 4209_usize), ("columns", 981), ("mrv", 52), ("norvig", 1)] {
        let algorithm = Algorithm::by_name(algorithm).unwrap();
        let recording = record(algorithm, &puzzle(SAMPLE), u64::MAX, Trace::new(usize::MAX));
        let width = recording.profile.calls_per_bucket as usize;
        assert!(width.is_power_of_two() && recording.profile.buckets.len() == calls.div_ceil(width));
        assert!(recording.profile.buckets.len() <= 1024);
        let is_call = |recorded: &&RecordedEvent| recorded.event.kind == EventKind::Call;
        let depths: Vec<&RecordedEvent> = recording.events.iter().filter(is_call).collect();
        for (bucket, calls) in recording.profile.buckets.iter().zip(depths.chunks(width)) {
            let depths = || calls.iter().map(|recorded| recorded.event.depth);
            assert_eq!((Some(bucket.min_depth), Some(bucket.max_depth)), (depths().min(), depths().max()));
            assert_eq!(bucket.events_before, calls[0].counts.events - 1);
        }
        let dead_ends: u64 = recording.profile.buckets.iter().map(|bucket| bucket.dead_ends).sum();
        assert_eq!(dead_ends, recording.events.last().unwrap().counts.dead_ends);
    }
}

#[test]
fn thousands_of_calls_at_the_lowest_level_are_omitted() {
    let resume = Algorithm::by_name("resume").unwrap();
    let first = record(resume, &puzzle(SAMPLE), 1, Trace::new(1)).events[0].event;
    let mut trace = Trace::collapsed(100);
    for _ in 0..100_000 {
        trace.event(first);
        trace.event(Event { kind: EventKind::Return, ..first });
    }
    let recording = trace.finish();
    assert_eq!((recording.events.len(), recording.omitted), (100, 199_900));
}
