//! The log on standard error.
//!
//! A thread writes it, so that a slow reader of the log delays no request. While the queue of lines is full,
//! further lines are dropped.

use std::io::{self, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, TrySendError, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

/// The format of the log.
#[derive(Copy, Clone, Debug, clap::ValueEnum)]
pub(super) enum LogFormat {
    /// Lines for people
    Text,
    /// A JSON object per line
    Json,
}

/// The maximum number of lines in the queue.
const QUEUE: usize = 1000;
/// The maximum time for which [`Log::finish`] waits.
const FINISH_TIMEOUT: Duration = Duration::from_secs(1);
/// The time after which it tries again if the queue is full.
const FULL_QUEUE_WAIT: Duration = Duration::from_millis(5);

/// The queue to the thread that writes the log.
#[derive(Clone)]
pub(super) struct Log {
    queue: SyncSender<Entry>,
    dropped: Arc<AtomicU64>,
}

enum Entry {
    Line(Vec<u8>),
    /// Asks for a reply as soon as all lines before it are written.
    Finish(SyncSender<()>),
}

impl Log {
    /// Starts the thread that writes the log.
    pub(super) fn start(format: LogFormat) -> io::Result<Log> {
        let (queue, entries) = sync_channel(QUEUE);
        let log = Log { queue, dropped: Arc::default() };
        let dropped = Arc::clone(&log.dropped);
        thread::Builder::new().name("log".to_string()).spawn(move || write_entries(&entries, &dropped))?;
        let writer = log.clone();
        let lines = tracing_subscriber::fmt().with_writer(move || writer.clone()).with_target(false);
        match format {
            LogFormat::Text => lines.init(),
            LogFormat::Json => lines.json().flatten_event(true).init(),
        }
        Ok(log)
    }

    /// Waits until all lines are written, for at most [`FINISH_TIMEOUT`].
    pub(super) fn finish(&self) {
        let deadline = Instant::now() + FINISH_TIMEOUT;
        let (done, is_done) = sync_channel(1);
        let mut entry = Entry::Finish(done);
        while let Err(TrySendError::Full(rejected)) = self.queue.try_send(entry) {
            if Instant::now() >= deadline {
                return;
            }
            entry = rejected;
            thread::sleep(FULL_QUEUE_WAIT);
        }
        let _ = is_done.recv_timeout(deadline.saturating_duration_since(Instant::now()));
    }
}

/// Adds a line to the queue. The subscriber passes each line in a single call.
impl Write for Log {
    fn write(&mut self, line: &[u8]) -> io::Result<usize> {
        if self.queue.try_send(Entry::Line(line.to_vec())).is_err() {
            self.dropped.fetch_add(1, Ordering::Relaxed);
        }
        Ok(line.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Writes the log, including how many lines were dropped.
fn write_entries(entries: &Receiver<Entry>, dropped: &AtomicU64) {
    let mut reported = 0;
    for entry in entries {
        // Taking the entry has made room for this line. Later, other lines might fill the queue first.
        let total = dropped.load(Ordering::Relaxed);
        if total > reported {
            reported = total;
            // If this line is dropped as well, the total grows and is reported again.
            tracing::warn!(dropped = total, "lines of the log were dropped because it was read too slowly");
        }
        match entry {
            Entry::Line(line) => {
                let _ = io::stderr().write_all(&line);
            }
            Entry::Finish(done) => {
                let _ = done.send(());
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_full_queue_is_written_before_the_log_finishes() {
        let (queue, entries) = sync_channel(1);
        let mut log = Log { queue, dropped: Arc::default() };
        log.write_all(b"kept").unwrap();
        log.write_all(b"dropped").unwrap();
        assert_eq!(log.dropped.load(Ordering::Relaxed), 1);
        let reader = thread::spawn(move || {
            thread::sleep(Duration::from_millis(50));
            let mut lines = Vec::new();
            for entry in entries {
                match entry {
                    Entry::Line(line) => lines.push(line),
                    Entry::Finish(done) => {
                        done.send(()).unwrap();
                        return (lines, true);
                    }
                }
            }
            (lines, false)
        });
        log.finish();
        drop(log);
        assert_eq!(reader.join().unwrap(), (vec![b"kept".to_vec()], true));
    }
}
