//! Standard output, and what the answers written to it add up to.

use std::io::{self, BufWriter, IsTerminal, StdoutLock, Write};
use std::process::ExitCode;

/// What one answer, or a whole run, comes to; the worse of two is the greater.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Outcome {
    /// Everything was answered as hoped.
    AsHoped,
    /// An answer is "no": no solution, many solutions, a failed check.
    No,
    /// Something could not be read, or not be written in the form asked for.
    Unreadable,
}

impl Outcome {
    pub(crate) fn exit_code(self) -> ExitCode {
        ExitCode::from(self as u8)
    }
}

/// How an answer is put.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Style {
    /// One JSON object a line.
    Json,
    /// One line of text.
    Line,
    /// A drawing for people.
    Picture,
}

/// Buffered standard output; colours pass only where they are welcome.
pub(crate) fn standard_output() -> BufWriter<anstream::AutoStream<StdoutLock<'static>>> {
    BufWriter::with_capacity(1 << 16, anstream::AutoStream::auto(io::stdout().lock()))
}

/// Whether a person sees standard output.
pub(crate) fn is_seen() -> bool {
    io::stdout().is_terminal()
}

/// Appends a value as one line of JSON.
pub(crate) fn write_json(out: &mut dyn Write, value: &impl serde::Serialize) -> io::Result<()> {
    serde_json::to_writer(&mut *out, value)?;
    out.write_all(b"\n")
}

/// Says something on standard error. Where nobody can hear it, nothing is lost.
pub(crate) fn tell(message: &str) {
    let _ = writeln!(anstream::stderr(), "{message}");
}

/// Whether the reader of our output has gone away.
pub(crate) fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error
        .chain()
        .filter_map(|cause| cause.downcast_ref::<io::Error>())
        .any(|error| error.kind() == io::ErrorKind::BrokenPipe)
}
