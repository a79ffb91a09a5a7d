//! Sets of slots, for work that is done slot by slot.

use super::plane::{MAX_WORDS, Plane};

/// A set of slots: slot `s` is bit `s % 64` of word `s / 64`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Slots([u64; MAX_WORDS]);

impl Slots {
    /// The empty set.
    pub(crate) const EMPTY: Self = Self([0; MAX_WORDS]);

    /// Returns the slots that are set in a plane.
    #[inline(always)]
    pub(crate) fn of<P: Plane>(plane: P) -> Self {
        Self(plane.words())
    }

    /// Converts the set to a plane.
    #[inline(always)]
    pub(crate) fn plane<P: Plane>(self, token: P::Token) -> P {
        P::from_words(token, self.0)
    }

    /// Returns the words of the set.
    #[inline(always)]
    pub(crate) fn words(&self) -> &[u64; MAX_WORDS] {
        &self.0
    }

    /// Reports whether the set is empty.
    #[inline(always)]
    pub(crate) fn is_empty(&self) -> bool {
        *self == Self::EMPTY
    }

    /// Returns the number of slots in the set.
    #[inline(always)]
    pub(crate) fn len(&self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    /// Reports whether a slot is in the set.
    #[inline(always)]
    pub(crate) fn contains(&self, slot: usize) -> bool {
        self.0[slot / 64] >> (slot % 64) & 1 == 1
    }

    /// Adds a slot.
    #[inline(always)]
    pub(crate) fn insert(&mut self, slot: usize) {
        self.0[slot / 64] |= 1 << (slot % 64);
    }

    /// Removes a slot.
    #[inline(always)]
    pub(crate) fn remove(&mut self, slot: usize) {
        self.0[slot / 64] &= !(1 << (slot % 64));
    }

    /// Returns the slots in ascending order.
    #[inline(always)]
    pub(crate) fn iter(self) -> impl Iterator<Item = usize> {
        self.0.into_iter().enumerate().flat_map(|(word, mut bits)| {
            std::iter::from_fn(move || {
                let bit = bits.trailing_zeros() as usize;
                (bits != 0).then(|| {
                    bits &= bits - 1;
                    64 * word + bit
                })
            })
        })
    }

    /// Returns the slots in *lane order*: 0, 64, 128, …, then 1, 65, 129, … The rows of consecutive slots in
    /// this order share cache lines.
    #[inline(always)]
    pub(crate) fn by_lane(self) -> LaneOrder {
        let any = self.0.iter().fold(0, |any, word| any | word);
        LaneOrder { slots: self, any, lane: 0, words: 0 }
    }
}

/// An iterator over the slots of a set in lane order.
pub(crate) struct LaneOrder {
    slots: Slots,
    /// The lanes after the current one that contain at least one slot.
    any: u64,
    lane: usize,
    /// The words whose slot in the current lane has yet to be returned.
    words: u32,
}

impl Iterator for LaneOrder {
    type Item = usize;

    #[inline(always)]
    fn next(&mut self) -> Option<usize> {
        if self.words == 0 {
            if self.any == 0 {
                return None;
            }
            self.lane = self.any.trailing_zeros() as usize;
            self.any &= self.any - 1;
            for (word, bits) in self.slots.0.iter().enumerate() {
                self.words |= ((bits >> self.lane & 1) as u32) << word;
            }
        }
        let word = self.words.trailing_zeros() as usize;
        self.words &= self.words - 1;
        Some(64 * word + self.lane)
    }
}
