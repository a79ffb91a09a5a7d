//! The chain engine: all techniques rated 6.5 and above, except aligned triplet exclusion.
//!
//! ```text
//! searches
//!   unary.rs             bidirectional cycles and forcing chains: one source, links of the unchanged grid
//!   sources.rs           the candidates that these may start from
//!   source_search.rs     the search from one source
//!   links.rs             the links of a grid, in Sudoku Explainer's order
//!   forcing_search.rs    Nishio, multiple, dynamic and nested chains: one tree per assumption
//!   binary.rs            the part that assumes one candidate true, then false
//!   chain_kind.rs        the kinds of these chains
//!   tree.rs              the consequences of one assumption, with their parents
//!   explore.rs           the growth of a tree
//!   patterns.rs          locking, pairs and X-wings within a tree
//!   nested.rs            a search that serves as a rule of another search
//!   chain_hints.rs       hints derived from the trees, and the selection of the best one
//!   complexity.rs        the complexity of a hint: its number of nodes
//! filters, which show quickly that a search would find nothing
//!   closure.rs           everything that follows from each candidate over the links of a grid
//!   reduced_closure.rs   the same for the grid after an assumption
//!   base_closure.rs      both closures, for nested searches
//!   implications.rs      everything that follows by singles, for all assumptions at once
//!   assumption_table.rs  the memory layout of those sets
//!   group.rs             propagation within a cell, or within a house for one digit
//!   chain_bound.rs       the length of the shortest chain from a source
//!   bivalue.rs           the bivalue cells that a Y-cycle can pass through
//!   solution.rs          the literals that are true in the solution
//!   prefilter.rs         the choice between the closure and the implications
//!   nested_cache.rs      the hints of nested searches, keyed by grid
//!   pruning.rs           a switch that turns off all filters, used by tests
//! ```
//!
//! A literal states that a candidate is true (on) or false (off). Literals are numbered
//! `(cell * 9 + digit) * 2 + on`. X links connect the places of a digit in a house; Y links connect the
//! candidates of a cell.
//!
//! Wherever the search order affects the result, it follows Sudoku Explainer step by step: the order in which
//! consequences are found determines the parents of each node, which determine the complexity of the hint,
//! which determines its rating. The hint engine looks for the shortest or most instructive chain instead, so
//! its chains cannot be used here.

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
pub(super) use forcing_search::ForcingChainSearch;
pub(super) use solution::SolutionLiterals;
pub(super) use unary::UnarySearch;

/// The statement that a candidate is true, or that it is false.
pub(super) type Literal = u16;

/// The number of literals.
const LITERALS: usize = 1458;

/// Returns the literal stating that the candidate is true.
fn on(cell: usize, digit: usize) -> Literal {
    ((cell * 9 + digit) * 2 + 1) as Literal
}

/// Returns the literal stating that the candidate is false.
fn off(cell: usize, digit: usize) -> Literal {
    ((cell * 9 + digit) * 2) as Literal
}

/// Returns the cell of a literal.
fn cell_of(literal: Literal) -> usize {
    literal as usize / 18
}

/// Returns the digit of a literal.
fn digit_of(literal: Literal) -> usize {
    literal as usize / 2 % 9
}

/// Reports whether the literal states that its candidate is true.
fn is_on(literal: Literal) -> bool {
    literal & 1 == 1
}

/// The reason why a literal is true. For a true candidate, `Cell` means that the cell has no other candidate,
/// and `House` (0 box, 1 row, 2 column) that the digit has no other place in that house. For a false
/// candidate, they name the cell or house that it shares with the true one.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum LinkCause {
    /// The literal is the assumption itself.
    Assumed,
    Cell,
    House(u8),
    /// Another candidate of the cell, or another place of the digit in a house, is true.
    Weak,
    /// A pattern or a nested chain eliminates the candidate.
    Advanced,
}

/// Returns the reason why a true candidate makes another one false: the cell or the house that they share.
fn cause_of_off(on: Literal, off: Literal) -> LinkCause {
    let (from, to) = (cell_of(on), cell_of(off));
    if from == to {
        return LinkCause::Cell;
    }
    let kind = (0..3).find(|&kind| super::grid::HOUSES[from][kind] == super::grid::HOUSES[to][kind]);
    kind.map_or(LinkCause::Advanced, |kind| LinkCause::House(kind as u8))
}

/// A hash that identifies a chain by its sequence of literals.
#[derive(Copy, Clone, Debug)]
struct Fingerprint(u64);

impl Fingerprint {
    const SEPARATOR: u64 = 0xFFFF;

    fn new() -> Fingerprint {
        Fingerprint(0x9E37_79B9_7F4A_7C15)
    }

    fn add(&mut self, value: u64) {
        // Multiply and fold, as in wyhash. Two different chains have the same hash with a probability of
        // about 2^-64.
        let product = u128::from(self.0 ^ value.wrapping_mul(0xA24B_AED4_963E_E407)) * 0x9FB2_1C65_1E98_DF25;
        self.0 = (product as u64) ^ ((product >> 64) as u64);
    }
}
