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
//! one error and not two. Only the first row must show that it is one: if it has not nine cells, it
//! is doubtful, and an error of its own unless a good row follows at once.

use super::assemble::{self, GridNotation};
use super::detect::Heading;
use super::error::{ParseError, ParseErrorKind};
use super::format::Format;
use super::formats::{candidates, nine_rows};
use super::preamble::Preamble;
use super::reader::{Item, LIMIT};
use super::record::Record;
use super::row::{self, Framing};
use super::span::Span;
use crate::puzzle::Puzzle;

/// The rows of a puzzle, as far as they have come.
#[derive(Clone, Debug, Default)]
pub(super) struct RowCollector {
    preamble: Preamble,
    lines: Vec<OwnedLine>,
    size: usize,
    /// Whether there is a frame, or `|` between the boxes.
    framing: Framing,
    /// Whether `-` stands for a blank.
    dash_is_blank: bool,
    /// The rows before each empty line.
    gaps: Vec<usize>,
    /// The number of rows with a line of the frame below them.
    ruled: usize,
    /// The row with the last line of the frame below it.
    last_ruled: usize,
    /// What was wrong first.
    error: Option<ParseError>,
    /// The givens, if these rows are the state of play.
    givens: Option<Puzzle>,
}

/// A line of the input.
#[derive(Clone, Debug)]
pub(super) struct OwnedLine {
    place: (u64, u64),
    text: String,
}

impl OwnedLine {
    pub(super) fn new(source: Span<'_>) -> OwnedLine {
        OwnedLine { place: source.start(), text: source.text().to_string() }
    }

    pub(super) fn source(&self) -> Span<'_> {
        Span::at(self.place.0, self.place.1, &self.text)
    }

    /// The number of characters.
    pub(super) fn width(&self) -> usize {
        self.text.chars().count()
    }
}

/// Whether a frame of this width can belong to rows of this width.
pub(super) fn frame_fits(frame: usize, row: usize) -> bool {
    frame <= 2 * row + 8
}

/// What comes of a line.
#[derive(Debug)]
pub(super) enum RowProgress {
    /// More rows are needed.
    More,
    /// The puzzle is complete.
    Complete,
    /// The puzzle ended before this line.
    Ended,
}

impl RowCollector {
    /// No rows yet, after this preface.
    pub(super) fn new(preamble: Preamble) -> RowCollector {
        RowCollector { preamble, ..RowCollector::default() }
    }

    /// The number of rows.
    pub(super) fn len(&self) -> usize {
        self.lines.len()
    }

    /// Whether `-` stands for a blank.
    pub(super) fn dash_is_blank(&self) -> bool {
        self.dash_is_blank
    }

    /// The heading before the rows.
    pub(super) fn heading(&self) -> Option<Heading> {
        self.preamble.heading()
    }

    /// The width of the widest row.
    pub(super) fn width(&self) -> usize {
        self.lines.iter().map(OwnedLine::width).max().unwrap_or(0)
    }

    /// Whether there is but one row, and that a bad one.
    pub(super) fn is_doubtful(&self) -> bool {
        matches!(self.lines.as_slice(), [only] if !row::is_row(only.source()))
    }

    /// Whether a line of a frame may stand below the last row: below a band, or below every row.
    /// Elsewhere it is the frame of another grid, and rows of this one are missing.
    pub(super) fn accepts_frame_line(&self) -> bool {
        let count = self.lines.len();
        let below_every_row = self.ruled + 1 == count || self.last_ruled == count;
        !self.is_doubtful() && (count.is_multiple_of(3) || below_every_row)
    }

    /// Notes a line of the frame.
    pub(super) fn add_frame_line(&mut self) {
        self.framing = Framing::Framed;
        if self.last_ruled != self.lines.len() {
            self.last_ruled = self.lines.len();
            self.ruled += 1;
        }
    }

    /// Adds a row. Gives back an incomplete puzzle before it, if the row shows that there was one.
    pub(super) fn push(&mut self, source: Span<'_>) -> Option<RowCollector> {
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

    /// Adds a line that cannot be read at all as a row.
    pub(super) fn push_error(&mut self, error: ParseError) {
        self.lines.push(OwnedLine { place: (error.line, 1), text: String::new() });
        self.error.get_or_insert(error);
    }

    /// Notes an empty line.
    pub(super) fn empty_line(&mut self, source: Span<'_>) -> RowProgress {
        let spaced = |row: &OwnedLine| row::is_spaced(&row.text);
        if row::is_spaced(source.text()) && self.lines.iter().any(spaced) {
            // An empty row of a grid that has spaces for blanks.
            self.lines.push(OwnedLine::new(source));
            return RowProgress::More;
        }
        let count = self.lines.len();
        match (count, self.gaps.as_slice()) {
            (3, []) | (6, [3]) => self.gaps.push(count),
            // More than one empty line, or one before the first row.
            (3, [3]) | (6, [3, 6]) | (0, _) => {}
            _ => return RowProgress::Ended,
        }
        RowProgress::More
    }

    /// Whether all rows are there.
    pub(super) fn progress(&self) -> RowProgress {
        if self.lines.len() >= 9 { RowProgress::Complete } else { RowProgress::More }
    }

    /// The line on which the puzzle starts.
    fn line(&self) -> u64 {
        let first = self.lines.first().map(|line| line.place.0);
        self.preamble.line().or(first).unwrap_or(1)
    }

    /// The error of the title before rows that turned out to be too few: then it is none.
    pub(super) fn take_title_error(&mut self) -> Option<ParseError> {
        self.preamble.take_title_error()
    }

    /// The error of a puzzle with too few rows.
    pub(super) fn into_error(self) -> Item {
        let line = self.line();
        let found = self.lines.len();
        let error = self.error.or_else(|| {
            // A bad row says more than a missing one.
            self.lines.iter().find_map(|line| row::read_strictly(line.source()).err())
        });
        let error = error.unwrap_or_else(|| {
            let last = self.lines.last().map_or(Span::new(line, ""), OwnedLine::source);
            last.error(last.text().len(), ParseErrorKind::Rows { found })
        });
        Item { line, format: None, record: Err(error) }
    }

    /// Reads the nine rows.
    fn read(&self) -> Result<(Puzzle, GridNotation), ParseError> {
        if let Some(error) = &self.error {
            return Err(error.clone());
        }
        let sources: Vec<Span<'_>> = self.lines.iter().map(OwnedLine::source).collect();
        assemble::read(&sources, self.framing)
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
        self.preamble.begin_state();
    }

    /// The puzzle of nine rows.
    pub(super) fn into_item(self) -> Item {
        let line = self.line();
        match self.read() {
            Err(error) => Item { line, format: None, record: Err(error) },
            Ok((puzzle, notation)) => {
                let format = Some(self.format(notation));
                let puzzle = match &self.givens {
                    None => puzzle,
                    Some(givens) => merge(givens, &puzzle),
                };
                let record = Record { fields: self.preamble.into_fields(), ..Record::from(puzzle) };
                Item { line, format, record: Ok(record) }
            }
        }
    }

    /// The form.
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
