//! The progress bar of long batches, on standard error, for people only.

use crate::output;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::{self, IsTerminal};
use std::time::{Duration, Instant};

/// How long a batch runs before a bar appears.
const PATIENCE: Duration = Duration::from_millis(700);

/// How far the input is read.
#[derive(Copy, Clone, Debug, Default)]
pub(crate) struct Position {
    /// The number of bytes read so far.
    pub(crate) bytes_read: u64,
    /// The size of all inputs, if it is known.
    pub(crate) total_bytes: Option<u64>,
}

/// The bar, once there is one.
#[derive(Debug)]
pub(crate) struct Progress {
    start: Instant,
    bar: Option<ProgressBar>,
    /// Whether somebody sees standard error and no answers run over the same screen.
    is_wanted: bool,
}

impl Progress {
    pub(crate) fn new() -> Progress {
        let is_wanted = io::stderr().is_terminal() && !output::is_seen();
        Progress { start: Instant::now(), bar: None, is_wanted }
    }

    /// So many puzzles are done, and the input is read so far.
    pub(crate) fn advance(&mut self, puzzles: u64, position: Position) {
        if !self.is_wanted || self.start.elapsed() < PATIENCE {
            return;
        }
        let bar = self.bar.get_or_insert_with(|| new_bar(position.total_bytes, self.start));
        bar.set_position(position.bytes_read);
        let rate = u128::from(puzzles) * 1000 / self.start.elapsed().as_millis().max(1);
        bar.set_message(format!("{puzzles} puzzles, {rate}/s"));
    }

    pub(crate) fn finish(self) {
        if let Some(bar) = self.bar {
            bar.finish_and_clear();
        }
    }
}

fn new_bar(total_bytes: Option<u64>, start: Instant) -> ProgressBar {
    let template = match total_bytes {
        Some(_) => "{wide_bar} {percent:>3} % {msg}, {eta} left",
        None => "{spinner} {bytes} {msg}",
    };
    let style = ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar());
    ProgressBar::with_draw_target(total_bytes, ProgressDrawTarget::stderr_with_hz(10))
        .with_style(style)
        .with_elapsed(start.elapsed())
}
