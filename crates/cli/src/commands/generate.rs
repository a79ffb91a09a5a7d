//! `veridoku generate`: generates puzzles.

use super::booklet;
use crate::args;
use crate::attempts::{self, AttemptSummary, GenerationRequest, PuzzleReceiver};
use crate::output::{self, ExitOutcome, Output, group_digits, message, write_json};
use crate::progress::CountProgressBar;
use anyhow::{Context, ensure};
use std::fs::OpenOptions;
use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use veridoku_api::booklet::{Booklet, BookletPuzzle};
use veridoku_api::generate::{GeneratedPuzzle, Maker, NumberOrText, Options, Tools};
use veridoku_api::render::grid::{self, GridView};
use veridoku_api::technique_options::TechniqueName;
use veridoku_core::{CellSet, Grid};
use veridoku_formats::{Fields, Record, Writer};

pub(crate) fn run(options: &args::GenerateArgs) -> anyhow::Result<ExitOutcome> {
    ensure!(
        options.pdf.is_some() || !options.layout.is_given(),
        "--title, --per-page and --paper require --pdf FILE"
    );
    ensure!(
        options.pdf.is_none() || options.count > 0,
        "found --count 0, expected at least 1 puzzle for --pdf"
    );
    let output = if options.json.json {
        PuzzleOutput::Json
    } else if options.count == 1 && options.to.is_none() && output::is_terminal() {
        PuzzleOutput::Picture
    } else {
        PuzzleOutput::Text(Box::new(Writer::new(options.to.unwrap_or_else(args::line_format))))
    };
    let is_rated = !options.no_rating && (options.pdf.is_some() || !matches!(output, PuzzleOutput::Text(_)));
    let maker = Maker::new(&Options {
        level: options.level.as_deref().map(NumberOrText::from),
        er: options.er.as_deref().map(NumberOrText::from),
        clues: options.clues.as_deref().map(NumberOrText::from),
        symmetry: options.symmetry.clone(),
        pattern: options.pattern.clone(),
        technique: options.technique.clone(),
        minimal: options.minimal,
        seed: options.seed.as_deref().map(NumberOrText::from),
        rating: Some(is_rated),
        count: Some(options.count),
        index: options.index,
        ..Options::default()
    })?;
    if let Some(path) = &options.pdf {
        // Fail before generating puzzles if the file cannot be written.
        let opened = OpenOptions::new().create(true).append(true).open(path);
        opened.with_context(|| format!("cannot write {}", path.display()))?;
    }
    let mut writer =
        PuzzleWriter { output, out: Output::standard(), sheets: options.pdf.as_ref().map(|_| Vec::new()) };
    writer.begin()?;
    let summary = generate_all(options, &maker, &mut writer)?;
    writer.end()?;
    if let (Some(path), Some(sheets)) = (&options.pdf, &writer.sheets) {
        let booklet = Booklet { remark: request_text(options), ..(&options.layout).into() };
        let text = booklet::pdf(&booklet, sheets);
        std::fs::write(path, text).with_context(|| format!("cannot write {}", path.display()))?;
    }
    // JSON and drawings contain the seed. For text output, print a random seed separately, because the
    // puzzles cannot be reproduced without it.
    if options.seed.is_none() && matches!(writer.output, PuzzleOutput::Text(_)) {
        message(&format!("veridoku: seed {}", maker.seed()));
    }
    Ok(report_missing(options, summary))
}

/// Generates the puzzles, and writes them as they are found.
fn generate_all(
    options: &args::GenerateArgs,
    maker: &Maker,
    writer: &mut PuzzleWriter,
) -> anyhow::Result<AttemptSummary> {
    let threads = options.threads.threads.or_else(|| std::thread::available_parallelism().ok());
    let request =
        GenerationRequest { first: options.index, count: options.count, attempts: options.attempts };
    let interrupts = Arc::new(AtomicU32::new(0));
    let seen = Arc::clone(&interrupts);
    // The first interrupt stops the run and keeps the puzzles found so far; the second one exits immediately.
    ctrlc::set_handler(move || {
        if seen.fetch_add(1, Ordering::Relaxed) > 0 {
            std::process::exit(130);
        }
    })?;
    let attempt = |tools: &mut Tools, index, attempt| maker.attempt(tools, index, attempt);
    let progress_bar = CountProgressBar::new(options.count);
    let mut writer = InterruptibleWriter { writer, progress_bar, interrupts };
    let summary = attempts::generate(request, threads.unwrap_or(NonZeroUsize::MIN), &mut writer, attempt);
    writer.progress_bar.finish();
    summary
}

/// Prints a message if fewer puzzles were found than requested, and returns the outcome.
fn report_missing(options: &args::GenerateArgs, summary: AttemptSummary) -> ExitOutcome {
    if summary.found >= options.count {
        return ExitOutcome::Success;
    }
    let reason = match summary.exhausted {
        Some(index) => format!("gave up after {} attempts at puzzle {index}", group_digits(options.attempts)),
        None => "interrupted".to_string(),
    };
    let (found, count, attempts) =
        (group_digits(summary.found), group_digits(options.count), group_digits(summary.attempts));
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
#[derive(Debug)]
struct PuzzleWriter {
    output: PuzzleOutput,
    out: Output,
    /// The puzzles for the booklet, if one was requested.
    sheets: Option<Vec<BookletPuzzle>>,
}

/// Writes puzzles as they are found, and ends the run if the user presses Ctrl-C.
#[derive(Debug)]
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
        self.out.write_all(text.as_bytes())
    }

    fn write(&mut self, generated: &GeneratedPuzzle) -> anyhow::Result<()> {
        let (puzzle, solution): (Grid, Grid) = (generated.puzzle.parse()?, generated.solution.parse()?);
        match &mut self.output {
            PuzzleOutput::Json => write_json(&mut self.out, generated)?,
            PuzzleOutput::Picture => self.out.write_all(draw(generated, &puzzle).as_bytes())?,
            PuzzleOutput::Text(writer) => {
                let mut fields = Fields::default();
                if let (Some(level), Some(er)) = (generated.level, generated.er) {
                    fields.push(Fields::LEVEL, level);
                    fields.push(Fields::RATING, format!("{er:.1}"));
                }
                let record = Record { puzzle: puzzle.into(), solution: Some(solution), fields };
                let mut text = String::new();
                writer.record(&record, &mut text)?;
                self.out.write_all(text.as_bytes())?;
            }
        }
        if let Some(sheets) = &mut self.sheets {
            sheets.push(BookletPuzzle { puzzle, solution: Some(solution), caption: caption(generated) });
        }
        self.out.flush()?;
        Ok(())
    }

    fn end(&mut self) -> io::Result<()> {
        let mut text = String::new();
        if let PuzzleOutput::Text(writer) = &mut self.output {
            writer.footer(&mut text);
        }
        self.out.write_all(text.as_bytes())?;
        self.out.flush()
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
fn request_text(options: &args::GenerateArgs) -> String {
    let technique = options.technique.as_ref().map(TechniqueName::name);
    let properties = [
        ("level", options.level.as_deref()),
        ("ER", options.er.as_deref()),
        ("clues", options.clues.as_deref()),
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

/// Draws a puzzle.
fn draw(generated: &GeneratedPuzzle, puzzle: &Grid) -> String {
    let view = GridView { title: "", grid: puzzle, givens: puzzle.filled(), highlighted: CellSet::EMPTY };
    format!("{}\n{}\n", grid::side_by_side(&[view]).trim_start_matches('\n').trim_end(), caption(generated))
}
