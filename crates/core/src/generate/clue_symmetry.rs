//! How the clues of a puzzle lie: which cells have a clue together or not at all.
//!
//! A file of its own because this is about the look of a puzzle, not about [`crate::symmetry`], which asks
//! which puzzles are the same.
//!
//! ```text
//! rotate180   horizontal   vertical   diagonal   antidiagonal   rotate90
//!  a · ·        a · ·       a · a      · a ·       · a b          a · a
//!  · · ·        · · ·       · · ·      a · b       · · a          · · ·
//!  · · a        a · ·       · · ·      · b ·       · · ·          a · a
//! ```
//!
//! The eight ways to turn the square and to turn it over make a group; a symmetry is one of its subgroups, given here
//! by one or two ways that make it. The cells that its ways carry into each other are an *orbit*.

use crate::cell::{Cell, CellSet};
use std::fmt;
use std::str::FromStr;

/// A symmetry of the cells that have clues.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Hash)]
pub enum Symmetry {
    /// None is asked for.
    #[default]
    None,
    /// Half a turn.
    Rotate180,
    /// A quarter of a turn.
    Rotate90,
    /// The upper half is the mirror image of the lower one.
    Horizontal,
    /// The left half is the mirror image of the right one.
    Vertical,
    /// Mirrored in the diagonal from the top left.
    Diagonal,
    /// Mirrored in the diagonal from the top right.
    Antidiagonal,
    /// Mirrored in both axes.
    Orthogonal,
    /// Mirrored in both diagonals.
    BothDiagonals,
    /// Mirrored and turned in every way.
    Full,
}

/// Where a way to turn the square carries a row and a column.
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

    /// The name, and after it what else it is called.
    pub const fn names(self) -> &'static [&'static str] {
        match self {
            Symmetry::None => &["none", "no", "asymmetric", "random"],
            Symmetry::Rotate180 => {
                &["rotate180", "rotational", "central", "point", "half-isometry", "rotate-180", "180"]
            }
            Symmetry::Rotate90 => &["rotate90", "quarter-isometry", "rotate-90", "90"],
            Symmetry::Horizontal => &["horizontal", "mirror-horizontal", "top-bottom"],
            Symmetry::Vertical => &["vertical", "mirror", "mirror-vertical", "left-right"],
            Symmetry::Diagonal => &["diagonal", "main-diagonal"],
            Symmetry::Antidiagonal => &["antidiagonal", "anti-diagonal"],
            Symmetry::Orthogonal => &["both-axes", "orthogonal", "axes", "bi-mirror"],
            Symmetry::BothDiagonals => &["both-diagonals", "diagonals", "bi-diagonal"],
            Symmetry::Full => &["full", "all", "dihedral"],
        }
    }

    /// The name.
    pub const fn name(self) -> &'static str {
        self.names()[0]
    }

    /// Ways that make the group.
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

    /// The cells that have a clue together with this one or not at all, itself among them.
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

    /// All orbits, by their first cells.
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

    /// Whether clues in these cells lie so.
    pub fn fits(self, cells: CellSet) -> bool {
        cells.iter().all(|cell| self.orbit(cell).is_subset(cells))
    }
}

impl fmt::Display for Symmetry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A text that is no name of a symmetry.
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
        // By counting fixed cells (Burnside): (81 + those of the other ways) / size of the group.
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
        let error = "round".parse::<Symmetry>().unwrap_err();
        assert!(error.to_string().starts_with("unknown symmetry \"round\", expected one of: none, "));
    }
}
