//! `POST /api/v1/{operation}`: a question in JSON, put to the engine on a thread of its own.

use super::failure::Failure;
use super::limits;
use axum::Json;
use axum::body::{Body, Bytes};
use axum::extract::{Path, Request, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde_json::Value;
use std::sync::Arc;
use tokio::sync::Semaphore;
use veridoku_api::catalogue::OPERATIONS;
use veridoku_api::{Response as Answer, answer, catalogue};

/// The threads that may work at one time: one a core, so that abandoned work cannot pile up.
#[derive(Clone)]
pub(super) struct Desk(Arc<Semaphore>);

impl Desk {
    pub(super) fn new() -> Desk {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        Desk(Arc::new(Semaphore::new(cores)))
    }
}

/// `GET /api/v1`: what can be asked.
pub(super) async fn list() -> Response {
    Json(Answer::Catalogue(catalogue::report())).into_response()
}

/// Answers a question.
pub(super) async fn ask(
    State(desk): State<Desk>,
    Path(operation): Path<String>,
    request: Request,
) -> Result<Response, Failure> {
    let too_late = |_| {
        let seconds = limits::TIME.as_secs();
        Failure::new(StatusCode::SERVICE_UNAVAILABLE, "late", format!("no answer within {seconds} seconds"))
    };
    tokio::time::timeout(limits::TIME, respond(desk, operation, request)).await.map_err(too_late)?
}

async fn respond(desk: Desk, operation: String, request: Request) -> Result<Response, Failure> {
    if is_from_elsewhere(request.headers()) {
        let error = "a page of another site asks; it may not use this machine";
        return Err(Failure::new(StatusCode::FORBIDDEN, "forbidden", error));
    }
    let body = read(request).await?;
    let mut question = question(operation, &body)?;
    limits::bound(&mut question);
    let broken = || Failure::new(StatusCode::INTERNAL_SERVER_ERROR, "broken", "the engine failed");
    let place = desk.0.acquire_owned().await.map_err(|_| broken())?;
    // JSON is written on that thread too: a long trace takes its time.
    let work = tokio::task::spawn_blocking(move || {
        let answered = answer(question);
        drop(place);
        let status = match answered {
            Answer::Error(_) => StatusCode::UNPROCESSABLE_ENTITY,
            _ => StatusCode::OK,
        };
        (status, serde_json::to_vec(&answered))
    });
    let (status, json) = work.await.map_err(|_| broken())?;
    let json = json.map_err(|_| broken())?;
    Ok((status, [(header::CONTENT_TYPE, "application/json")], json).into_response())
}

/// Whether a browser says that a page of another site asks. Programs say nothing of that kind.
fn is_from_elsewhere(headers: &HeaderMap) -> bool {
    let Some(origin) = headers.get(header::ORIGIN) else { return false };
    let site = origin.to_str().ok().and_then(|origin| origin.split_once("://"));
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok());
    !site.zip(host).is_some_and(|((_, site), host)| site.eq_ignore_ascii_case(host))
}

/// Reads a body that is not too large.
async fn read(request: Request) -> Result<Bytes, Failure> {
    let too_large = || {
        let most = limits::BODY;
        Failure::new(StatusCode::PAYLOAD_TOO_LARGE, "too-large", format!("expected at most {most} bytes"))
    };
    let announced = request.headers().get(header::CONTENT_LENGTH);
    let announced = announced.and_then(|length| length.to_str().ok()?.parse::<u64>().ok());
    if announced.is_some_and(|length| length > limits::BODY as u64) {
        return Err(too_large());
    }
    let body: Body = request.into_body();
    axum::body::to_bytes(body, limits::BODY).await.map_err(|_| too_large())
}

/// The question that a body asks of an operation.
fn question(operation: String, body: &[u8]) -> Result<veridoku_api::Request, Failure> {
    if !OPERATIONS.contains(&operation.as_str()) {
        let known = OPERATIONS.join(", ");
        return Err(Failure::missing(format!(
            "there is no operation {operation:?}, expected one of: {known}"
        )));
    }
    let value = if body.is_empty() {
        Ok(Value::Object(serde_json::Map::new()))
    } else {
        serde_json::from_slice(body)
    };
    let mut value: Value = value.map_err(|error| Failure::malformed(format!("not JSON: {error}")))?;
    let Some(fields) = value.as_object_mut() else {
        return Err(Failure::malformed("found no JSON object, expected one with the field \"puzzle\""));
    };
    fields.insert("operation".to_string(), Value::String(operation));
    serde_json::from_value(value).map_err(|error| Failure::malformed(error.to_string()))
}
