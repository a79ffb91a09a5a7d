//! Whether standard output was closed when the program started, as by `>&-` in a shell.
//!
//! Before it calls `main`, the Rust runtime opens `/dev/null` in place of closed standard streams, so that writing
//! to them succeeds. It opens it for reading and writing; a shell opens `>/dev/null` only for writing. Linux tells
//! the two apart in `/proc`; on other systems, a closed output is treated like `/dev/null`.

use std::fs;
use std::io::{self, Write};
use std::path::Path;

/// Reports whether standard output was closed when the program started.
pub(crate) fn is_closed() -> bool {
    const READ_AND_WRITE: u32 = 2;
    let Ok(target) = fs::read_link("/proc/self/fd/1") else { return false };
    if target != Path::new("/dev/null") {
        return false;
    }
    let info = fs::read_to_string("/proc/self/fdinfo/1").unwrap_or_default();
    let flags = info.lines().find_map(|line| line.strip_prefix("flags:"));
    flags
        .and_then(|flags| u32::from_str_radix(flags.trim(), 8).ok())
        .is_some_and(|flags| flags & 3 == READ_AND_WRITE)
}

/// A writer in place of a closed standard output.
#[derive(Debug)]
pub(crate) struct ClosedOutput;

impl Write for ClosedOutput {
    fn write(&mut self, _bytes: &[u8]) -> io::Result<usize> {
        Err(io::Error::other("cannot write to standard output: it is closed"))
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
