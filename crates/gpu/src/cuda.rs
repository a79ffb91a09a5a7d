//! The GPUs of this machine, with their memory and their kernels. This is the only file that calls CUDA.
//!
//! Each lane has its own stream, its own device memory, and its own pinned host memory, so that its copies
//! overlap with all other work. Lanes share no memory, so streams never have to wait for each other. The
//! lanes of a pipeline copy from and to the caller's pinned memory instead.

#![allow(unsafe_code, reason = "CUDA calls, device memory and kernel launches")]

use crate::Error;
use crate::config::MAX_LANE_PUZZLES;
use crate::device::{ComputeDevice, DeviceLane, RowChunk, RowPipeline, SearchBounds, Splitter, WaveResults};
use crate::kernel::{self, SOURCE, THREADS};
use crate::kernel_cache::KernelCache;
use crate::packing::{BOARD_WORDS, NODES_BOUND, PackedBoard, PackedRow, PuzzleEncoding, ROW_WORDS};
use crate::worker::LANES_PER_WORKER;
use cudarc::driver::sys::CUdevice_attribute_enum::CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT;
use cudarc::driver::sys::{CU_MEMHOSTALLOC_PORTABLE, CUevent_flags, CUresult, cuDriverGetVersion};
use cudarc::driver::{
    CudaContext, CudaEvent, CudaFunction, CudaModule, CudaSlice, CudaStream, LaunchConfig, PinnedHostSlice,
    PushKernelArg,
};
use cudarc::nvrtc::{self, CompileOptions, Ptx, compile_ptx_with_opts};
use std::collections::VecDeque;
use std::ffi::CString;
use std::mem::ManuallyDrop;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::Duration;

/// Number of blocks per multiprocessor for a lane. A multiprocessor can run six blocks at a time, which the
/// lanes share. With few blocks, each thread solves several puzzles, so a warp rarely waits for its longest
/// search.
const LANE_BLOCKS: u32 = 1;
/// Number of lanes in a pipeline. While one lane copies its puzzles and another its answers, the others
/// search. There are fewer than the eight queues of a device, so no lane waits for another.
const PIPELINE_LANES: usize = 6;
/// Number of blocks per multiprocessor for a lane of a pipeline. The searches of two lanes fill the device.
const PIPELINE_BLOCKS: u32 = 3;
/// Number of blocks per multiprocessor for a search that has the device to itself.
const EXCLUSIVE_BLOCKS: u32 = 6;
/// Number of boards in a stack. Every guess fills a cell, so 81 are always enough, and 64 are enough for
/// puzzles with at least 17 clues. A search that goes deeper is reported as unfinished.
const STACK_DEPTH: u32 = 64;
/// Maximum number of workers per GPU. More workers do not help: 16 workers solved 307 million easy puzzles
/// per second, 20 solved 309 million, and 24 solved 291 million.
const MAX_WORKERS: usize = 16;
/// Maximum number of open boards that one wave of a split search can leave.
const OPEN_CAPACITY: usize = 1 << 19;

/// A GPU with its compiled kernels.
#[derive(Debug)]
pub(crate) struct CudaDevice {
    context: Arc<CudaContext>,
    kernels: Kernels,
    multiprocessors: u32,
    name: String,
}

/// The compiled kernels of a GPU.
#[derive(Clone, Debug)]
struct Kernels {
    expand: CudaFunction,
    search: CudaFunction,
    pack: CudaFunction,
}

/// The device memory of a search, and the stream in which it runs.
#[derive(Debug)]
struct SearchBuffers {
    kernels: Kernels,
    stream: Arc<CudaStream>,
    rows: CudaSlice<u32>,
    boards: CudaSlice<u32>,
    answers: CudaSlice<u32>,
    /// Three counters: the index of the next puzzle, the number of open boards, and the number of searches
    /// that ended with their node budget.
    counters: CudaSlice<u32>,
    stacks: CudaSlice<u32>,
    /// The open boards, and for each puzzle the range of its open boards.
    open: CudaSlice<u32>,
    open_ranges: CudaSlice<u32>,
    blocks: u32,
}

/// Pinned host memory that a stream copies from and to.
///
/// Copies are asynchronous, and cudarc does not guard partial slices. So the words must not be accessed
/// between the start of a copy and the next successful [`CudaStream::synchronize`].
#[derive(Debug)]
struct PinnedBuffer {
    words: ManuallyDrop<PinnedHostSlice<u32>>,
    stream: Arc<CudaStream>,
}

impl Drop for PinnedBuffer {
    fn drop(&mut self) {
        // All copies must end before the memory is freed. Otherwise, the memory is leaked.
        if becomes_idle(&self.stream) {
            // SAFETY: the stream is idle, so no copy uses the memory, and `words` is dropped only here.
            unsafe { ManuallyDrop::drop(&mut self.words) };
        }
    }
}

/// Waits for a stream. Returns `false` if its work may still be running.
fn becomes_idle(stream: &CudaStream) -> bool {
    // The first call may fail merely because it reports an earlier error of the context.
    stream.synchronize().is_ok() || stream.synchronize().is_ok()
}

/// A lane of a GPU: a stream with its own buffers.
#[derive(Debug)]
pub(crate) struct CudaLane {
    buffers: SearchBuffers,
    /// Host memory for both directions: first the puzzles, later the answers.
    pinned: PinnedBuffer,
    capacity: usize,
    /// Number of puzzles in the last submission.
    puzzles: usize,
}

/// Pinned host memory for packed rows, which all GPUs can access.
#[derive(Debug)]
pub(crate) struct PinnedRows {
    /// `None` for no rows: CUDA does not allocate empty memory.
    words: Option<PinnedHostSlice<u32>>,
}

impl PinnedRows {
    /// Returns the rows, or an error if the GPU has failed.
    pub(crate) fn as_slice(&self) -> Result<&[PackedRow], Error> {
        let Some(words) = &self.words else { return Ok(&[]) };
        Ok(words.as_slice()?.as_chunks().0)
    }

    /// Returns the rows for writing; see [`Self::as_slice`].
    pub(crate) fn as_mut_slice(&mut self) -> Result<&mut [PackedRow], Error> {
        let Some(words) = &mut self.words else { return Ok(&mut []) };
        Ok(words.as_mut_slice()?.as_chunks_mut().0)
    }

    /// Removes all rows. Their memory is never used again, because copies to it may still be running.
    pub(crate) fn leak(&mut self) {
        std::mem::forget(self.words.take());
    }
}

/// The lanes that solve packed rows in the memory of the caller.
#[derive(Debug)]
pub(crate) struct CudaPipeline {
    lanes: Vec<PipelineLane>,
}

/// A lane of a pipeline.
#[derive(Debug)]
struct PipelineLane {
    buffers: SearchBuffers,
    /// The number of searches that ended with their node budget, copied from the device.
    exhausted: PinnedBuffer,
}

/// A guard that waits for all copies when it is dropped, even after an error or a panic.
struct SynchronizeOnDrop(Vec<Arc<CudaStream>>);

impl Drop for SynchronizeOnDrop {
    fn drop(&mut self) {
        for stream in &self.0 {
            // If this fails, the caller gets an error and must not reuse the memory.
            let _ = becomes_idle(stream);
        }
    }
}

/// The buffers for split searches on a GPU.
#[derive(Debug)]
pub(crate) struct CudaSplitter {
    buffers: SearchBuffers,
    boards: PinnedBuffer,
    rows: PinnedBuffer,
    open_ranges: PinnedBuffer,
    open: PinnedBuffer,
}

/// Checks that the CUDA driver can be loaded. This is much faster than creating a [`Solver`](crate::Solver).
///
/// # Errors
///
/// Returns [`Error::StaticProgram`] or [`Error::NoDriver`].
// Without a driver, CUDA calls would panic instead of failing.
pub fn check_driver() -> Result<(), Error> {
    if cfg!(all(target_env = "musl", target_feature = "crt-static")) {
        return Err(Error::StaticProgram);
    }
    // SAFETY: the call loads libcuda, whose initializers only set up CUDA.
    if unsafe { cudarc::driver::sys::is_culib_present() } { Ok(()) } else { Err(Error::NoDriver) }
}

/// Checks that the compiler can be loaded. Without it, its functions would panic.
fn check_compiler() -> Result<(), Error> {
    // SAFETY: the call loads libnvrtc, whose initializers only set up the compiler.
    if unsafe { nvrtc::sys::is_culib_present() } { Ok(()) } else { Err(Error::NoCompiler) }
}

/// Returns the versions of the driver and the compiler, for error messages.
fn versions() -> String {
    let (mut driver, mut major, mut minor) = (0, 0, 0);
    // SAFETY: each call only writes to the integers it is given, which are valid for writes.
    let results = unsafe {
        (cuDriverGetVersion(&raw mut driver), nvrtc::sys::nvrtcVersion(&raw mut major, &raw mut minor))
    };
    let name = |is_known, major, minor| if is_known { format!("{major}.{minor}") } else { "?".to_string() };
    let driver = name(results.0.result().is_ok(), driver / 1000, driver % 1000 / 10);
    let compiler = name(results.1.result().is_ok(), major, minor);
    format!("driver: CUDA {driver}, compiler: CUDA {compiler}")
}

/// Returns the architectures that the compiler supports, as 10 · major + minor. The list is empty if the
/// compiler cannot be queried.
fn architectures() -> Vec<i32> {
    let mut count = 0;
    // SAFETY: the call only writes to `count`, which is valid for writes.
    let counted = unsafe { nvrtc::sys::nvrtcGetNumSupportedArchs(&raw mut count) }.result();
    let mut known = vec![0; if counted.is_ok() { usize::try_from(count).unwrap_or(0) } else { 0 }];
    if !known.is_empty() {
        // SAFETY: the call writes `count` integers, and `known` has that length.
        let listed = unsafe { nvrtc::sys::nvrtcGetSupportedArchs(known.as_mut_ptr()) }.result();
        if listed.is_err() {
            known.clear();
        }
    }
    known
}

/// Compiles the kernels to machine code for an architecture. Unlike PTX, machine code works with every
/// driver that supports the architecture.
fn compile_binary(architecture: i32) -> Result<Vec<u8>, Error> {
    let failure = |error: nvrtc::result::NvrtcError| Error::Compile(format!("{error:?}, {}", versions()));
    let source = CString::new(SOURCE).map_err(|error| Error::Compile(error.to_string()))?;
    let options = kernel::options(&format!("sm_{architecture}"));
    let program = nvrtc::result::create_program(&source, None).map_err(failure)?;
    let mut size = 0;
    let mut code = Vec::new();
    // SAFETY: `program` was created above and is not used after it is destroyed. The buffer for the code has
    // the size that NVRTC reported for it.
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
    Ok(code)
}

/// Compiles the kernels to PTX, which the driver turns into machine code for its device.
fn compile_ptx(architecture: i32) -> Result<Ptx, Error> {
    let options = kernel::options(&format!("compute_{architecture}"));
    let options = CompileOptions { options, ..CompileOptions::default() };
    compile_ptx_with_opts(SOURCE, options).map_err(|error| match Error::from(error) {
        Error::Compile(log) => Error::Compile(format!("{log} ({})", versions())),
        other => other,
    })
}

/// Loads the kernels for a device of this architecture. If they are in the cache, the compiler is not loaded.
///
/// A compiler that does not know the architecture generates PTX for an older one, which the driver compiles
/// and caches.
fn load(context: &Arc<CudaContext>, architecture: i32) -> Result<Arc<CudaModule>, Error> {
    let cache = KernelCache::of_user(&cache_key(architecture));
    if let Some(code) = cache.as_ref().and_then(KernelCache::read)
        && let Ok(module) = context.load_module(Ptx::from_binary(code))
    {
        return Ok(module);
    }
    check_compiler()?;
    let describe = |error| match Error::from(error) {
        Error::Driver(message) => Error::Driver(format!("{message} ({})", versions())),
        other => other,
    };
    let known = architectures().into_iter().filter(|&known| known <= architecture).max();
    if let Some(known) = known
        && known < architecture
    {
        return context.load_module(compile_ptx(known)?).map_err(describe);
    }
    let code = compile_binary(architecture)?;
    let module = context.load_module(Ptx::from_binary(code.clone())).map_err(describe)?;
    if let Some(cache) = cache {
        cache.write(&code);
    }
    Ok(module)
}

/// Returns everything that the machine code for an architecture depends on, except for the compiler. The
/// driver is included in case a new one rejects or misreads old code.
fn cache_key(architecture: i32) -> String {
    let mut driver = 0;
    // SAFETY: the call only writes to the integer, which is valid for writes.
    let _ = unsafe { cuDriverGetVersion(&raw mut driver) };
    let options = kernel::options(&format!("sm_{architecture}"));
    format!("driver {driver}\n{}\n{SOURCE}", options.join("\n"))
}

impl CudaDevice {
    /// Opens all GPUs of this machine. Returns those that work, and an error for each of the others.
    pub(crate) fn all() -> Result<(Vec<CudaDevice>, Vec<Error>), Error> {
        check_driver()?;
        // CUDA functions are looked up on their first call, and cudarc panics if an old driver or compiler
        // lacks one.
        catch_unwind(AssertUnwindSafe(CudaDevice::find)).unwrap_or_else(|_| {
            Err(Error::Driver("the driver or the compiler lacks a required function of CUDA 13".to_string()))
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
        // SAFETY: event tracking only synchronizes streams that use the same memory. Here every buffer
        // belongs to a single stream, so no stream has to wait for another.
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

    /// Returns the number of blocks for a search, with at most `most` blocks per multiprocessor.
    fn blocks(&self, puzzles: usize, most: u32) -> u32 {
        (most * self.multiprocessors).min((puzzles as u32).div_ceil(THREADS)).max(1)
    }

    /// Allocates memory for a search with the given numbers of puzzles, blocks and open boards.
    fn buffers(&self, puzzles: usize, blocks: u32, open_capacity: usize) -> Result<SearchBuffers, Error> {
        let stream = self.context.new_stream()?;
        // SAFETY: the memory is uninitialised, but no uninitialised word is used. Rows, boards, answers and
        // stacks are written by the kernels, or copied or cleared by the host, before a kernel reads them.
        // The host reads only what the kernels have written, except for gaps between open boards: a search
        // whose open boards did not fit leaves a gap, and no range points to it.
        unsafe {
            Ok(SearchBuffers {
                kernels: self.kernels.clone(),
                rows: stream.alloc(puzzles * ROW_WORDS)?,
                boards: stream.alloc(puzzles * BOARD_WORDS)?,
                answers: stream.alloc(puzzles)?,
                counters: stream.alloc(3)?,
                stacks: stream.alloc((blocks * THREADS * STACK_DEPTH) as usize * BOARD_WORDS)?,
                open: stream.alloc(open_capacity.max(1) * BOARD_WORDS)?,
                open_ranges: stream.alloc(if open_capacity > 0 { 2 * puzzles } else { 1 })?,
                stream,
                blocks,
            })
        }
    }

    /// Runs the kernels on an otherwise idle device. Returns their run times, measured with CUDA events, and
    /// the packed answers.
    pub(crate) fn time(
        &self,
        words: &[u32],
        bounds: SearchBounds,
    ) -> Result<([Duration; 3], Vec<PackedRow>), Error> {
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

    /// Allocates pinned memory for a stream.
    fn pinned(&self, stream: &Arc<CudaStream>, words: usize) -> Result<PinnedBuffer, Error> {
        // SAFETY: the words are uninitialised, but every bit pattern is a valid `u32`, and words are written
        // by `fill` or by a copy before they are read.
        let words = unsafe { self.context.alloc_pinned_with_flags(words, 0)? };
        Ok(PinnedBuffer { words: ManuallyDrop::new(words), stream: Arc::clone(stream) })
    }

    /// Allocates rows in pinned memory, all of them 0.
    pub(crate) fn rows(&self, count: usize) -> Result<PinnedRows, Error> {
        if count == 0 {
            return Ok(PinnedRows { words: None });
        }
        // SAFETY: every bit pattern is a valid `u32`, and all words are written below.
        let mut words =
            unsafe { self.context.alloc_pinned_with_flags(count * ROW_WORDS, CU_MEMHOSTALLOC_PORTABLE)? };
        words.as_mut_slice()?.fill(0);
        Ok(PinnedRows { words: Some(words) })
    }
}

impl ComputeDevice for CudaDevice {
    type Lane = CudaLane;
    type Splitter = CudaSplitter;
    type Pipeline = CudaPipeline;

    fn name(&self) -> &str {
        &self.name
    }

    fn workers(&self) -> usize {
        let stacks =
            (self.blocks(MAX_LANE_PUZZLES, LANE_BLOCKS) * THREADS * STACK_DEPTH) as usize * BOARD_WORDS;
        let lane = size_of::<u32>() * (MAX_LANE_PUZZLES * (ROW_WORDS + BOARD_WORDS + 1) + stacks);
        // If the amount of free memory is unknown, allow all workers; a worker that cannot allocate its lanes
        // stops.
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

    fn pipeline(&self) -> Result<CudaPipeline, Error> {
        const CHUNK: usize = CudaPipeline::CHUNK;
        let lane = || -> Result<PipelineLane, Error> {
            let buffers = self.buffers(CHUNK, self.blocks(CHUNK, PIPELINE_BLOCKS), 0)?;
            Ok(PipelineLane { exhausted: self.pinned(&buffers.stream, 1)?, buffers })
        };
        let mut lanes = vec![lane()?];
        // With little memory, fewer lanes are slower, but work.
        lanes.extend((1..PIPELINE_LANES).map_while(|_| lane().ok()));
        Ok(CudaPipeline { lanes })
    }
}

impl SearchBuffers {
    /// Records an event, which marks the time at this point of the stream.
    fn now(&self) -> Result<CudaEvent, Error> {
        Ok(self.stream.record_event(Some(CUevent_flags::CU_EVENT_DEFAULT))?)
    }

    /// Turns packed rows into boards.
    fn expand(&mut self, puzzles: usize) -> Result<(), Error> {
        let SearchBuffers { kernels, stream, rows, boards, .. } = self;
        let count = puzzles as u32;
        let mut launch = stream.launch_builder(&kernels.expand);
        launch.arg(&*rows).arg(&mut *boards).arg(&count);
        // SAFETY: the arguments match the signature of `expand`. Each thread below `count` reads one row and
        // writes one board, and both buffers have room for at least `count` puzzles.
        unsafe { launch.launch(config(count.div_ceil(THREADS)))? };
        Ok(())
    }

    /// Searches boards.
    fn search(&mut self, puzzles: usize, bounds: SearchBounds) -> Result<(), Error> {
        // CUDA rejects a launch without blocks.
        assert!(puzzles > 0, "a launch needs at least one puzzle");
        assert!(u64::from(bounds.nodes) + 1 < NODES_BOUND, "the node budget must fit into an answer");
        let SearchBuffers {
            kernels,
            stream,
            boards,
            answers,
            counters,
            stacks,
            open,
            open_ranges,
            blocks,
            ..
        } = self;
        let count = puzzles as u32;
        let open_capacity = if open_ranges.len() > 1 { (open.len() / BOARD_WORDS) as u32 } else { 0 };
        stream.memset_zeros(counters)?;
        stream.memset_zeros(&mut answers.slice_mut(..puzzles))?;
        if open_capacity > 0 {
            // Searches that are complete do not write their range, so clear all ranges first.
            stream.memset_zeros(&mut open_ranges.slice_mut(..2 * puzzles))?;
        }
        let mut launch = stream.launch_builder(&kernels.search);
        launch.arg(&mut *boards).arg(&mut *answers).arg(&mut *counters).arg(&mut *stacks);
        launch.arg(&count).arg(&STACK_DEPTH).arg(&bounds.solutions).arg(&bounds.nodes);
        launch.arg(&mut *open).arg(&mut *open_ranges).arg(&open_capacity);
        // SAFETY: the arguments match the signature of `search`. It accesses only the first `count` boards
        // and answers, and the buffers hold at least that many. Each thread uses `STACK_DEPTH` boards of
        // `stacks`, which were allocated for all blocks. Open boards and ranges are written only if
        // `open_capacity` is not 0, and then there is a range for each puzzle.
        unsafe { launch.launch(config((*blocks).min(count.div_ceil(THREADS))))? };
        Ok(())
    }

    /// Packs answers and first solutions into rows, and counts the searches that ended with their budget.
    fn pack(&mut self, puzzles: usize) -> Result<(), Error> {
        let SearchBuffers { kernels, stream, rows, boards, answers, counters, .. } = self;
        let count = puzzles as u32;
        let mut launch = stream.launch_builder(&kernels.pack);
        launch.arg(&*boards).arg(&*answers).arg(&mut *counters).arg(&mut *rows).arg(&count);
        // SAFETY: the arguments match the signature of `pack`. Each thread below `count` reads one board and
        // one answer and writes one row, and all three buffers have room for at least `count` puzzles. There
        // are three counters, and the kernel changes only the last one.
        unsafe { launch.launch(config(count.div_ceil(THREADS)))? };
        Ok(())
    }
}

/// Returns a launch configuration with this number of blocks.
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
        assert!(self.has_room(puzzles, encoding), "the puzzles must fit into the lane");
        // After an error, copies of an earlier submission may still be running. They must end before the
        // buffer is reused.
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

    fn wait(&mut self) -> Result<&[PackedRow], Error> {
        // The device has fewer hardware queues than there are lanes. A copy that waits for a search would
        // block the other lanes in the same queue, so nothing is queued until the search has ended.
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
        assert!(count <= Self::WIDTH, "a wave must not exceed the maximum width");
        self.buffers.stream.synchronize()?;
        let words = &mut self.boards.words.as_mut_slice()?[..count * BOARD_WORDS];
        words.copy_from_slice(boards.as_flattened());
        self.buffers.stream.memcpy_htod(words, &mut self.buffers.boards)?;
        self.buffers.search(count, bounds)?;
        self.buffers.pack(count)?;
        let SearchBuffers { stream, rows, open_ranges, counters, open, .. } = &self.buffers;
        let mut used = [0; 3];
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

impl PipelineLane {
    /// Starts the search of a chunk. The memory of the chunk must not be accessed before [`Self::wait`]
    /// returns.
    fn start(&mut self, chunk: &mut RowChunk<'_>, bounds: SearchBounds) -> Result<(), Error> {
        let SearchBuffers { stream, rows, .. } = &mut self.buffers;
        let count = chunk.answers.len();
        stream.memcpy_htod(chunk.puzzles.unwrap_or(chunk.answers).as_flattened(), rows)?;
        self.buffers.expand(count)?;
        self.buffers.search(count, bounds)?;
        self.buffers.pack(count)?;
        let SearchBuffers { stream, rows, counters, .. } = &self.buffers;
        stream.memcpy_dtoh(&rows.slice(..count * ROW_WORDS), chunk.answers.as_flattened_mut())?;
        stream.memcpy_dtoh(&counters.slice(2..), self.exhausted.words.as_mut_slice()?)?;
        Ok(())
    }

    /// Waits for the chunk. Returns the number of its searches that ended with their node budget.
    fn wait(&self) -> Result<u32, Error> {
        self.buffers.stream.synchronize()?;
        Ok(self.exhausted.words.as_slice()?[0])
    }
}

impl RowPipeline for CudaPipeline {
    const CHUNK: usize = 1 << 18;

    fn solve<'r>(
        &mut self,
        bounds: SearchBounds,
        next: &mut dyn FnMut() -> Option<RowChunk<'r>>,
    ) -> Result<Vec<RowChunk<'r>>, Error> {
        // Chunks are borrowed until all copies have ended.
        let _guard =
            SynchronizeOnDrop(self.lanes.iter().map(|lane| Arc::clone(&lane.buffers.stream)).collect());
        let (mut in_flight, mut unfinished) = (VecDeque::new(), Vec::new());
        let mut free: Vec<usize> = (0..self.lanes.len()).collect();
        loop {
            if let Some(&lane) = free.last()
                && let Some(mut chunk) = next()
            {
                free.pop();
                self.lanes[lane].start(&mut chunk, bounds)?;
                in_flight.push_back((lane, chunk));
                continue;
            }
            let Some((lane, chunk)) = in_flight.pop_front() else { return Ok(unfinished) };
            if self.lanes[lane].wait()? > 0 {
                unfinished.push(chunk);
            }
            free.push(lane);
        }
    }
}
