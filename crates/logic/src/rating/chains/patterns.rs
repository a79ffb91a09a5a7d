//! The patterns that a tree may use where its queues run dry: locking, hidden pairs, naked pairs and X-wings.
//!
//! ```text
//! base ── assumption ──▶ work      a pattern counts where the assumption made it:
//!                                  its houses have changed, and what changed them are its parents
//! ```
//!
//! A file of its own because these are the patterns of `locking`, `sets` and `fish` in the same order, but looked for in
//! the houses that have changed only, which are few.

use super::super::grid::{CELLS, COLUMNS, CROSSINGS, Grid, ROWS, bits, count, is_pair};
use super::super::locking::PAIRS;
use super::super::singles::KINDS;
use super::tree::Tree;
use super::{Literal, off};

/// By house: the digits that have lost places.
type Changed = [u16; 27];

/// Which patterns have struck something.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum Struck {
    Nothing,
    /// Some, while others that come later in the order were not looked for.
    Early,
    /// The last ones in the order.
    Last,
}

/// Adds what the patterns of the working grid strike: the first family that strikes something.
pub(super) fn look(base: &Grid, work: &Grid, tree: &mut Tree) -> Struck {
    let mut changed: Changed = [0; 27];
    for house in 0..27 {
        if base.places[house] == work.places[house] {
            continue;
        }
        for digit in 0..9 {
            changed[house] |= u16::from(base.places[house][digit] != work.places[house][digit]) << digit;
        }
    }
    let families: [fn(&Grid, &Grid, &Changed, &mut Tree); 4] = [locked, hidden_pairs, naked_pairs, x_wings];
    let members = tree.members;
    for (place, family) in families.into_iter().enumerate() {
        family(base, work, &changed, tree);
        if tree.members > members {
            return if place + 1 == families.len() { Struck::Last } else { Struck::Early };
        }
    }
    Struck::Nothing
}

/// The pairs of a mask's bits as SE counts them up: 0b0011, 0b0101, 0b0110, 0b1001 …
fn pairs(mask: u16) -> impl Iterator<Item = (usize, usize)> {
    bits(mask).flat_map(move |high| bits(mask & ((1 << high) - 1)).map(move |low| (low, high)))
}

/// Adds false candidates whose parents are pushed since `first_parent`; without parents nothing follows.
fn strike(tree: &mut Tree, first_parent: usize, losses: impl Iterator<Item = Literal>) {
    if tree.parents.len() == first_parent {
        return;
    }
    for literal in losses {
        if !tree.has(literal) {
            tree.add_advanced(literal, first_parent, 0, 0);
        }
    }
}

fn push_struck(tree: &mut Tree, cell: u8, digit: usize) {
    let node = tree.node_of(off(cell as usize, digit));
    tree.parents.push(node);
}

fn locked(base: &Grid, work: &Grid, changed: &Changed, tree: &mut Tree) {
    for (first, second) in PAIRS {
        for house in first..first + 9 {
            let able = bits(changed[house])
                .filter(|&digit| (2..=3).contains(&count(work.places[house][digit])))
                .fold(0, |able, digit| able | 1 << digit);
            if able == 0 {
                continue;
            }
            for crossing in second..second + 9 {
                let common = CROSSINGS[house][crossing];
                if common == 0 {
                    continue;
                }
                for digit in bits(able) {
                    let places = work.places[house][digit];
                    let gone = base.places[house][digit] & !places & !common;
                    let lost = work.places[crossing][digit] & !CROSSINGS[crossing][house];
                    if places & !common != 0 || gone == 0 || lost == 0 {
                        continue;
                    }
                    let first_parent = tree.parents.len();
                    for index in bits(gone) {
                        push_struck(tree, CELLS[house][index], digit);
                    }
                    let losers = bits(lost).map(|index| off(CELLS[crossing][index] as usize, digit));
                    strike(tree, first_parent, losers);
                }
            }
        }
    }
}

fn hidden_pairs(base: &Grid, work: &Grid, changed: &Changed, tree: &mut Tree) {
    for house in KINDS.into_iter().flat_map(|first| first..first + 9) {
        if work.empty[house] <= 4 || changed[house] == 0 {
            continue;
        }
        let places = &work.places[house];
        let able = (0..9).filter(|&digit| is_pair(places[digit])).fold(0, |able, digit| able | 1 << digit);
        if able & changed[house] == 0 {
            continue;
        }
        for (low, high) in pairs(able) {
            let both = places[low];
            if both != places[high] {
                continue;
            }
            let gone = (base.places[house][low] | base.places[house][high]) & !both;
            let others = !(1 << low | 1 << high);
            let rest = |index: usize| work.candidates[CELLS[house][index] as usize] & others;
            if gone == 0 || bits(both).all(|index| rest(index) == 0) {
                continue;
            }
            let first_parent = tree.parents.len();
            for index in bits(gone) {
                for digit in [low, high] {
                    if base.places[house][digit] >> index & 1 == 1 {
                        push_struck(tree, CELLS[house][index], digit);
                    }
                }
            }
            let losses = bits(both).flat_map(|index| {
                bits(rest(index)).map(move |digit| off(CELLS[house][index] as usize, digit))
            });
            strike(tree, first_parent, losses);
        }
    }
}

fn naked_pairs(base: &Grid, work: &Grid, changed: &Changed, tree: &mut Tree) {
    for house in KINDS.into_iter().flat_map(|first| first..first + 9) {
        if work.empty[house] < 4 || changed[house] == 0 {
            continue;
        }
        let digits_at = |index: usize| work.candidates[CELLS[house][index] as usize];
        let able = (0..9).filter(|&index| is_pair(digits_at(index))).fold(0, |able, index| able | 1 << index);
        for (low, high) in pairs(able) {
            let digits = digits_at(low);
            if digits != digits_at(high) {
                continue;
            }
            let gone = |index: usize| base.candidates[CELLS[house][index] as usize] & !digits;
            let others = !(1 << low | 1 << high) & 0x1FF;
            let lost = bits(digits).fold(0, |lost, digit| lost | work.places[house][digit]) & others;
            if gone(low) | gone(high) == 0 || lost == 0 {
                continue;
            }
            let first_parent = tree.parents.len();
            for index in [low, high] {
                for digit in bits(gone(index)) {
                    push_struck(tree, CELLS[house][index], digit);
                }
            }
            let losses = bits(lost).flat_map(|index| {
                bits(digits_at(index) & digits).map(move |digit| off(CELLS[house][index] as usize, digit))
            });
            strike(tree, first_parent, losses);
        }
    }
}

fn x_wings(base: &Grid, work: &Grid, changed: &Changed, tree: &mut Tree) {
    let allowed =
        (0..9).filter(|&digit| work.written[digit] <= 5).fold(0_u16, |mask, digit| mask | 1 << digit);
    for (first, second) in [(COLUMNS, ROWS), (ROWS, COLUMNS)] {
        // By line: the digits with two places there.
        let (mut able, mut lines) = ([0_u16; 9], 0);
        for line in 0..9 {
            for digit in bits(allowed) {
                able[line] |= u16::from(is_pair(work.places[first + line][digit])) << digit;
            }
            lines |= u16::from(able[line] != 0) << line;
        }
        for (low, high) in pairs(lines) {
            let digits = able[low] & able[high] & (changed[first + low] | changed[first + high]);
            for digit in bits(digits) {
                let covers = work.places[first + low][digit];
                if covers != work.places[first + high][digit] {
                    continue;
                }
                let bases: u16 = 1 << low | 1 << high;
                let lost = |line: usize| work.places[second + line][digit] & !bases;
                if bits(covers).all(|line| lost(line) == 0) {
                    continue;
                }
                let first_parent = tree.parents.len();
                for house in [first + low, first + high] {
                    for index in bits(base.places[house][digit] & !covers) {
                        push_struck(tree, CELLS[house][index], digit);
                    }
                }
                let losses = bits(covers).flat_map(|line| {
                    bits(lost(line)).map(move |index| off(CELLS[second + line][index] as usize, digit))
                });
                strike(tree, first_parent, losses);
            }
        }
    }
}
