//! Limits of the server: bytes, connections and timeouts.
//!
//! The cost of a single request is limited by [`veridoku_api::Request::restrict`], for the server and for the
//! engine in the browser alike. Those limits count nodes and calls, not seconds; [`REQUEST_TIMEOUT`] is the
//! last resort. A request that has timed out may continue to run until it exhausts its budget, but its result
//! is discarded.

use std::time::Duration;

/// The maximum size of a request body: about 40,000 puzzles.
pub(super) const MAX_BODY_BYTES: usize = 4 << 20;
/// The maximum size of all request bodies that are being read or waiting for a thread.
pub(super) const MAX_QUEUED_BYTES: usize = 64 << 20;
/// The maximum time from the start of a request to its response.
pub(super) const REQUEST_TIMEOUT: Duration = Duration::from_secs(30);
/// The maximum time to wait for running requests when the server stops.
pub(super) const SHUTDOWN_TIMEOUT: Duration = Duration::from_secs(5);

/// The limits of connections.
#[derive(Copy, Clone, Debug)]
pub(super) struct ConnectionLimits {
    /// The maximum number of connections; further clients must wait.
    pub(super) connections: usize,
    /// The maximum time to receive the headers of a request.
    pub(super) header_timeout: Duration,
    /// The maximum time for which a client may stop accepting data while a response is being sent.
    pub(super) write_timeout: Duration,
}

impl Default for ConnectionLimits {
    fn default() -> ConnectionLimits {
        ConnectionLimits {
            connections: 512,
            header_timeout: Duration::from_secs(10),
            write_timeout: Duration::from_secs(20),
        }
    }
}
