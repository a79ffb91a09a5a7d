//! The macros that define the set types.
//!
//! `DigitSet`, `CellSet` and `HouseSet` are bit masks of different widths with the same methods, which
//! `bit_set!` generates. The module of each set adds the methods that only this set has. `CandidateSet` needs
//! 729 bits, more than any integer type has, so its methods are written by hand.

/// Defines a set of `$element` as a bit mask, in which bit `i` represents the element `$element::at(i)`.
macro_rules! bit_set {
    (
        $(#[$attribute:meta])*
        pub struct $set:ident($bits:ty), $count:literal of $element:ident, iterated by $iterator:ident;
    ) => {
        $(#[$attribute])*
        #[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
        pub struct $set($bits);

        impl $set {
            /// The empty set.
            pub const EMPTY: $set = $set(0);
            /// The set of all elements.
            pub const ALL: $set = $set((1 << $count) - 1);

            /// Returns the set that contains the element with index `i` if bit `i` is set. Bits without an
            /// element are ignored.
            pub const fn from_bits(bits: $bits) -> $set {
                $set(bits & $set::ALL.0)
            }

            /// Returns the bit mask, in which bit `i` represents the element with index `i`.
            pub const fn bits(self) -> $bits {
                self.0
            }

            /// Returns the set with this one element.
            pub const fn only(element: $element) -> $set {
                $set(1 << element.index())
            }

            /// Returns whether the set contains the element.
            pub const fn contains(self, element: $element) -> bool {
                self.0 >> element.index() & 1 != 0
            }

            /// Adds the element. Returns whether it was new.
            pub const fn insert(&mut self, element: $element) -> bool {
                let before = self.0;
                self.0 |= 1 << element.index();
                before != self.0
            }

            /// Removes the element. Returns whether it was present.
            pub const fn remove(&mut self, element: $element) -> bool {
                let before = self.0;
                self.0 &= !(1 << element.index());
                before != self.0
            }

            /// Returns the set with this element added.
            #[must_use]
            pub const fn with(self, element: $element) -> $set {
                $set(self.0 | 1 << element.index())
            }

            /// Returns the set without this element.
            #[must_use]
            pub const fn without(self, element: $element) -> $set {
                $set(self.0 & !(1 << element.index()))
            }

            /// Returns the elements in either set. A `const` version of `self | other`.
            #[must_use]
            pub const fn union(self, other: $set) -> $set {
                $set(self.0 | other.0)
            }

            /// Returns the elements in both sets. A `const` version of `self & other`.
            #[must_use]
            pub const fn intersection(self, other: $set) -> $set {
                $set(self.0 & other.0)
            }

            /// Returns the elements that are not in `other`. A `const` version of `self - other`.
            #[must_use]
            pub const fn difference(self, other: $set) -> $set {
                $set(self.0 & !other.0)
            }

            /// Returns the number of elements.
            pub const fn len(self) -> usize {
                self.0.count_ones() as usize
            }

            /// Returns whether the set is empty.
            pub const fn is_empty(self) -> bool {
                self.0 == 0
            }

            /// Returns whether every element is also in `other`.
            pub const fn is_subset(self, other: $set) -> bool {
                self.0 & !other.0 == 0
            }

            /// Returns whether the sets have no element in common.
            pub const fn is_disjoint(self, other: $set) -> bool {
                self.0 & other.0 == 0
            }

            /// Returns the element with the lowest index.
            pub const fn first(self) -> Option<$element> {
                if self.0 == 0 { None } else { Some($element::at(self.0.trailing_zeros() as usize)) }
            }

            /// Returns the element with the highest index.
            pub const fn last(self) -> Option<$element> {
                if self.0 == 0 { None } else { Some($element::at(self.0.ilog2() as usize)) }
            }

            /// Returns the only element, if there is exactly one.
            pub const fn single(self) -> Option<$element> {
                if self.0 & self.0.wrapping_sub(1) == 0 { self.first() } else { None }
            }

            /// Iterates over the elements in index order.
            pub const fn iter(self) -> $iterator {
                $iterator(self)
            }
        }

        #[doc = concat!("An iterator over the elements of a [`", stringify!($set), "`], in index order.")]
        #[derive(Clone, Debug)]
        pub struct $iterator($set);

        impl Iterator for $iterator {
            type Item = $element;

            fn next(&mut self) -> Option<$element> {
                let element = self.0.first()?;
                self.0.0 &= self.0.0 - 1;
                Some(element)
            }

            fn size_hint(&self) -> (usize, Option<usize>) {
                (self.0.len(), Some(self.0.len()))
            }
        }

        impl ExactSizeIterator for $iterator {}

        impl DoubleEndedIterator for $iterator {
            fn next_back(&mut self) -> Option<$element> {
                let element = self.0.last()?;
                self.0.remove(element);
                Some(element)
            }
        }

        impl IntoIterator for $set {
            type Item = $element;
            type IntoIter = $iterator;

            fn into_iter(self) -> $iterator {
                self.iter()
            }
        }

        crate::set::set_operators!($set, $element);

        impl std::ops::Not for $set {
            type Output = $set;

            fn not(self) -> $set {
                $set::ALL.difference(self)
            }
        }
    };
}

/// Implements the operators and the conversion traits of a set in terms of its `union`, `intersection` and
/// `difference`.
macro_rules! set_operators {
    ($set:ident, $element:ident) => {
        impl std::ops::BitOr for $set {
            type Output = $set;

            fn bitor(self, other: $set) -> $set {
                self.union(other)
            }
        }

        impl std::ops::BitAnd for $set {
            type Output = $set;

            fn bitand(self, other: $set) -> $set {
                self.intersection(other)
            }
        }

        impl std::ops::Sub for $set {
            type Output = $set;

            fn sub(self, other: $set) -> $set {
                self.difference(other)
            }
        }

        impl std::ops::BitOrAssign for $set {
            fn bitor_assign(&mut self, other: $set) {
                *self = self.union(other);
            }
        }

        impl std::ops::BitAndAssign for $set {
            fn bitand_assign(&mut self, other: $set) {
                *self = self.intersection(other);
            }
        }

        impl std::ops::SubAssign for $set {
            fn sub_assign(&mut self, other: $set) {
                *self = self.difference(other);
            }
        }

        impl From<$element> for $set {
            fn from(element: $element) -> $set {
                $set::only(element)
            }
        }

        impl FromIterator<$element> for $set {
            fn from_iter<I: IntoIterator<Item = $element>>(elements: I) -> $set {
                let mut set = $set::EMPTY;
                set.extend(elements);
                set
            }
        }

        impl Extend<$element> for $set {
            fn extend<I: IntoIterator<Item = $element>>(&mut self, elements: I) {
                for element in elements {
                    self.insert(element);
                }
            }
        }
    };
}

pub(crate) use {bit_set, set_operators};
