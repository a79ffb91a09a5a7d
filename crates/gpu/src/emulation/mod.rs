//! Devices that are emulated on the CPU. `tests/kernel.cc` includes the source text of the kernels as plain
//! C++ code for one warp, and each submission runs the compiled program.
//!
//! This way, the kernels (`warp.rs`), split searches (`split.rs`), the engine (`engine.rs`), failures
//! (`faults.rs`), packed rows (`rows.rs`) and the service (`service.rs`) can be tested on any machine with a
//! C++ compiler. There can be any number of devices, and they can be made to fail. On a machine with a GPU,
//! `real.rs` runs similar tests on the GPU. Only those tests cover concurrent warps and real copies.

mod engine;
mod faults;
mod real;
#[path = "../../testdata/reference.rs"]
mod reference;
mod rows;
mod service;
#[path = "../../testdata/sets.rs"]
mod sets;
mod split;
mod warp;

use crate::Error;
use crate::device::{ComputeDevice, DeviceLane, RowChunk, RowPipeline, SearchBounds, Splitter, WaveResults};
use crate::kernel;
use crate::packing::{self, BOARD_WORDS, DevicePuzzle, NODES_BOUND, PackedBoard, PuzzleEncoding, ROW_WORDS};
use reference::{SOLVED, XorShift};
use std::fmt;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::{Read, Write};
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, LazyLock, Mutex};
use std::time::Duration;
use veridoku_core::batch;
use veridoku_core::solve::{End, Limits, SearchResult};
use veridoku_core::{Candidate, CandidateSet, Cell, Digit, Grid};

/// A node limit that is large enough for ordinary puzzles.
const MANY_NODES: u64 = 30_000;
/// Number of boards in a stack.
const STACK_DEPTH: u32 = 64;
/// Maximum number of open boards that a wave can leave. It is small, so that some tests exceed it.
const OPEN_CAPACITY: usize = 400;

/// Number of lanes in a warp.
const WARP_LANES: usize = 32;

/// The compiled kernel program. It is stored next to the test binary, and rebuilt when its source changes.
static PROGRAM: LazyLock<PathBuf> = LazyLock::new(|| {
    let source = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/kernel.cc");
    let mut flags = kernel::definitions();
    // A fortified C library would reject the jumps between the stacks of different lanes.
    flags.extend(
        ["-O2", "-std=c++17", "-Wall", "-Wextra", "-Werror", "-U_FORTIFY_SOURCE"].map(str::to_string),
    );
    let mut hasher = DefaultHasher::new();
    (include_str!("../../tests/kernel.cc"), kernel::SOURCE, &flags).hash(&mut hasher);
    let tests = std::env::current_exe().unwrap();
    let program = tests.with_file_name(format!("veridoku-kernel-{:016x}", hasher.finish()));
    if !program.exists() {
        let new = program.with_extension(std::process::id().to_string());
        let status = Command::new("c++").args(flags).arg("-o").arg(&new).arg(source).status();
        assert!(
            status.expect("the tests need a C++ compiler named c++").success(),
            "the kernel must compile as C++"
        );
        std::fs::rename(new, &program).unwrap();
    }
    program
});

/// The parameters of a run of the kernel.
#[derive(Copy, Clone, Debug)]
struct KernelRun {
    /// Number of lanes in the warp.
    lanes: usize,
    encoding: PuzzleEncoding,
    bounds: SearchBounds,
    /// Number of boards in a stack.
    depth: u32,
    /// Maximum number of open boards.
    open_capacity: usize,
}

/// Runs the kernel on packed puzzles. Returns the number of searches that ended with their budget, and the
/// words of the answers and of the open boards.
fn run(puzzles: usize, words: &[u32], run: KernelRun) -> (usize, Vec<u32>) {
    let KernelRun { lanes, encoding, bounds, depth, open_capacity } = run;
    assert!(puzzles > 0, "a launch needs at least one puzzle");
    assert!(u64::from(bounds.nodes) + 1 < NODES_BOUND, "the node budget must fit into an answer");
    let encoding = if encoding == PuzzleEncoding::Values { "values" } else { "boards" };
    let numbers =
        [puzzles as u64, bounds.solutions.into(), bounds.nodes.into(), depth.into(), open_capacity as u64];
    let mut program = Command::new(&*PROGRAM)
        .args([&lanes.to_string(), encoding])
        .args(numbers.map(|number| number.to_string()))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
    program.stdin.take().unwrap().write_all(&bytes).unwrap();
    let mut output = Vec::new();
    program.stdout.take().unwrap().read_to_end(&mut output).unwrap();
    assert!(program.wait().unwrap().success());
    let mut words = output.as_chunks::<4>().0.iter().map(|bytes| u32::from_le_bytes(*bytes));
    let unfinished = words.next().expect("the number of unfinished searches");
    (unfinished as usize, words.collect())
}

/// Solves puzzles with one thread of the kernel and a stack of `depth` boards.
fn solve_on_one_lane<P: DevicePuzzle>(puzzles: &[P], limits: Limits, depth: u32) -> Vec<SearchResult> {
    solve_on_warp(1, puzzles, limits, depth)
}

/// Solves puzzles with a warp of this number of lanes and stacks of `depth` boards.
fn solve_on_warp<P: DevicePuzzle>(
    lanes: usize,
    puzzles: &[P],
    limits: Limits,
    depth: u32,
) -> Vec<SearchResult> {
    let mut words = vec![0; P::ENCODING.words() * puzzles.len()];
    for (words, puzzle) in words.chunks_mut(P::ENCODING.words()).zip(puzzles) {
        puzzle.pack(words);
    }
    let bounds =
        SearchBounds { solutions: limits.solutions as u32, nodes: limits.nodes.min(MANY_NODES) as u32 };
    let (_, words) = run(
        puzzles.len(),
        &words,
        KernelRun { lanes, encoding: P::ENCODING, bounds, depth, open_capacity: 0 },
    );
    let rows = words.as_chunks::<ROW_WORDS>().0;
    assert_eq!(rows.len(), puzzles.len());
    let mut answers = vec![SearchResult::NONE; rows.len()];
    for (row, answer) in rows.iter().zip(&mut answers) {
        packing::read_answer(row, answer).unwrap();
    }
    answers
}

/// A fault of an emulated device. Submissions and waves are numbered from 0.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum DeviceFault {
    /// No fault.
    None,
    /// The device has memory for only this number of lanes.
    MaxLanes(usize),
    /// The device is lost from this submission on, and `submit` fails.
    LostOnSubmit(usize),
    /// The device is lost from this submission on, and `wait` fails.
    LostOnWait(usize),
    /// The last answer of this submission is missing, but the device reports success.
    MissingAnswer(usize),
    /// The answers of this submission contain an invalid digit.
    InvalidDigit(usize),
    /// The device has no memory for a splitter.
    NoSplitter,
    /// The device is lost in this wave.
    LostInWave(usize),
    /// The worker thread panics in this submission.
    Panic(usize),
}

/// A latch that a splitter waits for, so that a test decides when a split search may run. If the test never
/// opens it, the test fails.
#[derive(Debug, Default)]
struct Latch {
    is_open: Mutex<bool>,
    opened: Condvar,
}

impl Latch {
    fn open(&self) {
        *self.is_open.lock().unwrap() = true;
        self.opened.notify_all();
    }

    fn wait(&self) {
        let (is_open, time) = (self.is_open.lock().unwrap(), Duration::from_secs(120));
        let (is_open, _) = self.opened.wait_timeout_while(is_open, time, |is_open| !*is_open).unwrap();
        assert!(*is_open, "the latch was never opened");
    }
}

/// A device that is emulated on the CPU.
#[derive(Debug)]
struct EmulatedDevice {
    fault: DeviceFault,
    latch: Option<Arc<Latch>>,
    /// Number of lanes that exist now.
    lanes: Arc<AtomicUsize>,
    /// Number of lanes created so far.
    created_lanes: AtomicUsize,
}

impl EmulatedDevice {
    fn new(fault: DeviceFault) -> EmulatedDevice {
        EmulatedDevice { fault, latch: None, lanes: Arc::default(), created_lanes: AtomicUsize::new(0) }
    }

    /// Creates a device whose splitter waits for a latch.
    fn with_latch(latch: &Arc<Latch>) -> EmulatedDevice {
        EmulatedDevice { latch: Some(Arc::clone(latch)), ..EmulatedDevice::new(DeviceFault::None) }
    }
}

/// A lane of an emulated device. Its submissions are numbered from N, where N is the number of lanes
/// created before it.
#[derive(Debug)]
struct EmulatedLane {
    fault: DeviceFault,
    lanes: Arc<AtomicUsize>,
    capacity: usize,
    first_submission: usize,
    submissions: usize,
    words: Vec<u32>,
}

fn failure(message: &str) -> Error {
    Error::Driver(message.to_string())
}

impl ComputeDevice for EmulatedDevice {
    type Lane = EmulatedLane;
    type Splitter = EmulatedSplitter;
    type Pipeline = EmulatedPipeline;

    fn name(&self) -> &'static str {
        "emulated"
    }

    fn workers(&self) -> usize {
        4
    }

    fn lane(&self, puzzles: usize, _encoding: PuzzleEncoding) -> Result<EmulatedLane, Error> {
        let lanes = Arc::clone(&self.lanes);
        let others = lanes.fetch_add(1, Ordering::Relaxed);
        let first_submission = self.created_lanes.fetch_add(1, Ordering::Relaxed);
        let lane = EmulatedLane {
            fault: self.fault,
            lanes,
            capacity: puzzles,
            first_submission,
            submissions: 0,
            words: Vec::new(),
        };
        match self.fault {
            DeviceFault::MaxLanes(most) if others >= most => Err(failure("out of memory")),
            _ => Ok(lane),
        }
    }

    fn splitter(&self) -> Result<EmulatedSplitter, Error> {
        let lost_wave = match self.fault {
            DeviceFault::NoSplitter => return Err(failure("out of memory")),
            DeviceFault::LostInWave(wave) => wave,
            _ => usize::MAX,
        };
        Ok(EmulatedSplitter { lost_wave, latch: self.latch.clone(), ..EmulatedSplitter::default() })
    }

    fn pipeline(&self) -> Result<EmulatedPipeline, Error> {
        match self.fault {
            DeviceFault::MaxLanes(0) => Err(failure("out of memory")),
            fault => Ok(EmulatedPipeline { fault, chunks: 0 }),
        }
    }
}

impl Drop for EmulatedLane {
    fn drop(&mut self) {
        self.lanes.fetch_sub(1, Ordering::Relaxed);
    }
}

impl DeviceLane for EmulatedLane {
    fn has_room(&self, puzzles: usize, _encoding: PuzzleEncoding) -> bool {
        puzzles <= self.capacity
    }

    fn submit(
        &mut self,
        puzzles: usize,
        encoding: PuzzleEncoding,
        bounds: SearchBounds,
        fill: &mut dyn FnMut(&mut [u32]),
    ) -> Result<(), Error> {
        assert!(puzzles <= self.capacity);
        let mut words = vec![u32::MAX; puzzles * encoding.words()];
        fill(&mut words);
        (_, self.words) = run(
            puzzles,
            &words,
            KernelRun { lanes: WARP_LANES, encoding, bounds, depth: STACK_DEPTH, open_capacity: 0 },
        );
        let submission = self.first_submission + self.submissions;
        self.submissions += 1;
        match self.fault {
            DeviceFault::LostOnSubmit(number) if number <= submission => {
                return Err(failure("the device was reset"));
            }
            DeviceFault::LostOnWait(number) if number <= submission => self.words.clear(),
            DeviceFault::MissingAnswer(number) if number == submission => *self.words.last_mut().unwrap() = 0,
            // In every answer, because a puzzle without a solution has no digits to check.
            DeviceFault::InvalidDigit(number) if number == submission => {
                self.words.chunks_exact_mut(ROW_WORDS).for_each(|row| row[3] |= 0xf);
            }
            DeviceFault::Panic(number) => assert!(number != submission, "panic injected by the test"),
            _ => {}
        }
        Ok(())
    }

    fn wait(&mut self) -> Result<&[[u32; ROW_WORDS]], Error> {
        match self.words.as_chunks().0 {
            [] => Err(failure("the device is gone")),
            rows => Ok(rows),
        }
    }
}

/// An emulated pipeline. Its chunks are numbered like the submissions of a lane.
#[derive(Debug)]
struct EmulatedPipeline {
    fault: DeviceFault,
    chunks: usize,
}

impl RowPipeline for EmulatedPipeline {
    /// Not a divisor of the number of puzzles in the tests.
    const CHUNK: usize = 1700;

    fn solve<'r>(
        &mut self,
        bounds: SearchBounds,
        next: &mut dyn FnMut() -> Option<RowChunk<'r>>,
    ) -> Result<Vec<RowChunk<'r>>, Error> {
        let mut unfinished = Vec::new();
        while let Some(chunk) = next() {
            let (lanes, encoding) = (WARP_LANES, PuzzleEncoding::Values);
            let puzzles = chunk.puzzles.unwrap_or(chunk.answers).as_flattened();
            let parameters = KernelRun { lanes, encoding, bounds, depth: STACK_DEPTH, open_capacity: 0 };
            let (exhausted, words) = run(chunk.answers.len(), puzzles, parameters);
            match self.fault {
                DeviceFault::LostOnSubmit(number) if number <= self.chunks => {
                    return Err(failure("the device was reset"));
                }
                DeviceFault::Panic(number) => assert!(number != self.chunks, "panic injected by the test"),
                _ => {}
            }
            self.chunks += 1;
            chunk.answers.as_flattened_mut().copy_from_slice(&words);
            if exhausted > 0 {
                unfinished.push(chunk);
            }
        }
        Ok(unfinished)
    }
}

/// An emulated splitter with little space for open boards.
#[derive(Debug)]
struct EmulatedSplitter {
    rows: Vec<[u32; ROW_WORDS]>,
    open_ranges: Vec<[u32; 2]>,
    open: Vec<PackedBoard>,
    waves: usize,
    /// The wave in which the device is lost.
    lost_wave: usize,
    latch: Option<Arc<Latch>>,
}

impl Default for EmulatedSplitter {
    fn default() -> EmulatedSplitter {
        let (rows, open_ranges, open) = (Vec::new(), Vec::new(), Vec::new());
        EmulatedSplitter { rows, open_ranges, open, waves: 0, lost_wave: usize::MAX, latch: None }
    }
}

impl Splitter for EmulatedSplitter {
    const WIDTH: usize = 64;

    fn search(&mut self, boards: &[PackedBoard], bounds: SearchBounds) -> Result<WaveResults<'_>, Error> {
        assert!(boards.len() <= Self::WIDTH);
        if let Some(latch) = &self.latch {
            latch.wait();
        }
        if self.waves == self.lost_wave {
            return Err(failure("the device was lost"));
        }
        let parameters = KernelRun {
            lanes: WARP_LANES,
            encoding: PuzzleEncoding::Boards,
            bounds,
            depth: STACK_DEPTH,
            open_capacity: OPEN_CAPACITY,
        };
        let (_, words) = run(boards.len(), boards.as_flattened(), parameters);
        let (rows, words) = words.split_at(boards.len() * ROW_WORDS);
        let (open_ranges, open) = words.split_at(boards.len() * 2);
        self.rows = rows.as_chunks().0.to_vec();
        self.open_ranges = open_ranges.as_chunks().0.to_vec();
        self.open = open.as_chunks::<BOARD_WORDS>().0.to_vec();
        self.waves += 1;
        Ok(WaveResults { rows: &self.rows, open_ranges: &self.open_ranges, open: &self.open })
    }
}

/// Asserts that two answers agree, except for the number of nodes and the choice among several solutions.
pub(crate) fn assert_agree<P: TestPuzzle>(puzzle: &P, kernel: &SearchResult, other: &SearchResult) {
    assert_eq!((kernel.count, kernel.end), (other.count, other.end), "{puzzle:?}");
    assert_eq!(kernel.first.is_some(), other.first.is_some(), "{puzzle:?}");
    if let Some(solution) = kernel.first {
        assert!(puzzle.is_solved_by(&solution), "{puzzle:?}: {solution}");
        // If there are several solutions, any of them may come first.
        let is_only = kernel.count == 1 && kernel.end == End::Complete;
        assert!(!is_only || other.first == Some(solution), "{puzzle:?}: {solution}");
    }
}

/// A kind of puzzle (grids or candidate sets), with the methods that the tests need.
pub(crate) trait TestPuzzle: DevicePuzzle + PartialEq + fmt::Debug {
    /// Reports whether a grid is a solution of this puzzle.
    fn is_solved_by(&self, solution: &Grid) -> bool;

    /// Solves puzzles with the bulk engine of the CPU.
    fn solve_on_cpu(puzzles: &[Self], limits: Limits) -> Vec<SearchResult>;
}

impl TestPuzzle for Grid {
    fn is_solved_by(&self, solution: &Grid) -> bool {
        solution.is_solved() && self.is_part_of(solution)
    }

    fn solve_on_cpu(puzzles: &[Grid], limits: Limits) -> Vec<SearchResult> {
        batch::solve(puzzles, limits)
    }
}

impl TestPuzzle for CandidateSet {
    fn is_solved_by(&self, solution: &Grid) -> bool {
        solution.is_solved() && solution.values().all(|(cell, digit)| self.digits(cell).contains(digit))
    }

    fn solve_on_cpu(puzzles: &[CandidateSet], limits: Limits) -> Vec<SearchResult> {
        let mut answers = Vec::new();
        batch::Solver::new().solve_candidates(puzzles, limits, &mut answers);
        answers
    }
}

/// Returns random grids. Each is an empty grid, or a solution with some cells cleared, to which a few random
/// digits may be added. These may conflict with other digits.
pub(crate) fn garbage(count: usize) -> Vec<Grid> {
    let mut numbers = XorShift(43);
    let solved: Grid = SOLVED.parse().unwrap();
    let board = |round: usize| {
        let mut grid = if round.is_multiple_of(3) { Grid::EMPTY } else { solved };
        for _ in 0..round % 70 {
            grid.set(numbers.cell(), None);
        }
        for _ in 0..round % 7 {
            grid.set(numbers.cell(), Some(numbers.digit()));
        }
        grid
    };
    (0..count).map(board).collect()
}

/// Returns random candidate sets. Each consists of the candidates of a solution plus others, minus a few
/// random candidates, which may belong to the solution.
pub(crate) fn sukaku(count: usize) -> Vec<CandidateSet> {
    let mut numbers = XorShift(5);
    let solved: Grid = SOLVED.parse().unwrap();
    let board = |round: usize| {
        let mut candidates: CandidateSet =
            solved.values().map(|(cell, digit)| Candidate::new(cell, digit)).collect();
        for _ in 0..round % 300 {
            candidates.insert(Candidate::new(numbers.cell(), numbers.digit()));
        }
        for _ in 0..round % 5 {
            candidates.remove(Candidate::new(numbers.cell(), numbers.digit()));
        }
        candidates
    };
    (0..count).map(board).chain([CandidateSet::ALL, CandidateSet::EMPTY]).collect()
}

/// Returns special cases: complete grids with at most one wrong digit, grids with a single clue, and grids in
/// which a digit is repeated.
pub(crate) fn traps() -> Vec<Grid> {
    let solved: Grid = SOLVED.parse().unwrap();
    let mut traps =
        vec![Grid::EMPTY, solved, Grid::from_bytes([1; 81]).unwrap(), Grid::from_bytes([9; 81]).unwrap()];
    for cell in Cell::all() {
        for digit in Digit::ALL {
            let mut grid = solved;
            grid.set(cell, Some(digit));
            traps.push(grid);
            let mut alone = Grid::EMPTY;
            alone.set(cell, Some(digit));
            traps.push(alone);
        }
    }
    // A digit that occurs three times in a box, in different rows and columns.
    let mut thrice = Grid::EMPTY;
    for cell in [0, 10, 20] {
        thrice.set(Cell::from_index(cell).unwrap(), Some(Digit::One));
    }
    traps.push(thrice);
    traps
}
