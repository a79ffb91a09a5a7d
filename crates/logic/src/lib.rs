//! Human Sudoku techniques: the next step and why, whole paths, ratings.
//!
//! ```text
//! Puzzle ──▶ Position ──▶ Ladder ──▶ finder ──▶ Step { technique, placements, eliminations, evidence }
//!                                     │            ╰──▶ sentences, Eureka notation, pictures, proof
//!                                     ╰── Scene: the position and tables shared by the finders
//! ```

mod agenda;
mod aliases;
mod budget;
mod coloring;
mod evidence;
mod explain;
mod families;
mod ladder;
mod library;
mod links;
mod marks;
mod obstacle;
mod order;
mod placements;
mod position;
pub mod rating;
mod scene;
mod scope;
mod sink;
#[cfg(test)]
mod sketch;
mod step;
pub mod svg;
mod technique;

pub use evidence::{
    AlmostLocked, Bent, Branch, Cause, Chain, Clash, Cluster, Cover, Deadly, Evidence, Exocet, Fact, Fish,
    Forcing, Link, LockedSet, Node, Oddagon, Subset, SubsetKind, SueDeCoq, Templates, Truth, Twin,
};
pub use explain::{Notation, Place, Strength};
pub use ladder::{Findings, Ladder, Path};
pub use library::{Case, Expectation, Outcome, ParseCaseError};
pub use marks::{Legend, Line, Marks, Role};
pub use obstacle::{Mistake, Obstacle};
pub use position::{Position, Uniqueness};
pub use scene::Scene;
pub use scope::{
    BasePlaces, EmptyRectangles, LostPlaces, Overlap, Rectangles, Scope, SetChainDirection, SetsInChains,
    Siamese,
};
pub use sink::{All, Best, First, Sink};
pub use step::Step;
pub use technique::{Choice, Description, Finder, Level, TECHNIQUES, Technique, UniquenessNeed, Usage};
