//! Nice loops and alternating inference chains, with or without groups.
//!
//! ```text
//! assumption   implies                    conclusion                          name
//! a true       a false                    a is eliminated                     discontinuous nice loop
//! a true       b true, in the same cell   a is eliminated                     discontinuous nice loop
//! a false      a true                     the rest of the cell is eliminated  discontinuous nice loop
//! a false      b false, in the same cell  b is eliminated                     discontinuous nice loop
//! a false      b true, in the same cell   eliminations along all weak links   continuous nice loop
//! a false      b true, in another cell    a or b is true                      alternating inference chain
//! ```
//!
//! The first link of a loop must leave its first cell, the last link must return to it from another cell, and
//! no chain uses a cell twice. (The cases are those of HoDoKu, which finds them with Trebor's tables.)

use super::found_chains::{ChainEnd, FoundChains};
use crate::links::{Assumption, DEFAULT_LITERALS, Explore, LinkReach, LinkTable, SetReach, SetReachLimits};
use crate::{FinderContext, Position, SetsInChains, Sink, Technique};
use std::ops::ControlFlow;
use veridoku_core::{Candidate, CandidateSet, Cell, CellSet, Digit};

/// The techniques under which the chains of a search are reported.
#[derive(Copy, Clone, Debug)]
struct LoopTechniques {
    continuous: Technique,
    discontinuous: Technique,
    alternating: Technique,
    /// If true, chains must contain a group or an almost locked set. If false, they must contain neither.
    grouped: bool,
}

const PLAIN: LoopTechniques = LoopTechniques {
    continuous: Technique::ContinuousNiceLoop,
    discontinuous: Technique::DiscontinuousNiceLoop,
    alternating: Technique::Aic,
    grouped: false,
};

const GROUPED: LoopTechniques = LoopTechniques {
    continuous: Technique::GroupedContinuousNiceLoop,
    discontinuous: Technique::GroupedDiscontinuousNiceLoop,
    alternating: Technique::GroupedAic,
    grouped: true,
};

/// Finds nice loops and alternating inference chains of single candidates.
pub(crate) fn nice_loop(context: &FinderContext<'_>, sink: &mut dyn Sink) -> ControlFlow<()> {
    let links = context.plain_links();
    NiceLoopSearch::new(context, links, LinkReach::default(), PLAIN).run(sink)
}

/// Finds nice loops and alternating inference chains with at least one group or, if the options allow it, one
/// almost locked set.
pub(crate) fn grouped_nice_loop(context: &FinderContext<'_>, sink: &mut dyn Sink) -> ControlFlow<()> {
    match context.options().sets_in_chains {
        SetsInChains::No => {
            NiceLoopSearch::new(context, context.grouped_links(), LinkReach::default(), GROUPED).run(sink)
        }
        SetsInChains::Yes => {
            let sets = context.almost_locked_sets().of_several_cells();
            let limits = SetReachLimits {
                budget: context.budget(u64::MAX),
                literals: context.options().scaled(DEFAULT_LITERALS) as usize,
            };
            let (links, reach) = LinkTable::with_sets(context.position(), sets, limits);
            NiceLoopSearch::new(context, &links, reach, GROUPED).run_through_sets(sink)
        }
    }
}

struct NiceLoopSearch<'a, E> {
    position: &'a Position,
    links: &'a LinkTable,
    techniques: LoopTechniques,
    max_nodes: usize,
    reach: E,
    ends: Vec<u16>,
    chain: Vec<u16>,
    loops: FoundChains,
    alternating: FoundChains,
}

impl NiceLoopSearch<'_, LinkReach> {
    fn run(mut self, sink: &mut dyn Sink) -> ControlFlow<()> {
        let links = self.links;
        let words = links.words();
        // For each node with strong links, the row of bits for the nodes that are true if this node is false.
        let mut rows = vec![0; words * links.nodes().len()];
        for start in (0..links.nodes().len()).filter(|&start| links.is_fork(start)) {
            self.reach.assume(links, start, Assumption::False);
            rows[start * words..][..words].copy_from_slice(self.reach.on_row());
            if start < links.singles() {
                self.loops_if_false(start);
                self.alternating_chains(start);
            }
        }
        let loops = std::mem::take(&mut self.loops);
        let mut on = vec![0; words];
        for start in 0..links.singles() {
            on.fill(0);
            for &fork in links.weak_to_forks(start) {
                for (on, row) in on.iter_mut().zip(&rows[usize::from(fork) * words..]) {
                    *on |= row;
                }
            }
            // A loop returns through a node that is weakly linked to its first node, possibly in the same
            // cell.
            if on.iter().zip(links.weak_row(start)).any(|(on, seen)| on & seen != 0) {
                self.reach.assume(links, start, Assumption::True);
                self.loops_if_true(start);
            }
        }
        self.loops.append(&loops);
        self.report(sink)
    }
}

impl NiceLoopSearch<'_, SetReach<'_>> {
    fn run_through_sets(mut self, sink: &mut dyn Sink) -> ControlFlow<()> {
        let links = self.links;
        for start in 0..links.singles() {
            self.reach.assume(links, start, Assumption::True);
            self.loops_if_true(start);
        }
        for start in (0..links.singles()).filter(|&start| links.is_fork(start)) {
            self.reach.assume(links, start, Assumption::False);
            self.loops_if_false(start);
            self.alternating_chains(start);
        }
        self.report(sink)
    }
}

impl<'a, E: Explore> NiceLoopSearch<'a, E> {
    fn new(
        context: &FinderContext<'a>,
        links: &'a LinkTable,
        reach: E,
        techniques: LoopTechniques,
    ) -> NiceLoopSearch<'a, E> {
        NiceLoopSearch {
            position: context.position(),
            links,
            techniques,
            max_nodes: context.options().loop_links.saturating_add(1),
            reach,
            ends: Vec::new(),
            chain: Vec::new(),
            loops: FoundChains::default(),
            alternating: FoundChains::default(),
        }
    }

    /// Reports the chains that were found. Among equally good ones, loops come before alternating inference
    /// chains.
    fn report(mut self, sink: &mut dyn Sink) -> ControlFlow<()> {
        self.loops.append(&self.alternating);
        self.loops.report(self.position, self.links, sink)
    }

    /// Finds loops that start with the assumption that a candidate is true and refute it: the candidate is
    /// false, or another candidate in the same cell is true.
    fn loops_if_true(&mut self, start: usize) {
        let (cell, digit) = self.links.place(start);
        for other in self.position.digits(cell) {
            let end = self.links.number(Candidate::new(cell, other));
            let reached = if other == digit { self.trace_off(end) } else { self.trace_on(end) };
            if reached && self.is_loop() {
                let eliminations = CandidateSet::only(Candidate::new(cell, digit));
                self.add(self.techniques.discontinuous, eliminations, Assumption::True, ChainEnd::Open);
            }
        }
    }

    /// Finds loops that start with the assumption that a candidate is false, and show that it is true or that
    /// another candidate in the same cell is true or false.
    fn loops_if_false(&mut self, start: usize) {
        let (cell, digit) = self.links.place(start);
        for other in self.position.digits(cell) {
            let end = self.links.number(Candidate::new(cell, other));
            if other != digit && self.trace_off(end) && self.is_loop() {
                let eliminations = CandidateSet::only(Candidate::new(cell, other));
                self.add(self.techniques.discontinuous, eliminations, Assumption::False, ChainEnd::Open);
            }
            if self.trace_on(end) && self.is_loop() {
                if other == digit {
                    let others = self.position.digits(cell).without(digit);
                    let eliminations = CandidateSet::of_cell(cell, others);
                    self.add(self.techniques.discontinuous, eliminations, Assumption::False, ChainEnd::Open);
                } else {
                    let eliminations = self.continuous_eliminations();
                    self.add(self.techniques.continuous, eliminations, Assumption::False, ChainEnd::Closed);
                }
            }
        }
    }

    /// Finds chains that start with the assumption that a candidate is false, and show that a candidate in
    /// another cell is then true. So at least one of the two is true.
    fn alternating_chains(&mut self, start: usize) {
        let (first, digit) = self.links.place(start);
        self.ends.clear();
        self.reach.true_nodes(&mut self.ends);
        for place in 0..self.ends.len() {
            let end = usize::from(self.ends[place]);
            if end >= self.links.singles() {
                continue;
            }
            let Some(eliminations) = self.excluded((first, digit), self.links.place(end)) else { continue };
            if self.trace_on(end) && self.is_simple(None) {
                self.add(self.techniques.alternating, eliminations, Assumption::False, ChainEnd::Open);
            }
        }
    }

    /// Returns the candidates that are false because at least one of two candidates in different cells is
    /// true, or `None` if there are too few of them for an alternating inference chain.
    fn excluded(
        &self,
        (first, digit): (Cell, Digit),
        (last, last_digit): (Cell, Digit),
    ) -> Option<CandidateSet> {
        if digit == last_digit {
            let eliminated = first.peers() & last.peers() & self.position.cells(digit);
            let eliminations = CandidateSet::of_digit(digit, eliminated);
            // With a single elimination, the chain would be a discontinuous nice loop.
            (first != last && eliminated.len() > 1).then_some(eliminations)
        } else {
            let eliminated = [Candidate::new(first, last_digit), Candidate::new(last, digit)];
            let both = eliminated.iter().all(|&candidate| self.position.has(candidate));
            (first.sees(last) && both).then(|| eliminated.into_iter().collect())
        }
    }

    /// Keeps the chain if it is not too long and of the requested kind, grouped or not grouped.
    fn add(&mut self, technique: Technique, eliminations: CandidateSet, start: Assumption, end: ChainEnd) {
        let grouped = self.chain.iter().any(|&node| usize::from(node) >= self.links.singles());
        if self.chain.len() <= self.max_nodes && grouped == self.techniques.grouped {
            let alternating = technique == self.techniques.alternating;
            let found_chains = if alternating { &mut self.alternating } else { &mut self.loops };
            found_chains.add(technique, eliminations, (start, &self.chain, end));
        }
    }

    /// Traces the chain to a true node. Returns whether there is such a chain with more than one link.
    fn trace_on(&mut self, end: usize) -> bool {
        self.chain.clear();
        self.reach.trace_true(self.links, end, &mut self.chain) && self.chain.len() > 2
    }

    /// Traces the chain to a false node. Returns whether there is such a chain with more than one link.
    fn trace_off(&mut self, end: usize) -> bool {
        self.chain.clear();
        self.reach.trace_false(self.links, end, &mut self.chain) && self.chain.len() > 2
    }

    /// Reports whether the chain leaves its first cell with the first link, returns to it with the last, and
    /// does not cross itself.
    fn is_loop(&self) -> bool {
        let cell = |place: usize| self.links.cell(usize::from(self.chain[place]));
        let last = self.chain.len() - 1;
        cell(0) != cell(1) && cell(last) != cell(last - 1) && self.is_simple(Some(cell(0)))
    }

    /// Reports whether no node starts in a cell that the chain has left before. The first cell of a loop is
    /// exempt.
    fn is_simple(&self, home: Option<Cell>) -> bool {
        let mut passed = CellSet::EMPTY;
        let mut last = CellSet::EMPTY;
        let mut set = None;
        for &number in &self.chain {
            let number = usize::from(number);
            let first = self.links.cell(number);
            // Both nodes of a set use the same cells.
            let own = self.links.set(number);
            if own.is_some() && own == set {
                continue;
            }
            set = own;
            if passed.contains(first) {
                return false;
            }
            passed |= last;
            last = if home == Some(first) { CellSet::EMPTY } else { self.links.extent(number) };
        }
        true
    }

    /// Returns the eliminations that follow from the weak links and the sets of a closed chain.
    fn continuous_eliminations(&self) -> CandidateSet {
        let node = |place: usize| self.links.nodes()[usize::from(self.chain[place])];
        let last = self.chain.len() - 1;
        let own = self.chain[..last]
            .iter()
            .fold(CellSet::EMPTY, |cells, &number| cells | self.links.extent(usize::from(number)));
        let mut eliminations = CandidateSet::EMPTY;
        let eliminate_in_cell = |eliminations: &mut CandidateSet, left: usize, right: usize| {
            let cell = self.links.cell(usize::from(self.chain[left]));
            let others = self.position.digits(cell).without(node(left).digit).without(node(right).digit);
            *eliminations |= CandidateSet::of_cell(cell, others);
        };
        eliminate_in_cell(&mut eliminations, 0, last);
        // The nodes are alternately false and true. Each weak link leads from a true node to the next false
        // node.
        for left in (1..last).step_by(2) {
            let (from, to) = (node(left), node(left + 1));
            if from.digit == to.digit {
                let seen = from.cells.common_peers() & to.cells.common_peers();
                eliminations |= self.position.candidates_of(from.digit, seen - own);
            } else if node(left - 1).cells != from.cells && node(left + 2).cells != to.cells {
                eliminate_in_cell(&mut eliminations, left, left + 1);
            }
            self.eliminate_by_set(left - 1, &mut eliminations);
        }
        self.eliminate_by_set(last - 1, &mut eliminations);
        eliminations
    }

    /// Adds the eliminations caused by a set in a closed chain. The set is certain to hold all its digits
    /// except the two through which the chain passes.
    fn eliminate_by_set(&self, place: usize, eliminations: &mut CandidateSet) {
        let [left, right] = [place, place + 1].map(|place| usize::from(self.chain[place]));
        let Some(set) = self.links.set(left) else { return };
        let nodes = self.links.nodes();
        let mut digits = set.digits.without(nodes[left].digit);
        let mut forced = CellSet::EMPTY;
        if self.links.set(right).is_some() {
            digits.remove(nodes[right].digit);
        } else {
            // The set forces a digit into a cell, so each of these digits is in the set or in that cell.
            forced = nodes[right].cells;
        }
        for digit in digits {
            let holders = self.position.cells(digit) & (set.cells | forced);
            *eliminations |= self.position.candidates_of(digit, holders.common_peers() - set.cells);
        }
    }
}
