//! Which puzzles are the same.
//!
//! Two puzzles are *equivalent* if a [`Transform`] makes one of the other: rows and columns moved, the
//! grid turned over, digits renamed. Of each class of equivalent puzzles one is its [`canonical`] form, and
//! puzzles are equivalent if and only if their forms are equal.
//!
//! | file | what it knows |
//! |---|---|
//! | `transform.rs`, `parse.rs` | a way to move cells and rename digits: apply, compose, invert, read and write |
//! | `canon.rs`, `row.rs`, `full.rs`, `order.rs` | the canonical form, the transform that leads there, automorphisms |
//! | `sukaku.rs` | the same for puzzles of candidates |
//! | `key.rs` | the canonical form as a number of 128 bits |

mod canon;
mod full_rows;
mod key;
mod ordered_partition;
mod parse;
mod row_search;
mod sukaku;
mod transform;

pub use canon::{Canonical, Canonizer, canonical};
pub use key::Key;
pub use parse::ParseTransformError;
pub use sukaku::{CanonicalSukaku, canonical_sukaku};
pub use transform::{Axes, Transform};
