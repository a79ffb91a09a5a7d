//! Making puzzles and grids at random.
//!
//! ```text
//! seed, index, attempt ──▶ random solution ──▶ clues out, orbit by orbit ──▶ Trail ──▶ puzzle
//!                                          ╰─▶ digits for a pattern ──────────╯
//! ```
//!
//! | file | what it knows |
//! |---|---|
//! | `generator.rs` | attempts at a puzzle, by number |
//! | `recipe.rs` | what kind of puzzle is wanted |
//! | `symmetry.rs` | how clues may lie |
//! | `digger.rs` | taking clues out as long as the solution stays unique |
//! | `trail.rs` | what was taken out, in order |
//! | `pattern.rs` | digits for clues in given cells |
//! | `filling.rs` | a solution grid, quickly: not quite as likely as any other |
//! | `solution.rs` | a solution grid, each as likely as any other |
//! | `arrangement.rs` | in how many ways the columns of a band can be put in order |

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

/// The version of the method: it rises when a seed gives other puzzles than before.
pub const VERSION: u32 = 1;
