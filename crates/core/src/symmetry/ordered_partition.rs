//! Ordered partitions of three items: an order that is only partly known.
//!
//! ```text
//! items   2 | 0 1        2 comes first; the order of 0 and 1 is unknown
//! cuts      1   0        a cut after position 0, none after position 1
//! ```

/// An ordered partition of 0, 1 and 2: the order of the parts is known, the order within a part is not.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) struct OrderedPartition {
    items: [u8; 3],
    /// Bit i is set if a part ends at position i. A part always ends at the last position.
    cuts: u8,
}

impl OrderedPartition {
    /// The partition with one part: no order is known.
    pub(super) const UNIT: OrderedPartition = OrderedPartition { items: [0, 1, 2], cuts: 0b100 };

    /// Returns the partition with three parts: the order is known completely.
    pub(super) const fn discrete(items: [u8; 3]) -> OrderedPartition {
        OrderedPartition { items, cuts: 0b111 }
    }

    /// Returns whether the order is known completely.
    pub(super) const fn is_discrete(self) -> bool {
        self.cuts == 0b111
    }

    /// Returns the item at a position, or any item of the part at this position if the part has several.
    pub(super) fn at(self, position: usize) -> usize {
        usize::from(self.items[position])
    }

    /// Returns the position after the part that contains this position.
    pub(super) fn end(self, position: usize) -> usize {
        position + 1 + (self.cuts >> position).trailing_zeros() as usize
    }

    /// Returns the first position of the part that contains this position.
    fn start(self, position: usize) -> usize {
        // A part starts after the last cut before this position.
        8 - (self.cuts & ((1 << position) - 1)).leading_zeros() as usize
    }

    /// Splits an item off its part, placing it before the rest of the part. Returns its position.
    pub(super) fn individualize(&mut self, item: u8) -> usize {
        let position = if self.items[0] == item {
            0
        } else if self.items[1] == item {
            1
        } else {
            2
        };
        let start = self.start(position);
        self.items.swap(start, position);
        self.cuts |= 1 << start;
        start
    }

    /// Splits the part that starts at this position: the chosen items come first, then the others. Returns
    /// the number of chosen items.
    pub(super) fn split_off(&mut self, start: usize, is_chosen: impl Fn(usize) -> bool) -> usize {
        let end = self.end(start);
        let mut next = start;
        for position in start..end {
            if is_chosen(self.at(position)) {
                self.items.swap(next, position);
                next += 1;
            }
        }
        if next > start {
            self.cuts |= 1 << (next - 1);
        }
        next - start
    }

    /// Sorts the three items, whose order must be unknown, by their keys. Items with equal keys form a part.
    pub(super) fn split_by(&mut self, key: impl Fn(usize) -> u32) {
        self.items.sort_unstable_by_key(|&item| key(usize::from(item)));
        for position in 0..2 {
            if key(self.at(position)) != key(self.at(position + 1)) {
                self.cuts |= 1 << position;
            }
        }
    }

    /// Returns the maximum number of blanks in front of the first filled item. `filled` has one bit per item.
    pub(super) fn leading_blanks(self, filled: u8) -> usize {
        let [a, b, c] = self.items.map(|item| usize::from(filled >> item & 1 == 0));
        match self.cuts {
            0b100 => a + b + c,
            0b101 => a + a * (b + c),
            0b110 => a + b + a * b * c,
            _ => a + a * b + a * b * c,
        }
    }

    /// Returns the number of orders that the partition allows.
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
    fn splitting_parts_fixes_the_order() {
        let mut order = OrderedPartition::UNIT;
        assert_eq!((order.order_count(), order.start(2), order.end(0)), (6, 0, 3));
        order.split_by(|item| u32::from(item == 1));
        assert_eq!((order.at(2), order.order_count(), order.end(0), order.start(1)), (1, 2, 2, 0));
        assert_eq!(order.individualize(1), 2);
        assert_eq!(order.split_off(0, |item| item == 2), 1);
        assert_eq!((order.items, order.order_count()), ([2, 0, 1], 1));
        assert_eq!([0b000, 0b001, 0b010, 0b100].map(|filled| order.leading_blanks(filled)), [3, 1, 2, 0]);
        let mut order = OrderedPartition::UNIT;
        assert_eq!(order.leading_blanks(0b010), 2);
        assert_eq!(order.split_off(0, |_| true), 3);
        assert_eq!(order, OrderedPartition::UNIT);
        assert_eq!(order.split_off(0, |_| false), 0);
        assert_eq!((order.individualize(2), order.individualize(2), order.order_count()), (0, 0, 2));
        assert_eq!((order.individualize(1), order.individualize(0)), (1, 2));
    }
}
