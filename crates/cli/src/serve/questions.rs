//! `POST /api/v1/{operation}`: a question in JSON, put to the engine on a thread of its own.

use super::failure::Failure;
use super::limits;
use axum::Json;
use axum::body::Body;
use axum::extract::{Path, Request, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use hyper::body::Body as _;
use serde_json::Value;
use std::future::poll_fn;
use std::net::IpAddr;
use std::pin::Pin;
use std::sync::Arc;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use veridoku_api::catalogue::OPERATIONS;
use veridoku_api::{Response as Answer, answer, catalogue};

/// Where questions wait, and the threads that work on them.
#[derive(Clone)]
pub(super) struct Desk {
    /// One place a core, so that abandoned work cannot pile up.
    places: Arc<Semaphore>,
    /// The memory for questions that are being read or wait for a place, in bytes.
    room: Arc<Semaphore>,
    reach: Reach,
}

/// Who can reach the server.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum Reach {
    /// This machine alone, under its own names.
    ThisMachine,
    /// Others too, under whatever name.
    Network,
}

impl Desk {
    pub(super) fn new(reach: Reach) -> Desk {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let room = Arc::new(Semaphore::new(limits::WAITING));
        Desk { places: Arc::new(Semaphore::new(cores)), room, reach }
    }
}

/// The bytes of a question, and the room that they take as long as they are there.
struct Text {
    bytes: Vec<u8>,
    room: Option<OwnedSemaphorePermit>,
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
    if is_from_elsewhere(request.headers(), desk.reach) {
        let error = "a page of another site asks; it may not use this machine";
        return Err(Failure::new(StatusCode::FORBIDDEN, "forbidden", error));
    }
    let text = read(request, &desk.room).await?;
    let broken = || Failure::new(StatusCode::INTERNAL_SERVER_ERROR, "broken", "the engine failed");
    let place = desk.places.acquire_owned().await.map_err(|_| broken())?;
    // JSON is read and written on that thread too: a file or a long trace takes its time.
    let work = tokio::task::spawn_blocking(move || {
        let mut question = question(operation, &text.bytes)?;
        drop(text);
        veridoku_api::limits::bound(&mut question);
        let answered = answer(question);
        let status = match answered {
            Answer::Error(_) => StatusCode::UNPROCESSABLE_ENTITY,
            _ => StatusCode::OK,
        };
        let json = serde_json::to_vec(&answered);
        drop(place);
        Ok((status, json))
    });
    let (status, json) = work.await.map_err(|_| broken())??;
    let json = json.map_err(|_| broken())?;
    Ok((status, [(header::CONTENT_TYPE, "application/json")], json).into_response())
}

/// Whether a browser says that a page of another site asks. Programs say nothing of that kind.
fn is_from_elsewhere(headers: &HeaderMap, reach: Reach) -> bool {
    let Some(origin) = headers.get(header::ORIGIN) else { return false };
    let site = origin.to_str().ok().and_then(|origin| origin.split_once("://"));
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok());
    let Some(((_, site), host)) = site.zip(host) else { return true };
    !site.eq_ignore_ascii_case(host) || (reach == Reach::ThisMachine && !is_this_machine(host))
}

/// Whether a host is named by its number, or as this machine. A name of somebody else's may be made to lead here, and the
/// browser would take their page for ours.
fn is_this_machine(host: &str) -> bool {
    let name = match host.strip_prefix('[') {
        Some(rest) => rest.split(']').next().unwrap_or_default(),
        None => host.split(':').next().unwrap_or_default(),
    };
    name.parse::<IpAddr>().is_ok() || name.eq_ignore_ascii_case("localhost")
}

/// Reads a body that is not too large, where there is room for it. Only what has come takes room, so that somebody who
/// announces much and sends little keeps nobody out.
async fn read(request: Request, room: &Arc<Semaphore>) -> Result<Text, Failure> {
    let too_large = || {
        let most = limits::BODY;
        Failure::new(StatusCode::PAYLOAD_TOO_LARGE, "too-large", format!("expected at most {most} bytes"))
    };
    let full = |_| {
        let error = "too many questions wait; ask again in a while";
        Failure::new(StatusCode::SERVICE_UNAVAILABLE, "busy", error)
    };
    let announced = request.headers().get(header::CONTENT_LENGTH);
    let announced = announced.and_then(|length| length.to_str().ok()?.parse::<u64>().ok());
    if announced.is_some_and(|length| length > limits::BODY as u64) {
        return Err(too_large());
    }
    let mut body: Body = request.into_body();
    let mut text = Text { bytes: Vec::new(), room: None };
    while let Some(frame) = poll_fn(|context| Pin::new(&mut body).poll_frame(context)).await {
        let frame = frame.map_err(|error| Failure::malformed(format!("the question broke off: {error}")))?;
        let Some(part) = frame.data_ref() else { continue };
        if text.bytes.len() + part.len() > limits::BODY {
            return Err(too_large());
        }
        let length = u32::try_from(part.len()).map_err(|_| too_large())?;
        let taken = Arc::clone(room).try_acquire_many_owned(length).map_err(full)?;
        match &mut text.room {
            Some(all) => all.merge(taken),
            none => *none = Some(taken),
        }
        text.bytes.extend_from_slice(part);
    }
    Ok(text)
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

#[cfg(test)]
mod tests {
    use super::*;

    fn asking(body: &str) -> Request {
        Request::new(Body::from(body.to_string()))
    }

    #[tokio::test]
    async fn there_is_room_for_so_many_waiting_questions() {
        let question = r#"{"puzzle": "1"}"#;
        let room = Arc::new(Semaphore::new(2 * question.len()));
        let first = read(asking(question), &room).await;
        let second = read(asking(question), &room).await;
        let third = read(asking(question), &room).await;
        let refused = third.err().map(|failure| failure.into_response().status());
        assert!(first.is_ok() && second.is_ok());
        assert_eq!(refused, Some(StatusCode::SERVICE_UNAVAILABLE));
        drop(first);
        assert!(read(asking(question), &room).await.is_ok(), "room that is free again");
    }

    #[test]
    fn names_of_others_are_not_this_machine() {
        for host in ["127.0.0.1:8080", "[::1]:8080", "localhost", "LocalHost:1", "192.168.0.7:8080"] {
            assert!(is_this_machine(host), "{host}");
        }
        for host in
            ["example.com", "example.com:8080", "localhost.example.com:1", "127.0.0.1.example.com", ""]
        {
            assert!(!is_this_machine(host), "{host}");
        }
    }
}
