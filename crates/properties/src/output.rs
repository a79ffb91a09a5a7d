//! An output file is never wrong or falsely complete, whatever happens to the disk.
//!
//! Each three bytes are a fault of a run, or a change of its partial file; see `random_faults.rs` of the
//! command line.

pub(crate) fn check(bytes: &[u8]) {
    veridoku_cli::fuzzing::check_output(bytes);
}
