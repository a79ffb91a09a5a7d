//! The engine judged on the CPU: any number of devices and threads gives the same answers, and what fails is told.

use super::reference::Numbers;
use super::{Emulated, Fault, agree, garbage, sets, traps};
use crate::solver::Team;
use crate::{Error, HAND_OVER};
use veridoku_core::batch::{self, Answer, Portion, Supply};
use veridoku_core::solve::{self, Limits};
use veridoku_core::{CandidateSet, Grid};

/// The nodes of the CPU before a search is cut up, few enough for devices that are slow.
const SPLIT: u64 = 100_000;

/// A team of devices that fail in these ways.
fn team(faults: &[Fault], threads: usize) -> Team<Emulated> {
    let devices = faults.iter().map(|&fault| Emulated::new(fault)).collect();
    Team::new(devices, threads).unwrap().splitting_at(SPLIT)
}

/// Puzzles of every kind, so many that there are several packets.
fn puzzles() -> Vec<Grid> {
    let mut puzzles = [garbage(3000), traps()].concat();
    for name in ["17_clue.txt", "forum_hardest_1106.txt", "mostly_unsolvable_100k.txt"] {
        puzzles.extend(sets::puzzles(name).unwrap_or_default().into_iter().take(400));
    }
    let some = puzzles.clone();
    puzzles.extend(some.into_iter().cycle().take(30_000 - puzzles.len()));
    puzzles
}

/// Hands out portions of these sizes, and keeps what comes back.
struct Portions<'p> {
    puzzles: &'p [Grid],
    sizes: Vec<usize>,
    given: Vec<&'p [Grid]>,
    back: Vec<(usize, Vec<Answer>)>,
}

impl<'p> Portions<'p> {
    fn new(puzzles: &'p [Grid], sizes: &[usize]) -> Portions<'p> {
        Portions { puzzles, sizes: sizes.to_vec(), given: Vec::new(), back: Vec::new() }
    }
}

impl<'p> Supply<'p, Grid> for Portions<'p> {
    fn next(&mut self) -> Option<Portion<'p, Grid>> {
        if self.puzzles.is_empty() {
            return None;
        }
        let size = self.sizes[self.given.len() % self.sizes.len()].min(self.puzzles.len());
        let (portion, rest) = self.puzzles.split_at(size);
        self.puzzles = rest;
        self.given.push(portion);
        Some(Portion::owned(portion.to_vec(), Vec::new()))
    }

    fn done(&mut self, number: usize, portion: Portion<'p, Grid>) {
        assert_eq!(portion.puzzles(), self.given[number]);
        self.back.push((number, portion.into_vecs().1));
    }
}

#[test]
fn devices_and_threads_change_no_answer() {
    let puzzles = puzzles();
    let mut expected = Vec::new();
    team(&[Fault::None], 1).solve(&puzzles, Limits::UNIQUE, &mut expected).unwrap();
    for ((puzzle, answer), other) in puzzles.iter().zip(&expected).zip(batch::solve(&puzzles, Limits::UNIQUE))
    {
        agree(puzzle, answer, &other);
    }
    for (devices, threads) in [(1, 3), (2, 1), (3, 4)] {
        let mut team = team(&vec![Fault::None; devices], threads);
        let mut answers = vec![Answer { nodes: 5, ..expected[0] }; 7];
        for count in [puzzles.len(), 0, 1, 500] {
            team.solve(&puzzles[..count], Limits::UNIQUE, &mut answers).unwrap();
            assert_eq!(answers, expected[..count], "{devices} devices, {threads} threads, {count} puzzles");
        }
    }
}

#[test]
fn a_stream_brings_every_portion_back_once() {
    let mut numbers = Numbers(3);
    let puzzles = &puzzles()[..20_000];
    let expected = {
        let mut answers = Vec::new();
        team(&[Fault::None], 2).solve(puzzles, Limits::UNIQUE, &mut answers).unwrap();
        answers
    };
    let sizes: Vec<usize> = (0..50).map(|_| 1 + numbers.below(900)).chain([0]).collect();
    let mut portions = Portions::new(puzzles, &sizes);
    team(&[Fault::None, Fault::None], 3).stream(&mut portions, Limits::UNIQUE).unwrap();
    portions.back.sort_by_key(|&(number, _)| number);
    assert!(portions.back.iter().map(|&(number, _)| number).eq(0..portions.given.len()));
    let answers: Vec<Answer> = portions.back.into_iter().flat_map(|(_, answers)| answers).collect();
    assert_eq!(answers, expected);
}

#[test]
fn nothing_wanted_is_nothing_searched() {
    let mut answers = Vec::new();
    team(&[Fault::Reset(0)], 2).solve(&[Grid::EMPTY; 3], Limits::solutions(0), &mut answers).unwrap();
    assert_eq!(answers, batch::solve(&[Grid::EMPTY; 3], Limits::solutions(0)));
}

#[test]
fn one_long_search_delays_nothing_but_itself() {
    // The empty grid is as hard as one wants.
    let limits = Limits::solutions(SPLIT + SPLIT / 10);
    let mut puzzles: Vec<Grid> =
        vec![batch::solve(&[Grid::EMPTY], Limits::UNIQUE)[0].first.unwrap(); 200_000];
    puzzles[1000] = Grid::EMPTY;
    let mut portions = Portions::new(&puzzles, &[1 << 15]);
    team(&[Fault::None], 2).stream(&mut portions, limits).unwrap();
    let (last, answers) = portions.back.last().unwrap();
    assert_eq!((*last, answers[1000].count), (0, SPLIT + SPLIT / 10), "others do not wait for it");
    assert_eq!(portions.back.len(), portions.given.len());
    // Neither the device, one thread each, nor the CPU got through.
    assert!(solve::count_up_to(&Grid::EMPTY, SPLIT + SPLIT / 10).nodes > SPLIT && SPLIT > HAND_OVER);
}

#[test]
fn candidates_go_the_same_way() {
    let boards: Vec<CandidateSet> =
        puzzles()[..9000].iter().map(|puzzle| veridoku_core::Puzzle::from(*puzzle).candidates()).collect();
    let (mut answers, mut streamed) = (Vec::new(), Vec::new());
    team(&[Fault::None], 2).solve(&boards, Limits::UNIQUE, &mut answers).unwrap();
    batch::Solver::new().solve_candidates(&boards, Limits::UNIQUE, &mut streamed);
    for (answer, other) in answers.iter().zip(&streamed) {
        assert_eq!((answer.count, answer.end), (other.count, other.end));
        assert!(answer.count != 1 || answer.first == other.first);
    }
}

#[test]
fn what_fails_is_told_and_no_row_is_wrong() {
    let puzzles = &puzzles()[..17_000];
    let mut expected = Vec::new();
    team(&[Fault::None], 2).solve(puzzles, Limits::UNIQUE, &mut expected).unwrap();
    let faults = [
        (Fault::Memory(0), "out of memory"),
        (Fault::Memory(1), "out of memory"),
        (Fault::Reset(0), "reset"),
        (Fault::Reset(1), "reset"),
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
fn a_search_that_cannot_be_cut_up_is_told() {
    let mut answers = Vec::new();
    let puzzles = [Grid::EMPTY; 3];
    let error =
        team(&[Fault::NoSplitter], 2).solve(&puzzles, Limits::solutions(SPLIT + SPLIT / 10), &mut answers);
    assert!(matches!(error, Err(Error::Driver(_))) && answers.is_empty());
}

#[test]
#[should_panic(expected = "scoped thread")]
fn a_panic_is_no_standstill() {
    let _ = team(&[Fault::Panic(0)], 2).solve(&puzzles(), Limits::UNIQUE, &mut Vec::new());
}
