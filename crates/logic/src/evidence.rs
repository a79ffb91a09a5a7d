//! What a step rests on, by shape: the data from which names, sentences, drawings and proofs are made.
//!
//! However different the techniques look, all of them prove the same way. There are **truths**, sets of
//! candidates of which at least one must be true: the candidates of a cell, the places of a digit in a
//! house. And there are conflicts: two digits in one cell, one digit twice in a house. A candidate goes
//! when the truths cannot all be met beside it.
//!
//! ```text
//!   naked pair            X-wing                 XY-chain
//!   truths: two cells     truths: two rows       truths: the cells of the chain
//! ```
//!
//! (The view is Allan Barker's.) [`Evidence::truths`] lists the truths of a step, and a checker that knows
//! nothing of techniques can confirm every conclusion from them alone.

use veridoku_core::{Candidate, CandidateSet, Cell, CellSet, Digit, DigitSet, House, HouseSet};

/// A set of candidates of which at least one is true.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Truth {
    /// The cell has a digit.
    Cell(Cell),
    /// The digit has a place in the house.
    House(House, Digit),
    /// Without one of these the puzzle would have another solution, or none.
    Guardians(CandidateSet),
}

/// The reason of a step, by shape.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Evidence {
    /// One cell has one candidate left (no house), or one digit has one place left in the house.
    Single(Option<House>),
    /// A pattern leaves one place for a digit in the house: the direct forms of Sudoku Explainer.
    Direct {
        /// Where the digit has one place left.
        house: House,
        /// What takes the other places.
        pattern: Box<Evidence>,
    },
    /// All places of the digit in one house lie in another.
    Locked {
        /// The digit.
        digit: Digit,
        /// The house that needs the digit.
        base: House,
        /// The house that loses its other places.
        cover: House,
    },
    /// As many cells as digits.
    Subset(Subset),
    /// Rows, columns or boxes of one digit that cover each other.
    Fish(Fish),
    /// As many cells as digits, bent around the crossing of a line and a box: XY-wing to nine cells.
    Bent(Bent),
    /// Candidates that force each other in turn.
    Chain(Chain),
    /// Candidates in two colours, one of which is true.
    Colors(Vec<Cluster>),
    /// Cells that must not all be as they look, or the solution could be exchanged for another.
    Deadly(Deadly),
    /// Sets with one digit more than cells, linked by digits they cannot both have.
    AlmostLocked(AlmostLocked),
    /// A crossing of line and box, with a set in the line and a set in the box that share it out.
    SueDeCoq(SueDeCoq),
    /// Cells whose combinations are all looked at, and the cells that forbid some of them.
    Aligned {
        /// The cells whose combinations are looked at.
        base: Vec<Cell>,
        /// The cells that forbid combinations.
        excluders: CellSet,
    },
    /// An odd ring that cannot be filled with its digits alone.
    Oddagon(Oddagon),
    /// All ways to place one digit in the whole grid.
    Templates(Templates),
    /// Every case of an assumption leads to the same conclusion, or one leads to nonsense.
    Forcing(Forcing),
    /// As many truths as houses and cells that cover them.
    Cover(Cover),
    /// Two base cells whose digits come back in two target cells.
    Exocet(Exocet),
    /// Patterns that share a part, told as one step.
    Joined(Vec<Evidence>),
    /// The digit was looked up in the solution.
    Solution,
}

/// Cells that share their digits among themselves.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Subset {
    /// Whether the cells have no other digits, or the digits no other cells.
    pub kind: SubsetKind,
    /// The cells.
    pub cells: CellSet,
    /// As many digits.
    pub digits: DigitSet,
    /// The houses in which it acts: one, or a line and a box.
    pub houses: HouseSet,
}

/// What is confined to what.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum SubsetKind {
    /// The cells have no other digits.
    Naked,
    /// The digits have no other places.
    Hidden,
}

/// Base houses of one digit whose places lie in as many cover houses, but for fins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fish {
    /// The digit.
    pub digit: Digit,
    /// The houses that need the digit.
    pub base: HouseSet,
    /// The houses that cover their places.
    pub cover: HouseSet,
    /// The places of the base houses outside the cover houses.
    pub fins: CellSet,
    /// The places that lie in two base houses.
    pub endo_fins: CellSet,
    /// For a Siamese fish: the other cover of the same base.
    pub twin: Option<Twin>,
    /// For a Kraken fish: chains that begin at the fins (and, for the second type, in the cover house).
    pub chains: Vec<Chain>,
}

/// Another cover of the same base houses, with the fins it leaves.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Twin {
    /// The houses that cover the places of the base.
    pub cover: HouseSet,
    /// The places of the base houses outside these.
    pub fins: CellSet,
}

/// As many cells as digits that do not all see each other.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Bent {
    /// All cells.
    pub cells: CellSet,
    /// The cell that sees all others, in the small wings.
    pub pivot: Option<Cell>,
    /// As many digits.
    pub digits: DigitSet,
    /// The digit whose places do not all see each other.
    pub common: Digit,
}

/// Nodes in a row; of each two neighbours at least one is true (strong) or at most one (weak), in turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chain {
    /// The nodes in order.
    pub nodes: Vec<Node>,
    /// The links between neighbours; in a closed chain the last leads back to the first node.
    pub links: Vec<Link>,
}

/// One candidate, or several of one digit of which one may be true.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub struct Node {
    /// The digit.
    pub digit: Digit,
    /// One cell, or the cells of a group.
    pub cells: CellSet,
}

/// How a node follows from the one before.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Link {
    /// Not both are true.
    Weak,
    /// Not both are false: the cell has no other candidate.
    StrongInCell(Cell),
    /// Not both are false: the digit has no other place in the house.
    StrongInHouse(House),
    /// Not both are false: the cells of an almost locked set have one digit more than cells.
    StrongInSet(CellSet),
}

impl Link {
    /// Whether at least one of its ends is true.
    pub const fn is_strong(self) -> bool {
        !matches!(self, Link::Weak)
    }
}

impl Chain {
    /// Whether the last node is linked to the first.
    pub fn is_closed(&self) -> bool {
        self.links.len() == self.nodes.len()
    }
}

/// Candidates in two colours: all of one are true, all of the other false.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cluster {
    /// One colour.
    pub first: CandidateSet,
    /// The other.
    pub second: CandidateSet,
    /// The cells and houses with just two candidates that tie them together.
    pub truths: Vec<Truth>,
}

/// A pattern that would have two solutions or none, but for its guardians.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Deadly {
    /// The cells of the pattern, in the order of a walk around it where there is one.
    pub cells: Vec<Cell>,
    /// Its digits.
    pub digits: DigitSet,
    /// The candidates that keep it from being deadly: one of them is true.
    pub guardians: CandidateSet,
    /// What else the conclusion rests on: the cells of a set, the house with a strong link.
    pub truths: Vec<Truth>,
}

/// Almost locked sets and the digits that link them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AlmostLocked {
    /// The sets, in the order of the chain.
    pub sets: Vec<LockedSet>,
    /// The links: the sets by index, and the digit that only one of them can have.
    pub links: Vec<(usize, usize, Digit)>,
    /// For a Death Blossom: the cell whose digits are taken by the sets.
    pub stem: Option<Cell>,
    /// The digit (or digits) that goes where it sees all its places.
    pub digits: DigitSet,
}

/// Some cells of one house and the digits they have.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub struct LockedSet {
    /// The cells.
    pub cells: CellSet,
    /// Their digits.
    pub digits: DigitSet,
}

/// The parts of a Sue de Coq.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct SueDeCoq {
    /// The line.
    pub line: House,
    /// The box.
    pub r#box: House,
    /// The two or three cells where they cross.
    pub crossing: LockedSet,
    /// The set in the rest of the line.
    pub in_line: LockedSet,
    /// The set in the rest of the box.
    pub in_box: LockedSet,
}

/// A ring of cells, or a pattern of rings, that has no filling.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Oddagon {
    /// The digits that do not suffice.
    pub digits: DigitSet,
    /// The cells in order.
    pub cells: Vec<Cell>,
    /// The other candidates of the ring: one of them is true.
    pub guardians: CandidateSet,
    /// The cells and houses it is made of.
    pub truths: Vec<Truth>,
}

/// A digit whose ways through the grid are looked at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Templates {
    /// The digit.
    pub digit: Digit,
    /// The digits whose own ways leave them certain cells, which are lost to this one.
    pub helpers: DigitSet,
    /// The houses in which they still have to find a place.
    pub truths: Vec<Truth>,
}

/// An assumption, its cases, and what follows in each.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Forcing {
    /// The truth whose cases are looked at; nothing when a single assumption ends in a contradiction.
    pub cases: Option<Truth>,
    /// What follows, a branch for each case.
    pub branches: Vec<Branch>,
    /// What goes wrong, when a single assumption ends in a contradiction.
    pub clash: Option<Clash>,
}

/// What cannot be under an assumption.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Clash {
    /// The candidate would be true and false.
    Candidate(Candidate),
    /// The cell would have two digits, or none.
    Cell(Cell),
    /// The digit would have two places in the house, or none.
    House(House, Digit),
}

/// What follows from one assumption, each fact from facts before it.
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
    /// Whether it is true.
    pub holds: bool,
    /// Why.
    pub cause: Cause,
    /// The facts it follows from, by index in the branch.
    pub from: Vec<usize>,
}

/// Why a fact follows.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Cause {
    /// It is the assumption.
    Assumed,
    /// A true candidate excludes it.
    Conflict,
    /// It is the only one left in its cell.
    LastInCell,
    /// It is the only one left in the house.
    LastInHouse(House),
    /// All places left for its digit in the house exclude it.
    Locked(House),
}

/// As many truths as covers: every other candidate of a cover goes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cover {
    /// What must be met.
    pub truths: Vec<Truth>,
    /// The cells and houses that cover all their candidates.
    pub covers: Vec<Truth>,
}

/// The parts of a junior exocet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exocet {
    /// The two base cells.
    pub base: [Cell; 2],
    /// The candidates of the base cells.
    pub digits: DigitSet,
    /// The two cells in which the digits of the base come back.
    pub targets: [Cell; 2],
    /// The lines across the base line: past the base, through the first target, and through the second.
    pub cross_lines: [House; 3],
    /// What base and targets can be, in this order: every case that the cross-lines leave.
    pub cases: Vec<[Digit; 4]>,
    /// The base cells, and the cross-lines on which each base digit has to find a place.
    pub truths: Vec<Truth>,
}

impl Evidence {
    /// The name of the shape: `single`, `fish`, `chain`, …
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

    /// The truths on which the step rests; `placements` are what it places.
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

/// The truths of these cells.
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
    fn truths(&self) -> Vec<Truth> {
        let base = self.base.iter().map(|house| Truth::House(house, self.digit));
        base.chain(self.chains.iter().flat_map(Chain::truths)).collect()
    }
}

impl Chain {
    /// The truths behind its strong links.
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
    fn truths(&self) -> Vec<Truth> {
        let mut truths: Vec<Truth> = self.cases.into_iter().collect();
        for fact in self.branches.iter().flat_map(|branch| &branch.facts) {
            match fact.cause {
                Cause::Assumed | Cause::Conflict => {}
                Cause::LastInCell => truths.push(Truth::Cell(fact.candidate.cell())),
                Cause::LastInHouse(house) | Cause::Locked(house) => {
                    truths.push(Truth::House(house, fact.candidate.digit()));
                }
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
