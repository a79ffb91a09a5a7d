//! All almost locked sets of a position, and the links between them.
//!
//! The candidates of a digit that a set can eliminate depend only on the places of the digit in the set. Many
//! sets have a digit in the same places, so the table stores each combination of a digit and its places only
//! once.
//!
//! ```text
//!   set r1c12 {4 7 9}      digit 4 in r1c1       entry 4@r1c1   seen by r1c5 r2c3 …
//!   set r1c13 {4 6 9}      digit 4 in r1c1            ″
//!   set r3c24 {4 5 8}      digit 4 in r3c2       entry 4@r3c2   seen by r1c1, so the two are linked
//! ```
//!
//! Each entry has two rows of bits. The first holds the sets that are linked to the entry: all their places
//! of the digit see all places of the entry, so the digit cannot be in both. The second holds the sets that
//! have a target in common with the entry. A target is a candidate that sees all places of an entry.

use super::relation::BitRelation;
use crate::bits::bits_of_words;
use crate::{
    AlmostLocked, Evidence, LockedSet, Overlap, Position, SearchOptions, SetChainDirection, Step, Technique,
};
use std::cell::OnceCell;
use std::ops::ControlFlow;
use veridoku_core::{Candidate, CandidateSet, Cell, CellSet, Digit, DigitSet, House, HouseKind};

/// The maximum number of sets to collect with the default budget. Real positions have a few hundred; invalid
/// ones could have thousands.
const DEFAULT_SETS: u64 = 1024;

/// The maximum number of sets with any budget. It ensures that the index of an `AlsDigitPlaces` fits in 16
/// bits.
const MAX_SETS: u64 = 4096;

/// An almost locked set: N cells of one house with N+1 digits.
#[derive(Copy, Clone, Debug)]
pub(super) struct AlmostLockedSet {
    pub(super) cells: CellSet,
    pub(super) digits: DigitSet,
    /// For each digit, the index of its `AlsDigitPlaces`.
    digit_places: [u16; Digit::COUNT],
}

/// A digit and its places in an almost locked set.
#[derive(Copy, Clone, Debug)]
struct AlsDigitPlaces {
    digit: Digit,
    places: CellSet,
    /// The other candidates of the digit that see all of these places.
    targets: CellSet,
}

/// A link from one set to another.
#[derive(Copy, Clone, Debug)]
pub(super) struct AlsLink {
    /// The other set.
    pub(super) to: usize,
    /// The restricted common candidates of the two sets, at most two.
    pub(super) digits: DigitSet,
}

/// The almost locked sets of a position, ordered by house (rows, columns, boxes), and the links between them.
#[derive(Debug)]
pub(crate) struct AlmostLockedSets {
    pub(super) sets: Vec<AlmostLockedSet>,
    digit_places: Vec<AlsDigitPlaces>,
    /// For each `AlsDigitPlaces`, the sets that are linked to it.
    linked: BitRelation,
    /// For each `AlsDigitPlaces`, the sets that have a target in common with it.
    sharing_target: BitRelation,
    /// For each set, the sets that overlap it, if overlap is not allowed.
    excluded: BitRelation,
    forward: OnceCell<AlsLinks>,
    both: OnceCell<AlsLinks>,
    /// Whether all sets of the position were collected.
    completeness: AlsCompleteness,
}

/// Whether all sets of a position were collected.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum AlsCompleteness {
    Complete,
    /// The position has more sets than the limit.
    CutShort,
}

/// The links of all sets, ordered by set.
#[derive(Debug)]
struct AlsLinks {
    all: Vec<AlsLink>,
    /// For each set, the index of its first link. A final entry marks the end.
    begin: Vec<usize>,
}

impl AlmostLockedSets {
    pub(crate) fn new(position: &Position, options: &SearchOptions) -> AlmostLockedSets {
        let most = options.scaled(DEFAULT_SETS).min(MAX_SETS) as usize;
        let (mut sets, completeness) = collect(position, most);
        let (digit_places, by_digit) = index_digit_places(position, &mut sets);
        let mut members = BitRelation::new(digit_places.len(), sets.len());
        for (index, set) in sets.iter().enumerate() {
            for digit in set.digits {
                members.insert(set.digit_places_index(digit), index);
            }
        }
        let mut linked = BitRelation::new(digit_places.len(), sets.len());
        let mut sharing_target = BitRelation::new(digit_places.len(), sets.len());
        for numbers in &by_digit {
            link(&digit_places, numbers, &members, &mut linked);
            relate_by_targets(&digit_places, numbers, &members, &mut sharing_target);
        }
        let excluded = exclude_overlaps(&sets, options.overlap);
        AlmostLockedSets {
            sets,
            digit_places,
            linked,
            sharing_target,
            excluded,
            forward: OnceCell::new(),
            both: OnceCell::new(),
            completeness,
        }
    }

    /// Reports whether all sets of the position were collected.
    pub(crate) fn is_complete(&self) -> bool {
        self.completeness == AlsCompleteness::Complete
    }

    /// Returns the sets of two or more cells.
    pub(crate) fn of_several_cells(&self) -> Vec<LockedSet> {
        let several = self.sets.iter().filter(|set| set.cells.len() > 1);
        several.map(AlmostLockedSet::locked_set).collect()
    }

    pub(super) fn len(&self) -> usize {
        self.sets.len()
    }

    /// Returns the places of the digit in the set.
    pub(super) fn places(&self, set: usize, digit: Digit) -> CellSet {
        self.digit_places[self.sets[set].digit_places_index(digit)].places
    }

    /// Returns the candidates of the digit outside the set that see all places of the digit in the set.
    pub(super) fn targets(&self, set: usize, digit: Digit) -> CellSet {
        self.digit_places[self.sets[set].digit_places_index(digit)].targets
    }

    /// Returns the sets that are linked to this one by the digit, as bits.
    pub(super) fn linked(&self, set: usize, digit: Digit) -> impl Iterator<Item = u64> {
        let linked = self.linked.row(self.sets[set].digit_places_index(digit));
        linked.iter().zip(self.excluded.row(set)).map(|(linked, excluded)| linked & !excluded)
    }

    /// Returns the sets that are linked to this one by the digit, as bits, even if they share cells with it.
    pub(super) fn linked_to_places(&self, set: usize, digit: Digit) -> &[u64] {
        self.linked.row(self.sets[set].digit_places_index(digit))
    }

    /// Returns the sets that overlap this one, as bits; none if overlap is allowed.
    pub(super) fn excluded(&self, set: usize) -> &[u64] {
        self.excluded.row(set)
    }

    /// Returns the sets that contain the digit and have a target of that digit in common with this one, as
    /// bits.
    pub(super) fn sharing_target(&self, set: usize, digit: Digit) -> &[u64] {
        self.sharing_target.row(self.sets[set].digit_places_index(digit))
    }

    /// Returns the restricted common candidates of the two sets, at most two.
    pub(super) fn link_digits(&self, left: usize, right: usize) -> DigitSet {
        let common = self.sets[left].digits & self.sets[right].digits;
        common
            .iter()
            .filter(|&digit| self.places(right, digit).is_subset(self.targets(left, digit)))
            .take(2)
            .collect()
    }

    /// Returns the links from the set to later sets only or to all other sets, depending on the direction.
    pub(super) fn links(&self, set: usize, direction: SetChainDirection) -> &[AlsLink] {
        let links = match direction {
            SetChainDirection::Forward => &self.forward,
            SetChainDirection::Both => &self.both,
        };
        let links = links.get_or_init(|| self.all_links(direction));
        &links.all[links.begin[set]..links.begin[set + 1]]
    }

    /// Builds the step for these eliminations, with the sets and links as evidence.
    pub(super) fn step(
        &self,
        technique: Technique,
        eliminations: CandidateSet,
        sets: &[usize],
        links: Vec<(usize, usize, Digit)>,
        stem: Option<Cell>,
    ) -> Step {
        let digits: DigitSet = eliminations.iter().map(Candidate::digit).collect();
        let sets = sets.iter().map(|&set| self.sets[set].locked_set()).collect();
        let evidence = Evidence::AlmostLocked(AlmostLocked { sets, links, stem, digits });
        Step::eliminating(technique, eliminations, evidence)
    }

    /// Returns the candidates of these digits that see all places of their digit in both sets.
    pub(super) fn common_targets(&self, left: usize, right: usize, digits: DigitSet) -> CandidateSet {
        let mut targets = CandidateSet::EMPTY;
        for digit in digits {
            targets.set_cells(digit, self.targets(left, digit) & self.targets(right, digit));
        }
        targets
    }

    fn all_links(&self, direction: SetChainDirection) -> AlsLinks {
        let mut links = AlsLinks { all: Vec::new(), begin: Vec::with_capacity(self.len() + 1) };
        let words = self.len().div_ceil(64);
        let mut any = vec![0; words];
        for set in 0..self.len() {
            links.begin.push(links.all.len());
            any.fill(0);
            for digit in self.sets[set].digits {
                for (any, linked) in any.iter_mut().zip(self.linked(set, digit)) {
                    *any |= linked;
                }
            }
            let least = if direction == SetChainDirection::Forward { set + 1 } else { 0 };
            for to in bits_of_words(any.iter().copied()).filter(|&to| to >= least) {
                links.all.push(AlsLink { to, digits: self.link_digits(set, to) });
            }
        }
        links.begin.push(links.all.len());
        links
    }
}

impl AlmostLockedSet {
    fn locked_set(&self) -> LockedSet {
        LockedSet { cells: self.cells, digits: self.digits }
    }

    fn digit_places_index(&self, digit: Digit) -> usize {
        self.digit_places[digit.index()] as usize
    }
}

/// Collects up to `most` sets from all houses. A set that is in two houses is collected only in the first.
fn collect(position: &Position, most: usize) -> (Vec<AlmostLockedSet>, AlsCompleteness) {
    let mut collector = AlsCollector { sets: Vec::with_capacity(128), most };
    let mut flow = ControlFlow::Continue(());
    for house in House::all() {
        let mut cells = [(CellSet::EMPTY, DigitSet::EMPTY); 9];
        let mut count = 0;
        for cell in house.cells_in_order() {
            // Skip cells without candidates. They only occur in positions without a solution.
            if !position.digits(cell).is_empty() {
                cells[count] = (CellSet::only(cell), position.digits(cell));
                count += 1;
            }
        }
        if flow.is_continue() {
            flow = collector.grow(house.kind(), &cells[..count], 0, (CellSet::EMPTY, DigitSet::EMPTY));
        }
    }
    (collector.sets, if flow.is_continue() { AlsCompleteness::Complete } else { AlsCompleteness::CutShort })
}

/// The sets collected so far, and their maximum number.
struct AlsCollector {
    sets: Vec<AlmostLockedSet>,
    most: usize,
}

impl AlsCollector {
    /// Tries each remaining cell as the next cell of the set, recursively, and collects each set before its
    /// supersets. Breaks if there are too many sets.
    fn grow(
        &mut self,
        kind: HouseKind,
        rest: &[(CellSet, DigitSet)],
        size: usize,
        set: (CellSet, DigitSet),
    ) -> ControlFlow<()> {
        for (index, &(cell, digits)) in rest.iter().enumerate() {
            let (cells, digits) = (set.0 | cell, set.1 | digits);
            let size = size + 1;
            let rest = &rest[index + 1..];
            if digits.len() > size + rest.len() + 1 {
                continue;
            }
            if digits.len() == size + 1 && !was_found_before(kind, cells) {
                if self.sets.len() == self.most {
                    return ControlFlow::Break(());
                }
                self.sets.push(AlmostLockedSet { cells, digits, digit_places: [u16::MAX; Digit::COUNT] });
            }
            self.grow(kind, rest, size, (cells, digits))?;
        }
        ControlFlow::Continue(())
    }
}

/// Reports whether the set was already found in a house of an earlier kind.
fn was_found_before(kind: HouseKind, cells: CellSet) -> bool {
    let one =
        |kind: HouseKind| cells.first().is_some_and(|cell: Cell| cells.is_subset(cell.house(kind).cells()));
    match kind {
        HouseKind::Row => false,
        HouseKind::Column => cells.single().is_some(),
        HouseKind::Box => one(HouseKind::Row) || one(HouseKind::Column),
    }
}

/// Creates an entry for each combination of a digit and its places, and lists the entries by digit.
fn index_digit_places(
    position: &Position,
    sets: &mut [AlmostLockedSet],
) -> (Vec<AlsDigitPlaces>, [Vec<usize>; Digit::COUNT]) {
    let mut digit_places: Vec<AlsDigitPlaces> = Vec::with_capacity(sets.len() * 2);
    let mut by_digit: [Vec<usize>; Digit::COUNT] = Default::default();
    // A small hash table with open addressing, used to find existing entries. Most sets share their entries
    // with other sets.
    let room = (sets.len() * 16).next_power_of_two().max(64);
    let mut numbers = vec![u16::MAX; room];
    for set in sets {
        for digit in set.digits {
            let places = set.cells & position.cells(digit);
            let bits = places.bits();
            let key = (bits as u64 ^ (bits >> 64) as u64).wrapping_add(digit.index() as u64);
            let mut slot = (key.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 40) as usize & (room - 1);
            let number = loop {
                let number = numbers[slot];
                if number == u16::MAX {
                    let targets = places.common_peers() & position.cells(digit);
                    numbers[slot] = digit_places.len() as u16;
                    by_digit[digit.index()].push(digit_places.len());
                    digit_places.push(AlsDigitPlaces { digit, places, targets });
                    break numbers[slot];
                }
                let known = &digit_places[number as usize];
                if known.places == places && known.digit == digit {
                    break number;
                }
                slot = (slot + 1) & (room - 1);
            };
            set.digit_places[digit.index()] = number;
        }
    }
    (digit_places, by_digit)
}

/// Links each entry of one digit to all sets whose places of the digit are all targets of the entry.
fn link(digit_places: &[AlsDigitPlaces], numbers: &[usize], members: &BitRelation, linked: &mut BitRelation) {
    // For each cell, a linked list (through `next`) of the entries that have it as their first place.
    let mut first = [usize::MAX; Cell::COUNT];
    let mut next = vec![usize::MAX; numbers.len()];
    for (rank, &number) in numbers.iter().enumerate() {
        if let Some(cell) = digit_places[number].places.first() {
            next[rank] = std::mem::replace(&mut first[cell.index()], rank);
        }
    }
    for &number in numbers {
        let targets = digit_places[number].targets;
        for cell in targets {
            let mut rank = first[cell.index()];
            while let Some(&other) = numbers.get(rank) {
                if digit_places[other].places.is_subset(targets) {
                    linked.unite_with(number, members.row(other));
                }
                rank = next[rank];
            }
        }
    }
}

/// Relates each entry of one digit to all sets that have a target in common with it.
fn relate_by_targets(
    digit_places: &[AlsDigitPlaces],
    numbers: &[usize],
    members: &BitRelation,
    sharing_target: &mut BitRelation,
) {
    let mut by_target = BitRelation::new(Cell::COUNT, members.columns());
    for &number in numbers {
        for cell in digit_places[number].targets {
            by_target.unite_with(cell.index(), members.row(number));
        }
    }
    for &number in numbers {
        for cell in digit_places[number].targets {
            sharing_target.unite_with(number, by_target.row(cell.index()));
        }
    }
}

/// Returns, for each set, the sets that share cells with it; none if overlap is allowed.
fn exclude_overlaps(sets: &[AlmostLockedSet], overlap: Overlap) -> BitRelation {
    let mut excluded = BitRelation::new(sets.len(), sets.len());
    if overlap == Overlap::Yes {
        return excluded;
    }
    let mut by_cell = BitRelation::new(Cell::COUNT, sets.len());
    for (index, set) in sets.iter().enumerate() {
        for cell in set.cells {
            by_cell.insert(cell.index(), index);
        }
    }
    for (index, set) in sets.iter().enumerate() {
        for cell in set.cells {
            excluded.unite_with(index, by_cell.row(cell.index()));
        }
    }
    excluded
}
