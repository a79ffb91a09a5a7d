//! Standard output and output files, and the outcome of a run.

use std::fs::File;
use std::io::{self, IsTerminal, Stdout, Write};
pub(crate) use veridoku_api::answer_output::{ExitOutcome, OutputStyle, write_error, write_json};
pub(crate) use veridoku_api::render::numbers::group_digits;
use veridoku_core::{Cell, Grid, Verdict};

/// The size of the output buffer in bytes.
const CAPACITY: usize = 1 << 16;

/// A text buffer that records whether its text needs the colour filter. The filter inspects every byte, which
/// would take longer than solving.
#[derive(Debug)]
pub(crate) struct OutputText {
    bytes: Vec<u8>,
    is_plain: bool,
    /// A reusable buffer for one line.
    line: String,
}

impl Default for OutputText {
    fn default() -> OutputText {
        OutputText { bytes: Vec::new(), is_plain: true, line: String::new() }
    }
}

impl OutputText {
    /// Reserves capacity for more bytes.
    pub(crate) fn reserve(&mut self, bytes: usize) {
        self.bytes.reserve(bytes);
    }

    /// Appends a solution as a line of digits.
    pub(crate) fn push_solution(&mut self, solution: &Grid) {
        // Append the line with a single call, so that the capacity is checked once. A solution has no blanks
        // to translate.
        let mut line = [b'\n'; Cell::COUNT + 1];
        for (character, number) in line.iter_mut().zip(solution.as_bytes()) {
            *character = b'0' + number;
        }
        self.bytes.extend_from_slice(&line);
    }

    /// Appends a verdict as a line.
    pub(crate) fn push_verdict(&mut self, verdict: &Verdict) {
        self.line.clear();
        verdict.append_to(&mut self.line);
        self.line.push('\n');
        self.bytes.extend_from_slice(self.line.as_bytes());
    }

    /// Removes all text.
    pub(crate) fn clear(&mut self) {
        self.bytes.clear();
        self.is_plain = true;
    }
}

impl Write for OutputText {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        // Printable ASCII and line feeds need no filter. Without an early exit, the loop compiles to a few
        // vector instructions.
        let is_special = |byte: u8| u8::from(!matches!(byte, b' '..=b'~' | b'\n'));
        self.is_plain &= bytes.iter().fold(0, |special, &byte| special | is_special(byte)) == 0;
        self.bytes.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Buffered standard output or a file. Colours are removed unless the destination supports them.
#[derive(Debug)]
pub(crate) struct Output {
    text: OutputText,
    destination: Destination,
    is_filtered: bool,
}

/// The destination of the output.
#[derive(Debug)]
enum Destination {
    Standard(Stdout, anstream::AutoStream<Stdout>),
    File(File, anstream::StripStream<File>),
}

impl Output {
    /// Creates an output that writes to standard output.
    pub(crate) fn standard() -> Output {
        Output::to(Destination::Standard(io::stdout(), anstream::AutoStream::auto(io::stdout())))
    }

    /// Creates an output that writes to a file.
    pub(crate) fn file(file: File) -> io::Result<Output> {
        let filter = anstream::StripStream::new(file.try_clone()?);
        Ok(Output::to(Destination::File(file, filter)))
    }

    /// Reports whether the output goes to a terminal.
    pub(crate) fn is_terminal(&self) -> bool {
        matches!(self.destination, Destination::Standard(..)) && is_terminal()
    }

    fn to(destination: Destination) -> Output {
        Output { text: OutputText::default(), destination, is_filtered: false }
    }

    /// Writes text, after any text that is still buffered.
    pub(crate) fn write_text(&mut self, text: &OutputText) -> io::Result<()> {
        self.write_buffered()?;
        self.write_out(text)
    }

    fn write_buffered(&mut self) -> io::Result<()> {
        let mut text = std::mem::take(&mut self.text);
        let result = self.write_out(&text);
        text.clear();
        self.text = text;
        result
    }

    fn write_out(&mut self, text: &OutputText) -> io::Result<()> {
        // Once needed, the filter stays on, because this text may end in the middle of an escape sequence.
        self.is_filtered |= !text.is_plain;
        match &mut self.destination {
            Destination::Standard(plain, _) if !self.is_filtered => plain.write_all(&text.bytes),
            Destination::Standard(_, filter) => filter.write_all(&text.bytes),
            Destination::File(plain, _) if !self.is_filtered => plain.write_all(&text.bytes),
            Destination::File(_, filter) => filter.write_all(&text.bytes),
        }
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.text.bytes.len() >= CAPACITY {
            self.write_buffered()?;
        }
        self.text.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.write_buffered()?;
        match &mut self.destination {
            Destination::Standard(plain, _) => plain.flush(),
            Destination::File(plain, _) => plain.flush(),
        }
    }
}

/// Reports whether standard output is a terminal.
pub(crate) fn is_terminal() -> bool {
    io::stdout().is_terminal()
}

/// Prints a message to standard error, and ignores failures to do so.
pub(crate) fn message(message: &str) {
    let _ = writeln!(anstream::stderr(), "{message}");
}

/// Reports whether an error means that the reader of the output has closed the pipe.
pub(crate) fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error
        .chain()
        .filter_map(|cause| cause.downcast_ref::<io::Error>())
        .any(|error| error.kind() == io::ErrorKind::BrokenPipe)
}
