//! A slice of the input with its position, so that every error has a line and a column.
//!
//! ```text
//! line 7 of the input   a91f…,..3.1...,…
//! whole                 ^^^^^^^^^^^^^^^^
//! text (start..end)           ^^^^^^^^      one field; offsets are relative to its start
//! ```

use crate::error::{ParseError, ParseErrorKind};

/// A slice of one or more lines of the input.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Span<'a> {
    whole: &'a str,
    start: usize,
    end: usize,
    line: u64,
    /// Column of the first character of `whole`.
    column: u64,
}

impl<'a> Span<'a> {
    /// Creates a span for text that starts at the first character of this line.
    pub(crate) fn new(line: u64, text: &'a str) -> Span<'a> {
        Span::at(line, 1, text)
    }

    /// Creates a span for text that starts at this line and column.
    pub(crate) fn at(line: u64, column: u64, text: &'a str) -> Span<'a> {
        Span { whole: text, start: 0, end: text.len(), line, column }
    }

    /// Returns the text of the span.
    pub(crate) fn text(&self) -> &'a str {
        &self.whole[self.start..self.end]
    }

    /// Returns the line on which the whole text starts.
    pub(crate) fn line(&self) -> u64 {
        self.line
    }

    /// Returns the part between two offsets.
    pub(crate) fn part(&self, start: usize, end: usize) -> Span<'a> {
        Span { start: self.start + start, end: self.start + end, ..*self }
    }

    /// Returns the part that starts at an offset.
    pub(crate) fn from(&self, start: usize) -> Span<'a> {
        self.part(start, self.end - self.start)
    }

    /// Returns the span of a part of its text.
    pub(crate) fn locate(&self, part: &'a str) -> Span<'a> {
        let start = part.as_ptr() as usize - self.text().as_ptr() as usize;
        self.part(start, start + part.len())
    }

    /// Returns the offset of this span within the span from which it was taken.
    pub(crate) fn offset_in(&self, whole: Span<'_>) -> usize {
        self.start - whole.start
    }

    /// Returns the span without leading and trailing white space.
    pub(crate) fn trim(&self) -> Span<'a> {
        // This order locates the end of a span that consists of white space only.
        self.locate(self.text().trim_start().trim_end())
    }

    /// Splits the span at a separator; empty parts are included.
    pub(crate) fn split(&self, separator: char) -> impl Iterator<Item = Span<'a>> + use<'a> {
        let source = *self;
        source.text().split(separator).map(move |part| source.locate(part))
    }

    /// Splits the span at separators; empty parts are left out.
    pub(crate) fn words<S: Fn(char) -> bool>(
        &self,
        is_separator: S,
    ) -> impl Iterator<Item = Span<'a>> + use<'a, S> {
        let source = *self;
        let parts = source.text().split(is_separator).filter(|part| !part.is_empty());
        parts.map(move |part| source.locate(part))
    }

    /// Returns the line and column of the character at this offset.
    pub(crate) fn position(&self, offset: usize) -> (u64, u64) {
        let before = &self.whole[..self.start + offset];
        let lines = before.matches('\n').count() as u64;
        let characters = before.rsplit('\n').next().map_or(0, |part| part.chars().count()) as u64;
        let column = if lines == 0 { self.column + characters } else { 1 + characters };
        (self.line + lines, column)
    }

    /// Creates an error at this offset.
    pub(crate) fn error(&self, offset: usize, kind: ParseErrorKind) -> ParseError {
        let (line, column) = self.position(offset);
        ParseError { line, column, kind }
    }

    /// Creates an error for the character at this offset, or for the end of the text.
    pub(crate) fn unexpected(&self, offset: usize, expected: &'static str) -> ParseError {
        let kind = match self.text()[offset..].chars().next() {
            Some(found) => ParseErrorKind::Character { found, expected },
            None => ParseErrorKind::End { expected },
        };
        self.error(offset, kind)
    }

    /// Creates an error for the span as a whole.
    pub(crate) fn wrong(&self, expected: &'static str) -> ParseError {
        if self.text().is_empty() {
            return self.unexpected(0, expected);
        }
        self.error(0, ParseErrorKind::word(self.text(), expected))
    }
}

/// An owned copy of an input line, with its position.
#[derive(Clone, Debug)]
pub(crate) struct OwnedLine {
    position: (u64, u64),
    text: String,
}

impl OwnedLine {
    pub(crate) fn new(source: Span<'_>) -> OwnedLine {
        OwnedLine { position: source.position(0), text: source.text().to_string() }
    }

    pub(crate) fn source(&self) -> Span<'_> {
        Span::at(self.position.0, self.position.1, &self.text)
    }

    /// Returns the number of characters.
    pub(crate) fn width(&self) -> usize {
        self.text.chars().count()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_have_line_and_column() {
        let source = Span::new(5, "äb,cd\nef,g");
        let fields: Vec<Span> = source.split(',').collect();
        let position_of = |source: &Span, offset| {
            let error = source.unexpected(offset, "x");
            (error.line, error.column)
        };
        assert_eq!(fields.iter().map(Span::text).collect::<Vec<_>>(), ["äb", "cd\nef", "g"]);
        assert_eq!(position_of(&fields[1], 0), (5, 4));
        assert_eq!(position_of(&fields[1], 3), (6, 1));
        assert_eq!(position_of(&fields[2], 1), (6, 5));
        let words: Vec<Span> = Span::new(1, "  a  bc ").words(char::is_whitespace).collect();
        assert_eq!(position_of(&words[1], 1), (1, 7));
        assert_eq!(Span::at(2, 10, " z ").trim().error(0, ParseErrorKind::NoPuzzle).column, 11);
    }
}
