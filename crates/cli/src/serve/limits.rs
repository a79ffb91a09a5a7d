//! How much a server can stand: bytes, connections, and the time for each part of a conversation.
//!
//! What the work on one question may cost is said by [`veridoku_api::limits`], for the server and for the engine in the
//! browser alike. It counts nodes and calls, never seconds; the clock in [`TIME`] is the last resort. Work that is late
//! goes on until its budget ends it, though nobody waits for it any more.

use std::time::Duration;

/// The bytes of a question: a file of 40,000 puzzles.
pub(super) const MAX_BODY_BYTES: usize = 4 << 20;
/// The bytes of all questions that are being read or wait for a thread.
pub(super) const MAX_QUEUED_BYTES: usize = 64 << 20;
/// The time from the first byte of a question to its answer.
pub(super) const REQUEST_TIMEOUT: Duration = Duration::from_secs(30);
/// The time for the headers of a question.
pub(super) const HEADER_TIMEOUT: Duration = Duration::from_secs(10);
/// The time in which some part of an answer must be taken.
pub(super) const WRITE_TIMEOUT: Duration = Duration::from_secs(20);
/// The time that questions have to be answered when the server stops.
pub(super) const SHUTDOWN_TIMEOUT: Duration = Duration::from_secs(5);
/// The connections at one time; others wait.
pub(super) const MAX_CONNECTIONS: usize = 512;
