//! Proofs: the reasons for a step as a list of short lines, each of which follows from earlier ones.
//!
//! ```text
//! 1  truth        the 5 in row 2 is in r2c3 or r2c9
//! 2  truth        the 5 in row 7 is in r7c3 or r7c9
//! 3  conclusion   r4c3 is not 5                        from 1 and 2
//! ```
//!
//! A chain starts with an assumption, and each node is a consequence of the one before it. A forcing chain or
//! net has several cases, each with an assumption of its own.

use super::forcing::BranchContext;
use super::words::{Notation, digit_choice};
use super::{chain, forcing, sets};
use crate::marks::set_name;
use crate::{AlmostLocked, Branch, Chain, Clash, Evidence, Fact, Fish, Forcing, Node, Position, Step};
use crate::{Technique, Truth};
use veridoku_core::{CandidateSet, CellSet, Digit};

/// One line of a proof.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Inference {
    /// The kind of line.
    pub kind: InferenceKind,
    /// The case that the line belongs to, counted from 0. `None` if it holds in all cases.
    pub case: Option<usize>,
    /// The lines that it follows from, as indices of the proof.
    pub from: Vec<usize>,
    /// The candidates that are true: all of them in a conclusion, and at least one of them in other lines.
    pub placed: CandidateSet,
    /// The candidates that are false.
    pub eliminated: CandidateSet,
    /// The line in words: `r1c1 is 4`.
    pub statement: String,
    /// Why it holds: `the only place left for 4 in row 1`. Empty for an assumption.
    pub because: String,
}

/// The kinds of lines in a proof.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(schemars::JsonSchema, serde::Serialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
pub enum InferenceKind {
    /// At least one of the candidates is true.
    Truth,
    /// What a case assumes.
    Assumption,
    /// What follows from earlier lines.
    Consequence,
    /// What the step concludes. This is the last line.
    Conclusion,
}

impl Step {
    /// Returns the reasons for the step, line by line; `position` is the position before the step.
    pub fn proof(&self, position: &Position, notation: Notation) -> Vec<Inference> {
        let mut proof = ProofBuilder { step: self, position, notation, lines: Vec::new() };
        let from = proof.add(&self.evidence);
        proof.lines.push(Inference {
            kind: InferenceKind::Conclusion,
            case: None,
            from,
            placed: self.placements,
            eliminated: self.eliminations,
            statement: notation.actions(&self.placements, &self.eliminations),
            because: match &self.evidence {
                Evidence::Chain(found) if self.technique != Technique::RemotePair => {
                    chain::conclusion(self, found, notation)
                }
                Evidence::Forcing(found) => forcing::conclusion(self, found, notation),
                _ => self.reason(position, notation),
            },
        });
        proof.lines
    }
}

struct ProofBuilder<'a> {
    step: &'a Step,
    position: &'a Position,
    notation: Notation,
    lines: Vec<Inference>,
}

impl ProofBuilder<'_> {
    /// Adds the lines of some evidence. Returns those from which the conclusion follows.
    fn add(&mut self, evidence: &Evidence) -> Vec<usize> {
        match evidence {
            Evidence::Chain(found) if self.step.technique != Technique::RemotePair => {
                self.chain(found, &found.sets(), None)
            }
            Evidence::Forcing(found) => self.forcing(found),
            Evidence::Fish(found) if !found.chains.is_empty() => self.kraken_fish(found),
            Evidence::AlmostLocked(found) => self.almost_locked(found),
            Evidence::Joined(parts) => parts.iter().flat_map(|part| self.add(part)).collect(),
            _ => {
                let truths = evidence.truths(&self.step.placements);
                truths.into_iter().map(|truth| self.truth(truth)).collect()
            }
        }
    }

    fn push(&mut self, mut line: Inference) -> usize {
        line.from.sort_unstable();
        self.lines.push(line);
        self.lines.len() - 1
    }

    fn truth(&mut self, truth: Truth) -> usize {
        let (notation, position) = (self.notation, self.position);
        let (placed, statement, because) = match truth {
            Truth::Cell(cell) => {
                let digits = position.digits(cell);
                let statement = format!("{} is {}", notation.cell(cell), digit_choice(digits));
                (CandidateSet::of_cell(cell, digits), statement, "it has no other candidate".to_string())
            }
            Truth::House(house, digit) => {
                let cells = position.cells_in(house, digit);
                let statement =
                    format!("the {digit} in {} is in {}", notation.house(house), notation.cell_choice(cells));
                (CandidateSet::of_digit(digit, cells), statement, "it has no other place".to_string())
            }
            Truth::Guardians(candidates) => {
                let statement = format!("one of these is true: {}", notation.candidate_choice(&candidates));
                (candidates, statement, "otherwise, the puzzle would have two solutions or none".to_string())
            }
        };
        let known = self.lines.iter().position(|line| line.statement == statement);
        known.unwrap_or_else(|| self.add_truth(placed, statement, because))
    }

    fn add_truth(&mut self, placed: CandidateSet, statement: String, because: String) -> usize {
        self.push(Inference {
            kind: InferenceKind::Truth,
            case: None,
            from: Vec::new(),
            placed,
            eliminated: CandidateSet::EMPTY,
            statement,
            because,
        })
    }

    /// Adds a node of a chain, or a fact.
    fn claim(
        &mut self,
        case: Option<usize>,
        from: Vec<usize>,
        node: &Node,
        holds: bool,
        because: String,
    ) -> usize {
        let candidates = CandidateSet::of_digit(node.digit, node.cells);
        let (placed, eliminated) =
            if holds { (candidates, CandidateSet::EMPTY) } else { (CandidateSet::EMPTY, candidates) };
        let kind = if because.is_empty() { InferenceKind::Assumption } else { InferenceKind::Consequence };
        let statement = chain::statement(node, holds, self.notation);
        self.push(Inference { kind, case, from, placed, eliminated, statement, because })
    }

    /// Adds a chain. Returns its first and its last line.
    fn chain(&mut self, chain: &Chain, sets: &[CellSet], case: Option<usize>) -> Vec<usize> {
        let Some(first) = chain.nodes.first() else { return Vec::new() };
        let mut holds = chain.links.first().is_some_and(|link| !link.is_strong());
        let start = self.claim(case, Vec::new(), first, holds, String::new());
        let mut last = start;
        for index in 0..chain.links.len() {
            let to = &chain.nodes[(index + 1) % chain.nodes.len()];
            holds = !holds;
            last = self.claim(case, vec![last], to, holds, chain::because(chain, index, sets, self.notation));
        }
        vec![start, last]
    }

    fn kraken_fish(&mut self, fish: &Fish) -> Vec<usize> {
        let mut from: Vec<usize> =
            fish.base.iter().map(|house| self.truth(Truth::House(house, fish.digit))).collect();
        for (case, chain) in fish.chains.iter().enumerate() {
            from.extend(self.chain(chain, &fish.sets(), Some(case)).last());
        }
        from
    }

    fn almost_locked(&mut self, found: &AlmostLocked) -> Vec<usize> {
        let mut from: Vec<usize> = found.stem.map(|stem| self.truth(Truth::Cell(stem))).into_iter().collect();
        for (index, set) in found.sets.iter().enumerate() {
            let placed = self.position.candidates_in(set.digits, set.cells);
            let statement = sets::named_set(index, set, self.notation);
            let because = "it has one digit more than cells, so it can lack only one of its digits";
            from.push(self.add_truth(placed, statement, because.to_string()));
        }
        let first_set = from.len() - found.sets.len();
        for &(left, right, digit) in &found.links {
            let both = found.sets[left].cells | found.sets[right].cells;
            from.push(self.exclusion(
                vec![from[first_set + left], from[first_set + right]],
                [left, right],
                digit,
                both,
            ));
        }
        from
    }

    /// Adds that two sets cannot both contain a digit.
    fn exclusion(&mut self, from: Vec<usize>, sets: [usize; 2], digit: Digit, cells: CellSet) -> usize {
        let [left, right] = sets.map(set_name);
        self.push(Inference {
            kind: InferenceKind::Consequence,
            case: None,
            from,
            placed: self.position.candidates_of(digit, cells),
            eliminated: CandidateSet::EMPTY,
            statement: format!("{left} and {right} cannot both contain {digit}"),
            because: format!("all their candidates for {digit} see each other"),
        })
    }

    fn forcing(&mut self, forcing: &Forcing) -> Vec<usize> {
        let cases: Vec<usize> = forcing.cases.map(|truth| self.truth(truth)).into_iter().collect();
        let is_single = forcing.branches.len() == 1;
        let sets = forcing.sets();
        let context = BranchContext { position: self.position, sets: &sets, notation: self.notation };
        let mut ends = Vec::new();
        for (index, branch) in forcing.branches.iter().enumerate() {
            let case = (!is_single).then_some(index);
            let start = self.branch(branch, &context, case, &cases, forcing.clash);
            match forcing.clash {
                Some(clash) => ends.extend(clashing(clash, branch).map(|fact| start + fact)),
                None => ends.push(self.lines.len() - 1),
            }
        }
        ends
    }

    /// Adds the facts of a branch. Unless the step rests on a clash, a case ends at its first contradiction.
    /// Returns the first line.
    fn branch(
        &mut self,
        branch: &Branch,
        context: &BranchContext<'_>,
        case: Option<usize>,
        from: &[usize],
        clash: Option<Clash>,
    ) -> usize {
        let start = self.lines.len();
        for (index, fact) in branch.facts.iter().enumerate() {
            let because = forcing::because(fact, &branch.facts, context).unwrap_or_default();
            let from =
                if index == 0 { from.to_vec() } else { fact.from.iter().map(|&from| start + from).collect() };
            let line = self.claim(case, from, &fact.node(), fact.holds, because);
            let refuted = branch.facts[..index].iter().position(|earlier| earlier.contradicts(fact));
            if let Some(refuted) = refuted.filter(|_| clash.is_none()) {
                let number = start + refuted + 1;
                let end = format!("; this contradicts line {number}, so this case is impossible");
                self.lines[line].because.push_str(&end);
                break;
            }
        }
        start
    }
}

/// Returns the facts of a branch that contradict each other.
fn clashing(clash: Clash, branch: &Branch) -> impl Iterator<Item = usize> {
    let facts = branch.facts.iter().enumerate();
    let clashes = move |fact: &Fact| match clash {
        Clash::Candidate(candidate) => fact.candidate == candidate,
        Clash::Cell(cell) => fact.candidate.cell() == cell,
        Clash::House(house, digit) => {
            fact.candidate.digit() == digit && house.cells().contains(fact.candidate.cell())
        }
    };
    facts.filter(move |(_, fact)| clashes(fact)).map(|(index, _)| index)
}
