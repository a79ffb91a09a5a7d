//! What is answered when a question never reaches the engine: the same JSON shape as its own errors.

use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use veridoku_api::Version;

/// A question that cannot be put to the engine.
#[derive(Clone, Debug)]
pub(super) struct Failure {
    status: StatusCode,
    kind: &'static str,
    error: String,
}

#[derive(Serialize)]
struct Body<'a> {
    operation: &'static str,
    version: Version,
    kind: &'a str,
    error: &'a str,
}

impl Failure {
    pub(super) fn new(status: StatusCode, kind: &'static str, error: impl Into<String>) -> Failure {
        Failure { status, kind, error: error.into() }
    }

    /// The body is no question.
    pub(super) fn malformed(error: impl Into<String>) -> Failure {
        Failure::new(StatusCode::BAD_REQUEST, "malformed", error)
    }

    /// There is nothing at this address.
    pub(super) fn missing(error: impl Into<String>) -> Failure {
        Failure::new(StatusCode::NOT_FOUND, "missing", error)
    }
}

impl IntoResponse for Failure {
    fn into_response(self) -> Response {
        let body = Body { operation: "error", version: Version, kind: self.kind, error: &self.error };
        (self.status, axum::Json(body)).into_response()
    }
}
