//! Accepts connections, within the limits for all clients and for each address.
//!
//! A client beyond the limits gets a spare connection, which answers health checks and refuses everything
//! else. If there are too many of those as well, the connection is closed at once.

#[cfg(unix)]
use super::limits::MAX_WAITING_CONNECTIONS;
use super::limits::{MAX_HEADER_BYTES, Resource, SPARE_HEADER_TIMEOUT};
use super::minimum_rate::MinimumRate;
use super::observe::Peer;
use super::router;
use super::state::AppState;
use axum::Router;
use axum::extract::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::{GracefulShutdown, Watcher};
use hyper_util::service::TowerToHyperService;
use std::io;
use std::net::SocketAddr;
use std::time::Duration;
use tokio::net::{TcpListener, TcpStream, ToSocketAddrs};
use tower::ServiceExt;

/// Listens on an address.
pub(super) async fn listen(address: impl ToSocketAddrs) -> io::Result<TcpListener> {
    let listener = TcpListener::bind(address).await?;
    // A second call only changes the size of the queue.
    #[cfg(unix)]
    rustix::net::listen(&listener, MAX_WAITING_CONNECTIONS)?;
    Ok(listener)
}

/// Accepts connections until `stop` is ready, then lets running requests finish.
pub(super) async fn accept(listener: &TcpListener, state: AppState, stop: impl Future<Output = ()>) {
    let server = Server { router: router::router(state.clone()), state };
    let graceful = GracefulShutdown::new();
    tokio::select! {
        () = server.accept_all(listener, || Some(graceful.watcher())) => {}
        () = stop => {}
    }
    server.state.stop();
    let finished = tokio::time::timeout(server.state.timeouts.shutdown, graceful.shutdown());
    tokio::select! {
        // Tells health checks that the server is stopping.
        () = server.accept_all(listener, || None) => {}
        _ = finished => {}
    }
}

struct Server {
    router: Router,
    state: AppState,
}

impl Server {
    /// Accepts connections. Without watchers, all of them are spare ones.
    async fn accept_all(&self, listener: &TcpListener, watcher: impl Fn() -> Option<Watcher>) {
        loop {
            match listener.accept().await {
                Ok((stream, address)) => self.start(stream, address, watcher()),
                // The client has closed the connection early, or too many files are open: try again.
                Err(error) => {
                    tracing::warn!(%error, "cannot accept a connection");
                    tokio::time::sleep(Duration::from_millis(10)).await;
                }
            }
        }
    }

    /// Serves a connection on a new task.
    fn start(&self, stream: TcpStream, address: SocketAddr, watcher: Option<Watcher>) {
        let (address, timeouts) = (address.ip(), self.state.timeouts);
        let client = self.state.clients.at(address);
        let usual =
            watcher.and_then(|watcher| Some((client.try_acquire(Resource::Connections, 1).ok()?, watcher)));
        let mut builder = http1::Builder::new();
        builder.timer(TokioTimer::new()).max_buf_size(MAX_HEADER_BYTES);
        let peer = Peer { address, client, is_spare: usual.is_none() };
        let router = self.router.clone();
        let serve = |builder: &http1::Builder, peer: Peer| {
            let service = router.map_request(move |mut request: Request<Incoming>| {
                request.extensions_mut().insert(peer.clone());
                request
            });
            let io = TokioIo::new(MinimumRate::new(stream, timeouts.write));
            builder.serve_connection(io, TowerToHyperService::new(service))
        };
        // Errors mean that the client has disconnected or was too slow.
        if let Some((permit, watcher)) = usual {
            let connection = watcher.watch(serve(builder.header_read_timeout(timeouts.header), peer));
            tokio::spawn(async move {
                let _ = connection.await;
                drop(permit);
            });
        } else if let Ok(permit) = peer.client.try_acquire(Resource::SpareConnections, 1) {
            builder.header_read_timeout(SPARE_HEADER_TIMEOUT).keep_alive(false);
            let connection = serve(&builder, peer);
            tokio::spawn(async move {
                let _ = connection.await;
                drop(permit);
            });
        } else {
            self.state.metrics.record_refused_connection();
        }
    }
}
