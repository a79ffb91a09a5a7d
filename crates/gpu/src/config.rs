//! How the work of an engine is distributed.

/// The maximum number of puzzles that a lane can hold.
pub(crate) const MAX_LANE_PUZZLES: usize = 1 << 17;
/// The minimum number of puzzles in a packet, if the batch has that many.
pub(crate) const MIN_PACKET_SIZE: usize = 1 << 13;

/// How the work is distributed.
#[derive(Copy, Clone, Debug)]
pub(crate) struct EngineConfig {
    /// Number of puzzles per packet.
    pub(crate) packet_size: usize,
    /// Number of workers to start, at most the total number of workers of all devices.
    pub(crate) workers: usize,
    /// Maximum number of puzzles in batches that are waiting for unfinished puzzles. At this limit, no more
    /// batches are accepted.
    pub(crate) max_pending: usize,
    /// Number of nodes after which a search is moved from a CPU thread to all threads of a device.
    pub(crate) split_after_nodes: u64,
    /// Number of threads that can be started, used to simulate an operating system that refuses to start
    /// more.
    #[cfg(test)]
    pub(crate) max_threads: usize,
}
