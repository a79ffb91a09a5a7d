//! The server on a connection in memory, for fuzzing.

use super::limits::{MAX_HEADER_BYTES, Timeouts};
use super::observe::Peer;
use super::router;
use super::site::Site;
use super::state::AppState;
use axum::Router;
use axum::extract::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use std::net::{IpAddr, Ipv4Addr};
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::runtime::Runtime;
use tower::ServiceExt;

const ADDRESS: IpAddr = IpAddr::V4(Ipv4Addr::LOCALHOST);

/// A server that handles one connection at a time.
struct MemoryServer {
    runtime: Runtime,
    state: AppState,
    router: Router,
}

thread_local! {
    static SERVER: MemoryServer = {
        let timeouts = Timeouts { request: Duration::from_millis(50), ..Timeouts::default() };
        let state = AppState::new(Site::default(), Vec::new(), timeouts);
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
        MemoryServer {
            runtime: runtime.expect("a runtime can be created"),
            router: router::router(state.clone()),
            state,
        }
    };
}

/// Sends bytes to the server in packets of this size, and returns what it sends back until it closes the
/// connection. The last packet is followed by the end of the stream.
///
/// # Panics
///
/// Panics if the server does.
pub fn respond(bytes: &[u8], packet: usize, is_spare: bool) -> Vec<u8> {
    SERVER.with(|MemoryServer { runtime, state, router }| {
        let peer = Peer { address: ADDRESS, client: state.clients.at(ADDRESS), is_spare };
        let service = router.clone().map_request(move |mut request: Request<Incoming>| {
            request.extensions_mut().insert(peer.clone());
            request
        });
        let mut builder = http1::Builder::new();
        // The client has sent everything, but still reads.
        builder.timer(TokioTimer::new()).max_buf_size(MAX_HEADER_BYTES).half_close(true);
        runtime.block_on(async {
            let (client, server) = tokio::io::duplex(1 << 16);
            let connection =
                builder.serve_connection(TokioIo::new(server), TowerToHyperService::new(service));
            let (mut reader, mut writer) = tokio::io::split(client);
            let send = async {
                for part in bytes.chunks(packet) {
                    // The server may have closed the connection.
                    if writer.write_all(part).await.is_err() {
                        break;
                    }
                    tokio::task::yield_now().await;
                }
                let _ = writer.shutdown().await;
            };
            let mut received = Vec::new();
            let _ = tokio::join!(connection, send, reader.read_to_end(&mut received));
            received
        })
    })
}
