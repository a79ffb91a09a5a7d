//! The finders, one file or folder per family.
//!
//! A finder is a plain function that reads a [`FinderContext`](crate::FinderContext) and feeds steps to a
//! [`Sink`](crate::Sink); the table [`TECHNIQUES`](crate::TECHNIQUES) names them all.
//!
//! | families | what they look at |
//! |---|---|
//! | `singles`, `direct` | the last candidate of a cell, the last place of a digit; what a simple step opens at once |
//! | `locked`, `subsets` | one house, or one and its crossing with another |
//! | `fish`, `single_digit`, `colors`, `templates` | one digit: lines and boxes, two strong links, all of them, all ways to place it |
//! | `wings`, `bent`, `sue_de_coq`, `aligned` | a few cells around a pivot or a crossing |
//! | `als` | almost locked sets, and how they are linked |
//! | `chains`, `medusa` | strong and weak links of all digits |
//! | `rectangles`, `avoidable`, `loops`, `extended`, `bug_lite`, `mug`, `bug`, `reverse_bug` | deadly patterns: they need a puzzle with one solution |
//! | `deadly`, `roof` | what follows from any deadly pattern; its type 3 |
//! | `oddagon`, `tridagon` | patterns that cannot be filled at all without their guardians |
//! | `fireworks`, `sk_loop`, `msls`, `exocet` | many cells of several houses, counted at once |
//! | `kraken`, `forcing` | fish whose fins reach far by chains; what follows from an assumption |
//! | `solution` | the last resort: a digit looked up |
//!
//! Tables that several families read are built by the context when the first one asks.

pub(crate) mod aligned;
pub(crate) mod als;
pub(crate) mod avoidable;
pub(crate) mod bent;
pub(crate) mod brute_force;
pub(crate) mod bug;
pub(crate) mod bug_lite;
pub(crate) mod chains;
pub(crate) mod colors;
pub(crate) mod deadly;
pub(crate) mod direct;
pub(crate) mod exocet;
pub(crate) mod extended;
pub(crate) mod fireworks;
pub(crate) mod fish;
pub(crate) mod forcing;
pub(crate) mod kraken;
pub(crate) mod locked;
pub(crate) mod loops;
pub(crate) mod medusa;
pub(crate) mod msls;
pub(crate) mod mug;
pub(crate) mod oddagon;
pub(crate) mod rectangles;
pub(crate) mod reverse_bug;
pub(crate) mod single_digit;
pub(crate) mod singles;
pub(crate) mod sk_loop;
pub(crate) mod subset_type3;
pub(crate) mod subsets;
pub(crate) mod sue_de_coq;
pub(crate) mod templates;
pub(crate) mod tridagon;
pub(crate) mod wings;
