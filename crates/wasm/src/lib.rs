//! The engine in the browser: JSON in, JSON out.
//!
//! One question at a time, in the vocabulary of `veridoku-api`, through the memory that page and engine share:
//!
//! ```text
//! page   question_room(n) ──▶ where ── writes n bytes of JSON there ── answer() ──▶ where, answer_length() ──▶ reads
//! ```
//!
//! Three functions of plain numbers need no generated glue and no tool to make it. It runs in a worker: a long
//! search blocks nobody, and the budgets of [`veridoku_api::limits`], the server's too, end it.
#![allow(unsafe_code, reason = "a name that JavaScript can call is unsafe to choose; no block here is")]

use std::cell::RefCell;
use veridoku_api::{Error, ErrorKind, Request, Response, limits};

thread_local! {
    static QUESTION: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    static ANSWER: RefCell<String> = const { RefCell::new(String::new()) };
}

/// Makes room for a question of so many bytes and says where it is to be written.
// SAFETY: no other function of the module has this name.
#[unsafe(no_mangle)]
pub extern "C" fn question_room(length: usize) -> *mut u8 {
    QUESTION.with_borrow_mut(|question| {
        question.clear();
        question.resize(length, 0);
        question.as_mut_ptr()
    })
}

/// Answers the question that was written, such as `{"operation": "solve", "puzzle": "53..7…"}`, and says where the
/// answer lies until the next question.
///
/// What cannot be understood is answered too, with the operation `error`.
// SAFETY: no other function of the module has this name.
#[unsafe(no_mangle)]
pub extern "C" fn answer() -> *const u8 {
    let question = QUESTION.take();
    let response = match serde_json::from_slice::<Request>(&question) {
        Ok(mut request) => {
            limits::bound(&mut request);
            veridoku_api::answer(request)
        }
        Err(error) => Response::Error(Error::new(ErrorKind::Unreadable, error.to_string())),
    };
    ANSWER.set(serde_json::to_string(&response).unwrap_or_default());
    ANSWER.with_borrow(|answer| answer.as_ptr())
}

/// The bytes of the answer.
// SAFETY: no other function of the module has this name.
#[unsafe(no_mangle)]
pub extern "C" fn answer_length() -> usize {
    ANSWER.with_borrow(String::len)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Asks as the page does, but for the memory.
    fn ask(question: &str) -> String {
        question_room(question.len());
        QUESTION.with_borrow_mut(|room| room.copy_from_slice(question.as_bytes()));
        answer();
        let answer = ANSWER.with_borrow(String::clone);
        assert_eq!(answer_length(), answer.len());
        answer
    }

    #[test]
    fn budgets_are_those_of_the_server() {
        let puzzle = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";
        let options = r#"{"algorithm":"brute-force","limit":10,"budget":100000000000}"#;
        let traced = ask(&format!(r#"{{"operation":"trace","puzzle":"{puzzle}","options":{options}}}"#));
        assert!(traced.contains("out of budget"), "{traced}");
    }

    #[test]
    fn questions_are_answered_and_nonsense_too() {
        let puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
        let solved = ask(&format!(r#"{{"operation":"solve","puzzle":"{puzzle}"}}"#));
        assert!(solved.contains(r#""status":"unique""#), "{solved}");
        for nonsense in ["", "{", r#"{"operation":"dance"}"#, r#"{"operation":"solve"}"#] {
            assert!(ask(nonsense).starts_with(r#"{"operation":"error""#), "{nonsense}");
        }
    }
}
