//! The server answers any bytes with well-formed HTTP, and however they are split into packets.
//!
//! The first byte is the size of the packets. Bit 7 selects a connection that is only for health checks.

use serde_json::Value;

/// The headers that a response may have. Any other would come from the request.
const HEADERS: [&str; 20] = [
    "accept-ranges",
    "allow",
    "cache-control",
    "connection",
    "content-encoding",
    "content-length",
    "content-security-policy",
    "content-type",
    "cross-origin-embedder-policy",
    "cross-origin-opener-policy",
    "cross-origin-resource-policy",
    "date",
    "etag",
    "last-modified",
    "referrer-policy",
    "retry-after",
    "transfer-encoding",
    "vary",
    "x-content-type-options",
    "x-request-id",
];

pub(crate) fn check(bytes: &[u8]) {
    let Some((&selector, requests)) = bytes.split_first() else { return };
    let (is_spare, size) = (selector & 0x80 != 0, usize::from(selector & 0x7f) + 1);
    let whole = veridoku_cli::fuzzing::respond(requests, requests.len().max(1), is_spare);
    let split = veridoku_cli::fuzzing::respond(requests, size, is_spare);
    let statuses = [whole, split].map(|response| first_status(&response));
    // hyper closes the connection without an answer if it sees the end of the stream before the mistake, such as
    // too many headers (431). A request that takes too long is stopped.
    let is_refused = statuses.iter().all(|status| matches!(status, None | Some(400 | 431)));
    assert!(statuses[0] == statuses[1] || is_refused || statuses.contains(&Some(503)), "{statuses:?}");
}

/// Checks the first response, and returns its status. There is none if the request is incomplete.
fn first_status(response: &[u8]) -> Option<u16> {
    let end = response.windows(4).position(|part| part == b"\r\n\r\n");
    let Some(end) = end else {
        assert!(response.is_empty(), "a response without an end: {}", response.escape_ascii());
        return None;
    };
    let (head, body) = (std::str::from_utf8(&response[..end]).expect("ASCII"), &response[end + 4..]);
    let mut lines = head.split("\r\n");
    let status_line = lines.next().unwrap_or_default();
    let version = status_line.strip_prefix("HTTP/1.1 ").or_else(|| status_line.strip_prefix("HTTP/1.0 "));
    let status: u16 = version.and_then(|rest| rest.get(..3)?.parse().ok()).expect("a status");
    assert!((100..600).contains(&status) && status != 500, "{head}");
    let mut length = None;
    for line in lines {
        let (name, value) = line.split_once(": ").unwrap_or((line.trim_end_matches(':'), ""));
        assert!(HEADERS.contains(&name), "{name}: in {head}");
        match name {
            "content-length" => length = value.parse::<usize>().ok(),
            // The body has another form.
            "content-encoding" | "transfer-encoding" => return Some(status),
            _ => {}
        }
    }
    // HEAD has no body, and hyper answers bytes that are not HTTP without one.
    if status >= 400
        && let Some(json) = length.filter(|length| *length > 0).and_then(|length| body.get(..length))
        && !json.starts_with(b"HTTP/1.")
    {
        let error: Value = serde_json::from_slice(json).expect("errors are JSON");
        assert_eq!(error["operation"], "error", "{head}");
        assert!(error["error"].is_string() && error["kind"].is_string(), "{error}");
    }
    Some(status)
}
