//! The chain engine: all techniques rated 6.5 and above, except aligned triplet exclusion.
//!
//! ```text
//! links.rs            literals, and the links of a grid in Sudoku Explainer's order
//! unary.rs            bidirectional cycles and forcing chains: one source, links of the unchanged grid
//! forcing_search.rs   Nishio, multiple, dynamic and nested chains: one tree per assumption
//! growth.rs           the growth of its trees, with patterns and nested chains
//! chain_kind.rs       the kinds of these chains
//! tree.rs             the consequences of one assumption, with their parents
//! patterns.rs         locking, pairs and X-wings within a tree
//! chain_hints.rs      hints derived from the trees, and the selection of the best one
//! filters, which show quickly that a search would find nothing
//! closure.rs          everything that follows from each candidate over links, before and after an assumption
//! implications.rs     everything that follows by singles, for all assumptions at once
//! sources.rs          the candidates that cycles and forcing chains may start from, and how short these may be
//! nested_cache.rs     the hints of nested searches, keyed by grid
//! pruning.rs          a switch that turns off all filters, used by tests
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

mod chain_hints;
mod chain_kind;
mod closure;
mod forcing_search;
mod growth;
mod implications;
mod links;
mod nested_cache;
mod patterns;
mod pruning;
mod sources;
mod tree;
mod unary;

pub(super) use chain_hints::SolutionLiterals;
pub(super) use chain_kind::ChainKind;
pub(super) use closure::LinkClosure;
pub(super) use forcing_search::{ForcingChainSearch, RankedHint, StartCells};
pub(super) use unary::UnarySearch;
