//! Arguments of the commands `rate`, `techniques` and `steps-test`.

use super::{InputArgs, JsonArgs, RunArgs, parse_seconds};
use clap::{Args, ValueEnum};
use std::path::PathBuf;
use std::time::Duration;
use veridoku_api::command_values;
use veridoku_api::technique_options::TechniqueName;
use veridoku_logic::rating::Difficulty;

#[derive(Debug, Args)]
pub(crate) struct RateArgs {
    #[command(flatten)]
    pub(crate) input: InputArgs,

    /// Rate on this scale only, which is faster than rating on both scales
    #[arg(long, value_name = "SCALE")]
    pub(crate) only: Option<ScaleArg>,

    /// Highest rating to compute, for example 9.0; puzzles above it are reported as harder
    #[arg(long, value_name = "RATING")]
    pub(crate) up_to: Option<Difficulty>,

    /// Maximum number of chain nodes per rating [default: 1000000000; unlimited for a single puzzle]
    ///
    /// Exhausting the default budget takes minutes.
    #[arg(long, value_name = "NODES")]
    pub(crate) budget: Option<u64>,

    /// Time limit per puzzle; puzzles that exceed it are reported as not rated
    #[arg(long, value_name = "SECONDS", value_parser = parse_seconds)]
    pub(crate) timeout: Option<Duration>,

    /// Print the rated steps
    ///
    /// For chains, also prints the starting assumption and the number of nodes.
    #[arg(long, help_heading = "Output options")]
    pub(crate) steps: bool,

    #[command(flatten)]
    pub(crate) run: RunArgs,

    #[command(flatten)]
    pub(crate) json: JsonArgs,
}

/// A rating scale.
#[derive(Copy, Clone, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ScaleArg {
    /// Sudoku Explainer's ER, EP and ED
    Er,
    /// HoDoKu's level and score
    Score,
}

#[derive(Debug, Args)]
pub(crate) struct ListTechniquesArgs {
    /// Techniques to describe, by name, short code or abbreviation
    #[arg(value_name = "NAME", value_parser = command_values::technique)]
    pub(crate) names: Vec<TechniqueName>,

    #[command(flatten)]
    pub(crate) json: JsonArgs,
}

#[derive(Debug, Args)]
pub(crate) struct StepsTestArgs {
    /// Test files in HoDoKu's library format, or - for standard input
    #[arg(value_name = "FILE", required = true)]
    pub(crate) files: Vec<PathBuf>,

    /// Run only the tests with these codes, for example 0603 or 0603-2
    #[arg(long = "code", value_name = "CODE", value_delimiter = ',')]
    pub(crate) codes: Vec<String>,

    #[command(flatten)]
    pub(crate) json: JsonArgs,
}
