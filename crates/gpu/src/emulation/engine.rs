//! Tests of the engine on emulated devices: the answers do not depend on the number of devices, threads or
//! batches, and limits have the same effect as on the CPU.

use super::reference::XorShift;
use super::{
    DeviceFault, EmulatedDevice, Latch, STACK_DEPTH, TestPuzzle, assert_agree, garbage, sets,
    solve_on_one_lane, sukaku, traps,
};
use crate::MAX_DEVICE_NODES;
use crate::device::ComputeDevice;
use crate::solver::DeviceEngine;
use std::sync::Arc;
use veridoku_core::Grid;
use veridoku_core::batch::{self, BatchSource, PuzzleBatch};
use veridoku_core::solve::{self, End, Limits, SearchResult};

/// Number of nodes searched on the CPU before a search is split; small, because emulated devices are slow.
pub(super) const SPLIT_AFTER_NODES: u64 = 100_000;

/// Creates an engine with one device for each of these faults.
pub(super) fn test_engine(faults: &[DeviceFault], threads: usize) -> DeviceEngine<EmulatedDevice> {
    let devices = faults.iter().map(|&fault| EmulatedDevice::new(fault)).collect();
    DeviceEngine::new(devices, threads)
        .unwrap()
        .with_config(|config| config.split_after_nodes = SPLIT_AFTER_NODES)
}

/// Returns puzzles of every kind, enough for several packets.
pub(super) fn puzzles() -> Vec<Grid> {
    let mut puzzles = [garbage(3000), traps()].concat();
    for name in ["17_clue.txt", "forum_hardest_1106.txt", "mostly_unsolvable_100k.txt"] {
        puzzles.extend(sets::puzzles(name).into_iter().take(400));
    }
    let some = puzzles.clone();
    puzzles.extend(some.into_iter().cycle().take(18_000 - puzzles.len()));
    puzzles
}

/// A source of batches of the given sizes, which records the answers.
pub(super) struct RecordingSource<'p, P> {
    puzzles: &'p [P],
    sizes: Vec<usize>,
    pub(super) sent: Vec<&'p [P]>,
    pub(super) received: Vec<(usize, Vec<SearchResult>)>,
    /// The maximum number of batches that were outstanding at the same time.
    max_outstanding: usize,
    /// A latch to open when all batches but one have been returned.
    latch: Option<Arc<Latch>>,
}

impl<'p, P> RecordingSource<'p, P> {
    pub(super) fn new(puzzles: &'p [P], sizes: &[usize]) -> RecordingSource<'p, P> {
        let (sent, received) = (Vec::new(), Vec::new());
        RecordingSource { puzzles, sizes: sizes.to_vec(), sent, received, max_outstanding: 0, latch: None }
    }

    /// Returns the answers in the order of the puzzles. Panics unless every batch was returned exactly
    /// once.
    pub(super) fn answers(mut self) -> Vec<SearchResult> {
        self.received.sort_by_key(|&(number, _)| number);
        assert!(self.received.iter().map(|&(number, _)| number).eq(0..self.sent.len()));
        self.received.into_iter().flat_map(|(_, answers)| answers).collect()
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
        self.max_outstanding = self.max_outstanding.max(self.sent.len() - self.received.len());
        Some(PuzzleBatch::owned(batch.to_vec(), Vec::new()))
    }

    fn done(&mut self, number: usize, batch: PuzzleBatch<'p, P>) {
        assert_eq!(batch.puzzles(), self.sent[number]);
        self.received.push((number, batch.into_vecs().1));
        if let Some(latch) = &self.latch
            && self.puzzles.is_empty()
            && self.sent.len() == self.received.len() + 1
        {
            latch.open();
        }
    }
}

#[test]
fn answers_do_not_depend_on_devices_or_threads() {
    let puzzles = puzzles();
    let mut expected = Vec::new();
    test_engine(&[DeviceFault::None], 1).solve(&puzzles, Limits::UNIQUE, &mut expected).unwrap();
    for ((puzzle, answer), other) in puzzles.iter().zip(&expected).zip(batch::solve(&puzzles, Limits::UNIQUE))
    {
        assert_agree(puzzle, answer, &other);
    }
    for (devices, threads) in [(1, 3), (2, 1), (3, 4)] {
        let mut engine = test_engine(&vec![DeviceFault::None; devices], threads);
        let mut answers = vec![SearchResult { nodes: 5, ..expected[0] }; 7];
        for count in [puzzles.len(), 0, 1, 500] {
            engine.solve(&puzzles[..count], Limits::UNIQUE, &mut answers).unwrap();
            assert_eq!(answers, expected[..count], "{devices} devices, {threads} threads, {count} puzzles");
        }
    }
}

#[test]
fn stream_returns_every_batch_once() {
    let mut numbers = XorShift(3);
    let puzzles = &puzzles()[..10_000];
    let expected = {
        let mut answers = Vec::new();
        test_engine(&[DeviceFault::None], 2).solve(puzzles, Limits::UNIQUE, &mut answers).unwrap();
        answers
    };
    let sizes: Vec<usize> = (0..50).map(|_| 1 + numbers.below(900)).chain([0]).collect();
    let mut source = RecordingSource::new(puzzles, &sizes);
    test_engine(&[DeviceFault::None, DeviceFault::None], 3).stream(&mut source, Limits::UNIQUE).unwrap();
    assert_eq!(source.answers(), expected);
}

/// A source of empty batches. The fields are the number of batches still to be handed out and the number of
/// batches that were returned.
struct EmptyBatches(usize, usize);

impl BatchSource<'static, Grid> for EmptyBatches {
    fn next(&mut self) -> Option<PuzzleBatch<'static, Grid>> {
        self.0 = self.0.checked_sub(1)?;
        Some(PuzzleBatch::owned(Vec::new(), Vec::new()))
    }

    fn done(&mut self, _number: usize, _batch: PuzzleBatch<'static, Grid>) {
        self.1 += 1;
    }
}

#[test]
fn empty_batches_are_returned() {
    for count in [0, 1, 5] {
        let mut source = EmptyBatches(count, 0);
        test_engine(&[DeviceFault::LostOnSubmit(0)], 1).stream(&mut source, Limits::UNIQUE).unwrap();
        assert_eq!(source.1, count);
    }
}

#[test]
fn solution_limit_of_zero_searches_nothing() {
    let mut answers = Vec::new();
    test_engine(&[DeviceFault::LostOnSubmit(0)], 2)
        .solve(&[Grid::EMPTY; 3], Limits::solutions(0), &mut answers)
        .unwrap();
    assert_eq!(answers, batch::solve(&[Grid::EMPTY; 3], Limits::solutions(0)));
}

#[test]
fn long_search_does_not_delay_other_batches() {
    // With this solution limit, the search of the empty grid exceeds the number of nodes after which it is
    // split.
    let limits = Limits::solutions(SPLIT_AFTER_NODES + SPLIT_AFTER_NODES / 10);
    let mut puzzles: Vec<Grid> = vec![batch::solve(&[Grid::EMPTY], Limits::UNIQUE)[0].first.unwrap(); 50_000];
    puzzles[1000] = Grid::EMPTY;
    // The latch keeps the long search from finishing before all other batches have been returned.
    let latch = Arc::new(Latch::default());
    let mut source =
        RecordingSource { latch: Some(Arc::clone(&latch)), ..RecordingSource::new(&puzzles, &[1 << 12]) };
    let engine = DeviceEngine::new(vec![EmulatedDevice::with_latch(&latch)], 2).unwrap();
    let mut engine = engine
        .with_config(|config| (config.split_after_nodes, config.packet_size) = (SPLIT_AFTER_NODES, 1 << 13));
    engine.stream(&mut source, limits).unwrap();
    let (last, answers) = source.received.last().unwrap();
    assert_eq!(
        (*last, answers[1000].count),
        (0, SPLIT_AFTER_NODES + SPLIT_AFTER_NODES / 10),
        "the long search must be the last to finish"
    );
    assert_eq!(source.received.len(), source.sent.len());
    // The search was too long for one thread of the device and for the CPU.
    assert!(
        solve::count_up_to(&Grid::EMPTY, SPLIT_AFTER_NODES + SPLIT_AFTER_NODES / 10).nodes
            > SPLIT_AFTER_NODES
            && SPLIT_AFTER_NODES > MAX_DEVICE_NODES
    );
}

#[test]
fn stream_limits_the_outstanding_batches() {
    // After one node, the CPU passes every puzzle to a splitter that is slower than the device.
    let (size, limits) = (4, Limits::solutions(520));
    let puzzles = vec![Grid::EMPTY; 4 * 30];
    let mut source = RecordingSource::new(&puzzles, &[size]);
    let mut engine = test_engine(&[DeviceFault::None], 1).with_config(|config| {
        (config.packet_size, config.max_pending, config.split_after_nodes) = (size, 2 * size, 1);
    });
    engine.stream(&mut source, limits).unwrap();
    // Two batches can be held back, two can be waiting, two can be on the device (and may be held back
    // later), and one can be in the dispatch loop.
    assert!(source.max_outstanding <= 2 + 2 + 2 + 1, "{} batches at a time", source.max_outstanding);
    assert!(source.answers().iter().all(|answer| answer.count == 520));
}

/// Compares the answers of an engine with those of the CPU, for various limits.
pub(super) fn compare_limits<D: ComputeDevice, P: TestPuzzle>(engine: &mut DeviceEngine<D>, puzzles: &[P]) {
    let mut answers = Vec::new();
    for solutions in [1, 2, 700, u64::MAX] {
        for nodes in [0, 1, MAX_DEVICE_NODES - 1, MAX_DEVICE_NODES, MAX_DEVICE_NODES + 1, 3000] {
            let limits = Limits::solutions(solutions).with_nodes(nodes);
            engine.solve(puzzles, limits, &mut answers).unwrap();
            assert_eq!(answers.len(), puzzles.len());
            let (expected, alone) =
                (P::solve_on_cpu(puzzles, limits), solve_on_one_lane(puzzles, limits, STACK_DEPTH));
            for (((puzzle, answer), other), alone) in puzzles.iter().zip(&answers).zip(expected).zip(alone) {
                assert!(answer.nodes <= nodes, "{puzzle:?} {limits:?}");
                if answer.end != End::NodeBudget && other.end != End::NodeBudget {
                    assert_agree(puzzle, answer, &other);
                }
                if nodes <= MAX_DEVICE_NODES && (alone.end != End::NodeBudget || alone.nodes == nodes) {
                    // A budget this small applies to the nodes of the device.
                    assert_eq!(*answer, alone, "{puzzle:?} {limits:?}");
                } else if answer.end == End::NodeBudget {
                    // The single-puzzle engine of the CPU decides whether the budget suffices.
                    assert_eq!(*answer, solve::search(puzzle.clues(), limits), "{puzzle:?} {limits:?}");
                }
            }
        }
    }
    let few: Vec<P> = puzzles.iter().copied().filter(|puzzle| is_small(puzzle)).collect();
    assert!(!few.is_empty());
    for limits in [Limits::solutions(2), Limits::solutions(40), Limits::solutions(u64::MAX)] {
        engine.solve(&few, limits, &mut answers).unwrap();
        for ((puzzle, answer), other) in few.iter().zip(&answers).zip(P::solve_on_cpu(&few, limits)) {
            assert_agree(puzzle, answer, &other);
        }
    }
}

/// Reports whether all solutions of a puzzle can be found with few nodes.
fn is_small(puzzle: &impl TestPuzzle) -> bool {
    solve::search(puzzle.clues(), Limits::solutions(u64::MAX).with_nodes(5000)).end == End::Complete
}

#[test]
fn limits_have_the_same_meaning_as_on_the_cpu() {
    let hard = sets::puzzles("forum_hardest_1106.txt");
    let puzzles = [garbage(150), hard.into_iter().take(40).collect(), vec![Grid::EMPTY]].concat();
    // The CPU gives up early, so that the splitter is tested with node budgets too.
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
fn limits_have_the_same_meaning_for_candidates() {
    let puzzles: Vec<_> = sukaku(600).into_iter().step_by(5).collect();
    compare_limits(
        &mut test_engine(&[DeviceFault::None], 2).with_config(|config| config.split_after_nodes = 1000),
        &puzzles,
    );
}

#[test]
fn candidate_puzzles_get_the_same_answers_as_on_the_cpu() {
    let boards =
        puzzles().into_iter().take(4000).map(|puzzle| veridoku_core::Puzzle::from(puzzle).candidates());
    let boards: Vec<_> = boards.chain(sukaku(1500)).collect();
    // The solution limit is large enough that some puzzles go from the device to the CPU, and from there to
    // the splitter.
    let limits = Limits::solutions(1200);
    let mut engine =
        test_engine(&[DeviceFault::None], 2).with_config(|config| config.split_after_nodes = 1000);
    let few = [&boards[..20], &boards[boards.len() - 5..]].concat();
    for (boards, limits) in [(&boards, Limits::UNIQUE), (&few, limits)] {
        let mut answers = Vec::new();
        engine.solve(boards, limits, &mut answers).unwrap();
        for ((board, answer), other) in
            boards.iter().zip(&answers).zip(TestPuzzle::solve_on_cpu(boards, limits))
        {
            assert_agree(board, answer, &other);
        }
        let mut source = RecordingSource::new(boards, &[700, 0, 33]);
        engine.stream(&mut source, limits).unwrap();
        assert_eq!(source.answers(), answers);
    }
}
