//! `POST /api/v1/{operation}`: runs a JSON request on a worker thread.
//!
//! ```text
//! body ──▶ wait for room for the answer, then for a worker ──▶ engine ──▶ JSON ──▶ client
//! BodyBytes               AnswerBytes, QuickWork or LongWork          AnswerBytes, until it is sent
//! ```

use super::api_error::ApiError;
use super::clients::{Client, Permit};
use super::limits::{Lane, Resource, Timeouts, max_body_bytes};
use super::state::AppState;
use axum::Json;
use axum::body::{Body, Bytes, HttpBody};
use axum::extract::{Extension, Request, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use http_body_util::BodyExt;
use std::borrow::Cow;
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use tokio::time::timeout;
use veridoku_api::OPERATIONS;
use veridoku_api::operation::OptionsRequest;
use veridoku_api::{Response as Answer, answer};
use veridoku_core::stop;

/// `GET /api/v1`: lists the operations.
pub(super) async fn list_operations() -> Response {
    Json(answer(veridoku_api::Request::Catalogue(OptionsRequest::default()))).into_response()
}

/// Returns the operation that a path asks for, if it exists.
pub(super) fn operation(path: &str) -> Option<&'static str> {
    let name = path.strip_prefix("/api/v1/")?;
    OPERATIONS.iter().find(|&&operation| operation == name).copied()
}

/// Handles a request.
pub(super) async fn handle(
    State(state): State<AppState>,
    Extension(client): Extension<Arc<Client>>,
    request: Request,
) -> Result<Response, ApiError> {
    if state.site.is_cross_origin(request.headers()) {
        let error = "cross-origin request refused";
        return Err(ApiError::new(StatusCode::FORBIDDEN, "forbidden", error));
    }
    let Some(operation) = operation(request.uri().path()) else {
        let (name, known) = (request.uri().path().trim_start_matches("/api/v1/"), OPERATIONS.join(", "));
        return Err(ApiError::missing(format!("unknown operation {name:?}, expected one of: {known}")));
    };
    let Timeouts { body: body_timeout, request: request_timeout, .. } = state.timeouts;
    let body = timeout(body_timeout, read(request, operation, &client)).await.map_err(|_| {
        let error = format!("the request was not complete within {} seconds", body_timeout.as_secs());
        ApiError::new(StatusCode::REQUEST_TIMEOUT, "late", error)
    })??;
    let answer = compute(&state, operation, body, &client);
    timeout(request_timeout, answer).await.unwrap_or_else(|_| {
        let error = format!("no answer within {} seconds", request_timeout.as_secs());
        Err(ApiError::unavailable("late", error))
    })
}

/// Bytes that count towards a quota until they are dropped.
struct CountedBytes {
    bytes: Vec<u8>,
    _permit: Permit,
}

impl AsRef<[u8]> for CountedBytes {
    fn as_ref(&self) -> &[u8] {
        &self.bytes
    }
}

/// Reads a body. Only received bytes count, so a client that announces a large body but sends little of it
/// does not block others.
async fn read(request: Request, operation: &str, client: &Arc<Client>) -> Result<CountedBytes, ApiError> {
    let limit = max_body_bytes(operation);
    let too_large = || {
        let error = format!("expected at most {limit} bytes");
        ApiError::new(StatusCode::PAYLOAD_TOO_LARGE, "too-large", error)
    };
    let (mut bytes, mut permit) = (Vec::new(), client.try_acquire(Resource::BodyBytes, 0)?);
    let mut body = request.into_body();
    if body.size_hint().lower() > limit as u64 {
        return Err(too_large());
    }
    while let Some(frame) = body.frame().await {
        let frame =
            frame.map_err(|error| ApiError::malformed(format!("the request body was cut off: {error}")))?;
        let Some(part) = frame.data_ref() else { continue };
        if bytes.len() + part.len() > limit {
            return Err(too_large());
        }
        permit.merge(client.try_acquire(Resource::BodyBytes, part.len())?);
        bytes.extend_from_slice(part);
    }
    Ok(CountedBytes { bytes, _permit: permit })
}

/// Computes the answer to a request. If the client leaves, this future is dropped, and the work stops.
async fn compute(
    state: &AppState,
    operation: &'static str,
    body: CountedBytes,
    client: &Arc<Client>,
) -> Result<Response, ApiError> {
    let lane = Lane::of(operation);
    let turn = async {
        let room = client.acquire(lane.answer_resource(), lane.max_answer_bytes()).await;
        (room, client.acquire(lane.resource(), 1).await)
    };
    let (room, worker) = tokio::select! {
        turn = turn => turn,
        () = state.stopped() => return Err(ApiError::unavailable("stopping", "the server is stopping")),
    };
    let stop_on_drop = StopOnDrop::default();
    let flag = Arc::clone(&stop_on_drop.0);
    // JSON is also parsed and written on the worker, because a long input or trace takes time.
    let work = tokio::task::spawn_blocking(move || {
        let _worker = worker;
        stop::with_flag(&flag, || respond(operation, body, lane.max_answer_bytes(), room))
    });
    let (status, json) = work.await.map_err(|error| ApiError::internal(error.to_string()))??;
    let body = Body::from(Bytes::from_owner(json));
    Ok((status, [(header::CONTENT_TYPE, "application/json")], body).into_response())
}

/// Sets a flag when it is dropped.
#[derive(Default)]
struct StopOnDrop(Arc<AtomicBool>);

impl Drop for StopOnDrop {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// Runs the engine. Returns the status and the JSON of the answer, which takes up part of the room.
fn respond(
    operation: &str,
    body: CountedBytes,
    limit: usize,
    mut room: Permit,
) -> Result<(StatusCode, CountedBytes), ApiError> {
    let json: &[u8] = if body.bytes.is_empty() { b"{}" } else { &body.bytes };
    // A request could also be written as an array, without the names of its fields.
    if json.trim_ascii_start().first().is_some_and(|&byte| byte != b'{') {
        return Err(ApiError::malformed("expected a JSON object with the field \"puzzle\""));
    }
    let json = without_operation(json);
    let request = veridoku_api::Request::parse(operation, &json)
        .ok_or_else(|| ApiError::missing(format!("unknown operation {operation:?}")))?;
    let mut request = request.map_err(|error| {
        let prefix = if error.is_data() { "" } else { "invalid JSON: " };
        ApiError::malformed(format!("{prefix}{error}"))
    })?;
    drop(body);
    request.restrict();
    let response = answer(request);
    let status = match response {
        Answer::Error(_) => StatusCode::UNPROCESSABLE_ENTITY,
        _ => StatusCode::OK,
    };
    let mut json = BoundedBuffer { bytes: Vec::new(), limit };
    serde_json::to_writer(&mut json, &response).map_err(|_| {
        let error = format!("the answer exceeds {limit} bytes; ask for less");
        ApiError::new(StatusCode::UNPROCESSABLE_ENTITY, "too-large", error)
    })?;
    json.bytes.shrink_to_fit();
    room.shrink_to(json.bytes.len());
    Ok((status, CountedBytes { bytes: json.bytes, _permit: room }))
}

/// Removes the field `operation`, which requests to the engine in the browser have. Here, the path names the
/// operation.
fn without_operation(json: &[u8]) -> Cow<'_, [u8]> {
    const FIELD: &str = "\"operation\"";
    if !json.windows(FIELD.len()).any(|part| part == FIELD.as_bytes()) {
        return Cow::Borrowed(json);
    }
    match serde_json::from_slice::<serde_json::Map<String, serde_json::Value>>(json) {
        Ok(mut fields) => match fields.remove("operation") {
            Some(_) => Cow::Owned(serde_json::Value::Object(fields).to_string().into_bytes()),
            None => Cow::Borrowed(json),
        },
        Err(_) => Cow::Borrowed(json),
    }
}

/// A buffer that refuses to grow beyond a limit.
struct BoundedBuffer {
    bytes: Vec<u8>,
    limit: usize,
}

impl io::Write for BoundedBuffer {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.bytes.len() + bytes.len() > self.limit {
            return Err(io::ErrorKind::FileTooLarge.into());
        }
        self.bytes.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
