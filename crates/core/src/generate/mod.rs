//! Generates random puzzles and random solution grids.
//!
//! ```text
//! seed, index, attempt ──▶ random solution ──▶ remove clues, orbit by orbit ──▶ Trail ──▶ puzzle
//!                                          ╰─▶ find digits for a pattern ───────╯
//! ```
//!
//! | file | contents |
//! |---|---|
//! | `generator.rs` | generates puzzles in numbered attempts |
//! | `recipe.rs` | the kind of puzzle to generate |
//! | `clue_symmetry.rs` | symmetries of the clue pattern |
//! | `digger.rs` | removes clues as long as the solution stays unique |
//! | `trail.rs` | the clues that were removed, in order |
//! | `pattern.rs` | finds digits for clues in given cells |
//! | `filling.rs` | generates solution grids quickly, but not quite uniformly distributed |
//! | `solution.rs` | generates uniformly distributed solution grids |
//! | `arrangement.rs` | counts the arrangements of the columns of a band |

mod arrangement;
mod clue_symmetry;
mod digger;
mod filling;
mod generator;
mod pattern;
mod recipe;
mod solution;
mod trail;

pub use clue_symmetry::{ParseSymmetryError, Symmetry};
pub use generator::Generator;
pub use recipe::{Layout, Minimality, Recipe};
pub use solution::random_solution;
pub use trail::Trail;

/// The version of the generator. From the first release on, it is incremented whenever a seed produces
/// different puzzles than before.
pub const VERSION: u32 = 1;
