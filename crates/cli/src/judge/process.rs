//! The program under test: a child process that is given boards and asked for answers.
//!
//! One thread reads its output line by line into a short queue, so a program that prints without end is held
//! up by the full pipe. Another thread keeps the end of its standard error. On Unix, the program runs in a
//! process group of its own, so that its children are killed together with it.

use std::collections::VecDeque;
use std::ffi::OsString;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, SyncSender, channel, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// The longest line that is read. A board takes about 350 bytes.
const MAX_LINE: usize = 1 << 16;
/// How much of standard error is kept.
const MAX_ERRORS: usize = 1 << 12;
/// The number of lines that may wait to be read.
const QUEUE: usize = 1 << 10;
/// How long to wait for a program to exit after it has closed its output, or after its input has ended.
pub(crate) const EXIT_TIME: Duration = Duration::from_secs(1);

/// A running program.
#[derive(Debug)]
pub(crate) struct JudgedProcess {
    child: Child,
    stdin: Option<ChildStdin>,
    lines: Receiver<PrintedLine>,
    errors: Arc<Mutex<VecDeque<u8>>>,
    /// Is disconnected when standard error has been read to its end.
    errors_end: Receiver<()>,
    /// Whether the program has been killed and reaped.
    is_stopped: bool,
    /// The number of boards that it has answered.
    pub(crate) answers: usize,
    /// Whether it has printed blank lines since it was sent the last board.
    pub(crate) has_printed_blank_lines: bool,
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
        let mut child = running_groups::spawn(&mut builder)?;
        let (sender, lines) = sync_channel(QUEUE);
        if let Some(stdout) = child.stdout.take() {
            thread::spawn(move || read_lines(stdout, &sender));
        }
        let errors = Arc::new(Mutex::new(VecDeque::new()));
        let (end_sender, errors_end) = channel();
        if let Some(stderr) = child.stderr.take() {
            let errors = Arc::clone(&errors);
            thread::spawn(move || keep_end(stderr, &errors, end_sender));
        }
        let stdin = child.stdin.take();
        Ok(JudgedProcess {
            child,
            stdin,
            lines,
            errors,
            errors_end,
            is_stopped: false,
            answers: 0,
            has_printed_blank_lines: false,
        })
    }

    /// Sends a line to the program.
    pub(crate) fn send(&mut self, line: &str) {
        self.has_printed_blank_lines = false;
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
                Ok(PrintedLine::Complete(line)) if line.is_empty() => self.has_printed_blank_lines = true,
                Ok(PrintedLine::Complete(line)) => return Reply::Line(line),
                Ok(PrintedLine::TooLong(start)) => return Reply::TooLong(start),
                Err(RecvTimeoutError::Timeout) => return Reply::TimedOut,
                Err(RecvTimeoutError::Disconnected) => return Reply::Ended(self.end()),
            }
        }
    }

    /// Waits for the exit of a program that has closed its output, then kills what it has left running.
    fn end(&mut self) -> ProcessEnd {
        let deadline = Instant::now() + EXIT_TIME;
        while !self.has_exited() && Instant::now() < deadline {
            thread::sleep(Duration::from_millis(1));
        }
        let has_exited = self.has_exited();
        self.stop();
        let status = self.child.wait().ok().filter(|_| has_exited);
        // Standard error ends now, unless a process of another group holds it.
        let _ = self.errors_end.recv_timeout(EXIT_TIME);
        ProcessEnd { status, errors: self.errors() }
    }

    /// Reports whether the program has exited. On Unix, it is not reaped, so that its process group cannot
    /// become that of another program.
    fn has_exited(&mut self) -> bool {
        #[cfg(unix)]
        if !self.is_stopped {
            use rustix::process::{Pid, WaitId, WaitIdOptions, waitid};

            let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
            return !matches!(waitid(WaitId::Pid(Pid::from_child(&self.child)), options), Ok(None));
        }
        !matches!(self.child.try_wait(), Ok(None))
    }

    /// Kills the program and, on Unix, all processes of its group, even if the program itself has exited.
    fn stop(&mut self) {
        if !self.is_stopped {
            self.is_stopped = true;
            running_groups::stop(&mut self.child);
        }
    }

    /// Returns the end of standard error.
    fn errors(&self) -> String {
        let mut bytes = self.errors.lock().unwrap_or_else(PoisonError::into_inner);
        String::from_utf8_lossy(bytes.make_contiguous()).trim_end().to_string()
    }
}

impl Drop for JudgedProcess {
    fn drop(&mut self) {
        self.stop();
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

/// Reads everything, and keeps the end. The sender is dropped afterwards.
fn keep_end(mut stderr: impl Read, end: &Mutex<VecDeque<u8>>, _end_sender: Sender<()>) {
    let mut bytes = [0; 1 << 12];
    while let Ok(count @ 1..) = stderr.read(&mut bytes) {
        let mut end = end.lock().unwrap_or_else(PoisonError::into_inner);
        end.extend(&bytes[..count]);
        let excess = end.len().saturating_sub(MAX_ERRORS);
        end.drain(..excess);
    }
}

/// Kills all running programs on Ctrl-C, which a terminal sends only to our own group, and on SIGTERM.
pub(crate) fn stop_on_interrupt() -> anyhow::Result<()> {
    #[cfg(all(unix, feature = "serve"))]
    stop_on_termination()?;
    Ok(ctrlc::set_handler(|| running_groups::kill_all_and_exit(130))?)
}

/// Kills all running programs on SIGTERM. The feature `termination` of ctrlc would also handle SIGHUP, and
/// that for all commands, which would undo `nohup`.
#[cfg(all(unix, feature = "serve"))]
fn stop_on_termination() -> io::Result<()> {
    use tokio::signal::unix::{SignalKind, signal};

    let runtime = tokio::runtime::Builder::new_current_thread().enable_io().build()?;
    let mut termination = {
        let _guard = runtime.enter();
        signal(SignalKind::terminate())?
    };
    thread::Builder::new().spawn(move || {
        if runtime.block_on(termination.recv()).is_some() {
            running_groups::kill_all_and_exit(143);
        }
    })?;
    Ok(())
}

/// The process groups of the running programs: the program under test, and textbook solvers in its language.
mod running_groups {
    use std::collections::BTreeSet;
    use std::io;
    use std::process::{Child, Command};
    use std::sync::{Mutex, MutexGuard, PoisonError};

    static GROUPS: Mutex<BTreeSet<u32>> = Mutex::new(BTreeSet::new());

    fn groups() -> MutexGuard<'static, BTreeSet<u32>> {
        GROUPS.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Starts a program. Its group has the number of the program.
    pub(super) fn spawn(builder: &mut Command) -> io::Result<Child> {
        let mut groups = groups();
        let child = builder.spawn()?;
        groups.insert(child.id());
        Ok(child)
    }

    /// Kills a program and its group, and reaps it.
    pub(super) fn stop(child: &mut Child) {
        let mut groups = groups();
        kill(child.id());
        let _ = child.kill();
        let _ = child.wait();
        groups.remove(&child.id());
    }

    /// Kills all groups and exits. The lock is held until then, so that no program is started meanwhile.
    pub(super) fn kill_all_and_exit(status: i32) -> ! {
        let groups = groups();
        groups.iter().copied().for_each(kill);
        std::process::exit(status)
    }

    #[cfg(unix)]
    fn kill(group: u32) {
        use rustix::process::{Pid, Signal, kill_process_group};

        if let Some(group) = i32::try_from(group).ok().and_then(Pid::from_raw) {
            let _ = kill_process_group(group, Signal::KILL);
        }
    }

    /// Does nothing: a console sends Ctrl-C to all of its processes.
    #[cfg(not(unix))]
    fn kill(_group: u32) {}
}
