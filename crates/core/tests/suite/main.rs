//! All integration tests as one test program, which builds faster than seven.

mod batch;
mod batch_source;
mod generate;
mod nodes;
#[cfg(feature = "parallel")]
mod parallel;
#[path = "../../testdata/reference.rs"]
mod reference;
#[path = "../../testdata/sets.rs"]
mod sets;
mod solve;
mod symmetry;
