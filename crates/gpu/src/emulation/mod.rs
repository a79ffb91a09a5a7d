//! Devices on the CPU: `tests/kernel.cc` compiles the very text that goes to a GPU as plain C++, for a warp of one lane, and
//! a load of puzzles is a run of that program. So kernel (`kernel.rs`), parts of a search (`split.rs`) and engine
//! (`engine.rs`) are judged on any machine with a C++ compiler, on as many devices as wanted, and devices fail where a
//! test wants them to. What is left for a GPU is that warps and copies work together.

mod engine;
mod kernel;
#[path = "../../../../testdata/reference.rs"]
mod reference;
#[path = "../../../../testdata/sets.rs"]
mod sets;
mod split;

use crate::Error;
use crate::device::{Bounds, Device, Form, Lane, Splitter, Wave};
use crate::row::{self, BOARD, Board, Packed, ROW};
use reference::{Numbers, SOLVED};
use std::io::{Read, Write};
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::LazyLock;
use std::sync::atomic::{AtomicUsize, Ordering};
use veridoku_core::batch::Answer;
use veridoku_core::solve::{End, Limits};
use veridoku_core::{Cell, Digit, Grid};

/// More nodes than any puzzle here needs.
const ENOUGH: u64 = 30_000;
/// The boards of a stack.
const DEPTH: u32 = 64;
/// The boards that searches of a wave can leave open: too few at times.
const ROOM: usize = 400;

/// The compiled kernel.
static PROGRAM: LazyLock<PathBuf> = LazyLock::new(|| {
    let source = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/kernel.cc");
    let program = std::env::temp_dir().join(format!("veridoku-kernel-{}", std::process::id()));
    let flags = ["-O2", "-std=c++17", "-Wall", "-Wextra", "-Werror", "-o"];
    let status = Command::new("c++").args(flags).arg(&program).arg(source).status();
    assert!(status.expect("the tests need a C++ compiler, c++").success(), "the kernel compiles as C++");
    program
});

/// Runs the kernel over the words of so many puzzles; gives the words that came back.
fn run(form: Form, puzzles: usize, words: &[u32], bounds: Bounds, depth: u32, room: usize) -> Vec<u32> {
    let form = if form == Form::Values { "values" } else { "boards" };
    let numbers = [puzzles as u64, bounds.solutions.into(), bounds.nodes.into(), depth.into(), room as u64];
    let mut program = Command::new(&*PROGRAM)
        .arg(form)
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
fn solve_alone<P: Packed>(puzzles: &[P], limits: Limits, depth: u32) -> Vec<Answer> {
    let mut words = vec![0; P::FORM.words() * puzzles.len()];
    for (words, puzzle) in words.chunks_mut(P::FORM.words()).zip(puzzles) {
        puzzle.pack(words);
    }
    let bounds = Bounds { solutions: limits.solutions as u32, nodes: limits.nodes.min(ENOUGH) as u32 };
    let words = run(P::FORM, puzzles.len(), &words, bounds, depth, 0);
    let rows = words.as_chunks::<ROW>().0;
    assert_eq!(rows.len(), puzzles.len());
    let mut answers = vec![row::UNKNOWN; rows.len()];
    for (row, answer) in rows.iter().zip(&mut answers) {
        row::read(row, answer).unwrap();
    }
    answers
}

/// What happens to a device.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum Fault {
    /// Nothing.
    None,
    /// There is memory for so many lanes.
    Memory(usize),
    /// It is lost with the load of this number.
    Reset(usize),
    /// It says that the load of this number is done, but the last answer is not there.
    Silence(usize),
    /// A digit of the load of this number is none.
    Garble(usize),
    /// It cannot cut up searches.
    NoSplitter,
    /// The program that drives it panics with the load of this number.
    Panic(usize),
}

/// A device on the CPU.
#[derive(Debug)]
struct Emulated {
    fault: Fault,
    lanes: AtomicUsize,
    loads: AtomicUsize,
}

impl Emulated {
    fn new(fault: Fault) -> Emulated {
        Emulated { fault, lanes: AtomicUsize::new(0), loads: AtomicUsize::new(0) }
    }
}

/// A way to such a device; it shares the device's count of loads by taking a number for each when it is made.
#[derive(Debug)]
struct EmulatedLane {
    fault: Fault,
    capacity: usize,
    first_load: usize,
    loads: usize,
    words: Vec<u32>,
}

fn failure(what: &str) -> Error {
    Error::Driver(what.to_string())
}

impl Device for Emulated {
    type Lane = EmulatedLane;
    type Splitter = EmulatedSplitter;

    fn name(&self) -> &'static str {
        "emulated"
    }

    fn lane(&self, puzzles: usize, _form: Form) -> Result<EmulatedLane, Error> {
        let number = self.lanes.fetch_add(1, Ordering::Relaxed);
        match self.fault {
            Fault::Memory(lanes) if number >= lanes => Err(failure("out of memory")),
            fault => {
                let first_load = self.loads.fetch_add(1, Ordering::Relaxed);
                Ok(EmulatedLane { fault, capacity: puzzles, first_load, loads: 0, words: Vec::new() })
            }
        }
    }

    fn splitter(&self) -> Result<EmulatedSplitter, Error> {
        match self.fault {
            Fault::NoSplitter => Err(failure("out of memory")),
            _ => Ok(EmulatedSplitter::default()),
        }
    }
}

impl Lane for EmulatedLane {
    fn has_room(&self, puzzles: usize, _form: Form) -> bool {
        puzzles <= self.capacity
    }

    fn submit(
        &mut self,
        puzzles: usize,
        form: Form,
        bounds: Bounds,
        fill: &mut dyn FnMut(&mut [u32]),
    ) -> Result<(), Error> {
        assert!(puzzles <= self.capacity);
        let mut words = vec![u32::MAX; puzzles * form.words()];
        fill(&mut words);
        self.words = run(form, puzzles, &words, bounds, DEPTH, 0);
        let load = self.first_load + self.loads;
        self.loads += 1;
        match self.fault {
            Fault::Reset(number) if number <= load => return Err(failure("the device was reset")),
            Fault::Silence(number) if number == load => *self.words.last_mut().unwrap() = 0,
            Fault::Garble(number) if number == load => self.words[3] |= 0xf,
            Fault::Panic(number) => assert!(number != load, "this load was to panic"),
            _ => {}
        }
        Ok(())
    }

    fn wait(&mut self) -> Result<&[[u32; ROW]], Error> {
        Ok(self.words.as_chunks().0)
    }
}

/// A search that can be cut up, with little room.
#[derive(Debug, Default)]
struct EmulatedSplitter {
    rows: Vec<[u32; ROW]>,
    rests: Vec<[u32; 2]>,
    open: Vec<Board>,
    waves: usize,
}

impl Splitter for EmulatedSplitter {
    const WIDTH: usize = 64;

    fn search(&mut self, boards: &[Board], bounds: Bounds) -> Result<Wave<'_>, Error> {
        assert!(boards.len() <= Self::WIDTH && !boards.is_empty());
        let words = run(Form::Boards, boards.len(), boards.as_flattened(), bounds, DEPTH, ROOM);
        let (rows, words) = words.split_at(boards.len() * ROW);
        let (rests, open) = words.split_at(boards.len() * 2);
        self.rows = rows.as_chunks().0.to_vec();
        self.rests = rests.as_chunks().0.to_vec();
        self.open = open.as_chunks::<BOARD>().0.to_vec();
        self.waves += 1;
        Ok(Wave { rows: &self.rows, rests: &self.rests, open: &self.open })
    }
}

/// Whether two engines agree, as far as they must.
pub(crate) fn agree(puzzle: &Grid, kernel: &Answer, other: &Answer) {
    assert_eq!((kernel.count, kernel.end), (other.count, other.end), "{puzzle}");
    assert_eq!(kernel.first.is_some(), other.first.is_some(), "{puzzle}");
    if let Some(solution) = kernel.first {
        assert!(solution.is_solved() && puzzle.is_part_of(&solution), "{puzzle}: {solution}");
        // Of several solutions each may come first.
        let is_only = kernel.count == 1 && kernel.end == End::Complete;
        assert!(!is_only || other.first == Some(solution), "{puzzle}: {solution}");
    }
}

/// Nothing or a solution with holes, and a few digits that need not fit.
pub(crate) fn garbage(count: usize) -> Vec<Grid> {
    let mut numbers = Numbers(43);
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
