//! Limits of the server: bytes, connections and timeouts.
//!
//! The cost of a single request is limited by [`veridoku_api::limits`], for the server and for the engine in
//! the browser alike. Those limits count nodes and calls, not seconds; [`REQUEST_TIMEOUT`] is the last
//! resort. Work that has timed out continues until its budget is used up, but its result is discarded.

use std::time::Duration;

/// The maximum size of a request body: about 40,000 puzzles.
pub(super) const MAX_BODY_BYTES: usize = 4 << 20;
/// The maximum size of all request bodies that are being read or waiting for a thread.
pub(super) const MAX_QUEUED_BYTES: usize = 64 << 20;
/// The time from the start of a request to its response.
pub(super) const REQUEST_TIMEOUT: Duration = Duration::from_secs(30);
/// The time to receive the headers of a request.
pub(super) const HEADER_TIMEOUT: Duration = Duration::from_secs(10);
/// The time within which the client must accept some part of the response.
pub(super) const WRITE_TIMEOUT: Duration = Duration::from_secs(20);
/// The time for running requests to finish when the server stops.
pub(super) const SHUTDOWN_TIMEOUT: Duration = Duration::from_secs(5);
/// The maximum number of connections; others wait.
pub(super) const MAX_CONNECTIONS: usize = 512;
