//! The source text of the kernels, and the constants they share with the host.
//!
//! The GPU backend (`cuda.rs`) and the tests (`emulation`) compile the same text with the same constants.

use crate::packing::{self, BOARD_WORDS, ROW_WORDS};

/// The source text: `board.cuh` followed by `kernel.cu`, compiled as one file.
pub(crate) const SOURCE: &str = concat!(include_str!("board.cuh"), "\n", include_str!("kernel.cu"));
/// Number of threads per block.
pub(crate) const THREADS: u32 = 128;

// The kernels load and store boards and rows four words at a time.
const _: () = assert!(BOARD_WORDS.is_multiple_of(4) && ROW_WORDS.is_multiple_of(4));

/// Returns the compiler options that define the shared constants.
pub(crate) fn definitions() -> Vec<String> {
    [
        ("THREADS", THREADS),
        ("ROW_WORDS", ROW_WORDS as u32),
        ("FRAME", BOARD_WORDS as u32 / 4),
        ("COMPLETE", packing::COMPLETE),
        ("LIMIT", packing::LIMIT),
        ("BUDGET", packing::BUDGET),
        ("NODES_SHIFT", packing::NODES_SHIFT),
        ("COUNT_SHIFT", packing::COUNT_SHIFT),
    ]
    .map(|(name, number)| format!("-D{name}={number}u"))
    .to_vec()
}

/// Returns the options that compile the kernels for an architecture, such as `sm_90`.
pub(crate) fn options(architecture: &str) -> Vec<String> {
    let mut options = definitions();
    options.extend([format!("--gpu-architecture={architecture}"), "--std=c++17".to_string()]);
    options
}
