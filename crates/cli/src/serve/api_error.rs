//! What is answered when a question never reaches the engine: the same JSON shape as its own errors.

use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use veridoku_api::Version;

/// A question that cannot be put to the engine.
#[derive(Clone, Debug)]
pub(super) struct ApiError {
    status: StatusCode,
    kind: &'static str,
    error: String,
    /// The methods that would do, where another one was used.
    allowed: Option<&'static str>,
}

#[derive(Serialize)]
struct Body<'a> {
    operation: &'static str,
    version: Version,
    kind: &'a str,
    error: &'a str,
}

impl ApiError {
    pub(super) fn new(status: StatusCode, kind: &'static str, error: impl Into<String>) -> ApiError {
        ApiError { status, kind, error: error.into(), allowed: None }
    }

    /// This address answers to other methods.
    pub(super) fn method(allowed: &'static str, error: &str) -> ApiError {
        let allowed = Some(allowed);
        ApiError { allowed, ..ApiError::new(StatusCode::METHOD_NOT_ALLOWED, "method", error) }
    }

    /// The body is no question.
    pub(super) fn malformed(error: impl Into<String>) -> ApiError {
        ApiError::new(StatusCode::BAD_REQUEST, "malformed", error)
    }

    /// There is nothing at this address.
    pub(super) fn missing(error: impl Into<String>) -> ApiError {
        ApiError::new(StatusCode::NOT_FOUND, "missing", error)
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let body = Body { operation: "error", version: Version, kind: self.kind, error: &self.error };
        let mut response = (self.status, axum::Json(body)).into_response();
        if let Some(allowed) = self.allowed {
            response.headers_mut().insert(header::ALLOW, HeaderValue::from_static(allowed));
        }
        response
    }
}
