//! 128-bit hashes of canonical forms, small enough to keep millions of them in memory or in a database.

use crate::candidate::CandidateSet;
use crate::grid::Grid;
use std::fmt;

/// The hash of a canonical form. Equivalent puzzles have the same key; other puzzles almost certainly have
/// different keys.
///
/// Version 2 is 128-bit FNV-1a (Glenn Fowler, Landon Curt Noll and Kiem-Phong Vo) over the text `veridoku-2:`
/// followed by the 81 characters of the canonical form with `.` for blanks (729 for a sukaku). The hash
/// starts as 0x6c62272e07bb014262b821756295c58d. For each byte, it is combined with the byte by XOR and then
/// multiplied by 0x1000000000000000000013b.
///
/// At this point the last characters affect only a few of the bits, so the hash is mixed: XOR it with itself
/// shifted right by 67, multiply by 0x9e3779b97f4a7c15f39cc0605cedc835 (the golden ratio), repeat both steps,
/// and apply the XOR once more. Every part of the key is then a good hash in itself, so keys may be truncated
/// or partitioned by their first digits.
///
/// A key is written as 32 hexadecimal digits. Among the keys of all 5,472,730,538 classes of solution grids,
/// the probability that any two collide is below one in 10¹⁹.
///
/// ```
/// use veridoku_core::Grid;
/// use veridoku_core::symmetry::{canonical, Key};
///
/// let key = Key::of(&canonical(&Grid::EMPTY).grid);
/// assert_eq!(key.to_string(), "fdfb9494417c0b3874fb5aceff781184");
/// ```
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Key(u128);

impl Key {
    /// The version of the keys. It is incremented whenever a puzzle gets a different key than before.
    pub const VERSION: u32 = 2;

    /// Returns the key of a grid in canonical form.
    pub fn of(canonical: &Grid) -> Key {
        Key::of_line(&canonical.to_line())
    }

    /// Returns the key of a sukaku in canonical form.
    pub fn of_sukaku(canonical: &CandidateSet) -> Key {
        Key::of_line(canonical.to_string().as_bytes())
    }

    fn of_line(line: &[u8]) -> Key {
        const START: u128 = 0x6c62_272e_07bb_0142_62b8_2175_6295_c58d;
        const FACTOR: u128 = 0x0000_0000_0100_0000_0000_0000_0000_013b;
        const MIX: u128 = 0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835;
        let bytes = b"veridoku-2:".iter().chain(line);
        let hash = bytes.fold(START, |hash, &byte| (hash ^ u128::from(byte)).wrapping_mul(FACTOR));
        let mix = |hash: u128| (hash ^ hash >> 67).wrapping_mul(MIX);
        let mixed = mix(mix(hash));
        Key(mixed ^ mixed >> 67)
    }

    /// Returns the key as a number.
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cell::Cell;
    use crate::digit::Digit;
    use std::collections::HashSet;

    #[test]
    fn every_part_of_a_key_is_a_good_hash() {
        // Hash grids that differ only in the last few characters, as canonical forms often do.
        let cells: [Cell; 4] = std::array::from_fn(|index| Cell::at(77 + index));
        let mut keys = Vec::new();
        for number in 0..10_000_usize {
            let mut grid = Grid::EMPTY;
            for (position, cell) in cells.into_iter().enumerate() {
                let digit = number / 10_usize.pow(position as u32) % 10;
                grid.set(cell, digit.checked_sub(1).map(|index| Digit::ALL[index]));
            }
            keys.push(Key::of(&grid).number());
        }
        for shift in [0, 32, 64, 96] {
            let parts: HashSet<u32> = keys.iter().map(|key| (key >> shift) as u32).collect();
            // With 10⁸ / 2 pairs and 2³² values, about 0.01 collisions are expected.
            assert!(parts.len() >= keys.len() - 1, "{shift}: {}", parts.len());
        }
        for bit in 0..128 {
            let ones = keys.iter().filter(|&key| key >> bit & 1 != 0).count();
            // The bounds are six standard deviations.
            assert!((4700..5300).contains(&ones), "bit {bit}: {ones}");
        }
    }
}
