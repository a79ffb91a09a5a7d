//! Chains of four or more almost locked sets.
//!
//! ```text
//!   A ──x── B ──y── C ──w── D        if A does not hold z, it holds x, so B loses x and holds y, so C
//!   z                       z        loses y and holds w, so D loses w and holds z
//! ```
//!
//! Consecutive links have different digits. If two digits link the same two sets, the first link of a chain
//! may use either digit. A later link uses the lower one, and neither digit may then be z. By default, chains
//! run only from earlier to later sets of the table, as in HoDoKu when it solves a puzzle.
//!
//! HoDoKu tries all chains. This search computes reachability between **states** instead. A state is a set
//! together with the digits of the link by which the chain entered it. The states are processed from the last
//! set to the first: each state reaches its successors and everything that they reach. (If chains may run in
//! both directions, this takes several rounds.) A chain is then a first link and a state that it reaches over
//! at least two more links, such that the first and the last set have a common elimination.

use super::relation::BitRelation;
use super::table::{AlmostLockedSets, AlsLink};
use crate::bits::bits_of_words;
use crate::budget::SearchBudget;
use crate::order;
use crate::{FinderContext, SetChainDirection, Sink, Technique};
use std::cmp::Reverse;
use std::collections::HashSet;
use std::ops::ControlFlow;
use veridoku_core::{CandidateSet, Digit, DigitSet};

/// The minimum number of links in a chain. Shorter chains are ALS-XY-wings or instances of the ALS-XZ rule.
const MIN_LINKS: usize = 3;

/// The maximum number of chains to report with the default budget. Real positions have a few hundred chains
/// with different eliminations.
const DEFAULT_CHAINS: u64 = 500;

/// The maximum number of pairs of chain ends to keep, best first. Real positions have a few thousand.
const MAX_KEPT: usize = 50_000;

/// The maximum number of states. It limits the relations between states to 64 MiB.
const MAX_STATES: usize = 16_384;

/// The budget for computing which states reach which others. Real positions need a tenth of it.
const MAX_UNIONS: u64 = 4_000_000;

/// Merging two rows of this many states costs one unit of the budget.
const STATES_PER_UNIT: usize = 512;

/// The maximum number of pairs of chain ends to examine.
const MAX_ENDS: u64 = 2_000_000;

/// The budget for finding the shortest paths between chain ends.
const MAX_PATH_COST: u64 = 2_000_000;

/// Following this many links in the search for a path costs one unit of the budget.
const LINKS_PER_UNIT: usize = 16;

/// A set, together with the digits of the link by which a chain entered it.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
struct ChainState {
    set: usize,
    came_by: DigitSet,
}

/// All states of a position, ordered by set, and the relations that tell which states reach which others.
struct ChainStates<'a> {
    table: &'a AlmostLockedSets,
    direction: SetChainDirection,
    all: Vec<ChainState>,
    /// For each set, the index of its first state.
    begin: Vec<usize>,
    /// For each state, the states that are one or more links away.
    near: BitRelation,
    /// For each state, the states that are two or more links away.
    far: BitRelation,
}

impl<'a> ChainStates<'a> {
    fn new(
        table: &'a AlmostLockedSets,
        direction: SetChainDirection,
        max_links: usize,
        budget: &SearchBudget<'_>,
    ) -> ChainStates<'a> {
        let mut masks: Vec<Vec<DigitSet>> = vec![Vec::new(); table.len()];
        for set in 0..table.len() {
            for link in table.links(set, direction) {
                for digits in parts(link.digits) {
                    if !masks[link.to].contains(&digits) {
                        masks[link.to].push(digits);
                    }
                }
            }
        }
        let (mut all, mut begin) = (Vec::new(), Vec::with_capacity(table.len() + 1));
        for (set, masks) in masks.into_iter().enumerate() {
            begin.push(all.len());
            let room = MAX_STATES - all.len();
            if masks.len() > room {
                budget.cut();
            }
            all.extend(masks.into_iter().take(room).map(|came_by| ChainState { set, came_by }));
        }
        begin.push(all.len());
        let near = BitRelation::new(all.len(), all.len());
        let far = near.clone();
        let mut states = ChainStates { table, direction, all, begin, near, far };
        let rounds = match direction {
            SetChainDirection::Forward => 1,
            SetChainDirection::Both => max_links.saturating_sub(MIN_LINKS - 1),
        };
        for _ in 0..rounds {
            if states.reach(budget).is_break() {
                break;
            }
        }
        states
    }

    fn links(&self, set: usize) -> &'a [AlsLink] {
        self.table.links(set, self.direction)
    }

    /// Computes which states each state reaches, processing the states from last to first.
    fn reach(&mut self, budget: &SearchBudget<'_>) -> ControlFlow<()> {
        let row = 1 + self.all.len() / STATES_PER_UNIT;
        for state in (0..self.all.len()).rev() {
            let ChainState { set, came_by } = self.all[state];
            budget.spend((row * self.links(set).len()) as u64)?;
            for link in self.links(set) {
                if let Some(next) = self.next(came_by, link.to, link.digits) {
                    self.far.unite_with(state, self.near.row(next));
                    self.near.insert(state, next);
                }
            }
            let (near, far) = (&mut self.near, &self.far);
            near.unite_with(state, far.row(state));
        }
        ControlFlow::Continue(())
    }

    /// Returns the next state of a chain that entered its last set by the digits `came_by` and continues to
    /// the set `to` over `link`.
    fn next(&self, came_by: DigitSet, to: usize, link: DigitSet) -> Option<usize> {
        let digits = came_by.first().map_or(link, |last| link.without(last));
        if digits.is_empty() { None } else { self.find(to, digits) }
    }

    fn find(&self, set: usize, came_by: DigitSet) -> Option<usize> {
        (self.begin[set]..self.begin[set + 1]).find(|&state| self.all[state].came_by == came_by)
    }
}

/// A search for the shortest path between two states. Its buffers are reused.
struct StatePathSearch<'a> {
    states: &'a ChainStates<'a>,
    budget: SearchBudget<'a>,
    /// For each state, its predecessor on a path of a single link, and its predecessor on a longer path.
    predecessors: Vec<[Predecessor; 2]>,
    /// The states that were reached, each with the number of links to it.
    queue: Vec<(usize, usize)>,
}

/// How the path search reached a state.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum Predecessor {
    NotReached,
    From(usize, usize),
}

impl<'a> StatePathSearch<'a> {
    fn new(states: &'a ChainStates<'a>, budget: SearchBudget<'a>) -> StatePathSearch<'a> {
        StatePathSearch {
            states,
            budget,
            predecessors: vec![[Predecessor::NotReached; 2]; states.all.len()],
            queue: Vec::new(),
        }
    }

    /// Returns the states on the shortest path of at least two links, or `None` if there is no such path or
    /// the budget is exhausted.
    fn shortest(&mut self, from: usize, to: usize) -> Option<Vec<usize>> {
        for (state, _) in self.queue.drain(..) {
            self.predecessors[state] = [Predecessor::NotReached; 2];
        }
        self.queue.push((from, 0));
        let mut head = 0;
        while let Some(&(state, links)) = self.queue.get(head) {
            head += 1;
            let far = usize::from(links >= MIN_LINKS - 1);
            if state == to && far == 1 {
                return Some(self.path_back(state));
            }
            let ChainState { set, came_by } = self.states.all[state];
            self.budget.spend((1 + self.states.links(set).len() / LINKS_PER_UNIT) as u64).continue_value()?;
            for link in self.states.links(set) {
                if let Some(next) = self.states.next(came_by, link.to, link.digits) {
                    let depth = links + 1;
                    let entry = &mut self.predecessors[next][usize::from(depth >= MIN_LINKS - 1)];
                    if *entry == Predecessor::NotReached {
                        *entry = Predecessor::From(state, far);
                        self.queue.push((next, depth));
                    }
                }
            }
        }
        None
    }

    /// Returns the path from the start of the search to the given state.
    fn path_back(&self, last: usize) -> Vec<usize> {
        let (mut path, mut place) = (vec![last], (last, 1));
        while let Predecessor::From(state, far) = self.predecessors[place.0][place.1] {
            place = (state, far);
            path.push(state);
        }
        path.reverse();
        path
    }
}

/// Returns the ways to use the digits of a link: each digit alone and, if there are two, both together.
fn parts(digits: DigitSet) -> impl Iterator<Item = DigitSet> {
    let both = (digits.len() > 1).then_some(digits);
    digits.iter().map(DigitSet::only).chain(both)
}

/// A chain, represented by its ends.
struct AlsChainEnds {
    eliminations: CandidateSet,
    /// The sort key: chains with more eliminations first, then those with eliminations in earlier cells.
    rank: (Reverse<usize>, usize),
    start: usize,
    first_digit: Digit,
    first_state: usize,
    last_state: usize,
}

/// Finds chains of four or more sets. Chains with more eliminations come first, then those with eliminations
/// in earlier cells.
pub(crate) fn chain(context: &FinderContext<'_>, sink: &mut dyn Sink) -> ControlFlow<()> {
    let table = context.almost_locked_sets();
    let options = context.options();
    let max_links = options.set_chain.saturating_sub(1);
    let states = ChainStates::new(table, options.set_chain_direction, max_links, &context.budget(MAX_UNIONS));
    let mut found = ends(&states, &context.budget(MAX_ENDS));
    found.sort_by_key(|chain| chain.rank);
    let mut paths = StatePathSearch::new(&states, context.budget(MAX_PATH_COST));
    let max_chains = options.scaled(DEFAULT_CHAINS) as usize;
    let mut reported: HashSet<CandidateSet> = HashSet::new();
    for chain in found {
        if reported.contains(&chain.eliminations) {
            continue;
        }
        if reported.len() == max_chains {
            context.note_cut_short();
            break;
        }
        let Some(path) = paths.shortest(chain.first_state, chain.last_state) else { continue };
        if path.len() + 1 > options.set_chain {
            continue;
        }
        reported.insert(chain.eliminations);
        let sets: Vec<usize> =
            std::iter::once(chain.start).chain(path.iter().map(|&state| states.all[state].set)).collect();
        let digits = std::iter::once(chain.first_digit)
            .chain(path[1..].iter().filter_map(|&state| states.all[state].came_by.first()));
        let links = digits.enumerate().map(|(index, digit)| (index, index + 1, digit)).collect();
        sink.take(table.step(Technique::AlsChain, chain.eliminations, &sets, links, None))?;
    }
    ControlFlow::Continue(())
}

/// Returns all pairs of chain ends that allow eliminations, once for each set of digits that a chain between
/// them can eliminate. If there are too many, only the best are returned.
fn ends(states: &ChainStates<'_>, budget: &SearchBudget<'_>) -> Vec<AlsChainEnds> {
    let table = states.table;
    let mut found = Vec::new();
    let words = states.all.len().div_ceil(64);
    let mut possible = vec![0_u64; words];
    // For each possible last set, the digits for which chains from the current start have been found.
    let mut reported: Vec<Vec<DigitSet>> = vec![Vec::new(); table.len()];
    for start in 0..table.len() {
        let links = states.links(start);
        if links.is_empty() {
            continue;
        }
        possible.fill(0);
        reported.iter_mut().for_each(Vec::clear);
        for digit in table.sets[start].digits {
            for end in bits_of_words(table.sharing_target(start, digit).iter().copied()) {
                for state in states.begin[end]..states.begin[end + 1] {
                    possible[state / 64] |= 1 << (state % 64);
                }
            }
        }
        for link in links {
            for first_digit in link.digits {
                let Some(first_state) = states.find(link.to, DigitSet::only(first_digit)) else { continue };
                let reached = states.far.row(first_state);
                for last_state in
                    bits_of_words(possible.iter().zip(reached).map(|(possible, far)| possible & far))
                {
                    if budget.spend(1).is_break() {
                        return found;
                    }
                    let ChainState { set, came_by } = states.all[last_state];
                    let common = table.sets[start].digits & table.sets[set].digits;
                    let digits = (common - came_by).without(first_digit);
                    if digits.is_empty() || reported[set].contains(&digits) {
                        continue;
                    }
                    reported[set].push(digits);
                    let eliminations = table.common_targets(start, set, digits);
                    if !eliminations.is_empty() {
                        let rank = (Reverse(eliminations.len()), order::weight(&eliminations));
                        found.push(AlsChainEnds {
                            eliminations,
                            rank,
                            start,
                            first_digit,
                            first_state,
                            last_state,
                        });
                        if found.len() == 2 * MAX_KEPT {
                            found.sort_by_key(|chain: &AlsChainEnds| chain.rank);
                            found.truncate(MAX_KEPT);
                            budget.cut();
                        }
                    }
                }
            }
        }
    }
    found
}
