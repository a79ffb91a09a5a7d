//! Counts requests, and writes the counts in the text format of Prometheus.

use super::clients::Clients;
use super::limits::Resource;
use axum::http::StatusCode;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// The upper bounds of the histograms of times, in milliseconds.
const BUCKETS: [u64; 10] = [1, 3, 10, 30, 100, 300, 1000, 3000, 10_000, 30_000];

/// The requests so far.
#[derive(Default)]
pub(super) struct Metrics {
    requests: Mutex<Requests>,
}

#[derive(Default)]
struct Requests {
    by_status: BTreeMap<(&'static str, u16), u64>,
    times: BTreeMap<&'static str, Times>,
    response_bytes: u64,
    /// Connections that were closed at once, because there were too many.
    refused_connections: u64,
}

/// The times of the requests for an operation.
#[derive(Default)]
struct Times {
    buckets: [u64; BUCKETS.len()],
    count: u64,
    total: Duration,
}

impl Metrics {
    /// Counts a request.
    pub(super) fn record(&self, operation: &'static str, status: StatusCode, time: Duration, bytes: u64) {
        let mut requests = self.requests.lock().unwrap_or_else(PoisonError::into_inner);
        *requests.by_status.entry((operation, status.as_u16())).or_default() += 1;
        requests.response_bytes += bytes;
        let times = requests.times.entry(operation).or_default();
        for (count, &bound) in times.buckets.iter_mut().zip(&BUCKETS) {
            *count += u64::from(time <= Duration::from_millis(bound));
        }
        times.count += 1;
        times.total += time;
    }

    /// Counts a connection that was closed at once.
    pub(super) fn record_refused_connection(&self) {
        self.requests.lock().unwrap_or_else(PoisonError::into_inner).refused_connections += 1;
    }

    /// Writes all metrics.
    pub(super) fn render(&self, clients: &Clients) -> String {
        let mut text = String::new();
        self.requests.lock().unwrap_or_else(PoisonError::into_inner).render(&mut text);
        head(&mut text, "in_use", "gauge", "Units of a resource in use.");
        for resource in Resource::ALL {
            let (name, used) = (resource.name(), clients.in_use(resource));
            let _ = writeln!(text, "veridoku_in_use{{resource=\"{name}\"}} {used}");
        }
        if let Some(bytes) = resident_bytes() {
            let _ = writeln!(text, "# TYPE process_resident_memory_bytes gauge");
            let _ = writeln!(text, "process_resident_memory_bytes {bytes}");
        }
        text
    }
}

impl Requests {
    fn render(&self, text: &mut String) {
        head(text, "requests_total", "counter", "Requests by operation and status.");
        for ((operation, status), count) in &self.by_status {
            let labels = format!("operation=\"{operation}\",status=\"{status}\"");
            let _ = writeln!(text, "veridoku_requests_total{{{labels}}} {count}");
        }
        head(text, "request_seconds", "histogram", "Times from the headers of a request to its response.");
        for (operation, times) in &self.times {
            for (&bound, count) in BUCKETS.iter().zip(times.buckets) {
                let bound = Duration::from_millis(bound).as_secs_f64();
                let labels = format!("operation=\"{operation}\",le=\"{bound}\"");
                let _ = writeln!(text, "veridoku_request_seconds_bucket{{{labels}}} {count}");
            }
            let (labels, count) = (format!("operation=\"{operation}\""), times.count);
            let _ = writeln!(text, "veridoku_request_seconds_bucket{{{labels},le=\"+Inf\"}} {count}");
            let total = times.total.as_secs_f64();
            let _ = writeln!(text, "veridoku_request_seconds_sum{{{labels}}} {total}");
            let _ = writeln!(text, "veridoku_request_seconds_count{{{labels}}} {count}");
        }
        for (name, about, value) in [
            ("response_bytes_total", "Bytes of responses, before compression.", self.response_bytes),
            ("refused_connections_total", "Connections closed at once.", self.refused_connections),
        ] {
            head(text, name, "counter", about);
            let _ = writeln!(text, "veridoku_{name} {value}");
        }
    }
}

/// Writes the description of a metric.
fn head(text: &mut String, name: &str, kind: &str, about: &str) {
    let _ = writeln!(text, "# HELP veridoku_{name} {about}\n# TYPE veridoku_{name} {kind}");
}

/// Returns the memory of this process, where the system has a file that says so.
fn resident_bytes() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    line.trim().strip_suffix(" kB")?.parse::<u64>().ok().map(|kilobytes| kilobytes << 10)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn requests_are_counted_by_status_and_time() {
        let metrics = Metrics::default();
        metrics.record("solve", StatusCode::OK, Duration::from_millis(2), 100);
        metrics.record("solve", StatusCode::OK, Duration::from_millis(200), 50);
        metrics.record("solve", StatusCode::BAD_REQUEST, Duration::from_secs(60), 5);
        let text = metrics.render(&Clients::new(Vec::new()));
        for line in [
            "veridoku_requests_total{operation=\"solve\",status=\"200\"} 2",
            "veridoku_requests_total{operation=\"solve\",status=\"400\"} 1",
            "veridoku_request_seconds_bucket{operation=\"solve\",le=\"0.001\"} 0",
            "veridoku_request_seconds_bucket{operation=\"solve\",le=\"0.003\"} 1",
            "veridoku_request_seconds_bucket{operation=\"solve\",le=\"30\"} 2",
            "veridoku_request_seconds_bucket{operation=\"solve\",le=\"+Inf\"} 3",
            "veridoku_request_seconds_sum{operation=\"solve\"} 60.202",
            "veridoku_response_bytes_total 155",
            "veridoku_in_use{resource=\"long_work\"} 0",
        ] {
            assert!(text.lines().any(|other| other == line), "{line} in {text}");
        }
    }
}
