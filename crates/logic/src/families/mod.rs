//! The finders, one file per family.

pub(crate) mod aligned;
pub(crate) mod als;
pub(crate) mod avoidable;
pub(crate) mod bent;
pub(crate) mod bug_lite;
pub(crate) mod chains;
pub(crate) mod colors;
pub(crate) mod deadly;
pub(crate) mod direct;
#[cfg(test)]
pub(crate) mod drawn;
pub(crate) mod exocet;
pub(crate) mod extended;
pub(crate) mod fireworks;
pub(crate) mod fish;
pub(crate) mod forcing;
pub(crate) mod grave;
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
pub(crate) mod solution;
pub(crate) mod subsets;
pub(crate) mod sue_de_coq;
pub(crate) mod templates;
pub(crate) mod tridagon;
pub(crate) mod wings;
