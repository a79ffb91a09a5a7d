//! The engine judged on the CPU: devices, threads, portions and limits change no answer.

use super::reference::XorShift;
use super::{Asked, DEPTH, Emulated, Fault, Gate, agree, garbage, sets, solve_alone, sukaku, traps};
use crate::MAX_DEVICE_NODES;
use crate::device::Device;
use crate::solver::Team;
use std::sync::Arc;
use veridoku_core::Grid;
use veridoku_core::batch::{self, Answer, BatchSource, PuzzleBatch};
use veridoku_core::solve::{self, End, Limits};

/// The nodes of the CPU before a search is cut up, few enough for devices that are slow.
pub(super) const SPLIT_AFTER_NODES: u64 = 100_000;

/// A team of devices that fail in these ways.
pub(super) fn team(faults: &[Fault], threads: usize) -> Team<Emulated> {
    let devices = faults.iter().map(|&fault| Emulated::new(fault)).collect();
    Team::new(devices, threads).unwrap().with_load(|load| load.split = SPLIT_AFTER_NODES)
}

/// Puzzles of every kind, so many that there are several packets.
pub(super) fn puzzles() -> Vec<Grid> {
    let mut puzzles = [garbage(3000), traps()].concat();
    for name in ["17_clue.txt", "forum_hardest_1106.txt", "mostly_unsolvable_100k.txt"] {
        puzzles.extend(sets::puzzles(name).unwrap_or_default().into_iter().take(400));
    }
    let some = puzzles.clone();
    puzzles.extend(some.into_iter().cycle().take(18_000 - puzzles.len()));
    puzzles
}

/// Hands out portions of these sizes, and keeps what comes back.
pub(super) struct Portions<'p, P> {
    puzzles: &'p [P],
    sizes: Vec<usize>,
    pub(super) given: Vec<&'p [P]>,
    pub(super) back: Vec<(usize, Vec<Answer>)>,
    /// The most portions that were out at a time.
    most_out: usize,
    /// What is opened when all portions but one are back.
    gate: Option<Arc<Gate>>,
}

impl<'p, P> Portions<'p, P> {
    pub(super) fn new(puzzles: &'p [P], sizes: &[usize]) -> Portions<'p, P> {
        let (given, back) = (Vec::new(), Vec::new());
        Portions { puzzles, sizes: sizes.to_vec(), given, back, most_out: 0, gate: None }
    }

    /// The answers in the order of the puzzles, if every portion is back once.
    pub(super) fn answers(mut self) -> Vec<Answer> {
        self.back.sort_by_key(|&(number, _)| number);
        assert!(self.back.iter().map(|&(number, _)| number).eq(0..self.given.len()));
        self.back.into_iter().flat_map(|(_, answers)| answers).collect()
    }
}

impl<'p, P: Asked> BatchSource<'p, P> for Portions<'p, P> {
    fn next(&mut self) -> Option<PuzzleBatch<'p, P>> {
        if self.puzzles.is_empty() {
            return None;
        }
        let size = self.sizes[self.given.len() % self.sizes.len()].min(self.puzzles.len());
        let (portion, rest) = self.puzzles.split_at(size);
        self.puzzles = rest;
        self.given.push(portion);
        self.most_out = self.most_out.max(self.given.len() - self.back.len());
        Some(PuzzleBatch::owned(portion.to_vec(), Vec::new()))
    }

    fn done(&mut self, number: usize, portion: PuzzleBatch<'p, P>) {
        assert_eq!(portion.puzzles(), self.given[number]);
        self.back.push((number, portion.into_vecs().1));
        if let Some(gate) = &self.gate
            && self.puzzles.is_empty()
            && self.given.len() == self.back.len() + 1
        {
            gate.open();
        }
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
    let mut numbers = XorShift(3);
    let puzzles = &puzzles()[..10_000];
    let expected = {
        let mut answers = Vec::new();
        team(&[Fault::None], 2).solve(puzzles, Limits::UNIQUE, &mut answers).unwrap();
        answers
    };
    let sizes: Vec<usize> = (0..50).map(|_| 1 + numbers.below(900)).chain([0]).collect();
    let mut portions = Portions::new(puzzles, &sizes);
    team(&[Fault::None, Fault::None], 3).stream(&mut portions, Limits::UNIQUE).unwrap();
    assert_eq!(portions.answers(), expected);
}

/// A supply of one portion without puzzles.
struct Nothing(usize, usize);

impl BatchSource<'static, Grid> for Nothing {
    fn next(&mut self) -> Option<PuzzleBatch<'static, Grid>> {
        self.0 = self.0.checked_sub(1)?;
        Some(PuzzleBatch::owned(Vec::new(), Vec::new()))
    }

    fn done(&mut self, _number: usize, _portion: PuzzleBatch<'static, Grid>) {
        self.1 += 1;
    }
}

#[test]
fn portions_without_puzzles_come_back_too() {
    for count in [0, 1, 5] {
        let mut nothing = Nothing(count, 0);
        team(&[Fault::Reset(0)], 1).stream(&mut nothing, Limits::UNIQUE).unwrap();
        assert_eq!(nothing.1, count);
    }
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
    let limits = Limits::solutions(SPLIT_AFTER_NODES + SPLIT_AFTER_NODES / 10);
    let mut puzzles: Vec<Grid> = vec![batch::solve(&[Grid::EMPTY], Limits::UNIQUE)[0].first.unwrap(); 50_000];
    puzzles[1000] = Grid::EMPTY;
    // It gets through when all others are back, and not before.
    let gate = Arc::new(Gate::default());
    let mut portions = Portions { gate: Some(Arc::clone(&gate)), ..Portions::new(&puzzles, &[1 << 12]) };
    let team = Team::new(vec![Emulated::gated(&gate)], 2).unwrap();
    let mut team = team.with_load(|load| (load.split, load.packet) = (SPLIT_AFTER_NODES, 1 << 13));
    team.stream(&mut portions, limits).unwrap();
    let (last, answers) = portions.back.last().unwrap();
    assert_eq!(
        (*last, answers[1000].count),
        (0, SPLIT_AFTER_NODES + SPLIT_AFTER_NODES / 10),
        "others do not wait for it"
    );
    assert_eq!(portions.back.len(), portions.given.len());
    // Neither the device, one thread each, nor the CPU got through.
    assert!(
        solve::count_up_to(&Grid::EMPTY, SPLIT_AFTER_NODES + SPLIT_AFTER_NODES / 10).nodes
            > SPLIT_AFTER_NODES
            && SPLIT_AFTER_NODES > MAX_DEVICE_NODES
    );
}

#[test]
fn a_stream_takes_no_more_than_it_can_answer() {
    // The CPU leaves everything to a splitter that is slower than the device.
    let (size, limits) = (4, Limits::solutions(520));
    let puzzles = vec![Grid::EMPTY; 4 * 30];
    let mut portions = Portions::new(&puzzles, &[size]);
    let mut team = team(&[Fault::None], 1).with_load(|load| {
        (load.packet, load.aside, load.split) = (size, 2 * size, 1);
    });
    team.stream(&mut portions, limits).unwrap();
    // Two set aside; two wait, two are on the device, and may have to be set aside as well.
    assert!(portions.most_out <= 2 + 2 + 2 + 1, "{} portions at a time", portions.most_out);
    assert!(portions.answers().iter().all(|answer| answer.count == 520));
}

/// Holds a team against the CPU, with limits of all kinds.
pub(super) fn compare_limits<D: Device, P: Asked>(team: &mut Team<D>, puzzles: &[P]) {
    let mut answers = Vec::new();
    for solutions in [1, 2, 700, u64::MAX] {
        for nodes in [0, 1, MAX_DEVICE_NODES - 1, MAX_DEVICE_NODES, MAX_DEVICE_NODES + 1, 3000] {
            let limits = Limits::solutions(solutions).with_nodes(nodes);
            team.solve(puzzles, limits, &mut answers).unwrap();
            assert_eq!(answers.len(), puzzles.len());
            let (expected, alone) = (P::batch(puzzles, limits), solve_alone(puzzles, limits, DEPTH));
            for (((puzzle, answer), other), alone) in puzzles.iter().zip(&answers).zip(expected).zip(alone) {
                assert!(answer.nodes <= nodes, "{puzzle:?} {limits:?}");
                if answer.end != End::NodeBudget && other.end != End::NodeBudget {
                    agree(puzzle, answer, &other);
                }
                if nodes <= MAX_DEVICE_NODES && (alone.end != End::NodeBudget || alone.nodes == nodes) {
                    // The budget is one of the device.
                    assert_eq!(*answer, alone, "{puzzle:?} {limits:?}");
                } else if answer.end == End::NodeBudget {
                    // Whether it is enough is for the engine for one puzzle to say.
                    assert_eq!(
                        *answer,
                        solve::search(puzzle.clues(), limits).into(),
                        "{puzzle:?} {limits:?}"
                    );
                }
            }
        }
    }
    let few: Vec<P> = puzzles.iter().copied().filter(|puzzle| is_small(puzzle)).collect();
    assert!(!few.is_empty());
    for limits in [Limits::solutions(2), Limits::solutions(40), Limits::solutions(u64::MAX)] {
        team.solve(&few, limits, &mut answers).unwrap();
        for ((puzzle, answer), other) in few.iter().zip(&answers).zip(P::batch(&few, limits)) {
            agree(puzzle, answer, &other);
        }
    }
}

/// Whether all solutions of a puzzle are found in few nodes.
fn is_small(puzzle: &impl Asked) -> bool {
    solve::search(puzzle.clues(), Limits::solutions(u64::MAX).with_nodes(5000)).end == End::Complete
}

#[test]
fn limits_mean_what_they_mean_on_the_cpu() {
    let hard = sets::puzzles("forum_hardest_1106.txt").unwrap_or_default();
    let puzzles = [garbage(150), hard.into_iter().take(40).collect(), vec![Grid::EMPTY]].concat();
    // The CPU gives up early enough for the splitter to meet budgets too.
    compare_limits(&mut team(&[Fault::None], 2).with_load(|load| load.split = 1000), &puzzles);
    compare_limits(&mut team(&[Fault::NoSplitter], 1).with_load(|load| load.split = 1000), &puzzles[..50]);
}

#[test]
fn limits_mean_the_same_for_candidates() {
    let puzzles: Vec<_> = sukaku(600).into_iter().step_by(5).collect();
    compare_limits(&mut team(&[Fault::None], 2).with_load(|load| load.split = 1000), &puzzles);
}

#[test]
fn candidates_go_the_same_way() {
    let boards =
        puzzles().into_iter().take(4000).map(|puzzle| veridoku_core::Puzzle::from(puzzle).candidates());
    let boards: Vec<_> = boards.chain(sukaku(1500)).collect();
    // Enough for puzzles that the device leaves to the CPU, and the CPU to the splitter.
    let limits = Limits::solutions(1200);
    let mut team = team(&[Fault::None], 2).with_load(|load| load.split = 1000);
    let few = [&boards[..20], &boards[boards.len() - 5..]].concat();
    for (boards, limits) in [(&boards, Limits::UNIQUE), (&few, limits)] {
        let mut answers = Vec::new();
        team.solve(boards, limits, &mut answers).unwrap();
        for ((board, answer), other) in boards.iter().zip(&answers).zip(Asked::batch(boards, limits)) {
            agree(board, answer, &other);
        }
        let mut portions = Portions::new(boards, &[700, 0, 33]);
        team.stream(&mut portions, limits).unwrap();
        assert_eq!(portions.answers(), answers);
    }
}
