//! All integration tests as one test program, which builds faster than nine.

mod budgets;
mod deadly_patterns;
mod exemplars;
mod explanations;
mod hodoku;
mod inconsistent_positions;
#[cfg(feature = "lessons")]
mod lessons;
mod library;
#[path = "../../testdata/random.rs"]
mod random;
mod rating;
#[path = "../../testdata/sets.rs"]
mod sets;
mod soundness;
