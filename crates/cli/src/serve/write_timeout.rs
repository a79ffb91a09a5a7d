//! A stream with a timeout for writes.
//!
//! The timeouts for headers and requests do not cover sending the response, which waits in the buffers of the
//! system until the client reads it. Without a timeout for writes, a client that never reads its response
//! would occupy a connection forever.

use std::io::{self, ErrorKind, IoSlice};
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::Sleep;

/// A stream whose writes fail if the client accepts no data for a given time.
#[derive(Debug)]
pub(super) struct WriteTimeoutStream<S> {
    stream: S,
    limit: Duration,
    /// The timer, which runs while a write is pending.
    timer: Option<Pin<Box<Sleep>>>,
}

impl<S: AsyncWrite + Unpin> WriteTimeoutStream<S> {
    pub(super) fn new(stream: S, limit: Duration) -> WriteTimeoutStream<S> {
        WriteTimeoutStream { stream, limit, timer: None }
    }

    /// Returns the result of a write, or an error if it has been pending for too long.
    fn check_timeout<T>(
        &mut self,
        written: Poll<io::Result<T>>,
        context: &mut Context<'_>,
    ) -> Poll<io::Result<T>> {
        if written.is_ready() {
            self.timer = None;
            return written;
        }
        let timer = self.timer.get_or_insert_with(|| Box::pin(tokio::time::sleep(self.limit)));
        ready!(timer.as_mut().poll(context));
        Poll::Ready(Err(ErrorKind::TimedOut.into()))
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for WriteTimeoutStream<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(context, buffer)
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for WriteTimeoutStream<S> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.check_timeout(written, context)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let flushed = Pin::new(&mut self.stream).poll_flush(context);
        self.check_timeout(flushed, context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let closed = Pin::new(&mut self.stream).poll_shutdown(context);
        self.check_timeout(closed, context)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        slices: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write_vectored(context, slices);
        self.check_timeout(written, context)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tokio::io::{AsyncReadExt, AsyncWriteExt};

    #[tokio::test]
    async fn a_client_that_does_not_read_times_out() {
        let (mut reader, writer) = tokio::io::duplex(64);
        let mut writer = WriteTimeoutStream::new(writer, Duration::from_millis(20));
        writer.write_all(&[7; 64]).await.unwrap();
        let refused = writer.write_all(&[7; 64]).await.map_err(|error| error.kind());
        assert_eq!(refused, Err(ErrorKind::TimedOut));
        // Writing succeeds again after the client has read some data.
        reader.read_exact(&mut [0; 64]).await.unwrap();
        writer.write_all(&[7; 64]).await.unwrap();
    }
}
