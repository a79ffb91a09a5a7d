//! The input of `veridoku grade`: rows of a puzzle and an answer, as CSV, as JSON lines or as a JSON array.
//!
//! ```text
//! files ──bytes──▶ splitter.rs ──raw rows──▶ source.rs ──batches──▶ worker: row.rs ──▶ puzzle and answer
//! ```
//!
//! A file is never read as a whole. A row of CSV may have several lines, and a JSON array may be one long line.

mod row;
mod source;
mod splitter;

pub(crate) use row::{AnswerRow, RawRow};
pub(crate) use source::RowSource;
