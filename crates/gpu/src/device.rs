//! One GPU: its kernels, and the lanes on which chunks of puzzles go there and back.
//!
//! ```text
//! lane 0   pack │ copy │ expand search pack │ copy │ read
//! lane 1        │ pack │ copy │   expand search pack    │ copy │ read
//! lane 2               │ pack │ copy │ …
//! ```
//!
//! A lane has a stream of its own, memory on both sides, and pinned pages between: while one lane's puzzles are
//! searched, another's are copied, and the CPU packs or reads those of a third.
//!
//! The only file that calls CUDA, and the only one with unsafe code.

#![allow(unsafe_code, reason = "memory and kernels of the device")]

use crate::Error;
use crate::row::{BOARD, ROW};
use cudarc::driver::sys::CUdevice_attribute_enum::CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT;
use cudarc::driver::sys::CUresult;
use cudarc::driver::{
    CudaContext, CudaFunction, CudaSlice, CudaStream, LaunchConfig, PinnedHostSlice, PushKernelArg,
};
use cudarc::nvrtc::{CompileOptions, compile_ptx_with_opts};
use std::sync::Arc;

/// The kernels; `board.cuh` and `kernel.cu` are one text to the compiler.
const SOURCE: &str = concat!(include_str!("board.cuh"), "\n", include_str!("kernel.cu"));
/// The threads of a block, as `kernel.cu` has it.
const THREADS: u32 = 128;
/// The blocks that share a multiprocessor, as `kernel.cu` has it.
const BLOCKS: u32 = 6;
/// The boards of a stack. A guess fills a cell, so 81 are enough for anything, and 64 for puzzles with 17 clues; a search
/// that goes deeper says that it was not finished.
const DEPTH: u32 = 64;
/// The most puzzles of a lane.
pub(crate) const CHUNK: usize = 1 << 20;

/// A GPU with its kernels.
#[derive(Debug)]
pub(crate) struct Device {
    context: Arc<CudaContext>,
    expand: CudaFunction,
    search: CudaFunction,
    pack: CudaFunction,
    /// The most blocks of a search.
    blocks: u32,
    /// Its name.
    pub(crate) name: String,
}

/// Where a search stops, as the kernel takes it.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Bounds {
    /// The number of solutions.
    pub(crate) solutions: u32,
    /// The number of nodes, below 2^15.
    pub(crate) nodes: u32,
}

/// What the words of a chunk are.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    /// Rows of values.
    Values,
    /// Boards of candidates.
    Boards,
}

/// A stream with its memory.
#[derive(Debug)]
pub(crate) struct Lane {
    stream: Arc<CudaStream>,
    /// What goes and what comes, on this side.
    pinned: PinnedHostSlice<u32>,
    rows: CudaSlice<u32>,
    boards: CudaSlice<u32>,
    answers: CudaSlice<u32>,
    queue: CudaSlice<u32>,
    stacks: CudaSlice<u32>,
    blocks: u32,
    capacity: usize,
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

impl Device {
    /// All GPUs of this machine.
    pub(crate) fn all() -> Result<Vec<Device>, Error> {
        find_libraries()?;
        let count = match CudaContext::device_count() {
            Err(error) if error.0 == CUresult::CUDA_ERROR_NO_DEVICE => 0,
            count => usize::try_from(count?).unwrap_or(0),
        };
        let devices: Vec<Device> = (0..count).map(Device::new).collect::<Result<_, _>>()?;
        if devices.is_empty() { Err(Error::NoDevice) } else { Ok(devices) }
    }

    fn new(number: usize) -> Result<Device, Error> {
        let context = CudaContext::new(number)?;
        let (major, minor) = context.compute_capability()?;
        let options = CompileOptions {
            options: vec![format!("--gpu-architecture=compute_{major}{minor}"), "--std=c++17".to_string()],
            ..CompileOptions::default()
        };
        let module = context.load_module(compile_ptx_with_opts(SOURCE, options)?)?;
        let multiprocessors = context.attribute(CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT)?;
        Ok(Device {
            expand: module.load_function("expand")?,
            search: module.load_function("search")?,
            pack: module.load_function("pack")?,
            blocks: BLOCKS * multiprocessors.unsigned_abs(),
            name: context.name()?,
            context,
        })
    }

    /// A lane for so many puzzles.
    pub(crate) fn lane(&self, puzzles: usize) -> Result<Lane, Error> {
        let capacity = puzzles.min(CHUNK);
        let blocks = self.blocks.min((capacity as u32).div_ceil(THREADS)).max(1);
        let stream = self.context.new_stream()?;
        let stack_words = (blocks * THREADS * DEPTH) as usize * BOARD;
        // SAFETY: kernels write every board, row and stack before they read it, and `submit` fills the pinned words
        // of a chunk before they are copied. Nothing is read elsewhere.
        unsafe {
            Ok(Lane {
                pinned: self.context.alloc_pinned_with_flags(capacity * BOARD, 0)?,
                rows: stream.alloc(capacity * ROW)?,
                boards: stream.alloc(capacity * BOARD)?,
                answers: stream.alloc(capacity)?,
                queue: stream.alloc(1)?,
                stacks: stream.alloc(stack_words)?,
                stream,
                blocks,
                capacity,
            })
        }
    }

    /// Sends a chunk of so many puzzles on its way; `fill` writes them.
    pub(crate) fn submit(
        &self,
        lane: &mut Lane,
        puzzles: usize,
        form: Form,
        bounds: Bounds,
        fill: impl FnOnce(&mut [u32]),
    ) -> Result<(), Error> {
        assert!(puzzles <= lane.capacity, "a chunk fits into its lane");
        let Lane { stream, pinned, rows, boards, answers, queue, stacks, blocks, .. } = lane;
        // After an error a chunk may have been left behind, whose copies must not mix with this one's.
        stream.synchronize()?;
        let count = puzzles as u32;
        let each = LaunchConfig { block_dim: (THREADS, 1, 1), ..config(count.div_ceil(THREADS)) };
        let words = pinned.as_mut_slice()?;
        stream.memset_zeros(queue)?;
        stream.memset_zeros(answers)?;
        match form {
            Form::Values => {
                fill(&mut words[..puzzles * ROW]);
                stream.memcpy_htod(&words[..puzzles * ROW], rows)?;
                let mut launch = stream.launch_builder(&self.expand);
                launch.arg(&*rows).arg(&mut *boards).arg(&count);
                // SAFETY: the arguments are those of `expand`: threads below `count` read a row and write a board each,
                // and both slices have room for `capacity` of them.
                unsafe { launch.launch(each)? };
            }
            Form::Boards => {
                fill(&mut words[..puzzles * BOARD]);
                stream.memcpy_htod(&words[..puzzles * BOARD], boards)?;
            }
        }
        let blocks = (*blocks).min(count.div_ceil(THREADS));
        let mut launch = stream.launch_builder(&self.search);
        launch.arg(&mut *boards).arg(&mut *answers).arg(&mut *queue).arg(&mut *stacks);
        launch.arg(&count).arg(&DEPTH).arg(&bounds.solutions).arg(&bounds.nodes);
        // SAFETY: the arguments are those of `search`: boards and answers below `count` are read and written, and each
        // thread has `DEPTH` boards of the stacks, of which there are enough for all blocks of the lane.
        unsafe { launch.launch(config(blocks))? };
        let mut launch = stream.launch_builder(&self.pack);
        launch.arg(&*boards).arg(&*answers).arg(&mut *rows).arg(&count);
        // SAFETY: the arguments are those of `pack`: threads below `count` read a board and an answer and write a row each.
        unsafe { launch.launch(each)? };
        stream.memcpy_dtoh(&rows.slice(..puzzles * ROW), &mut words[..puzzles * ROW])?;
        Ok(())
    }
}

/// So many blocks of the usual size.
fn config(blocks: u32) -> LaunchConfig {
    LaunchConfig { grid_dim: (blocks, 1, 1), block_dim: (THREADS, 1, 1), shared_mem_bytes: 0 }
}

impl Lane {
    /// The most puzzles of a chunk.
    pub(crate) fn capacity(&self) -> usize {
        self.capacity
    }

    /// The rows of the chunk that was sent last, of so many puzzles, when they are back.
    pub(crate) fn wait(&self, puzzles: usize) -> Result<&[u32], Error> {
        self.stream.synchronize()?;
        Ok(&self.pinned.as_slice()?[..puzzles * ROW])
    }
}

impl Drop for Lane {
    fn drop(&mut self) {
        // The copies of a chunk that nobody waited for must end before the pinned pages go. If that fails, there is
        // no device left that could write to them.
        let _ = self.stream.synchronize();
    }
}
