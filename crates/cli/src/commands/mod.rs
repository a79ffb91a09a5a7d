//! The commands. `operation.rs` is the command for any operation about one puzzle; the commands with needs of
//! their own have one file each. `command_line.rs` lists them all.

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
pub(crate) mod solve;
mod steps_test;
mod techniques;

pub(crate) use command_line::{command_line, run};
