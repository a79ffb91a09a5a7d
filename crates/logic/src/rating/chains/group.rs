//! A group: candidates of which exactly one is true, and what follows inside it.
//!
//! ```text
//! a b c     c is true where a and b are false      c is false where a or b is true
//! ```
//!
//! A file of its own because it is the only rule of [`super::forecast`], and the place where its time goes.

use super::columns::{Column, LANES, Lanes};

/// A cell, or a digit of a house, with the numbers of its candidates.
#[derive(Copy, Clone, Debug)]
pub(super) struct Group {
    pub(super) members: [u16; 9],
    pub(super) count: u8,
}

impl Group {
    pub(super) fn new(numbers: impl Iterator<Item = u16>) -> Group {
        let mut group = Group { members: [0; 9], count: 0 };
        for number in numbers {
            group.members[group.count as usize] = number;
            group.count += 1;
        }
        group
    }

    pub(super) fn members(&self) -> &[u16] {
        &self.members[..self.count as usize]
    }

    /// Adds what follows inside the group in one column; gives the members that have changed.
    pub(super) fn pass(&self, on: &mut Column, off: &mut Column, absurd: &mut Lanes) -> u16 {
        // Where one, and where two, are not false; where one is true.
        let (mut one, mut two, mut any_on) = ([0; LANES], [0; LANES], [0; LANES]);
        for &member in self.members() {
            let (is_on, is_off) = (&on[member as usize], &off[member as usize]);
            for lane in 0..LANES {
                two[lane] |= one[lane] & !is_off[lane];
                one[lane] |= !is_off[lane];
                any_on[lane] |= is_on[lane];
            }
        }
        let (mut last, mut other, mut new) = ([0; LANES], [0; LANES], 0);
        for lane in 0..LANES {
            // All are false: none can be.
            absurd[lane] |= !one[lane];
            let open = !absurd[lane];
            last[lane] = !two[lane] & !any_on[lane] & open;
            other[lane] = any_on[lane] & two[lane] & open;
            new |= last[lane] | other[lane];
        }
        // Most passes end here.
        if new == 0 {
            return 0;
        }
        let mut changed = 0;
        // Where a member before is true: two of them cannot be.
        let mut before = [0; LANES];
        for (place, &member) in self.members().iter().enumerate() {
            let (is_on, is_off) = (&mut on[member as usize], &mut off[member as usize]);
            let mut new = 0;
            for lane in 0..LANES {
                let new_on = last[lane] & !is_off[lane];
                let new_off = other[lane] & !is_on[lane] & !is_off[lane];
                absurd[lane] |= is_on[lane] & before[lane];
                before[lane] |= is_on[lane];
                is_on[lane] |= new_on;
                is_off[lane] |= new_off;
                new |= new_on | new_off;
            }
            changed |= u16::from(new != 0) << place;
        }
        changed
    }
}
