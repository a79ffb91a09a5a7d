//! The candidates that bidirectional cycles and forcing chains may start from, what each of them may prove,
//! and the length of the shortest chain from each.
//!
//! ```text
//! level 1 {source} ──direct──▶ level 2 ──direct──▶ level 3 … until a level contains a goal candidate
//! goal   refuted    a true candidate that makes the source false
//!        proved     the source itself; level 1 then holds what follows directly if the source is false
//!        cycle      a true candidate that makes a partner of the source false, on another path
//! ```
//!
//! A level is a set of candidates. The level at which a chain ends does not depend on the search order, so
//! the number of nodes is exact for chains. For cycles it is a lower bound, because a cycle may eliminate
//! nothing. [`super::unary`] then searches from the promising sources in Sudoku Explainer's order.

use super::super::grid::{CELLS, PEER_SETS, ROWS, RatingGrid, bits, cells_of, is_pair};
use super::closure::{
    CandidateBits, EMPTY, LinkClosure, contains, insert, intersection, members, union_with,
};
use super::links::{ChainLinks, ChainPass};
use super::pruning;

/// The value that means "no chain within the limit".
const NO_CHAIN: u32 = u32::MAX;

/// Which hints a search keeps.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum ChainSelection {
    Best,
    All,
}

/// The kinds of hints that a search from a source may find.
#[derive(Copy, Clone, Debug)]
pub(super) struct ChainGoals {
    pub(super) cycle: bool,
    pub(super) refuted: bool,
    pub(super) proved: bool,
}

/// A candidate that a cycle or chain may start from.
#[derive(Copy, Clone, Debug)]
struct ChainSource {
    candidate: u16,
    goals: ChainGoals,
    /// The numbers of nodes of the shortest chains that prove the source false and true.
    refuted_nodes: u32,
    proved_nodes: u32,
}

/// The sources of a grid, and the bounds that exclude some of them in a pass.
#[derive(Debug, Default)]
pub(super) struct ChainSources {
    sources: Vec<ChainSource>,
    single_digit_links: SingleDigitLinks,
    bivalue: BivalueCycles,
    /// The bivalue cells that a Y-cycle with eliminations can pass through.
    y_cycle_cells: u128,
    /// The maximum number of nodes that a hint of this pass may have.
    pub(super) max_nodes: u32,
    /// The candidates that a cycle of at most `max_nodes` nodes can pass through if it eliminates something.
    cycle_candidates: CandidateBits,
    /// The candidates that a cycle of at most `max_nodes` nodes can eliminate.
    near_victims: Vec<u16>,
}

impl ChainSources {
    /// Lists the candidates from which a search may find a hint.
    pub(super) fn list(&mut self, grid: &RatingGrid, closure: &LinkClosure, links: &mut ChainLinks) {
        self.sources.clear();
        self.single_digit_links.start();
        let cycle_candidates = if closure.too_large { EMPTY } else { closure.cycle_candidates() };
        for cell in (0..81).filter(|&cell| grid.count(cell) >= 2) {
            for digit in bits(grid.candidates[cell]) {
                let candidate = (cell * 9 + digit) as u16;
                let is_on_cycle = closure.too_large
                    || contains(&cycle_candidates, closure.number[candidate as usize] as usize);
                let cycle = is_on_cycle && can_cycle(grid, candidate, closure, links);
                let strong = links.strong(candidate, ChainPass::Xy);
                let goals = ChainGoals {
                    cycle,
                    refuted: closure.refutes_itself(candidate),
                    proved: strong.iter().any(|strong| closure.implies(strong.to, candidate)),
                };
                if goals.cycle || goals.refuted || goals.proved {
                    let (refuted_nodes, proved_nodes) = (NO_CHAIN, NO_CHAIN);
                    self.sources.push(ChainSource { candidate, goals, refuted_nodes, proved_nodes });
                }
            }
        }
    }

    /// Returns the number of sources.
    pub(super) fn len(&self) -> usize {
        self.sources.len()
    }

    /// Computes the bounds for a pass.
    pub(super) fn start_pass(
        &mut self,
        grid: &RatingGrid,
        closure: &LinkClosure,
        pass: ChainPass,
        selection: ChainSelection,
    ) {
        if pass == ChainPass::Y {
            let refuted = self.sources.iter().filter(|source| source.goals.refuted);
            self.y_cycle_cells = self.bivalue.cycle_cells(grid, refuted.map(|source| source.candidate));
        }
        if pass == ChainPass::Xy && selection == ChainSelection::Best && !closure.too_large {
            self.bound_chains(closure);
        }
    }

    /// Computes the length of the shortest chain from each source, ignoring chains longer than the shortest
    /// one found so far.
    fn bound_chains(&mut self, closure: &LinkClosure) {
        for source in &mut self.sources {
            let ChainSource { candidate, goals, .. } = *source;
            let max_nodes = self.max_nodes.saturating_add(2);
            source.refuted_nodes =
                if goals.refuted { closure.refutation_nodes(candidate, max_nodes) } else { NO_CHAIN };
            self.max_nodes = self.max_nodes.min(source.refuted_nodes);
            source.proved_nodes =
                if goals.proved { closure.proof_nodes(candidate, self.max_nodes) } else { NO_CHAIN };
            self.max_nodes = self.max_nodes.min(source.proved_nodes);
        }
        // A candidate that a cycle eliminates is also refuted by a chain along the cycle, which has at most
        // two more nodes.
        let max_nodes = self.max_nodes.saturating_add(2);
        self.cycle_candidates = EMPTY;
        self.near_victims.clear();
        for source in self.sources.iter().filter(|source| source.refuted_nodes <= max_nodes) {
            self.near_victims.push(source.candidate);
            let candidates = closure.cycle_candidates_within(source.candidate, max_nodes);
            union_with(&mut self.cycle_candidates, &candidates);
        }
    }

    /// Returns a source, and the kinds of hints that a search from it may find with the links of this pass.
    /// Hints that would not be kept are excluded.
    pub(super) fn goals_in_pass(
        &mut self,
        index: usize,
        (grid, closure, links): (&RatingGrid, &LinkClosure, &ChainLinks),
        pass: ChainPass,
        selection: ChainSelection,
    ) -> (u16, ChainGoals) {
        let ChainSource { candidate, goals, refuted_nodes, proved_nodes } = self.sources[index];
        let cycle = goals.cycle && !links.strong(candidate, pass).is_empty();
        let goals = match (pass, selection) {
            (ChainPass::Y, _) => {
                let cycle = cycle && self.y_cycle_cells >> (candidate / 9) & 1 == 1;
                ChainGoals { cycle, refuted: false, proved: false }
            }
            (ChainPass::X, ChainSelection::Best) if pruning::is_enabled() => ChainGoals {
                cycle: cycle && self.single_digit_links.can_cycle(grid, candidate),
                refuted: goals.refuted && self.single_digit_links.refutes(grid, candidate),
                proved: goals.proved && self.single_digit_links.proves(grid, candidate),
            },
            (ChainPass::Xy, ChainSelection::Best) if !closure.too_large => ChainGoals {
                cycle: cycle
                    && contains(&self.cycle_candidates, closure.number[candidate as usize] as usize)
                    && closure.cycle_can_eliminate(candidate, &self.near_victims)
                    && closure.can_cycle_within(candidate, self.max_nodes),
                refuted: goals.refuted && refuted_nodes <= self.max_nodes,
                proved: goals.proved && proved_nodes <= self.max_nodes,
            },
            _ => ChainGoals { cycle, ..goals },
        };
        (candidate, goals)
    }
}

/// Reports whether a cycle can leave the source through one false candidate and return to it through another.
fn can_cycle(grid: &RatingGrid, source: u16, closure: &LinkClosure, links: &mut ChainLinks) -> bool {
    let neighbours = links.weak(grid, source, ChainPass::Xy);
    links.strong(source, ChainPass::Xy).iter().any(|last| {
        let others = neighbours.clone().map(|index| links.weak_target(index));
        others.filter(|&first| first != last.to).any(|first| {
            let seconds = links.strong(first, ChainPass::Xy).iter();
            seconds.filter(|second| second.to != source).any(|second| closure.refutes(second.to, last.to))
        })
    })
}

impl LinkClosure {
    /// Returns the number of a candidate, and the set that contains only this candidate.
    fn source(&self, candidate: u16) -> (usize, CandidateBits) {
        let (number, mut source) = (self.number[candidate as usize] as usize, EMPTY);
        insert(&mut source, number);
        (number, source)
    }

    /// Returns the number of nodes of the shortest chain that proves the candidate false, or [`NO_CHAIN`] if
    /// it exceeds the limit.
    fn refutation_nodes(&self, candidate: u16, limit: u32) -> u32 {
        let (number, source) = self.source(candidate);
        self.nodes_to_reach(source, source, 1, &self.weak[number], limit)
    }

    /// Returns the number of nodes of the shortest chain that proves the candidate true, or [`NO_CHAIN`] if
    /// it exceeds the limit.
    fn proof_nodes(&self, candidate: u16, limit: u32) -> u32 {
        let (number, source) = self.source(candidate);
        let level = self.implied[number];
        self.nodes_to_reach(level, level, 1, &source, limit)
    }

    /// Reports whether there may be a cycle of at most `limit` nodes through the candidate.
    fn can_cycle_within(&self, candidate: u16, limit: u32) -> bool {
        let (number, source) = self.source(candidate);
        members(&self.implied[number]).any(|partner| {
            let mut level = EMPTY;
            for other in members(&self.weak[number]).filter(|&other| other != partner) {
                union_with(&mut level, &self.implied[other]);
            }
            level[number / 64] &= !source[number / 64];
            let mut seen = level;
            union_with(&mut seen, &source);
            self.nodes_to_reach(level, seen, 2, &self.weak[partner], limit) != NO_CHAIN
        })
    }

    /// Reports whether a cycle through the candidate may eliminate one of the `victims`.
    fn cycle_can_eliminate(&self, candidate: u16, victims: &[u16]) -> bool {
        let number = self.number[candidate as usize] as usize;
        // By contraposition, a literal implies the candidate if the negation of the literal follows from the
        // candidate being false.
        let (mut on, mut off) = (EMPTY, EMPTY);
        for partner in members(&self.implied[number]) {
            union_with(&mut on, &self.off[partner]);
            union_with(&mut off, &self.on[partner]);
        }
        on = intersection(&on, &self.on[number]);
        off = intersection(&off, &self.off[number]);
        victims.iter().any(|&victim| {
            let seen = &self.weak[self.number[victim as usize] as usize];
            intersection(&on, seen) != EMPTY && intersection(&off, seen) != EMPTY
        })
    }

    /// Returns the number of nodes of the shortest chain to a goal candidate: two for each level up to the
    /// first one that contains such a candidate. Returns [`NO_CHAIN`] if that exceeds the limit. `first` is
    /// the number of the starting level.
    fn nodes_to_reach(
        &self,
        mut level: CandidateBits,
        mut seen: CandidateBits,
        first: u32,
        goal: &CandidateBits,
        limit: u32,
    ) -> u32 {
        let mut nodes = 2 * first;
        while nodes <= limit && level != EMPTY {
            if intersection(&level, goal) != EMPTY {
                return nodes;
            }
            level = self.next_level(&level, &mut seen);
            nodes += 2;
        }
        NO_CHAIN
    }

    /// Returns the candidates that a level makes true, and adds them to `seen`. Candidates already seen are
    /// left out.
    fn next_level(&self, level: &CandidateBits, seen: &mut CandidateBits) -> CandidateBits {
        let mut next = EMPTY;
        for number in members(level) {
            union_with(&mut next, &self.direct[number]);
        }
        for (word, seen_word) in next.iter_mut().zip(seen) {
            *word &= !*seen_word;
            *seen_word |= *word;
        }
        next
    }

    /// Returns the candidates that become both true and false within this number of nodes if `candidate` is
    /// assumed true. A cycle that eliminates `candidate` and is at least two nodes shorter passes only
    /// through these candidates.
    fn cycle_candidates_within(&self, candidate: u16, nodes: u32) -> CandidateBits {
        let (_, mut level) = self.source(candidate);
        let (mut on, mut off) = (level, EMPTY);
        for _ in 0..nodes / 2 {
            for number in members(&level) {
                union_with(&mut off, &self.weak[number]);
            }
            level = self.next_level(&level, &mut on);
        }
        intersection(&on, &off)
    }
}

/// The links between the candidates of one digit, as sets of cells.
#[derive(Clone, Debug)]
struct DigitLinks {
    built: bool,
    /// The cells whose candidate has a strong link.
    strong: u128,
    /// For each cell: the cells that must have the digit if this cell does not.
    implied: [u128; 81],
    /// For each cell: the cells that must have the digit if this cell has it, following one weak and one
    /// strong link.
    direct: [u128; 81],
}

/// The links of each digit, used to filter the sources of the X pass.
#[derive(Debug)]
struct SingleDigitLinks(Vec<DigitLinks>);

impl Default for SingleDigitLinks {
    fn default() -> SingleDigitLinks {
        let links = DigitLinks { built: false, strong: 0, implied: [0; 81], direct: [0; 81] };
        SingleDigitLinks(vec![links; 9])
    }
}

impl SingleDigitLinks {
    /// Discards the links of the previous grid.
    fn start(&mut self) {
        for links in &mut self.0 {
            links.built = false;
        }
    }

    fn digit_links(&mut self, grid: &RatingGrid, digit: usize) -> &DigitLinks {
        let links = &mut self.0[digit];
        if !links.built {
            links.build(grid, digit);
        }
        links
    }

    /// Reports whether a chain within the digit proves the candidate false.
    fn refutes(&mut self, grid: &RatingGrid, candidate: u16) -> bool {
        let (cell, digit) = (candidate as usize / 9, candidate as usize % 9);
        self.digit_links(grid, digit).reaches(1 << cell, 1 << cell, PEER_SETS[cell])
    }

    /// Reports whether a chain within the digit proves the candidate true.
    fn proves(&mut self, grid: &RatingGrid, candidate: u16) -> bool {
        let (cell, digit) = (candidate as usize / 9, candidate as usize % 9);
        let links = self.digit_links(grid, digit);
        links.reaches(links.implied[cell], links.implied[cell], 1 << cell)
    }

    /// Reports whether a cycle within the digit may pass through the candidate.
    fn can_cycle(&mut self, grid: &RatingGrid, candidate: u16) -> bool {
        let (cell, digit) = (candidate as usize / 9, candidate as usize % 9);
        let links = self.digit_links(grid, digit);
        cells_of(links.implied[cell]).any(|partner| {
            let others = PEER_SETS[cell] & links.strong & !(1 << partner);
            let level = cells_of(others).fold(0, |level, other| level | links.implied[other]) & !(1 << cell);
            links.reaches(level, level | 1 << cell, PEER_SETS[partner])
        })
    }
}

impl DigitLinks {
    fn build(&mut self, grid: &RatingGrid, digit: usize) {
        let places = (0..9)
            .fold(0_u128, |places, row| places | u128::from(grid.places[ROWS + row][digit]) << (9 * row));
        self.built = true;
        self.strong = 0;
        for cell in cells_of(places) {
            (self.implied[cell], self.direct[cell]) = (0, 0);
        }
        for house in 0..27 {
            let pair = grid.places[house][digit];
            if is_pair(pair) {
                let ends = bits(pair).fold(0_u128, |ends, index| ends | 1 << CELLS[house][index]);
                for cell in cells_of(ends) {
                    self.implied[cell] |= ends & !(1 << cell);
                }
                self.strong |= ends;
            }
        }
        for cell in cells_of(self.strong) {
            for other in cells_of(PEER_SETS[cell] & places) {
                self.direct[other] |= self.implied[cell];
            }
        }
    }

    fn reaches(&self, mut level: u128, mut seen: u128, goal: u128) -> bool {
        while level != 0 {
            if level & goal != 0 {
                return true;
            }
            level = cells_of(level).fold(0, |next, cell| next | self.direct[cell]) & !seen;
            seen |= level;
        }
        false
    }
}

/// The maximum number of bivalue cells: a `u128` has two bits for each of them.
const MAX_CELLS: usize = 64;

/// A mask with the lower bit of each pair of bits set.
const LOWER: u128 = u128::MAX / 3;

/// The bivalue cells of a grid and the links between their candidates. They show which of the cells a Y-cycle
/// with eliminations can pass through.
///
/// ```text
/// ┌─ a true ─▶ b false, c true ─▶ c false, d true ─ … ─┐      a cycle: every candidate implies every other
/// └────────────────────────────────────────────────────┘
/// e is eliminated: it sees its digit true in one cell of the cycle and false in another
/// ```
///
/// Most grids have bivalue cells but no such cycle, and this check shows that at a fraction of the cost of
/// the ordered search. A candidate is numbered by the index of its cell among the bivalue cells: `2 * index`
/// for the lower digit and `2 * index + 1` for the higher digit.
#[derive(Debug)]
struct BivalueCycles {
    cells: Vec<usize>,
    /// The index of each cell among the bivalue cells.
    index_of: [u8; 81],
    /// For each candidate: the candidates of other cells that become true if it is true.
    steps: Vec<u128>,
    /// The candidates of each digit.
    of_digit: [u128; 9],
    /// For each candidate that may be eliminated: the candidates with the same digit that it sees in bivalue
    /// cells.
    ends: Vec<u128>,
}

impl Default for BivalueCycles {
    fn default() -> BivalueCycles {
        BivalueCycles {
            cells: Vec::new(),
            index_of: [0; 81],
            steps: Vec::new(),
            of_digit: [0; 9],
            ends: Vec::new(),
        }
    }
}

/// Maps each candidate of a set to the other candidate in the same cell.
fn partners(set: u128) -> u128 {
    (set & LOWER) << 1 | set >> 1 & LOWER
}

impl BivalueCycles {
    /// Returns the cells that a cycle can pass through if it eliminates one of the `refuted` candidates. If
    /// there are more than [`MAX_CELLS`] bivalue cells, returns all of them.
    fn cycle_cells(&mut self, grid: &RatingGrid, refuted: impl Iterator<Item = u16>) -> u128 {
        let pairs = grid.cells_with(2);
        self.cells.clear();
        self.cells.extend(cells_of(pairs));
        if self.cells.len() > MAX_CELLS || !pruning::is_enabled() {
            return pairs;
        }
        self.number(grid, pairs);
        self.ends.clear();
        for candidate in refuted {
            let (cell, digit) = (candidate as usize / 9, candidate as usize % 9);
            self.ends.push(self.candidates_of(pairs & PEER_SETS[cell]) & self.of_digit[digit]);
        }
        let eliminates = |index: usize| {
            // The candidates that follow from the lower digit and that in turn imply it. By contraposition, a
            // candidate implies the lower digit if its partner follows from the higher digit.
            let cycle = self.reach(self.steps[2 * index]) & partners(self.reach(self.steps[2 * index + 1]));
            cycle >> (2 * index) & 1 == 1
                && self.ends.iter().any(|ends| cycle & ends != 0 && partners(cycle) & ends != 0)
        };
        let cells = (0..self.cells.len()).filter(|&index| eliminates(index));
        cells.fold(0, |set, index| set | 1 << self.cells[index])
    }

    /// Returns all candidates that are true if these candidates are true.
    fn reach(&self, start: u128) -> u128 {
        let (mut reach, mut rest) = (start, start);
        while rest != 0 {
            let new = self.steps[rest.trailing_zeros() as usize] & !reach;
            rest &= rest - 1;
            rest |= new;
            reach |= new;
        }
        reach
    }

    /// Returns both candidates of each of these bivalue cells.
    fn candidates_of(&self, cells: u128) -> u128 {
        cells_of(cells).fold(0, |candidates, cell| candidates | 3 << (2 * self.index_of[cell]))
    }

    fn number(&mut self, grid: &RatingGrid, pairs: u128) {
        self.of_digit = [0; 9];
        for (index, &cell) in self.cells.iter().enumerate() {
            self.index_of[cell] = index as u8;
            for (which, digit) in bits(grid.candidates[cell]).enumerate() {
                self.of_digit[digit] |= 1 << (2 * index + which);
            }
        }
        self.steps.clear();
        for index in 0..self.cells.len() {
            let cell = self.cells[index];
            let peers = self.candidates_of(pairs & PEER_SETS[cell]);
            for digit in bits(grid.candidates[cell]) {
                self.steps.push(partners(peers & self.of_digit[digit]));
            }
        }
    }
}
