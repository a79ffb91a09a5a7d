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
        // Before and after each member: where all are false, where any is true.
        let mut ahead = [([u64::MAX; LANES], [0; LANES]); 9];
        let (mut all_off, mut any_on) = ([u64::MAX; LANES], [0; LANES]);
        for (slot, &member) in ahead.iter_mut().zip(self.members()) {
            *slot = (all_off, any_on);
            for lane in 0..LANES {
                all_off[lane] &= off[member as usize][lane];
                any_on[lane] |= on[member as usize][lane];
            }
        }
        let mut changed = 0;
        let (mut all_off, mut any_on) = ([u64::MAX; LANES], [0; LANES]);
        for (place, &member) in self.members().iter().enumerate().rev() {
            let (was_on, was_off) = (on[member as usize], off[member as usize]);
            let (mut new_on, mut new_off, mut new) = ([0; LANES], [0; LANES], 0);
            for lane in 0..LANES {
                let open = !absurd[lane];
                new_on[lane] = ahead[place].0[lane] & all_off[lane] & !was_on[lane] & open;
                new_off[lane] = (ahead[place].1[lane] | any_on[lane]) & !was_off[lane] & open;
                new |= new_on[lane] | new_off[lane];
                all_off[lane] &= was_off[lane];
                any_on[lane] |= was_on[lane];
            }
            if new != 0 {
                for lane in 0..LANES {
                    on[member as usize][lane] |= new_on[lane];
                    off[member as usize][lane] |= new_off[lane];
                    absurd[lane] |= on[member as usize][lane] & off[member as usize][lane];
                }
                changed |= 1 << place;
            }
        }
        changed
    }
}
