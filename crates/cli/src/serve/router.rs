//! The routes of the server, and the headers of every response.

use super::api_error::ApiError;
use super::requests::{self, AppState, Exposure};
use super::{assets, openapi};
use axum::extract::Request;
use axum::http::{HeaderName, HeaderValue, Method, header};
use axum::middleware::{Next, from_fn};
use axum::response::{IntoResponse, Response};
use axum::routing::{MethodRouter, get, post};
use axum::{Json, Router};
use tower_http::CompressionLevel;
use tower_http::compression::CompressionLayer;

/// Allows only files from this server, and no inline scripts or styles. The engine in the browser is
/// WebAssembly, which needs a separate permission.
const CONTENT_SECURITY_POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; \
    style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; worker-src 'self'; \
    manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// The headers of every response.
const HEADERS: [(HeaderName, &str); 4] = [
    (header::CONTENT_SECURITY_POLICY, CONTENT_SECURITY_POLICY),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::REFERRER_POLICY, "no-referrer"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
];

/// Creates the router.
pub(super) fn router(exposure: Exposure) -> Router {
    Router::new()
        .route("/healthz", read_only(get(|| async { Json(serde_json::json!({"status": "ok"})) })))
        .route("/api/v1", read_only(get(requests::list_operations)))
        .route("/api/v1/openapi.json", read_only(get(|| async { Json(openapi::document()) })))
        .route(
            "/api/v1/{operation}",
            post(requests::handle)
                .fallback(|| async { ApiError::method("POST", "expected POST with a JSON body") }),
        )
        .fallback(asset)
        .with_state(AppState::new(exposure))
        .layer(CompressionLayer::new().quality(CompressionLevel::Fastest))
        .layer(from_fn(with_headers))
}

/// Restricts a route to GET and HEAD.
fn read_only(route: MethodRouter<AppState>) -> MethodRouter<AppState> {
    route.fallback(|| async { ApiError::method("GET, HEAD", "expected GET") })
}

/// Serves a file of the web page.
async fn asset(request: Request) -> Response {
    if request.method() != Method::GET && request.method() != Method::HEAD {
        return ApiError::method("GET, HEAD", "expected GET").into_response();
    }
    let path = request.uri().path();
    match assets::find(path) {
        Some(asset) => asset.answer(request.headers()),
        None => ApiError::missing(format!("not found: {path:?}")).into_response(),
    }
}

async fn with_headers(request: Request, next: Next) -> Response {
    let mut response = next.run(request).await;
    for (name, value) in HEADERS {
        response.headers_mut().insert(name, HeaderValue::from_static(value));
    }
    response
}
