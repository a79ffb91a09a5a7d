//! Errors for requests that do not reach the engine, in the same JSON format as the errors of the engine.

use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use std::time::Duration;
use veridoku_api::Version;

/// A request that cannot be passed to the engine.
#[derive(Clone, Debug)]
pub(super) struct ApiError {
    status: StatusCode,
    kind: &'static str,
    error: String,
    /// The allowed methods, if the method was wrong.
    allowed: Option<&'static str>,
}

#[derive(Serialize)]
struct ErrorBody<'a> {
    operation: &'static str,
    version: Version,
    kind: &'a str,
    error: &'a str,
}

impl ApiError {
    pub(super) fn new(status: StatusCode, kind: &'static str, error: impl Into<String>) -> ApiError {
        ApiError { status, kind, error: error.into(), allowed: None }
    }

    /// Creates the error for a method that the path does not allow.
    pub(super) fn method(allowed: &'static str, error: &str) -> ApiError {
        let allowed = Some(allowed);
        ApiError { allowed, ..ApiError::new(StatusCode::METHOD_NOT_ALLOWED, "method", error) }
    }

    /// Creates the error for a body that is not a valid request.
    pub(super) fn malformed(error: impl Into<String>) -> ApiError {
        ApiError::new(StatusCode::BAD_REQUEST, "malformed", error)
    }

    /// Creates the error for a request that was not answered within this time.
    pub(super) fn late(limit: Duration) -> ApiError {
        let error = format!("no answer within {} seconds", limit.as_secs());
        ApiError::new(StatusCode::SERVICE_UNAVAILABLE, "late", error)
    }

    /// Creates the error for an unknown path.
    pub(super) fn missing(error: impl Into<String>) -> ApiError {
        ApiError::new(StatusCode::NOT_FOUND, "missing", error)
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let body = ErrorBody { operation: "error", version: Version, kind: self.kind, error: &self.error };
        let mut response = (self.status, axum::Json(body)).into_response();
        if let Some(allowed) = self.allowed {
            response.headers_mut().insert(header::ALLOW, HeaderValue::from_static(allowed));
        }
        response
    }
}
