//! The routes of the server, and the headers of every response.

use super::api_error::ApiError;
use super::assets;
use super::observe;
use super::requests;
use super::state::AppState;
use axum::extract::State;
use axum::http::{HeaderName, HeaderValue, header};
use axum::middleware;
use axum::response::{IntoResponse, Response};
use axum::routing::{MethodRouter, get, post};
use axum::{Json, Router};
use serde_json::json;
use tower_http::CompressionLevel;
use tower_http::compression::CompressionLayer;
use tower_http::set_header::SetResponseHeaderLayer;
use veridoku_api::openapi;

/// Allows only files from this server, and no inline scripts or styles. The engine in the browser is
/// WebAssembly, which needs a separate permission. The sandbox has its own policy.
const CONTENT_SECURITY_POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; \
    style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; worker-src 'self'; \
    manifest-src 'self'; frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// The headers of every response that does not set them itself.
const HEADERS: [(HeaderName, &str); 4] = [
    (header::CONTENT_SECURITY_POLICY, CONTENT_SECURITY_POLICY),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::REFERRER_POLICY, "no-referrer"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
];

/// Creates the router.
pub(super) fn router(state: AppState) -> Router {
    let operation = post(requests::handle)
        .fallback(|| async { ApiError::method("POST", "expected POST with a JSON body") });
    let router = Router::new()
        .route("/healthz", read_only(get(|| async { Json(json!({"status": "ok"})) })))
        .route("/readyz", read_only(get(ready)))
        .route("/metrics", read_only(get(metrics)))
        .route("/api/v1", read_only(get(requests::list_operations)))
        .route(
            "/api/v1/openapi.json",
            read_only(get(|| async { ([(header::CONTENT_TYPE, "application/json")], openapi::TEXT) })),
        )
        .route("/api/v1/{operation}", operation)
        // Compressed better than answers, because the page is the same for everybody.
        .fallback_service(read_only(get(assets::serve)).layer(CompressionLayer::new()))
        .with_state(state.clone())
        .layer(middleware::from_fn_with_state(state, observe::observe))
        .layer(CompressionLayer::new().quality(CompressionLevel::Fastest));
    HEADERS.into_iter().fold(router, |router, (name, value)| {
        router.layer(SetResponseHeaderLayer::if_not_present(name, HeaderValue::from_static(value)))
    })
}

/// `GET /readyz`: whether the server accepts requests.
async fn ready(State(state): State<AppState>) -> Response {
    if state.is_stopping() {
        return ApiError::unavailable("stopping", "the server is stopping").into_response();
    }
    Json(json!({"status": "ready"})).into_response()
}

/// `GET /metrics`: what the server does, for Prometheus.
async fn metrics(State(state): State<AppState>) -> Response {
    let media_type = [(header::CONTENT_TYPE, "text/plain; version=0.0.4; charset=utf-8")];
    (media_type, state.metrics.render(&state.clients)).into_response()
}

/// Restricts a route to GET and HEAD.
fn read_only<S: Clone + Send + Sync + 'static>(route: MethodRouter<S>) -> MethodRouter<S> {
    route.fallback(|| async { ApiError::method("GET, HEAD", "expected GET") })
}
