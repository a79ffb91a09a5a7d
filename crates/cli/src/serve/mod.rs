//! `veridoku serve`: the page and the HTTP interface.
//!
//! ```text
//! connection ──▶ router ──▶ /                     the page, out of the binary      assets.rs
//!  at most 512,             /healthz              whether it lives                 router.rs
//!  slow headers             /api/v1               what can be asked                questions.rs
//!  are cut off              /api/v1/{operation}   veridoku-api, on its own thread  questions.rs
//!                           /api/v1/openapi.json  the same for programs            openapi.rs
//! ```
//!
//! The server keeps nothing: a game lives in the browser, and a question has its whole puzzle with it.
//! Every question has a size, a budget, and a time after which nobody waits for it ([`limits`]).

mod api_error;
mod assets;
mod browser;
mod limits;
mod openapi;
mod requests;
mod router;
mod write_timeout;

use crate::args;
use crate::output::{self, ExitOutcome};
use anyhow::Context;
use axum::Router;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use requests::Exposure;
use std::io;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::TcpListener;
use tokio::sync::Semaphore;
use write_timeout::WriteTimeoutStream;

/// Serves until it is told to stop.
pub(crate) fn run(options: &args::ServeArgs) -> anyhow::Result<ExitOutcome> {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .context("cannot start the threads of the server")?;
    let outcome = runtime.block_on(serve(options));
    // A question that is still being worked on ends with its budget; nobody waits for it any more.
    runtime.shutdown_background();
    outcome
}

async fn serve(options: &args::ServeArgs) -> anyhow::Result<ExitOutcome> {
    let (host, port) = (options.host.as_str(), options.port);
    let listener = TcpListener::bind((host, port))
        .await
        .with_context(|| format!("cannot listen on {host}, port {port}; try --port 0 for any free one"))?;
    let bound = listener.local_addr()?;
    let exposure = if bound.ip().is_loopback() { Exposure::Loopback } else { Exposure::Network };
    let address = format!("http://{bound}");
    let stop = stop_signal().context("cannot listen for Ctrl-C")?;
    output::message(&format!("veridoku: the page is at {address} (Ctrl-C stops it)"));
    if options.open {
        browser::open(&address);
    }
    accept(&listener, router::router(exposure), limits::MAX_CONNECTIONS, limits::HEADER_TIMEOUT, stop).await;
    Ok(ExitOutcome::Success)
}

/// Accepts connections until `stop` is ready, then lets those that are being answered finish.
async fn accept(
    listener: &TcpListener,
    router: Router,
    connections: usize,
    headers: Duration,
    stop: impl Future<Output = ()>,
) {
    let mut builder = http1::Builder::new();
    builder.timer(TokioTimer::new()).header_read_timeout(headers);
    let places = Arc::new(Semaphore::new(connections));
    let graceful = GracefulShutdown::new();
    tokio::pin!(stop);
    loop {
        let next = async {
            let place = Arc::clone(&places).acquire_owned().await;
            (place, listener.accept().await)
        };
        let (place, accepted) = tokio::select! {
            next = next => next,
            () = &mut stop => break,
        };
        // A connection that is gone before it is taken, or too many open files: the next may do.
        let Ok((stream, _)) = accepted else {
            tokio::time::sleep(Duration::from_millis(10)).await;
            continue;
        };
        let service = TowerToHyperService::new(router.clone());
        let stream = WriteTimeoutStream::new(stream, limits::WRITE_TIMEOUT);
        let connection = graceful.watch(builder.serve_connection(TokioIo::new(stream), service));
        tokio::spawn(async move {
            // What goes wrong here is that the other side went away, or was too slow.
            let _ = connection.await;
            drop(place);
        });
    }
    let _ = tokio::time::timeout(limits::SHUTDOWN_TIMEOUT, graceful.shutdown()).await;
}

/// Ready when the process is asked to end: Ctrl-C, or a polite kill. It listens from the call on, not from the first
/// poll, so that nobody who was told the address can be too early.
#[cfg(unix)]
fn stop_signal() -> io::Result<impl Future<Output = ()>> {
    use tokio::signal::unix::{SignalKind, signal};
    let (mut interrupt, mut terminate) = (signal(SignalKind::interrupt())?, signal(SignalKind::terminate())?);
    Ok(async move {
        tokio::select! {
            _ = interrupt.recv() => {}
            _ = terminate.recv() => {}
        }
    })
}

/// Ready when the process is asked to end by Ctrl-C.
#[cfg(not(unix))]
fn stop_signal() -> io::Result<impl Future<Output = ()>> {
    Ok(async { drop(tokio::signal::ctrl_c().await) })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::ErrorKind;
    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    use tokio::net::TcpStream;

    /// Whoever sends a header letter by letter is cut off, and the place is free for the next.
    #[tokio::test]
    async fn slow_headers_are_cut_off() {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let serving = tokio::spawn(async move {
            let never = std::future::pending();
            accept(&listener, router::router(Exposure::Loopback), 1, Duration::from_millis(50), never).await;
        });
        let mut slow = TcpStream::connect(address).await.unwrap();
        slow.write_all(b"GET /healthz HTTP/1.1\r\nx-slow: ").await.unwrap();
        let mut quick = TcpStream::connect(address).await.unwrap();
        quick.write_all(b"GET /healthz HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n").await.unwrap();
        let mut answer = String::new();
        quick.read_to_string(&mut answer).await.unwrap();
        assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
        let mut rest = Vec::new();
        let ended = slow.read_to_end(&mut rest).await.map_err(|error| error.kind());
        assert!(matches!(ended, Ok(_) | Err(ErrorKind::ConnectionReset)), "{ended:?}");
        assert!(!rest.starts_with(b"HTTP/1.1 200"));
        serving.abort();
    }
}
