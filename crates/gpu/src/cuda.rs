//! The GPUs of this machine: their memory and their kernels.
//!
//! A lane has a stream of its own, memory on both sides, and pinned pages between, so that copies run beside everything
//! else. EmptyBatches of one lane is used by another: streams need not wait for each other.
//!
//! The only file that calls CUDA.

#![allow(unsafe_code, reason = "memory and kernels of the device")]

use crate::Error;
use crate::device::{ComputeDevice, DeviceLane, PuzzleEncoding, SearchBounds, Splitter, WaveResults};
use crate::engine::MAX_LANE_PUZZLES;
use crate::kernel::{self, SOURCE, THREADS};
use crate::packing::{BOARD_WORDS, NODES_BOUND, PackedBoard, ROW_WORDS};
use crate::worker::LANES_PER_WORKER;
use cudarc::driver::sys::CUdevice_attribute_enum::CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT;
use cudarc::driver::sys::{CUevent_flags, CUresult, cuDriverGetVersion};
use cudarc::driver::{
    CudaContext, CudaEvent, CudaFunction, CudaModule, CudaSlice, CudaStream, LaunchConfig, PinnedHostSlice,
    PushKernelArg,
};
use cudarc::nvrtc::{self, CompileOptions, Ptx, compile_ptx_with_opts};
use std::ffi::CString;
use std::mem::ManuallyDrop;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::Duration;

/// The blocks of a lane for each multiprocessor, of which six run there at a time. WorkerLanes share the device: a thread of few
/// blocks takes several puzzles, and a warp need not wait for its longest.
const LANE_BLOCKS: u32 = 1;
/// The blocks for each multiprocessor of a search that has the device to itself.
const EXCLUSIVE_BLOCKS: u32 = 6;
/// The boards of a stack. A guess fills a cell, so 81 are enough for anything, and 64 for puzzles with 17 clues; a search
/// that goes deeper says that it was not finished.
const STACK_DEPTH: u32 = 64;
/// The workers of a GPU: more make it no faster (309 and 291 million easy puzzles a second with 20 and 24, where 16 have 307).
const MAX_WORKERS: usize = 16;
/// The boards that searches of a wave can leave open.
const OPEN_CAPACITY: usize = 1 << 19;

/// A GPU with its kernels.
#[derive(Debug)]
pub(crate) struct CudaDevice {
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
struct SearchBuffers {
    kernels: Kernels,
    stream: Arc<CudaStream>,
    rows: CudaSlice<u32>,
    boards: CudaSlice<u32>,
    answers: CudaSlice<u32>,
    /// The next puzzle, and the number of open boards.
    counters: CudaSlice<u32>,
    stacks: CudaSlice<u32>,
    /// Boards left open, and for each puzzle where they are.
    open: CudaSlice<u32>,
    open_ranges: CudaSlice<u32>,
    blocks: u32,
}

/// Pinned memory, from and to which a stream copies.
///
/// Copies go on after the call that asks for them, and cudarc does not guard the parts of a slice that it is given: nobody may
/// touch the words between such a call and the next successful [`CudaStream::synchronize`].
#[derive(Debug)]
struct PinnedBuffer {
    words: ManuallyDrop<PinnedHostSlice<u32>>,
    stream: Arc<CudaStream>,
}

impl Drop for PinnedBuffer {
    fn drop(&mut self) {
        // The copies of a load that nobody waited for must end before the pages go. The first call may do nothing but report
        // what went wrong elsewhere in the context; if the second fails too, nobody knows, and they stay.
        if self.stream.synchronize().is_ok() || self.stream.synchronize().is_ok() {
            // SAFETY: nothing copies any more, and this is the only place where they are dropped.
            unsafe { ManuallyDrop::drop(&mut self.words) };
        }
    }
}

/// A way to a GPU and back.
#[derive(Debug)]
pub(crate) struct CudaLane {
    buffers: SearchBuffers,
    /// What goes and what comes, on this side.
    pinned: PinnedBuffer,
    capacity: usize,
    /// The puzzles under way.
    puzzles: usize,
}

/// A search that can be cut up.
#[derive(Debug)]
pub(crate) struct CudaSplitter {
    buffers: SearchBuffers,
    boards: PinnedBuffer,
    rows: PinnedBuffer,
    open_ranges: PinnedBuffer,
    open: PinnedBuffer,
}

/// Whether driver and compiler are there. Without them, calls of CUDA do not fail but panic.
fn check_libraries() -> Result<(), Error> {
    // SAFETY: libraries of these names are loaded, whose initialisers do nothing but set up CUDA.
    let (has_driver, has_compiler) =
        unsafe { (cudarc::driver::sys::is_culib_present(), nvrtc::sys::is_culib_present()) };
    match (has_driver, has_compiler) {
        (false, _) => Err(Error::NoDriver),
        (true, false) => Err(Error::NoCompiler),
        (true, true) => Ok(()),
    }
}

/// The versions of driver and compiler, for those who look for what is wrong.
fn versions() -> String {
    let (mut driver, mut major, mut minor) = (0, 0, 0);
    // SAFETY: each call writes the numbers that it is given.
    let results = unsafe {
        (cuDriverGetVersion(&raw mut driver), nvrtc::sys::nvrtcVersion(&raw mut major, &raw mut minor))
    };
    let name = |is_known, major, minor| if is_known { format!("{major}.{minor}") } else { "?".to_string() };
    let driver = name(results.0.result().is_ok(), driver / 1000, driver % 1000 / 10);
    let compiler = name(results.1.result().is_ok(), major, minor);
    format!("driver for CUDA {driver}, compiler of CUDA {compiler}")
}

/// The architectures that the compiler knows, as 10 · major + minor; none if it does not say.
fn architectures() -> Vec<i32> {
    let mut count = 0;
    // SAFETY: the number is written.
    let counted = unsafe { nvrtc::sys::nvrtcGetNumSupportedArchs(&raw mut count) }.result();
    let mut known = vec![0; if counted.is_ok() { usize::try_from(count).unwrap_or(0) } else { 0 }];
    if !known.is_empty() {
        // SAFETY: there is room for as many as it said.
        let listed = unsafe { nvrtc::sys::nvrtcGetSupportedArchs(known.as_mut_ptr()) }.result();
        if listed.is_err() {
            known.clear();
        }
    }
    known
}

/// The kernels in the code of an architecture, which any driver for it takes.
fn compile_binary(architecture: i32) -> Result<Ptx, Error> {
    let failure = |error: nvrtc::result::NvrtcError| Error::Compile(format!("{error:?}, {}", versions()));
    let source = CString::new(SOURCE).map_err(|error| Error::Compile(error.to_string()))?;
    let mut options = kernel::definitions();
    options.extend([format!("--gpu-architecture=sm_{architecture}"), "--std=c++17".to_string()]);
    let program = nvrtc::result::create_program(&source, None).map_err(failure)?;
    let mut size = 0;
    let mut code = Vec::new();
    // SAFETY: the program was made above and is destroyed last; the code gets as much room as it is said to take.
    let result = unsafe {
        let mut result = nvrtc::result::compile_program(program, &options);
        if result.is_ok() {
            result = nvrtc::sys::nvrtcGetCUBINSize(program, &raw mut size).result();
        }
        if result.is_ok() {
            code = vec![0_u8; size];
            result = nvrtc::sys::nvrtcGetCUBIN(program, code.as_mut_ptr().cast()).result();
        }
        result.and(nvrtc::result::destroy_program(program))
    };
    result.map_err(failure)?;
    Ok(Ptx::from_binary(code))
}

/// The kernels on a device of this architecture.
///
/// The driver keeps what it makes of PTX, so that the next start is quick. A driver that is older than the compiler does not
/// take it, and gets the code of the device.
fn load(context: &Arc<CudaContext>, architecture: i32) -> Result<Arc<CudaModule>, Error> {
    // A compiler that is older than the device knows one that is near enough.
    let known = architectures().into_iter().filter(|&known| known <= architecture).max();
    let known = known.unwrap_or(architecture);
    let mut options = kernel::definitions();
    options.extend([format!("--gpu-architecture=compute_{known}"), "--std=c++17".to_string()]);
    let options = CompileOptions { options, ..CompileOptions::default() };
    let ptx = compile_ptx_with_opts(SOURCE, options).map_err(Error::from);
    let ptx = ptx.map_err(|error| match error {
        Error::Compile(log) => Error::Compile(format!("{log} ({})", versions())),
        other => other,
    })?;
    context.load_module(ptx).or_else(|_| {
        let binary = compile_binary(known)?;
        context.load_module(binary).map_err(|error| match Error::from(error) {
            Error::Driver(message) => Error::Driver(format!("{message} ({})", versions())),
            other => other,
        })
    })
}

impl CudaDevice {
    /// All GPUs of this machine that work, and what is wrong with the others.
    pub(crate) fn all() -> Result<(Vec<CudaDevice>, Vec<Error>), Error> {
        check_libraries()?;
        // Functions are looked for when they are first called, and one that an old driver or compiler has not is a panic.
        catch_unwind(AssertUnwindSafe(CudaDevice::find)).unwrap_or_else(|_| {
            Err(Error::Driver(
                "its driver or compiler has not every function of CUDA 13 that is used".to_string(),
            ))
        })
    }

    fn find() -> Result<(Vec<CudaDevice>, Vec<Error>), Error> {
        let count = match CudaContext::device_count() {
            Err(error) if error.0 == CUresult::CUDA_ERROR_NO_DEVICE => 0,
            count => usize::try_from(count?).unwrap_or(0),
        };
        let (mut gpus, mut errors) = (Vec::new(), Vec::new());
        for number in 0..count {
            match CudaDevice::new(number) {
                Ok(gpu) => gpus.push(gpu),
                Err(error) => errors.push(error),
            }
        }
        if gpus.is_empty() {
            Err(errors.into_iter().next().unwrap_or(Error::NoDevice))
        } else {
            Ok((gpus, errors))
        }
    }

    fn new(number: usize) -> Result<CudaDevice, Error> {
        let context = CudaContext::new(number)?;
        // SAFETY: nothing that a stream works on is used by another, so none has to wait for events of another.
        unsafe { context.disable_event_tracking() };
        let (major, minor) = context.compute_capability()?;
        let module = load(&context, 10 * major + minor)?;
        let kernels = Kernels {
            expand: module.load_function("expand")?,
            search: module.load_function("search")?,
            pack: module.load_function("pack")?,
        };
        let multiprocessors = context.attribute(CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT)?.unsigned_abs();
        Ok(CudaDevice { kernels, multiprocessors, name: context.name()?, context })
    }

    /// The blocks of a search of so many puzzles, at most so many on a multiprocessor.
    fn blocks(&self, puzzles: usize, most: u32) -> u32 {
        (most * self.multiprocessors).min((puzzles as u32).div_ceil(THREADS)).max(1)
    }

    /// Memory for so many puzzles in so many blocks, and for so many boards that are left open.
    fn buffers(&self, puzzles: usize, blocks: u32, open_capacity: usize) -> Result<SearchBuffers, Error> {
        let stream = self.context.new_stream()?;
        // SAFETY: kernels write every board, row, answer and stack before they read it, and what they read of the others
        // is copied or cleared before. What comes to this side is written by then, but for gaps among open boards, which
        // belong to a search whose open boards found no open_capacity: no rest points there.
        unsafe {
            Ok(SearchBuffers {
                kernels: self.kernels.clone(),
                rows: stream.alloc(puzzles * ROW_WORDS)?,
                boards: stream.alloc(puzzles * BOARD_WORDS)?,
                answers: stream.alloc(puzzles)?,
                counters: stream.alloc(2)?,
                stacks: stream.alloc((blocks * THREADS * STACK_DEPTH) as usize * BOARD_WORDS)?,
                open: stream.alloc(open_capacity.max(1) * BOARD_WORDS)?,
                open_ranges: stream.alloc(if open_capacity > 0 { 2 * puzzles } else { 1 })?,
                stream,
                blocks,
            })
        }
    }

    /// What the kernels take for these puzzles, by the clock of the device which has nothing else to do, and their rows.
    pub(crate) fn time(
        &self,
        words: &[u32],
        bounds: SearchBounds,
    ) -> Result<([Duration; 3], Vec<[u32; ROW_WORDS]>), Error> {
        let puzzles = words.len() / ROW_WORDS;
        let mut buffers = self.buffers(puzzles, self.blocks(puzzles, EXCLUSIVE_BLOCKS), 0)?;
        buffers.stream.memcpy_htod(words, &mut buffers.rows)?;
        let mut events = vec![buffers.now()?];
        buffers.expand(puzzles)?;
        events.push(buffers.now()?);
        buffers.search(puzzles, bounds)?;
        events.push(buffers.now()?);
        buffers.pack(puzzles)?;
        events.push(buffers.now()?);
        let mut rows = vec![0; words.len()];
        buffers.stream.memcpy_dtoh(&buffers.rows, &mut rows)?;
        buffers.stream.synchronize()?;
        let mut times = [Duration::ZERO; 3];
        for (time, pair) in times.iter_mut().zip(events.windows(2)) {
            *time = Duration::from_secs_f32(pair[0].elapsed_ms(&pair[1])? / 1000.0);
        }
        Ok((times, rows.as_chunks().0.to_vec()))
    }

    /// So many words of pinned memory for a stream.
    fn pinned(&self, stream: &Arc<CudaStream>, words: usize) -> Result<PinnedBuffer, Error> {
        // SAFETY: words are written before they are read, by `fill` or by a copy; and any word is a valid one.
        let words = unsafe { self.context.alloc_pinned_with_flags(words, 0)? };
        Ok(PinnedBuffer { words: ManuallyDrop::new(words), stream: Arc::clone(stream) })
    }
}

impl ComputeDevice for CudaDevice {
    type Lane = CudaLane;
    type Splitter = CudaSplitter;

    fn name(&self) -> &str {
        &self.name
    }

    fn workers(&self) -> usize {
        let stacks =
            (self.blocks(MAX_LANE_PUZZLES, LANE_BLOCKS) * THREADS * STACK_DEPTH) as usize * BOARD_WORDS;
        let lane = size_of::<u32>() * (MAX_LANE_PUZZLES * (ROW_WORDS + BOARD_WORDS + 1) + stacks);
        // If it does not say, lanes that cannot be allocated do.
        let free = self.context.mem_get_info().map_or(usize::MAX, |(free, _)| free);
        MAX_WORKERS.min(free / (LANES_PER_WORKER * lane)).max(1)
    }

    fn lane(&self, puzzles: usize, encoding: PuzzleEncoding) -> Result<CudaLane, Error> {
        let buffers = self.buffers(puzzles, self.blocks(puzzles, LANE_BLOCKS), 0)?;
        let pinned = self.pinned(&buffers.stream, puzzles * encoding.words())?;
        Ok(CudaLane { buffers, pinned, capacity: puzzles, puzzles: 0 })
    }

    fn splitter(&self) -> Result<CudaSplitter, Error> {
        const WIDTH: usize = CudaSplitter::WIDTH;
        let buffers = self.buffers(WIDTH, self.blocks(WIDTH, LANE_BLOCKS), OPEN_CAPACITY)?;
        Ok(CudaSplitter {
            boards: self.pinned(&buffers.stream, WIDTH * BOARD_WORDS)?,
            rows: self.pinned(&buffers.stream, WIDTH * ROW_WORDS)?,
            open_ranges: self.pinned(&buffers.stream, 2 * WIDTH)?,
            open: self.pinned(&buffers.stream, OPEN_CAPACITY * BOARD_WORDS)?,
            buffers,
        })
    }
}

impl SearchBuffers {
    /// The time in the stream, for those who wait for it.
    fn now(&self) -> Result<CudaEvent, Error> {
        Ok(self.stream.record_event(Some(CUevent_flags::CU_EVENT_DEFAULT))?)
    }

    /// Makes boards of so many rows.
    fn expand(&mut self, puzzles: usize) -> Result<(), Error> {
        let SearchBuffers { kernels, stream, rows, boards, .. } = self;
        let count = puzzles as u32;
        let mut launch = stream.launch_builder(&kernels.expand);
        launch.arg(&*rows).arg(&mut *boards).arg(&count);
        // SAFETY: the arguments are those of `expand`: threads below `count` read a row and write a board each,
        // and both slices have room for them.
        unsafe { launch.launch(config(count.div_ceil(THREADS)))? };
        Ok(())
    }

    /// Searches so many boards.
    fn search(&mut self, puzzles: usize, bounds: SearchBounds) -> Result<(), Error> {
        // A launch of no blocks is an error.
        assert!(puzzles > 0, "there is something to search");
        assert!(u64::from(bounds.nodes) + 1 < NODES_BOUND, "an answer counts no further");
        let SearchBuffers {
            kernels, stream, boards, answers, counters, stacks, open, open_ranges, blocks, ..
        } = self;
        let count = puzzles as u32;
        let open_capacity = if open_ranges.len() > 1 { (open.len() / BOARD_WORDS) as u32 } else { 0 };
        stream.memset_zeros(counters)?;
        stream.memset_zeros(&mut answers.slice_mut(..puzzles))?;
        if open_capacity > 0 {
            // Searches that are complete write none.
            stream.memset_zeros(&mut open_ranges.slice_mut(..2 * puzzles))?;
        }
        let mut launch = stream.launch_builder(&kernels.search);
        launch.arg(&mut *boards).arg(&mut *answers).arg(&mut *counters).arg(&mut *stacks);
        launch.arg(&count).arg(&STACK_DEPTH).arg(&bounds.solutions).arg(&bounds.nodes);
        launch.arg(&mut *open).arg(&mut *open_ranges).arg(&open_capacity);
        // SAFETY: the arguments are those of `search`: boards and answers below `count` are read and written, each
        // thread has `STACK_DEPTH` boards of the stacks, of which there are enough for all blocks, and open boards and open_ranges
        // are written only if there is open_capacity, in which case there is a rest for each puzzle.
        unsafe { launch.launch(config((*blocks).min(count.div_ceil(THREADS))))? };
        Ok(())
    }

    /// Makes rows of the answers of so many puzzles.
    fn pack(&mut self, puzzles: usize) -> Result<(), Error> {
        let SearchBuffers { kernels, stream, rows, boards, answers, .. } = self;
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

impl DeviceLane for CudaLane {
    fn has_room(&self, puzzles: usize, encoding: PuzzleEncoding) -> bool {
        puzzles <= self.capacity && puzzles * encoding.words() <= self.pinned.words.len()
    }

    fn submit(
        &mut self,
        puzzles: usize,
        encoding: PuzzleEncoding,
        bounds: SearchBounds,
        fill: &mut dyn FnMut(&mut [u32]),
    ) -> Result<(), Error> {
        assert!(self.has_room(puzzles, encoding), "a load fits into its lane");
        // After an error a load may have been left behind, whose copies must not mix with this one's.
        self.buffers.stream.synchronize()?;
        self.puzzles = puzzles;
        let words = self.pinned.words.as_mut_slice()?;
        let to = if encoding == PuzzleEncoding::Values {
            &mut self.buffers.rows
        } else {
            &mut self.buffers.boards
        };
        fill(&mut words[..puzzles * encoding.words()]);
        self.buffers.stream.memcpy_htod(&words[..puzzles * encoding.words()], to)?;
        if encoding == PuzzleEncoding::Values {
            self.buffers.expand(puzzles)?;
        }
        self.buffers.search(puzzles, bounds)
    }

    fn wait(&mut self) -> Result<&[[u32; ROW_WORDS]], Error> {
        // There are fewer queues to a device than lanes, and what waits for a search would hold up the lanes behind it in
        // the same counters: so nothing is sent there until the search is over.
        self.buffers.stream.synchronize()?;
        self.buffers.pack(self.puzzles)?;
        let words = &mut self.pinned.words.as_mut_slice()?[..self.puzzles * ROW_WORDS];
        self.buffers.stream.memcpy_dtoh(&self.buffers.rows.slice(..words.len()), words)?;
        self.buffers.stream.synchronize()?;
        Ok(self.pinned.words.as_slice()?[..self.puzzles * ROW_WORDS].as_chunks().0)
    }
}

impl Splitter for CudaSplitter {
    const WIDTH: usize = 1 << 15;

    fn search(&mut self, boards: &[PackedBoard], bounds: SearchBounds) -> Result<WaveResults<'_>, Error> {
        let count = boards.len();
        assert!(count <= Self::WIDTH, "a wave fits");
        self.buffers.stream.synchronize()?;
        let words = &mut self.boards.words.as_mut_slice()?[..count * BOARD_WORDS];
        words.copy_from_slice(boards.as_flattened());
        self.buffers.stream.memcpy_htod(words, &mut self.buffers.boards)?;
        self.buffers.search(count, bounds)?;
        self.buffers.pack(count)?;
        let SearchBuffers { stream, rows, open_ranges, counters, open, .. } = &self.buffers;
        let mut used = [0; 2];
        stream.memcpy_dtoh(
            &rows.slice(..count * ROW_WORDS),
            &mut self.rows.words.as_mut_slice()?[..count * ROW_WORDS],
        )?;
        stream.memcpy_dtoh(
            &open_ranges.slice(..2 * count),
            &mut self.open_ranges.words.as_mut_slice()?[..2 * count],
        )?;
        stream.memcpy_dtoh(counters, &mut used)?;
        stream.synchronize()?;
        let used = (used[1] as usize).min(OPEN_CAPACITY) * BOARD_WORDS;
        if used > 0 {
            stream.memcpy_dtoh(&open.slice(..used), &mut self.open.words.as_mut_slice()?[..used])?;
            stream.synchronize()?;
        }
        Ok(WaveResults {
            rows: self.rows.words.as_slice()?[..count * ROW_WORDS].as_chunks().0,
            open_ranges: self.open_ranges.words.as_slice()?[..2 * count].as_chunks().0,
            open: self.open.words.as_slice()?[..used].as_chunks().0,
        })
    }
}
