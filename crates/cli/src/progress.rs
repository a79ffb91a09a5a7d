//! Progress bars on standard error, shown only on a terminal.

use crate::input::InputProgress;
use crate::output::{self, group_digits, message};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::{self, IsTerminal};
use std::time::{Duration, Instant};

/// The time until a bar appears.
const BAR_DELAY: Duration = Duration::from_millis(700);

/// A progress bar for reading input.
#[derive(Debug)]
pub(crate) struct InputProgressBar {
    start: Instant,
    bar: Option<ProgressBar>,
}

impl InputProgressBar {
    /// Creates the bar. It appears after a delay.
    pub(crate) fn new() -> InputProgressBar {
        InputProgressBar { start: Instant::now(), bar: None }
    }

    /// Updates the bar with the number of puzzles answered and the progress of the input.
    pub(crate) fn advance(&mut self, puzzles: u64, progress: InputProgress) {
        if self.start.elapsed() < BAR_DELAY {
            return;
        }
        let bar = self.bar.get_or_insert_with(|| new_bar(progress.total_bytes, self.start));
        bar.set_position(progress.bytes_read);
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

/// A progress bar for generated or rated puzzles, with the number of attempts. If standard error is not a
/// terminal, it prints a line from time to time instead.
#[derive(Debug)]
pub(crate) struct CountProgressBar {
    start: Instant,
    count: u64,
    bar: Option<ProgressBar>,
    next_line: Duration,
}

/// The time until the first line is printed if standard error is not a terminal.
const FIRST_LINE_DELAY: Duration = Duration::from_secs(10);

/// Lines are printed only if puzzles take at least this many attempts on average.
const MIN_ATTEMPTS_PER_PUZZLE: u64 = 10;

impl CountProgressBar {
    /// Creates the bar for this number of puzzles. It appears after a delay.
    pub(crate) fn new(count: u64) -> CountProgressBar {
        CountProgressBar { start: Instant::now(), count, bar: None, next_line: FIRST_LINE_DELAY }
    }

    /// Updates the bar with the number of puzzles found and, if a puzzle may take several attempts, the
    /// number of attempts.
    pub(crate) fn advance(&mut self, found: u64, attempts: Option<u64>) {
        let elapsed = self.start.elapsed();
        if io::stderr().is_terminal() && elapsed >= BAR_DELAY {
            let bar = self.bar.get_or_insert_with(|| {
                let template = "{wide_bar} {msg}";
                let style =
                    ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar());
                ProgressBar::with_draw_target(Some(self.count), ProgressDrawTarget::stderr_with_hz(10))
                    .with_style(style)
            });
            bar.set_position(found);
            bar.set_message(progress_text(found, self.count, attempts, elapsed));
        } else if elapsed >= self.next_line
            && attempts.is_none_or(|attempts| attempts >= MIN_ATTEMPTS_PER_PUZZLE * found.max(1))
        {
            message(&format!("veridoku: {} so far", progress_text(found, self.count, attempts, elapsed)));
            self.next_line *= 2;
        }
    }

    /// Hides the bar while `act` writes to the same terminal.
    pub(crate) fn suspend<R>(&self, act: impl FnOnce() -> R) -> R {
        match &self.bar {
            Some(bar) if output::is_terminal() => bar.suspend(act),
            _ => act(),
        }
    }

    pub(crate) fn finish(&mut self) {
        if let Some(bar) = self.bar.take() {
            bar.finish_and_clear();
        }
    }
}

/// Formats the progress.
fn progress_text(found: u64, count: u64, attempts: Option<u64>, elapsed: Duration) -> String {
    let Some(attempts) = attempts else {
        return format!("{} of {} puzzles", group_digits(found), group_digits(count));
    };
    let rate = u128::from(attempts) * 1000 / elapsed.as_millis().max(1);
    let rarity = match attempts.checked_div(found) {
        None => String::new(),
        Some(each) => format!(", 1 in {}", group_digits(each.max(1))),
    };
    format!(
        "{} of {} puzzles, {} attempts{rarity}, {rate}/s",
        group_digits(found),
        group_digits(count),
        group_digits(attempts)
    )
}
