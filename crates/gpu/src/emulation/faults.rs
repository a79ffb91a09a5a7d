//! What goes wrong, tried on devices that fail where a test wants them to: it is told or made up for, and no row is wrong.

use super::engine::{Portions, SPLIT_AFTER_NODES, puzzles, team};
use super::{Fault, garbage};
use crate::aside::{self, Effort};
use crate::counter::{Counter, Packet, Place, Room, Task};
use crate::{Error, row};
use veridoku_core::Grid;
use veridoku_core::batch::{Answer, PuzzleBatch};
use veridoku_core::solve::Limits;

#[test]
fn what_fails_is_told_and_no_row_is_wrong() {
    let puzzles = &puzzles()[..9000];
    let mut expected = Vec::new();
    team(&[Fault::None], 2).solve(puzzles, Limits::UNIQUE, &mut expected).unwrap();
    let faults = [
        (Fault::Memory(0), "out of memory"),
        (Fault::Reset(0), "reset"),
        (Fault::Reset(1), "reset"),
        (Fault::Gone(0), "gone"),
        (Fault::Gone(1), "gone"),
        (Fault::Silence(0), "did not answer every puzzle"),
        (Fault::Garble(0), "did not answer every puzzle"),
    ];
    for (fault, message) in faults {
        for others in [0, 2] {
            let mut faults = vec![fault];
            faults.extend(vec![Fault::None; others]);
            let mut team = team(&faults, 2);
            let mut answers = Vec::new();
            match team.solve(puzzles, Limits::UNIQUE, &mut answers) {
                Err(error) => {
                    assert!(error.to_string().contains(message), "{fault:?}: {error}");
                    assert!(answers.is_empty(), "{fault:?}");
                }
                // The others were quicker, and it was never asked.
                Ok(()) => assert!(others > 0 && answers == expected, "{fault:?}"),
            }
        }
    }
}

#[test]
fn little_memory_is_no_error() {
    let puzzles = garbage(1500);
    let mut expected = Vec::new();
    team(&[Fault::None], 2).solve(&puzzles, Limits::UNIQUE, &mut expected).unwrap();
    for lanes in 1..4 {
        for devices in [&[Fault::Memory(lanes)][..], &[Fault::Memory(0), Fault::Memory(lanes)]] {
            // Small packets, so that all lanes are wanted.
            let mut team = team(devices, 3).with_load(|load| load.packet = 100);
            let mut portions = Portions::new(&puzzles, &[60]);
            team.stream(&mut portions, Limits::UNIQUE).unwrap();
            assert!(portions.answers() == expected, "{devices:?}");
            let mut answers = Vec::new();
            team.solve(&puzzles, Limits::UNIQUE, &mut answers).unwrap();
            assert!(answers == expected, "{devices:?}");
        }
    }
}

#[test]
fn threads_that_cannot_start_are_done_without() {
    let puzzles = garbage(500);
    let limits = Limits::solutions(700);
    let mut expected = Vec::new();
    team(&[Fault::None], 3).solve(&puzzles, limits, &mut expected).unwrap();
    for threads in 0..4 {
        // Small packets, so that all crews are wanted.
        let mut team = team(&[Fault::None], 3).with_load(|load| (load.threads, load.packet) = (threads, 30));
        let mut portions = Portions::new(&puzzles, &[40]);
        match (threads, team.stream(&mut portions, limits)) {
            (0, result) => assert!(matches!(result, Err(Error::Threads(_))), "{result:?}"),
            (_, result) => {
                result.unwrap();
                assert!(portions.answers() == expected, "{threads} threads");
            }
        }
    }
}

#[test]
fn a_search_that_cannot_be_cut_up_is_finished_by_the_cpu() {
    let mut answers = Vec::new();
    let puzzles = [Grid::EMPTY; 3];
    let limits = Limits::solutions(SPLIT_AFTER_NODES + SPLIT_AFTER_NODES / 10);
    team(&[Fault::NoSplitter], 2).solve(&puzzles, limits, &mut answers).unwrap();
    assert!(answers.len() == 3 && answers.iter().all(|answer| answer.count == limits.solutions));
}

#[test]
fn a_device_that_is_lost_with_parts_of_a_search_is_told() {
    for wave in [0, 3] {
        let mut answers = vec![row::UNKNOWN];
        let limits = Limits::solutions(SPLIT_AFTER_NODES + SPLIT_AFTER_NODES / 10);
        let result = team(&[Fault::LostWave(wave)], 2).solve(&[Grid::EMPTY; 3], limits, &mut answers);
        assert_eq!(result, Err(Error::Driver("the device was lost".to_string())));
        assert!(answers.is_empty());
    }
}

#[test]
fn nobody_searches_on_after_an_error() {
    let counter = Counter::new(1);
    let mut packet = Packet::new();
    packet.add((0, PuzzleBatch::owned(vec![Grid::EMPTY], Vec::new())));
    let aside = counter.set_aside(packet, 1);
    let task = Task { aside, place: Place { portion: 0, puzzle: 0 }, puzzle: Grid::EMPTY };
    counter.fail(Error::MissingAnswers);
    // It would come to an end, with an answer.
    aside::solve(&counter, task, Limits::solutions(10), 1000, Effort::Some);
    assert!(counter.collect(Room { packets: 0, aside: 0 }).is_empty());
}

#[test]
fn a_device_without_an_answer_of_its_own_gives_none_of_another() {
    let mut answers: Vec<Answer> = Vec::new();
    let puzzles = vec![Grid::EMPTY; 200];
    let result = team(&[Fault::Silence(0)], 1).solve(&puzzles, Limits::UNIQUE, &mut answers);
    assert!(matches!(result, Err(Error::MissingAnswers)) && answers.is_empty());
}

#[test]
#[should_panic(expected = "scoped thread")]
fn a_panic_is_no_standstill() {
    let _ = team(&[Fault::Panic(0)], 2).solve(&puzzles(), Limits::UNIQUE, &mut Vec::new());
}
