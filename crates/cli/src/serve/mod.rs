//! `veridoku serve`: the web page and the HTTP API.
//!
//! ```text
//! connection ──▶ router ──▶ /                     web page, from the binary      assets.rs
//!  at most 512;             /healthz              health check                   router.rs
//!  slow headers             /api/v1               list of operations             requests.rs
//!  time out                 /api/v1/{operation}   veridoku-api, on a worker      requests.rs
//!                           /api/v1/openapi.json  OpenAPI description            openapi.rs
//! ```
//!
//! With `--health-check`, the command is a client of `/healthz` instead (`health.rs`).
//!
//! The server keeps no state: a game is stored in the browser, and a request contains its whole puzzle. Every
//! request has a maximum size, a budget and a timeout ([`limits`]).

mod api_error;
mod assets;
mod browser;
mod health;
mod limits;
mod requests;
mod router;

pub(crate) use assets::find as file;

use crate::output::{self, ExitOutcome};
use anyhow::Context;
use axum::Router;
use clap::Args;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use limits::ConnectionLimits;
use requests::Exposure;
use std::io;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::TcpListener;
use tokio::sync::Semaphore;
use tokio_io_timeout::TimeoutWriter;

#[derive(Debug, Args)]
pub(crate) struct ServeArgs {
    /// Address to listen on; 0.0.0.0 accepts connections from the network
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1")]
    host: String,

    /// Port to listen on; 0 picks a free one
    #[arg(long, value_name = "N", default_value_t = 8729)]
    port: u16,

    /// Open the page in a browser
    #[arg(long)]
    open: bool,

    /// Check the server that runs at this address and port, instead of starting one
    ///
    /// The exit status is 0 if it answers and 1 if not.
    #[arg(long, conflicts_with = "open")]
    health_check: bool,
}

/// Runs the server until the process receives a signal to stop, or checks one that is running.
pub(crate) fn run(options: &ServeArgs) -> anyhow::Result<ExitOutcome> {
    if options.health_check {
        return Ok(health::check(&options.host, options.port));
    }
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .context("cannot start the server threads")?;
    let outcome = runtime.block_on(serve(options));
    // Running requests would end once they exhaust their budget; the process does not wait for them.
    runtime.shutdown_background();
    outcome
}

async fn serve(options: &ServeArgs) -> anyhow::Result<ExitOutcome> {
    let (host, port) = (options.host.as_str(), options.port);
    let listener = TcpListener::bind((host, port)).await.map_err(|error| {
        let advice = match error.kind() {
            io::ErrorKind::AddrInUse | io::ErrorKind::PermissionDenied => {
                "; use --port 0 to pick a free port"
            }
            _ => "",
        };
        anyhow::Error::from(error).context(format!("cannot listen on {host}, port {port}{advice}"))
    })?;
    let bound = listener.local_addr()?;
    let exposure = if bound.ip().is_loopback() { Exposure::Loopback } else { Exposure::Network };
    let address = format!("http://{bound}");
    let stop = stop_signal().context("cannot install the signal handler")?;
    output::message(&format!("veridoku: serving at {address} (press Ctrl-C to stop)"));
    if options.open {
        browser::open(&address);
    }
    accept(&listener, router::router(exposure), ConnectionLimits::default(), stop).await;
    Ok(ExitOutcome::Success)
}

/// Accepts connections until `stop` is ready, then lets running requests finish.
async fn accept(
    listener: &TcpListener,
    router: Router,
    limits: ConnectionLimits,
    stop: impl Future<Output = ()>,
) {
    let mut builder = http1::Builder::new();
    builder.timer(TokioTimer::new()).header_read_timeout(limits.header_timeout);
    let permits = Arc::new(Semaphore::new(limits.connections));
    let graceful = GracefulShutdown::new();
    tokio::pin!(stop);
    loop {
        let next = async {
            let permit = Arc::clone(&permits).acquire_owned().await;
            (permit, listener.accept().await)
        };
        let (permit, accepted) = tokio::select! {
            next = next => next,
            () = &mut stop => break,
        };
        // The client has closed the connection early, or too many files are open: try again.
        let Ok((stream, _)) = accepted else {
            tokio::time::sleep(Duration::from_millis(10)).await;
            continue;
        };
        let service = TowerToHyperService::new(router.clone());
        // The timeout of a request ends with its response. Without a timeout for writes, a client that never
        // reads its response would occupy a connection forever.
        let mut stream = TimeoutWriter::new(stream);
        stream.set_timeout(Some(limits.write_timeout));
        let io = TokioIo::new(Box::pin(stream));
        let connection = graceful.watch(builder.serve_connection(io, service));
        tokio::spawn(async move {
            // Errors mean that the client has disconnected or was too slow.
            let _ = connection.await;
            drop(permit);
        });
    }
    let _ = tokio::time::timeout(limits::SHUTDOWN_TIMEOUT, graceful.shutdown()).await;
}

/// Returns a future that is ready on Ctrl-C or SIGTERM. The handlers are installed by this call, not by the
/// first poll, so that no signal is missed once the address has been printed.
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

/// Returns a future that is ready on Ctrl-C or Ctrl-Break, or if the console window is closed.
#[cfg(windows)]
fn stop_signal() -> io::Result<impl Future<Output = ()>> {
    use tokio::signal::windows::{ctrl_break, ctrl_c, ctrl_close};
    let (mut interrupt, mut stop, mut close) = (ctrl_c()?, ctrl_break()?, ctrl_close()?);
    Ok(async move {
        tokio::select! {
            _ = interrupt.recv() => {}
            _ = stop.recv() => {}
            _ = close.recv() => {}
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::ErrorKind;
    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    use tokio::net::TcpStream;

    const SHORT: ConnectionLimits = ConnectionLimits {
        connections: 1,
        header_timeout: Duration::from_millis(50),
        write_timeout: Duration::from_millis(50),
    };

    /// Connects a client that sends `request` and does not read, to a server for one client. Checks that the
    /// next client is served, and returns what the first one could have read.
    async fn stall(request: &[u8]) -> Vec<u8> {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let serving = tokio::spawn(async move {
            accept(&listener, router::router(Exposure::Loopback), SHORT, std::future::pending()).await;
        });
        let mut slow = TcpStream::connect(address).await.unwrap();
        slow.write_all(request).await.unwrap();
        let mut quick = TcpStream::connect(address).await.unwrap();
        quick.write_all(b"GET /healthz HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n").await.unwrap();
        let mut answer = String::new();
        quick.read_to_string(&mut answer).await.unwrap();
        assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
        let mut rest = Vec::new();
        let ended = slow.read_to_end(&mut rest).await.map_err(|error| error.kind());
        assert!(matches!(ended, Ok(_) | Err(ErrorKind::ConnectionReset)), "{ended:?}");
        serving.abort();
        rest
    }

    #[tokio::test]
    async fn slow_headers_time_out() {
        let answer = stall(b"GET /healthz HTTP/1.1\r\nx-slow: ").await;
        assert!(!answer.starts_with(b"HTTP/1.1 200"));
    }

    #[tokio::test]
    async fn a_client_that_does_not_read_times_out() {
        // Far more than the buffers of the system can hold.
        let requests = 20_000;
        let answer = stall(&b"GET / HTTP/1.1\r\nhost: x\r\n\r\n".repeat(requests)).await;
        let page = include_bytes!("../../web/index.html");
        assert!(answer.len() < requests * page.len());
    }
}
