//! A search for N of nine lines whose marks are in only N columns.
//!
//! The finders of naked and hidden subsets share this search.

use crate::bits::count;
use std::ops::ControlFlow;

/// Calls `found` with every choice of `size` lines whose marks are in exactly `size` columns, passing the
/// line mask and the column mask. Lines without marks are never chosen.
///
/// The choices are in lexicographic order of their lines: 12, 13, …, 23, …
pub(crate) fn confined(
    lines: &[u16; 9],
    size: u32,
    found: &mut dyn FnMut(u16, u16) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let mut eligible: u16 = 0;
    for (index, &line) in lines.iter().enumerate() {
        eligible |= u16::from((1..=size).contains(&count(line))) << index;
    }
    if count(eligible) < size {
        return ControlFlow::Continue(());
    }
    SubsetSearch { lines, size, found }.extend(size, eligible, 0, 0)
}

/// The constant inputs of the search.
struct SubsetSearch<'a> {
    lines: &'a [u16; 9],
    size: u32,
    found: &'a mut dyn FnMut(u16, u16) -> ControlFlow<()>,
}

impl SubsetSearch<'_> {
    /// Tries every way to add `missing` of the open lines to the chosen lines such that their marks are in at
    /// most `size` columns.
    fn extend(&mut self, missing: u32, mut open: u16, chosen: u16, columns: u16) -> ControlFlow<()> {
        let mut left = count(open);
        while left >= missing {
            let line = open.trailing_zeros();
            open &= open - 1;
            left -= 1;
            let columns = columns | self.lines[line as usize];
            let chosen = chosen | 1 << line;
            if count(columns) > self.size {
                continue;
            }
            if missing > 1 {
                self.extend(missing - 1, open, chosen, columns)?;
            } else if count(columns) == self.size {
                (self.found)(chosen, columns)?;
            }
        }
        ControlFlow::Continue(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Finds the same choices by examining every choice of lines.
    fn exhaustive(lines: &[u16; 9], size: u32) -> Vec<(u16, u16)> {
        let union = |chosen: u16| {
            (0..9).filter(|line| chosen >> line & 1 != 0).fold(0, |all, line| all | lines[line])
        };
        let filled = |chosen: u16| (0..9).all(|line| chosen >> line & 1 == 0 || lines[line] != 0);
        (0..512_u16)
            .filter(|&chosen| chosen.count_ones() == size && filled(chosen))
            .map(|chosen| (chosen, union(chosen)))
            .filter(|(_, columns)| columns.count_ones() == size)
            .collect()
    }

    #[test]
    fn the_search_agrees_with_an_exhaustive_one() {
        let mut state: u64 = 0x9E37_79B9_7F4A_7C15;
        for _ in 0..2000 {
            let lines: [u16; 9] = std::array::from_fn(|_| {
                state ^= state << 13;
                state ^= state >> 7;
                state ^= state << 17;
                // Sparse lines, so that there are subsets to find.
                (state as u16) & (state >> 20) as u16 & (state >> 40) as u16 & 0x1FF
            });
            for size in 1..=4 {
                let mut found = Vec::new();
                let _: ControlFlow<()> = confined(&lines, size, &mut |chosen, columns| {
                    found.push((chosen, columns));
                    ControlFlow::Continue(())
                });
                found.sort_unstable();
                assert_eq!(found, exhaustive(&lines, size), "{lines:?} {size}");
            }
        }
    }
}
