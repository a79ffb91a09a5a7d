//! Limits of the server: bytes, connections, work and times.
//!
//! The cost of a single request is limited by [`veridoku_api::Request::restrict`], for the server and for the
//! engine in the browser alike. Those limits count nodes and calls, not seconds. A request whose client leaves,
//! or that takes longer than [`Timeouts::request`], is stopped.

use std::sync::LazyLock;
use std::time::Duration;

/// The timeouts of the server. Tests use shorter ones.
#[derive(Copy, Clone, Debug)]
pub(super) struct Timeouts {
    /// The maximum time to receive the headers of a request.
    pub(super) header: Duration,
    /// The maximum time to receive the body of a request.
    pub(super) body: Duration,
    /// The maximum time from the end of a request to its response.
    pub(super) request: Duration,
    /// The maximum time for which a client may keep the server waiting for each [`MIN_BYTES_SENT`].
    pub(super) write: Duration,
    /// The maximum time to wait for running requests when the server stops.
    pub(super) shutdown: Duration,
}

impl Default for Timeouts {
    fn default() -> Timeouts {
        Timeouts {
            header: Duration::from_secs(10),
            body: Duration::from_secs(20),
            request: Duration::from_secs(30),
            write: Duration::from_secs(10),
            shutdown: Duration::from_secs(5),
        }
    }
}

/// The number of bytes that a client must accept within [`Timeouts::write`].
pub(super) const MIN_BYTES_SENT: usize = 128 << 10;
/// The maximum size of the headers of a request.
pub(super) const MAX_HEADER_BYTES: usize = 32 << 10;
/// The maximum time to receive the headers on a connection that is only for health checks.
pub(super) const SPARE_HEADER_TIMEOUT: Duration = Duration::from_secs(1);

/// The maximum number of connections that wait to be accepted. The system may allow fewer. Further clients
/// must try again after a second or longer, which delays even health checks.
#[cfg(unix)]
pub(super) const MAX_WAITING_CONNECTIONS: i32 = 4096;

/// Something that clients share.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum Resource {
    Connections,
    /// Connections beyond the limit, which only check the health of the server.
    SpareConnections,
    /// The bytes of request bodies that are being read, or wait for a worker.
    BodyBytes,
    /// The bytes of answers of long operations that are being computed or sent.
    AnswerBytes,
    /// The same for quick operations.
    QuickAnswerBytes,
    /// Workers for quick operations.
    QuickWork,
    /// Workers for long operations.
    LongWork,
}

impl Resource {
    pub(super) const ALL: [Resource; 7] = [
        Resource::Connections,
        Resource::SpareConnections,
        Resource::BodyBytes,
        Resource::AnswerBytes,
        Resource::QuickAnswerBytes,
        Resource::QuickWork,
        Resource::LongWork,
    ];

    /// Returns the name of the resource in metrics.
    pub(super) fn name(self) -> &'static str {
        match self {
            Resource::Connections => "connections",
            Resource::SpareConnections => "spare_connections",
            Resource::BodyBytes => "body_bytes",
            Resource::AnswerBytes => "answer_bytes",
            Resource::QuickAnswerBytes => "quick_answer_bytes",
            Resource::QuickWork => "quick_work",
            Resource::LongWork => "long_work",
        }
    }
}

/// Returns the number of units of a resource that all clients together may use, and the number for a single
/// address.
pub(super) fn quotas(resource: Resource) -> [usize; 2] {
    // The call reads several files, and quotas are looked up for each new client.
    static CORES: LazyLock<usize> =
        LazyLock::new(|| std::thread::available_parallelism().map_or(1, usize::from));
    let cores = *CORES;
    match resource {
        Resource::Connections => [512, 128],
        Resource::SpareConnections => [64, 4],
        Resource::BodyBytes | Resource::QuickAnswerBytes => [64 << 20, 16 << 20],
        Resource::AnswerBytes => [128 << 20, 56 << 20],
        Resource::QuickWork => [2 * cores, cores],
        // At least two, so that a single address cannot use all.
        Resource::LongWork => [cores.max(2), (cores * 3 / 4).max(1)],
    }
}

/// Where an operation waits for its turn. Quick operations do not wait for long ones.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum Lane {
    Quick,
    Long,
}

impl Lane {
    /// Returns the lane of an operation.
    pub(super) fn of(operation: &str) -> Lane {
        match operation {
            "solve" | "check" | "count" | "code" | "hint" | "techniques" | "grade-step" | "canon"
            | "transform" | "picture" | "convert" | "catalogue" | "extract" => Lane::Quick,
            _ => Lane::Long,
        }
    }

    pub(super) fn resource(self) -> Resource {
        match self {
            Lane::Quick => Resource::QuickWork,
            Lane::Long => Resource::LongWork,
        }
    }

    pub(super) fn answer_resource(self) -> Resource {
        match self {
            Lane::Quick => Resource::QuickAnswerBytes,
            Lane::Long => Resource::AnswerBytes,
        }
    }

    /// Returns the maximum size of an answer.
    pub(super) fn max_answer_bytes(self) -> usize {
        match self {
            Lane::Quick => 4 << 20,
            Lane::Long => 24 << 20,
        }
    }
}

/// Returns the maximum size of the request for an operation: about 40,000 puzzles, or one puzzle with plenty of
/// room for options and comments.
pub(super) fn max_body_bytes(operation: &str) -> usize {
    if operation == "solve-many" { 4 << 20 } else { 256 << 10 }
}
