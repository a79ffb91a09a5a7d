//! The table of links between the candidates and groups of a position.
//!
//! A group consists of the candidates of a digit in the intersection of a line and a box, treated as one node
//! of a chain. It is true if one of its candidates is true, and false if all of them are false.
//!
//! ```text
//! 5 5 . │ . . . │ . 5 .     the digit is in the group r1c12, or in r1c8: a strong link
//! . . . │       │
//! ```

use crate::bits::bits_of_words;
use crate::{Chain, Link, LockedSet, Node, Position};
use veridoku_core::{Candidate, CandidateSet, Cell, CellSet, Digit, House, HouseKind};

/// Which candidates and links a link table contains.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum LinkSelection {
    /// All candidates, but no links inside cells. Used for chains of one digit.
    Digit,
    /// Only bivalue cells, with strong links inside cells and weak links between them. Used for XY-chains.
    Bivalue,
    /// All candidates and all links between them.
    Plain,
    /// All candidates and groups, and all links between them.
    Grouped,
}

/// The value that a chain assumes for its first node.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Assumption {
    /// False: the first link is strong.
    False,
    /// True: the first link is weak.
    True,
}

/// A search for the consequences of an assumption.
///
/// It can return the chain that leads to each consequence. A chain is a list of nodes, alternately true and
/// false, that starts with the assumption.
pub(crate) trait Explore {
    /// Finds everything that follows from the assumption that the node is true, or that it is false.
    fn assume(&mut self, links: &LinkTable, node: usize, start: Assumption);

    /// Appends the candidates and groups that follow as true, in the order in which they were found.
    fn true_nodes(&self, nodes: &mut Vec<u16>);

    /// Returns the candidates that follow as false.
    fn false_candidates(&self, links: &LinkTable) -> CandidateSet;

    /// If the node was proved to be true, appends the chain that proves it and returns true.
    fn trace_true(&self, links: &LinkTable, node: usize, chain: &mut Vec<u16>) -> bool;

    /// If the node was proved to be false, appends the chain that proves it and returns true.
    fn trace_false(&self, links: &LinkTable, node: usize, chain: &mut Vec<u16>) -> bool;
}

/// The sentinel for a missing node.
pub(super) const NONE: u16 = u16::MAX;

/// The number of slots for the strong links of a node. There is at most one link inside the cell and two in
/// each house, one to a candidate and one to a group.
const STRONG: usize = 8;

/// A table of nodes and the links between them.
#[derive(Clone, Debug)]
pub(crate) struct LinkTable {
    pub(super) nodes: Vec<Node>,
    pub(super) singles: usize,
    numbers: Box<[u16; Candidate::COUNT]>,
    /// The almost locked sets, if they were requested; their nodes come after the groups.
    pub(super) sets: Vec<LockedSet>,
    /// For each node of an almost locked set, the index of the set.
    pub(super) owners: Vec<u16>,
    /// The first cell and the digit of each node.
    pub(super) places: Vec<(Cell, Digit)>,
    /// The number of words in a row of bits.
    pub(super) words: usize,
    /// For each node, a row of bits: the nodes that it is weakly linked to.
    weak: Vec<u64>,
    /// The strong links of each node in order, padded with `NONE`.
    strong: Vec<[u16; STRONG]>,
    /// A row of bits: the nodes that have strong links, called forks.
    pub(super) forks: Vec<u64>,
    /// For each node, its weak links to forks, in search order.
    weak_to_forks: Vec<u16>,
    /// For each node, the index of its first link in `weak_to_forks`. A final entry marks the end.
    offsets: Vec<u32>,
}

impl LinkTable {
    /// Builds the link table of a position.
    pub(crate) fn new(position: &Position, kind: LinkSelection) -> LinkTable {
        let mut numbers = Box::new([NONE; Candidate::COUNT]);
        let mut nodes = Vec::with_capacity(256);
        for cell in position.empty_cells() {
            let digits = position.digits(cell);
            if kind == LinkSelection::Bivalue && digits.len() != 2 {
                continue;
            }
            for digit in digits {
                numbers[Candidate::new(cell, digit).index()] = nodes.len() as u16;
                nodes.push(Node { digit, cells: CellSet::only(cell) });
            }
        }
        let singles = nodes.len();
        if kind == LinkSelection::Grouped {
            nodes.extend(groups(position));
        }
        let words = nodes.len().div_ceil(64);
        let mut links = LinkTable {
            places: nodes.iter().filter_map(|node| Some((node.cells.first()?, node.digit))).collect(),
            sets: Vec::new(),
            owners: Vec::new(),
            singles,
            numbers,
            words,
            weak: vec![0; words * nodes.len()],
            strong: vec![[NONE; STRONG]; nodes.len()],
            forks: vec![0; words],
            weak_to_forks: Vec::new(),
            offsets: Vec::with_capacity(nodes.len() + 1),
            nodes,
        };
        links.link_singles(position, kind);
        if kind == LinkSelection::Grouped {
            links.link_groups(position);
        }
        links.list_weak_to_forks(position);
        links
    }

    /// Links the candidates to each other.
    fn link_singles(&mut self, position: &Position, kind: LinkSelection) {
        for number in 0..self.singles {
            let (cell, digit) = self.place(number);
            if kind != LinkSelection::Digit {
                let digits = position.digits(cell);
                for other in digits.without(digit) {
                    let other = self.number(Candidate::new(cell, other));
                    if kind != LinkSelection::Bivalue {
                        self.link_weakly(number, other);
                    }
                    if digits.len() == 2 {
                        self.link_strongly(number, other);
                    }
                }
            }
            for other in position.cells(digit) & cell.peers() {
                let other = self.numbers[Candidate::new(other, digit).index()];
                if other != NONE {
                    self.link_weakly(number, usize::from(other));
                }
            }
            if kind == LinkSelection::Bivalue {
                continue;
            }
            for house in cell.houses() {
                if position.places(house, digit).count_ones() == 2 {
                    for other in position.cells_in(house, digit).without(cell) {
                        self.link_strongly(number, self.number(Candidate::new(other, digit)));
                    }
                }
            }
        }
    }

    /// Links the groups to single candidates and to each other.
    fn link_groups(&mut self, position: &Position) {
        for number in self.singles..self.nodes.len() {
            let Node { digit, cells } = self.nodes[number];
            for cell in cells.common_peers() & position.cells(digit) {
                let single = self.number(Candidate::new(cell, digit));
                self.link_weakly(number, single);
                self.link_weakly(single, number);
            }
            let [line, r#box] = houses(cells);
            for house in [r#box, line].into_iter().flatten() {
                if let Some(cell) = (position.cells_in(house, digit) - cells).single() {
                    let single = self.number(Candidate::new(cell, digit));
                    self.link_strongly(number, single);
                    self.link_strongly(single, number);
                }
            }
            for house in [line, r#box].into_iter().flatten() {
                self.link_in_house(position, number, house);
            }
        }
    }

    /// Links a group to the other groups of its digit in a house.
    fn link_in_house(&mut self, position: &Position, number: usize, house: House) {
        let Node { digit, cells } = self.nodes[number];
        let apart = |other: &Node| {
            other.digit == digit && other.cells.is_disjoint(cells) && other.cells.is_subset(house.cells())
        };
        let mut others = 0;
        let mut last = number;
        for other in self.singles..self.nodes.len() {
            if apart(&self.nodes[other]) {
                self.link_weakly(number, other);
                (others, last) = (others + 1, other);
            }
        }
        let rest = position.cells_in(house, digit) - cells - self.nodes[last].cells;
        if others == 1 && rest.is_empty() {
            self.link_strongly(number, last);
        }
    }

    fn link_weakly(&mut self, from: usize, to: usize) {
        self.weak[from * self.words + to / 64] |= 1 << (to % 64);
    }

    fn link_strongly(&mut self, from: usize, to: usize) {
        let to = to as u16;
        let links = &mut self.strong[from];
        if let Some(end) = links.iter().position(|&link| link == NONE || link == to) {
            links[end] = to;
            self.forks[from / 64] |= 1 << (from % 64);
        }
    }

    /// Lists the weak links to forks in search order.
    fn list_weak_to_forks(&mut self, position: &Position) {
        let mut weak_to_forks = Vec::with_capacity(8 * self.nodes.len());
        let mut row = vec![0; self.words];
        for number in 0..self.nodes.len() {
            self.offsets.push(weak_to_forks.len() as u32);
            for (word, (weak, forks)) in row.iter_mut().zip(self.weak_row(number).iter().zip(&self.forks)) {
                *word = weak & forks;
            }
            self.visit_in_order(position, number, &row, |other| weak_to_forks.push(other as u16));
        }
        self.offsets.push(weak_to_forks.len() as u32);
        self.weak_to_forks = weak_to_forks;
    }

    /// Returns the nodes: candidates by cell, then groups, then the digits of almost locked sets.
    pub(crate) fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    /// Returns the number of nodes that are single candidates.
    pub(crate) fn singles(&self) -> usize {
        self.singles
    }

    /// Returns the cell and the digit of a candidate, or the first cell and the digit of a group.
    pub(crate) fn place(&self, number: usize) -> (Cell, Digit) {
        self.places[number]
    }

    /// Returns the first cell of a node.
    pub(crate) fn cell(&self, number: usize) -> Cell {
        self.place(number).0
    }

    /// Returns the node number of a candidate in an empty cell.
    pub(crate) fn number(&self, candidate: Candidate) -> usize {
        usize::from(self.numbers[candidate.index()])
    }

    /// Reports whether the two nodes are weakly linked, so that at most one of them is true.
    pub(crate) fn is_weak(&self, left: usize, right: usize) -> bool {
        self.weak[left * self.words + right / 64] >> (right % 64) & 1 != 0
    }

    /// Reports whether the node has strong links.
    pub(crate) fn is_fork(&self, number: usize) -> bool {
        self.forks[number / 64] >> (number % 64) & 1 != 0
    }

    /// Returns the strong links of a node in order.
    pub(crate) fn strong(&self, number: usize) -> impl Iterator<Item = usize> + '_ {
        self.strong[number].iter().take_while(|&&link| link != NONE).map(|&link| usize::from(link))
    }

    /// Visits the nodes in `row`, a subset of the weak links of a candidate or group, in search order.
    pub(super) fn visit_in_order(
        &self,
        position: &Position,
        number: usize,
        row: &[u64],
        mut visit: impl FnMut(usize),
    ) {
        let mut rest = 0;
        if number < self.singles {
            let (cell, digit) = self.place(number);
            let mut single = |cell: Cell, digit: Digit| {
                let other = usize::from(self.numbers[Candidate::new(cell, digit).index()]);
                if other < self.singles && row[other / 64] >> (other % 64) & 1 != 0 {
                    visit(other);
                }
            };
            for other in position.digits(cell) {
                single(cell, other);
            }
            let [line, column, r#box] = cell.houses().map(House::cells);
            let places = position.cells(digit);
            for cells in [line & places, column & places, (r#box & places) - line - column] {
                for other in cells {
                    single(other, digit);
                }
            }
            rest = self.singles;
        }
        for (word, &bits) in row.iter().enumerate().skip(rest / 64) {
            let mut bits = if word == rest / 64 { bits >> (rest % 64) << (rest % 64) } else { bits };
            while bits != 0 {
                visit(64 * word + bits.trailing_zeros() as usize);
                bits &= bits - 1;
            }
        }
    }

    /// Returns the nodes that cannot be true together with this one.
    pub(crate) fn weak(&self, number: usize) -> impl Iterator<Item = usize> + '_ {
        bits_of_words(self.weak_row(number).iter().copied())
    }

    /// Returns the number of words in a row of bits.
    pub(crate) fn words(&self) -> usize {
        self.words
    }

    /// Returns the nodes that cannot be true together with this one, as bits.
    pub(crate) fn weak_row(&self, number: usize) -> &[u64] {
        &self.weak[number * self.words..][..self.words]
    }

    /// Returns the forks (nodes with strong links) that a node is weakly linked to, in search order.
    pub(crate) fn weak_to_forks(&self, number: usize) -> &[u16] {
        &self.weak_to_forks[self.offsets[number] as usize..self.offsets[number + 1] as usize]
    }

    /// Returns the almost locked set that a node belongs to, if any.
    pub(crate) fn set(&self, number: usize) -> Option<LockedSet> {
        let sets = self.nodes.len() - self.owners.len();
        let owner = *self.owners.get(number.checked_sub(sets)?)?;
        Some(self.sets[usize::from(owner)])
    }

    /// Returns the cells that a chain uses at a node. For a node of an almost locked set, these are all cells
    /// of the set.
    pub(crate) fn extent(&self, number: usize) -> CellSet {
        self.set(number).map_or(self.nodes[number].cells, |set| set.cells)
    }

    /// Builds the chain through these nodes, which are alternately true and false, with a reason for each
    /// strong link.
    pub(crate) fn chain(&self, position: &Position, numbers: &[u16], start: Assumption) -> Chain {
        let strong_at = usize::from(start == Assumption::True);
        let nodes = numbers.iter().map(|&number| self.nodes[usize::from(number)]).collect();
        let between = numbers.windows(2).enumerate().map(|(place, pair)| {
            if place % 2 == strong_at {
                self.reason(position, usize::from(pair[0]), usize::from(pair[1]))
            } else {
                Link::Weak
            }
        });
        Chain { nodes, links: between.collect() }
    }

    /// Returns the strong link between two nodes, which gives the reason why at least one of them is true.
    pub(crate) fn reason(&self, position: &Position, left: usize, right: usize) -> Link {
        let cell = self.cell(left);
        if let Some(set) = self.set(left) {
            return Link::StrongInSet(set.cells | self.extent(right));
        }
        let (left, right) = (self.nodes[left], self.nodes[right]);
        if left.cells == right.cells {
            return Link::StrongInCell(cell);
        }
        let both = left.cells | right.cells;
        House::all()
            .filter(|house| both.is_subset(house.cells()))
            .find(|&house| position.cells_in(house, left.digit).is_subset(both))
            .map_or(Link::Weak, Link::StrongInHouse)
    }
}

/// Returns all groups of a position: first those of the rows, then those of the columns, ordered by line,
/// digit and box.
fn groups(position: &Position) -> Vec<Node> {
    let mut groups = Vec::new();
    for kind in [HouseKind::Row, HouseKind::Column] {
        for line in (0..9).map(|index| House::new(kind, index)) {
            for digit in Digit::ALL {
                let places = position.cells_in(line, digit);
                if places.len() < 2 {
                    continue;
                }
                for r#box in (0..9).map(|index| House::new(HouseKind::Box, index)) {
                    let cells = places & r#box.cells();
                    if cells.len() >= 2 {
                        groups.push(Node { digit, cells });
                    }
                }
            }
        }
    }
    groups
}

/// Returns the line and the box of a group.
fn houses(cells: CellSet) -> [Option<House>; 2] {
    let first = cells.first();
    let house = |kinds: &[HouseKind]| {
        let houses = kinds.iter().filter_map(|&kind| first.map(|cell| cell.house(kind)));
        houses.into_iter().find(|house| cells.is_subset(house.cells()))
    };
    [house(&[HouseKind::Row, HouseKind::Column]), house(&[HouseKind::Box])]
}
