//! Progress bars on standard error, shown only on a terminal.

use crate::input::InputProgress;
use crate::output::{self, group_digits, message};
use indicatif::{HumanDuration, ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::{self, IsTerminal};
use std::time::{Duration, Instant};

/// The time until a bar appears.
const BAR_DELAY: Duration = Duration::from_millis(700);

/// A progress bar for reading input. If standard error is not a terminal, it prints a line from time to time
/// instead.
#[derive(Debug)]
pub(crate) struct InputProgressBar {
    start: Instant,
    bar: Option<ProgressBar>,
    next_line: Duration,
}

impl InputProgressBar {
    /// Creates the bar. It appears after a delay.
    pub(crate) fn new() -> InputProgressBar {
        InputProgressBar { start: Instant::now(), bar: None, next_line: FIRST_LINE_DELAY }
    }

    /// Updates the bar with the number of puzzles answered and the progress of the input.
    pub(crate) fn advance(&mut self, puzzles: u64, progress: InputProgress) {
        let elapsed = self.start.elapsed();
        if !io::stderr().is_terminal() {
            if elapsed >= self.next_line {
                message(&format!("veridoku: {} so far", input_progress_text(puzzles, progress, elapsed)));
                self.next_line *= 2;
            }
            return;
        }
        if elapsed < BAR_DELAY {
            return;
        }
        let bar = self.bar.get_or_insert_with(|| new_bar(progress.total_bytes));
        bar.set_position(progress.bytes_read);
        bar.set_message(input_progress_text(puzzles, progress, elapsed));
    }

    pub(crate) fn finish(self) {
        if let Some(bar) = self.bar {
            bar.finish_and_clear();
        }
    }
}

fn new_bar(total_bytes: Option<u64>) -> ProgressBar {
    bar_with(
        total_bytes,
        if total_bytes.is_some() { "{wide_bar} {percent:>3} % {msg}" } else { "{spinner} {bytes} {msg}" },
    )
}

/// Creates a bar. Ctrl-C removes it from the screen and ends the process, unless the command handles Ctrl-C.
fn bar_with(length: Option<u64>, template: &str) -> ProgressBar {
    let style = ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar());
    let target = ProgressDrawTarget::stderr_with_hz(10);
    let bar = ProgressBar::with_draw_target(length, target).with_style(style);
    let interrupted = bar.clone();
    // Fails if the command has a handler.
    let _ = ctrlc::try_set_handler(move || {
        interrupted.finish_and_clear();
        std::process::exit(130);
    });
    bar
}

/// Formats the progress of reading input. The time left is estimated from the average so far.
fn input_progress_text(puzzles: u64, progress: InputProgress, elapsed: Duration) -> String {
    let rate = u128::from(puzzles) * 1000 / elapsed.as_millis().max(1);
    let text = format!("{} puzzles, {}/s", group_digits(puzzles), group_digits(rate as u64));
    let (Some(total), read @ 1..) = (progress.total_bytes, progress.bytes_read) else { return text };
    let left = elapsed.as_millis() * u128::from(total.saturating_sub(read)) / u128::from(read);
    format!("{text}, {:#} left", HumanDuration(Duration::from_millis(left as u64)))
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
            let bar = self.bar.get_or_insert_with(|| bar_with(Some(self.count), "{wide_bar} {msg}"));
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_time_left_is_estimated_from_the_average() {
        let progress = InputProgress { bytes_read: 10, total_bytes: Some(50) };
        let text = input_progress_text(7, progress, Duration::from_secs(2));
        assert_eq!(text, "7 puzzles, 3/s, 8s left");
        let progress = InputProgress { bytes_read: 10, total_bytes: None };
        assert_eq!(input_progress_text(7, progress, Duration::from_secs(2)), "7 puzzles, 3/s");
    }
}
