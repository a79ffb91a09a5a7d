//! Human Sudoku techniques: finds and explains the next step, complete solution paths, and ratings.
//!
//! ```text
//! Puzzle ──▶ Position ──▶ Ladder ──▶ finder ──▶ Step { technique, placements, eliminations, evidence }
//!                                     │            ╰──▶ explanations, Eureka notation, pictures, proof
//!                                     ╰── FinderContext: the position and the tables that finders share
//! ```
//!
//! ```
//! use veridoku_core::Puzzle;
//! use veridoku_logic::{HintLevel, Ladder, Notation, Position};
//!
//! let puzzle: Puzzle =
//!     "3..1.9..66872354911.9.64...8...41.2.9.65.314841..9...57..41....2913567845..9...13".parse()?;
//! let position = Position::new(&puzzle)?;
//! let step = Ladder::teacher().next(&position).expect("a technique applies");
//! assert!(step.explain(&position, HintLevel::Full, Notation::RowColumn).starts_with("r3c9 is 2 or 7."));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | feature | adds |
//! |---|---|
//! | `serde` | JSON forms of the enums that users choose from, with their schemas |
//! | `clap` | `clap::ValueEnum` for the same enums |
//! | `lessons` | `lessons`, the texts that teach the techniques |

mod aliases;
mod bits;
mod budget;
mod coloring;
mod evidence;
mod explain;
mod families;
mod finder_context;
mod hint_blocker;
mod ladder;
#[cfg(feature = "lessons")]
pub mod lessons;
mod library;
mod links;
mod marks;
mod order;
mod position;
mod practice;
mod puzzle_verdicts;
pub mod rating;
mod registry;
mod search_options;
mod singles_queue;
mod sink;
#[cfg(test)]
mod sketch;
mod step;
pub mod svg;
mod technique;
mod templates;

pub use evidence::{
    AlmostLocked, Bent, Branch, Cause, Chain, Clash, Cluster, Cover, Deadly, Evidence, Exocet, Fact, Fish,
    Forcing, Link, LockedSet, Node, Oddagon, Subset, SubsetKind, SueDeCoq, Templates, Truth, Twin,
};
pub use explain::{HintLevel, HintPlace, Inference, InferenceKind, Notation};
pub use finder_context::FinderContext;
pub use hint_blocker::{HintBlocker, Mistake};
pub use ladder::{Findings, Ladder, SolutionPath};
pub use library::{CaseOutcome, Expectation, LibraryCase, ParseCaseError};
pub use marks::{Legend, MarkLine, Marks, Role, set_name};
pub use position::{Position, Uniqueness};
pub use practice::{COVERED_TECHNIQUES, CoveredTechnique, PracticeSearch, random_neighbour};
pub use puzzle_verdicts::PuzzleVerdicts;
pub use registry::Finder;
pub use search_options::{
    BasePlaces, EmptyRectangles, LostPlaces, Overlap, Rectangles, SearchOptions, SetChainDirection,
    SetsInChains, Siamese,
};
pub use sink::{AllSteps, BestStep, FirstStep, Sink};
pub use step::Step;
pub use technique::{Description, HodokuLevel, StepChoice, TECHNIQUES, Technique, UniquenessNeed, Usage};

/// The examples of the README, run as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct ReadmeExamples;
