//! Errors for requests that do not reach the engine, in the same JSON format as the errors of the engine.

use super::clients::Exhausted;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use veridoku_api::Version;

/// A request that cannot be passed to the engine.
#[derive(Clone, Debug)]
pub(super) struct ApiError {
    status: StatusCode,
    kind: &'static str,
    error: String,
    /// The allowed methods, if the method was wrong.
    allowed: Option<&'static str>,
    /// What went wrong inside the server; only for its log.
    cause: Option<String>,
}

/// The reason for an error, as an extension of the response, for the log.
#[derive(Clone, Debug)]
pub(super) struct ErrorCause(pub(super) String);

#[derive(Serialize)]
struct ErrorBody<'a> {
    operation: &'static str,
    version: Version,
    kind: &'a str,
    error: &'a str,
}

impl ApiError {
    pub(super) fn new(status: StatusCode, kind: &'static str, error: impl Into<String>) -> ApiError {
        ApiError { status, kind, error: error.into(), allowed: None, cause: None }
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

    /// Creates the error for an unknown path.
    pub(super) fn missing(error: impl Into<String>) -> ApiError {
        ApiError::new(StatusCode::NOT_FOUND, "missing", error)
    }

    /// Creates the error for a request that cannot be accepted now.
    pub(super) fn unavailable(kind: &'static str, error: impl Into<String>) -> ApiError {
        ApiError::new(StatusCode::SERVICE_UNAVAILABLE, kind, error)
    }

    /// Creates the error for a fault of the server.
    pub(super) fn internal(cause: String) -> ApiError {
        let error = ApiError::new(StatusCode::INTERNAL_SERVER_ERROR, "broken", "internal error");
        ApiError { cause: Some(cause), ..error }
    }
}

impl From<Exhausted> for ApiError {
    fn from(exhausted: Exhausted) -> ApiError {
        match exhausted {
            Exhausted::ByThisClient => {
                let error = "too many requests from this address; try again later";
                ApiError::new(StatusCode::TOO_MANY_REQUESTS, "busy", error)
            }
            Exhausted::ByAllClients => ApiError::unavailable("busy", "the server is busy; try again later"),
        }
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let body = ErrorBody { operation: "error", version: Version, kind: self.kind, error: &self.error };
        let mut response = (self.status, axum::Json(body)).into_response();
        if let Some(allowed) = self.allowed {
            response.headers_mut().insert(header::ALLOW, HeaderValue::from_static(allowed));
        }
        if [StatusCode::TOO_MANY_REQUESTS, StatusCode::SERVICE_UNAVAILABLE].contains(&self.status) {
            response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from_static("5"));
        }
        response.extensions_mut().insert(ErrorCause(self.cause.unwrap_or(self.error)));
        response
    }
}
