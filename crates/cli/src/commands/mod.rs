//! The commands. `operation.rs` is the command for any operation about one puzzle; the commands with special
//! options have one file each. `command_line.rs` lists them all.

mod bench;
mod booklet;
mod command_line;
mod completions;
mod dedup;
mod generate;
mod hint;
mod man;
mod operation;
mod rate;
mod solve;
mod steps_test;
mod techniques;

pub(crate) use command_line::{command_line, run};
