//! Whether standard output was closed when the program started, as by `>&-` in a shell.
//!
//! Before it calls `main`, the Rust runtime opens `/dev/null` in place of closed standard streams, so that writing
//! to them succeeds. A function that runs even earlier remembers what they were. This is done on Linux only.

use std::io::{self, Write};
use std::sync::atomic::{AtomicBool, Ordering};

static IS_CLOSED: AtomicBool = AtomicBool::new(false);

// SAFETY: the C runtime calls every function in this section once, before the Rust runtime starts. This one
// needs neither of them: it makes system calls and stores to an atomic variable.
#[allow(unsafe_code, reason = "there is no other way to run a function that early")]
#[cfg(target_os = "linux")]
#[used]
#[unsafe(link_section = ".init_array")]
static CHECK: extern "C" fn() = check;

#[cfg(target_os = "linux")]
extern "C" fn check() {
    let is_open = |path| std::fs::symlink_metadata(path).is_ok();
    IS_CLOSED.store(is_open("/proc/self/fd") && !is_open("/proc/self/fd/1"), Ordering::Relaxed);
}

/// Reports whether standard output was closed when the program started.
pub(crate) fn is_closed() -> bool {
    #[cfg(target_os = "linux")]
    std::hint::black_box(&CHECK);
    IS_CLOSED.load(Ordering::Relaxed)
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
