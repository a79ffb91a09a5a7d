//! A connection that fails if the client reads too slowly.

use super::limits::MIN_BYTES_SENT;
use std::io::{self, ErrorKind, IoSlice};
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::{Duration, Instant};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::time::{Sleep, sleep};

/// A connection whose client may keep the server waiting for at most `timeout` in total until it has accepted
/// the next [`MIN_BYTES_SENT`]. Otherwise, a client that reads a byte now and then would keep its answer in
/// memory forever.
pub(super) struct MinimumRate {
    stream: TcpStream,
    timeout: Duration,
    /// The time that the client has left for the next bytes.
    time_left: Duration,
    /// The number of bytes that it must still accept in this time.
    bytes_left: usize,
    /// While a write waits: since when, and until when.
    waiting: Option<(Instant, Pin<Box<Sleep>>)>,
}

impl MinimumRate {
    pub(super) fn new(stream: TcpStream, timeout: Duration) -> MinimumRate {
        MinimumRate { stream, timeout, time_left: timeout, bytes_left: MIN_BYTES_SENT, waiting: None }
    }

    /// Checks the rate after an attempt to write.
    fn check(&mut self, cx: &mut Context<'_>, written: Poll<io::Result<usize>>) -> Poll<io::Result<usize>> {
        let Poll::Ready(result) = written else {
            let start = || (Instant::now(), Box::pin(sleep(self.time_left)));
            let (_, timer) = self.waiting.get_or_insert_with(start);
            ready!(timer.as_mut().poll(cx));
            return Poll::Ready(Err(io::Error::new(ErrorKind::TimedOut, "the client reads too slowly")));
        };
        if let Some((start, _)) = self.waiting.take() {
            self.time_left = self.time_left.saturating_sub(start.elapsed());
        }
        self.bytes_left = self.bytes_left.saturating_sub(*result.as_ref().unwrap_or(&0));
        if self.bytes_left == 0 {
            (self.time_left, self.bytes_left) = (self.timeout, MIN_BYTES_SENT);
        }
        Poll::Ready(result)
    }
}

impl AsyncRead for MinimumRate {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(cx, buffer)
    }
}

impl AsyncWrite for MinimumRate {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write(cx, bytes);
        self.check(cx, written)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        slices: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write_vectored(cx, slices);
        self.check(cx, written)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(cx)
    }
}
