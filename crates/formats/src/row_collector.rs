//! Collects the nine rows of a puzzle, line by line.
//!
//! Bands may be separated by empty lines, which must then follow both row 3 and row 6. An empty line
//! anywhere else ends the puzzle. So an incomplete puzzle is a single error and does not take rows from the
//! next puzzle:
//!
//! ```text
//! 3 rows, empty line, 3 rows, empty line, 3 rows    a puzzle
//! 3 rows, empty line, 9 rows                        an error and a puzzle
//! 4 rows, empty line                                an error
//! ```
//!
//! An invalid line between rows counts as a row, so that a bad character causes one error rather than two.
//! The first row is an exception: if it does not have nine cells, it is doubtful, and becomes a separate
//! error unless a valid row follows immediately.

use crate::assemble::{self, GridNotation};
use crate::detect::Heading;
use crate::error::{ParseError, ParseErrorKind};
use crate::format::Format;
use crate::formats::{candidates, nine_rows};
use crate::preamble::Preamble;
use crate::record::{LIMIT, Record};
use crate::row::{self, Framing};
use crate::span::{OwnedLine, Span};
use veridoku_core::Puzzle;

/// The rows of a puzzle that have been collected so far.
#[derive(Clone, Debug, Default)]
pub(crate) struct RowCollector {
    /// The lines before the rows.
    pub(crate) preamble: Preamble,
    lines: Vec<OwnedLine>,
    size: usize,
    /// Whether the grid has a frame, or bars between the boxes.
    framing: Framing,
    /// Whether `-` represents an empty cell.
    pub(crate) dash_is_blank: bool,
    /// For each empty line, the number of rows before it.
    gaps: Vec<usize>,
    /// Number of rows that have a frame line below them.
    ruled: usize,
    /// Number of the last row that has a frame line below it, counted from 1.
    last_ruled: usize,
    /// The first error.
    error: Option<ParseError>,
    /// The givens, if the rows being collected are the `[State]` section.
    givens: Option<Puzzle>,
}

impl RowCollector {
    /// Creates a collector without rows.
    pub(crate) fn new(preamble: Preamble) -> RowCollector {
        RowCollector { preamble, ..RowCollector::default() }
    }

    /// Returns the number of rows collected so far.
    pub(crate) fn len(&self) -> usize {
        self.lines.len()
    }

    /// Returns the width of the widest row.
    pub(crate) fn width(&self) -> usize {
        self.lines.iter().map(OwnedLine::width).max().unwrap_or(0)
    }

    /// Reports whether there is only one row and it is invalid.
    pub(crate) fn is_doubtful(&self) -> bool {
        matches!(self.lines.as_slice(), [only] if !row::is_row(only.source()))
    }

    /// Reports whether a frame line may follow the last row. That is the case after each band, or after every
    /// row if there has been a frame line after every row so far. Anywhere else, a frame line belongs to
    /// another grid, and this grid is missing rows.
    pub(crate) fn accepts_frame_line(&self) -> bool {
        let count = self.lines.len();
        let below_every_row = self.ruled + 1 == count || self.last_ruled == count;
        !self.is_doubtful() && (count.is_multiple_of(3) || below_every_row)
    }

    /// Notes that a frame line follows the rows collected so far.
    pub(crate) fn add_frame_line(&mut self) {
        self.framing = Framing::Framed;
        if self.last_ruled != self.lines.len() {
            self.last_ruled = self.lines.len();
            self.ruled += 1;
        }
    }

    /// Adds a row. If the row shows that the previous rows were an incomplete puzzle, returns those rows.
    pub(crate) fn push(&mut self, source: Span<'_>) -> Option<RowCollector> {
        let text = source.text();
        let mut incomplete = None;
        if self.lines.len() == 6 && self.gaps == [3] {
            let mut rest = RowCollector { lines: self.lines.split_off(3), ..RowCollector::default() };
            std::mem::swap(self, &mut rest);
            incomplete = Some(rest);
        }
        if text.contains('-') && text.contains(|character: char| character.is_ascii_digit()) {
            self.dash_is_blank = true;
        }
        if self.lines.is_empty() {
            match self.preamble.take_frame() {
                Some(dashes) if self.dash_is_blank && row::is_row(dashes.source()) => self.lines.push(dashes),
                Some(_) => self.add_frame_line(),
                None => {}
            }
        }
        if Framing::of(text) == Framing::Framed {
            self.add_frame_line();
        }
        self.size += text.len();
        if self.size > LIMIT {
            self.push_error(source.error(0, ParseErrorKind::TooLong));
        } else {
            self.lines.push(OwnedLine::new(source));
        }
        incomplete
    }

    /// Adds a placeholder for a line that is too long or not valid text.
    pub(crate) fn push_error(&mut self, error: ParseError) {
        self.lines.push(OwnedLine::new(Span::new(error.line, "")));
        self.error.get_or_insert(error);
    }

    /// Processes an empty line. Returns whether the line belongs to the puzzle.
    pub(crate) fn accept_empty_line(&mut self, source: Span<'_>) -> bool {
        let spaced = |row: &OwnedLine| row::is_spaced(row.source().text());
        if row::is_spaced(source.text()) && self.lines.iter().any(spaced) {
            // In a grid that uses spaces for empty cells, this is a row without digits.
            self.lines.push(OwnedLine::new(source));
            return true;
        }
        let count = self.lines.len();
        match (count, self.gaps.as_slice()) {
            (3, []) | (6, [3]) => self.gaps.push(count),
            // Repeated empty lines, and empty lines before the first row, are ignored.
            (3, [3]) | (6, [3, 6]) | (0, _) => {}
            _ => return false,
        }
        true
    }

    /// Returns the line on which the puzzle starts.
    pub(crate) fn line(&self) -> u64 {
        let first = self.lines.first().map(|line| line.source().line());
        self.preamble.line.or(first).unwrap_or(1)
    }

    /// Returns the line of the last row.
    pub(crate) fn last_line(&self) -> Option<u64> {
        self.lines.last().map(|line| line.source().line())
    }

    /// Returns the error for an incomplete puzzle.
    pub(crate) fn into_error(self) -> ParseError {
        // The error for an invalid row is more helpful than the one for a missing row.
        let invalid = || self.lines.iter().find_map(|line| row::read_strictly(line.source()).err());
        self.error.clone().or_else(invalid).unwrap_or_else(|| {
            let last = self.lines.last().map_or(Span::new(self.line(), ""), OwnedLine::source);
            last.error(last.text().len(), ParseErrorKind::Rows { found: self.lines.len() })
        })
    }

    /// Parses the nine rows.
    fn read(&self) -> Result<(Puzzle, GridNotation), ParseError> {
        if let Some(error) = &self.error {
            return Err(error.clone());
        }
        let sources: Vec<Span<'_>> = self.lines.iter().map(OwnedLine::source).collect();
        assemble::read(&sources, self.framing)
    }

    /// Stores the givens and starts collecting the `[State]` section. If the givens are invalid, their
    /// error becomes the error of the whole puzzle.
    pub(crate) fn begin_state(&mut self) {
        match self.read() {
            Ok((puzzle, _)) => self.givens = Some(puzzle),
            Err(error) => self.error = Some(error),
        }
        self.lines.clear();
        self.gaps.clear();
        self.preamble.begin_state();
    }

    /// Returns the puzzle and its format.
    pub(crate) fn into_record(self) -> Result<(&'static Format, Record), ParseError> {
        let (puzzle, notation) = self.read()?;
        let format = self.format(notation);
        let puzzle = match &self.givens {
            None => puzzle,
            Some(givens) => merge(givens, &puzzle),
        };
        Ok((format, Record { fields: self.preamble.into_fields(), ..Record::from(puzzle) }))
    }

    /// Returns the format of the puzzle.
    fn format(&self, notation: GridNotation) -> &'static Format {
        match (notation, self.preamble.heading()) {
            (GridNotation::Candidates, _) => &candidates::CANDIDATES,
            (GridNotation::Marked, _) => &candidates::CANDIDATES_MARKED,
            (_, Some(Heading::Grid)) => &nine_rows::EULER,
            (_, Some(Heading::Puzzle | Heading::State)) => &nine_rows::SDK,
            (GridNotation::Values('X'), _) => &nine_rows::SIMPLE_SUDOKU_OLD,
            (GridNotation::Values(_), _) if self.framing == Framing::Framed => &nine_rows::SIMPLE_SUDOKU,
            (GridNotation::Values(_), _) => &nine_rows::SDK,
        }
    }
}

/// Combines the givens with the values and candidates of the `[State]` section.
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
