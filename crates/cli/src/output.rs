//! Standard output and output files, and the outcome of a run.

use crate::progress::RunProgress;
use crate::resumable_output::ResumableOutput;
pub(crate) use crate::terminal::{is_terminal, message};
use std::io::{self, Write};
use std::ops::AddAssign;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
pub(crate) use veridoku_api::answer_output::{ExitOutcome, OutputStyle, write_error, write_json};
pub(crate) use veridoku_api::render::numbers::group_digits;
use veridoku_core::{Cell, Grid, Verdict};

/// The name of standard output in errors.
const STANDARD_OUTPUT: &str = "standard output";
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
pub(crate) struct Output {
    text: OutputText,
    destination: Destination,
    /// The file that the output is written to, if any.
    file: Option<Rc<ResumableOutput>>,
}

/// Writes to an output file.
struct PartWriter(Rc<ResumableOutput>);

impl Write for PartWriter {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The destination of the output.
struct Destination {
    plain: Box<dyn Write>,
    /// Writes to the same destination, and removes colours unless it supports them.
    filter: Box<dyn Write>,
    is_filtered: bool,
    is_terminal: bool,
    /// The progress that is reported on the same terminal.
    progress: Option<Arc<RunProgress>>,
    /// The name for errors.
    name: String,
}

impl Output {
    /// Creates an output that writes to standard output.
    pub(crate) fn standard() -> Output {
        if IS_CLOSED.load(Ordering::Relaxed) {
            return Output::new(Box::new(ClosedOutput), Box::new(ClosedOutput), false);
        }
        let filter = Box::new(anstream::AutoStream::auto(io::stdout()));
        Output::new(Box::new(io::stdout()), filter, is_terminal())
    }

    /// Creates an output that writes to a file.
    pub(crate) fn file(file: &Rc<ResumableOutput>) -> Output {
        let writer = || -> Box<dyn Write> { Box::new(PartWriter(Rc::clone(file))) };
        let filter = Box::new(anstream::StripStream::new(writer()));
        let mut output = Output::new(writer(), filter, false);
        output.destination.name = file.part().display().to_string();
        Output { file: Some(Rc::clone(file)), ..output }
    }

    fn new(plain: Box<dyn Write>, filter: Box<dyn Write>, is_terminal: bool) -> Output {
        let name = STANDARD_OUTPUT.to_string();
        let destination =
            Destination { plain, filter, is_filtered: false, is_terminal, progress: None, name };
        Output { text: OutputText::default(), destination, file: None }
    }

    /// Hides the progress of the run while something is written to the terminal.
    pub(crate) fn with_progress(mut self, progress: &Arc<RunProgress>) -> Output {
        self.destination.progress = self.is_terminal().then(|| Arc::clone(progress));
        self
    }

    /// Flushes the output. `answers` is the number of complete answers written so far.
    pub(crate) fn flush_answers(&mut self, answers: u64) -> io::Result<()> {
        self.flush()?;
        self.file.as_ref().map_or(Ok(()), |file| file.record(answers))
    }

    /// Reports whether the output goes to a terminal.
    pub(crate) fn is_terminal(&self) -> bool {
        self.destination.is_terminal
    }

    /// Writes text, after any text that is still buffered.
    pub(crate) fn write_text(&mut self, text: &OutputText) -> io::Result<()> {
        self.write_buffered()?;
        self.destination.write(text)
    }

    fn write_buffered(&mut self) -> io::Result<()> {
        let result = self.destination.write(&self.text);
        self.text.clear();
        result
    }
}

/// Adds the name of the output to an error, unless its reader has closed the pipe.
fn name_output(error: io::Error, name: &str) -> io::Error {
    if is_closed_pipe(&error) {
        return error;
    }
    io::Error::new(error.kind(), format!("cannot write {name}: {error}"))
}

/// Adds the name of standard output to an error.
pub(crate) fn name_standard_output(error: io::Error) -> io::Error {
    name_output(error, STANDARD_OUTPUT)
}

impl Destination {
    fn write(&mut self, text: &OutputText) -> io::Result<()> {
        // Once needed, the filter stays on, because this text may end in the middle of an escape sequence.
        self.is_filtered |= !text.is_plain;
        let writer = if self.is_filtered { &mut self.filter } else { &mut self.plain };
        let written = match &self.progress {
            Some(progress) if !text.bytes.is_empty() => {
                progress.hide_during(|| writer.write_all(&text.bytes))
            }
            _ => writer.write_all(&text.bytes),
        };
        written.map_err(|error| name_output(error, &self.name))
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
        let Destination { plain, name, .. } = &mut self.destination;
        plain.flush().map_err(|error| name_output(error, name))
    }
}

/// Whether standard output was closed when the program started. The standard library opens `/dev/null` in its
/// place, and ignores errors of a closed one.
static IS_CLOSED: AtomicBool = AtomicBool::new(false);

/// Records whether standard output is closed, so that output is not lost silently.
#[cfg(unix)]
pub(crate) fn note_if_closed() {
    let is_closed = rustix::io::fcntl_getfd(rustix::stdio::stdout()).is_err();
    IS_CLOSED.fetch_or(is_closed, Ordering::Relaxed);
}

/// Fails if standard output is closed.
pub(crate) fn ensure_open() -> io::Result<()> {
    if IS_CLOSED.load(Ordering::Relaxed) { Err(closed()) } else { Ok(()) }
}

fn closed() -> io::Error {
    io::Error::other("it is closed")
}

/// Takes the place of a closed standard output. Only the attempt to write something fails.
struct ClosedOutput;

impl Write for ClosedOutput {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if bytes.is_empty() { Ok(0) } else { Err(closed()) }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The number of answers and the worst outcome.
#[derive(Debug)]
pub(crate) struct RunSummary {
    /// The worst outcome.
    pub(crate) worst: ExitOutcome,
    /// The number of answers.
    pub(crate) answers: u64,
    /// The number of answers that are errors.
    pub(crate) unreadable: u64,
}

impl Default for RunSummary {
    fn default() -> RunSummary {
        RunSummary { worst: ExitOutcome::Success, answers: 0, unreadable: 0 }
    }
}

impl AddAssign<&RunSummary> for RunSummary {
    fn add_assign(&mut self, other: &RunSummary) {
        self.worst = self.worst.max(other.worst);
        self.answers += other.answers;
        self.unreadable += other.unreadable;
    }
}

impl RunSummary {
    /// Adds an answer.
    pub(crate) fn add(&mut self, outcome: ExitOutcome) {
        self.add_many(outcome, 1);
    }

    /// Adds several answers with the same outcome.
    pub(crate) fn add_many(&mut self, outcome: ExitOutcome, count: usize) {
        self.worst = self.worst.max(outcome);
        self.answers += count as u64;
        if outcome == ExitOutcome::Unreadable {
            self.unreadable += count as u64;
        }
    }
}

/// An error of Windows for which [`io::ErrorKind`] has no name: the other end of a pipe has been closed.
const ERROR_PIPE_NOT_CONNECTED: i32 = 233;

/// Reports whether a command has ended because the reader of its output has closed the pipe.
pub(crate) fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error.chain().filter_map(|cause| cause.downcast_ref::<io::Error>()).any(is_closed_pipe)
}

/// Reports whether an error means that the reader of the output has closed the pipe.
pub(crate) fn is_closed_pipe(error: &io::Error) -> bool {
    error.kind() == io::ErrorKind::BrokenPipe
        || cfg!(windows) && error.raw_os_error() == Some(ERROR_PIPE_NOT_CONNECTED)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_closed_pipe_is_recognized() {
        assert!(is_broken_pipe(&io::Error::from(io::ErrorKind::BrokenPipe).into()));
        assert_eq!(is_broken_pipe(&io::Error::from_raw_os_error(233).into()), cfg!(windows));
    }
}
