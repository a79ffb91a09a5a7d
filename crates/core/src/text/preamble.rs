//! What stands before a puzzle of nine rows: metadata, a title, a heading and the top of a frame.
//!
//! None of it says anything by itself. So it is held back until the next line shows whether rows
//! follow; if they do not, each line of it but the metadata (which are comments) is an error of its
//! own. At most one line of each kind is held, so the memory is bounded.

use super::detect::Heading;
use super::error::{ParseError, ParseErrorKind};
use super::formats::csv::CsvColumns;
use super::reader::LIMIT;
use super::record::Fields;
use super::row_collector::{self, OwnedLine};
use super::span::Span;

/// What stands before a puzzle.
#[derive(Clone, Debug, Default)]
pub(super) struct Preamble {
    /// The line on which it starts.
    line: Option<u64>,
    fields: Fields,
    size: usize,
    title: Option<Title>,
    heading: Option<(Heading, ParseError)>,
    /// A line of a frame; it may be nine dashes that turn out to be a row. Without error if it
    /// may belong to the rows above it.
    frame: Option<(OwnedLine, Option<ParseError>)>,
}

/// A line of words.
#[derive(Clone, Debug)]
struct Title {
    text: String,
    /// The table that it may be the heading of.
    columns: Option<CsvColumns>,
    error: ParseError,
}

impl Preamble {
    /// Whether nothing stands there.
    pub(super) fn is_empty(&self) -> bool {
        self.line.is_none()
    }

    /// The line on which it starts.
    pub(super) fn line(&self) -> Option<u64> {
        self.line
    }

    /// Adds a line of metadata; what goes beyond the limit of a record is dropped.
    pub(super) fn add_field(&mut self, line: u64, key: &'static str, value: &str) {
        self.line.get_or_insert(line);
        self.size += value.len() + 64;
        if self.size < LIMIT {
            self.fields.push_text(key, value);
        }
    }

    /// The frame, if it may belong to the rows above it, does.
    pub(super) fn close_frame_above(&mut self) {
        if let Some((frame, _)) = self.frame.take_if(|(_, error)| error.is_none())
            && self.line == Some(frame.source().line())
        {
            self.line = None;
        }
    }

    /// Adds a line that may be a title, with the error that it is otherwise. Gives back the errors
    /// of what it replaces.
    pub(super) fn add_title(
        &mut self,
        source: Span<'_>,
        columns: Option<CsvColumns>,
        error: ParseError,
    ) -> Vec<ParseError> {
        self.close_frame_above();
        let replaced = if self.title.is_some() { self.take_errors() } else { Vec::new() };
        self.line.get_or_insert(source.line());
        self.title = Some(Title { text: source.text().trim().to_string(), columns, error });
        replaced
    }

    /// Adds a heading. Gives back the errors of what it replaces.
    pub(super) fn add_heading(&mut self, source: Span<'_>, heading: Heading) -> Vec<ParseError> {
        self.close_frame_above();
        let replaced = if self.heading.is_some() { self.take_errors() } else { Vec::new() };
        self.line.get_or_insert(source.line());
        let error = source.error(source.text().trim_end().len(), ParseErrorKind::Rows { found: 0 });
        self.heading = Some((heading, error));
        replaced
    }

    /// Adds a line of a frame. Gives back the errors of what it replaces.
    pub(super) fn add_frame_line(&mut self, source: Span<'_>, error: Option<ParseError>) -> Vec<ParseError> {
        let replaced = if self.frame.is_some() { self.take_errors() } else { Vec::new() };
        self.line.get_or_insert(source.line());
        self.frame = Some((OwnedLine::new(source), error));
        replaced
    }

    /// The errors of all that waits for rows, when none follow. The metadata stay.
    pub(super) fn take_errors(&mut self) -> Vec<ParseError> {
        let mut errors = Vec::new();
        errors.extend(self.title.take().map(|title| title.error));
        errors.extend(self.heading.take().map(|(_, error)| error));
        errors.extend(self.frame.take().and_then(|(_, error)| error));
        errors.sort_by_key(|error| error.line);
        if self.fields.is_empty() {
            self.line = None;
        }
        errors
    }

    /// The error of the title, if it is none.
    pub(super) fn take_title_error(&mut self) -> Option<ParseError> {
        let title = self.title.take()?;
        if self.line == Some(title.error.line) {
            self.line = None;
        }
        Some(title.error)
    }

    /// Takes the table out that the title is the heading of.
    pub(super) fn take_columns(&mut self) -> Option<CsvColumns> {
        let columns = self.title.as_mut()?.columns.take()?;
        self.title = None;
        Some(columns)
    }

    /// Takes the line of the frame out.
    pub(super) fn take_frame(&mut self) -> Option<OwnedLine> {
        self.frame.take().map(|(line, _)| line)
    }

    /// Whether the frame, if there is one, can be that of a row.
    pub(super) fn frame_fits(&self, row: Span<'_>) -> bool {
        let width = row.text().chars().count();
        self.frame.as_ref().is_none_or(|(frame, _)| row_collector::frame_fits(frame.width(), width))
    }

    /// The heading.
    pub(super) fn heading(&self) -> Option<Heading> {
        self.heading.as_ref().map(|&(heading, _)| heading)
    }

    /// The givens are read, the state of play follows.
    pub(super) fn begin_state(&mut self) {
        if let Some((heading, _)) = &mut self.heading {
            *heading = Heading::State;
        }
    }

    /// The fields that a puzzle gets from it.
    pub(super) fn into_fields(self) -> Fields {
        let mut fields = self.fields;
        if let Some(title) = self.title {
            fields.push_text(Fields::TITLE, &title.text);
        }
        fields
    }
}
