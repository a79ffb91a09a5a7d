//! The patterns that a tree may use when its queues are empty: locking, hidden pairs, naked pairs and
//! X-wings.
//!
//! ```text
//! base ── assumption ──▶ work      a pattern counts only if it depends on the assumption:
//!                                  its houses have changed, and the changes are its parents
//! ```
//!
//! The patterns and their order are the same as in `locking`, `subsets` and `fish`, but only the few houses
//! that have changed are searched.

use super::super::grid::{CELLS, COLUMNS, CROSSINGS, ROWS, RatingGrid, bits, count, is_pair};
use super::super::locking::PAIRS;
use super::super::singles::KINDS;
use super::links::{Literal, off};
use super::tree::{ImplicationTree, NOT_NESTED};

/// For each house: the digits that have fewer places than in the base grid.
type ChangedDigits = [u16; 27];

/// Which of the advanced rules eliminated candidates.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum AdvancedOutcome {
    Nothing,
    /// A rule other than the last one eliminated candidates, so the rules after it were not tried.
    NotLast,
    /// All rules were tried. No rule before the last one eliminated anything.
    Last,
}

/// Adds the eliminations of the first kind of pattern that has any in the working grid.
pub(super) fn apply(base: &RatingGrid, work: &RatingGrid, tree: &mut ImplicationTree) -> AdvancedOutcome {
    let mut changed: ChangedDigits = [0; 27];
    for house in 0..27 {
        if base.places[house] == work.places[house] {
            continue;
        }
        for digit in 0..9 {
            changed[house] |= u16::from(base.places[house][digit] != work.places[house][digit]) << digit;
        }
    }
    let rules: [fn(&RatingGrid, &RatingGrid, &ChangedDigits, &mut ImplicationTree); 4] =
        [locked, hidden_pairs, naked_pairs, x_wings];
    let before = tree.consequence_count;
    for (index, rule) in rules.into_iter().enumerate() {
        rule(base, work, &changed, tree);
        if tree.consequence_count > before {
            return if index + 1 == rules.len() { AdvancedOutcome::Last } else { AdvancedOutcome::NotLast };
        }
    }
    AdvancedOutcome::Nothing
}

/// Iterates over all pairs of bits of a mask, in increasing order of the binary numbers that they form:
/// 0b0011, 0b0101, 0b0110, 0b1001 …
fn pairs(mask: u16) -> impl Iterator<Item = (usize, usize)> {
    bits(mask).flat_map(move |high| bits(mask & ((1 << high) - 1)).map(move |low| (low, high)))
}

/// Adds eliminations to the tree, with the parents pushed since `first_parent`. Adds nothing if there are no
/// parents.
fn eliminate(tree: &mut ImplicationTree, first_parent: usize, eliminations: impl Iterator<Item = Literal>) {
    if tree.parents.len() == first_parent {
        return;
    }
    for literal in eliminations {
        if !tree.has(literal) {
            tree.add_advanced(literal, first_parent, NOT_NESTED);
        }
    }
}

fn push_eliminated(tree: &mut ImplicationTree, cell: u8, digit: usize) {
    let node = tree.node_of(off(cell as usize, digit));
    tree.parents.push(node);
}

fn locked(base: &RatingGrid, work: &RatingGrid, changed: &ChangedDigits, tree: &mut ImplicationTree) {
    for (first, second) in PAIRS {
        for house in first..first + 9 {
            let eligible = bits(changed[house])
                .filter(|&digit| (2..=3).contains(&count(work.places[house][digit])))
                .fold(0, |eligible, digit| eligible | 1 << digit);
            if eligible == 0 {
                continue;
            }
            for crossing in second..second + 9 {
                let common = CROSSINGS[house][crossing];
                if common == 0 {
                    continue;
                }
                for digit in bits(eligible) {
                    let places = work.places[house][digit];
                    let gone = base.places[house][digit] & !places & !common;
                    let lost = work.places[crossing][digit] & !CROSSINGS[crossing][house];
                    if places & !common != 0 || gone == 0 || lost == 0 {
                        continue;
                    }
                    let first_parent = tree.parents.len();
                    for index in bits(gone) {
                        push_eliminated(tree, CELLS[house][index], digit);
                    }
                    let eliminations = bits(lost).map(|index| off(CELLS[crossing][index] as usize, digit));
                    eliminate(tree, first_parent, eliminations);
                }
            }
        }
    }
}

fn hidden_pairs(base: &RatingGrid, work: &RatingGrid, changed: &ChangedDigits, tree: &mut ImplicationTree) {
    for house in KINDS.into_iter().flat_map(|first| first..first + 9) {
        if work.empty[house] <= 4 || changed[house] == 0 {
            continue;
        }
        let places = &work.places[house];
        let eligible =
            (0..9).filter(|&digit| is_pair(places[digit])).fold(0, |eligible, digit| eligible | 1 << digit);
        if eligible & changed[house] == 0 {
            continue;
        }
        for (low, high) in pairs(eligible) {
            let pair_places = places[low];
            if pair_places != places[high] {
                continue;
            }
            let gone = (base.places[house][low] | base.places[house][high]) & !pair_places;
            let others = !(1 << low | 1 << high);
            let rest = |index: usize| work.candidates[CELLS[house][index] as usize] & others;
            if gone == 0 || bits(pair_places).all(|index| rest(index) == 0) {
                continue;
            }
            let first_parent = tree.parents.len();
            for index in bits(gone) {
                for digit in [low, high] {
                    if base.places[house][digit] >> index & 1 == 1 {
                        push_eliminated(tree, CELLS[house][index], digit);
                    }
                }
            }
            let eliminations = bits(pair_places).flat_map(|index| {
                bits(rest(index)).map(move |digit| off(CELLS[house][index] as usize, digit))
            });
            eliminate(tree, first_parent, eliminations);
        }
    }
}

fn naked_pairs(base: &RatingGrid, work: &RatingGrid, changed: &ChangedDigits, tree: &mut ImplicationTree) {
    for house in KINDS.into_iter().flat_map(|first| first..first + 9) {
        if work.empty[house] < 4 || changed[house] == 0 {
            continue;
        }
        let digits_at = |index: usize| work.candidates[CELLS[house][index] as usize];
        let eligible = (0..9)
            .filter(|&index| is_pair(digits_at(index)))
            .fold(0, |eligible, index| eligible | 1 << index);
        for (low, high) in pairs(eligible) {
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
                    push_eliminated(tree, CELLS[house][index], digit);
                }
            }
            let eliminations = bits(lost).flat_map(|index| {
                bits(digits_at(index) & digits).map(move |digit| off(CELLS[house][index] as usize, digit))
            });
            eliminate(tree, first_parent, eliminations);
        }
    }
}

fn x_wings(base: &RatingGrid, work: &RatingGrid, changed: &ChangedDigits, tree: &mut ImplicationTree) {
    let allowed =
        (0..9).filter(|&digit| work.placed[digit] <= 5).fold(0_u16, |mask, digit| mask | 1 << digit);
    for (first, second) in [(COLUMNS, ROWS), (ROWS, COLUMNS)] {
        // For each line: the digits that have exactly two places in it.
        let (mut eligible, mut lines) = ([0_u16; 9], 0);
        for line in 0..9 {
            for digit in bits(allowed) {
                eligible[line] |= u16::from(is_pair(work.places[first + line][digit])) << digit;
            }
            lines |= u16::from(eligible[line] != 0) << line;
        }
        for (low, high) in pairs(lines) {
            let digits = eligible[low] & eligible[high] & (changed[first + low] | changed[first + high]);
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
                        push_eliminated(tree, CELLS[house][index], digit);
                    }
                }
                let eliminations = bits(covers).flat_map(|line| {
                    bits(lost(line)).map(move |index| off(CELLS[second + line][index] as usize, digit))
                });
                eliminate(tree, first_parent, eliminations);
            }
        }
    }
}
