//! The solver that callers hold: chunks to the devices, answers back into their places, stray hard puzzles to the CPU.
//!
//! ```text
//! puzzles   ▓▓▓▓▓▓▓▓|▓▓▓▓▓▓▓▓|▓▓▓▓▓▓▓▓|▓▓▓     cut into chunks, taken from one queue
//!               │        │        │     │
//!            device 0 device 1 device 0  …     a thread for each device, a few lanes in flight on each
//!               ▼        ▼        ▼     ▼
//! answers   ▓▓▓▓▓▓▓▓|▓▓▓▓▓▓▓▓|▓▓▓▓▓▓▓▓|▓▓▓     each into its own place
//!               └─ more than HAND_OVER nodes ──▶ solve::Solver, on the threads of the CPU
//! ```

use crate::device::{Bounds, CHUNK, Device, Form, Lane};
use crate::row::{self, Packed, ROW};
use crate::{Error, HAND_OVER};
use rayon::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};
use std::collections::VecDeque;
use std::fmt;
use std::sync::{Mutex, PoisonError};
use veridoku_core::batch::Answer;
use veridoku_core::solve::{self, End, Limits};
use veridoku_core::{CandidateSet, Grid};

/// The chunks in flight on a device: one there, one on the way, one with the CPU.
const LANES: usize = 3;
/// A batch is cut into so many chunks for each device, as long as they are large enough.
const CHUNKS: usize = 6;
/// The fewest puzzles of a chunk: fewer leave most threads of a device idle.
const FEWEST: usize = 1 << 17;
/// The puzzles that a thread of the CPU packs or reads at once.
const PORTION: usize = 1 << 11;

/// Solves puzzles on all GPUs of this machine.
///
/// It has the interface of [`batch::Solver`](veridoku_core::batch::Solver), but it can fail. The first batch allocates
/// memory on every device, about a gigabyte for each chunk in flight: keep it where there are several batches.
pub struct Solver {
    devices: Vec<(Device, Vec<Lane>)>,
    /// Threads of its own: those of the caller may wait for these.
    pool: ThreadPool,
}

/// A piece of a batch.
struct Chunk<'a, 'q, P> {
    /// The number of its first puzzle in the batch.
    start: usize,
    puzzles: &'a [P],
    places: &'q mut [Answer],
}

impl Solver {
    /// A solver on all GPUs of this machine; the kernel is compiled for each of them.
    ///
    /// # Errors
    ///
    /// If there is no driver, no device or no compiler, or if one of them fails.
    pub fn new() -> Result<Solver, Error> {
        let devices = Device::all()?.into_iter().map(|device| (device, Vec::new())).collect();
        let pool = ThreadPoolBuilder::new().build().map_err(|error| Error::Threads(error.to_string()))?;
        Ok(Solver { devices, pool })
    }

    /// The names of the GPUs.
    pub fn devices(&self) -> impl Iterator<Item = &str> {
        self.devices.iter().map(|(device, _)| device.name.as_str())
    }

    /// Solves puzzles of 81 values within limits that hold for each of them.
    ///
    /// What was in `answers` is replaced by the answers, in the order of the puzzles.
    ///
    /// # Errors
    ///
    /// If a device fails; then there are no answers.
    pub fn solve(
        &mut self,
        puzzles: &[Grid],
        limits: Limits,
        answers: &mut Vec<Answer>,
    ) -> Result<(), Error> {
        self.run(puzzles, Form::Values, limits, answers)
    }

    /// Solves puzzles of 729 candidates (sukaku) within limits that hold for each of them.
    ///
    /// What was in `answers` is replaced by the answers, in the order of the puzzles.
    ///
    /// # Errors
    ///
    /// If a device fails; then there are no answers.
    pub fn solve_candidates(
        &mut self,
        puzzles: &[CandidateSet],
        limits: Limits,
        answers: &mut Vec<Answer>,
    ) -> Result<(), Error> {
        self.run(puzzles, Form::Boards, limits, answers)
    }

    fn run<'a, P: Packed>(
        &mut self,
        puzzles: &'a [P],
        form: Form,
        limits: Limits,
        answers: &mut Vec<Answer>,
    ) -> Result<(), Error> {
        // Every answer is written below: what is there already need not be cleared.
        answers.resize(puzzles.len(), row::UNKNOWN);
        if limits.solutions == 0 {
            answers.fill(Answer { end: End::SolutionLimit, ..row::UNKNOWN });
            return Ok(());
        }
        let size = chunk_size(puzzles.len(), self.devices.len());
        let queue = Mutex::new(chunks(puzzles, answers, size));
        let unfinished = &Unfinished { limits, answers: Mutex::new(Vec::new()) };
        let Solver { devices, pool } = self;
        let result = pool.in_place_scope(|aside| {
            let next = || queue.lock().unwrap_or_else(PoisonError::into_inner).next();
            let set_aside =
                |index: usize, puzzle: &'a P| aside.spawn(move |_| unfinished.solve(index, puzzle));
            let job = Job { form, size, limits, pool, next, set_aside };
            std::thread::scope(|scope| {
                let mut threads = Vec::new();
                for (device, lanes) in devices {
                    threads.push(scope.spawn(|| job.drive(device, lanes)));
                }
                let mut result = Ok(());
                for thread in threads {
                    let other = thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
                    result = result.and(other);
                }
                result
            })
        });
        drop(queue);
        if let Err(error) = result {
            answers.clear();
            return Err(error);
        }
        for &(index, answer) in unfinished.answers.lock().unwrap_or_else(PoisonError::into_inner).iter() {
            answers[index] = answer;
        }
        Ok(())
    }
}

impl fmt::Debug for Solver {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Solver").field("devices", &self.devices().collect::<Vec<_>>()).finish_non_exhaustive()
    }
}

/// The puzzles that the CPU solves.
struct Unfinished {
    limits: Limits,
    answers: Mutex<Vec<(usize, Answer)>>,
}

impl Unfinished {
    fn solve<P: Packed>(&self, index: usize, puzzle: &P) {
        let answer = solve::Solver::new().search(puzzle.clues(), self.limits).into();
        self.answers.lock().unwrap_or_else(PoisonError::into_inner).push((index, answer));
    }
}

/// The puzzles of a chunk.
fn chunk_size(puzzles: usize, devices: usize) -> usize {
    puzzles.div_ceil(CHUNKS * devices.max(1)).clamp(FEWEST, CHUNK)
}

/// The batch in pieces.
fn chunks<'a, 'q, P>(
    puzzles: &'a [P],
    answers: &'q mut [Answer],
    size: usize,
) -> impl Iterator<Item = Chunk<'a, 'q, P>> {
    let pieces = puzzles.chunks(size).zip(answers.chunks_mut(size)).enumerate();
    pieces.map(move |(number, (puzzles, places))| Chunk { start: number * size, puzzles, places })
}

/// A batch, as the threads of all devices see it.
struct Job<'p, N, A> {
    form: Form,
    /// The puzzles of a chunk.
    size: usize,
    limits: Limits,
    /// The threads that pack and read.
    pool: &'p ThreadPool,
    /// The next chunk.
    next: N,
    /// Takes what a device did not finish.
    set_aside: A,
}

impl<N, A> Job<'_, N, A> {
    /// Keeps a device busy until there is no chunk left.
    fn drive<'q, 'a: 'q, P: Packed + 'a>(&self, device: &Device, lanes: &mut Vec<Lane>) -> Result<(), Error>
    where
        N: Fn() -> Option<Chunk<'a, 'q, P>>,
        A: Fn(usize, &'a P),
    {
        let bounds = Bounds {
            solutions: u32::try_from(self.limits.solutions).unwrap_or(u32::MAX),
            nodes: self.limits.nodes.min(HAND_OVER) as u32,
        };
        let mut in_flight = VecDeque::new();
        let mut number = 0;
        while let Some(chunk) = (self.next)() {
            if in_flight.len() == LANES
                && let Some((number, chunk)) = in_flight.pop_front()
            {
                self.read_back(&lanes[number], chunk)?;
            }
            let lane = lane_for(device, lanes, number, self.size)?;
            let fill = |words: &mut [u32]| self.pool.install(|| pack_all(chunk.puzzles, words));
            device.submit(lane, chunk.puzzles.len(), self.form, bounds, fill)?;
            in_flight.push_back((number, chunk));
            number = (number + 1) % LANES;
        }
        in_flight.into_iter().try_for_each(|(number, chunk)| self.read_back(&lanes[number], chunk))
    }

    /// Puts the answers of a chunk into their places.
    fn read_back<'q, 'a: 'q, P: Packed + 'a>(&self, lane: &Lane, chunk: Chunk<'a, 'q, P>) -> Result<(), Error>
    where
        A: Fn(usize, &'a P),
    {
        let Chunk { start, puzzles, places } = chunk;
        let rows = lane.wait(puzzles.len())?.as_chunks::<ROW>().0;
        let limits = self.limits;
        for index in self.pool.install(|| read_all(rows, places, limits))? {
            (self.set_aside)(start + index, &puzzles[index]);
        }
        Ok(())
    }
}

/// Writes puzzles into words, on all threads.
fn pack_all<P: Packed>(puzzles: &[P], words: &mut [u32]) {
    let portions = words.par_chunks_mut(PORTION * P::WORDS).zip(puzzles.par_chunks(PORTION));
    portions.for_each(|(words, puzzles)| {
        for (words, puzzle) in words.chunks_exact_mut(P::WORDS).zip(puzzles) {
            puzzle.pack(words);
        }
    });
}

/// Reads answers on all threads; gives the numbers of those that came to a bound that is not the caller's.
fn read_all(rows: &[[u32; ROW]], places: &mut [Answer], limits: Limits) -> Result<Vec<usize>, Error> {
    let portions = rows.par_chunks(PORTION).zip(places.par_chunks_mut(PORTION)).enumerate();
    let unfinished = portions.map(|(portion, (rows, places))| {
        let mut unfinished = Vec::new();
        for (index, (row, place)) in rows.iter().zip(places).enumerate() {
            row::read(row, place)?;
            if place.end == End::NodeBudget && place.nodes < limits.nodes {
                unfinished.push(portion * PORTION + index);
            }
        }
        Ok(unfinished)
    });
    let unfinished: Vec<Vec<usize>> = unfinished.collect::<Result<_, Error>>()?;
    Ok(unfinished.concat())
}

/// The lane of this number, made anew if it is too small.
fn lane_for<'l>(
    device: &Device,
    lanes: &'l mut Vec<Lane>,
    number: usize,
    size: usize,
) -> Result<&'l mut Lane, Error> {
    if lanes.get(number).is_none_or(|lane| lane.capacity() < size) {
        // Lanes are taken in order, so those behind it are too small as well, and none of them is in use.
        lanes.truncate(number);
        lanes.push(device.lane(size)?);
    }
    Ok(&mut lanes[number])
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Where there is a device, it is asked; where there is none, that is said.
    #[test]
    fn a_missing_device_is_told() {
        match Solver::new() {
            Ok(mut solver) => {
                let mut answers = Vec::new();
                solver.solve(&[Grid::EMPTY; 200], Limits::UNIQUE, &mut answers).unwrap();
                assert!(answers.len() == 200 && answers.iter().all(|answer| answer.count == 2));
            }
            Err(error) => {
                assert!(matches!(error, Error::NoDriver | Error::NoDevice | Error::NoCompiler), "{error}");
                assert!(error.to_string().starts_with("found no CUDA"), "{error}");
            }
        }
    }

    #[test]
    fn a_batch_is_cut_into_pieces_that_keep_devices_busy() {
        assert_eq!(chunk_size(0, 1), FEWEST);
        assert_eq!(chunk_size(1_000, 1), FEWEST);
        assert_eq!(chunk_size(12 * FEWEST, 1), 2 * FEWEST);
        assert_eq!(chunk_size(12 * FEWEST, 2), FEWEST);
        assert_eq!(chunk_size(100 * CHUNK, 4), CHUNK);
    }

    #[test]
    fn pieces_are_in_order_and_miss_nothing() {
        let numbers: Vec<usize> = (0..1000).collect();
        let mut answers = vec![row::UNKNOWN; numbers.len()];
        for chunk in chunks(&numbers, &mut answers, 64) {
            assert_eq!(chunk.puzzles[0], chunk.start);
            for (number, place) in chunk.puzzles.iter().zip(chunk.places) {
                place.nodes = *number as u64;
            }
        }
        assert!(answers.iter().zip(numbers).all(|(answer, number)| answer.nodes == number as u64));
    }
}
