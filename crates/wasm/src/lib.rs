//! The engine in the browser: JSON in, JSON out.
//!
//! One request at a time, in the JSON of `veridoku-api`, through the memory that page and engine share:
//!
//! ```text
//! request_buffer(n) ──▶ address ── write n bytes of JSON ── handle_request() ──▶ address, response_length() ──▶ read
//! ```
//!
//! Three functions on plain numbers need no generated bindings. The engine runs in a web worker, so a long
//! search does not block the page; the limits of [`Request::restrict`] end it, as they do on the server.
#![allow(unsafe_code, reason = "exporting a name to JavaScript counts as unsafe; there are no unsafe blocks")]

use std::cell::RefCell;
use veridoku_api::{Error, ErrorKind, Request, Response};

thread_local! {
    static REQUEST: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    static RESPONSE: RefCell<String> = const { RefCell::new(String::new()) };
}

/// Allocates a buffer for a request of `length` bytes and returns its address.
// SAFETY: no other exported function has this name.
#[unsafe(no_mangle)]
pub extern "C" fn request_buffer(length: usize) -> *mut u8 {
    REQUEST.with_borrow_mut(|buffer| {
        buffer.clear();
        buffer.resize(length, 0);
        buffer.as_mut_ptr()
    })
}

/// Answers the request in the buffer, such as `{"operation": "solve", "puzzle": "53..7…"}`, and returns the
/// address of the response, which is valid until the next request.
///
/// A request that cannot be parsed gets a response with the operation `error`.
// SAFETY: no other exported function has this name.
#[unsafe(no_mangle)]
pub extern "C" fn handle_request() -> *const u8 {
    let request = REQUEST.take();
    let response = match serde_json::from_slice::<Request>(&request) {
        Ok(mut request) => {
            request.restrict();
            veridoku_api::answer(request)
        }
        Err(error) => Response::Error(Error::new(ErrorKind::Unreadable, error.to_string())),
    };
    RESPONSE.set(serde_json::to_string(&response).unwrap_or_default());
    RESPONSE.with_borrow(|response| response.as_ptr())
}

/// Returns the length of the response in bytes.
// SAFETY: no other exported function has this name.
#[unsafe(no_mangle)]
pub extern "C" fn response_length() -> usize {
    RESPONSE.with_borrow(String::len)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Sends a request as the page does.
    fn ask(request: &str) -> String {
        request_buffer(request.len());
        REQUEST.with_borrow_mut(|buffer| buffer.copy_from_slice(request.as_bytes()));
        handle_request();
        let response = RESPONSE.with_borrow(String::clone);
        assert_eq!(response_length(), response.len());
        response
    }

    #[test]
    fn budgets_are_capped_as_on_the_server() {
        let puzzle = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";
        let options = r#"{"algorithm":"brute-force","limit":10,"budget":100000000000}"#;
        let traced = ask(&format!(r#"{{"operation":"trace","puzzle":"{puzzle}","options":{options}}}"#));
        assert!(traced.contains("out of budget"), "{traced}");
    }

    #[test]
    fn valid_and_invalid_requests_are_answered() {
        let puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
        let solved = ask(&format!(r#"{{"operation":"solve","puzzle":"{puzzle}"}}"#));
        assert!(solved.contains(r#""status":"unique""#), "{solved}");
        for invalid in ["", "{", r#"{"operation":"dance"}"#, r#"{"operation":"solve"}"#] {
            assert!(ask(invalid).starts_with(r#"{"operation":"error""#), "{invalid}");
        }
    }
}

/// The Rust examples of the book, run as tests. They are here because this crate is not published, so it may
/// include a file outside its folder.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/src/developers.md")]
pub struct BookExamples;

/// The Rust examples of the repository's README, run as tests for the same reason.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
pub struct ReadmeExamples;
