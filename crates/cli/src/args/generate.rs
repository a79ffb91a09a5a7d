//! Arguments of the commands that generate and print puzzles: `generate`, `booklet` and `picture`.

use super::{InputArgs, JsonArgs, ThreadArgs};
use clap::{Args, ValueEnum};
use std::path::PathBuf;
use veridoku_api::booklet::PerPage;
use veridoku_api::command_values;
use veridoku_api::generate::LEVELS;
use veridoku_api::technique_options::TechniqueName;
use veridoku_core::generate::Symmetry;
use veridoku_formats::Format;

/// Builds the help text shown after the options of `generate`, from the tables of levels and symmetries.
pub(crate) fn generate_help() -> String {
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
    format!(
        "\
Examples:
  veridoku generate --level hard --symmetry rotate180
  veridoku generate --count 20 --pdf booklet.pdf

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
    )
}

#[derive(Debug, Args)]
pub(crate) struct GenerateArgs {
    /// Number of puzzles
    #[arg(long, short = 'n', value_name = "N", default_value_t = 1, allow_negative_numbers = true)]
    pub(crate) count: u64,

    /// Name of a level, or a range of ratings, for example 7.0-8.3
    #[arg(long, value_name = "LEVEL", conflicts_with = "er")]
    pub(crate) level: Option<String>,

    /// Range of Sudoku Explainer ratings, for example 7.0-8.3; both ends are included
    #[arg(long, value_name = "LOW-HIGH")]
    pub(crate) er: Option<String>,

    /// Number of clues, or a range, for example 24-28
    #[arg(long, value_name = "CLUES", conflicts_with = "pattern", allow_negative_numbers = true)]
    pub(crate) clues: Option<String>,

    /// Symmetry of the clue pattern
    #[arg(long, value_name = "NAME", conflicts_with = "pattern")]
    pub(crate) symmetry: Option<String>,

    /// Clue pattern: 81 characters, with . or 0 for an empty cell and any other character for a clue
    #[arg(long, value_name = "MASK")]
    pub(crate) pattern: Option<String>,

    /// Technique that is required to solve the puzzle ('veridoku techniques' lists all techniques)
    ///
    /// The puzzle can be solved with this technique and easier ones, but not with the easier ones alone.
    #[arg(long, value_name = "NAME", value_parser = TechniqueName::from_argument)]
    pub(crate) technique: Option<TechniqueName>,

    /// Generate minimal puzzles, in which no clue is redundant
    #[arg(long)]
    pub(crate) minimal: bool,

    /// Seed: a number or any text [default: random]
    #[arg(long, value_name = "SEED", allow_negative_numbers = true)]
    pub(crate) seed: Option<String>,

    /// Index of the first puzzle
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) index: u64,

    /// Maximum number of attempts per puzzle
    #[arg(long, value_name = "N", default_value_t = 1_000_000)]
    #[arg(value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) attempts: u64,

    /// Do not rate puzzles for --json and --pdf (much faster)
    #[arg(long, conflicts_with_all = ["level", "er"])]
    pub(crate) no_rating: bool,

    /// Text format to write, for example kaggle for puzzles with solutions [default: line]
    #[arg(long, value_name = "FORMAT", value_parser = command_values::format(), conflicts_with = "json")]
    #[arg(hide_possible_values = true, help_heading = "Output options")]
    pub(crate) to: Option<&'static Format>,

    /// Also write a booklet of the puzzles to this PDF file
    #[arg(long, value_name = "FILE", help_heading = "Output options")]
    pub(crate) pdf: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) layout: BookletLayoutArgs,

    #[command(flatten)]
    pub(crate) threads: ThreadArgs,

    #[command(flatten)]
    pub(crate) json: JsonArgs,
}

/// The layout of a booklet.
#[derive(Debug, Args)]
pub(crate) struct BookletLayoutArgs {
    /// Title of the booklet [default: Sudoku]
    #[arg(long, value_name = "TEXT", help_heading = "Booklet options")]
    pub(crate) title: Option<String>,

    /// Puzzles per page of the booklet: 1, 2, 4, 6, 9 or 12 [default: 4]
    #[arg(long, value_name = "N", value_parser = parse_per_page, help_heading = "Booklet options")]
    pub(crate) per_page: Option<PerPage>,

    /// Paper size of the booklet [default: a4]
    #[arg(long, value_name = "SIZE", help_heading = "Booklet options")]
    pub(crate) paper: Option<PaperArg>,
}

impl BookletLayoutArgs {
    /// Reports whether any layout option was given.
    pub(crate) fn is_given(&self) -> bool {
        self.title.is_some() || self.per_page.is_some() || self.paper.is_some()
    }
}

impl From<&BookletLayoutArgs> for veridoku_api::booklet::Booklet {
    fn from(layout: &BookletLayoutArgs) -> veridoku_api::booklet::Booklet {
        veridoku_api::booklet::Booklet {
            title: layout.title.clone().unwrap_or_else(|| "Sudoku".to_string()),
            paper: layout.paper.unwrap_or(PaperArg::A4).into(),
            per_page: layout.per_page.unwrap_or_default(),
            remark: String::new(),
        }
    }
}

/// A paper size.
#[derive(Copy, Clone, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum PaperArg {
    /// 210 × 297 mm
    A4,
    /// 8.5 × 11 inches
    Letter,
}

impl From<PaperArg> for veridoku_api::booklet::Paper {
    fn from(paper: PaperArg) -> veridoku_api::booklet::Paper {
        match paper {
            PaperArg::A4 => veridoku_api::booklet::Paper::A4,
            PaperArg::Letter => veridoku_api::booklet::Paper::Letter,
        }
    }
}

#[derive(Debug, Args)]
pub(crate) struct BookletArgs {
    #[command(flatten)]
    pub(crate) input: InputArgs,

    /// File to write [default: standard output]
    #[arg(long, short, value_name = "FILE", help_heading = "Output options")]
    pub(crate) output: Option<PathBuf>,

    /// Do not rate the puzzles (much faster)
    #[arg(long)]
    pub(crate) no_rating: bool,

    #[command(flatten)]
    pub(crate) layout: BookletLayoutArgs,

    #[command(flatten)]
    pub(crate) threads: ThreadArgs,
}

#[derive(Debug, Args)]
pub(crate) struct PictureArgs {
    #[command(flatten)]
    pub(crate) input: InputArgs,

    /// What to draw
    #[arg(long, value_name = "WHAT", default_value = "values", help_heading = "Output options")]
    pub(crate) show: PictureContent,

    #[command(flatten)]
    pub(crate) json: JsonArgs,
}

/// What a picture shows.
#[derive(Copy, Clone, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum PictureContent {
    /// Givens and placed digits
    Values,
    /// Givens, placed digits and the candidates of empty cells
    Candidates,
    /// The solution, with the givens highlighted
    Solution,
}

impl From<PictureContent> for veridoku_api::picture::Show {
    fn from(content: PictureContent) -> veridoku_api::picture::Show {
        match content {
            PictureContent::Values => veridoku_api::picture::Show::Values,
            PictureContent::Candidates => veridoku_api::picture::Show::Candidates,
            PictureContent::Solution => veridoku_api::picture::Show::Solution,
        }
    }
}

/// Parses a number of puzzles per page.
fn parse_per_page(text: &str) -> Result<PerPage, String> {
    let per_page = text.parse().ok().and_then(PerPage::new);
    per_page.ok_or_else(|| "expected 1, 2, 4, 6, 9 or 12".to_string())
}
