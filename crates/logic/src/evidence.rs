//! The evidence for a step: the data from which explanations, pictures and proofs are made.
//!
//! However different the techniques look, their proofs have the same form. A **truth** is a set of candidates
//! of which at least one must be true: the candidates of a cell, or the candidates of a digit in a house. Two
//! candidates **conflict** if they are different digits in one cell, or the same digit twice in a house. A
//! candidate can be eliminated if assuming it true would make it impossible to satisfy all the truths.
//!
//! ```text
//!   naked pair            X-wing                 XY-chain
//!   truths: two cells     truths: two rows       truths: the cells of the chain
//! ```
//!
//! (This view is due to Allan Barker.) [`Evidence::truths`] lists the truths of a step. A checker can confirm
//! every conclusion from them alone, without any knowledge of techniques.

use veridoku_core::{Candidate, CandidateSet, Cell, CellSet, Digit, DigitSet, House, HouseSet};

/// A set of candidates of which at least one is true.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Truth {
    /// The candidates of the cell.
    Cell(Cell),
    /// The candidates of the digit in the house.
    House(House, Digit),
    /// Extra candidates of a pattern. If all of them were false, the puzzle would have a second solution or
    /// none.
    Guardians(CandidateSet),
}

impl Truth {
    /// Returns the cell of a truth about a cell.
    pub(crate) fn cell(&self) -> Option<Cell> {
        if let Truth::Cell(cell) = self { Some(*cell) } else { None }
    }

    /// Returns the house and the digit of a truth about a house.
    pub(crate) fn house(&self) -> Option<(House, Digit)> {
        if let Truth::House(house, digit) = self { Some((*house, *digit)) } else { None }
    }
}

/// The reason for a step.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Evidence {
    /// A naked single (`None`), or a hidden single in the house.
    Single(Option<House>),
    /// A pattern that leaves only one place for a digit in the house: the direct techniques of Sudoku
    /// Explainer.
    Direct {
        /// The house in which the digit has only one place left.
        house: House,
        /// The pattern that rules out the other places.
        pattern: Box<Evidence>,
    },
    /// Locked candidates: all candidates of the digit in one house are also in another house.
    Locked {
        /// The digit.
        digit: Digit,
        /// The house in which the digit is confined.
        base: House,
        /// The house from which the other candidates of the digit are eliminated.
        cover: House,
    },
    /// A naked or hidden subset: N cells that contain N digits.
    Subset(Subset),
    /// A fish: N houses in which the candidates of one digit are covered by N other houses.
    Fish(Fish),
    /// N cells with N digits around the crossing of a line and a box: an XY-Wing, or a larger wing of up to
    /// nine cells.
    Bent(Bent),
    /// A chain of candidates, each of which implies the next.
    Chain(Chain),
    /// Candidates in two colours, one of which is true.
    Colors(Vec<Cluster>),
    /// A deadly pattern: cells that would give the puzzle a second solution if they had no other candidates.
    Deadly(Deadly),
    /// Almost locked sets, linked by digits that two of them cannot both contain.
    AlmostLocked(AlmostLocked),
    /// A Sue de Coq: the cells where a line and a box cross share their digits with a set in the line and a
    /// set in the box.
    SueDeCoq(SueDeCoq),
    /// Aligned exclusion: cells whose combinations of digits are examined, and cells that make some of these
    /// combinations impossible.
    Aligned {
        /// The cells whose combinations are examined.
        base: Vec<Cell>,
        /// The cells that make combinations impossible.
        excluders: CellSet,
    },
    /// An odd ring that cannot be filled with its digits alone.
    Oddagon(Oddagon),
    /// All ways to place one digit in the whole grid.
    Templates(Templates),
    /// A forcing chain or net: all cases lead to the same conclusion, or an assumption leads to a
    /// contradiction.
    Forcing(Forcing),
    /// N truths that are covered by N houses and cells.
    Cover(Cover),
    /// A junior exocet: two base cells whose digits must also be in two target cells.
    Exocet(Exocet),
    /// Several patterns that share a part and are combined into one step.
    Joined(Vec<Evidence>),
    /// No evidence: the digit was taken from the solution.
    Solution,
}

/// A naked or hidden subset.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Subset {
    /// Whether the subset is naked or hidden.
    pub kind: SubsetKind,
    /// The cells.
    pub cells: CellSet,
    /// The digits, equal in number to the cells.
    pub digits: DigitSet,
    /// The houses that contain the subset: one, or a line and a box.
    pub houses: HouseSet,
}

/// The kinds of subsets.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum SubsetKind {
    /// The cells have no other candidates.
    Naked,
    /// The digits have no other candidates in the house.
    Hidden,
}

/// A fish: N base houses in which all candidates of one digit, except for fins, are also in N cover houses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fish {
    /// The digit.
    pub digit: Digit,
    /// The houses that need the digit.
    pub base: HouseSet,
    /// The houses that cover the candidates of the base houses.
    pub cover: HouseSet,
    /// The candidates in the base houses that are outside the cover houses.
    pub fins: CellSet,
    /// The endo fins: candidates that are in two base houses.
    pub endo_fins: CellSet,
    /// For a Siamese fish: the other cover of the same base.
    pub twin: Option<Twin>,
    /// For a Kraken fish: the chains that start at the fins and, for type 2, in a cover house.
    pub chains: Vec<Chain>,
}

/// The second fish of a Siamese fish: another cover of the same base houses, with its own fins.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Twin {
    /// The houses that cover the candidates of the base houses.
    pub cover: HouseSet,
    /// The candidates of the base houses that are outside this cover.
    pub fins: CellSet,
}

/// N cells that do not all see each other and contain only N digits.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Bent {
    /// All cells.
    pub cells: CellSet,
    /// The cell that sees all others, in the small wings.
    pub pivot: Option<Cell>,
    /// The digits, equal in number to the cells.
    pub digits: DigitSet,
    /// The digit whose candidates do not all see each other.
    pub common: Digit,
}

/// A chain of nodes whose links are alternately strong (at least one of the two nodes is true) and weak (at
/// most one is true).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chain {
    /// The nodes in order.
    pub nodes: Vec<Node>,
    /// The links between consecutive nodes; in a closed chain, the last link leads back to the first node.
    pub links: Vec<Link>,
}

/// A node of a chain: one candidate, or a group of candidates of the same digit. A group is true if one of
/// its candidates is.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub struct Node {
    /// The digit.
    pub digit: Digit,
    /// One cell, or the cells of a group.
    pub cells: CellSet,
}

/// The link between two consecutive nodes of a chain.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Link {
    /// The nodes are not both true.
    Weak,
    /// The nodes are not both false, because the cell has no other candidate.
    StrongInCell(Cell),
    /// The nodes are not both false, because the digit has no other candidate in the house.
    StrongInHouse(House),
    /// The nodes are not both false, because the cells form an almost locked set, which can lack only one
    /// digit.
    StrongInSet(CellSet),
}

impl Link {
    /// Reports whether the link is strong: at least one of its nodes is true.
    pub const fn is_strong(self) -> bool {
        !matches!(self, Link::Weak)
    }
}

impl Chain {
    /// Reports whether the last node is linked to the first.
    pub fn is_closed(&self) -> bool {
        self.links.len() == self.nodes.len()
    }

    /// Returns the almost locked sets of the chain, each once, in order.
    pub fn sets(&self) -> Vec<CellSet> {
        each_once(self.set_links())
    }

    fn set_links(&self) -> impl Iterator<Item = CellSet> {
        self.links
            .iter()
            .filter_map(|link| if let Link::StrongInSet(cells) = link { Some(*cells) } else { None })
    }
}

/// Returns the sets in order, without repetitions.
fn each_once(sets: impl Iterator<Item = CellSet>) -> Vec<CellSet> {
    let mut once = Vec::new();
    for set in sets {
        if !once.contains(&set) {
            once.push(set);
        }
    }
    once
}

/// Candidates in two colours: all of one colour are true, and all of the other are false.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cluster {
    /// The candidates of one colour.
    pub first: CandidateSet,
    /// The candidates of the other colour.
    pub second: CandidateSet,
    /// The cells and houses that link the two colours. Each has exactly two candidates, one of each colour.
    pub truths: Vec<Truth>,
}

/// A deadly pattern: without its guardians, the puzzle would have two solutions or none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Deadly {
    /// The cells of the pattern; for a rectangle or loop, in the order around it.
    pub cells: Vec<Cell>,
    /// The digits of the pattern.
    pub digits: DigitSet,
    /// The extra candidates that prevent the pattern; at least one of them is true.
    pub guardians: CandidateSet,
    /// The other truths that the conclusion requires: the cells of a subset, or the houses with a strong
    /// link.
    pub truths: Vec<Truth>,
}

/// Almost locked sets and the digits that link them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AlmostLocked {
    /// The sets, in the order of the chain.
    pub sets: Vec<LockedSet>,
    /// The links: the indices of two sets, and the digit that only one of them can contain.
    pub links: Vec<(usize, usize, Digit)>,
    /// For a Death Blossom: the stem cell, each of whose candidates excludes a digit from one of the sets.
    pub stem: Option<Cell>,
    /// The digits that one of the sets must contain, and that are therefore eliminated elsewhere.
    pub digits: DigitSet,
}

/// Cells of one house and their candidates.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub struct LockedSet {
    /// The cells.
    pub cells: CellSet,
    /// All candidates of the cells.
    pub digits: DigitSet,
}

/// The parts of a Sue de Coq.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct SueDeCoq {
    /// The line.
    pub line: House,
    /// The box.
    pub r#box: House,
    /// The two or three cells where the line and the box cross.
    pub crossing: LockedSet,
    /// The set in the rest of the line.
    pub in_line: LockedSet,
    /// The set in the rest of the box.
    pub in_box: LockedSet,
}

/// A ring of cells, or another pattern of cells, that cannot be filled with its digits alone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Oddagon {
    /// The digits that cannot fill the cells.
    pub digits: DigitSet,
    /// The cells, in the order around the ring.
    pub cells: Vec<Cell>,
    /// The extra candidates; at least one of them is true.
    pub guardians: CandidateSet,
    /// The cells and houses of the pattern.
    pub truths: Vec<Truth>,
}

/// A digit, and what restricts the ways to place it in the whole grid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Templates {
    /// The digit.
    pub digit: Digit,
    /// Other digits that must be in certain cells, which this digit therefore cannot use.
    pub helpers: DigitSet,
    /// For the digit and each helper digit, the houses that do not contain it yet.
    pub truths: Vec<Truth>,
}

/// A forcing chain or net: the cases, and the facts that follow in each of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Forcing {
    /// The truth whose candidates are the cases; `None` if the branches start from an assumption instead.
    pub cases: Option<Truth>,
    /// One branch for each case.
    pub branches: Vec<Branch>,
    /// The contradiction, if a single assumption leads to one.
    pub clash: Option<Clash>,
}

/// A contradiction that follows from an assumption.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Clash {
    /// The candidate would be both true and false.
    Candidate(Candidate),
    /// The cell would contain two digits or none.
    Cell(Cell),
    /// The house would contain the digit twice or not at all.
    House(House, Digit),
}

/// The facts that follow from one assumption, each of them from earlier facts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Branch {
    /// The facts in order, the assumption first.
    pub facts: Vec<Fact>,
}

/// A candidate that is true or false under an assumption.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fact {
    /// The candidate.
    pub candidate: Candidate,
    /// Whether the candidate is true.
    pub holds: bool,
    /// Why the fact follows.
    pub cause: Cause,
    /// The facts that it follows from, as indices in the branch.
    pub from: Vec<usize>,
}

impl Fact {
    /// Returns the candidate as a node of a chain.
    pub(crate) fn node(&self) -> Node {
        Node { digit: self.candidate.digit(), cells: CellSet::only(self.candidate.cell()) }
    }

    /// Reports whether two facts about the same candidate cannot both hold.
    pub(crate) fn contradicts(&self, other: &Fact) -> bool {
        self.candidate == other.candidate && self.holds != other.holds
    }
}

/// Why a fact follows.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Cause {
    /// The fact is the assumption.
    Assumed,
    /// The candidate conflicts with a true one.
    Conflict,
    /// The candidate is the last one in its cell.
    LastInCell,
    /// The candidate is the last one of its digit in the house.
    LastInHouse(House),
    /// The candidate conflicts with all remaining candidates of its digit in the house.
    Locked(House),
    /// The cells form an almost locked set that has lost a digit, so it contains all its other digits. The
    /// candidate conflicts with all candidates of its digit in the set.
    LockedSet(CellSet),
}

/// N truths covered by N houses and cells: all other candidates in the covers are eliminated.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cover {
    /// The truths.
    pub truths: Vec<Truth>,
    /// The cells and houses that cover all candidates of the truths.
    pub covers: Vec<Truth>,
}

/// The parts of a junior exocet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exocet {
    /// The two base cells.
    pub base: [Cell; 2],
    /// The candidates of the base cells.
    pub digits: DigitSet,
    /// The two cells that must contain the digits of the base.
    pub targets: [Cell; 2],
    /// The three lines perpendicular to the base line: one beside the base cells, and one through each
    /// target.
    pub cross_lines: [House; 3],
    /// The possible digits of the two base cells and the two targets, in this order: all cases that the
    /// cross-lines allow.
    pub cases: Vec<[Digit; 4]>,
    /// The truths that prove the step: the base cells, and the base digits in each cross-line.
    pub truths: Vec<Truth>,
}

impl Evidence {
    /// Returns the name of the kind of evidence: `single`, `fish`, `chain`, …
    pub fn shape(&self) -> &'static str {
        match self {
            Evidence::Single(_) => "single",
            Evidence::Direct { .. } => "direct",
            Evidence::Locked { .. } => "locked",
            Evidence::Subset(_) => "subset",
            Evidence::Fish(_) => "fish",
            Evidence::Bent(_) => "bent",
            Evidence::Chain(chain) if chain.is_closed() => "loop",
            Evidence::Chain(_) => "chain",
            Evidence::Colors(_) => "colors",
            Evidence::Deadly(_) => "deadly",
            Evidence::AlmostLocked(_) => "almost-locked",
            Evidence::SueDeCoq(_) => "sue-de-coq",
            Evidence::Aligned { .. } => "aligned",
            Evidence::Oddagon(_) => "oddagon",
            Evidence::Templates(_) => "templates",
            Evidence::Forcing(_) => "forcing",
            Evidence::Cover(_) => "cover",
            Evidence::Exocet(_) => "exocet",
            Evidence::Joined(_) => "joined",
            Evidence::Solution => "solution",
        }
    }

    /// Returns the truths that prove the step; `placements` are the digits that the step places.
    pub fn truths(&self, placements: &CandidateSet) -> Vec<Truth> {
        match self {
            Evidence::Single(None) => {
                placements.iter().map(|placement| Truth::Cell(placement.cell())).collect()
            }
            Evidence::Single(Some(house)) => {
                placements.iter().map(|placement| Truth::House(*house, placement.digit())).collect()
            }
            Evidence::Direct { house, pattern } => {
                let own = placements.iter().map(|placement| Truth::House(*house, placement.digit()));
                own.chain(pattern.truths(&CandidateSet::EMPTY)).collect()
            }
            Evidence::Locked { digit, base, .. } => vec![Truth::House(*base, *digit)],
            Evidence::Subset(subset) => subset.truths(),
            Evidence::Fish(fish) => fish.truths(),
            Evidence::Bent(bent) => cell_truths(bent.cells).collect(),
            Evidence::Chain(chain) => chain.truths(),
            Evidence::Colors(clusters) => {
                clusters.iter().flat_map(|cluster| cluster.truths.clone()).collect()
            }
            Evidence::Deadly(deadly) => {
                let mut truths = vec![Truth::Guardians(deadly.guardians)];
                truths.extend(&deadly.truths);
                truths
            }
            Evidence::AlmostLocked(sets) => {
                let cells = sets.sets.iter().flat_map(|set| cell_truths(set.cells));
                sets.stem.map(Truth::Cell).into_iter().chain(cells).collect()
            }
            Evidence::SueDeCoq(parts) => {
                cell_truths(parts.crossing.cells | parts.in_line.cells | parts.in_box.cells).collect()
            }
            Evidence::Aligned { base, excluders } => {
                base.iter().map(|&cell| Truth::Cell(cell)).chain(cell_truths(*excluders)).collect()
            }
            Evidence::Oddagon(oddagon) => oddagon.truths.clone(),
            Evidence::Templates(templates) => templates.truths.clone(),
            Evidence::Forcing(forcing) => forcing.truths(),
            Evidence::Cover(cover) => cover.truths.clone(),
            Evidence::Exocet(exocet) => exocet.truths.clone(),
            Evidence::Joined(patterns) => {
                patterns.iter().flat_map(|pattern| pattern.truths(placements)).collect()
            }
            Evidence::Solution => Vec::new(),
        }
    }
}

/// Returns the truths of these cells.
fn cell_truths(cells: CellSet) -> impl Iterator<Item = Truth> {
    cells.iter().map(Truth::Cell)
}

impl Subset {
    fn truths(&self) -> Vec<Truth> {
        match self.kind {
            SubsetKind::Naked => cell_truths(self.cells).collect(),
            SubsetKind::Hidden => self
                .houses
                .iter()
                .flat_map(|house| self.digits.iter().map(move |digit| Truth::House(house, digit)))
                .collect(),
        }
    }
}

impl Fish {
    /// Returns the almost locked sets of all chains, each once, in order.
    pub fn sets(&self) -> Vec<CellSet> {
        each_once(self.chains.iter().flat_map(Chain::set_links))
    }

    fn truths(&self) -> Vec<Truth> {
        let base = self.base.iter().map(|house| Truth::House(house, self.digit));
        base.chain(self.chains.iter().flat_map(Chain::truths)).collect()
    }
}

impl Chain {
    /// Returns the truths of the strong links.
    pub fn truths(&self) -> Vec<Truth> {
        let mut truths = Vec::new();
        for (link, node) in self.links.iter().zip(&self.nodes) {
            match *link {
                Link::Weak => {}
                Link::StrongInCell(cell) => truths.push(Truth::Cell(cell)),
                Link::StrongInHouse(house) => truths.push(Truth::House(house, node.digit)),
                Link::StrongInSet(cells) => truths.extend(cell_truths(cells)),
            }
        }
        truths
    }
}

impl Forcing {
    /// Returns the almost locked sets of all branches, each once, in order.
    pub fn sets(&self) -> Vec<CellSet> {
        let facts = self.branches.iter().flat_map(|branch| &branch.facts);
        each_once(facts.filter_map(
            |fact| {
                if let Cause::LockedSet(cells) = fact.cause { Some(cells) } else { None }
            },
        ))
    }

    fn truths(&self) -> Vec<Truth> {
        let mut truths: Vec<Truth> = self.cases.into_iter().collect();
        for fact in self.branches.iter().flat_map(|branch| &branch.facts) {
            match fact.cause {
                Cause::Assumed | Cause::Conflict => {}
                Cause::LastInCell => truths.push(Truth::Cell(fact.candidate.cell())),
                Cause::LastInHouse(house) | Cause::Locked(house) => {
                    truths.push(Truth::House(house, fact.candidate.digit()));
                }
                Cause::LockedSet(cells) => truths.extend(cell_truths(cells)),
            }
        }
        match self.clash {
            Some(Clash::Cell(cell)) => truths.push(Truth::Cell(cell)),
            Some(Clash::House(house, digit)) => truths.push(Truth::House(house, digit)),
            Some(Clash::Candidate(_)) | None => {}
        }
        truths
    }
}
