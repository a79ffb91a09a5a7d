//! The commands. `operation.rs` is the command for any operation about one puzzle; the commands with special
//! options have one file each. `lib.rs` lists them all.

pub(crate) mod bench;
pub(crate) mod booklet;
pub(crate) mod code;
pub(crate) mod completions;
pub(crate) mod dedup;
pub(crate) mod generate;
pub(crate) mod grade;
pub(crate) mod hint;
pub(crate) mod judge;
pub(crate) mod man;
pub(crate) mod operation;
pub(crate) mod practice;
pub(crate) mod rate;
pub(crate) mod solve;
pub(crate) mod steps_test;
pub(crate) mod techniques;
