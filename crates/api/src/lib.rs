//! The operations of veridoku and their JSON representation.
//!
//! ```text
//! Request ──answer──▶ Response        text in, report out: HTTP, wasm, Python
//! &Record ──report──▶ Report          the same reports for callers that parse the text themselves: the CLI
//! ```
//!
//! Each operation has its own file, with its options, its report and the function that turns one into the
//! other. Reports are plain data. Their JSON field names are stable, and every report contains the schema
//! [`Version`] (except the individual events of a trace). Unknown options are errors.
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
#[cfg(feature = "pipeline")]
pub mod pipeline;
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
use veridoku_formats::{Format, Item, Reader, Record};

/// The default node budget of a search: about ten seconds.
pub const DEFAULT_NODES: u64 = 10_000_000;

/// A request.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(tag = "operation", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Request {
    /// The unique solution, or why there is none.
    Solve(PuzzleRequest<solve::Options>),
    /// The unique solution of every puzzle in a document.
    SolveMany(solve_many::TextRequest),
    /// All solutions up to a limit.
    Solutions(PuzzleRequest<solutions::Options>),
    /// Whether the puzzle is valid, unique and minimal.
    Check(PuzzleRequest<check::Options>),
    /// The number of solutions up to a limit.
    Count(PuzzleRequest<count::Options>),
    /// Every textbook solver side by side.
    Compare(PuzzleRequest<compare::Options>),
    /// The events of a textbook solver's search.
    Trace(PuzzleRequest<trace::Options>),
    /// The puzzle in another text format.
    Convert(PuzzleRequest<convert::Options>),
    /// The next step, or the mistakes in the position.
    Hint(PuzzleRequest<hint::Options>),
    /// Every step available in the position.
    Steps(PuzzleRequest<steps::Options>),
    /// The whole logical solution.
    Path(PuzzleRequest<path::Options>),
    /// The difficulty of the puzzle.
    Rate(PuzzleRequest<rate::Options>),
    /// The table of techniques; this request has no puzzle.
    Techniques {
        /// The options of the operation.
        #[serde(default)]
        options: techniques::Options,
    },
    /// Minimal puzzles within the puzzle.
    Minimize(PuzzleRequest<minimize::Options>),
    /// The canonical form.
    Canon(PuzzleRequest<canon::Options>),
    /// An equivalent puzzle.
    Transform(PuzzleRequest<transform::Options>),
    /// Many equivalent puzzles.
    Augment(PuzzleRequest<augment::Options>),
    /// Puzzles that differ in a few clues.
    Neighbours(PuzzleRequest<neighbours::Options>),
    /// The operations, solvers, techniques, levels and text formats.
    Catalogue {},
    /// The puzzle as SVG.
    Picture(PuzzleRequest<picture::Options>),
    /// New puzzles; this request has no puzzle.
    Generate {
        /// The options of the operation.
        #[serde(default)]
        options: generate::Options,
    },
}

/// A request about one puzzle.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct PuzzleRequest<O> {
    /// The puzzle in any text format.
    pub puzzle: String,
    /// The name of the text format; by default it is detected.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<String>,
    /// The options of the operation.
    #[serde(default = "O::default", bound(deserialize = "O: Default + Deserialize<'de>"))]
    pub options: O,
}

/// The response to a request.
#[derive(Clone, Debug, Serialize)]
#[serde(tag = "operation", rename_all = "kebab-case")]
#[allow(missing_docs, reason = "each variant has the report of its operation")]
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

/// Answers a request. If that is not possible, the response is [`Response::Error`].
pub fn answer(request: Request) -> Response {
    match respond(request) {
        Ok(response) => response,
        Err(error) => Response::Error(error),
    }
}

fn respond(request: Request) -> Result<Response, Error> {
    Ok(match request {
        Request::Solve(request) => Response::Solve(solve::report(&read(&request)?.record, &request.options)?),
        Request::SolveMany(request) => Response::SolveMany(solve_many::report(&request)?),
        Request::Solutions(request) => {
            Response::Solutions(solutions::report(&read(&request)?.record, &request.options))
        }
        Request::Check(request) => {
            let ParsedPuzzle { record, format } = read(&request)?;
            Response::Check(check::report(&record, format, &request.options))
        }
        Request::Count(request) => Response::Count(count::report(&read(&request)?.record, &request.options)),
        Request::Compare(request) => {
            Response::Compare(compare::report(&read(&request)?.record, &request.options)?)
        }
        Request::Trace(request) => Response::Trace(trace::report(&read(&request)?.record, &request.options)?),
        Request::Convert(request) => {
            Response::Convert(convert::report(&read(&request)?.record, &request.options)?)
        }
        Request::Hint(request) => {
            Response::Hint(Box::new(hint::report(&read(&request)?.record, &request.options)))
        }
        Request::Steps(request) => Response::Steps(steps::report(&read(&request)?.record, &request.options)),
        Request::Path(request) => Response::Path(path::report(&read(&request)?.record, &request.options)),
        Request::Rate(request) => Response::Rate(rate::report(&read(&request)?.record, &request.options)),
        Request::Techniques { options } => Response::Techniques(techniques::report(&options)),
        Request::Minimize(request) => {
            Response::Minimize(minimize::report(&read(&request)?.record, &request.options)?)
        }
        Request::Canon(request) => Response::Canon(canon::report(&read(&request)?.record, &request.options)),
        Request::Transform(request) => {
            Response::Transform(transform::report(&read(&request)?.record, &request.options)?)
        }
        Request::Augment(request) => {
            Response::Augment(augment::report(&read(&request)?.record, &request.options)?)
        }
        Request::Neighbours(request) => {
            Response::Neighbours(neighbours::report(&read(&request)?.record, &request.options)?)
        }
        Request::Catalogue {} => Response::Catalogue(catalogue::report()),
        Request::Picture(request) => {
            Response::Picture(picture::report(&read(&request)?.record, &request.options)?)
        }
        Request::Generate { options } => Response::Generate(generate::report(&options)?),
    })
}

/// A parsed puzzle and its text format.
struct ParsedPuzzle {
    record: Record,
    format: Option<&'static Format>,
}

/// Parses the puzzle of a request.
fn read<O>(request: &PuzzleRequest<O>) -> Result<ParsedPuzzle, Error> {
    let mut reader = match &request.from {
        Some(name) => Reader::with_format(convert::format(name)?),
        None => Reader::new(),
    };
    reader.push(request.puzzle.as_bytes());
    reader.finish();
    let item = reader
        .next_item()
        .ok_or_else(|| Error::new(ErrorKind::Unreadable, "found no puzzle, expected one"))?;
    let record = item.record?;
    match reader.next_item() {
        None => Ok(ParsedPuzzle { record, format: item.format }),
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
