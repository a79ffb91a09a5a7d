//! A text format: its names, its capabilities, and how to detect, read and write it.

use crate::error::{ParseError, WriteErrorKind};
use crate::record::Record;
use crate::span::Span;
use std::fmt;
use veridoku_core::Grid;

/// A text format: an entry of [`FORMATS`](crate::FORMATS).
///
/// ```
/// use veridoku_formats::{FORMATS, Format};
///
/// let format = Format::by_name("sdk").unwrap();
/// assert_eq!(format.extensions(), ["sdk", "msk"]);
/// assert!(FORMATS.iter().any(|other| other == format));
/// ```
pub struct Format {
    pub(crate) name: &'static str,
    pub(crate) title: &'static str,
    pub(crate) description: &'static str,
    pub(crate) extensions: &'static [&'static str],
    pub(crate) capabilities: Capabilities,
    pub(crate) reads_as: &'static [&'static str],
    pub(crate) layout: RecordLayout,
    pub(crate) header: &'static str,
    pub(crate) footer: &'static str,
    /// Writes a record. The second argument is the number of records written before it.
    pub(crate) write: fn(&Record, u64, &mut String) -> Result<(), WriteErrorKind>,
}

/// What a format can express about a puzzle.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Capabilities {
    /// Whether a value can be distinguished from a single remaining candidate.
    pub values: Support,
    /// Whether a given can be distinguished from a value placed later.
    pub givens: Support,
    /// Whether candidates can be stored, as a list or as eliminations.
    pub candidates: Support,
    /// Whether the solution can be stored.
    pub solution: Support,
    /// Keys of the metadata fields that can be stored.
    pub fields: &'static [&'static str],
}

/// Whether a format supports a feature.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Support {
    /// The format supports the feature.
    Yes,
    /// The format does not support the feature.
    No,
}

impl Support {
    /// Reports whether the feature is supported.
    pub const fn is_yes(self) -> bool {
        matches!(self, Support::Yes)
    }
}

impl Capabilities {
    /// Values only.
    pub(crate) const VALUES: Capabilities = Capabilities {
        values: Support::Yes,
        givens: Support::No,
        candidates: Support::No,
        solution: Support::No,
        fields: &[],
    };
    /// Support for values, givens and candidates.
    pub(crate) const POSITION: Capabilities =
        Capabilities { givens: Support::Yes, candidates: Support::Yes, ..Capabilities::VALUES };
}

/// How records are laid out in the text.
#[derive(Copy, Clone)]
pub(crate) enum RecordLayout {
    /// One record per line.
    Line {
        /// Reports whether the line is in this format. Detection tries the formats in reverse order of the
        /// table.
        detect: fn(&str) -> bool,
        /// Parses the line.
        read: fn(Span<'_>) -> Result<Record, ParseError>,
    },
    /// Nine lines per record, with optional frames and headings around them.
    Rows,
    /// Nested brackets, which may span several lines.
    Brackets,
    /// A header line, then one line of fields per record.
    Table,
    /// An XML document with one element per record.
    Document,
}

impl Format {
    /// Returns the name used on the command line: lower case with hyphens.
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// Returns the human-readable name.
    pub fn title(&self) -> &'static str {
        self.title
    }

    /// Returns a one-line description of the format.
    pub fn description(&self) -> &'static str {
        self.description
    }

    /// Returns the usual file extensions, without the dot.
    pub fn extensions(&self) -> &'static [&'static str] {
        self.extensions
    }

    /// Returns what the format can express about a puzzle.
    pub fn capabilities(&self) -> Capabilities {
        self.capabilities
    }

    /// Returns the names of other formats that the reader may report for text in this format, because the two
    /// look the same. For example, an `.sdm` file is a list of `zeros` lines.
    pub fn reads_as(&self) -> &'static [&'static str] {
        self.reads_as
    }

    /// Reports whether each puzzle takes exactly one line, so that an error message can be written in place
    /// of that line.
    pub fn is_one_line(&self) -> bool {
        matches!(self.layout, RecordLayout::Line { .. } | RecordLayout::Table | RecordLayout::Brackets)
    }

    /// Returns an example of the format: the sample puzzle from the documentation, with its solution if the
    /// format can store one.
    ///
    /// # Panics
    ///
    /// Never panics: every format can represent the sample.
    pub fn example(&self) -> String {
        let puzzle: Grid = veridoku_core::SAMPLE.parse().expect("81 cells");
        let solution: Grid = veridoku_core::SAMPLE_SOLUTION.parse().expect("81 cells");
        let record = Record { solution: Some(solution), ..Record::from(puzzle) };
        let mut text = self.header.to_string();
        (self.write)(&record, 0, &mut text).expect("every format can represent a plain puzzle");
        text.push_str(self.footer);
        text
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
