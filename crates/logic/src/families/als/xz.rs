//! ALS-XZ rule: two almost locked sets, singly or doubly linked.
//!
//! ```text
//!   A r1c123 {2 4 7 9}        linked by 7: one of them loses 7.
//!   B r2c3 r3c1 {2 4 7}       Its other digits are then locked, so A or B holds 2, and A or B holds 4.
//! ```
//!
//! If two digits link the sets, each set loses one of them. Both sets are then locked to their other digits,
//! and each of the two linking digits is in one of the sets.

use super::table::AlmostLockedSets;
use crate::bits::bits_of_words;
use crate::{FinderContext, Sink, Technique};
use std::collections::HashSet;
use std::ops::ControlFlow;
use veridoku_core::CandidateSet;

/// Applies the XZ-rule to all pairs of sets.
pub(crate) fn xz(context: &FinderContext<'_>, sink: &mut dyn Sink) -> ControlFlow<()> {
    let table = context.almost_locked_sets();
    let words = table.len().div_ceil(64);
    // `once` holds the sets that are linked to `left` by at least one digit. `possible` holds the sets that
    // are linked to it by two digits, or that are linked by one digit and have a target of another digit in
    // common with it.
    let (mut once, mut possible) = (vec![0; words], vec![0; words]);
    let mut reported = HashSet::new();
    for left in 0..table.len() {
        once.fill(0);
        possible.fill(0);
        for x in table.sets[left].digits {
            for (word, linked) in table.linked(left, x).enumerate() {
                possible[word] |= once[word] & linked;
                once[word] |= linked;
                if linked != 0 {
                    for z in table.sets[left].digits.without(x) {
                        possible[word] |= linked & table.sharing_target(left, z)[word];
                    }
                }
            }
        }
        for right in bits_of_words(possible.iter().copied()).filter(|&right| right > left) {
            check(table, left, right, &mut reported, sink)?;
        }
    }
    ControlFlow::Continue(())
}

/// Reports the eliminations of two linked sets, unless an earlier pair had the same eliminations.
fn check(
    table: &AlmostLockedSets,
    left: usize,
    right: usize,
    reported: &mut HashSet<CandidateSet>,
    sink: &mut dyn Sink,
) -> ControlFlow<()> {
    let link = table.link_digits(left, right);
    let common = table.sets[left].digits & table.sets[right].digits;
    let mut eliminations = match link.single() {
        Some(x) => table.common_targets(left, right, common.without(x)),
        None => table.common_targets(left, right, common),
    };
    if link.len() == 2 {
        for (set, other) in [(left, right), (right, left)] {
            for digit in table.sets[set].digits - link {
                let locked = table.targets(set, digit) - table.sets[other].cells;
                eliminations |= CandidateSet::of_digit(digit, locked);
            }
        }
    }
    if eliminations.is_empty() || !reported.insert(eliminations) {
        return ControlFlow::Continue(());
    }
    let links = link.iter().map(|digit| (0, 1, digit)).collect();
    sink.take(table.step(Technique::AlsXz, eliminations, &[left, right], links, None))
}
