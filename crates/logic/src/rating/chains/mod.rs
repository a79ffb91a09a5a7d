//! The chain engine: everything above 6.5.
//!
//! ```text
//! closure.rs   all that follows from each candidate, as sets: a sieve
//! reduction.rs the same for the grid an assumption leaves; ground.rs keeps both
//! forecast.rs  all that follows by singles from every assumption at once, as sets: a sieve for dynamic chains
//! columns.rs   how those sets lie in memory; group.rs what follows inside a cell, or for a digit of a house
//! links.rs     the links of a grid, in order
//! unary.rs     cycles and forcing chains: one source, links of the grid as it is
//! sources.rs   where they may begin; passes.rs the searches from one source
//! sounding.rs  how near the shortest chain from a source is, as sets: a sieve for those searches
//! bivalue.rs   which pair cells a cycle can go through, as sets: another one
//! insight.rs   what chains inside a chain say, kept for every grid that was met
//! producer.rs  Nishio, multiple, dynamic and nested chains: one tree of consequences for each assumption
//! binary.rs    its searches that begin with one candidate true and false
//! strength.rs  which of those it is; known.rs what is known beforehand
//! offer.rs     the hints its trees give; slot.rs a hint that is kept
//! inside.rs    the same search as a rule inside another chain
//! truth.rs     what holds in the solution: a sieve for the trees of a puzzle
//! tree.rs      the consequences of one assumption, with their parents
//! explore.rs   how a tree grows
//! patterns.rs  the patterns it may use where its queues run dry
//! shortcut.rs  whether sieves, cuts and memories are used: tests compare both
//! tally.rs     how many nodes a hint rests on: its complexity
//! ```
//!
//! A literal is a candidate that is assumed on or off, `(cell * 9 + digit) * 2 + on`. The searches are Sudoku
//! Explainer's to the letter where that can be seen in the result: the order in which consequences are found decides
//! which parent a node gets, hence the complexity of the hint, hence the rating. The chains of the
//! hint engine look for the shortest or most telling chain instead; nothing of them could be used.

mod assumption_table;
mod base_closure;
mod binary;
mod bivalue;
mod chain_bound;
mod chain_hints;
mod chain_kind;
mod closure;
mod complexity;
mod explore;
mod forcing_search;
mod group;
mod implications;
mod links;
mod nested;
mod nested_cache;
mod patterns;
mod prefilter;
mod pruning;
mod reduced_closure;
mod solution;
mod source_search;
mod sources;
mod tree;
mod unary;

pub(super) use chain_kind::ChainKind;
pub(super) use closure::LinkClosure;
pub(super) use forcing_search::ForcingSearch;
pub(super) use solution::SolutionLiterals;
pub(super) use unary::UnarySearch;

/// A candidate assumed true or false.
pub(super) type Literal = u16;

/// The number of literals.
const LITERALS: usize = 1458;

/// The literal of a candidate that is assumed true.
fn on(cell: usize, digit: usize) -> Literal {
    ((cell * 9 + digit) * 2 + 1) as Literal
}

/// The literal of a candidate that is assumed false.
fn off(cell: usize, digit: usize) -> Literal {
    ((cell * 9 + digit) * 2) as Literal
}

/// The cell of a literal.
fn cell_of(literal: Literal) -> usize {
    literal as usize / 18
}

/// The digit of a literal.
fn digit_of(literal: Literal) -> usize {
    literal as usize / 2 % 9
}

/// Whether the literal is a candidate assumed true.
fn is_on(literal: Literal) -> bool {
    literal & 1 == 1
}

/// Why a literal follows: the cell has no other candidate, or the house (0 box, 1 row, 2 column) no other place.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum LinkCause {
    /// It was assumed.
    Assumed,
    Cell,
    House(u8),
    /// Another candidate of the cell is true, or another place in a house.
    Weak,
    /// A pattern or a chain inside.
    Advanced,
}

/// Why an assumption true in one cell makes another candidate false.
fn cause_of_off(on: Literal, off: Literal) -> LinkCause {
    let (from, to) = (cell_of(on), cell_of(off));
    if from == to {
        return LinkCause::Cell;
    }
    let kind = (0..3).find(|&kind| super::grid::HOUSES[from][kind] == super::grid::HOUSES[to][kind]);
    kind.map_or(LinkCause::Advanced, |kind| LinkCause::House(kind as u8))
}

/// The identity of a chain: its literals in order, folded into a number.
#[derive(Copy, Clone, Debug)]
struct Fingerprint(u64);

impl Fingerprint {
    const SEPARATOR: u64 = 0xFFFF;

    fn new() -> Fingerprint {
        Fingerprint(0x9E37_79B9_7F4A_7C15)
    }

    fn add(&mut self, value: u64) {
        // Multiplied and folded (as in wyhash): equal numbers by chance are as likely as one in 2^64.
        let product = u128::from(self.0 ^ value.wrapping_mul(0xA24B_AED4_963E_E407)) * 0x9FB2_1C65_1E98_DF25;
        self.0 = (product as u64) ^ ((product >> 64) as u64);
    }
}
