//! The operations of veridoku and their JSON representation.
//!
//! ```text
//! Request ──answer──▶ Response                            text in, report out: HTTP, wasm, Python
//! InputPuzzle, Options ──PuzzleOperation::run──▶ Report   for callers that parse the text: the CLI
//! ```
//!
//! Each operation has its own file: options, report, the function that turns one into the other, the limits
//! for untrusted clients, and the text that the command line prints. `operations.rs` lists them. Reports are
//! plain data. Their JSON field names are stable, and every report contains the schema
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
//!
//! | feature | adds |
//! |---|---|
//! | `cli` | command-line arguments for the options of operations |
//! | `lessons` | `lessons`, the texts that teach the techniques |
//! | `pipeline` | `pipeline`, which runs work on threads and keeps the order of the answers |

pub mod answer_output;
pub mod augment;
pub mod bench;
pub mod booklet;
pub mod canon;
pub mod catalogue;
pub mod check;
pub mod code;
pub mod command;
#[cfg(feature = "cli")]
pub mod command_values;
pub mod compare;
pub mod convert;
pub mod count;
pub mod dedup;
pub mod document;
mod error;
pub mod extract;
pub mod generate;
pub mod grade;
pub mod grade_step;
pub mod hint;
#[cfg(feature = "lessons")]
pub mod lessons;
pub mod minimize;
pub mod neighbours;
pub mod openapi;
pub mod operation;
mod operations;
pub mod path;
pub mod picture;
#[cfg(feature = "pipeline")]
pub mod pipeline;
pub mod practice;
pub mod rate;
pub mod render;
mod request;
pub mod solutions;
pub mod solve;
pub mod solve_many;
pub mod step;
pub mod steps;
pub mod technique_options;
pub mod techniques;
pub mod trace;
pub mod transform;
pub mod true_candidates;
mod vocabulary;

pub use answer_output::ExitOutcome;
pub use error::{Error, ErrorKind};
pub use operation::{InputPuzzle, Operation, OperationName, PuzzleOperation, PuzzleRequest};
pub use request::{OPERATIONS, Request, Response, answer};
pub use vocabulary::{Conflict, DEFAULT_NODES, StatusName, Version};

/// The examples of the README, run as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct ReadmeExamples;
