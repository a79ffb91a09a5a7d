//! The one JSON vocabulary of veridoku.
//!
//! ```text
//! Request ──answer──▶ Response        text in, report out: HTTP, wasm, Python
//! &Record ──report──▶ …Report         the same reports for callers that have read the text: the CLI
//! ```
//!
//! Each operation is a file with its options (what may be asked), its report (what is answered)
//! and the function between them. Reports are plain data; their JSON field names are promises, and
//! every report carries the schema [`Version`] (the single events of a trace do not). Options that
//! do not exist are errors, not ignored.
//!
//! ```
//! use veridoku_api::{Request, answer};
//!
//! let request: Request = serde_json::from_str(r#"{
//!     "operation": "solve",
//!     "puzzle": "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
//!     "options": {"engine": "dlx"}
//! }"#)?;
//! let response = serde_json::to_value(answer(request))?;
//! assert_eq!(response["operation"], "solve");
//! assert_eq!(response["status"], "unique");
//! # Ok::<(), serde_json::Error>(())
//! ```

pub mod augment;
pub mod bench;
pub mod booklet;
pub mod canon;
pub mod catalogue;
pub mod check;
pub mod compare;
pub mod convert;
pub mod count;
pub mod dedup;
mod error;
pub mod generate;
pub mod hint;
pub mod limits;
pub mod minimize;
pub mod neighbours;
pub mod path;
pub mod picture;
pub mod rate;
pub mod solutions;
pub mod solve;
pub mod solve_many;
pub mod step;
pub mod steps;
pub mod technique_options;
pub mod techniques;
pub mod trace;
pub mod transform;
mod vocabulary;

pub use error::{Error, ErrorKind};
pub use vocabulary::{Conflict, Version};

use serde::{Deserialize, Serialize};
use veridoku_core::text::{Format, Item, Reader, Record};

/// The node budget of a search when nobody asks for another one: some ten seconds.
pub const DEFAULT_NODES: u64 = 10_000_000;

/// A question.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(tag = "operation", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Request {
    /// The unique solution, or why there is none.
    Solve(PuzzleRequest<solve::Options>),
    /// The unique solution of every puzzle of a text.
    SolveMany(solve_many::TextRequest),
    /// All solutions up to a limit.
    Solutions(PuzzleRequest<solutions::Options>),
    /// Whether the puzzle is valid, unique and minimal.
    Check(PuzzleRequest<check::Options>),
    /// The number of solutions up to a limit.
    Count(PuzzleRequest<count::Options>),
    /// Every textbook solver side by side.
    Compare(PuzzleRequest<compare::Options>),
    /// What one textbook solver does, event by event.
    Trace(PuzzleRequest<trace::Options>),
    /// The puzzle in another text form.
    Convert(PuzzleRequest<convert::Options>),
    /// The next step, or what is wrong with the position.
    Hint(PuzzleRequest<hint::Options>),
    /// Every step of the position.
    Steps(PuzzleRequest<steps::Options>),
    /// The whole logical solution.
    Path(PuzzleRequest<path::Options>),
    /// How hard the puzzle is.
    Rate(PuzzleRequest<rate::Options>),
    /// The table of techniques; there is no puzzle in this question.
    Techniques {
        /// What is asked in particular.
        #[serde(default)]
        options: techniques::Options,
    },
    /// Minimal puzzles among the clues.
    Minimize(PuzzleRequest<minimize::Options>),
    /// The canonical form.
    Canon(PuzzleRequest<canon::Options>),
    /// The puzzle in another dress.
    Transform(PuzzleRequest<transform::Options>),
    /// Many dresses of the puzzle.
    Augment(PuzzleRequest<augment::Options>),
    /// Puzzles that differ in a few clues.
    Neighbours(PuzzleRequest<neighbours::Options>),
    /// The operations, and the tables behind them.
    Catalogue {},
    /// The puzzle as an SVG picture.
    Picture(PuzzleRequest<picture::Options>),
    /// New puzzles; there is no puzzle in this question.
    Generate {
        /// What is asked in particular.
        #[serde(default)]
        options: generate::Options,
    },
}

/// A puzzle and what is asked of it.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct PuzzleRequest<O> {
    /// One puzzle in any text form.
    pub puzzle: String,
    /// The name of its text form, where detection is not wanted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<String>,
    /// What is asked in particular.
    #[serde(default = "O::default", bound(deserialize = "O: Default + Deserialize<'de>"))]
    pub options: O,
}

/// An answer.
#[derive(Clone, Debug, Serialize)]
#[serde(tag = "operation", rename_all = "kebab-case")]
#[allow(missing_docs, reason = "each is the report of its operation")]
pub enum Response {
    Solve(solve::Report),
    SolveMany(solve_many::Report),
    Solutions(solutions::Report),
    Check(check::Report),
    Count(count::Report),
    Compare(compare::Report),
    Trace(trace::Report),
    Convert(convert::Report),
    Hint(Box<hint::Report>),
    Steps(steps::Report),
    Path(path::Report),
    Rate(rate::Report),
    Techniques(techniques::Report),
    Minimize(minimize::Report),
    Canon(canon::Report),
    Transform(transform::Report),
    Augment(augment::Report),
    Neighbours(neighbours::Report),
    Catalogue(catalogue::Report),
    Picture(picture::Report),
    Generate(generate::Report),
    Error(Error),
}

/// Answers a question. What cannot be read or asked is answered with [`Response::Error`].
pub fn answer(request: Request) -> Response {
    match respond(request) {
        Ok(response) => response,
        Err(error) => Response::Error(error),
    }
}

fn respond(request: Request) -> Result<Response, Error> {
    Ok(match request {
        Request::Solve(asked) => Response::Solve(solve::report(&read(&asked)?.record, &asked.options)?),
        Request::SolveMany(asked) => Response::SolveMany(solve_many::report(&asked)?),
        Request::Solutions(asked) => {
            Response::Solutions(solutions::report(&read(&asked)?.record, &asked.options))
        }
        Request::Check(asked) => {
            let Text { record, form } = read(&asked)?;
            Response::Check(check::report(&record, form, &asked.options))
        }
        Request::Count(asked) => Response::Count(count::report(&read(&asked)?.record, &asked.options)),
        Request::Compare(asked) => Response::Compare(compare::report(&read(&asked)?.record, &asked.options)?),
        Request::Trace(asked) => Response::Trace(trace::report(&read(&asked)?.record, &asked.options)?),
        Request::Convert(asked) => Response::Convert(convert::report(&read(&asked)?.record, &asked.options)?),
        Request::Hint(asked) => Response::Hint(Box::new(hint::report(&read(&asked)?.record, &asked.options))),
        Request::Steps(asked) => Response::Steps(steps::report(&read(&asked)?.record, &asked.options)),
        Request::Path(asked) => Response::Path(path::report(&read(&asked)?.record, &asked.options)),
        Request::Rate(asked) => Response::Rate(rate::report(&read(&asked)?.record, &asked.options)),
        Request::Techniques { options } => Response::Techniques(techniques::report(&options)),
        Request::Minimize(asked) => {
            Response::Minimize(minimize::report(&read(&asked)?.record, &asked.options)?)
        }
        Request::Canon(asked) => Response::Canon(canon::report(&read(&asked)?.record, &asked.options)),
        Request::Transform(asked) => {
            Response::Transform(transform::report(&read(&asked)?.record, &asked.options)?)
        }
        Request::Augment(asked) => Response::Augment(augment::report(&read(&asked)?.record, &asked.options)?),
        Request::Neighbours(asked) => {
            Response::Neighbours(neighbours::report(&read(&asked)?.record, &asked.options)?)
        }
        Request::Catalogue {} => Response::Catalogue(catalogue::report()),
        Request::Picture(asked) => Response::Picture(picture::report(&read(&asked)?.record, &asked.options)?),
        Request::Generate { options } => Response::Generate(generate::report(&options)?),
    })
}

/// What a text holds, and its form.
struct Text {
    record: Record,
    form: Option<&'static Format>,
}

/// Reads the one puzzle of a question.
fn read<O>(asked: &PuzzleRequest<O>) -> Result<Text, Error> {
    let mut reader = match &asked.from {
        Some(name) => Reader::with_format(convert::format(name)?),
        None => Reader::new(),
    };
    reader.push(asked.puzzle.as_bytes());
    reader.finish();
    let item = reader
        .next_item()
        .ok_or_else(|| Error::new(ErrorKind::Unreadable, "found no puzzle, expected one"))?;
    let record = item.record?;
    match reader.next_item() {
        None => Ok(Text { record, form: item.format }),
        Some(Item { record: Err(error), .. }) => Err(error.into()),
        Some(second) => Err(Error {
            line: Some(second.line),
            ..Error::new(ErrorKind::Unreadable, "found a second puzzle, expected only one")
        }),
    }
}

/// The Rust examples of the README, run as tests.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
pub struct ReadmeExamples;
