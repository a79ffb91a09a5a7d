//! Tests that run the program, as one test program, which builds faster than ten. The commands with their
//! complete output are in `cmd.rs`.

mod bad_input;
mod bench;
mod contract;
mod dedup;
mod generate;
mod grade;
mod hints;
mod interrupt;
mod judge;
mod lessons;
mod listing;
mod practice;
mod process;
mod programs;
mod resume;
mod serve;
mod shards;
mod streams;
