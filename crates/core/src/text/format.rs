//! A text form: its names, what it can say, how it is found in a text, read and written.

use super::error::{ParseError, ParseErrorKind, WriteError, WriteErrorKind};
use super::record::Record;
use super::span::Span;
use super::table::FORMATS;
use super::writer;
use crate::candidate::CandidateSet;
use crate::grid::Grid;
use crate::puzzle::Puzzle;
use std::fmt;

/// A text form, a row of [`FORMATS`].
///
/// ```
/// use veridoku_core::text::{FORMATS, Format};
///
/// let format = Format::by_name("sdk").unwrap();
/// assert_eq!(format.extensions(), ["sdk", "msk"]);
/// assert!(FORMATS.iter().any(|other| other == format));
/// ```
pub struct Format {
    pub(super) name: &'static str,
    pub(super) title: &'static str,
    pub(super) description: &'static str,
    pub(super) extensions: &'static [&'static str],
    pub(super) capabilities: Capabilities,
    /// The forms that the reader may name for a text of this one, because the text is the same.
    pub(super) reads_as: &'static [&'static str],
    pub(super) layout: RecordLayout,
    pub(super) header: &'static str,
    pub(super) footer: &'static str,
    /// Writes a record; the number counts the records before it.
    pub(super) write: fn(&Record, u64, &mut String) -> Result<(), WriteErrorKind>,
}

/// What a form can say about a puzzle.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Capabilities {
    /// Whether values can be told from lone candidates.
    pub values: Support,
    /// Whether givens can be told from values placed later.
    pub givens: Support,
    /// Whether candidates can be struck.
    pub candidates: Support,
    /// Whether the solution has its place.
    pub solution: Support,
    /// The keys of the fields that have their place.
    pub fields: &'static [&'static str],
}

/// Whether a form holds something.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Support {
    /// It does.
    Yes,
    /// It has no place for it.
    No,
}

impl Support {
    /// Whether the form does.
    pub const fn is_yes(self) -> bool {
        matches!(self, Support::Yes)
    }
}

impl Capabilities {
    /// Nothing but values.
    pub(super) const VALUES: Capabilities = Capabilities {
        values: Support::Yes,
        givens: Support::No,
        candidates: Support::No,
        solution: Support::No,
        fields: &[],
    };
    /// Values, givens and candidates.
    pub(super) const POSITION: Capabilities =
        Capabilities { givens: Support::Yes, candidates: Support::Yes, ..Capabilities::VALUES };
}

/// How the records of a form lie in a text.
#[derive(Copy, Clone)]
pub(super) enum RecordLayout {
    /// One line a record.
    Line {
        /// Whether this line can only be of this form; called from the end of the table to its start.
        detect: fn(&str) -> bool,
        /// Reads the line.
        read: fn(Span<'_>) -> Result<Record, ParseError>,
    },
    /// Nine lines a record, with frames and headings around them.
    Rows,
    /// Nested brackets over one or more lines.
    Brackets,
    /// A line of fields a record, after a heading line.
    Table,
    /// An XML document with an element a record.
    Document,
}

impl Format {
    /// The form with this name.
    pub fn by_name(name: &str) -> Option<&'static Format> {
        FORMATS.iter().find(|format| format.name == name)
    }

    /// The name on the command line: lower case with hyphens.
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// The name for people.
    pub fn title(&self) -> &'static str {
        self.title
    }

    /// What it looks like, in one line.
    pub fn description(&self) -> &'static str {
        self.description
    }

    /// The extensions of its files, without dot.
    pub fn extensions(&self) -> &'static [&'static str] {
        self.extensions
    }

    /// What it can say about a puzzle.
    pub fn capabilities(&self) -> Capabilities {
        self.capabilities
    }

    /// The other forms that the reader may name for a text of this form, because their texts are
    /// the same: an `.sdm` file is a list of lines.
    pub fn reads_as(&self) -> &'static [&'static str] {
        self.reads_as
    }

    /// Whether every puzzle takes one line, so that a line in its place spoils nothing.
    pub fn is_one_line(&self) -> bool {
        matches!(self.layout, RecordLayout::Line { .. } | RecordLayout::Table | RecordLayout::Brackets)
    }

    /// A text of this form: the sample puzzle of the documentation, with its solution where there
    /// is a place for it.
    ///
    /// # Panics
    ///
    /// Never: every form can hold the sample.
    pub fn example(&self) -> String {
        let puzzle: Grid = crate::SAMPLE.parse().expect("81 cells");
        let solution: Grid = crate::SAMPLE_SOLUTION.parse().expect("81 cells");
        let record = Record { solution: Some(solution), ..Record::from(puzzle) };
        let mut text = self.header.to_string();
        (self.write)(&record, 0, &mut text).expect("every form can hold a plain puzzle");
        text.push_str(self.footer);
        text
    }

    /// The record, if the form in which it was found on this line may stand for this one.
    pub(super) fn check_detected(
        &self,
        found: &Format,
        record: Record,
        line: u64,
    ) -> Result<Record, ParseError> {
        if found == self || self.reads_as.contains(&found.name) {
            return Ok(record);
        }
        let kind = ParseErrorKind::Format { found: found.name, expected: self.name };
        Err(ParseError { line, column: 1, kind })
    }

    /// Writes a record, or leaves the text as it is.
    pub(super) fn write(&self, record: &Record, number: u64, out: &mut String) -> Result<(), WriteError> {
        let before = out.len();
        let holds = self.capabilities.candidates.is_yes() || writer::candidates_are_plain(&record.puzzle);
        let written = if holds { (self.write)(record, number, out) } else { Err(WriteErrorKind::Candidates) };
        written.map_err(|kind| {
            out.truncate(before);
            WriteError { format: self.name, kind }
        })
    }
}

impl PartialEq for Format {
    fn eq(&self, other: &Format) -> bool {
        self.name == other.name
    }
}

impl Eq for Format {}

impl fmt::Debug for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Format({})", self.name)
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name)
    }
}

/// The candidates that the values of a puzzle leave for its empty cells.
pub(super) fn candidates_left(values: &Grid) -> CandidateSet {
    let mut candidates = CandidateSet::EMPTY;
    for cell in !values.filled() {
        candidates.set_digits(cell, values.digits_left(cell));
    }
    candidates
}

/// The candidates of the empty cells: those written, or those that the values leave.
pub(super) fn open_candidates(puzzle: &Puzzle) -> CandidateSet {
    puzzle.written_candidates().copied().unwrap_or_else(|| candidates_left(puzzle.values()))
}
