//! What is typed to make puzzles, print them and draw them.
//!
//! A file of its own because these commands start from wishes, not from puzzles, and have many of them.

use super::{InputArgs, JsonArgs, ThreadArgs, format_parser, parse_technique};
use clap::{Args, ValueEnum};
use std::path::PathBuf;
use veridoku_api::booklet::PerPage;
use veridoku_api::generate::LEVELS;
use veridoku_api::technique_options::TechniqueName;
use veridoku_core::generate::Symmetry;
use veridoku_core::text::Format;

/// What stands below the options of `generate`, made of the tables of levels and symmetries.
pub(super) fn generate_help() -> String {
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
    let also = LEVELS.iter().map(|level| format!("{}: {}", level.name, level.synonyms.join(", ")));
    let symmetries = Symmetry::ALL.map(|symmetry| match symmetry.names() {
        [name, others @ ..] if !others.is_empty() => format!("{name} ({})", others.join(", ")),
        names => names.join(""),
    });
    format!(
        "\
Levels, by Sudoku Explainer's rating (ER) of the hardest step:
{levels}

They are also called: {}. The level that `rate` prints is HoDoKu's, who adds up a score: `unfair` there \
is near `expert` here.

Symmetries: {}.

The same seed gives the same puzzles, whatever the machine and the number of threads, as long as the version of \
the method is the same (`generator` in --json; it rises with every change to what is made, and to ratings and \
techniques where one is asked for); a puzzle is named by what was asked, its seed and its index. A seed that is a \
number stands for itself, 007 for 7; in --json it is a number where every reader can hold it exactly and it is written \
plainly, else text. With a level or a technique, clues are put back until \
the puzzle is as wanted. Ctrl-C ends with what there is.

Exit status: 0 all puzzles were made, 1 fewer than asked for, 2 bad usage.",
        also.collect::<Vec<_>>().join("; "),
        symmetries.join("; ")
    )
}

/// What kind of puzzles to make.
#[derive(Debug, Args)]
pub(crate) struct GenerateArgs {
    /// Make so many puzzles
    #[arg(long, short = 'n', value_name = "N", default_value_t = 1, allow_negative_numbers = true)]
    pub(crate) count: u64,

    /// Of this level, by name or as a range of ratings like 7.0-8.3
    #[arg(long, value_name = "LEVEL", conflicts_with = "er")]
    pub(crate) level: Option<String>,

    /// With a rating (ER) in this range, both ends included
    #[arg(long, value_name = "LOW-HIGH")]
    pub(crate) er: Option<String>,

    /// With so many clues: a number or a range like 24-28
    #[arg(long, value_name = "CLUES", conflicts_with = "pattern", allow_negative_numbers = true)]
    pub(crate) clues: Option<String>,

    /// With clues that lie so
    #[arg(long, value_name = "NAME", conflicts_with = "pattern")]
    pub(crate) symmetry: Option<String>,

    /// With clues in these cells: 81 signs, . or 0 for a blank, anything else for a clue
    #[arg(long, value_name = "MASK")]
    pub(crate) pattern: Option<String>,

    /// That need this technique: those up to it suffice, without it they do not (see techniques)
    #[arg(long, value_name = "NAME", value_parser = parse_technique)]
    pub(crate) technique: Option<TechniqueName>,

    /// In which every clue is needed
    #[arg(long)]
    pub(crate) minimal: bool,

    /// The seed, a number or any text [default: a random one]
    #[arg(long, value_name = "SEED", allow_negative_numbers = true)]
    pub(crate) seed: Option<String>,

    /// The index of the first puzzle
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) index: u64,

    /// Give up after so many attempts at a puzzle
    #[arg(long, value_name = "N", default_value_t = 1_000_000)]
    #[arg(value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) attempts: u64,

    /// Do not rate puzzles for --json and --pdf: many times as quick
    #[arg(long, conflicts_with_all = ["level", "er"])]
    pub(crate) no_rating: bool,

    /// The text form to write; kaggle for instance has puzzle and solution [default: line]
    #[arg(long, value_name = "FORM", value_parser = format_parser(), conflicts_with = "json")]
    #[arg(hide_possible_values = true)]
    pub(crate) to: Option<&'static Format>,

    /// Print the puzzles into this PDF as well
    #[arg(long, value_name = "FILE")]
    pub(crate) pdf: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) layout: BookletLayoutArgs,

    #[command(flatten)]
    pub(crate) threads: ThreadArgs,

    #[command(flatten)]
    pub(crate) json: JsonArgs,
}

/// How a booklet looks.
#[derive(Debug, Args)]
pub(crate) struct BookletLayoutArgs {
    /// The title of the booklet [default: Sudoku]
    #[arg(long, value_name = "TEXT")]
    pub(crate) title: Option<String>,

    /// So many puzzles on a page of the booklet: 1, 2, 4, 6, 9 or 12 [default: 4]
    #[arg(long, value_name = "N", value_parser = parse_per_page)]
    pub(crate) per_page: Option<PerPage>,

    /// The paper of the booklet [default: a4]
    #[arg(long, value_name = "SIZE")]
    pub(crate) paper: Option<PaperArg>,
}

impl BookletLayoutArgs {
    /// Whether anything is asked of it.
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

/// The size of paper.
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

/// What to print.
#[derive(Debug, Args)]
pub(crate) struct BookletArgs {
    #[command(flatten)]
    pub(crate) input: InputArgs,

    /// The file to write [default: standard output]
    #[arg(long, short, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,

    /// Leave out how hard the puzzles are: many times as quick
    #[arg(long)]
    pub(crate) no_rating: bool,

    #[command(flatten)]
    pub(crate) layout: BookletLayoutArgs,

    #[command(flatten)]
    pub(crate) threads: ThreadArgs,
}

/// What to draw.
#[derive(Debug, Args)]
pub(crate) struct PictureArgs {
    #[command(flatten)]
    pub(crate) input: InputArgs,

    /// What is drawn
    #[arg(long, value_name = "WHAT", default_value = "values")]
    pub(crate) show: PictureContent,

    #[command(flatten)]
    pub(crate) json: JsonArgs,
}

/// What a picture shows.
#[derive(Copy, Clone, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum PictureContent {
    /// Givens and written digits
    Values,
    /// The candidates of empty cells as well
    Candidates,
    /// The solution, givens set apart
    Solution,
}

impl From<PictureContent> for veridoku_api::picture::Show {
    fn from(drawn: PictureContent) -> veridoku_api::picture::Show {
        match drawn {
            PictureContent::Values => veridoku_api::picture::Show::Values,
            PictureContent::Candidates => veridoku_api::picture::Show::Candidates,
            PictureContent::Solution => veridoku_api::picture::Show::Solution,
        }
    }
}

/// A number of puzzles on a page.
fn parse_per_page(text: &str) -> Result<PerPage, String> {
    let per_page = text.parse().ok().and_then(PerPage::new);
    per_page.ok_or_else(|| "expected 1, 2, 4, 6, 9 or 12".to_string())
}
