//! Making puzzles and grids at random.
//!
//! | file | what it knows |
//! |---|---|
//! | `solution.rs` | a solution grid, each as likely as any other |
//! | `arrangement.rs` | in how many ways the columns of a band can be put in order |

mod arrangement;
mod solution;

pub use solution::random_solution;
