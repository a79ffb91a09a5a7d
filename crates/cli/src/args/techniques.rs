//! What is typed to be taught: hints, paths, ratings, techniques.
//!
//! A file of its own because these commands share the choice of techniques.

use super::{InputArgs, JsonArgs, ReportArgs, RunArgs, parse_seconds, parse_technique};
use clap::{Args, ValueEnum};
use std::path::PathBuf;
use std::time::Duration;
use veridoku_api::technique_options::{self, TechniqueName};
use veridoku_logic::rating::Difficulty;

/// Which techniques are tried, and how cells are named.
#[derive(Clone, Debug, Args)]
pub(crate) struct TechniqueArgs {
    /// How cells are named
    #[arg(long, value_name = "NAMES", default_value = "r1c1")]
    pub(crate) notation: NotationArg,

    /// The techniques: teacher (all that help a player), hodoku (those of HoDoKu's ratings) or all
    /// (also what is slow) [default: teacher, or those named by --technique]
    #[arg(long, value_name = "NAME")]
    pub(crate) ladder: Option<LadderArg>,

    /// Only these techniques, by name, short code or abbreviation, like "Hidden Pair", h2 or hp (see techniques)
    #[arg(long = "technique", value_name = "NAME", value_parser = parse_technique, value_delimiter = ',')]
    pub(crate) techniques: Vec<TechniqueName>,

    /// Do not use techniques that rest on the uniqueness of the solution
    #[arg(long)]
    pub(crate) no_uniqueness: bool,

    /// Tell two fish with the same base as one step, a Siamese fish
    #[arg(long)]
    pub(crate) siamese: bool,

    /// Let grouped chains run through almost locked sets
    #[arg(long)]
    pub(crate) als_chains: bool,

    /// Stop the search for a technique after so many choices, and say so; searches with lower limits of their own
    /// look further in proportion to a larger one (at most 100000000) [default: 10000000]
    #[arg(long, value_name = "N")]
    pub(crate) budget: Option<u64>,
}

/// How cells are named.
#[derive(Copy, Clone, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum NotationArg {
    /// r1c1 to r9c9
    #[value(name = "r1c1")]
    RowColumn,
    /// A1 to J9, rows by letter
    #[value(name = "a1")]
    Letters,
}

/// Which ladder of techniques is climbed.
#[derive(Copy, Clone, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum LadderArg {
    /// All techniques that help a player
    Teacher,
    /// The techniques of HoDoKu's ratings
    Hodoku,
    /// Every technique, the slow ones too
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
    fn from(asked: &TechniqueArgs) -> technique_options::Techniques {
        technique_options::Techniques {
            ladder: asked.ladder.map(technique_options::LadderName::from),
            only: asked.techniques.clone(),
            uniqueness: Some(!asked.no_uniqueness),
            siamese: Some(asked.siamese),
            als_chains: Some(asked.als_chains),
            budget: asked.budget,
        }
    }
}

/// How much a hint tells.
#[derive(Copy, Clone, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum HintLevelArg {
    /// Where to look
    Where,
    /// Which technique it is, and where
    What,
    /// The whole step
    Full,
}

#[derive(Debug, Args)]
pub(crate) struct HintArgs {
    #[command(flatten)]
    pub(crate) input: InputArgs,

    /// How much is told
    #[arg(long, value_name = "LEVEL", default_value = "full", conflicts_with = "all")]
    pub(crate) level: HintLevelArg,

    /// List every step of the position, technique by technique
    #[arg(long)]
    pub(crate) all: bool,

    /// Print an SVG picture of the position and the step
    #[arg(long, conflicts_with_all = ["all", "json", "draw"])]
    pub(crate) svg: bool,

    #[command(flatten)]
    pub(crate) technique_args: TechniqueArgs,

    #[command(flatten)]
    pub(crate) work: RunArgs,

    #[command(flatten)]
    pub(crate) report: ReportArgs,
}

#[derive(Debug, Args)]
pub(crate) struct PathArgs {
    #[command(flatten)]
    pub(crate) input: InputArgs,

    /// Explain each step in plain words, instead of one line each
    #[arg(long, conflicts_with = "json")]
    pub(crate) explain: bool,

    #[command(flatten)]
    pub(crate) technique_args: TechniqueArgs,

    #[command(flatten)]
    pub(crate) work: RunArgs,

    #[command(flatten)]
    pub(crate) json: JsonArgs,
}

#[derive(Debug, Args)]
pub(crate) struct RateArgs {
    #[command(flatten)]
    pub(crate) input: InputArgs,

    /// Rate on one scale only, which is faster than both
    #[arg(long, value_name = "SCALE")]
    pub(crate) only: Option<ScaleArg>,

    /// The highest rating of interest, such as 9.0: above it only "harder than" is said
    #[arg(long, value_name = "RATING")]
    pub(crate) up_to: Option<Difficulty>,

    /// How many nodes of chains a rating may take [default: 1000000000, minutes; no limit for a single puzzle]
    #[arg(long, value_name = "NODES")]
    pub(crate) budget: Option<u64>,

    /// How many seconds the rating of one puzzle may take; it says so when they are over
    #[arg(long, value_name = "SECONDS", value_parser = parse_seconds)]
    pub(crate) timeout: Option<Duration>,

    /// Tell the rated steps, of chains also what they begin with and how many nodes they have
    #[arg(long)]
    pub(crate) steps: bool,

    #[command(flatten)]
    pub(crate) work: RunArgs,

    #[command(flatten)]
    pub(crate) json: JsonArgs,
}

/// The scales of a rating.
#[derive(Copy, Clone, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ScaleArg {
    /// Sudoku Explainer's ER, EP and ED
    Er,
    /// HoDoKu's level and score
    Score,
}

#[derive(Debug, Args)]
pub(crate) struct ListTechniquesArgs {
    /// Show these in full, by name, short code or abbreviation
    #[arg(value_name = "NAME", value_parser = parse_technique)]
    pub(crate) names: Vec<TechniqueName>,

    #[command(flatten)]
    pub(crate) json: JsonArgs,
}

#[derive(Debug, Args)]
pub(crate) struct StepsTestArgs {
    /// Files in library format, or - for standard input
    #[arg(value_name = "FILE", required = true)]
    pub(crate) files: Vec<PathBuf>,

    /// Only tests of these codes, like 0603 or 0603-2
    #[arg(long = "code", value_name = "CODE", value_delimiter = ',')]
    pub(crate) codes: Vec<String>,

    #[command(flatten)]
    pub(crate) json: JsonArgs,
}
