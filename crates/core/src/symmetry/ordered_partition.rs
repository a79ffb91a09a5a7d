//! An order of three things, as far as it is known.
//!
//! ```text
//! items   2 | 0 1        2 comes first; of 0 and 1 nobody knows
//! cuts      1   0        a cut behind place 0, none behind place 1
//! ```

/// An ordered partition of 0, 1 and 2: the order of parts is known, that within a part is not.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) struct OrderedPartition {
    items: [u8; 3],
    /// Bit i: a part ends at place i. The last one always does.
    cuts: u8,
}

impl OrderedPartition {
    /// Nothing is known.
    pub(super) const UNIT: OrderedPartition = OrderedPartition { items: [0, 1, 2], cuts: 0b100 };

    /// All is known.
    pub(super) const fn discrete(items: [u8; 3]) -> OrderedPartition {
        OrderedPartition { items, cuts: 0b111 }
    }

    /// Whether all is known.
    pub(super) const fn is_discrete(self) -> bool {
        self.cuts == 0b111
    }

    /// The thing at a place; one of its part, if its part is larger.
    pub(super) fn at(self, place: usize) -> usize {
        usize::from(self.items[place])
    }

    /// The end of the part with this place.
    pub(super) fn end(self, place: usize) -> usize {
        place + 1 + (self.cuts >> place).trailing_zeros() as usize
    }

    /// The start of the part with this place.
    fn start(self, place: usize) -> usize {
        // The place behind the last cut before this one.
        8 - (self.cuts & ((1 << place) - 1)).leading_zeros() as usize
    }

    /// Makes a thing the first of its part, and a part of its own; gives its place.
    pub(super) fn individualize(&mut self, item: u8) -> usize {
        let place = if self.items[0] == item {
            0
        } else if self.items[1] == item {
            1
        } else {
            2
        };
        let start = self.start(place);
        self.items.swap(start, place);
        self.cuts |= 1 << start;
        start
    }

    /// Splits the part that starts at a place: the chosen things first, the others behind a cut. Gives the
    /// number of chosen ones.
    pub(super) fn split_off(&mut self, start: usize, is_chosen: impl Fn(usize) -> bool) -> usize {
        let end = self.end(start);
        let mut next = start;
        for place in start..end {
            if is_chosen(self.at(place)) {
                self.items.swap(next, place);
                next += 1;
            }
        }
        if next > start {
            self.cuts |= 1 << (next - 1);
        }
        next - start
    }

    /// Puts three things of which nothing is known in the order of their keys, equal ones in one part.
    pub(super) fn split_by(&mut self, key: impl Fn(usize) -> u32) {
        self.items.sort_unstable_by_key(|&item| key(usize::from(item)));
        for place in 0..2 {
            if key(self.at(place)) != key(self.at(place + 1)) {
                self.cuts |= 1 << place;
            }
        }
    }

    /// The number of orders that are left.
    pub(super) fn order_count(self) -> u64 {
        match self.cuts {
            0b100 => 6,
            0b101 | 0b110 => 2,
            _ => 1,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_split_and_settle() {
        let mut order = OrderedPartition::UNIT;
        assert_eq!((order.order_count(), order.start(2), order.end(0)), (6, 0, 3));
        order.split_by(|item| u32::from(item == 1));
        assert_eq!((order.at(2), order.order_count(), order.end(0), order.start(1)), (1, 2, 2, 0));
        assert_eq!(order.individualize(1), 2);
        assert_eq!(order.split_off(0, |item| item == 2), 1);
        assert_eq!((order.items, order.order_count()), ([2, 0, 1], 1));
        let mut order = OrderedPartition::UNIT;
        assert_eq!(order.split_off(0, |_| true), 3);
        assert_eq!(order, OrderedPartition::UNIT);
        assert_eq!(order.split_off(0, |_| false), 0);
        assert_eq!((order.individualize(2), order.individualize(2), order.order_count()), (0, 0, 2));
        assert_eq!((order.individualize(1), order.individualize(0)), (1, 2));
    }
}
