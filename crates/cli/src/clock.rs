//! Two clocks: the CPU time of the current thread, and wall-clock time.
//!
//! Not all platforms report the CPU time of a thread.

use std::time::{Duration, Instant};

/// A clock for measuring elapsed time.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Clock {
    /// The CPU time of the current thread.
    Cpu,
    /// Wall-clock time.
    Wall,
}

impl Clock {
    /// Returns the CPU clock if the platform has one, otherwise the wall clock.
    pub(crate) fn cpu_or_wall() -> Clock {
        if cpu_time().is_some() { Clock::Cpu } else { Clock::Wall }
    }

    /// Returns the clock's name, as shown in reports.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Clock::Cpu => "cpu",
            Clock::Wall => "wall",
        }
    }
}

/// A starting point on both clocks.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Stopwatch {
    wall: Instant,
    cpu: Option<Duration>,
}

impl Stopwatch {
    /// Starts measuring.
    pub(crate) fn start() -> Stopwatch {
        Stopwatch { wall: Instant::now(), cpu: cpu_time() }
    }

    /// Returns the time since the start. Falls back to wall-clock time if there is no CPU time.
    pub(crate) fn elapsed(&self, clock: Clock) -> Duration {
        let cpu = || cpu_time()?.checked_sub(self.cpu?);
        match clock {
            Clock::Cpu => cpu().unwrap_or_else(|| self.wall.elapsed()),
            Clock::Wall => self.wall.elapsed(),
        }
    }
}

/// Returns the CPU time of the current thread, if the platform reports it.
#[cfg(any(target_os = "linux", target_os = "android", target_os = "macos", target_os = "freebsd"))]
fn cpu_time() -> Option<Duration> {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Some(Duration::new(time.tv_sec.try_into().ok()?, time.tv_nsec.try_into().ok()?))
}

#[cfg(not(any(target_os = "linux", target_os = "android", target_os = "macos", target_os = "freebsd")))]
fn cpu_time() -> Option<Duration> {
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_run_forward() {
        let stopwatch = Stopwatch::start();
        for clock in [Clock::cpu_or_wall(), Clock::Wall] {
            let (first, second) = (stopwatch.elapsed(clock), stopwatch.elapsed(clock));
            assert!(first <= second, "{}", clock.name());
        }
    }
}
