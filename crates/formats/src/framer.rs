//! Groups lines into records.
//!
//! ```text
//!            a puzzle on one line
//!           ┌─────────────────────┐
//!           ▼                     │
//!          Idle ──row──▶ Rows ────┤ nine rows
//!           ├──────[───▶ Brackets ┘ closing bracket
//!           ├──header──▶ Table        until nine rows or a bracket
//!           └───<?xml──▶ Document     until the root element is closed
//! ```
//!
//! If a line cannot belong to the current record, that record ends with an error, and the line is processed
//! as the start of a new record. Therefore an incomplete record never consumes the puzzle that follows it,
//! and a line that starts with 81 cells ends any open record. No line is dropped silently either: titles,
//! headings and frames are held back until rows follow (see `preamble`), and become errors if none do.
//!
//! A puzzle on one line starts a list. In a list, each invalid line is a separate error, so that the output
//! stays aligned with the input, and only a row of exactly nine cells can start a grid.

use crate::cells::CellRun;
use crate::detect::{Heading, LineKind, line_kind};
use crate::error::{ParseError, ParseErrorKind};
use crate::format::{Format, RecordLayout};
use crate::formats::{CELLS_FIRST, FORMATS, candidates, csv::CsvColumns, leetcode, line, opensudoku};
use crate::line_buffer;
use crate::preamble::Preamble;
use crate::record::{LIMIT, Record};
use crate::row;
use crate::row_collector::RowCollector;
use crate::span::Span;
use crate::xml::{TagKind, XmlEvent, XmlScanner, XmlTag};
use std::collections::VecDeque;

/// A record of a stream, or the error that replaces it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Item {
    /// Line on which the record starts, counted from 1.
    pub line: u64,
    /// The format, if it is known.
    pub format: Option<&'static Format>,
    /// The record, or the reason why it cannot be parsed.
    pub record: Result<Record, ParseError>,
}

/// A state machine that turns lines into records.
#[derive(Clone, Debug, Default)]
pub(crate) struct Framer {
    /// The format to read, or `None` to detect the format of each record.
    only: Option<&'static Format>,
    /// Whether formats whose lines start with 81 cells are accepted.
    cells_first: bool,
    state: FramerState,
    preamble: Preamble,
    previous: PreviousRecord,
    /// The line below the last complete grid.
    below_grid: Option<u64>,
    /// The table that was interrupted by rows or brackets. If those turn out to be invalid, the table is
    /// resumed.
    suspended_table: Option<CsvColumns>,
    /// Complete records, ready to be returned.
    pub(crate) ready: VecDeque<Item>,
}

/// What is currently being read.
#[derive(Clone, Debug, Default)]
enum FramerState {
    /// Nothing.
    #[default]
    Idle,
    Rows(Box<RowCollector>),
    Brackets(OpenBrackets),
    Table(CsvColumns),
    Document(Box<Document>),
}

/// The kind of the previous record, which affects how the next line is read.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
enum PreviousRecord {
    /// No record, or one that does not affect the next line.
    #[default]
    Other,
    /// A puzzle on one line. The input is a list of such lines.
    Line,
    /// A grid of this width. The bottom line of its frame may follow.
    Grid(usize),
}

/// The lines read since the first open bracket.
#[derive(Clone, Debug, Default)]
struct OpenBrackets {
    line: u64,
    text: String,
    depth: usize,
}

/// An XML document that is being read.
#[derive(Clone, Debug, Default)]
struct Document {
    scanner: XmlScanner,
    /// Number of open elements.
    depth: usize,
    /// Whether the document has a declaration such as `<?xml …?>`.
    declared: bool,
    /// The format of the document. It is known once the root element has been read.
    format: Option<&'static Format>,
}

impl Document {
    /// Reports whether the scanner is between tags, before the root element.
    fn is_before_root(&self) -> bool {
        self.format.is_none() && self.scanner.is_between_tags()
    }

    /// Reports whether the document has contained only complete comments so far.
    fn is_comment(&self) -> bool {
        self.is_before_root() && !self.declared
    }
}

impl Framer {
    pub(crate) fn new(only: Option<&'static Format>) -> Framer {
        let cells_first = only.is_none_or(|format| FORMATS[..CELLS_FIRST].contains(format));
        Framer { only, cells_first, ..Framer::default() }
    }

    /// Reports whether a line of 81 cells would be read as a puzzle in the current state.
    pub(crate) fn accepts_plain_lines(&self) -> bool {
        self.cells_first && matches!(self.state, FramerState::Idle) && self.preamble.is_empty()
    }

    /// Remembers that the previous record was a line of 81 cells, and returns the format to report for that
    /// line.
    pub(crate) fn plain_line(&mut self, format: &'static Format) -> &'static Format {
        self.previous = PreviousRecord::Line;
        self.only.unwrap_or(format)
    }

    /// Reports whether an XML document may start here.
    pub(crate) fn may_begin_document(&self) -> bool {
        matches!(self.state, FramerState::Idle)
            && self.only.is_none_or(|format| matches!(format.layout, RecordLayout::Document))
    }

    /// Starts a document.
    pub(crate) fn begin_document(&mut self) {
        self.flush_preamble();
        self.preamble = Preamble::default();
        self.state = FramerState::Document(Box::default());
    }

    /// Reports whether a document is being read.
    pub(crate) fn in_document(&self) -> bool {
        matches!(self.state, FramerState::Document(_))
    }

    /// Reports whether the byte is invalid in the current state. Before the root element, only tags and
    /// white space are allowed.
    pub(crate) fn rejects(&self, byte: u8) -> bool {
        let is_before_root =
            matches!(&self.state, FramerState::Document(document) if document.is_before_root());
        is_before_root && byte.is_ascii_graphic() && byte != b'<'
    }

    /// Ends an unclosed document with an error at this character. If the document has contained only
    /// comments so far, there is no error.
    pub(crate) fn abort_document(&mut self, found: u8, (line, column): (u64, u64)) {
        if let FramerState::Document(document) = std::mem::take(&mut self.state)
            && !document.is_comment()
        {
            let expected =
                if document.is_before_root() { "the root of the XML document" } else { DOCUMENT_END };
            let kind = ParseErrorKind::Character { found: char::from(found), expected };
            self.emit(document.scanner.position.0, None, Err(ParseError { line, column, kind }));
        }
    }

    fn emit(&mut self, line: u64, format: Option<&'static Format>, record: Result<Record, ParseError>) {
        self.preamble = Preamble::default();
        if record.is_ok() {
            self.previous = match format.map(|format| format.layout) {
                Some(RecordLayout::Line { .. } | RecordLayout::Table) => PreviousRecord::Line,
                _ => PreviousRecord::Other,
            };
        }
        let record = match (self.only, format, record) {
            // The puzzle is in another format than the requested one, and the two do not look the same.
            (Some(only), Some(found), Ok(_)) if found != only && !only.reads_as.contains(&found.name) => {
                let kind = ParseErrorKind::Format { found: found.name, expected: only.name };
                Err(ParseError { line, column: 1, kind })
            }
            (.., record) => record,
        };
        self.ready.push_back(Item { line, format: self.only.or(format), record });
    }

    fn emit_error(&mut self, error: ParseError) {
        self.emit(error.line, None, Err(error));
    }

    fn emit_errors(&mut self, errors: Vec<ParseError>) {
        for error in errors {
            self.ready.push_back(Item { line: error.line, format: self.only, record: Err(error) });
        }
    }

    /// Reports the lines held in the preamble as errors, because no rows follow them.
    fn flush_preamble(&mut self) {
        let errors = self.preamble.take_errors();
        self.emit_errors(errors);
    }

    /// Classifies a line.
    fn classify<'a>(&self, text: &'a str) -> LineKind<'a> {
        match self.only {
            None => line_kind(text),
            Some(only) => classify_as(only, text),
        }
    }

    /// Processes a line.
    pub(crate) fn line(&mut self, source: Span<'_>) {
        match std::mem::take(&mut self.state) {
            FramerState::Idle | FramerState::Document(_) => self.idle_line(unquoted(source)),
            FramerState::Rows(rows) => self.rows_line(rows, unquoted(source)),
            FramerState::Brackets(brackets) => self.brackets_line(brackets, source),
            FramerState::Table(columns) => self.table_line(columns, source),
        }
    }

    /// Processes a line that is too long or not valid text.
    pub(crate) fn bad_line(&mut self, error: ParseError) {
        match std::mem::take(&mut self.state) {
            FramerState::Rows(mut rows) if rows.len() < 9 && self.accepts_bad_row(&rows) => {
                rows.push_error(error);
                self.continue_rows(rows);
            }
            FramerState::Rows(rows) => {
                self.end_rows(*rows);
                self.emit_error(error);
            }
            FramerState::Table(columns) => {
                self.emit_error(error);
                self.state = FramerState::Table(columns);
            }
            FramerState::Brackets(brackets) => {
                self.emit(brackets.line, None, Err(error));
                self.resume();
            }
            FramerState::Idle | FramerState::Document(_) => {
                self.flush_preamble();
                self.emit_error(error);
            }
        }
    }

    /// Processes a line when no record is open.
    fn idle_line(&mut self, source: Span<'_>) {
        if !self.preamble.is_empty()
            && self.only.is_none()
            && CsvColumns::starts_data(source.text())
            && let Some(columns) = self.preamble.take_columns()
        {
            self.flush_preamble();
            self.table_line(columns, source);
            return;
        }
        match self.classify(source.text()) {
            LineKind::Blank => self.preamble.close_frame_above(),
            LineKind::Comment => {}
            LineKind::Metadata(key, value) => self.preamble.add_field(source.line(), key, value),
            LineKind::Heading(heading) => {
                let errors = self.preamble.add_heading(source, heading);
                self.emit_errors(errors);
            }
            LineKind::Frame | LineKind::Dashes => self.idle_frame(source),
            LineKind::Row if row::is_row(source) || self.previous != PreviousRecord::Line => {
                if !self.preamble.frame_fits(source) {
                    self.flush_preamble();
                }
                let rows = RowCollector::new(std::mem::take(&mut self.preamble));
                self.rows_line(Box::new(rows), source);
            }
            LineKind::Table(columns) if self.only.is_none() && columns.is_single_word() => {
                self.idle_words(source);
            }
            LineKind::Unknown => self.idle_words(source),
            kind => {
                self.flush_preamble();
                self.begin(kind, source);
            }
        }
    }

    /// Processes a frame line: either the bottom of the previous grid or the top of the next one.
    fn idle_frame(&mut self, source: Span<'_>) {
        let width = source.text().chars().count();
        let error = match self.previous {
            PreviousRecord::Grid(rows) if row::frame_fits(width, rows) => {
                self.previous = PreviousRecord::Other;
                None
            }
            _ => Some(line_error(source)),
        };
        let errors = self.preamble.add_frame_line(source, error);
        self.emit_errors(errors);
    }

    /// Processes a line of words: the title of a grid, or an error.
    fn idle_words(&mut self, source: Span<'_>) {
        let error = match self.only.map(|only| only.layout) {
            Some(RecordLayout::Document) => source.trim().wrong("an XML document"),
            Some(RecordLayout::Rows) => {
                row::read_strictly(source).err().unwrap_or_else(|| line_error(source))
            }
            _ => line_error(source),
        };
        let holds_rows = self.only.is_none_or(|only| matches!(only.layout, RecordLayout::Rows));
        if holds_rows && self.previous != PreviousRecord::Line && is_title(source.text()) {
            let errors = self.preamble.add_title(source, error);
            self.emit_errors(errors);
        } else {
            self.flush_preamble();
            self.emit_error(error);
        }
    }

    /// Processes a line that is a complete puzzle, or that starts a record other than rows.
    fn begin(&mut self, kind: LineKind<'_>, source: Span<'_>) {
        let line = source.line();
        match kind {
            LineKind::OneLine(format) => {
                let read = match format.layout {
                    RecordLayout::Line { read, .. } => read,
                    _ => line::read,
                };
                let record = read(source);
                let format = match &record {
                    Ok(record) if self.only.is_some() => detected_format(format, source, record),
                    _ => format,
                };
                self.emit(line, Some(format), record);
            }
            LineKind::Table(columns) => {
                self.preamble = Preamble::default();
                self.state = FramerState::Table(columns);
                if self.only.is_some() && CsvColumns::read(source.text()).is_none() {
                    self.line(source);
                }
            }
            LineKind::Brackets => {
                self.brackets_line(OpenBrackets { line, ..OpenBrackets::default() }, source);
            }
            _ => {
                let record = line::read(source);
                let format = record.as_ref().ok().map(|record| detected_format(&line::LINE, source, record));
                self.emit(line, format, record);
                self.previous = PreviousRecord::Line;
            }
        }
    }

    /// Reports whether an invalid row counts as part of the grid that is being collected.
    fn accepts_bad_row(&self, rows: &RowCollector) -> bool {
        !rows.is_doubtful() && (self.previous != PreviousRecord::Line || rows.len() >= 2)
    }

    /// Processes a line while rows are being collected.
    fn rows_line(&mut self, mut rows: Box<RowCollector>, source: Span<'_>) {
        if rows.len() == 9 {
            // The givens are complete; only a `[State]` section can still follow.
            match line_kind(source.text()) {
                LineKind::Blank | LineKind::Comment | LineKind::Metadata(..) | LineKind::Frame => {
                    self.state = FramerState::Rows(rows);
                }
                LineKind::Heading(Heading::State) => {
                    rows.begin_state();
                    self.state = FramerState::Rows(rows);
                }
                _ => {
                    self.end_rows(*rows);
                    self.line(source);
                }
            }
            return;
        }
        let width = source.text().chars().count();
        let belongs = match self.classify(source.text()) {
            LineKind::Blank => {
                if !rows.accept_empty_line(source) {
                    self.end_rows(*rows);
                    return;
                }
                true
            }
            // Comments may come before or after a grid but not within it, so the grid must be missing rows.
            LineKind::Comment | LineKind::Metadata(..) => rows.len() == 0,
            LineKind::Dashes if rows.dash_is_blank => {
                self.push_row(&mut rows, source);
                true
            }
            LineKind::Frame | LineKind::Dashes
                if rows.len() == 0 || (rows.accepts_frame_line() && row::frame_fits(width, rows.width())) =>
            {
                rows.add_frame_line();
                true
            }
            LineKind::Row | LineKind::Unknown
                if rows.len() == 0 || row::is_row(source) || self.accepts_bad_row(&rows) =>
            {
                self.push_row(&mut rows, source);
                true
            }
            _ => false,
        };
        if belongs {
            self.continue_rows(rows);
        } else {
            self.end_rows(*rows);
            self.line(source);
        }
    }

    /// Adds a row. If the row shows that the previous rows were an incomplete puzzle, reports an error for
    /// that puzzle.
    fn push_row(&mut self, rows: &mut RowCollector, source: Span<'_>) {
        if let Some(incomplete) = rows.push(source) {
            self.emit_incomplete(incomplete);
        }
    }

    /// Finishes the grid if it has all its rows, and continues collecting otherwise.
    fn continue_rows(&mut self, rows: Box<RowCollector>) {
        if rows.len() >= 9 && rows.preamble.heading() != Some(Heading::Puzzle) {
            self.end_rows(*rows);
        } else {
            self.state = FramerState::Rows(rows);
        }
    }

    /// Finishes the grid, whether or not it has all its rows.
    fn end_rows(&mut self, rows: RowCollector) {
        if rows.len() == 9 {
            let (line, previous) = (rows.line(), PreviousRecord::Grid(rows.width()));
            self.below_grid = rows.last_line().map(|last| last + 1);
            match rows.into_record() {
                Ok((format, record)) => self.emit(line, Some(format), Ok(record)),
                Err(error) => self.emit(line, None, Err(error)),
            }
            self.previous = previous;
            self.suspended_table = None;
        } else {
            self.emit_incomplete(rows);
            self.resume();
        }
    }

    fn emit_incomplete(&mut self, mut rows: RowCollector) {
        // Without enough rows, the line above them was not a title.
        if let Some(title) = rows.preamble.take_title_error() {
            self.emit_error(title);
        }
        let line = rows.line();
        let mut error = rows.into_error();
        if let (ParseErrorKind::Rows { found }, Some(below)) = (&error.kind, self.below_grid)
            && below == line
        {
            error.kind = ParseErrorKind::RowsBelowGrid { found: *found };
        }
        self.emit(line, None, Err(error));
    }

    /// Processes a line while brackets are open.
    fn brackets_line(&mut self, mut brackets: OpenBrackets, source: Span<'_>) {
        let in_table = self.suspended_table.as_ref().is_some_and(|columns| columns.record(source).is_ok());
        if !brackets.text.is_empty() && (in_table || ends_brackets(source)) {
            // The line does not belong to the brackets, so a closing bracket is missing.
            self.end_brackets(&brackets);
            self.line(source);
            return;
        }
        if !brackets.text.is_empty() {
            brackets.text.push('\n');
        }
        if brackets.text.len() + source.text().len() > LIMIT {
            self.emit(brackets.line, None, Err(source.error(0, ParseErrorKind::TooLong)));
            self.resume();
            return;
        }
        brackets.text.push_str(source.text());
        let mut quote = None;
        for character in source.text().chars() {
            match (quote, character) {
                (Some(open), _) if open == character => quote = None,
                (None, '"' | '\'') => quote = Some(character),
                (None, '[' | '{' | '(') => brackets.depth += 1,
                (None, ']' | '}' | ')') => brackets.depth = brackets.depth.saturating_sub(1),
                _ => {}
            }
        }
        if brackets.depth > 0 || source.text().trim_end().ends_with('=') {
            self.state = FramerState::Brackets(brackets);
            return;
        }
        let boards = leetcode::read(Span::new(brackets.line, &brackets.text));
        if boards.iter().all(|(_, board)| board.is_err()) {
            self.resume();
        }
        self.suspended_table = None;
        for (line, board) in boards {
            self.emit(line, Some(&leetcode::LEETCODE), board.map(Record::from));
        }
    }

    /// Ends unclosed brackets with an error.
    fn end_brackets(&mut self, brackets: &OpenBrackets) {
        let gathered = Span::new(brackets.line, brackets.text.trim_end());
        let error = gathered.unexpected(gathered.text().len(), "a closing bracket");
        self.emit(brackets.line, None, Err(error));
        self.resume();
    }

    /// Resumes the table that was interrupted by an invalid record, if any.
    fn resume(&mut self) {
        self.state = self.suspended_table.take().map_or(FramerState::Idle, FramerState::Table);
    }

    /// Processes a line of a CSV table.
    fn table_line(&mut self, columns: CsvColumns, source: Span<'_>) {
        let text = source.text().trim();
        if text.is_empty() || text.starts_with('#') || text == "```" {
            self.state = FramerState::Table(columns);
            return;
        }
        if let Some(heading) = CsvColumns::read(source.text()).filter(|heading| !heading.is_single_word()) {
            self.state = FramerState::Table(heading);
            return;
        }
        let record = columns.record(source);
        let leaves = record.is_err()
            && match self.classify(source.text()) {
                LineKind::Row => row::is_row(source),
                LineKind::Brackets => true,
                _ => false,
            };
        if leaves {
            self.suspended_table = Some(columns);
            self.idle_line(source);
            return;
        }
        self.emit(source.line(), Some(columns.format), record);
        self.state = FramerState::Table(columns);
    }

    /// Processes a byte of a document. Returns whether the document is rejected, and the rest of the line
    /// with it.
    pub(crate) fn byte(&mut self, byte: u8, position: (u64, u64)) -> bool {
        let FramerState::Document(document) = &mut self.state else { return false };
        match document.scanner.push(byte, position) {
            XmlEvent::Nothing => false,
            XmlEvent::TooLong => {
                let (line, column) = document.scanner.position;
                self.emit_error(ParseError { line, column, kind: ParseErrorKind::TooLong });
                false
            }
            XmlEvent::Tag(tag) => self.tag(&tag, opensudoku::read),
            // The tag opens or closes an element, but its data is lost.
            XmlEvent::OverlongTag(tag) => self.tag(&tag, |_| None),
        }
    }

    /// Processes a complete tag, and reads the puzzle in it. The tag opens or closes an element even if it is
    /// not valid UTF-8. Returns whether the document is rejected.
    fn tag(
        &mut self,
        bytes: &[u8],
        read: impl Fn(&XmlTag<'_>) -> Option<Result<Record, ParseError>>,
    ) -> bool {
        let FramerState::Document(mut document) = std::mem::take(&mut self.state) else { return false };
        let (line, column) = document.scanner.position;
        let readable = String::from_utf8_lossy(bytes);
        let tag = XmlTag::new(Span::at(line, column, &readable));
        let is_root = document.depth == 0;
        match tag.kind {
            TagKind::Declaration => document.declared = true,
            TagKind::Close => document.depth = document.depth.saturating_sub(1),
            TagKind::Open | TagKind::SelfClosing => {
                if is_root {
                    document.format = opensudoku::root(&tag);
                }
                document.depth += usize::from(tag.kind == TagKind::Open);
            }
        }
        if is_root && tag.kind != TagKind::Declaration && document.format.is_none() {
            self.emit_error(tag.source.wrong("an <opensudoku> or <sudoku> document"));
            return true;
        }
        if matches!(tag.kind, TagKind::Open | TagKind::SelfClosing)
            && let Some(record) = read(&tag)
        {
            self.emit(line, document.format, line_buffer::text(bytes, line, column).and(record));
        }
        if document.depth > 0 || tag.kind == TagKind::Declaration {
            self.state = FramerState::Document(document);
        }
        false
    }

    /// Ends the open record, if any, at the end of the input.
    pub(crate) fn finish(&mut self, (line, column): (u64, u64)) {
        self.flush_preamble();
        match std::mem::take(&mut self.state) {
            FramerState::Idle | FramerState::Table(_) => {}
            FramerState::Rows(rows) => self.end_rows(*rows),
            FramerState::Brackets(brackets) => self.end_brackets(&brackets),
            FramerState::Document(document) if document.is_comment() => {}
            FramerState::Document(document) => {
                let kind = ParseErrorKind::End { expected: DOCUMENT_END };
                self.emit(document.scanner.position.0, None, Err(ParseError { line, column, kind }));
            }
        }
    }
}

/// The "expected" part of the error message for an unclosed document.
const DOCUMENT_END: &str = "the end of the XML document";

/// Strips the `>` quote marks used in email and Markdown.
fn unquoted(source: Span<'_>) -> Span<'_> {
    let text = source.text();
    let mut start = 0;
    while text[start..].starts_with('>') {
        start += 1 + usize::from(text[start + 1..].starts_with(' '));
    }
    source.from(start)
}

/// Reports whether the line cannot be inside brackets because it is a puzzle, a row without commas, or prose.
fn ends_brackets(source: Span<'_>) -> bool {
    let text = source.text().trim();
    let is_plain = !text.contains(['[', ']', '{', '}', '(', ')', ',', '"', '\'', ':', '/', '=']);
    let is_word = text.starts_with(char::is_alphabetic) && !leetcode::is_blank_word(text);
    CellRun::start(text) || (is_plain && (is_word || row::is_row(source)))
}

/// Reports whether the line can be the title of a grid: words, with more letters than digits.
fn is_title(line: &str) -> bool {
    const LONGEST: usize = 200;
    let text = line.trim();
    let letters = text.chars().filter(|character| character.is_alphabetic()).count();
    let digits = text.chars().filter(char::is_ascii_digit).count();
    text.len() <= LONGEST && text.starts_with(char::is_alphabetic) && letters > 2 && letters > digits
}

/// Returns an error that explains why the line is not a puzzle.
fn line_error(source: Span<'_>) -> ParseError {
    let text = source.trim();
    let is_tag = text.text().strip_prefix('<').is_some_and(|rest| rest.starts_with(char::is_alphabetic));
    if is_tag {
        let end = text.text().find('>').map_or(text.text().len(), |end| end + 1);
        return text.part(0, end).wrong("an <opensudoku> or <sudoku> document");
    }
    match line::read(source) {
        Err(error) => error,
        Ok(_) => text.wrong("a puzzle"),
    }
}

/// Returns the actual format of a line that was read in the `only` format: `susser` for a line with
/// eliminated candidates, `candidates` for 81 groups with candidates, and `only` for any other line.
fn detected_format(only: &'static Format, source: Span<'_>, record: &Record) -> &'static Format {
    match line_kind(source.text()) {
        LineKind::OneLine(found) if *found == line::SUSSER => found,
        LineKind::Groups if record.puzzle.written_candidates().is_some() => &candidates::CANDIDATES,
        _ => only,
    }
}

/// Classifies a line for a reader that accepts only this format.
fn classify_as<'a>(only: &'static Format, text: &'a str) -> LineKind<'a> {
    let kind = line_kind(text);
    if matches!(kind, LineKind::Blank | LineKind::Comment | LineKind::Metadata(..)) {
        return kind;
    }
    match (only.layout, kind) {
        (RecordLayout::Line { .. }, _) => LineKind::OneLine(only),
        (
            RecordLayout::Rows,
            kind @ (LineKind::Frame | LineKind::Dashes | LineKind::Heading(_) | LineKind::Row),
        ) => kind,
        (RecordLayout::Brackets, _) => LineKind::Brackets,
        (RecordLayout::Table, _) => CsvColumns::read(text)
            .or_else(|| CsvColumns::read(only.header))
            .map_or(LineKind::Unknown, LineKind::Table),
        (RecordLayout::Rows | RecordLayout::Document, _) => LineKind::Unknown,
    }
}
