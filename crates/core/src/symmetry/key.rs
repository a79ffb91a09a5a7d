//! Canonical forms as numbers of 128 bits: small enough to keep millions in memory or in a table.

use crate::candidate::CandidateSet;
use crate::grid::Grid;
use std::fmt;

/// The hash of a canonical form: equivalent puzzles have the same key, others hardly ever.
///
/// Version 1 is FNV-1a with 128 bits (Glenn Fowler, Landon Curt Noll and Kiem-Phong Vo) over the text
/// `veridoku-1:` and the 81 characters of the canonical form with `.` for blanks, the 729 of a sukaku: begin with
/// 0x6c62272e07bb014262b821756295c58d; for each byte, exclusive or, then multiply by 0x1000000000000000000013b.
/// It is written as 32 hexadecimal digits. With as many keys as there are classes of solution grids, the
/// chance that any two are equal by accident is below one in 10¹⁹.
///
/// ```
/// use veridoku_core::Grid;
/// use veridoku_core::symmetry::{canonical, Key};
///
/// let key = Key::of(&canonical(&Grid::EMPTY).grid);
/// assert_eq!(key.to_string(), "df292a77822a45f4c6aa4042d9b3898e");
/// ```
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Key(u128);

impl Key {
    /// The version: it rises when a puzzle gets another key than before.
    pub const VERSION: u32 = 1;

    /// The key of a grid that is in canonical form.
    pub fn of(canonical: &Grid) -> Key {
        Key::of_line(&canonical.to_line())
    }

    /// The key of a sukaku that is in canonical form.
    pub fn of_sukaku(canonical: &CandidateSet) -> Key {
        Key::of_line(canonical.to_string().as_bytes())
    }

    fn of_line(line: &[u8]) -> Key {
        const START: u128 = 0x6c62_272e_07bb_0142_62b8_2175_6295_c58d;
        const FACTOR: u128 = 0x0000_0000_0100_0000_0000_0000_0000_013b;
        let bytes = b"veridoku-1:".iter().chain(line);
        Key(bytes.fold(START, |hash, &byte| (hash ^ u128::from(byte)).wrapping_mul(FACTOR)))
    }

    /// The key as a number.
    pub const fn number(self) -> u128 {
        self.0
    }
}

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("{:032x}", self.0))
    }
}

impl fmt::Debug for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Key({self})")
    }
}
