//! The facts that lead from an assumption to a conclusion, each with its cause.
//!
//! The paths of a [`ForcingClosure`] consist of literals about candidates and groups, but a fact is about a
//! single candidate. So a false group becomes one fact for each of its places. A true group adds no
//! facts: its eliminations are justified by the house, in which all remaining places of the digit see the
//! eliminated candidates. An almost locked set has lost a digit if all its candidates for the digit are false.

use super::closure::ForcingClosure;
use super::singles::{ForcedFact, SinglesLookahead, Statement};
use super::table::{ConsequenceSource, ConsequenceTable};
use crate::{Branch, Cause, Clash, Fact, Link, Position};
use veridoku_core::{Candidate, House};

/// The state of a proof after its last step.
enum ProofState {
    /// The step led to these facts, given by index.
    Facts(Vec<usize>),
    /// The step locked a digit in a group of the house, because of these facts.
    Locked(House, Vec<usize>),
}

/// Returns the contradiction between two facts, or `None` if both can hold.
fn clash(left: &Fact, right: &Fact) -> Option<Clash> {
    let (one, other) = (left.candidate, right.candidate);
    match (left.holds, right.holds) {
        (true, true) if one.cell() == other.cell() => Some(Clash::Cell(one.cell())),
        (true, true) if one.digit() == other.digit() => {
            let house = one.cell().houses().into_iter().find(|house| house.cells().contains(other.cell()))?;
            Some(Clash::House(house, one.digit()))
        }
        (true, false) | (false, true) if one == other => Some(Clash::Candidate(one)),
        _ => None,
    }
}

/// A proof under construction: the facts that follow from one assumption.
pub(super) struct Proof<'a> {
    position: &'a Position,
    table: &'a ConsequenceTable<'a>,
    facts: Vec<Fact>,
    /// The indices of the facts that the conclusion needs.
    ends: Vec<usize>,
    /// Whether some step needed more than a single link.
    pub(super) is_net: bool,
}

impl<'a> Proof<'a> {
    /// Starts a proof with the assumption.
    pub(super) fn new(position: &'a Position, table: &'a ConsequenceTable<'a>, start: usize) -> Proof<'a> {
        let Statement { candidate, holds } = table.statement(start);
        let assumption = Fact { candidate, holds, cause: Cause::Assumed, from: Vec::new() };
        Proof { position, table, facts: vec![assumption], ends: Vec::new(), is_net: false }
    }

    /// Adds the facts that lead from the assumption to the literal.
    pub(super) fn lead_to(&mut self, closure: &ForcingClosure<'_>, start: usize, literal: usize) {
        let path = closure.path(start, literal);
        let mut state = ProofState::Facts(vec![0]);
        for step in path.windows(2) {
            state = self.step(state, step[0], step[1]);
        }
        if let ProofState::Facts(facts) = state {
            self.ends.extend(facts);
        }
    }

    /// Finds the earliest two facts that contradict each other, and makes them the end of the proof.
    pub(super) fn stop_at_clash(&mut self) -> Option<Clash> {
        for (late, fact) in self.facts.iter().enumerate() {
            for (early, before) in self.facts[..late].iter().enumerate() {
                if let Some(clash) = clash(before, fact) {
                    self.ends = vec![early, late];
                    return Some(clash);
                }
            }
        }
        None
    }

    /// Returns the facts that the conclusion depends on, in order.
    pub(super) fn into_branch(mut self) -> Branch {
        let mut needed = vec![false; self.facts.len()];
        needed[0] = true;
        for &end in &self.ends {
            needed[end] = true;
        }
        for index in (0..needed.len()).rev() {
            if needed[index] {
                for &source in &self.facts[index].from {
                    needed[source] = true;
                }
            }
        }
        // The new index of a needed fact is the number of needed facts before it.
        let place = |index: usize| needed[..index].iter().filter(|&&need| need).count();
        for fact in &mut self.facts {
            for source in &mut fact.from {
                *source = place(*source);
            }
        }
        let facts = self.facts.into_iter().zip(&needed).filter(|&(_, &need)| need).map(|(fact, _)| fact);
        Branch { facts: facts.collect() }
    }

    /// Adds the facts for one step of a path, from a literal to one of its direct consequences.
    fn step(&mut self, state: ProofState, from: usize, to: usize) -> ProofState {
        let ((from_node, from_holds), (node, holds)) = (self.table.node(from), self.table.node(to));
        let links = self.table.links;
        let is_set = |node: usize| links.set_nodes().contains(&node);
        let is_link = match (from_holds, holds) {
            _ if is_set(from_node) || is_set(node) => true,
            (true, false) => links.is_weak(from_node, node),
            (false, true) => links.strong(from_node).any(|other| other == node),
            _ => false,
        };
        match state {
            ProofState::Facts(facts) if !is_link && self.table.source == ConsequenceSource::Singles => {
                self.is_net = true;
                self.look_ahead(facts[0], from, to)
            }
            ProofState::Facts(facts) if from_holds => {
                ProofState::Facts(self.falsify(node, Cause::Conflict, &facts))
            }
            ProofState::Facts(facts) if is_set(from_node) => {
                let cause = Cause::LockedSet(links.extent(from_node));
                ProofState::Facts(if holds {
                    vec![self.last_in_cell(self.table.statement(to), cause, &facts)]
                } else {
                    self.falsify(node, cause, &facts)
                })
            }
            ProofState::Facts(facts) => {
                let statement = self.table.statement(to);
                match links.reason(self.position, from_node, node) {
                    Link::StrongInHouse(house) if node >= links.singles() => ProofState::Locked(house, facts),
                    Link::StrongInHouse(house) => {
                        ProofState::Facts(vec![self.fact(statement, Cause::LastInHouse(house), facts)])
                    }
                    _ => ProofState::Facts(vec![self.fact(statement, Cause::LastInCell, facts)]),
                }
            }
            ProofState::Locked(house, facts) => {
                ProofState::Facts(self.falsify(node, Cause::Locked(house), &facts))
            }
        }
    }

    /// Adds a fact for each place of the node, stating that it is false. Returns the indices of the facts.
    fn falsify(&mut self, node: usize, cause: Cause, from: &[usize]) -> Vec<usize> {
        let node = self.table.links.nodes()[node];
        let places = node.cells.iter().map(|cell| Statement::is_not(Candidate::new(cell, node.digit)));
        places.map(|statement| self.fact(statement, cause, from.to_vec())).collect()
    }

    /// Adds a fact for each other candidate of the cell, stating that it is false, and then the fact that the
    /// last candidate is true. Returns the index of the latter.
    fn last_in_cell(&mut self, last: Statement, cause: Cause, from: &[usize]) -> usize {
        let (cell, digit) = (last.candidate.cell(), last.candidate.digit());
        let others = self.position.digits(cell).without(digit).iter();
        let others = others
            .map(|other| self.fact(Statement::is_not(Candidate::new(cell, other)), cause, from.to_vec()))
            .collect();
        self.fact(last, Cause::LastInCell, others)
    }

    /// Adds a fact unless it is already known, and returns its index.
    fn fact(&mut self, statement: Statement, cause: Cause, from: Vec<usize>) -> usize {
        let Statement { candidate, holds } = statement;
        let known = |fact: &Fact| fact.candidate == candidate && fact.holds == holds;
        self.facts.iter().position(known).unwrap_or_else(|| {
            self.facts.push(Fact { candidate, holds, cause, from });
            self.facts.len() - 1
        })
    }

    /// Adds the facts by which a lookahead from one literal reaches another.
    fn look_ahead(&mut self, origin: usize, from: usize, to: usize) -> ProofState {
        let forced = SinglesLookahead::assume(self.position, self.table.statement(from));
        let goal = self.table.statement(to);
        let Some(end) = forced.iter().position(|fact| fact.statement == goal) else {
            return ProofState::Facts(vec![origin]);
        };
        let mut needed = vec![false; end + 1];
        needed[end] = true;
        let mut sources = vec![Vec::new(); end + 1];
        for place in (1..=end).rev() {
            if needed[place] {
                sources[place] = self.sources(&forced, place);
                for &source in &sources[place] {
                    needed[source] = true;
                }
            }
        }
        let mut index = vec![origin; end + 1];
        for place in (1..=end).filter(|&place| needed[place]) {
            let ForcedFact { statement, cause, .. } = forced[place];
            let from = sources[place].iter().map(|&source| index[source]).collect();
            index[place] = self.fact(statement, cause, from);
        }
        ProofState::Facts(vec![index[end]])
    }

    /// Returns the indices of the earlier facts from which a fact follows.
    fn sources(&self, forced: &[ForcedFact], place: usize) -> Vec<usize> {
        let ForcedFact { statement, cause, excluded_by } = forced[place];
        let (cell, digit) = (statement.candidate.cell(), statement.candidate.digit());
        let eliminated: Vec<Candidate> = match cause {
            Cause::LastInHouse(house) => {
                let others = self.position.cells_in(house, digit).without(cell);
                others.iter().map(|other| Candidate::new(other, digit)).collect()
            }
            Cause::LastInCell => {
                let others = self.position.digits(cell).without(digit);
                others.iter().map(|other| Candidate::new(cell, other)).collect()
            }
            _ => Vec::new(),
        };
        let before = &forced[..place];
        let find = |statement: Statement| before.iter().position(|fact| fact.statement == statement);
        let excluding = excluded_by.map(Statement::is).into_iter();
        excluding.chain(eliminated.into_iter().map(Statement::is_not)).filter_map(find).collect()
    }
}
