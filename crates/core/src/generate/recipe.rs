//! Describes the kind of puzzle to generate: the layout and number of its clues, and whether all of them must
//! be necessary.

use super::clue_symmetry::Symmetry;
use crate::cell::{Cell, CellSet};
use std::ops::RangeInclusive;

/// The kind of puzzle to generate.
///
/// ```
/// use veridoku_core::generate::{Layout, Recipe, Symmetry};
///
/// let layout = Layout::Symmetric(Symmetry::Rotate180);
/// let recipe = Recipe { layout, clues: Some(24..=28), ..Recipe::default() };
/// assert!(recipe != Recipe::default());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recipe {
    /// The positions of the clues.
    pub layout: Layout,
    /// The allowed numbers of clues. If `None`, clues are removed until no more can be removed.
    pub clues: Option<RangeInclusive<usize>>,
    /// Whether every clue must be necessary.
    pub minimality: Minimality,
}

/// The positions of the clues of a puzzle.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Layout {
    /// Any pattern with this symmetry.
    Symmetric(Symmetry),
    /// Exactly these cells.
    Pattern(CellSet),
}

/// Whether a puzzle may have redundant clues.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub enum Minimality {
    /// Redundant clues are allowed.
    #[default]
    Any,
    /// Every clue is necessary.
    Minimal,
}

impl Default for Recipe {
    /// Returns a recipe that requires no symmetry and removes as many clues as possible.
    fn default() -> Recipe {
        Recipe { layout: Layout::Symmetric(Symmetry::None), clues: None, minimality: Minimality::Any }
    }
}

impl Recipe {
    /// Returns the allowed numbers of clues, or the full range if the recipe does not restrict them.
    pub fn clue_range(&self) -> RangeInclusive<usize> {
        self.clues.clone().unwrap_or(0..=Cell::COUNT)
    }
}
