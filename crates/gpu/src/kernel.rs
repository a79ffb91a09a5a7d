//! The text of the kernels, and the numbers in it that are ours as well.
//!
//! A file of its own because a GPU (`cuda.rs`) and the tests (`emulation`) compile the same text with the same numbers.

use crate::packing::{self, BOARD_WORDS, ROW_WORDS};

/// The kernels; `board.cuh` and `kernel.cu` are one text to the compiler.
pub(crate) const SOURCE: &str = concat!(include_str!("board.cuh"), "\n", include_str!("kernel.cu"));
/// The threads of a block.
pub(crate) const THREADS: u32 = 128;

/// Boards are moved four words at a time.
const _: () = assert!(BOARD_WORDS.is_multiple_of(4) && ROW_WORDS.is_multiple_of(4));

/// The options of the compiler that tell it our numbers.
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
