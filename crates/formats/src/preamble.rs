//! The lines before a nine-row puzzle: metadata, a title, a heading and the top of a frame.
//!
//! These lines are meaningful only if rows follow, so they are held back until later lines show whether that
//! is the case. If no rows follow, each of them is reported as an error, except metadata lines, which then
//! count as comments. At most one title, one heading and one frame line are held, and the size of the
//! metadata is limited, so memory use is bounded.

use crate::detect::Heading;
use crate::error::{ParseError, ParseErrorKind};
use crate::formats::csv::CsvColumns;
use crate::record::{Fields, LIMIT};
use crate::row;
use crate::span::{OwnedLine, Span};

/// The lines held back before a puzzle.
#[derive(Clone, Debug, Default)]
pub(crate) struct Preamble {
    /// Line on which the preamble starts.
    pub(crate) line: Option<u64>,
    fields: Fields,
    size: usize,
    /// A line of words that may be a title or a CSV header.
    title: Option<(String, ParseError)>,
    heading: Option<(Heading, ParseError)>,
    /// A frame line, or nine dashes that may turn out to be a row. The error is `None` if the line may also
    /// be the bottom of the frame around the previous grid.
    frame: Option<(OwnedLine, Option<ParseError>)>,
}

impl Preamble {
    /// Reports whether the preamble is empty.
    pub(crate) fn is_empty(&self) -> bool {
        self.line.is_none()
    }

    /// Adds a metadata line. Metadata beyond the maximum record size is dropped.
    pub(crate) fn add_field(&mut self, line: u64, key: &'static str, value: &str) {
        self.line.get_or_insert(line);
        self.size += value.len() + 64;
        if self.size < LIMIT {
            self.fields.push_text(key, value);
        }
    }

    /// Removes the frame line if it may belong to the previous grid.
    pub(crate) fn close_frame_above(&mut self) {
        if let Some((frame, _)) = self.frame.take_if(|(_, error)| error.is_none())
            && self.line == Some(frame.source().line())
        {
            self.line = None;
        }
    }

    /// Adds a possible title, with the error to report if no rows follow. Returns the errors for the lines
    /// that it replaces.
    pub(crate) fn add_title(&mut self, source: Span<'_>, error: ParseError) -> Vec<ParseError> {
        self.close_frame_above();
        let replaced = if self.title.is_some() { self.take_errors() } else { Vec::new() };
        self.line.get_or_insert(source.line());
        self.title = Some((source.text().to_string(), error));
        replaced
    }

    /// Adds a heading. Returns the errors for the lines that it replaces.
    pub(crate) fn add_heading(&mut self, source: Span<'_>, heading: Heading) -> Vec<ParseError> {
        self.close_frame_above();
        let replaced = if self.heading.is_some() { self.take_errors() } else { Vec::new() };
        self.line.get_or_insert(source.line());
        let error = source.error(source.text().trim_end().len(), ParseErrorKind::Rows { found: 0 });
        self.heading = Some((heading, error));
        replaced
    }

    /// Adds a line of a frame. Returns the errors for the lines that it replaces.
    pub(crate) fn add_frame_line(&mut self, source: Span<'_>, error: Option<ParseError>) -> Vec<ParseError> {
        let replaced = if self.frame.is_some() { self.take_errors() } else { Vec::new() };
        self.line.get_or_insert(source.line());
        self.frame = Some((OwnedLine::new(source), error));
        replaced
    }

    /// Removes all held lines except metadata, and returns their errors. This is called if no rows follow.
    pub(crate) fn take_errors(&mut self) -> Vec<ParseError> {
        let mut errors = Vec::new();
        errors.extend(self.title.take().map(|(_, error)| error));
        errors.extend(self.heading.take().map(|(_, error)| error));
        errors.extend(self.frame.take().and_then(|(_, error)| error));
        errors.sort_by_key(|error| error.line);
        if self.fields.is_empty() {
            self.line = None;
        }
        errors
    }

    /// Discards the supposed title and returns the error recorded for its line. Called when the line turns
    /// out not to be a title.
    pub(crate) fn take_title_error(&mut self) -> Option<ParseError> {
        let (_, error) = self.title.take()?;
        if self.line == Some(error.line) {
            self.line = None;
        }
        Some(error)
    }

    /// If the title may also be a CSV header, removes it and returns the columns of the table.
    pub(crate) fn take_columns(&mut self) -> Option<CsvColumns> {
        let (text, _) = self.title.take_if(|(text, _)| CsvColumns::read(text).is_some())?;
        CsvColumns::read(&text)
    }

    /// Removes and returns the frame line.
    pub(crate) fn take_frame(&mut self) -> Option<OwnedLine> {
        self.frame.take().map(|(line, _)| line)
    }

    /// Reports whether the frame line, if there is one, can belong to the same grid as this row.
    pub(crate) fn frame_fits(&self, source: Span<'_>) -> bool {
        let width = source.text().chars().count();
        self.frame.as_ref().is_none_or(|(frame, _)| row::frame_fits(frame.width(), width))
    }

    /// Returns the heading.
    pub(crate) fn heading(&self) -> Option<Heading> {
        self.heading.as_ref().map(|&(heading, _)| heading)
    }

    /// Switches from the givens to the `[State]` section.
    pub(crate) fn begin_state(&mut self) {
        if let Some((heading, _)) = &mut self.heading {
            *heading = Heading::State;
        }
    }

    /// Returns the metadata of the puzzle, including the title.
    pub(crate) fn into_fields(self) -> Fields {
        let mut fields = self.fields;
        if let Some((title, _)) = self.title {
            fields.push_text(Fields::TITLE, title.trim());
        }
        fields
    }
}
