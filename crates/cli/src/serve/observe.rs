//! What operators see of each request: a line in the log, and the metrics.

use super::api_error::{ApiError, ErrorCause};
use super::clients::Client;
use super::metrics::Metrics;
use super::requests;
use super::site;
use super::state::AppState;
use axum::body::HttpBody;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Instant, SystemTime};

/// Where a request comes from.
#[derive(Clone, Debug)]
pub(super) struct Peer {
    pub(super) address: IpAddr,
    pub(super) client: Arc<Client>,
    /// Whether the connection is only for health checks.
    pub(super) is_spare: bool,
}

/// The status that the log shows if the client left before it got a response, as nginx does.
const CLIENT_LEFT: u16 = 499;

/// The address of all clients that a proxy does not name.
const UNKNOWN_CLIENT: IpAddr = IpAddr::V4(Ipv4Addr::UNSPECIFIED);

const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");
const FORWARDED_FOR: HeaderName = HeaderName::from_static("x-forwarded-for");

/// A request that is being answered. It is recorded when it ends, whether it was answered or not.
struct Observation {
    metrics: Arc<Metrics>,
    id: String,
    address: IpAddr,
    method: String,
    path: String,
    operation: &'static str,
    start: Instant,
    status: StatusCode,
    bytes: u64,
    error: Option<String>,
}

impl Drop for Observation {
    fn drop(&mut self) {
        let Observation { id, address, method, path, operation, status, bytes, error, .. } = self;
        let time = self.start.elapsed();
        self.metrics.record(operation, *status, time, *bytes);
        let (milliseconds, status, error) = (time.as_millis() as u64, status.as_u16(), error.as_deref());
        if status >= 500 {
            tracing::error!(
                id, %address, method, path, operation, status, milliseconds, bytes, error, "request"
            );
        } else {
            tracing::info!(
                id, %address, method, path, operation, status, milliseconds, bytes, error, "request"
            );
        }
    }
}

/// Answers a request and records it.
pub(super) async fn observe(State(state): State<AppState>, mut request: Request, next: Next) -> Response {
    let Some(peer) = request.extensions().get::<Peer>().cloned() else {
        return ApiError::internal("a request without an address".to_string()).into_response();
    };
    let is_proxy = |address| state.clients.is_proxy(address);
    let is_proxied = is_proxy(peer.address);
    let address = forwarded_for(request.headers(), is_proxy).filter(|_| is_proxied).unwrap_or(peer.address);
    let client = if is_proxied { state.clients.at(address) } else { peer.client };
    let path = request.uri().path();
    let mut observation = Observation {
        metrics: Arc::clone(&state.metrics),
        id: given_id(request.headers()).filter(|_| is_proxied).unwrap_or_else(new_id),
        address,
        method: request.method().to_string(),
        path: path.chars().take(100).collect(),
        operation: operation_name(path),
        start: Instant::now(),
        status: StatusCode::from_u16(CLIENT_LEFT).expect("a status"),
        bytes: 0,
        error: None,
    };
    let mut response = if site::has_bad_host(request.version(), request.headers()) {
        ApiError::malformed("expected one Host header").into_response()
    } else if peer.is_spare && !is_for_operators(path) {
        ApiError::unavailable("busy", "too many connections; try again later").into_response()
    } else {
        request.extensions_mut().insert(client);
        next.run(request).await
    };
    if let Ok(id) = HeaderValue::from_str(&observation.id) {
        response.headers_mut().insert(REQUEST_ID, id);
    }
    observation.status = response.status();
    observation.bytes = response.body().size_hint().exact().unwrap_or_default();
    observation.error = response.extensions_mut().remove::<ErrorCause>().map(|cause| cause.0);
    response
}

/// Reports whether a path is for those who run the server, and is answered even if it is busy.
fn is_for_operators(path: &str) -> bool {
    ["/healthz", "/readyz", "/metrics"].contains(&path)
}

/// Returns the name of a request in metrics. There are few, whatever clients ask for.
fn operation_name(path: &str) -> &'static str {
    match path {
        _ if is_for_operators(path) => "monitoring",
        "/api/v1" => "catalogue",
        "/api/v1/openapi.json" => "openapi",
        _ if path.starts_with("/api/") => requests::operation(path).unwrap_or("unknown"),
        _ => "page",
    }
}

/// Returns the address of the client, or `None` if the header is missing. Each proxy appends the address of
/// the host that connected to it. Only our own proxies are trusted, so the client is the last address that is
/// not one of them.
///
/// An entry that is not an address, such as `unknown`, becomes [`UNKNOWN_CLIENT`], so that all such clients
/// together have the limits of one. They must not have the higher limits of the proxy.
fn forwarded_for(headers: &HeaderMap, is_proxy: impl Fn(IpAddr) -> bool) -> Option<IpAddr> {
    let values = headers.get_all(FORWARDED_FOR).iter().rev().map(|value| value.to_str().unwrap_or_default());
    let mut nearest = None;
    for value in values.flat_map(|value| value.rsplit(',')) {
        let address = forwarded_address(value.trim()).unwrap_or(UNKNOWN_CLIENT);
        nearest = Some(address);
        if !is_proxy(address) {
            break;
        }
    }
    nearest
}

/// Parses an address, with or without a port.
fn forwarded_address(text: &str) -> Option<IpAddr> {
    let brackets = |text: &str| text.strip_prefix('[')?.strip_suffix(']')?.parse().ok();
    let with_port = || text.parse().ok().map(|address: SocketAddr| address.ip());
    text.parse().ok().or_else(with_port).or_else(|| brackets(text))
}

/// Returns the id that a proxy has given to a request.
fn given_id(headers: &HeaderMap) -> Option<String> {
    let id = headers.get(REQUEST_ID)?.to_str().ok()?;
    let is_plain = (1..=64).contains(&id.len()) && id.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-');
    is_plain.then(|| id.to_string())
}

/// Returns a new id: the start of the server in microseconds, and a number.
fn new_id() -> String {
    static START: std::sync::OnceLock<u128> = std::sync::OnceLock::new();
    static NEXT: AtomicU64 = AtomicU64::new(1);
    let start = START.get_or_init(|| {
        SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).map_or(0, |time| time.as_micros())
    });
    format!("{start:x}-{}", NEXT.fetch_add(1, Ordering::Relaxed))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_proxy_names_the_client() {
        let headers = |values: &[&str]| {
            values.iter().map(|value| (FORWARDED_FOR, value.parse().unwrap())).collect::<HeaderMap>()
        };
        let is_proxy = |address: IpAddr| ["10.0.0.1", "10.0.0.2"].contains(&address.to_string().as_str());
        let address =
            |values: &[&str]| forwarded_for(&headers(values), is_proxy).map(|address| address.to_string());
        assert_eq!(address(&["1.2.3.4, 5.6.7.8"]).as_deref(), Some("5.6.7.8"));
        assert_eq!(address(&["1.2.3.4", "2001:db8::1"]).as_deref(), Some("2001:db8::1"));
        for unnamed in ["1.2.3.4, unknown", "_hidden", "", "1.2.3.4,", "unknown, 10.0.0.1"] {
            assert_eq!(address(&[unnamed]).as_deref(), Some("0.0.0.0"), "{unnamed}");
        }
        // A chain of our own proxies: what precedes the client is its own claim.
        assert_eq!(address(&["9.9.9.9, 1.2.3.4, 10.0.0.1", "10.0.0.2"]).as_deref(), Some("1.2.3.4"));
        assert_eq!(address(&["10.0.0.1"]).as_deref(), Some("10.0.0.1"));
        for (text, expected) in [
            ("1.2.3.4:5678", "1.2.3.4"),
            ("[2001:db8::1]:5678", "2001:db8::1"),
            ("[2001:db8::1]", "2001:db8::1"),
        ] {
            assert_eq!(address(&[text]).as_deref(), Some(expected));
        }
        assert_eq!(address(&[]), None);
    }

    #[test]
    fn ids_are_different_and_harmless() {
        assert_ne!(new_id(), new_id());
        let given = |id: &str| given_id(&HeaderMap::from_iter([(REQUEST_ID, id.parse().unwrap())]));
        assert_eq!(given("a1-B2").as_deref(), Some("a1-B2"));
        assert_eq!((given("a\"b"), given(&"a".repeat(65))), (None, None));
    }
}
