//! The engine judged on the CPU: devices, threads, batches and limits change no answer.

use super::reference::XorShift;
use super::{
    DeviceFault, EmulatedDevice, Latch, STACK_DEPTH, TestPuzzle, agree, garbage, sets, solve_alone, sukaku,
    traps,
};
use crate::MAX_DEVICE_NODES;
use crate::device::ComputeDevice;
use crate::solver::DeviceEngine;
use std::sync::Arc;
use veridoku_core::Grid;
use veridoku_core::batch::{self, Answer, BatchSource, PuzzleBatch};
use veridoku_core::solve::{self, End, Limits};

/// The nodes of the CPU before a search is cut up, few enough for devices that are slow.
pub(super) const SPLIT_AFTER_NODES: u64 = 100_000;

/// A engine of devices that fail in these ways.
pub(super) fn test_engine(faults: &[DeviceFault], threads: usize) -> DeviceEngine<EmulatedDevice> {
    let devices = faults.iter().map(|&fault| EmulatedDevice::new(fault)).collect();
    DeviceEngine::new(devices, threads)
        .unwrap()
        .with_config(|config| config.split_after_nodes = SPLIT_AFTER_NODES)
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

/// Hands out batches of these sizes, and keeps what comes back.
pub(super) struct RecordingSource<'p, P> {
    puzzles: &'p [P],
    sizes: Vec<usize>,
    pub(super) sent: Vec<&'p [P]>,
    pub(super) back: Vec<(usize, Vec<Answer>)>,
    /// The most batches that were out at a time.
    max_outstanding: usize,
    /// What is opened when all batches but one are back.
    latch: Option<Arc<Latch>>,
}

impl<'p, P> RecordingSource<'p, P> {
    pub(super) fn new(puzzles: &'p [P], sizes: &[usize]) -> RecordingSource<'p, P> {
        let (sent, back) = (Vec::new(), Vec::new());
        RecordingSource { puzzles, sizes: sizes.to_vec(), sent, back, max_outstanding: 0, latch: None }
    }

    /// The answers in the order of the puzzles, if every batch is back once.
    pub(super) fn answers(mut self) -> Vec<Answer> {
        self.back.sort_by_key(|&(number, _)| number);
        assert!(self.back.iter().map(|&(number, _)| number).eq(0..self.sent.len()));
        self.back.into_iter().flat_map(|(_, answers)| answers).collect()
    }
}

impl<'p, P: TestPuzzle> BatchSource<'p, P> for RecordingSource<'p, P> {
    fn next(&mut self) -> Option<PuzzleBatch<'p, P>> {
        if self.puzzles.is_empty() {
            return None;
        }
        let size = self.sizes[self.sent.len() % self.sizes.len()].min(self.puzzles.len());
        let (batch, rest) = self.puzzles.split_at(size);
        self.puzzles = rest;
        self.sent.push(batch);
        self.max_outstanding = self.max_outstanding.max(self.sent.len() - self.back.len());
        Some(PuzzleBatch::owned(batch.to_vec(), Vec::new()))
    }

    fn done(&mut self, number: usize, batch: PuzzleBatch<'p, P>) {
        assert_eq!(batch.puzzles(), self.sent[number]);
        self.back.push((number, batch.into_vecs().1));
        if let Some(latch) = &self.latch
            && self.puzzles.is_empty()
            && self.sent.len() == self.back.len() + 1
        {
            latch.open();
        }
    }
}

#[test]
fn devices_and_threads_change_no_answer() {
    let puzzles = puzzles();
    let mut expected = Vec::new();
    test_engine(&[DeviceFault::None], 1).solve(&puzzles, Limits::UNIQUE, &mut expected).unwrap();
    for ((puzzle, answer), other) in puzzles.iter().zip(&expected).zip(batch::solve(&puzzles, Limits::UNIQUE))
    {
        agree(puzzle, answer, &other);
    }
    for (devices, threads) in [(1, 3), (2, 1), (3, 4)] {
        let mut engine = test_engine(&vec![DeviceFault::None; devices], threads);
        let mut answers = vec![Answer { nodes: 5, ..expected[0] }; 7];
        for count in [puzzles.len(), 0, 1, 500] {
            engine.solve(&puzzles[..count], Limits::UNIQUE, &mut answers).unwrap();
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
        test_engine(&[DeviceFault::None], 2).solve(puzzles, Limits::UNIQUE, &mut answers).unwrap();
        answers
    };
    let sizes: Vec<usize> = (0..50).map(|_| 1 + numbers.below(900)).chain([0]).collect();
    let mut batches = RecordingSource::new(puzzles, &sizes);
    test_engine(&[DeviceFault::None, DeviceFault::None], 3).stream(&mut batches, Limits::UNIQUE).unwrap();
    assert_eq!(batches.answers(), expected);
}

/// A source of one batch without puzzles.
struct EmptyBatches(usize, usize);

impl BatchSource<'static, Grid> for EmptyBatches {
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
        let mut nothing = EmptyBatches(count, 0);
        test_engine(&[DeviceFault::Reset(0)], 1).stream(&mut nothing, Limits::UNIQUE).unwrap();
        assert_eq!(nothing.1, count);
    }
}

#[test]
fn nothing_wanted_is_nothing_searched() {
    let mut answers = Vec::new();
    test_engine(&[DeviceFault::Reset(0)], 2)
        .solve(&[Grid::EMPTY; 3], Limits::solutions(0), &mut answers)
        .unwrap();
    assert_eq!(answers, batch::solve(&[Grid::EMPTY; 3], Limits::solutions(0)));
}

#[test]
fn one_long_search_delays_nothing_but_itself() {
    // The empty grid is as hard as one wants.
    let limits = Limits::solutions(SPLIT_AFTER_NODES + SPLIT_AFTER_NODES / 10);
    let mut puzzles: Vec<Grid> = vec![batch::solve(&[Grid::EMPTY], Limits::UNIQUE)[0].first.unwrap(); 50_000];
    puzzles[1000] = Grid::EMPTY;
    // It gets through when all others are back, and not before.
    let latch = Arc::new(Latch::default());
    let mut batches =
        RecordingSource { latch: Some(Arc::clone(&latch)), ..RecordingSource::new(&puzzles, &[1 << 12]) };
    let engine = DeviceEngine::new(vec![EmulatedDevice::latched(&latch)], 2).unwrap();
    let mut engine = engine
        .with_config(|config| (config.split_after_nodes, config.packet_size) = (SPLIT_AFTER_NODES, 1 << 13));
    engine.stream(&mut batches, limits).unwrap();
    let (last, answers) = batches.back.last().unwrap();
    assert_eq!(
        (*last, answers[1000].count),
        (0, SPLIT_AFTER_NODES + SPLIT_AFTER_NODES / 10),
        "others do not wait for it"
    );
    assert_eq!(batches.back.len(), batches.sent.len());
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
    let mut batches = RecordingSource::new(&puzzles, &[size]);
    let mut engine = test_engine(&[DeviceFault::None], 1).with_config(|config| {
        (config.packet_size, config.max_pending, config.split_after_nodes) = (size, 2 * size, 1);
    });
    engine.stream(&mut batches, limits).unwrap();
    // Two set aside; two wait, two are on the device, and may have to be set aside as well.
    assert!(batches.max_outstanding <= 2 + 2 + 2 + 1, "{} batches at a time", batches.max_outstanding);
    assert!(batches.answers().iter().all(|answer| answer.count == 520));
}

/// Holds a engine against the CPU, with limits of all kinds.
pub(super) fn compare_limits<D: ComputeDevice, P: TestPuzzle>(engine: &mut DeviceEngine<D>, puzzles: &[P]) {
    let mut answers = Vec::new();
    for solutions in [1, 2, 700, u64::MAX] {
        for nodes in [0, 1, MAX_DEVICE_NODES - 1, MAX_DEVICE_NODES, MAX_DEVICE_NODES + 1, 3000] {
            let limits = Limits::solutions(solutions).with_nodes(nodes);
            engine.solve(puzzles, limits, &mut answers).unwrap();
            assert_eq!(answers.len(), puzzles.len());
            let (expected, alone) = (P::batch(puzzles, limits), solve_alone(puzzles, limits, STACK_DEPTH));
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
        engine.solve(&few, limits, &mut answers).unwrap();
        for ((puzzle, answer), other) in few.iter().zip(&answers).zip(P::batch(&few, limits)) {
            agree(puzzle, answer, &other);
        }
    }
}

/// Whether all solutions of a puzzle are found in few nodes.
fn is_small(puzzle: &impl TestPuzzle) -> bool {
    solve::search(puzzle.clues(), Limits::solutions(u64::MAX).with_nodes(5000)).end == End::Complete
}

#[test]
fn limits_mean_what_they_mean_on_the_cpu() {
    let hard = sets::puzzles("forum_hardest_1106.txt").unwrap_or_default();
    let puzzles = [garbage(150), hard.into_iter().take(40).collect(), vec![Grid::EMPTY]].concat();
    // The CPU gives up early enough for the splitter to meet budgets too.
    compare_limits(
        &mut test_engine(&[DeviceFault::None], 2).with_config(|config| config.split_after_nodes = 1000),
        &puzzles,
    );
    compare_limits(
        &mut test_engine(&[DeviceFault::NoSplitter], 1).with_config(|config| config.split_after_nodes = 1000),
        &puzzles[..50],
    );
}

#[test]
fn limits_mean_the_same_for_candidates() {
    let puzzles: Vec<_> = sukaku(600).into_iter().step_by(5).collect();
    compare_limits(
        &mut test_engine(&[DeviceFault::None], 2).with_config(|config| config.split_after_nodes = 1000),
        &puzzles,
    );
}

#[test]
fn candidates_go_the_same_way() {
    let boards =
        puzzles().into_iter().take(4000).map(|puzzle| veridoku_core::Puzzle::from(puzzle).candidates());
    let boards: Vec<_> = boards.chain(sukaku(1500)).collect();
    // Enough for puzzles that the device leaves to the CPU, and the CPU to the splitter.
    let limits = Limits::solutions(1200);
    let mut engine =
        test_engine(&[DeviceFault::None], 2).with_config(|config| config.split_after_nodes = 1000);
    let few = [&boards[..20], &boards[boards.len() - 5..]].concat();
    for (boards, limits) in [(&boards, Limits::UNIQUE), (&few, limits)] {
        let mut answers = Vec::new();
        engine.solve(boards, limits, &mut answers).unwrap();
        for ((board, answer), other) in boards.iter().zip(&answers).zip(TestPuzzle::batch(boards, limits)) {
            agree(board, answer, &other);
        }
        let mut batches = RecordingSource::new(boards, &[700, 0, 33]);
        engine.stream(&mut batches, limits).unwrap();
        assert_eq!(batches.answers(), answers);
    }
}
