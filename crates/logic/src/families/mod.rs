//! The finders, in one file or folder per family of techniques.
//!
//! A finder is a plain function that reads a [`FinderContext`](crate::FinderContext) and passes the steps it
//! finds to a [`Sink`](crate::Sink). The table [`TECHNIQUES`](crate::TECHNIQUES) names all finders.
//!
//! | families | patterns |
//! |---|---|
//! | `singles`, `direct` | singles, and placements that follow from a simple pattern |
//! | `locked`, `subsets` | one house, or one house and its intersection with another |
//! | `fish`, `single_digit`, `colors`, `templates` | one digit: fish, strong links, templates |
//! | `wings`, `bent`, `sue_de_coq`, `aligned` | a few cells around a pivot or an intersection |
//! | `als` | almost locked sets, and their links |
//! | `chains`, `medusa` | strong and weak links of all digits |
//! | `rectangles`, `avoidable`, `loops`, `extended` | deadly patterns of a few cells |
//! | `bug`, `bug_lite`, `mug`, `reverse_bug` | bivalue universal graves and related deadly patterns |
//! | `deadly`, `subset_type3` | conclusions that all deadly patterns share, and their type 3 |
//! | `oddagon`, `tridagon` | patterns that cannot be filled at all without their guardians |
//! | `fireworks`, `sk_loop`, `msls`, `exocet` | many cells of several houses |
//! | `kraken`, `forcing` | fish whose fins are connected by chains; consequences of an assumption |
//! | `brute_force` | the last resort: a digit taken from the solution |
//!
//! Deadly patterns are valid only in puzzles with a unique solution.
//!
//! Tables that several families share are built by the context on first use.

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
