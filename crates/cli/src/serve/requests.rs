//! `POST /api/v1/{operation}`: runs a JSON request on a worker thread.

use super::api_error::ApiError;
use super::limits::{MAX_BODY_BYTES, MAX_QUEUED_BYTES};
use axum::Json;
use axum::body::HttpBody;
use axum::extract::{Path, Request, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use http_body_util::BodyExt;
use serde_json::Value;
use std::net::IpAddr;
use std::sync::Arc;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use veridoku_api::OPERATIONS;
use veridoku_api::operation::OptionsRequest;
use veridoku_api::{Response as Answer, answer};

/// The shared state of the server.
#[derive(Clone)]
pub(super) struct AppState {
    /// One permit per core, so that abandoned work cannot pile up.
    workers: Arc<Semaphore>,
    /// One permit per byte of the request bodies that are being read or waiting for a worker.
    memory: Arc<Semaphore>,
    exposure: Exposure,
}

/// Who can reach the server.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum Exposure {
    /// Only this machine, under the name `localhost` or an IP address.
    Loopback,
    /// Other machines as well, under any host name.
    Network,
}

impl AppState {
    pub(super) fn new(exposure: Exposure) -> AppState {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let memory = Arc::new(Semaphore::new(MAX_QUEUED_BYTES));
        AppState { workers: Arc::new(Semaphore::new(cores)), memory, exposure }
    }
}

/// `GET /api/v1`: lists the operations.
pub(super) async fn list_operations() -> Response {
    Json(answer(veridoku_api::Request::Catalogue(OptionsRequest::default()))).into_response()
}

/// Handles a request.
pub(super) async fn handle(
    State(state): State<AppState>,
    Path(operation): Path<String>,
    request: Request,
) -> Result<Response, ApiError> {
    if is_cross_origin(request.headers(), state.exposure) {
        let error = "cross-origin request refused";
        return Err(ApiError::new(StatusCode::FORBIDDEN, "forbidden", error));
    }
    let (body, memory) = read(request, &state.memory).await?;
    let broken = || ApiError::new(StatusCode::INTERNAL_SERVER_ERROR, "broken", "internal error");
    let worker = state.workers.acquire_owned().await.map_err(|_| broken())?;
    // JSON is also parsed and written on the worker, because a long input or trace takes time.
    let work = tokio::task::spawn_blocking(move || {
        let mut request = parse_request(operation, &body)?;
        drop((body, memory));
        request.restrict();
        let response = answer(request);
        let status = match response {
            Answer::Error(_) => StatusCode::UNPROCESSABLE_ENTITY,
            _ => StatusCode::OK,
        };
        let json = serde_json::to_vec(&response);
        drop(worker);
        Ok((status, json))
    });
    let (status, json) = work.await.map_err(|_| broken())??;
    let json = json.map_err(|_| broken())?;
    Ok((status, [(header::CONTENT_TYPE, "application/json")], json).into_response())
}

/// Reports whether a browser sent this request on behalf of a page from another site. Programs other than
/// browsers do not send an `Origin` header.
fn is_cross_origin(headers: &HeaderMap, exposure: Exposure) -> bool {
    let Some(origin) = headers.get(header::ORIGIN) else { return false };
    let site = origin.to_str().ok().and_then(|origin| origin.split_once("://"));
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok());
    let Some(((_, site), host)) = site.zip(host) else { return true };
    !site.eq_ignore_ascii_case(host) || (exposure == Exposure::Loopback && !is_local_host(host))
}

/// Reports whether a host is an IP address or `localhost`. Any other name may belong to an attacker who
/// points it to this machine (DNS rebinding), and the browser would then treat the attacker's page as part of
/// this site.
fn is_local_host(host: &str) -> bool {
    let name = match host.strip_prefix('[') {
        Some(rest) => rest.split(']').next().unwrap_or_default(),
        None => host.split(':').next().unwrap_or_default(),
    };
    name.parse::<IpAddr>().is_ok() || name.eq_ignore_ascii_case("localhost")
}

/// Reads a body, within the limits of size and memory. Only received bytes count towards the memory limit, so
/// a client that announces a large body but sends little of it does not block others. The layers of tower
/// have no such limit: they count requests, not bytes.
async fn read(
    request: Request,
    memory: &Arc<Semaphore>,
) -> Result<(Vec<u8>, OwnedSemaphorePermit), ApiError> {
    let too_large = || {
        let error = format!("expected at most {MAX_BODY_BYTES} bytes");
        ApiError::new(StatusCode::PAYLOAD_TOO_LARGE, "too-large", error)
    };
    let acquire = |bytes: usize| {
        let permit = Arc::clone(memory).try_acquire_many_owned(bytes as u32);
        let error = "too many requests are waiting; try again later";
        permit.map_err(|_| ApiError::new(StatusCode::SERVICE_UNAVAILABLE, "busy", error))
    };
    let (mut bytes, mut permit) = (Vec::new(), acquire(0)?);
    let mut body = request.into_body();
    if body.size_hint().lower() > MAX_BODY_BYTES as u64 {
        return Err(too_large());
    }
    while let Some(frame) = body.frame().await {
        let frame =
            frame.map_err(|error| ApiError::malformed(format!("the request body was cut off: {error}")))?;
        let Some(part) = frame.data_ref() else { continue };
        if bytes.len() + part.len() > MAX_BODY_BYTES {
            return Err(too_large());
        }
        permit.merge(acquire(part.len())?);
        bytes.extend_from_slice(part);
    }
    Ok((bytes, permit))
}

/// Parses the body of a request for an operation.
fn parse_request(operation: String, body: &[u8]) -> Result<veridoku_api::Request, ApiError> {
    if !OPERATIONS.contains(&operation.as_str()) {
        let known = OPERATIONS.join(", ");
        return Err(ApiError::missing(format!("unknown operation {operation:?}, expected one of: {known}")));
    }
    let value = if body.is_empty() {
        Ok(Value::Object(serde_json::Map::new()))
    } else {
        serde_json::from_slice(body)
    };
    let mut value: Value = value.map_err(|error| ApiError::malformed(format!("invalid JSON: {error}")))?;
    let Some(fields) = value.as_object_mut() else {
        return Err(ApiError::malformed("expected a JSON object with the field \"puzzle\""));
    };
    fields.insert("operation".to_string(), Value::String(operation));
    serde_json::from_value(value).map_err(|error| ApiError::malformed(error.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::body::Body;

    fn request_with(body: &str) -> Request {
        Request::new(Body::from(body.to_string()))
    }

    #[tokio::test]
    async fn waiting_requests_are_limited_by_memory() {
        let body = r#"{"puzzle": "1"}"#;
        let memory = Arc::new(Semaphore::new(2 * body.len()));
        let first = read(request_with(body), &memory).await;
        let second = read(request_with(body), &memory).await;
        let third = read(request_with(body), &memory).await;
        let refused = third.err().map(|api_error| api_error.into_response().status());
        assert!(first.is_ok() && second.is_ok());
        assert_eq!(refused, Some(StatusCode::SERVICE_UNAVAILABLE));
        drop(first);
        assert!(read(request_with(body), &memory).await.is_ok(), "memory is available again");
    }

    #[test]
    fn foreign_host_names_are_not_local() {
        for host in ["127.0.0.1:8080", "[::1]:8080", "localhost", "LocalHost:1", "192.168.0.7:8080"] {
            assert!(is_local_host(host), "{host}");
        }
        for host in
            ["example.com", "example.com:8080", "localhost.example.com:1", "127.0.0.1.example.com", ""]
        {
            assert!(!is_local_host(host), "{host}");
        }
    }
}
