//! The judge: runs a user's solver on graded puzzles, and compares it with the textbook solvers.
//!
//! ```text
//! graded_set ──board──▶ process ──line──▶ verdict ──▶ report
//!            └────────▶ textbook ───────────────────────▲
//! ```
//!
//! | file | contents |
//! |---|---|
//! | `graded_set.rs` | the puzzles, with their solutions |
//! | `interpreter.rs` | which interpreter runs the program, and so its language |
//! | `process.rs` | the program under test: pipes, time limits, bounded output |
//! | `verdict.rs` | what is right or wrong about an answer |
//! | `trial.rs` | one program and all puzzles: restarts it where needed, and repeats short runs |
//! | `textbook.rs` | calls and times of the textbook solvers |
//! | `report.rs` | the table, the explanations, and the JSON |

mod graded_set;
mod interpreter;
mod process;
mod report;
mod textbook;
mod trial;
mod verdict;

pub(crate) use graded_set::{GROUPS, GradedPuzzle};
pub(crate) use interpreter::check_script;
pub(crate) use process::stop_on_interrupt;
pub(crate) use report::{JudgeReport, JudgedRow, write_head};
pub(crate) use textbook::{TEXTBOOK_SOLVERS, Textbook, micros, same_calls};
pub(crate) use trial::{Trial, TrialOptions};
