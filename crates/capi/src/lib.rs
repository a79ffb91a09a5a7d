//! The C interface of veridoku: `libveridoku`, as a static and a shared library.
//!
//! ```text
//! C caller ──interface──▶ PuzzleText ──▶ search · solutions · constrain · minimize ──interface──▶ C caller
//!            checked      81 or 729      the engine of veridoku-core            status, strings
//!            pointers     characters                                            and counts
//! ```
//!
//! The functions are modelled on those of tdoku (Tom Dillon): solve up to a limit, enumerate with a callback,
//! constrain, minimize. Unlike in tdoku, strings are passed with their length and validated, every search
//! takes a node budget, randomness comes from a seed, and threads share no state.
//!
//! | file | contents |
//! |---|---|
//! | `interface.rs` | the exported functions |
//! | `boundary.rs` | conversion of pointers, and protection against panics |
//! | `status.rs` | status values and their messages |
//! | `puzzle_text.rs` | puzzles of 81 or 729 characters as lists of constraints |
//! | `constrain.rs`, `minimize.rs` | adding and removing constraints |
//! | `budget.rs`, `shuffle.rs` | the node budget of a call; random order from a seed |
//!
//! `include/veridoku.h` is generated from this source. To regenerate it, run
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
