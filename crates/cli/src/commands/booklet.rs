//! `veridoku booklet`: prints puzzles to a PDF.
//!
//! ```text
//! input ──one thread──▶ sheets ──all threads──▶ rated sheets ──▶ PDF
//! ```
//!
//! Rating takes most of the time. It starts once all puzzles have been read, and uses all threads.

use crate::args::{ForceArgs, InputArgs, ThreadArgs, output_path};
use crate::driver::{Job, PuzzleJob, RequestedStyle};
use crate::output::{self, ExitOutcome, OutputStyle, message};
use crate::progress::CountProgressBar;
use crate::run::run_job;
use crate::whole_file::{WholeFile, refuse_input_as_output};
use anyhow::ensure;
use clap::Args;
use rayon::prelude::*;
use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};
use veridoku_api::Error;
use veridoku_api::booklet::{Booklet, BookletPuzzle, Paper, PerPage};
use veridoku_api::canon::clues;
use veridoku_api::command::CommandInfo;
use veridoku_api::generate::Level;
use veridoku_api::rate::{self, Scale};
use veridoku_core::{Grid, Puzzle, Verdict};
use veridoku_formats::{Fields, Format, Record};
use veridoku_logic::rating::Difficulty;

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
    pub(crate) paper: Option<Paper>,
}

impl BookletLayoutArgs {
    /// Reports whether any layout option was given.
    pub(crate) fn is_given(&self) -> bool {
        self.title.is_some() || self.per_page.is_some() || self.paper.is_some()
    }
}

impl From<&BookletLayoutArgs> for Booklet {
    fn from(layout: &BookletLayoutArgs) -> Booklet {
        Booklet {
            title: layout.title.clone().unwrap_or_else(|| "Sudoku".to_string()),
            paper: layout.paper.unwrap_or(Paper::A4),
            per_page: layout.per_page.unwrap_or_default(),
            remark: String::new(),
        }
    }
}

#[derive(Debug, Args)]
pub(crate) struct BookletArgs {
    #[command(flatten)]
    pub(crate) input: InputArgs,

    /// File to write [default: standard output]
    #[arg(long, short, value_name = "FILE", value_parser = output_path(), help_heading = "Output options")]
    pub(crate) output: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) force: ForceArgs,

    /// Do not rate the puzzles (much faster)
    #[arg(long)]
    pub(crate) no_rating: bool,

    #[command(flatten)]
    pub(crate) layout: BookletLayoutArgs,

    #[command(flatten)]
    pub(crate) threads: ThreadArgs,
}

/// Returns the help text after the options of the command.
pub(crate) fn help() -> String {
    CommandInfo { examples: &["booklet --output booklet.pdf puzzles.txt"], ..CommandInfo::DEFAULT }.help()
}

/// Parses a number of puzzles per page.
fn parse_per_page(text: &str) -> Result<PerPage, String> {
    let per_page = text.parse().ok().and_then(PerPage::new);
    per_page.ok_or_else(|| "expected 1, 2, 4, 6, 9 or 12".to_string())
}

pub(crate) fn run(options: &BookletArgs) -> anyhow::Result<ExitOutcome> {
    let output = options.output.as_ref().filter(|path| path.as_os_str() != "-");
    let output = match output {
        Some(path) => {
            refuse_input_as_output(&options.input.inputs, path)?;
            Some(WholeFile::new(path, options.force)?)
        }
        None => None,
    };
    ensure!(
        output.is_some() || !output::is_terminal(),
        "refusing to write a PDF to a terminal; use --output FILE or a pipe"
    );
    let job = BookletJob {
        booklet: (&options.layout).into(),
        output,
        threads: (!options.no_rating).then_some(options.threads),
        sheets: Mutex::default(),
    };
    let outcome = run_job(&options.input, RequestedStyle::Line, &options.threads.into(), Job::Puzzles(&job))?;
    if outcome == ExitOutcome::Success && job.sheets.lock().unwrap_or_else(PoisonError::into_inner).is_empty()
    {
        message("veridoku: found no puzzles to print");
        return Ok(ExitOutcome::Unreadable);
    }
    Ok(outcome)
}

/// Writes the booklet of these puzzles as a PDF. Prints a message if its fonts lack any characters.
pub(crate) fn write_pdf(booklet: &Booklet, sheets: &[BookletPuzzle], out: &mut dyn Write) -> io::Result<()> {
    let missing = booklet.unprintable(sheets);
    if !missing.is_empty() {
        let missing: String = missing.into_iter().collect();
        message(&format!("veridoku: the booklet fonts lack {missing:?}; printing question marks instead"));
    }
    booklet.write_pdf(sheets, out)
}

#[derive(Debug)]
struct BookletJob {
    booklet: Booklet,
    /// The output file, or `None` for standard output.
    output: Option<WholeFile>,
    /// The threads for rating, or `None` if the puzzles are not rated.
    threads: Option<ThreadArgs>,
    sheets: Mutex<Vec<BookletPuzzle>>,
}

impl PuzzleJob for BookletJob {
    fn answer(
        &self,
        record: &Record,
        _format: Option<&'static Format>,
        _style: OutputStyle,
        _out: &mut dyn Write,
    ) -> io::Result<ExitOutcome> {
        let puzzle = match clues(&record.puzzle) {
            Ok(clues) => clues,
            Err(error) => {
                message(&format!("veridoku: {}: {error}", record.puzzle));
                return Ok(ExitOutcome::Unreadable);
            }
        };
        let verdict = Verdict::of(&Puzzle::from(puzzle), veridoku_api::DEFAULT_NODES);
        let mut parts = vec![format!("{} clues", puzzle.filled().len())];
        if let Some(title) = record.fields.get(Fields::TITLE).or(record.fields.get(Fields::COMMENT)) {
            parts.push(title.to_string());
        }
        let (solution, outcome) = match verdict {
            Verdict::Unique(solution) => (Some(solution), ExitOutcome::Success),
            other => {
                message(&format!("veridoku: {puzzle}: {}", other.reason().unwrap_or_default()));
                parts.insert(0, "no unique solution".to_string());
                (None, ExitOutcome::Negative)
            }
        };
        self.sheets.lock().unwrap_or_else(PoisonError::into_inner).push(BookletPuzzle {
            puzzle,
            solution,
            caption: parts.join(", "),
        });
        Ok(outcome)
    }

    fn end(&self, _style: OutputStyle, out: &mut dyn Write) -> io::Result<()> {
        let mut sheets = self.sheets.lock().unwrap_or_else(PoisonError::into_inner);
        if sheets.is_empty() {
            return Ok(());
        }
        if let Some(threads) = self.threads {
            rate_all(&mut sheets, threads).map_err(io::Error::other)?;
        }
        match &self.output {
            Some(file) => file.write(|out| write_pdf(&self.booklet, &sheets, out)),
            None => write_pdf(&self.booklet, &sheets, out),
        }
    }

    fn write_error(&self, error: &Error, _: OutputStyle, _: &mut dyn Write) -> io::Result<ExitOutcome> {
        message(&format!("veridoku: {error}"));
        Ok(ExitOutcome::Unreadable)
    }
}

/// Adds the level to the caption of every puzzle with a unique solution.
fn rate_all(sheets: &mut [BookletPuzzle], threads: ThreadArgs) -> anyhow::Result<()> {
    let sheets: Vec<_> = sheets.iter_mut().filter(|sheet| sheet.solution.is_some()).collect();
    let progress = Mutex::new((0, CountProgressBar::new(sheets.len() as u64)));
    let pool = threads.pool(sheets.len())?;
    // One puzzle per task, because some take a thousand times as long as others.
    pool.install(|| {
        sheets.into_par_iter().with_max_len(1).for_each(|sheet| {
            if let Some(level) = level(&sheet.puzzle) {
                sheet.caption = format!("{level}, {}", sheet.caption);
            }
            let (count, bar) = &mut *progress.lock().unwrap_or_else(PoisonError::into_inner);
            *count += 1;
            bar.advance(*count, None);
        });
    });
    progress.into_inner().unwrap_or_else(PoisonError::into_inner).1.finish();
    Ok(())
}

/// Returns the level and rating of a puzzle, if it can be rated.
fn level(puzzle: &Grid) -> Option<String> {
    let options = rate::Options { only: Some(Scale::Er), ..rate::Options::default() };
    let er = rate::report_until(&Record::from(*puzzle), &options, || false).explainer?.er?;
    let er = Difficulty::try_from(er).ok()?;
    Some(format!("{} ({er})", Level::of(er).name))
}
