//! Nice loops and alternating inference chains, with or without groups.
//!
//! ```text
//! assumption   reached                    what follows                       name
//! a true       a false                    a goes                             discontinuous nice loop
//! a true       b true, in the same cell   a goes                             discontinuous nice loop
//! a false      a true                     a stays alone in its cell          discontinuous nice loop
//! a false      b false, in the same cell  b goes                             discontinuous nice loop
//! a false      b true, in the same cell   every weak link strikes            continuous nice loop
//! a false      b true, another cell       what sees both, or would be both   alternating inference chain
//! ```
//!
//! A loop must leave its first cell and come back from another one, and no chain runs through a cell twice.
//! (The cases are those of HoDoKu, which finds them in the tables of "Trebor".)

use super::finds::{End, Finds};
use crate::finder_context::FinderContext;
use crate::links::{Explore, Limits, Links, Reach, SetReach, Start, USUAL_LITERALS};
use crate::position::Position;
use crate::search_options::SetsInChains;
use crate::sink::Sink;
use crate::technique::Technique;
use std::ops::ControlFlow;
use veridoku_core::{Candidate, CandidateSet, Cell, CellSet, Digit};

/// What the chains are called.
#[derive(Copy, Clone, Debug)]
struct Names {
    continuous: Technique,
    discontinuous: Technique,
    alternating: Technique,
    /// Whether the chains have groups or sets.
    grouped: bool,
}

const PLAIN: Names = Names {
    continuous: Technique::ContinuousNiceLoop,
    discontinuous: Technique::DiscontinuousNiceLoop,
    alternating: Technique::Aic,
    grouped: false,
};

const GROUPED: Names = Names {
    continuous: Technique::GroupedContinuousNiceLoop,
    discontinuous: Technique::GroupedDiscontinuousNiceLoop,
    alternating: Technique::GroupedAic,
    grouped: true,
};

/// Loops and chains of candidates.
pub(super) fn plain(context: &FinderContext<'_>, sink: &mut dyn Sink) -> ControlFlow<()> {
    let links = context.plain_links();
    Search::new(context, links, Reach::default(), PLAIN).run(sink)
}

/// Loops and chains with at least one group or, where the options allows them, almost locked set.
pub(super) fn grouped(context: &FinderContext<'_>, sink: &mut dyn Sink) -> ControlFlow<()> {
    match context.options().sets_in_chains {
        SetsInChains::No => {
            Search::new(context, context.grouped_links(), Reach::default(), GROUPED).run(sink)
        }
        SetsInChains::Yes => {
            let sets = context.almost_locked_sets().of_several_cells();
            let limits = Limits {
                budget: context.budget(u64::MAX),
                literals: context.options().raised(USUAL_LITERALS) as usize,
            };
            let (links, reach) = Links::with_sets(context.position(), sets, limits);
            Search::new(context, &links, reach, GROUPED).run_through_sets(sink)
        }
    }
}

struct Search<'a, E> {
    position: &'a Position,
    links: &'a Links,
    names: Names,
    most_nodes: usize,
    reach: E,
    ends: Vec<u16>,
    chain: Vec<u16>,
    loops: Finds,
    alternating: Finds,
}

impl Search<'_, Reach> {
    fn run(mut self, sink: &mut dyn Sink) -> ControlFlow<()> {
        let links = self.links;
        let words = links.words();
        // What is true if a node is false: the rows of all nodes with strong links.
        let mut rows = vec![0; words * links.nodes().len()];
        for start in (0..links.nodes().len()).filter(|&start| links.is_fork(start)) {
            self.reach.assume(links, start, Start::False);
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
            for &way in links.ways(start) {
                for (on, row) in on.iter_mut().zip(&rows[usize::from(way) * words..]) {
                    *on |= row;
                }
            }
            // A loop comes back by a node that excludes the first, or by one in its cell, which does as well.
            if on.iter().zip(links.weak_row(start)).any(|(on, seen)| on & seen != 0) {
                self.reach.assume(links, start, Start::True);
                self.loops_if_true(start);
            }
        }
        self.loops.append(&loops);
        self.hand_on(sink)
    }
}

impl Search<'_, SetReach<'_>> {
    fn run_through_sets(mut self, sink: &mut dyn Sink) -> ControlFlow<()> {
        let links = self.links;
        for start in 0..links.singles() {
            self.reach.assume(links, start, Start::True);
            self.loops_if_true(start);
        }
        for start in (0..links.singles()).filter(|&start| links.is_fork(start)) {
            self.reach.assume(links, start, Start::False);
            self.loops_if_false(start);
            self.alternating_chains(start);
        }
        self.hand_on(sink)
    }
}

impl<'a, E: Explore> Search<'a, E> {
    fn new(context: &FinderContext<'a>, links: &'a Links, reach: E, names: Names) -> Search<'a, E> {
        Search {
            position: context.position(),
            links,
            names,
            most_nodes: context.options().loop_links.saturating_add(1),
            reach,
            ends: Vec::new(),
            chain: Vec::new(),
            loops: Finds::default(),
            alternating: Finds::default(),
        }
    }

    /// Hands on what was found; of equals a loop comes before an alternating chain.
    fn hand_on(mut self, sink: &mut dyn Sink) -> ControlFlow<()> {
        self.loops.append(&self.alternating);
        self.loops.hand_on(self.position, self.links, sink)
    }

    /// The candidate is true, and yet false, or another of its cell is true.
    fn loops_if_true(&mut self, start: usize) {
        let (cell, digit) = self.links.place(start);
        for other in self.position.digits(cell) {
            let end = self.links.number(Candidate::new(cell, other));
            let reached = if other == digit { self.trace_off(end) } else { self.trace_on(end) };
            if reached && self.is_loop() {
                let eliminations = CandidateSet::only(Candidate::new(cell, digit));
                self.add(self.names.discontinuous, eliminations, Start::True, End::Open);
            }
        }
    }

    /// The candidate is false, and yet true, or another of its cell is true or false.
    fn loops_if_false(&mut self, start: usize) {
        let (cell, digit) = self.links.place(start);
        for other in self.position.digits(cell) {
            let end = self.links.number(Candidate::new(cell, other));
            if other != digit && self.trace_off(end) && self.is_loop() {
                let eliminations = CandidateSet::only(Candidate::new(cell, other));
                self.add(self.names.discontinuous, eliminations, Start::False, End::Open);
            }
            if self.trace_on(end) && self.is_loop() {
                if other == digit {
                    let mut eliminations = CandidateSet::EMPTY;
                    eliminations.set_digits(cell, self.position.digits(cell).without(digit));
                    self.add(self.names.discontinuous, eliminations, Start::False, End::Open);
                } else {
                    let eliminations = self.continuous_eliminations();
                    self.add(self.names.continuous, eliminations, Start::False, End::Closed);
                }
            }
        }
    }

    /// The candidate is false, so another in another cell is true: one of the two is.
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
                self.add(self.names.alternating, eliminations, Start::False, End::Open);
            }
        }
    }

    /// What one of two candidates in different cells excludes in any case, if that is worth a chain.
    fn excluded(
        &self,
        (first, digit): (Cell, Digit),
        (last, last_digit): (Cell, Digit),
    ) -> Option<CandidateSet> {
        if digit == last_digit {
            let struck = first.peers() & last.peers() & self.position.cells(digit);
            let mut eliminations = CandidateSet::EMPTY;
            eliminations.set_cells(digit, struck);
            // With a single elimination it is a nice loop.
            (first != last && struck.len() > 1).then_some(eliminations)
        } else {
            let struck = [Candidate::new(first, last_digit), Candidate::new(last, digit)];
            let both = struck.iter().all(|&candidate| self.position.has(candidate));
            (first.sees(last) && both).then(|| struck.into_iter().collect())
        }
    }

    /// Keeps the chain, if it is not too long and of the kind that is looked for.
    fn add(&mut self, technique: Technique, eliminations: CandidateSet, start: Start, end: End) {
        let grouped = self.chain.iter().any(|&node| usize::from(node) >= self.links.singles());
        if self.chain.len() <= self.most_nodes && grouped == self.names.grouped {
            let alternating = technique == self.names.alternating;
            let finds = if alternating { &mut self.alternating } else { &mut self.loops };
            finds.add(technique, eliminations, (start, &self.chain, end));
        }
    }

    /// Follows the chain to a true node; says whether there is one of more than one link.
    fn trace_on(&mut self, end: usize) -> bool {
        self.chain.clear();
        self.reach.trace_true(self.links, end, &mut self.chain) && self.chain.len() > 2
    }

    /// Follows the chain to a false node; says whether there is one of more than one link.
    fn trace_off(&mut self, end: usize) -> bool {
        self.chain.clear();
        self.reach.trace_false(self.links, end, &mut self.chain) && self.chain.len() > 2
    }

    /// Whether the chain leaves its first cell at once, comes back to it at last, and does not cross itself.
    fn is_loop(&self) -> bool {
        let cell = |place: usize| self.links.cell(usize::from(self.chain[place]));
        let last = self.chain.len() - 1;
        cell(0) != cell(1) && cell(last) != cell(last - 1) && self.is_simple(Some(cell(0)))
    }

    /// Whether no node begins in a cell that the chain has left; it may begin in the home of a loop.
    fn is_simple(&self, home: Option<Cell>) -> bool {
        let mut passed = CellSet::EMPTY;
        let mut last = CellSet::EMPTY;
        let mut set = None;
        for &number in &self.chain {
            let number = usize::from(number);
            let first = self.links.cell(number);
            // The second node of a set is where the first one was.
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

    /// What the weak links of a closed chain strike.
    fn continuous_eliminations(&self) -> CandidateSet {
        let node = |place: usize| self.links.nodes()[usize::from(self.chain[place])];
        let last = self.chain.len() - 1;
        let own = self.chain[..last]
            .iter()
            .fold(CellSet::EMPTY, |cells, &number| cells | self.links.extent(usize::from(number)));
        let mut eliminations = CandidateSet::EMPTY;
        let strike_cell = |eliminations: &mut CandidateSet, left: usize, right: usize| {
            let cell = self.links.cell(usize::from(self.chain[left]));
            for digit in self.position.digits(cell).without(node(left).digit).without(node(right).digit) {
                eliminations.insert(Candidate::new(cell, digit));
            }
        };
        strike_cell(&mut eliminations, 0, last);
        // The nodes are false and true in turn; a weak link leads from a true one to the next false one.
        for left in (1..last).step_by(2) {
            let (from, to) = (node(left), node(left + 1));
            if from.digit == to.digit {
                let seen = from.cells.common_peers() & to.cells.common_peers();
                for cell in (seen & self.position.cells(from.digit)) - own {
                    eliminations.insert(Candidate::new(cell, from.digit));
                }
            } else if node(left - 1).cells != from.cells && node(left + 2).cells != to.cells {
                strike_cell(&mut eliminations, left, left + 1);
            }
            self.strike_by_set(left - 1, &mut eliminations);
        }
        self.strike_by_set(last - 1, &mut eliminations);
        eliminations
    }

    /// What a set in a closed chain strikes: it holds every digit but the two by which the chain runs.
    fn strike_by_set(&self, place: usize, eliminations: &mut CandidateSet) {
        let [left, right] = [place, place + 1].map(|place| usize::from(self.chain[place]));
        let Some(set) = self.links.set(left) else { return };
        let nodes = self.links.nodes();
        let mut digits = set.digits.without(nodes[left].digit);
        let mut forced = CellSet::EMPTY;
        if self.links.set(right).is_some() {
            digits.remove(nodes[right].digit);
        } else {
            // The set leaves one digit of a cell: the others may be in the cell or in the set.
            forced = nodes[right].cells;
        }
        for digit in digits {
            let places = self.position.cells(digit);
            let holders = places & (set.cells | forced);
            for cell in (holders.common_peers() & places) - set.cells {
                eliminations.insert(Candidate::new(cell, digit));
            }
        }
    }
}
