//! The C interface of veridoku: `libveridoku`, static and shared.
//!
//! ```text
//! C caller ──interface──▶ PuzzleText ──▶ search · solutions · constrain · minimize ──interface──▶ C caller
//!            pointers     81 or 729   the engine of veridoku-core             status, texts
//!            checked      characters                                          and counts
//! ```
//!
//! The functions have the shapes of those of tdoku (Tom Dillon): solve up to a limit, enumerate by
//! callback, constrain, minimise. Unlike there, texts carry their length and are checked, every
//! search takes a node budget, randomness comes from a seed, and nothing is shared between
//! threads.
//!
//! | file | what it knows |
//! |---|---|
//! | `interface.rs` | the functions that C sees |
//! | `boundary.rs` | pointers in and out, panics kept inside |
//! | `status.rs` | what a call came to |
//! | `written.rs` | a puzzle of 81 or 729 characters as a list of constraints |
//! | `constrain.rs`, `minimize.rs` | constraints added, and taken out |
//! | `budget.rs`, `shuffle.rs` | one node budget for a call; random order from a seed |
//!
//! `include/veridoku.h` is written from this source, anew by
//! `UPDATE_HEADER=1 cargo test -p veridoku-capi --test header`.

mod boundary;
mod budget;
mod constrain;
mod interface;
mod minimize;
mod puzzle_text;
mod shuffle;
mod status;

pub use interface::{
    VERIDOKU_CONTINUE, VERIDOKU_STOP, VERIDOKU_UNLIMITED, VeridokuCallback, veridoku_constrain,
    veridoku_enumerate, veridoku_error_message, veridoku_minimize, veridoku_solve, veridoku_version,
};
pub use minimize::VeridokuRemoval;
pub use status::VeridokuStatus;
