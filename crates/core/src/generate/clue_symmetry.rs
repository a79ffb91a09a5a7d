//! Symmetries of the clue pattern. They determine which cells must either all have a clue or all be empty.
//!
//! This is about the appearance of a puzzle. It is unrelated to [`crate::symmetry`], which deals with
//! equivalent puzzles.
//!
//! ```text
//! rotate180   horizontal   vertical   diagonal   antidiagonal   rotate90
//!  a · ·        a · ·       a · a      · a ·       · a b          a · a
//!  · · ·        · · ·       · · ·      a · b       · · a          · · ·
//!  · · a        a · ·       · · ·      · b ·       · · ·          a · a
//! ```
//!
//! The eight rotations and reflections of the square form a group. Each symmetry is a subgroup of it, given
//! here by at most two generators. Cells that the subgroup maps onto each other form an *orbit*.

use crate::cell::{Cell, CellSet};
use std::fmt;
use std::str::FromStr;

/// A symmetry of the clue pattern.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Hash)]
pub enum Symmetry {
    /// No symmetry is required.
    #[default]
    None,
    /// Rotation by 180 degrees.
    Rotate180,
    /// Rotation by 90 degrees.
    Rotate90,
    /// The upper half mirrors the lower half.
    Horizontal,
    /// The left half mirrors the right half.
    Vertical,
    /// Reflection across the diagonal from top left to bottom right.
    Diagonal,
    /// Reflection across the diagonal from top right to bottom left.
    Antidiagonal,
    /// Reflection across both the horizontal and the vertical axis.
    Orthogonal,
    /// Reflection across both diagonals.
    BothDiagonals,
    /// All rotations and reflections.
    Full,
}

/// A rotation or reflection of the square, as a map from row and column to row and column.
type Isometry = fn(usize, usize) -> (usize, usize);

const HALF_TURN: Isometry = |row, column| (8 - row, 8 - column);
const QUARTER_TURN: Isometry = |row, column| (column, 8 - row);
const TOP_TO_BOTTOM: Isometry = |row, column| (8 - row, column);
const LEFT_TO_RIGHT: Isometry = |row, column| (row, 8 - column);
const TRANSPOSED: Isometry = |row, column| (column, row);
const ANTITRANSPOSED: Isometry = |row, column| (8 - column, 8 - row);

impl Symmetry {
    /// All symmetries.
    pub const ALL: [Symmetry; 10] = [
        Symmetry::None,
        Symmetry::Rotate180,
        Symmetry::Rotate90,
        Symmetry::Horizontal,
        Symmetry::Vertical,
        Symmetry::Diagonal,
        Symmetry::Antidiagonal,
        Symmetry::Orthogonal,
        Symmetry::BothDiagonals,
        Symmetry::Full,
    ];

    /// Returns the name of the symmetry, followed by its synonyms.
    pub const fn names(self) -> &'static [&'static str] {
        match self {
            Symmetry::None => &["none", "no", "asymmetric", "random"],
            Symmetry::Rotate180 => {
                &["rotate180", "rotational", "central", "point", "half-turn", "rotate-180", "180"]
            }
            Symmetry::Rotate90 => &["rotate90", "quarter-turn", "rotate-90", "90"],
            Symmetry::Horizontal => &["horizontal", "mirror-horizontal", "top-bottom"],
            Symmetry::Vertical => &["vertical", "mirror", "mirror-vertical", "left-right"],
            Symmetry::Diagonal => &["diagonal", "main-diagonal"],
            Symmetry::Antidiagonal => &["antidiagonal", "anti-diagonal"],
            Symmetry::Orthogonal => &["both-axes", "orthogonal", "axes", "bi-mirror"],
            Symmetry::BothDiagonals => &["both-diagonals", "diagonals", "bi-diagonal"],
            Symmetry::Full => &["full", "all", "dihedral"],
        }
    }

    /// Returns the name.
    pub const fn name(self) -> &'static str {
        self.names()[0]
    }

    /// Returns the generators of the subgroup.
    fn generating_isometries(self) -> &'static [Isometry] {
        match self {
            Symmetry::None => &[],
            Symmetry::Rotate180 => &[HALF_TURN],
            Symmetry::Rotate90 => &[QUARTER_TURN],
            Symmetry::Horizontal => &[TOP_TO_BOTTOM],
            Symmetry::Vertical => &[LEFT_TO_RIGHT],
            Symmetry::Diagonal => &[TRANSPOSED],
            Symmetry::Antidiagonal => &[ANTITRANSPOSED],
            Symmetry::Orthogonal => &[TOP_TO_BOTTOM, LEFT_TO_RIGHT],
            Symmetry::BothDiagonals => &[TRANSPOSED, ANTITRANSPOSED],
            Symmetry::Full => &[QUARTER_TURN, TRANSPOSED],
        }
    }

    /// Returns the orbit of a cell: the cell itself and all cells onto which the symmetry maps it. Either all
    /// of them have a clue, or none of them does.
    pub fn orbit(self, cell: Cell) -> CellSet {
        let mut orbit = CellSet::only(cell);
        let mut open = orbit;
        while let Some(cell) = open.first() {
            open.remove(cell);
            for isometry in self.generating_isometries() {
                let (row, column) = isometry(cell.row_index(), cell.column_index());
                let other = Cell::new(row, column);
                if orbit.insert(other) {
                    open.insert(other);
                }
            }
        }
        orbit
    }

    /// Returns all orbits, in the order of their first cells.
    pub fn orbits(self) -> Vec<CellSet> {
        let mut left = CellSet::ALL;
        let mut orbits = Vec::new();
        while let Some(cell) = left.first() {
            let orbit = self.orbit(cell);
            left -= orbit;
            orbits.push(orbit);
        }
        orbits
    }

    /// Returns whether the clue pattern formed by these cells has the symmetry.
    pub fn fits(self, cells: CellSet) -> bool {
        cells.iter().all(|cell| self.orbit(cell).is_subset(cells))
    }
}

impl fmt::Display for Symmetry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// The error returned when parsing a [`Symmetry`] fails.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseSymmetryError(String);

impl fmt::Display for ParseSymmetryError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = Symmetry::ALL.map(Symmetry::name).join(", ");
        write!(f, "unknown symmetry {:?}, expected one of: {names}", self.0)
    }
}

impl std::error::Error for ParseSymmetryError {}

impl FromStr for Symmetry {
    type Err = ParseSymmetryError;

    fn from_str(text: &str) -> Result<Symmetry, ParseSymmetryError> {
        let name = text.trim().to_ascii_lowercase().replace([' ', '_'], "-");
        let has_name = |symmetry: &Symmetry| symmetry.names().contains(&name.as_str());
        Symmetry::ALL.into_iter().find(has_name).ok_or_else(|| ParseSymmetryError(text.to_string()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn orbits_partition_the_cells() {
        // Computed by Burnside's lemma: the number of orbits is the average number of cells that an element
        // of the group leaves in place.
        let counts = [81, 41, 21, 45, 45, 45, 45, 25, 25, 15];
        for (symmetry, count) in Symmetry::ALL.into_iter().zip(counts) {
            let orbits = symmetry.orbits();
            assert_eq!(orbits.len(), count, "{symmetry}");
            assert_eq!(orbits.iter().map(|orbit| orbit.len()).sum::<usize>(), 81, "{symmetry}");
            assert!(orbits.iter().all(|&orbit| symmetry.fits(orbit)), "{symmetry}");
        }
    }

    #[test]
    fn each_symmetry_maps_cells_as_its_name_says() {
        let cell = Cell::new(0, 1);
        let other = |symmetry: Symmetry| symmetry.orbit(cell).without(cell).single();
        assert_eq!(other(Symmetry::Rotate180), Some(Cell::new(8, 7)));
        assert_eq!(other(Symmetry::Horizontal), Some(Cell::new(8, 1)));
        assert_eq!(other(Symmetry::Vertical), Some(Cell::new(0, 7)));
        assert_eq!(other(Symmetry::Diagonal), Some(Cell::new(1, 0)));
        assert_eq!(other(Symmetry::Antidiagonal), Some(Cell::new(7, 8)));
        assert_eq!(Symmetry::Full.orbit(cell).len(), 8);
    }

    #[test]
    fn names_and_synonyms_are_read() {
        for symmetry in Symmetry::ALL {
            for name in symmetry.names() {
                assert_eq!(name.to_uppercase().parse(), Ok(symmetry));
            }
        }
        assert_eq!("half turn".parse(), Ok(Symmetry::Rotate180));
        assert_eq!("Quarter_Turn".parse(), Ok(Symmetry::Rotate90));
        let error = "round".parse::<Symmetry>().unwrap_err();
        assert!(error.to_string().starts_with("unknown symmetry \"round\", expected one of: none, "));
    }
}
