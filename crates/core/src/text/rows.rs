//! Gathering the nine rows of a puzzle, line by line.
//!
//! An empty line may stand after rows 3 and 6, after both or after neither; anywhere else it ends
//! the puzzle. So an incomplete puzzle is one error of its own and takes no row of the next:
//!
//! ```text
//! 3 rows, empty line, 3 rows, empty line, 3 rows    a puzzle
//! 3 rows, empty line, 9 rows                        an error and a puzzle
//! 4 rows, empty line                                an error
//! ```
//!
//! A line that cannot be a row but stands among rows counts as one, so that a bad character costs
//! one error and not two.

use super::block::{self, Spelling};
use super::detect::Heading;
use super::error::{ParseError, ParseErrorKind};
use super::format::Format;
use super::reader::{Item, LIMIT};
use super::record::{Fields, Record};
use super::row;
use super::source::Source;
use crate::puzzle::Puzzle;

/// What stands before a puzzle.
#[derive(Clone, Debug, Default)]
pub(super) struct Preface {
    /// The line on which it starts.
    line: Option<u64>,
    fields: Fields,
    size: usize,
    pub(super) heading: Option<Heading>,
    /// A line of nine dashes that may turn out to be a row.
    dashes: Option<(u64, String)>,
}

impl Preface {
    /// Whether nothing stands there.
    pub(super) fn is_empty(&self) -> bool {
        self.line.is_none()
    }

    /// Adds a line of metadata; what goes beyond the limit of a record is dropped.
    pub(super) fn field(&mut self, line: u64, key: &'static str, value: &str) {
        self.line.get_or_insert(line);
        self.size += value.len() + 64;
        if self.size < LIMIT {
            self.fields.push_text(key, value);
        }
    }

    /// Adds a heading.
    pub(super) fn heading(&mut self, line: u64, heading: Heading) {
        self.line.get_or_insert(line);
        self.heading = Some(heading);
    }

    /// Adds a line of nine dashes.
    pub(super) fn dashes(&mut self, source: Source<'_>) {
        self.line.get_or_insert(source.line());
        self.dashes = Some((source.line(), source.text().to_string()));
    }
}

/// The rows of a puzzle, as far as they have come.
#[derive(Clone, Debug, Default)]
pub(super) struct Rows {
    preface: Preface,
    lines: Vec<(u64, String)>,
    size: usize,
    /// Whether there is a frame, or `|` between the boxes.
    framed: bool,
    /// Whether `-` stands for a blank.
    dashed: bool,
    /// The rows before each empty line.
    gaps: Vec<usize>,
    /// What was wrong first.
    error: Option<ParseError>,
    /// The givens, if these rows are the state of play.
    givens: Option<Puzzle>,
}

/// What comes of a line.
#[derive(Debug)]
pub(super) enum Progress {
    /// More rows are needed.
    More,
    /// The puzzle is complete.
    Complete,
    /// The puzzle ended before this line.
    Broken,
}

impl Rows {
    /// No rows yet, after this preface.
    pub(super) fn new(preface: Preface) -> Rows {
        Rows { preface, ..Rows::default() }
    }

    /// The number of rows.
    pub(super) fn len(&self) -> usize {
        self.lines.len()
    }

    /// Whether `-` stands for a blank.
    pub(super) fn dashed(&self) -> bool {
        self.dashed
    }

    /// The heading before the rows.
    pub(super) fn heading(&self) -> Option<Heading> {
        self.preface.heading
    }

    /// Notes a line of the frame.
    pub(super) fn frame(&mut self) {
        self.framed = true;
    }

    /// Adds a row. Gives back the error of an incomplete puzzle before it, if the row shows that
    /// there was one.
    pub(super) fn push(&mut self, source: Source<'_>) -> Option<Item> {
        let text = source.text();
        let mut broken = None;
        if self.lines.len() == 6 && self.gaps == [3] {
            let mut rest = Rows { lines: self.lines.split_off(3), ..Rows::default() };
            std::mem::swap(self, &mut rest);
            broken = Some(rest.incomplete());
        }
        if text.contains('-') && text.contains(|character: char| character.is_ascii_digit()) {
            self.dashed = true;
        }
        let dashes = self.preface.dashes.take().filter(|_| self.dashed && self.lines.is_empty());
        self.lines.extend(dashes);
        self.framed |=
            text.contains(|character| row::is_separator(character) && character != ' ' && character != ',');
        self.size += text.len();
        if self.size > LIMIT {
            self.bad(source.error(0, ParseErrorKind::TooLong));
        } else {
            self.lines.push((source.line(), text.to_string()));
        }
        broken
    }

    /// Adds a line that cannot be read at all as a row.
    pub(super) fn bad(&mut self, error: ParseError) {
        self.lines.push((error.line, String::new()));
        self.error.get_or_insert(error);
    }

    /// Notes an empty line.
    pub(super) fn gap(&mut self, source: Source<'_>) -> Progress {
        let spaced = |(_, row): &(u64, String)| row::is_spaced(row);
        if row::is_spaced(source.text()) && self.lines.iter().any(spaced) {
            // An empty row of a grid that has spaces for blanks.
            self.lines.push((source.line(), source.text().to_string()));
            return Progress::More;
        }
        let count = self.lines.len();
        match (count, self.gaps.as_slice()) {
            (3, []) | (6, [3]) => self.gaps.push(count),
            // More than one empty line, or one before the first row.
            (3, [3]) | (6, [3, 6]) | (0, _) => {}
            _ => return Progress::Broken,
        }
        Progress::More
    }

    /// Whether all rows are there.
    pub(super) fn progress(&self) -> Progress {
        if self.lines.len() >= 9 { Progress::Complete } else { Progress::More }
    }

    /// The line on which the puzzle starts.
    fn line(&self) -> u64 {
        let first = self.lines.first().map(|&(line, _)| line);
        self.preface.line.or(first).unwrap_or(1)
    }

    /// The error of a puzzle with too few rows.
    pub(super) fn incomplete(self) -> Item {
        let line = self.line();
        let found = self.lines.len();
        let error = self.error.or_else(|| {
            // A bad row says more than a missing one.
            self.lines.iter().find_map(|(line, text)| row::read_strictly(Source::new(*line, text)).err())
        });
        let (last, text) = self.lines.last().map_or((line, ""), |(line, text)| (*line, text.as_str()));
        let source = Source::new(last, text);
        let error = error.unwrap_or_else(|| source.error(text.len(), ParseErrorKind::Rows { found }));
        Item { line, format: None, record: Err(error) }
    }

    /// Reads the nine rows.
    fn read(&self) -> Result<(Puzzle, Spelling), ParseError> {
        if let Some(error) = &self.error {
            return Err(error.clone());
        }
        let sources: Vec<Source<'_>> =
            self.lines.iter().map(|(line, text)| Source::new(*line, text)).collect();
        block::read(&sources)
    }

    /// The givens are complete, and the state of play follows. If the givens cannot be read, that
    /// is the error of the whole.
    pub(super) fn begin_state(&mut self) {
        match self.read() {
            Ok((puzzle, _)) => self.givens = Some(puzzle),
            Err(error) => self.error = Some(error),
        }
        self.lines.clear();
        self.gaps.clear();
        self.preface.heading = Some(Heading::State);
    }

    /// The puzzle of nine rows.
    pub(super) fn complete(self) -> Item {
        let line = self.line();
        match self.read() {
            Err(error) => Item { line, format: None, record: Err(error) },
            Ok((puzzle, spelling)) => {
                let format = Format::by_name(self.form(spelling));
                let puzzle = match &self.givens {
                    None => puzzle,
                    Some(givens) => merge(givens, &puzzle),
                };
                let record = Record { fields: self.preface.fields, ..Record::from(puzzle) };
                Item { line, format, record: Ok(record) }
            }
        }
    }

    /// The name of the form.
    fn form(&self, spelling: Spelling) -> &'static str {
        match (spelling, self.preface.heading) {
            (Spelling::Candidates, _) => "candidates",
            (Spelling::Marked, _) => "candidates-marked",
            (_, Some(Heading::Grid)) => "euler",
            (_, Some(Heading::Puzzle | Heading::State)) => "sdk",
            (Spelling::Values('X'), _) => "simple-sudoku-old",
            (Spelling::Values(_), _) if self.framed => "simple-sudoku",
            (Spelling::Values(_), _) => "sdk",
        }
    }
}

/// The position in which these givens have grown to this state.
fn merge(givens: &Puzzle, state: &Puzzle) -> Puzzle {
    let mut values = *state.values();
    for (cell, digit) in givens.values().values() {
        values.set(cell, Some(digit));
    }
    let puzzle = Puzzle::new(values, givens.values().filled());
    match state.written_candidates() {
        Some(candidates) => puzzle.with_candidates(candidates),
        None => puzzle,
    }
}
