//! Equivalent puzzles: transforms, canonical forms and keys.
//!
//! Two puzzles are *equivalent* if a [`Transform`] turns one into the other by permuting rows and columns,
//! transposing the grid and renaming digits. Each class of equivalent puzzles has one [`canonical`] form: two
//! puzzles are equivalent if and only if their canonical forms are equal.
//!
//! | file | contents |
//! |---|---|
//! | `transform.rs`, `parse.rs` | transforms: applying, composing, inverting, parsing and writing them |
//! | `canon.rs`, `partial_transform.rs`, `row_search.rs`, `full_rows.rs`, `ordered_partition.rs` | canonical forms of grids |
//! | `sukaku.rs` | canonical forms of sukakus (puzzles given by their candidates) |
//! | `key.rs` | 128-bit hashes of canonical forms |

mod canon;
mod full_rows;
mod key;
mod ordered_partition;
mod parse;
mod partial_transform;
mod row_search;
mod sukaku;
mod transform;

pub use canon::{Canonical, Canonizer, canonical};
pub use key::Key;
pub use parse::ParseTransformError;
pub use sukaku::{CanonicalSukaku, canonical_sukaku};
pub use transform::{Axes, Transform};
