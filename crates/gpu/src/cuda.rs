//! The GPUs of this machine: their memory and their kernels.
//!
//! A lane has a stream of its own, memory on both sides, and pinned pages between, so that copies run beside everything
//! else. Nothing of one lane is used by another: streams need not wait for each other.
//!
//! The only file that calls CUDA.

#![allow(unsafe_code, reason = "memory and kernels of the device")]

use crate::Error;
use crate::crew::LANES;
use crate::device::{Bounds, Device, Form, Lane, Splitter, Wave};
use crate::engine::CHUNK;
use crate::kernel::{self, SOURCE, THREADS};
use crate::row::{BOARD, Board, ROW};
use cudarc::driver::sys::CUdevice_attribute_enum::CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT;
use cudarc::driver::sys::CUresult;
use cudarc::driver::{
    CudaContext, CudaFunction, CudaSlice, CudaStream, LaunchConfig, PinnedHostSlice, PushKernelArg,
};
use cudarc::nvrtc::{CompileOptions, compile_ptx_with_opts};
use std::sync::Arc;

/// The blocks of a lane for each multiprocessor, of which six run there at a time. Lanes share the device: a thread of few
/// blocks takes several puzzles, and a warp need not wait for its longest.
const LANE_BLOCKS: u32 = 1;
/// The boards of a stack. A guess fills a cell, so 81 are enough for anything, and 64 for puzzles with 17 clues; a search
/// that goes deeper says that it was not finished.
const DEPTH: u32 = 64;
/// The crews of a GPU: more make it no faster (309 and 291 million easy puzzles a second with 20 and 24, where 16 have 307).
const CREWS: usize = 16;
/// The boards that searches of a wave can leave open.
const ROOM: usize = 1 << 19;

/// A GPU with its kernels.
#[derive(Debug)]
pub(crate) struct Gpu {
    context: Arc<CudaContext>,
    kernels: Kernels,
    multiprocessors: u32,
    name: String,
}

/// What runs on a GPU.
#[derive(Clone, Debug)]
struct Kernels {
    expand: CudaFunction,
    search: CudaFunction,
    pack: CudaFunction,
}

/// The memory of a search, and the stream in which it runs.
#[derive(Debug)]
struct Bench {
    kernels: Kernels,
    stream: Arc<CudaStream>,
    rows: CudaSlice<u32>,
    boards: CudaSlice<u32>,
    answers: CudaSlice<u32>,
    /// The next puzzle, and the number of open boards.
    queue: CudaSlice<u32>,
    stacks: CudaSlice<u32>,
    /// Boards left open, and for each puzzle where they are.
    open: CudaSlice<u32>,
    rests: CudaSlice<u32>,
    blocks: u32,
}

/// A way to a GPU and back.
#[derive(Debug)]
pub(crate) struct CudaLane {
    bench: Bench,
    /// What goes and what comes, on this side.
    pinned: PinnedHostSlice<u32>,
    capacity: usize,
    /// The puzzles under way.
    puzzles: usize,
}

/// A search that can be cut up.
#[derive(Debug)]
pub(crate) struct CudaSplitter {
    bench: Bench,
    boards: PinnedHostSlice<u32>,
    rows: PinnedHostSlice<u32>,
    rests: PinnedHostSlice<u32>,
    open: PinnedHostSlice<u32>,
}

/// Whether driver and compiler are there. Without them, calls of CUDA do not fail but panic.
fn find_libraries() -> Result<(), Error> {
    // SAFETY: libraries of these names are loaded, whose initialisers do nothing but set up CUDA.
    let (has_driver, has_compiler) =
        unsafe { (cudarc::driver::sys::is_culib_present(), cudarc::nvrtc::sys::is_culib_present()) };
    match (has_driver, has_compiler) {
        (false, _) => Err(Error::NoDriver),
        (true, false) => Err(Error::NoCompiler),
        (true, true) => Ok(()),
    }
}

impl Gpu {
    /// All GPUs of this machine that work, and what is wrong with the others.
    pub(crate) fn all() -> Result<(Vec<Gpu>, Vec<Error>), Error> {
        find_libraries()?;
        let count = match CudaContext::device_count() {
            Err(error) if error.0 == CUresult::CUDA_ERROR_NO_DEVICE => 0,
            count => usize::try_from(count?).unwrap_or(0),
        };
        let (mut gpus, mut errors) = (Vec::new(), Vec::new());
        for number in 0..count {
            match Gpu::new(number) {
                Ok(gpu) => gpus.push(gpu),
                Err(error) => errors.push(error),
            }
        }
        if gpus.is_empty() { Err(errors.into_iter().next().unwrap_or(Error::NoDevice)) } else { Ok((gpus, errors)) }
    }

    fn new(number: usize) -> Result<Gpu, Error> {
        let context = CudaContext::new(number)?;
        // SAFETY: nothing that a stream works on is used by another, so none has to wait for events of another.
        unsafe { context.disable_event_tracking() };
        let (major, minor) = context.compute_capability()?;
        let mut options = kernel::definitions();
        options.extend([format!("--gpu-architecture=compute_{major}{minor}"), "--std=c++17".to_string()]);
        let options = CompileOptions {
            options,
            ..CompileOptions::default()
        };
        let module = context.load_module(compile_ptx_with_opts(SOURCE, options)?)?;
        let kernels = Kernels {
            expand: module.load_function("expand")?,
            search: module.load_function("search")?,
            pack: module.load_function("pack")?,
        };
        let multiprocessors = context.attribute(CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT)?.unsigned_abs();
        Ok(Gpu { kernels, multiprocessors, name: context.name()?, context })
    }

    /// The blocks of a search of so many puzzles.
    fn blocks(&self, puzzles: usize) -> u32 {
        (LANE_BLOCKS * self.multiprocessors).min((puzzles as u32).div_ceil(THREADS)).max(1)
    }

    /// Memory for so many puzzles, and for so many boards that are left open.
    fn bench(&self, puzzles: usize, room: usize) -> Result<Bench, Error> {
        let blocks = self.blocks(puzzles);
        let stream = self.context.new_stream()?;
        // SAFETY: kernels write every board, row, answer and stack before they read it, and what they read of the others
        // is copied or cleared before.
        unsafe {
            Ok(Bench {
                kernels: self.kernels.clone(),
                rows: stream.alloc(puzzles * ROW)?,
                boards: stream.alloc(puzzles * BOARD)?,
                answers: stream.alloc(puzzles)?,
                queue: stream.alloc(2)?,
                stacks: stream.alloc((blocks * THREADS * DEPTH) as usize * BOARD)?,
                open: stream.alloc(room.max(1) * BOARD)?,
                rests: stream.alloc(if room > 0 { 2 * puzzles } else { 1 })?,
                stream,
                blocks,
            })
        }
    }

    /// So many words of pinned memory.
    fn pinned(&self, words: usize) -> Result<PinnedHostSlice<u32>, Error> {
        // SAFETY: words are written before they are read, by `fill` or by a copy; and any word is a valid one.
        unsafe { Ok(self.context.alloc_pinned_with_flags(words, 0)?) }
    }
}

impl Device for Gpu {
    type Lane = CudaLane;
    type Splitter = CudaSplitter;

    fn name(&self) -> &str {
        &self.name
    }

    fn crews(&self) -> usize {
        let stacks = (self.blocks(CHUNK) * THREADS * DEPTH) as usize * BOARD;
        let lane = size_of::<u32>() * (CHUNK * (ROW + BOARD + 1) + stacks);
        // If it does not say, lanes that cannot be allocated do.
        let free = self.context.mem_get_info().map_or(usize::MAX, |(free, _)| free);
        CREWS.min(free / (LANES * lane)).max(1)
    }

    fn lane(&self, puzzles: usize, form: Form) -> Result<CudaLane, Error> {
        let (bench, pinned) = (self.bench(puzzles, 0)?, self.pinned(puzzles * form.words())?);
        Ok(CudaLane { bench, pinned, capacity: puzzles, puzzles: 0 })
    }

    fn splitter(&self) -> Result<CudaSplitter, Error> {
        Ok(CudaSplitter {
            bench: self.bench(CudaSplitter::WIDTH, ROOM)?,
            boards: self.pinned(CudaSplitter::WIDTH * BOARD)?,
            rows: self.pinned(CudaSplitter::WIDTH * ROW)?,
            rests: self.pinned(2 * CudaSplitter::WIDTH)?,
            open: self.pinned(ROOM * BOARD)?,
        })
    }
}

impl Bench {
    /// Searches boards that are rows or boards here already.
    fn search(&mut self, puzzles: usize, form: Form, bounds: Bounds) -> Result<(), Error> {
        let Bench { kernels, stream, rows, boards, answers, queue, stacks, open, rests, blocks } = self;
        // A launch of no blocks is an error.
        assert!(puzzles > 0, "there is something to search");
        let count = puzzles as u32;
        let room = if rests.len() > 1 { (open.len() / BOARD) as u32 } else { 0 };
        let each = config(count.div_ceil(THREADS));
        stream.memset_zeros(queue)?;
        stream.memset_zeros(&mut answers.slice_mut(..puzzles))?;
        if form == Form::Values {
            let mut launch = stream.launch_builder(&kernels.expand);
            launch.arg(&*rows).arg(&mut *boards).arg(&count);
            // SAFETY: the arguments are those of `expand`: threads below `count` read a row and write a board each,
            // and both slices have room for them.
            unsafe { launch.launch(each)? };
        }
        let mut launch = stream.launch_builder(&kernels.search);
        launch.arg(&mut *boards).arg(&mut *answers).arg(&mut *queue).arg(&mut *stacks);
        launch.arg(&count).arg(&DEPTH).arg(&bounds.solutions).arg(&bounds.nodes);
        launch.arg(&mut *open).arg(&mut *rests).arg(&room);
        // SAFETY: the arguments are those of `search`: boards and answers below `count` are read and written, each
        // thread has `DEPTH` boards of the stacks, of which there are enough for all blocks, and open boards and rests
        // are written only if there is room, in which case there is a rest for each puzzle.
        unsafe { launch.launch(config((*blocks).min(count.div_ceil(THREADS))))? };
        Ok(())
    }

    /// Makes rows of the answers of so many puzzles.
    fn pack(&mut self, puzzles: usize) -> Result<(), Error> {
        let Bench { kernels, stream, rows, boards, answers, .. } = self;
        let count = puzzles as u32;
        let mut launch = stream.launch_builder(&kernels.pack);
        launch.arg(&*boards).arg(&*answers).arg(&mut *rows).arg(&count);
        // SAFETY: the arguments are those of `pack`: threads below `count` read a board and an answer and write a row each.
        unsafe { launch.launch(config(count.div_ceil(THREADS)))? };
        Ok(())
    }
}

/// So many blocks of the usual size.
fn config(blocks: u32) -> LaunchConfig {
    LaunchConfig { grid_dim: (blocks, 1, 1), block_dim: (THREADS, 1, 1), shared_mem_bytes: 0 }
}

impl Lane for CudaLane {
    fn has_room(&self, puzzles: usize, form: Form) -> bool {
        puzzles <= self.capacity && puzzles * form.words() <= self.pinned.len()
    }

    fn submit(
        &mut self,
        puzzles: usize,
        form: Form,
        bounds: Bounds,
        fill: &mut dyn FnMut(&mut [u32]),
    ) -> Result<(), Error> {
        assert!(self.has_room(puzzles, form), "a load fits into its lane");
        // After an error a load may have been left behind, whose copies must not mix with this one's.
        self.bench.stream.synchronize()?;
        self.puzzles = puzzles;
        let words = self.pinned.as_mut_slice()?;
        let to = if form == Form::Values { &mut self.bench.rows } else { &mut self.bench.boards };
        fill(&mut words[..puzzles * form.words()]);
        self.bench.stream.memcpy_htod(&words[..puzzles * form.words()], to)?;
        self.bench.search(puzzles, form, bounds)
    }

    fn wait(&mut self) -> Result<&[[u32; ROW]], Error> {
        // There are fewer queues to a device than lanes, and what waits for a search would hold up the lanes behind it in
        // the same queue: so nothing is sent there until the search is over.
        self.bench.stream.synchronize()?;
        self.bench.pack(self.puzzles)?;
        let words = &mut self.pinned.as_mut_slice()?[..self.puzzles * ROW];
        self.bench.stream.memcpy_dtoh(&self.bench.rows.slice(..words.len()), words)?;
        self.bench.stream.synchronize()?;
        Ok(self.pinned.as_slice()?[..self.puzzles * ROW].as_chunks().0)
    }
}

impl Splitter for CudaSplitter {
    const WIDTH: usize = 1 << 15;

    fn search(&mut self, boards: &[Board], bounds: Bounds) -> Result<Wave<'_>, Error> {
        let count = boards.len();
        assert!(count <= Self::WIDTH, "a wave fits");
        self.bench.stream.synchronize()?;
        let words = &mut self.boards.as_mut_slice()?[..count * BOARD];
        words.copy_from_slice(boards.as_flattened());
        self.bench.stream.memcpy_htod(words, &mut self.bench.boards)?;
        self.bench.search(count, Form::Boards, bounds)?;
        self.bench.pack(count)?;
        let Bench { stream, rows, rests, queue, open, .. } = &self.bench;
        let mut used = [0; 2];
        stream.memcpy_dtoh(&rows.slice(..count * ROW), &mut self.rows.as_mut_slice()?[..count * ROW])?;
        stream.memcpy_dtoh(&rests.slice(..2 * count), &mut self.rests.as_mut_slice()?[..2 * count])?;
        stream.memcpy_dtoh(queue, &mut used)?;
        stream.synchronize()?;
        let used = (used[1] as usize).min(ROOM) * BOARD;
        if used > 0 {
            stream.memcpy_dtoh(&open.slice(..used), &mut self.open.as_mut_slice()?[..used])?;
            stream.synchronize()?;
        }
        Ok(Wave {
            rows: self.rows.as_slice()?[..count * ROW].as_chunks().0,
            rests: self.rests.as_slice()?[..2 * count].as_chunks().0,
            open: self.open.as_slice()?[..used].as_chunks().0,
        })
    }
}

impl Drop for Bench {
    fn drop(&mut self) {
        // The copies of a load that nobody waited for must end before the pinned pages go. If that fails, there is
        // no device left that could write to them.
        let _ = self.stream.synchronize();
    }
}
