//! The options of `generate`, and the help of the command.

use super::level::LEVELS;
use super::number_or_text::NumberOrText;
use crate::command;
use crate::technique_options::TechniqueName;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use veridoku_core::generate::Symmetry;

/// The default number of attempts at each puzzle of a request, which cannot be interrupted.
pub const REQUEST_ATTEMPTS: u64 = 10_000;
/// The default number of attempts at each puzzle on the command line and in Python, where Ctrl-C ends them.
pub const INTERRUPTIBLE_ATTEMPTS: u64 = 1_000_000;

/// The options of the operation.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema, Serialize)]
#[cfg_attr(feature = "cli", derive(clap::Args))]
#[serde(default, deny_unknown_fields)]
pub struct Options {
    /// Number of puzzles.
    #[cfg_attr(feature = "cli", arg(long, short = 'n', value_name = "N", default_value = "1"))]
    pub count: Option<u64>,

    /// Name of a level, or a range of ratings, for example 7.0-8.3.
    #[cfg_attr(feature = "cli", arg(long, value_name = "LEVEL", conflicts_with = "er"))]
    pub level: Option<NumberOrText>,

    /// Range of Sudoku Explainer ratings, for example 7.0-8.3; both ends are included.
    #[cfg_attr(feature = "cli", arg(long, value_name = "LOW-HIGH"))]
    pub er: Option<NumberOrText>,

    /// Number of clues, or a range, for example 24-28.
    #[cfg_attr(feature = "cli", arg(long, value_name = "CLUES", conflicts_with = "pattern"))]
    pub clues: Option<NumberOrText>,

    /// Symmetry of the clue pattern.
    #[cfg_attr(feature = "cli", arg(long, value_name = "NAME", conflicts_with = "pattern"))]
    #[schemars(description = "Symmetry of the clue pattern, for example `none` or `rotate180`.")]
    pub symmetry: Option<String>,

    /// Clue pattern: 81 characters, with . or 0 for an empty cell and any other character for a clue.
    #[cfg_attr(feature = "cli", arg(long, value_name = "MASK"))]
    pub pattern: Option<String>,

    /// Technique that is required to solve the puzzle ('veridoku techniques' lists all techniques)
    ///
    /// The puzzle can be solved with this technique and easier ones, but not with the easier ones alone.
    #[cfg_attr(feature = "cli", arg(long, value_name = "NAME", value_parser = TechniqueName::from_argument))]
    #[schemars(description = "Technique that is required to solve the puzzle, in addition to easier ones.")]
    pub technique: Option<TechniqueName>,

    /// Generate minimal puzzles, in which no clue is redundant.
    #[cfg_attr(feature = "cli", arg(long))]
    pub minimal: bool,

    /// Seed: a number or any text [default: random]
    #[cfg_attr(feature = "cli", arg(long, value_name = "SEED"))]
    pub seed: Option<NumberOrText>,

    /// Index of the first puzzle.
    #[cfg_attr(feature = "cli", arg(long, value_name = "N", default_value_t = 0))]
    pub index: u64,

    /// Maximum number of attempts per puzzle.
    #[cfg_attr(feature = "cli", arg(long, value_name = "N"))]
    #[cfg_attr(feature = "cli", arg(default_value = INTERRUPTIBLE_ATTEMPTS.to_string()))]
    #[cfg_attr(feature = "cli", arg(value_parser = clap::value_parser!(u64).range(1..)))]
    #[schemars(description = "Maximum number of attempts per puzzle. By default 10,000 in a request, and \
        1,000,000 in Python, where Ctrl-C interrupts them.")]
    pub attempts: Option<u64>,

    /// Do not rate puzzles for --json and --pdf (much faster).
    #[cfg_attr(feature = "cli", arg(long = "no-rating", action = clap::ArgAction::SetFalse))]
    #[cfg_attr(feature = "cli", arg(conflicts_with_all = ["level", "er"]))]
    #[schemars(description = "Whether to rate puzzles even if no level is requested; `true` by default.")]
    pub rating: Option<bool>,

    /// The number of puzzles that an untrusted client requested, if `count` was reduced.
    #[cfg_attr(feature = "cli", arg(skip))]
    #[serde(skip)]
    pub requested: Option<u64>,
}

/// Returns the help text after the options of the command, from the tables of levels and symmetries.
pub fn help() -> String {
    let levels = LEVELS.iter().map(|level| {
        let range = if level == &LEVELS[0] {
            format!("up to {}", level.high)
        } else if level == &LEVELS[LEVELS.len() - 1] {
            format!("{} and up", level.low)
        } else {
            format!("{} - {}", level.low, level.high)
        };
        format!("  {:10} {range:11} {}", level.name, level.about)
    });
    let levels = levels.collect::<Vec<_>>().join("\n");
    let synonyms = LEVELS.iter().map(|level| format!("{}: {}", level.name, level.synonyms.join(", ")));
    let symmetries = Symmetry::ALL.map(|symmetry| match symmetry.names() {
        [name, others @ ..] if !others.is_empty() => format!("{name} ({})", others.join(", ")),
        names => names.join(""),
    });
    let notes = format!(
        "\
Levels, by Sudoku Explainer's rating (ER) of the hardest step:
{levels}

Other names for the levels: {}. The levels printed by 'rate' are different: they are HoDoKu's, and depend on \
the sum of all step scores. HoDoKu's 'unfair' roughly corresponds to 'expert' here.

Symmetries: {}.

The same version of the generator (field `generator` in --json) makes the same puzzle from the same options, \
seed and index, on every machine and with any number of threads. Numeric seeds are compared as numbers: 007 \
is the same as 7. With --level or --technique, the generator stops removing clues before the puzzle becomes \
too hard. Ctrl-C stops the run and keeps the puzzles generated so far.

Exit status: 0 if all puzzles were generated, 1 if there are fewer, 2 on bad usage.",
        synonyms.collect::<Vec<_>>().join("; "),
        symmetries.join("; ")
    );
    let examples = ["generate --level hard --symmetry rotate180", "generate --count 20 --pdf booklet.pdf"];
    command::help(&examples, &[&notes])
}
