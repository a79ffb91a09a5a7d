//! Contradictions and verities in the closure of a table, in HoDoKu's order of preference.
//!
//! Placements come before eliminations, then lower cells before higher ones, then lower digits before higher
//! ones. Literals are numbered in this order. For the same placement, a contradiction is preferred to a
//! verity; for the same elimination, the proof with fewer facts is preferred.

use super::closure::ForcingClosure;
use super::proof::Proof;
use super::singles::Statement;
use super::table::{ConsequenceSource, ConsequenceTable};
use crate::bits::bits_of_words;
use crate::{Clash, Evidence, FinderContext, Forcing, LostPlaces, Position, Sink, Step, Technique, Truth};
use std::ops::ControlFlow;
use veridoku_core::{Candidate, CandidateSet, Cell, Digit, House};

/// Finds all conclusions and passes them to the sink, best first.
pub(super) fn search(
    context: &FinderContext<'_>,
    table: &ConsequenceTable<'_>,
    sink: &mut dyn Sink,
) -> ControlFlow<()> {
    let Some(closure) = ForcingClosure::new(table, &context.budget(u64::MAX)) else {
        return ControlFlow::Continue(());
    };
    let position = context.position();
    let truths = truths(position, table, context.options().lost_places);
    let failing = failing(table, &closure, &truths);
    let search = ForcingSearch { position, table, closure, truths, failing };
    let mut cases = search.verities();
    cases.sort_by_key(|&(literal, _)| literal);
    let mut rest = cases.as_slice();
    let nodes = 0..table.links.singles();
    for literal in nodes.clone().chain(nodes.map(|node| table.opposite(node))) {
        let end = rest.iter().take_while(|&&(other, _)| other == literal).count();
        let own = &rest[..end];
        rest = &rest[end..];
        search.conclude(literal, own, sink)?;
    }
    ControlFlow::Continue(())
}

/// A set of cases, at least one of which is true.
#[derive(Copy, Clone, Debug)]
enum CaseSplit {
    /// The candidate with this node number is true, or it is false.
    Either(usize),
    /// One case for each member of the truth with this index: a cell has a digit, or a digit has a place in a
    /// house.
    Of(usize),
}

/// A contradiction that shows an assumption to be false.
struct FailedAssumption {
    clash: Clash,
    /// The literals that cannot all be true.
    literals: Vec<usize>,
    /// The total number of facts on the paths to these literals.
    length: usize,
}

/// A truth of the position, with the literals that would satisfy it.
struct RequiredTruth {
    truth: Truth,
    clash: Clash,
    members: Vec<usize>,
    /// Whether it counts as a contradiction if all members are false (see `LostPlaces`).
    is_seen: bool,
}

/// Returns the truths of the position: first the cells, then the digits of each house.
fn truths(position: &Position, table: &ConsequenceTable<'_>, lost_places: LostPlaces) -> Vec<RequiredTruth> {
    let literal = |cell, digit| table.literal(Statement::is(Candidate::new(cell, digit)));
    let cells = position.empty_cells().iter().map(|cell| RequiredTruth {
        truth: Truth::Cell(cell),
        clash: Clash::Cell(cell),
        members: position.digits(cell).iter().map(|digit| literal(cell, digit)).collect(),
        is_seen: true,
    });
    let allowed = Digit::ALL.map(|digit| {
        let filled = position.values().filled().iter();
        let taken = filled.filter(|&cell| position.values().get(cell) == Some(digit));
        taken.fold(position.empty_cells(), |allowed, cell| allowed - cell.peers())
    });
    let houses = House::all().flat_map(|house| Digit::ALL.map(|digit| (house, digit)));
    let houses = houses.map(|(house, digit)| {
        let places = position.cells_in(house, digit);
        RequiredTruth {
            truth: Truth::House(house, digit),
            clash: Clash::House(house, digit),
            members: places.iter().map(|cell| literal(cell, digit)).collect(),
            is_seen: lost_places == LostPlaces::Any || places == allowed[digit.index()] & house.cells(),
        }
    });
    cells.chain(houses).filter(|truth| !truth.members.is_empty()).collect()
}

/// Returns the assumptions from which some contradiction follows, as bits.
///
/// All assumptions are tested at once: for each literal, a row of bits says from which assumptions it follows.
fn failing(table: &ConsequenceTable<'_>, closure: &ForcingClosure<'_>, truths: &[RequiredTruth]) -> Vec<u64> {
    let words = table.words;
    let mut implied_by = vec![0; words * table.literals()];
    for start in table.starts() {
        for literal in bits_of_words(closure.row(start).iter().copied()) {
            implied_by[literal * words + start / 64] |= 1 << (start % 64);
        }
    }
    let row = |literal: usize| &implied_by[literal * words..][..words];
    let mut failing = vec![0; words];
    for node in 0..table.links.singles() {
        let rows = row(node).iter().zip(row(table.opposite(node)));
        failing.iter_mut().zip(rows).for_each(|(failing, (holds, fails))| *failing |= holds & fails);
    }
    for truth in truths {
        for (word, failing) in failing.iter_mut().enumerate() {
            let (mut one, mut two, mut none) = (0, 0, if truth.is_seen { u64::MAX } else { 0 });
            for &member in &truth.members {
                let holds = row(member)[word];
                two |= one & holds;
                one |= holds;
                none &= row(table.opposite(member))[word] & !one;
            }
            *failing |= two | none;
        }
    }
    failing
}

struct ForcingSearch<'a> {
    position: &'a Position,
    table: &'a ConsequenceTable<'a>,
    closure: ForcingClosure<'a>,
    truths: Vec<RequiredTruth>,
    /// The assumptions from which some contradiction follows, as bits.
    failing: Vec<u64>,
}

impl ForcingSearch<'_> {
    /// Reports the best contradiction and the best verity for this conclusion.
    fn conclude(&self, literal: usize, cases: &[(usize, CaseSplit)], sink: &mut dyn Sink) -> ControlFlow<()> {
        let failure = self.failure(self.table.opposite(literal));
        let length = |cases: CaseSplit| -> usize {
            self.starts(cases).iter().map(|&start| self.closure.length(start, literal)).sum()
        };
        let verity = cases.iter().map(|&(_, cases)| (length(cases), cases)).min_by_key(|&(length, _)| length);
        let (_, holds) = self.table.node(literal);
        let verity_first = match (&failure, &verity) {
            (Some(failure), Some((length, _))) => !holds && *length < failure.length,
            _ => false,
        };
        let contradiction = failure.and_then(|failure| self.contradiction(literal, failure));
        let verity = verity.and_then(|(_, cases)| self.verity(literal, cases));
        let steps = if verity_first { [verity, contradiction] } else { [contradiction, verity] };
        steps.into_iter().flatten().try_for_each(|step| sink.take(step))
    }

    fn step(&self, literal: usize, kind: [Technique; 2], forcing: Forcing) -> Step {
        let technique = kind[usize::from(self.table.source == ConsequenceSource::Singles)];
        let evidence = Evidence::Forcing(forcing);
        let Statement { candidate, holds } = self.table.statement(literal);
        if holds {
            Step::placing(technique, candidate, evidence)
        } else {
            Step::eliminating(technique, CandidateSet::only(candidate), evidence)
        }
    }

    /// Returns the step for an assumption that failed, or `None` if a search for nets has only found a chain.
    fn contradiction(&self, literal: usize, failure: FailedAssumption) -> Option<Step> {
        let start = self.table.opposite(literal);
        let mut proof = Proof::new(self.position, self.table, start);
        for end in failure.literals {
            proof.lead_to(&self.closure, start, end);
        }
        if self.table.source == ConsequenceSource::Singles && !proof.is_net {
            return None;
        }
        let clash = proof.stop_at_clash().unwrap_or(failure.clash);
        let branches = vec![proof.into_branch()];
        let kind = [Technique::ForcingChainContradiction, Technique::ForcingNetContradiction];
        Some(self.step(literal, kind, Forcing { cases: None, branches, clash: Some(clash) }))
    }

    /// Returns the step for a literal that follows in all cases, or `None` if a search for nets has only
    /// found chains.
    fn verity(&self, literal: usize, cases: CaseSplit) -> Option<Step> {
        let mut is_net = false;
        let mut branches = Vec::new();
        for start in self.starts(cases) {
            let mut proof = Proof::new(self.position, self.table, start);
            proof.lead_to(&self.closure, start, literal);
            is_net |= proof.is_net;
            branches.push(proof.into_branch());
        }
        if self.table.source == ConsequenceSource::Singles && !is_net {
            return None;
        }
        let cases = match cases {
            CaseSplit::Either(_) => None,
            CaseSplit::Of(truth) => Some(self.truths[truth].truth),
        };
        let kind = [Technique::ForcingChainVerity, Technique::ForcingNetVerity];
        Some(self.step(literal, kind, Forcing { cases, branches, clash: None }))
    }

    /// Returns the literals to assume, one for each case.
    fn starts(&self, cases: CaseSplit) -> Vec<usize> {
        match cases {
            CaseSplit::Either(node) => vec![node, self.table.opposite(node)],
            CaseSplit::Of(truth) => self.truths[truth].members.clone(),
        }
    }

    /// Returns every literal that follows in all cases of a split, together with that split.
    fn verities(&self) -> Vec<(usize, CaseSplit)> {
        let links = self.table.links;
        let singles = links.singles();
        let mut verities = Vec::new();
        let mut common = |starts: &[usize], cases: CaseSplit, own: Option<Cell>| {
            let Some((&first, others)) = starts.split_first() else { return };
            let mut row = self.closure.row(first).to_vec();
            for &start in others {
                for (word, other) in row.iter_mut().zip(self.closure.row(start)) {
                    *word &= other;
                }
            }
            for literal in bits_of_words(row) {
                let (node, _) = self.table.node(literal);
                if node < singles && own != Some(links.cell(node)) {
                    verities.push((literal, cases));
                }
            }
        };
        for node in 0..singles {
            let cases = CaseSplit::Either(node);
            common(&[node, self.table.opposite(node)], cases, Some(links.cell(node)));
        }
        for (index, truth) in self.truths.iter().enumerate() {
            common(&truth.members, CaseSplit::Of(index), None);
        }
        verities
    }

    /// Returns the shortest contradiction that follows from an assumption, if there is one.
    fn failure(&self, start: usize) -> Option<FailedAssumption> {
        if self.failing[start / 64] >> (start % 64) & 1 == 0 {
            return None;
        }
        let mut best: Option<FailedAssumption> = None;
        let mut consider = |clash: Clash, literals: Vec<usize>| {
            let length = literals.iter().map(|&literal| self.closure.length(start, literal)).sum();
            if best.as_ref().is_none_or(|best| length < best.length) {
                best = Some(FailedAssumption { clash, literals, length });
            }
        };
        let opposite = self.table.opposite(start);
        if self.closure.follows(start, opposite) {
            consider(Clash::Candidate(self.table.statement(start).candidate), vec![opposite]);
        }
        for digit in Digit::ALL {
            let literals = |cell: Cell| {
                let literal = self.table.literal(Statement::is(Candidate::new(cell, digit)));
                [self.table.opposite(literal), literal]
            };
            let both = |&cell: &Cell| literals(cell).iter().all(|&one| self.closure.follows(start, one));
            if let Some(cell) = self.position.cells(digit).iter().find(both) {
                consider(Clash::Candidate(Candidate::new(cell, digit)), literals(cell).to_vec());
            }
        }
        for truth in &self.truths {
            let holds = |&&member: &&usize| self.closure.follows(start, member);
            match truth.members.iter().filter(holds).count() {
                0 => {
                    let off = truth.members.iter().map(|&member| self.table.opposite(member));
                    if truth.is_seen && off.clone().all(|member| self.closure.follows(start, member)) {
                        consider(truth.clash, off.collect());
                    }
                }
                1 => {}
                _ => consider(truth.clash, truth.members.iter().filter(holds).copied().collect()),
            }
        }
        best
    }
}
