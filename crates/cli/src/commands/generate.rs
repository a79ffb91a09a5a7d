//! `veridoku generate`: generates puzzles.

use super::booklet::{self, BookletLayoutArgs};
use crate::args::{ForceArgs, JsonArgs, ThreadArgs, output_file};
use crate::attempts::{self, AttemptSummary, GenerationRequest, PuzzleReceiver};
use crate::output::{self, ExitOutcome, Output, group_digits, message, write_json};
use crate::progress::CountProgressBar;
use crate::whole_file::WholeFile;
use anyhow::ensure;
use clap::Args;
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use veridoku_api::booklet::{Booklet, BookletPuzzle};
use veridoku_api::command_values;
use veridoku_api::generate::{GeneratedPuzzle, INTERRUPTIBLE_ATTEMPTS, Maker, NumberOrText, Options, Tools};
use veridoku_api::operation::line_format;
use veridoku_api::render::grid::{self, GridView};
use veridoku_api::render::text_width::TextWidth;
use veridoku_api::technique_options::TechniqueName;
use veridoku_core::{CellSet, Grid};
use veridoku_formats::{Fields, Format, Record, Writer};

#[derive(Debug, Args)]
pub(crate) struct GenerateArgs {
    #[command(flatten)]
    options: Options,

    /// Text format to write, for example kaggle for puzzles with solutions [default: line]
    #[arg(long, value_name = "FORMAT", value_parser = command_values::format(), conflicts_with = "json")]
    #[arg(hide_possible_values = true, help_heading = "Output options")]
    to: Option<&'static Format>,

    /// Also write a booklet of the puzzles to this PDF file
    #[arg(long, value_name = "FILE", value_parser = output_file(), help_heading = "Output options")]
    pdf: Option<PathBuf>,

    #[command(flatten)]
    force: ForceArgs,

    #[command(flatten)]
    layout: BookletLayoutArgs,

    #[command(flatten)]
    threads: ThreadArgs,

    #[command(flatten)]
    json: JsonArgs,
}

pub(crate) fn run(args: &GenerateArgs) -> anyhow::Result<ExitOutcome> {
    ensure!(
        args.pdf.is_some() || !args.layout.is_given(),
        "--title, --per-page and --paper require --pdf FILE"
    );
    let count = args.options.count.unwrap_or(1);
    ensure!(args.pdf.is_none() || count > 0, "found --count 0, expected at least 1 puzzle for --pdf");
    let output = if args.json.json {
        PuzzleOutput::Json
    } else if count == 1 && args.to.is_none() && output::is_terminal() {
        PuzzleOutput::Picture
    } else {
        PuzzleOutput::Text(Box::new(Writer::new(args.to.unwrap_or_else(line_format))))
    };
    // The text formats have no place for the rating.
    let shows_rating = args.pdf.is_some() || !matches!(output, PuzzleOutput::Text(_));
    let rating = args.options.rating.filter(|_| shows_rating).or(Some(false));
    let maker = Maker::new(&Options { rating, ..args.options.clone() })?;
    let pdf = match &args.pdf {
        Some(path) => Some(WholeFile::new(path, args.force)?),
        None => None,
    };
    let mut writer = PuzzleWriter {
        output,
        out: Output::standard(),
        sheets: pdf.as_ref().map(|_| Vec::new()),
        has_reader: true,
    };
    writer.begin()?;
    let request = GenerationRequest {
        first: args.options.index,
        count,
        attempts: args.options.attempts.unwrap_or(INTERRUPTIBLE_ATTEMPTS),
    };
    let summary = generate_all(request, args.threads, &maker, &mut writer)?;
    writer.end()?;
    if let (Some(file), Some(sheets @ [_, ..])) = (&pdf, writer.sheets.as_deref()) {
        let booklet = Booklet { remark: request_text(&args.options), ..(&args.layout).into() };
        file.write(|out| booklet::write_pdf(&booklet, sheets, out))?;
    }
    // JSON and drawings contain the seed. For text output, print a random seed separately, because the
    // puzzles cannot be reproduced without it.
    if args.options.seed.is_none() && matches!(writer.output, PuzzleOutput::Text(_)) {
        message(&format!("veridoku: seed {}", maker.seed()));
    }
    Ok(report_missing(request, summary))
}

/// Generates the puzzles, and writes them as they are found.
fn generate_all(
    request: GenerationRequest,
    threads: ThreadArgs,
    maker: &Maker,
    writer: &mut PuzzleWriter,
) -> anyhow::Result<AttemptSummary> {
    let interrupts = Arc::new(AtomicU32::new(0));
    let seen = Arc::clone(&interrupts);
    // The first interrupt stops the run and keeps the puzzles found so far; the second one exits immediately.
    ctrlc::set_handler(move || {
        if seen.fetch_add(1, Ordering::Relaxed) > 0 {
            std::process::exit(130);
        }
    })?;
    let attempt = |tools: &mut Tools, index, attempt| maker.attempt(tools, index, attempt);
    let progress_bar = CountProgressBar::new(request.count);
    let mut writer = InterruptibleWriter { writer, progress_bar, interrupts };
    let summary = attempts::generate(request, threads.count(), &mut writer, attempt);
    writer.progress_bar.finish();
    summary
}

/// Prints a message if fewer puzzles were found than requested, and returns the outcome.
fn report_missing(request: GenerationRequest, summary: AttemptSummary) -> ExitOutcome {
    if summary.found >= request.count {
        return ExitOutcome::Success;
    }
    let reason = match summary.exhausted {
        Some(index) => format!("gave up after {} attempts at puzzle {index}", group_digits(request.attempts)),
        None => "interrupted".to_string(),
    };
    let (found, count, attempts) =
        (group_digits(summary.found), group_digits(request.count), group_digits(summary.attempts));
    message(&format!("veridoku: found {found} of {count} puzzles in {attempts} attempts: {reason}"));
    ExitOutcome::Negative
}

/// The output format of generated puzzles.
#[derive(Debug)]
enum PuzzleOutput {
    Json,
    Picture,
    Text(Box<Writer>),
}

/// Writes generated puzzles.
struct PuzzleWriter {
    output: PuzzleOutput,
    out: Output,
    /// The puzzles for the booklet, if one was requested.
    sheets: Option<Vec<BookletPuzzle>>,
    /// Whether standard output still has a reader.
    has_reader: bool,
}

/// Writes puzzles as they are found, and ends the run if the user presses Ctrl-C.
struct InterruptibleWriter<'w> {
    writer: &'w mut PuzzleWriter,
    progress_bar: CountProgressBar,
    /// The number of times that the user has pressed Ctrl-C.
    interrupts: Arc<AtomicU32>,
}

impl PuzzleReceiver<GeneratedPuzzle> for InterruptibleWriter<'_> {
    fn accept(&mut self, puzzle: GeneratedPuzzle) -> anyhow::Result<()> {
        self.progress_bar.suspend(|| self.writer.write(&puzzle))
    }

    fn tick(&mut self, summary: AttemptSummary) -> ControlFlow<()> {
        self.progress_bar.advance(summary.found, Some(summary.attempts));
        if self.interrupts.load(Ordering::Relaxed) > 0 {
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    }
}

impl PuzzleWriter {
    fn begin(&mut self) -> io::Result<()> {
        let mut text = String::new();
        if let PuzzleOutput::Text(writer) = &mut self.output {
            writer.header(&mut text);
        }
        self.print(text.as_bytes())
    }

    /// Writes to standard output. If its reader has left, the booklet still needs all puzzles.
    fn print(&mut self, text: &[u8]) -> io::Result<()> {
        if !self.has_reader {
            return Ok(());
        }
        match self.out.write_all(text).and_then(|()| self.out.flush()) {
            Err(error) if self.sheets.is_some() && output::is_closed_pipe(&error) => {
                self.has_reader = false;
                Ok(())
            }
            written => written,
        }
    }

    fn write(&mut self, generated: &GeneratedPuzzle) -> anyhow::Result<()> {
        let (puzzle, solution): (Grid, Grid) = (generated.puzzle.parse()?, generated.solution.parse()?);
        let mut bytes = Vec::new();
        match &mut self.output {
            PuzzleOutput::Json => write_json(&mut bytes, generated)?,
            PuzzleOutput::Picture => bytes = draw(generated, &puzzle).into_bytes(),
            PuzzleOutput::Text(writer) => {
                let mut fields = Fields::default();
                if let (Some(level), Some(er)) = (generated.level, generated.er) {
                    fields.push(Fields::LEVEL, level);
                    fields.push(Fields::RATING, format!("{er:.1}"));
                }
                let record = Record { puzzle: puzzle.into(), solution: Some(solution), fields };
                let mut text = String::new();
                writer.record(&record, &mut text)?;
                bytes = text.into_bytes();
            }
        }
        self.print(&bytes)?;
        if let Some(sheets) = &mut self.sheets {
            sheets.push(BookletPuzzle { puzzle, solution: Some(solution), caption: caption(generated) });
        }
        Ok(())
    }

    fn end(&mut self) -> io::Result<()> {
        let mut text = String::new();
        if let PuzzleOutput::Text(writer) = &mut self.output {
            writer.footer(&mut text);
        }
        self.print(text.as_bytes())
    }
}

/// Returns the caption of a puzzle.
fn caption(generated: &GeneratedPuzzle) -> String {
    let mut parts = Vec::new();
    if let (Some(level), Some(er)) = (generated.level, generated.er) {
        parts.push(format!("{level} ({er:.1})"));
    }
    parts.push(format!("{} clues", generated.clues));
    // The index comes first, so that only the seed is cut off if the caption is too long.
    let index = if generated.index == 0 { String::new() } else { format!("index {} of ", generated.index) };
    parts.push(format!("{index}seed {}", generated.seed));
    parts.join(", ")
}

/// Lists the requested properties. Together with seed and index, they identify the puzzles.
fn request_text(options: &Options) -> String {
    let technique = options.technique.as_ref().map(TechniqueName::name);
    let properties = [
        ("level", options.level.as_ref().map(NumberOrText::as_str)),
        ("ER", options.er.as_ref().map(NumberOrText::as_str)),
        ("clues", options.clues.as_ref().map(NumberOrText::as_str)),
        ("symmetry", options.symmetry.as_deref()),
        ("pattern", options.pattern.as_deref()),
        ("technique", technique),
        ("minimal", options.minimal.then_some("")),
    ];
    let texts = properties
        .into_iter()
        .filter_map(|(name, value)| Some(format!("{name} {}", value?).trim_end().to_string()));
    texts.collect::<Vec<_>>().join(", ")
}

/// Draws a puzzle, with its 81 characters below for copying.
fn draw(generated: &GeneratedPuzzle, puzzle: &Grid) -> String {
    let view = GridView { title: "", grid: puzzle, givens: puzzle.filled(), highlighted: CellSet::EMPTY };
    let drawn = grid::side_by_side(&[view], TextWidth::Unlimited);
    format!("{}\n{}\n{puzzle}\n", drawn.trim_start_matches('\n').trim_end(), caption(generated))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_drawing_ends_with_the_line_to_copy() {
        let maker = Maker::new(&Options { seed: Some("7".into()), ..Options::default() }).unwrap();
        let generated = (0..).find_map(|attempt| maker.attempt(&mut Tools::default(), 0, attempt)).unwrap();
        let puzzle: Grid = generated.puzzle.parse().unwrap();
        assert_eq!(draw(&generated, &puzzle).lines().last(), Some(generated.puzzle.as_str()));
    }
}
