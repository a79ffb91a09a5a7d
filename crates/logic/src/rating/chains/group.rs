//! A group of candidates, exactly one of which is true, and the propagation of truth values within it.
//!
//! ```text
//! a b c     c is true if a and b are false      c is false if a or b is true
//! ```
//!
//! This is the only rule that [`super::implications`] applies, and most of its time is spent here.

use super::assumption_table::{AssumptionColumn, AssumptionWords, COLUMN_WORDS};

/// The candidates of a cell, or the places of a digit in a house, as candidate numbers.
#[derive(Copy, Clone, Debug)]
pub(super) struct CandidateGroup {
    pub(super) members: [u16; 9],
    pub(super) count: u8,
}

impl CandidateGroup {
    pub(super) fn new(numbers: impl Iterator<Item = u16>) -> CandidateGroup {
        let mut group = CandidateGroup { members: [0; 9], count: 0 };
        for number in numbers {
            group.members[group.count as usize] = number;
            group.count += 1;
        }
        group
    }

    pub(super) fn members(&self) -> &[u16] {
        &self.members[..self.count as usize]
    }

    /// Propagates truth values within the group under all assumptions of one column. Returns a mask of the
    /// members that changed.
    pub(super) fn propagate(
        &self,
        on: &mut AssumptionColumn,
        off: &mut AssumptionColumn,
        contradictory: &mut AssumptionWords,
    ) -> u16 {
        // For each assumption: whether at least one member is not false (`one`), at least two members are not
        // false (`two`), and at least one member is true (`any_on`).
        let (mut one, mut two, mut any_on) = ([0; COLUMN_WORDS], [0; COLUMN_WORDS], [0; COLUMN_WORDS]);
        for &member in self.members() {
            let (is_on, is_off) = (&on[member as usize], &off[member as usize]);
            for word in 0..COLUMN_WORDS {
                two[word] |= one[word] & !is_off[word];
                one[word] |= !is_off[word];
                any_on[word] |= is_on[word];
            }
        }
        let (mut last, mut other, mut new) = ([0; COLUMN_WORDS], [0; COLUMN_WORDS], 0);
        for word in 0..COLUMN_WORDS {
            // It is a contradiction if all members are false.
            contradictory[word] |= !one[word];
            let open = !contradictory[word];
            last[word] = !two[word] & !any_on[word] & open;
            other[word] = any_on[word] & two[word] & open;
            new |= last[word] | other[word];
        }
        // In most calls, nothing new follows.
        if new == 0 {
            return 0;
        }
        let mut changed = 0;
        // The assumptions under which an earlier member is true. A second true member is a contradiction.
        let mut before = [0; COLUMN_WORDS];
        for (index, &member) in self.members().iter().enumerate() {
            let (is_on, is_off) = (&mut on[member as usize], &mut off[member as usize]);
            let mut new = 0;
            for word in 0..COLUMN_WORDS {
                let new_on = last[word] & !is_off[word];
                let new_off = other[word] & !is_on[word] & !is_off[word];
                contradictory[word] |= is_on[word] & before[word];
                before[word] |= is_on[word];
                is_on[word] |= new_on;
                is_off[word] |= new_off;
                new |= new_on | new_off;
            }
            changed |= u16::from(new != 0) << index;
        }
        changed
    }
}
