//! Two clocks: the CPU time of a thread, and the time on the wall.
//!
//! A file of its own because only some systems tell the CPU time of a thread.

use std::time::{Duration, Instant};

/// What time is measured by.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Clock {
    /// The time that this thread worked.
    Cpu,
    /// The time that went by.
    Wall,
}

impl Clock {
    /// The CPU clock where there is one, else the wall clock.
    pub(crate) fn cpu_or_wall() -> Clock {
        if cpu_time().is_some() { Clock::Cpu } else { Clock::Wall }
    }

    /// Its name in reports.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Clock::Cpu => "cpu",
            Clock::Wall => "wall",
        }
    }
}

/// Both clocks, looked at.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Stopwatch {
    wall: Instant,
    cpu: Option<Duration>,
}

impl Stopwatch {
    /// Looks at the clocks.
    pub(crate) fn start() -> Stopwatch {
        Stopwatch { wall: Instant::now(), cpu: cpu_time() }
    }

    /// The time since then by a clock; where there is no CPU time, by the wall.
    pub(crate) fn elapsed(&self, clock: Clock) -> Duration {
        let cpu = || cpu_time()?.checked_sub(self.cpu?);
        match clock {
            Clock::Cpu => cpu().unwrap_or_else(|| self.wall.elapsed()),
            Clock::Wall => self.wall.elapsed(),
        }
    }
}

/// The time that this thread has worked so far, where the system tells.
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
