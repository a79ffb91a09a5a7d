//! What kind of puzzle is wanted, as far as its clues go.

use super::clue_symmetry::Symmetry;
use crate::cell::{Cell, CellSet};
use std::ops::RangeInclusive;

/// What kind of puzzle is wanted.
///
/// ```
/// use veridoku_core::generate::{Layout, Recipe, Symmetry};
///
/// let recipe = Recipe { layout: Layout::Symmetric(Symmetry::Rotate180), clues: Some(24..=28), ..Recipe::default() };
/// assert!(recipe != Recipe::default());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recipe {
    /// Where the clues lie.
    pub layout: Layout,
    /// How many there are; as few as are left when none can go if there is no wish.
    pub clues: Option<RangeInclusive<usize>>,
    /// Whether each of them must be needed.
    pub minimality: Minimality,
}

/// Where the clues of a puzzle lie.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Layout {
    /// Anywhere with this symmetry.
    Symmetric(Symmetry),
    /// In these cells and in no others.
    Pattern(CellSet),
}

/// Whether a puzzle may have clues that it could do without.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub enum Minimality {
    /// It may.
    #[default]
    Any,
    /// It has none.
    Minimal,
}

impl Default for Recipe {
    /// Anywhere, as many clues as are left when none can go.
    fn default() -> Recipe {
        Recipe { layout: Layout::Symmetric(Symmetry::None), clues: None, minimality: Minimality::Any }
    }
}

impl Recipe {
    /// The numbers of clues that will do.
    pub fn clue_range(&self) -> RangeInclusive<usize> {
        self.clues.clone().unwrap_or(0..=Cell::COUNT)
    }
}
