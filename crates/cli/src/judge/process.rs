//! The program under test: a child process that is given boards and asked for answers.
//!
//! One thread reads its output line by line into a short queue, so a program that prints without end is held up
//! by the full pipe. Another thread keeps the end of its standard error. The program runs in a process group of
//! its own, so that its children are killed together with it.

use std::collections::VecDeque;
use std::ffi::OsString;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// The longest line that is read. A board takes about 350 bytes.
const MAX_LINE: usize = 1 << 16;
/// How much of standard error is kept.
const MAX_ERRORS: usize = 1 << 12;
/// The number of lines that may wait to be read.
const QUEUE: usize = 1 << 10;
/// How long to wait for a program to exit after it has closed its output.
const EXIT_TIME: Duration = Duration::from_secs(1);

/// A running program.
#[derive(Debug)]
pub(crate) struct JudgedProcess {
    child: Child,
    stdin: Option<ChildStdin>,
    lines: Receiver<PrintedLine>,
    errors: Arc<Mutex<VecDeque<u8>>>,
    /// The number of boards that it has answered.
    pub(crate) answers: usize,
}

/// A line of output.
#[derive(Debug)]
enum PrintedLine {
    Complete(String),
    /// The beginning of a line that is too long.
    TooLong(String),
}

/// What a program has replied to a board.
#[derive(Clone, Debug)]
pub(crate) enum Reply {
    /// A line that is not blank.
    Line(String),
    /// The beginning of a line that is longer than any answer.
    TooLong(String),
    TimedOut,
    /// The program has ended.
    Ended(ProcessEnd),
}

/// How a program has ended.
#[derive(Clone, Debug)]
pub(crate) struct ProcessEnd {
    /// The exit status, or `None` if the program has closed its output and had to be killed.
    pub(crate) status: Option<ExitStatus>,
    /// The end of standard error.
    pub(crate) errors: String,
}

impl JudgedProcess {
    /// Starts a program.
    pub(crate) fn start(command: &[OsString]) -> io::Result<JudgedProcess> {
        let mut builder = Command::new(&command[0]);
        builder.args(&command[1..]).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut builder, 0);
        let mut child = builder.spawn()?;
        interrupt::remember(child.id());
        let (sender, lines) = sync_channel(QUEUE);
        if let Some(stdout) = child.stdout.take() {
            thread::spawn(move || read_lines(stdout, &sender));
        }
        let errors = Arc::new(Mutex::new(VecDeque::new()));
        if let Some(stderr) = child.stderr.take() {
            let errors = Arc::clone(&errors);
            thread::spawn(move || keep_end(stderr, &errors));
        }
        Ok(JudgedProcess { stdin: child.stdin.take(), child, lines, errors, answers: 0 })
    }

    /// Sends a line to the program.
    pub(crate) fn send(&mut self, line: &str) {
        if let Some(stdin) = &mut self.stdin {
            // If the program has closed its input, waiting for the answer will tell why.
            let _ = stdin.write_all(format!("{line}\n").as_bytes()).and_then(|()| stdin.flush());
        }
    }

    /// Closes the input of the program.
    pub(crate) fn close_input(&mut self) {
        self.stdin = None;
    }

    /// Waits for the next line that is not blank.
    pub(crate) fn receive(&mut self, deadline: Instant) -> Reply {
        loop {
            // Even if there are always more lines, such as blank ones.
            let Some(left) = deadline.checked_duration_since(Instant::now()) else { return Reply::TimedOut };
            match self.lines.recv_timeout(left) {
                Ok(PrintedLine::Complete(line)) if line.is_empty() => {}
                Ok(PrintedLine::Complete(line)) => return Reply::Line(line),
                Ok(PrintedLine::TooLong(start)) => return Reply::TooLong(start),
                Err(RecvTimeoutError::Timeout) => return Reply::TimedOut,
                Err(RecvTimeoutError::Disconnected) => return Reply::Ended(self.end()),
            }
        }
    }

    /// Waits a moment for the exit of a program that has closed its output.
    fn end(&mut self) -> ProcessEnd {
        let deadline = Instant::now() + EXIT_TIME;
        let status = loop {
            match self.child.try_wait() {
                Ok(None) if Instant::now() < deadline => thread::sleep(Duration::from_millis(1)),
                Ok(status) => break status,
                Err(_) => break None,
            }
        };
        // The other thread may need a moment to read what was printed last.
        thread::sleep(Duration::from_millis(10));
        ProcessEnd { status, errors: self.errors() }
    }

    /// Returns the end of standard error.
    fn errors(&self) -> String {
        let mut bytes = self.errors.lock().unwrap_or_else(PoisonError::into_inner);
        String::from_utf8_lossy(bytes.make_contiguous()).trim_end().to_string()
    }
}

impl Drop for JudgedProcess {
    /// Kills the program and its children.
    fn drop(&mut self) {
        if matches!(self.child.try_wait(), Ok(None)) {
            #[cfg(unix)]
            interrupt::kill_group(self.child.id());
            let _ = self.child.kill();
            let _ = self.child.wait();
        }
        interrupt::forget();
    }
}

/// Sends lines until the output ends, a line is too long, or nobody receives them.
fn read_lines(stdout: impl Read, sender: &SyncSender<PrintedLine>) {
    let mut reader = BufReader::new(stdout);
    loop {
        let mut bytes = Vec::new();
        let Ok(1..) = reader.by_ref().take(MAX_LINE as u64).read_until(b'\n', &mut bytes) else { return };
        let text = String::from_utf8_lossy(&bytes).trim().to_string();
        let is_too_long = bytes.len() == MAX_LINE && !bytes.ends_with(b"\n");
        let line = if is_too_long { PrintedLine::TooLong(text) } else { PrintedLine::Complete(text) };
        if sender.send(line).is_err() || is_too_long {
            return;
        }
    }
}

/// Reads everything, and keeps the end.
fn keep_end(mut stderr: impl Read, end: &Mutex<VecDeque<u8>>) {
    let mut bytes = [0; 1 << 12];
    while let Ok(count @ 1..) = stderr.read(&mut bytes) {
        let mut end = end.lock().unwrap_or_else(PoisonError::into_inner);
        end.extend(&bytes[..count]);
        let excess = end.len().saturating_sub(MAX_ERRORS);
        end.drain(..excess);
    }
}

/// Kills the program under test if Ctrl-C is pressed. A terminal sends the interrupt only to our own group.
pub(crate) fn stop_on_interrupt() -> anyhow::Result<()> {
    Ok(ctrlc::set_handler(|| {
        interrupt::kill_remembered();
        std::process::exit(130);
    })?)
}

/// The process group of the running program.
mod interrupt {
    use std::sync::atomic::{AtomicU32, Ordering};

    static GROUP: AtomicU32 = AtomicU32::new(0);

    pub(super) fn remember(group: u32) {
        GROUP.store(group, Ordering::SeqCst);
    }

    pub(super) fn forget() {
        GROUP.store(0, Ordering::SeqCst);
    }

    pub(super) fn kill_remembered() {
        #[cfg(unix)]
        kill_group(GROUP.load(Ordering::SeqCst));
    }

    #[cfg(unix)]
    pub(super) fn kill_group(group: u32) {
        use rustix::process::{Pid, Signal, kill_process_group};

        if let Some(group) = i32::try_from(group).ok().and_then(Pid::from_raw) {
            let _ = kill_process_group(group, Signal::KILL);
        }
    }
}
