//! Progress on standard error: a bar on a terminal, and otherwise a line from time to time.
//!
//! Set the variable `VERIDOKU_NO_PROGRESS` to any value to turn it off.

use crate::terminal::{self, message};
use indicatif::{HumanDuration, ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::{self, IsTerminal};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};
use veridoku_api::render::numbers::group_digits;

/// The time until a bar appears.
const BAR_DELAY: Duration = Duration::from_millis(700);

/// The time between two updates of the bar. Lines are further apart.
const REPORT_INTERVAL: Duration = Duration::from_millis(200);

/// Reports the progress of a run on standard error: by a bar if that is a terminal, otherwise by a line from
/// time to time. A separate thread does so, because a single puzzle may take minutes.
#[derive(Debug)]
pub(crate) struct ProgressReporter {
    progress: Arc<RunProgress>,
    thread: Option<JoinHandle<()>>,
}

/// The progress of a run.
#[derive(Debug)]
pub(crate) struct RunProgress {
    state: Mutex<ProgressState>,
    ended: Condvar,
}

/// How much of the input has been read.
#[derive(Copy, Clone, Debug, Default)]
pub(crate) struct InputProgress {
    /// The number of bytes of the puzzles read so far.
    pub(crate) bytes_read: u64,
    /// The size of all inputs, if it is known.
    pub(crate) total_bytes: Option<u64>,
}

#[derive(Debug)]
struct ProgressState {
    start: Instant,
    /// The number of puzzles read.
    begun: u64,
    /// The number of puzzles answered.
    answered: u64,
    input: InputProgress,
    bar: Option<ProgressBar>,
    /// When the bar may appear, since the start.
    next_bar: Duration,
    next_line: Duration,
    is_ended: bool,
}

impl ProgressReporter {
    /// Starts to report the progress of a run. Nothing appears at first.
    pub(crate) fn start() -> ProgressReporter {
        let progress = Arc::<RunProgress>::default();
        let reported = Arc::clone(&progress);
        let thread = std::thread::Builder::new();
        // If the thread cannot be started, there are no reports.
        let thread = is_enabled().then(|| thread.spawn(move || reported.report_until_end()).ok()).flatten();
        ProgressReporter { progress, thread }
    }

    pub(crate) fn progress(&self) -> &Arc<RunProgress> {
        &self.progress
    }
}

impl Drop for ProgressReporter {
    /// Ends the reports, and removes the bar.
    fn drop(&mut self) {
        self.progress.state().is_ended = true;
        self.progress.ended.notify_all();
        // A report that is cut off by a panic does not matter.
        let _ = self.thread.take().map(JoinHandle::join);
    }
}

impl Default for RunProgress {
    fn default() -> RunProgress {
        let state = ProgressState {
            start: Instant::now(),
            begun: 0,
            answered: 0,
            input: InputProgress::default(),
            bar: None,
            next_bar: BAR_DELAY,
            next_line: FIRST_LINE_DELAY,
            is_ended: false,
        };
        RunProgress { state: Mutex::new(state), ended: Condvar::new() }
    }
}

impl RunProgress {
    fn state(&self) -> MutexGuard<'_, ProgressState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Records that puzzles have been read.
    pub(crate) fn begin(&self, puzzles: usize) {
        self.state().begun += puzzles as u64;
    }

    /// Records the number of puzzles answered so far, and the progress of the input.
    pub(crate) fn advance(&self, answered: u64, input: InputProgress) {
        let mut state = self.state();
        (state.answered, state.input) = (answered, input);
    }

    /// Removes the bar while `write` writes to the same terminal.
    pub(crate) fn hide_during<R>(&self, write: impl FnOnce() -> R) -> R {
        let mut state = self.state();
        state.hide();
        let result = write();
        state.next_bar = state.start.elapsed() + BAR_DELAY;
        result
    }

    fn report_until_end(&self) {
        let mut state = self.state();
        while !state.is_ended {
            (state, _) =
                self.ended.wait_timeout(state, REPORT_INTERVAL).unwrap_or_else(PoisonError::into_inner);
            // If all puzzles have been answered, the run waits for more input.
            if !state.is_ended && state.begun > state.answered {
                state.report();
            }
        }
        state.hide();
    }
}

impl ProgressState {
    fn report(&mut self) {
        let elapsed = self.start.elapsed();
        let text = input_progress_text(self.answered, self.input, elapsed);
        if !io::stderr().is_terminal() {
            if elapsed >= self.next_line {
                message(&format!("veridoku: {text}"));
                self.next_line *= 2;
            }
        } else if elapsed >= self.next_bar {
            let total = self.input.total_bytes.filter(|_| self.answered > 0);
            let bar = self.bar.get_or_insert_with(|| bar_with(None, "{spinner} {msg}"));
            if bar.is_finished() {
                bar.reset();
            }
            if let Some(total) = total {
                bar.set_style(style("{wide_bar} {percent:>3} % {msg}"));
                bar.set_length(total);
                bar.set_position(self.input.bytes_read);
            }
            bar.set_message(text);
            bar.tick();
        }
    }

    /// Removes the bar.
    fn hide(&mut self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}

/// Reports whether progress is shown at all.
fn is_enabled() -> bool {
    std::env::var_os("VERIDOKU_NO_PROGRESS").is_none_or(|value| value.is_empty())
}

fn style(template: &str) -> ProgressStyle {
    ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar())
}

/// Creates a bar. Ctrl-C removes it from the screen and ends the process, unless the command handles Ctrl-C.
fn bar_with(length: Option<u64>, template: &str) -> ProgressBar {
    let target = ProgressDrawTarget::stderr_with_hz(10);
    let bar = ProgressBar::with_draw_target(length, target).with_style(style(template));
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
    if puzzles == 0 {
        return format!("no puzzle finished yet after {}", HumanDuration(elapsed));
    }
    let text = format!("{} puzzles so far, {}", group_digits(puzzles), rate_text(puzzles, elapsed));
    let (Some(total), read @ 1..) = (progress.total_bytes, progress.bytes_read) else { return text };
    let left = elapsed.as_millis() * u128::from(total.saturating_sub(read)) / u128::from(read);
    format!("{text}, {:#} left", HumanDuration(Duration::from_millis(left as u64)))
}

/// A progress bar for generated or rated puzzles, with the number of attempts. If standard error is not a
/// terminal, it prints a line from time to time instead.
#[derive(Debug)]
pub(crate) struct CountProgressBar {
    is_enabled: bool,
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
        let (is_enabled, start) = (is_enabled(), Instant::now());
        CountProgressBar { is_enabled, start, count, bar: None, next_line: FIRST_LINE_DELAY }
    }

    /// Updates the bar with the number of puzzles found and, if a puzzle may take several attempts, the
    /// number of attempts.
    pub(crate) fn advance(&mut self, found: u64, attempts: Option<u64>) {
        if !self.is_enabled {
            return;
        }
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
            Some(bar) if terminal::is_terminal() => bar.suspend(act),
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
    let rarity = match attempts.checked_div(found) {
        None => String::new(),
        Some(each) => format!(", 1 in {}", group_digits(each.max(1))),
    };
    format!(
        "{} of {} puzzles, {} attempts{rarity}, {}",
        group_digits(found),
        group_digits(count),
        group_digits(attempts),
        rate_text(attempts, elapsed)
    )
}

/// Formats a rate per second, or per minute or hour if it is less than one per second or minute.
fn rate_text(count: u64, elapsed: Duration) -> String {
    let millis = elapsed.as_millis().max(1);
    let rate = |seconds: u128| u128::from(count) * 1000 * seconds / millis;
    let units = [("s", rate(1)), ("min", rate(60)), ("h", rate(3600))];
    let (unit, rate) = units.into_iter().find(|(_, rate)| *rate > 0).unwrap_or(units[2]);
    format!("{}/{unit}", group_digits(rate as u64))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_time_left_is_estimated_from_the_average() {
        let progress = InputProgress { bytes_read: 10, total_bytes: Some(50) };
        let text = input_progress_text(7, progress, Duration::from_secs(2));
        assert_eq!(text, "7 puzzles so far, 3/s, 8s left");
        let progress = InputProgress { bytes_read: 10, total_bytes: None };
        assert_eq!(input_progress_text(7, progress, Duration::from_secs(2)), "7 puzzles so far, 3/s");
        let text = input_progress_text(0, progress, Duration::from_secs(50));
        assert_eq!(text, "no puzzle finished yet after 50 seconds");
    }

    #[test]
    fn slow_runs_have_a_rate_too() {
        let rate = |count, seconds| rate_text(count, Duration::from_secs(seconds));
        assert_eq!(rate(12_345, 1), "12,345/s");
        assert_eq!(rate(9, 10), "54/min");
        assert_eq!(rate(2, 3600), "2/h");
        let text = progress_text(1, 5, Some(3), Duration::from_secs(10));
        assert_eq!(text, "1 of 5 puzzles, 3 attempts, 1 in 3, 18/min");
    }
}
