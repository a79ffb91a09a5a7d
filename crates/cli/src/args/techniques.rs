//! Arguments of the commands that use solving techniques: `hint`, `path`, `rate`, `techniques` and
//! `steps-test`.

use super::{InputArgs, JsonArgs, ReportArgs, RunArgs, parse_seconds, parse_technique};
use clap::{Args, ValueEnum};
use std::path::PathBuf;
use std::time::Duration;
use veridoku_api::technique_options::{self, TechniqueName};
use veridoku_logic::rating::Difficulty;

/// The enabled techniques, and the notation for cells.
#[derive(Clone, Debug, Args)]
pub(crate) struct TechniqueArgs {
    /// Notation for cells
    #[arg(long, value_name = "NOTATION", default_value = "r1c1", help_heading = "Output options")]
    pub(crate) notation: NotationArg,

    /// Set of techniques to use [default: teacher, or the techniques named by --technique]
    #[arg(long, value_name = "NAME", help_heading = "Technique options")]
    pub(crate) ladder: Option<LadderArg>,

    /// Use only these techniques, separated by commas ('veridoku techniques' lists all)
    ///
    /// Each technique is given by name, short code or abbreviation, for example "Hidden Pair", h2 or hp.
    #[arg(long = "technique", value_name = "NAME", value_parser = parse_technique, value_delimiter = ',')]
    #[arg(help_heading = "Technique options")]
    pub(crate) techniques: Vec<TechniqueName>,

    /// Do not use techniques that assume a unique solution
    #[arg(long, help_heading = "Technique options")]
    pub(crate) no_uniqueness: bool,

    /// Combine two fish with the same base into one step (Siamese fish)
    #[arg(long, help_heading = "Technique options")]
    pub(crate) siamese: bool,

    /// Allow almost locked sets in grouped chains
    #[arg(long, help_heading = "Technique options")]
    pub(crate) als_chains: bool,

    /// Maximum number of choices per technique search, up to 100000000 [default: 10000000]
    ///
    /// Searches that exhaust their budget are reported.
    /// Some searches have smaller built-in limits; a budget above the default raises these proportionally.
    #[arg(long, value_name = "N", help_heading = "Technique options")]
    pub(crate) budget: Option<u64>,
}

/// The notation for cells.
#[derive(Copy, Clone, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum NotationArg {
    /// r1c1 to r9c9
    #[value(name = "r1c1")]
    RowColumn,
    /// A1 to J9, with letters for rows
    #[value(name = "a1")]
    Letters,
}

/// A named set of techniques.
#[derive(Copy, Clone, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum LadderArg {
    /// The techniques that are useful to a player
    Teacher,
    /// The techniques that HoDoKu uses for its ratings
    Hodoku,
    /// Every technique, including slow ones
    All,
}

impl From<NotationArg> for technique_options::NotationName {
    fn from(notation: NotationArg) -> technique_options::NotationName {
        match notation {
            NotationArg::RowColumn => technique_options::NotationName::RowColumn,
            NotationArg::Letters => technique_options::NotationName::Letters,
        }
    }
}

impl From<LadderArg> for technique_options::LadderName {
    fn from(name: LadderArg) -> technique_options::LadderName {
        match name {
            LadderArg::Teacher => technique_options::LadderName::Teacher,
            LadderArg::Hodoku => technique_options::LadderName::Hodoku,
            LadderArg::All => technique_options::LadderName::All,
        }
    }
}

impl From<HintLevelArg> for technique_options::HintLevelName {
    fn from(level: HintLevelArg) -> technique_options::HintLevelName {
        match level {
            HintLevelArg::Where => technique_options::HintLevelName::Where,
            HintLevelArg::What => technique_options::HintLevelName::What,
            HintLevelArg::Full => technique_options::HintLevelName::Full,
        }
    }
}

impl From<&TechniqueArgs> for technique_options::Techniques {
    fn from(args: &TechniqueArgs) -> technique_options::Techniques {
        technique_options::Techniques {
            ladder: args.ladder.map(technique_options::LadderName::from),
            only: args.techniques.clone(),
            uniqueness: Some(!args.no_uniqueness),
            siamese: Some(args.siamese),
            als_chains: Some(args.als_chains),
            budget: args.budget,
        }
    }
}

/// How much a hint reveals.
#[derive(Copy, Clone, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum HintLevelArg {
    /// Where to look
    Where,
    /// Where to look, and which technique to use
    What,
    /// The complete step
    Full,
}

#[derive(Debug, Args)]
pub(crate) struct HintArgs {
    #[command(flatten)]
    pub(crate) input: InputArgs,

    /// How much to reveal
    #[arg(long, value_name = "LEVEL", default_value = "full", conflicts_with = "all")]
    pub(crate) level: HintLevelArg,

    /// List all available steps, grouped by technique
    #[arg(long)]
    pub(crate) all: bool,

    /// Print an SVG image of the position and the step
    #[arg(long, conflicts_with_all = ["all", "json", "draw"], help_heading = "Output options")]
    pub(crate) svg: bool,

    #[command(flatten)]
    pub(crate) technique_args: TechniqueArgs,

    #[command(flatten)]
    pub(crate) run: RunArgs,

    #[command(flatten)]
    pub(crate) report: ReportArgs,
}

#[derive(Debug, Args)]
pub(crate) struct PathArgs {
    #[command(flatten)]
    pub(crate) input: InputArgs,

    /// Explain each step in full sentences
    #[arg(long, conflicts_with = "json", help_heading = "Output options")]
    pub(crate) explain: bool,

    #[command(flatten)]
    pub(crate) technique_args: TechniqueArgs,

    #[command(flatten)]
    pub(crate) run: RunArgs,

    #[command(flatten)]
    pub(crate) json: JsonArgs,
}

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
    #[arg(value_name = "NAME", value_parser = parse_technique)]
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
