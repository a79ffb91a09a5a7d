//! The marks of a step: which candidates, houses and links to highlight, and in which role.
//!
//! The terminal, the SVG pictures and the web page all draw these marks, so none of them needs to know the
//! techniques.

use crate::{
    AlmostLocked, Branch, Cause, Chain, Evidence, Fish, Link, Node, Position, Step, SueDeCoq, Truth,
};
use veridoku_core::{Candidate, CandidateSet, Cell, CellSet, DigitSet, House, HouseSet};

/// The role of a candidate in a step.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Role {
    /// Part of the pattern.
    Pattern,
    /// Part of a second component: the other colour, another set, or the false nodes of a chain.
    Second,
    /// Part of a third component, such as a third set.
    Third,
    /// Part of a fourth set.
    Fourth,
    /// Part of a fifth set.
    Fifth,
    /// Part of a sixth set.
    Sixth,
    /// Part of a seventh set.
    Seventh,
    /// Part of an eighth set.
    Eighth,
    /// A fin, a guardian or another extra candidate.
    Extra,
    /// A digit to place.
    Placed,
    /// A candidate to eliminate.
    Eliminated,
}

impl Role {
    /// All roles.
    pub const ALL: [Role; 11] = [
        Role::Pattern,
        Role::Second,
        Role::Third,
        Role::Fourth,
        Role::Fifth,
        Role::Sixth,
        Role::Seventh,
        Role::Eighth,
        Role::Extra,
        Role::Placed,
        Role::Eliminated,
    ];

    /// The roles of up to eight sets. Further sets use them again.
    const SETS: &[Role] = Role::ALL.split_at(8).0;

    /// Returns the index of the first set that has this role.
    pub fn set_index(self) -> Option<usize> {
        Role::SETS.iter().position(|&role| role == self)
    }

    /// Returns the name that JSON and style sheets use.
    pub const fn name(self) -> &'static str {
        match self {
            Role::Pattern => "pattern",
            Role::Second => "second",
            Role::Third => "third",
            Role::Fourth => "fourth",
            Role::Fifth => "fifth",
            Role::Sixth => "sixth",
            Role::Seventh => "seventh",
            Role::Eighth => "eighth",
            Role::Extra => "extra",
            Role::Placed => "placed",
            Role::Eliminated => "struck",
        }
    }

    /// Returns the label of the role in a legend.
    const fn meaning(self) -> &'static str {
        match self {
            Role::Pattern => "pattern",
            Role::Second => "second part",
            Role::Third => "third part",
            Role::Fourth => "fourth part",
            Role::Fifth => "fifth part",
            Role::Sixth => "sixth part",
            Role::Seventh => "seventh part",
            Role::Eighth => "eighth part",
            Role::Extra => "fin or extra candidate",
            Role::Placed => "write",
            Role::Eliminated => "eliminate",
        }
    }
}

/// A link to draw.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct MarkLine {
    /// The node where the link starts.
    pub from: Node,
    /// The node where the link ends.
    pub to: Node,
    /// The kind of link.
    pub link: Link,
}

/// Everything to highlight for a step.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Marks {
    /// The houses of the pattern.
    pub houses: HouseSet,
    /// The houses in which candidates are eliminated.
    pub covers: HouseSet,
    /// The candidates by role; if a candidate has several roles, the last one counts.
    pub candidates: Vec<(Role, CandidateSet)>,
    /// The links, in the order of the chain.
    pub lines: Vec<MarkLine>,
    /// Almost locked sets, which the explanation names with letters; see [`set_name`].
    pub sets: Vec<CellSet>,
    /// The cells with a mistake.
    pub wrong: CellSet,
    /// The names of the roles in a legend.
    pub legend: Legend,
}

/// How a legend names the roles.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub enum Legend {
    /// By their meaning.
    #[default]
    Parts,
    /// By their colours, because the explanation of a colouring refers to them.
    Colors,
    /// By the letters of the sets.
    Sets,
}

/// Returns the name of an almost locked set: `A`, `B`, … `Z`, `A2`, `B2`, …
pub fn set_name(index: usize) -> String {
    let letter = char::from(b'A' + (index % 26) as u8);
    if index < 26 { letter.to_string() } else { format!("{letter}{}", index / 26 + 1) }
}

impl Marks {
    /// Creates the marks of a step; `position` is the position before the step.
    pub fn new(step: &Step, position: &Position) -> Marks {
        let mut marks = Marks::default();
        marks.add(&step.evidence, position);
        if matches!(step.evidence, Evidence::Single(_)) {
            marks.houses = houses_of(&step.truths()).collect();
        }
        marks.mark(Role::Eliminated, step.eliminations);
        marks.mark(Role::Placed, step.placements);
        marks
    }

    /// Creates the marks for cells with a mistake.
    pub fn of_wrong(cells: CellSet) -> Marks {
        Marks { wrong: cells, ..Marks::default() }
    }

    /// Returns the role of a candidate, or `None` if it is not marked.
    pub fn role(&self, candidate: Candidate) -> Option<Role> {
        self.candidates.iter().rev().find(|(_, set)| set.contains(candidate)).map(|&(role, _)| role)
    }

    /// Returns the role whose colour a candidate is drawn in. In a colouring, an eliminated candidate keeps
    /// its colour, which the explanation refers to.
    pub fn color(&self, candidate: Candidate) -> Option<Role> {
        let color = match self.legend {
            Legend::Colors => self.candidates.iter().find(|(_, set)| set.contains(candidate)),
            Legend::Parts | Legend::Sets => None,
        };
        color.map_or_else(|| self.role(candidate), |&(role, _)| Some(role))
    }

    /// Returns the roles in whose colour at least one candidate is drawn, in the order of [`Role::ALL`].
    pub fn roles(&self) -> impl Iterator<Item = Role> {
        Role::ALL.into_iter().filter(|role| {
            let mut of_role = self.candidates.iter().filter(|(other, _)| other == role);
            of_role.any(|(_, set)| set.iter().any(|candidate| self.color(candidate) == Some(*role)))
        })
    }

    /// Returns the label of a role in the legend.
    pub fn meaning(&self, role: Role) -> String {
        let color = match role {
            Role::Pattern => "green",
            Role::Second => "blue",
            Role::Third => "purple",
            _ => "yellow",
        };
        match (self.legend, role.set_index()) {
            (Legend::Colors, _) if role != Role::Eliminated && self.is_eliminated(role) => {
                format!("{color}: eliminate")
            }
            (Legend::Colors, _) if role < Role::Placed => color.to_string(),
            (Legend::Sets, Some(index)) => format!("set {}", set_name(index)),
            _ => role.meaning().to_string(),
        }
    }

    /// Reports whether candidates with this role are eliminated.
    fn is_eliminated(&self, role: Role) -> bool {
        let of = |wanted: Role| {
            let sets = self.candidates.iter().filter(move |&&(role, _)| role == wanted);
            sets.fold(CandidateSet::EMPTY, |all, &(_, set)| all | set)
        };
        !of(role).is_disjoint(&of(Role::Eliminated))
    }

    fn mark(&mut self, role: Role, candidates: CandidateSet) {
        if !candidates.is_empty() {
            self.candidates.push((role, candidates));
        }
    }

    fn add(&mut self, evidence: &Evidence, position: &Position) {
        let all = position.candidates();
        match evidence {
            Evidence::Single(_) | Evidence::Solution => {}
            Evidence::Direct { house, pattern } => {
                self.add(pattern, position);
                self.covers.insert(*house);
            }
            Evidence::Locked { digit, base, cover } => {
                self.houses.insert(*base);
                self.covers.insert(*cover);
                self.mark(Role::Pattern, position.candidates_of(*digit, base.cells()));
            }
            Evidence::Subset(subset) => {
                self.houses |= subset.houses;
                self.mark(Role::Pattern, position.candidates_in(subset.digits, subset.cells));
            }
            Evidence::Fish(fish) => self.fish(fish, position),
            Evidence::Bent(bent) => {
                self.mark(Role::Pattern, position.candidates_in(DigitSet::ALL, bent.cells));
                self.mark(Role::Second, position.candidates_of(bent.common, bent.cells));
            }
            Evidence::Chain(chain) => {
                self.chain(chain);
                self.sets.extend(chain.sets());
            }
            Evidence::Colors(clusters) => {
                self.legend = Legend::Colors;
                for (index, cluster) in clusters.iter().enumerate() {
                    let (first, second) =
                        if index == 0 { (Role::Pattern, Role::Second) } else { (Role::Third, Role::Extra) };
                    self.mark(first, cluster.first);
                    self.mark(second, cluster.second);
                }
            }
            Evidence::Deadly(deadly) => {
                let cells: CellSet = deadly.cells.iter().copied().collect();
                for digit in deadly.digits {
                    self.mark(Role::Pattern, position.candidates_of(digit, cells));
                }
                // In an avoidable rectangle, the digits of the filled corners are part of the pattern.
                let filled = cells
                    .iter()
                    .filter_map(|cell| position.values().get(cell).map(|digit| Candidate::new(cell, digit)));
                self.mark(Role::Pattern, filled.collect());
                self.truths(&deadly.truths, Role::Second, position);
                self.mark(Role::Extra, deadly.guardians & all);
            }
            Evidence::AlmostLocked(found) => self.almost_locked(found, position),
            Evidence::SueDeCoq(parts) => self.sue_de_coq(parts, position),
            Evidence::Aligned { base, excluders } => {
                self.cells(base.iter().copied(), Role::Pattern, position);
                self.cells(*excluders, Role::Second, position);
            }
            Evidence::Oddagon(oddagon) => {
                let cells: CellSet = oddagon.cells.iter().copied().collect();
                for digit in oddagon.digits {
                    self.mark(Role::Pattern, position.candidates_of(digit, cells));
                }
                self.mark(Role::Extra, oddagon.guardians & all);
            }
            Evidence::Templates(templates) => {
                self.mark(Role::Pattern, position.candidates_of(templates.digit, CellSet::ALL));
            }
            Evidence::Forcing(forcing) => {
                for fact in forcing.branches.iter().flat_map(|branch| &branch.facts) {
                    let role = if fact.holds { Role::Pattern } else { Role::Second };
                    self.mark(role, CandidateSet::only(fact.candidate) & all);
                }
                forcing.branches.iter().for_each(|branch| self.branch(branch));
                self.sets.extend(forcing.sets());
            }
            Evidence::Joined(parts) => {
                for part in parts {
                    self.add(part, position);
                }
            }
            Evidence::Cover(cover) => {
                self.truths(&cover.truths, Role::Pattern, position);
                self.covers = houses_of(&cover.covers).collect();
            }
            Evidence::Exocet(exocet) => {
                self.covers.extend(exocet.cross_lines);
                self.cells(exocet.base, Role::Pattern, position);
                self.cells(exocet.targets, Role::Second, position);
            }
        }
    }

    fn fish(&mut self, fish: &Fish, position: &Position) {
        self.houses |= fish.base;
        self.covers |= fish.cover;
        let base = fish.base.iter().fold(CellSet::EMPTY, |cells, house| cells | house.cells());
        self.mark(Role::Pattern, position.candidates_of(fish.digit, base));
        let mut fins = fish.fins | fish.endo_fins;
        if let Some(twin) = fish.twin {
            self.covers |= twin.cover;
            fins |= twin.fins;
        }
        self.mark(Role::Extra, position.candidates_of(fish.digit, fins));
        for chain in &fish.chains {
            self.chain(chain);
        }
        self.sets.extend(fish.sets());
    }

    fn almost_locked(&mut self, found: &AlmostLocked, position: &Position) {
        self.legend = Legend::Sets;
        if let Some(stem) = found.stem {
            self.cells([stem], Role::Extra, position);
        }
        for (set, role) in found.sets.iter().zip(Role::SETS.iter().copied().cycle()) {
            self.cells(set.cells, role, position);
            self.sets.push(set.cells);
        }
    }

    fn sue_de_coq(&mut self, parts: &SueDeCoq, position: &Position) {
        self.houses = HouseSet::only(parts.line).with(parts.r#box);
        for (role, set) in
            [(Role::Pattern, parts.crossing), (Role::Second, parts.in_line), (Role::Third, parts.in_box)]
        {
            self.cells(set.cells, role, position);
        }
    }

    fn cells(&mut self, cells: impl IntoIterator<Item = Cell>, role: Role, position: &Position) {
        for cell in cells {
            self.mark(role, CandidateSet::of_cell(cell, position.digits(cell)));
        }
    }

    fn truths(&mut self, truths: &[Truth], role: Role, position: &Position) {
        for truth in truths {
            let candidates = match truth {
                Truth::Cell(cell) => CandidateSet::of_cell(*cell, position.digits(*cell)),
                Truth::House(house, digit) => position.candidates_of(*digit, house.cells()),
                Truth::Guardians(guardians) => *guardians,
            };
            self.mark(role, candidates);
            self.houses.extend(truth.house().map(|(house, _)| house));
        }
    }

    fn chain(&mut self, chain: &Chain) {
        // If the first link is strong, the chain starts with a false node; after that, true and false nodes
        // alternate.
        let first_true = chain.links.first().is_some_and(|link| !link.is_strong());
        for (index, node) in chain.nodes.iter().enumerate() {
            let candidates = CandidateSet::of_digit(node.digit, node.cells);
            let is_true = (index % 2 == 0) == first_true;
            self.mark(if is_true { Role::Pattern } else { Role::Second }, candidates);
        }
        let next = |index: usize| chain.nodes[(index + 1) % chain.nodes.len()];
        self.lines.extend(chain.links.iter().enumerate().map(|(index, &link)| MarkLine {
            from: chain.nodes[index],
            to: next(index),
            link,
        }));
    }

    /// For each fact of the branch, adds links from the facts that imply it, unless another branch has
    /// already added them.
    fn branch(&mut self, branch: &Branch) {
        for fact in &branch.facts {
            let link = match fact.cause {
                Cause::LastInCell => Link::StrongInCell(fact.candidate.cell()),
                Cause::LastInHouse(house) => Link::StrongInHouse(house),
                Cause::LockedSet(cells) => Link::StrongInSet(cells),
                _ => Link::Weak,
            };
            for &from in &fact.from {
                let mark = MarkLine { from: branch.facts[from].node(), to: fact.node(), link };
                if !self.lines.contains(&mark) {
                    self.lines.push(mark);
                }
            }
        }
    }
}

/// Returns the houses among these truths.
fn houses_of(truths: &[Truth]) -> impl Iterator<Item = House> {
    truths.iter().filter_map(|truth| truth.house().map(|(house, _)| house))
}
