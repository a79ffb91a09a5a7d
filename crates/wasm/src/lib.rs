//! The engine in the browser: JSON in, JSON out.
//!
//! One function for all operations, because a worker that passes messages needs no more, and because the
//! vocabulary is that of `veridoku-api` here as everywhere. It runs in a worker: a long search blocks
//! nobody, and budgets end it.

use veridoku_api::{Error, ErrorKind, Request, Response};
use wasm_bindgen::prelude::wasm_bindgen;

/// Answers a question of `veridoku-api`, such as `{"operation": "solve", "puzzle": "53..7…"}`.
///
/// What cannot be understood is answered too, with the operation `error`.
#[wasm_bindgen]
pub fn answer(question: &str) -> String {
    let response = match serde_json::from_str::<Request>(question) {
        Ok(request) => veridoku_api::answer(request),
        Err(error) => Response::Error(Error::new(ErrorKind::Unreadable, error.to_string())),
    };
    serde_json::to_string(&response).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn questions_are_answered_and_nonsense_too() {
        let puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
        let solved = answer(&format!(r#"{{"operation":"solve","puzzle":"{puzzle}"}}"#));
        assert!(solved.contains(r#""status":"unique""#), "{solved}");
        for nonsense in ["", "{", r#"{"operation":"dance"}"#, r#"{"operation":"solve"}"#] {
            assert!(answer(nonsense).starts_with(r#"{"operation":"error""#), "{nonsense}");
        }
    }
}
