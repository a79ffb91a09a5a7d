//! Devices on the CPU: `tests/kernel.cc` compiles the very text that goes to a GPU as plain C++, for one warp, and a load of
//! puzzles is a run of that program. So kernel (`warp.rs`), parts of a search (`split.rs`), engine (`engine.rs`), what
//! goes wrong (`faults.rs`) and who asks (`service.rs`) are judged on any machine with a C++ compiler, on as many devices as
//! wanted, and devices fail where a test wants them to. Where there is a GPU, it is asked the same (`real.rs`); without one, what
//! is left to trust is that warps work side by side, and copies.

mod engine;
mod faults;
mod real;
#[path = "../../../../testdata/reference.rs"]
mod reference;
mod service;
#[path = "../../../../testdata/sets.rs"]
mod sets;
mod split;
mod warp;

use crate::Error;
use crate::device::{ComputeDevice, DeviceLane, PuzzleEncoding, SearchBounds, Splitter, WaveResults};
use crate::kernel;
use crate::packing::{self, BOARD_WORDS, DevicePuzzle, NODES_BOUND, PackedBoard, ROW_WORDS};
use reference::{SOLVED, XorShift};
use std::fmt;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::{Read, Write};
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, LazyLock, Mutex};
use std::time::Duration;
use veridoku_core::batch::{self, Answer};
use veridoku_core::solve::{End, Limits};
use veridoku_core::{Candidate, CandidateSet, Cell, Digit, Grid};

/// More nodes than any puzzle here needs.
const ENOUGH: u64 = 30_000;
/// The boards of a stack.
const STACK_DEPTH: u32 = 64;
/// The boards that searches of a wave can leave open: too few at times.
const OPEN_CAPACITY: usize = 400;

/// The lanes of a warp.
const WARP: usize = 32;

/// The compiled kernel, kept beside the tests until its text changes.
static PROGRAM: LazyLock<PathBuf> = LazyLock::new(|| {
    let source = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/kernel.cc");
    let mut flags = kernel::definitions();
    // Jumps from lane to lane are no mistake, which a fortified library would take them for.
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
        assert!(status.expect("the tests need a C++ compiler, c++").success(), "the kernel compiles as C++");
        std::fs::rename(new, &program).unwrap();
    }
    program
});

/// What the kernel is run with.
#[derive(Copy, Clone, Debug)]
struct KernelRun {
    /// The lanes of the warp.
    lanes: usize,
    encoding: PuzzleEncoding,
    bounds: SearchBounds,
    /// The boards of a stack.
    depth: u32,
    /// The open boards that there is room for.
    open_capacity: usize,
}

/// Runs the kernel over the words of so many puzzles; gives the words that came back.
fn run(puzzles: usize, words: &[u32], run: KernelRun) -> Vec<u32> {
    let KernelRun { lanes, encoding, bounds, depth, open_capacity } = run;
    assert!(puzzles > 0, "a device that is asked nothing fails");
    assert!(u64::from(bounds.nodes) + 1 < NODES_BOUND, "a device counts no further");
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
    output.as_chunks::<4>().0.iter().map(|bytes| u32::from_le_bytes(*bytes)).collect()
}

/// The answers of one thread of the kernel, with a stack of so many boards.
fn solve_alone<P: DevicePuzzle>(puzzles: &[P], limits: Limits, depth: u32) -> Vec<Answer> {
    solve_on(1, puzzles, limits, depth)
}

/// The answers of a warp of so many lanes, with stacks of so many boards.
fn solve_on<P: DevicePuzzle>(lanes: usize, puzzles: &[P], limits: Limits, depth: u32) -> Vec<Answer> {
    let mut words = vec![0; P::ENCODING.words() * puzzles.len()];
    for (words, puzzle) in words.chunks_mut(P::ENCODING.words()).zip(puzzles) {
        puzzle.pack(words);
    }
    let bounds = SearchBounds { solutions: limits.solutions as u32, nodes: limits.nodes.min(ENOUGH) as u32 };
    let words = run(
        puzzles.len(),
        &words,
        KernelRun { lanes, encoding: P::ENCODING, bounds, depth, open_capacity: 0 },
    );
    let rows = words.as_chunks::<ROW_WORDS>().0;
    assert_eq!(rows.len(), puzzles.len());
    let mut answers = vec![packing::EMPTY_ANSWER; rows.len()];
    for (row, answer) in rows.iter().zip(&mut answers) {
        packing::read_answer(row, answer).unwrap();
    }
    answers
}

/// What happens to a device.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum DeviceFault {
    /// EmptyBatches.
    None,
    /// There is memory for so many lanes.
    Memory(usize),
    /// It is lost with the load of this number: not taken, or never back.
    Reset(usize),
    Gone(usize),
    /// It says that the load of this number is done, but the last answer is not there.
    Silence(usize),
    /// A digit of the load of this number is none.
    Garble(usize),
    /// It has no memory for cutting up searches.
    NoSplitter,
    /// It is lost in the wave of this number.
    LostWave(usize),
    /// The program that drives it panics with the load of this number.
    Panic(usize),
}

/// What a search that is cut up waits for, so that a test can say when it is through. A test that forgets it fails.
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

    fn pass(&self) {
        let (is_open, time) = (self.is_open.lock().unwrap(), Duration::from_secs(120));
        let (is_open, _) = self.opened.wait_timeout_while(is_open, time, |is_open| !*is_open).unwrap();
        assert!(*is_open, "the latch was never opened");
    }
}

/// A device on the CPU.
#[derive(Debug)]
struct EmulatedDevice {
    fault: DeviceFault,
    latch: Option<Arc<Latch>>,
    /// The lanes that there are.
    lanes: Arc<AtomicUsize>,
    loads: AtomicUsize,
}

impl EmulatedDevice {
    fn new(fault: DeviceFault) -> EmulatedDevice {
        EmulatedDevice { fault, latch: None, lanes: Arc::default(), loads: AtomicUsize::new(0) }
    }

    /// One whose splitter waits at a latch.
    fn latched(latch: &Arc<Latch>) -> EmulatedDevice {
        EmulatedDevice { latch: Some(Arc::clone(latch)), ..EmulatedDevice::new(DeviceFault::None) }
    }
}

/// A way to such a device; it shares the device's count of loads by taking a number for each when it is made.
#[derive(Debug)]
struct EmulatedLane {
    fault: DeviceFault,
    lanes: Arc<AtomicUsize>,
    capacity: usize,
    first_load: usize,
    loads: usize,
    words: Vec<u32>,
}

fn failure(what: &str) -> Error {
    Error::Driver(what.to_string())
}

impl ComputeDevice for EmulatedDevice {
    type Lane = EmulatedLane;
    type Splitter = EmulatedSplitter;

    fn name(&self) -> &'static str {
        "emulated"
    }

    fn workers(&self) -> usize {
        4
    }

    fn lane(&self, puzzles: usize, _form: PuzzleEncoding) -> Result<EmulatedLane, Error> {
        let lanes = Arc::clone(&self.lanes);
        let others = lanes.fetch_add(1, Ordering::Relaxed);
        let first_load = self.loads.fetch_add(1, Ordering::Relaxed);
        let lane = EmulatedLane {
            fault: self.fault,
            lanes,
            capacity: puzzles,
            first_load,
            loads: 0,
            words: Vec::new(),
        };
        match self.fault {
            DeviceFault::Memory(most) if others >= most => Err(failure("out of memory")),
            _ => Ok(lane),
        }
    }

    fn splitter(&self) -> Result<EmulatedSplitter, Error> {
        let lost = match self.fault {
            DeviceFault::NoSplitter => return Err(failure("out of memory")),
            DeviceFault::LostWave(wave) => wave,
            _ => usize::MAX,
        };
        Ok(EmulatedSplitter { lost, latch: self.latch.clone(), ..EmulatedSplitter::default() })
    }
}

impl Drop for EmulatedLane {
    fn drop(&mut self) {
        self.lanes.fetch_sub(1, Ordering::Relaxed);
    }
}

impl DeviceLane for EmulatedLane {
    fn has_room(&self, puzzles: usize, _form: PuzzleEncoding) -> bool {
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
        self.words = run(
            puzzles,
            &words,
            KernelRun { lanes: WARP, encoding, bounds, depth: STACK_DEPTH, open_capacity: 0 },
        );
        let load = self.first_load + self.loads;
        self.loads += 1;
        match self.fault {
            DeviceFault::Reset(number) if number <= load => return Err(failure("the device was reset")),
            DeviceFault::Gone(number) if number <= load => self.words.clear(),
            DeviceFault::Silence(number) if number == load => *self.words.last_mut().unwrap() = 0,
            DeviceFault::Garble(number) if number == load => self.words[3] |= 0xf,
            DeviceFault::Panic(number) => assert!(number != load, "this load was to panic"),
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

/// A search that can be cut up, with little room.
#[derive(Debug)]
struct EmulatedSplitter {
    rows: Vec<[u32; ROW_WORDS]>,
    open_ranges: Vec<[u32; 2]>,
    open: Vec<PackedBoard>,
    waves: usize,
    /// The wave with which the device is lost.
    lost: usize,
    latch: Option<Arc<Latch>>,
}

impl Default for EmulatedSplitter {
    fn default() -> EmulatedSplitter {
        let (rows, open_ranges, open) = (Vec::new(), Vec::new(), Vec::new());
        EmulatedSplitter { rows, open_ranges, open, waves: 0, lost: usize::MAX, latch: None }
    }
}

impl Splitter for EmulatedSplitter {
    const WIDTH: usize = 64;

    fn search(&mut self, boards: &[PackedBoard], bounds: SearchBounds) -> Result<WaveResults<'_>, Error> {
        assert!(boards.len() <= Self::WIDTH);
        if let Some(latch) = &self.latch {
            latch.pass();
        }
        if self.waves == self.lost {
            return Err(failure("the device was lost"));
        }
        let with = KernelRun {
            lanes: WARP,
            encoding: PuzzleEncoding::Boards,
            bounds,
            depth: STACK_DEPTH,
            open_capacity: OPEN_CAPACITY,
        };
        let words = run(boards.len(), boards.as_flattened(), with);
        let (rows, words) = words.split_at(boards.len() * ROW_WORDS);
        let (open_ranges, open) = words.split_at(boards.len() * 2);
        self.rows = rows.as_chunks().0.to_vec();
        self.open_ranges = open_ranges.as_chunks().0.to_vec();
        self.open = open.as_chunks::<BOARD_WORDS>().0.to_vec();
        self.waves += 1;
        Ok(WaveResults { rows: &self.rows, open_ranges: &self.open_ranges, open: &self.open })
    }
}

/// Whether two engines agree, as far as they must.
pub(crate) fn agree<P: TestPuzzle>(puzzle: &P, kernel: &Answer, other: &Answer) {
    assert_eq!((kernel.count, kernel.end), (other.count, other.end), "{puzzle:?}");
    assert_eq!(kernel.first.is_some(), other.first.is_some(), "{puzzle:?}");
    if let Some(solution) = kernel.first {
        assert!(puzzle.allows(&solution), "{puzzle:?}: {solution}");
        // Of several solutions each may come first.
        let is_only = kernel.count == 1 && kernel.end == End::Complete;
        assert!(!is_only || other.first == Some(solution), "{puzzle:?}: {solution}");
    }
}

/// A puzzle of either kind.
pub(crate) trait TestPuzzle: DevicePuzzle + PartialEq + fmt::Debug {
    /// Whether a grid is a solution.
    fn allows(&self, solution: &Grid) -> bool;

    /// The answers of the bulk engine on the CPU.
    fn batch(puzzles: &[Self], limits: Limits) -> Vec<Answer>;
}

impl TestPuzzle for Grid {
    fn allows(&self, solution: &Grid) -> bool {
        solution.is_solved() && self.is_part_of(solution)
    }

    fn batch(puzzles: &[Grid], limits: Limits) -> Vec<Answer> {
        batch::solve(puzzles, limits)
    }
}

impl TestPuzzle for CandidateSet {
    fn allows(&self, solution: &Grid) -> bool {
        solution.is_solved() && solution.values().all(|(cell, digit)| self.digits(cell).contains(digit))
    }

    fn batch(puzzles: &[CandidateSet], limits: Limits) -> Vec<Answer> {
        let mut answers = Vec::new();
        batch::Solver::new().solve_candidates(puzzles, limits, &mut answers);
        answers
    }
}

/// EmptyBatches or a solution with holes, and a few digits that need not fit.
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

/// A solution among candidates that need not fit, of which a few may be missing.
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

/// Solutions with holes and a digit in the way: boards on which only the last rounds find the contradiction.
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
    // One digit three times in a box, in three rows and columns.
    let mut thrice = Grid::EMPTY;
    for cell in [0, 10, 20] {
        thrice.set(Cell::from_index(cell).unwrap(), Some(Digit::One));
    }
    traps.push(thrice);
    traps
}
