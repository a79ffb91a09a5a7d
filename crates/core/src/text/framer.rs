//! Putting lines together to records.
//!
//! ```text
//!            a puzzle on one line
//!           ┌─────────────────────┐
//!           ▼                     │
//!          Open ──row──▶ Rows ────┤ nine rows
//!           ├──────[───▶ Brackets ┘ the last bracket
//!           ├─heading──▶ Table        until nine rows or a bracket come
//!           └───<?xml──▶ Document     until the root is closed
//! ```
//!
//! A line that cannot belong to the record that is being gathered ends it with an error, and is
//! then looked at afresh: nothing swallows the puzzle that follows it, and 81 cells at the start of
//! a line end whatever is open. Nothing vanishes either: titles, headings and frames are held back
//! until rows follow them (`preface`), and are errors if none do.
//!
//! Behind a puzzle on one line we are in a list. There each bad line is an error of its own, so
//! that the output stays aligned: only a row of exactly nine cells can begin a grid.

use super::cells::Cells;
use super::detect::{Heading, LineKind, line_kind};
use super::error::{ParseError, ParseErrorKind};
use super::format::{Format, Shape};
use super::forms::{candidates, leetcode, line, opensudoku, tables::Columns};
use super::input;
use super::preface::Preface;
use super::reader::{Item, LIMIT};
use super::record::Record;
use super::row;
use super::rows::{self, Progress, Rows};
use super::source::Source;
use super::table::{CELLS_FIRST, FORMATS};
use super::xml::{Document, Event, Step, Tag};
use std::collections::VecDeque;

/// The records that are being put together.
#[derive(Clone, Debug, Default)]
pub(super) struct Framer {
    /// The one form that is read, if detection is off.
    only: Option<&'static Format>,
    /// Whether forms that start with 81 cells are read.
    cells_first: bool,
    state: State,
    preface: Preface,
    above: Above,
    /// The table in which rows or brackets have begun; if they come to nothing, it goes on.
    left: Option<Columns>,
    /// Records that are complete.
    ready: VecDeque<Item>,
}

/// What is being read.
#[derive(Clone, Debug, Default)]
enum State {
    /// Nothing has begun.
    #[default]
    Open,
    Rows(Box<Rows>),
    Brackets(Brackets),
    Table(Columns),
    Document(Box<Document>),
}

/// The last puzzle, as far as it has to do with the next line.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
enum Above {
    /// There is none, or it says nothing about what follows.
    #[default]
    Nothing,
    /// It is a line: we are in a list.
    Line,
    /// It is a grid of this width, the bottom of its frame may follow.
    Rows(usize),
}

/// Lines with open brackets.
#[derive(Clone, Debug, Default)]
struct Brackets {
    line: u64,
    text: String,
    depth: usize,
}

/// What follows a byte of a document.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum After {
    /// The next byte, or the next line if the document is closed.
    Next,
    /// The next line: the rest of this one belongs to what was refused.
    NextLine,
}

impl Framer {
    pub(super) fn new(only: Option<&'static Format>) -> Framer {
        let cells_first = only.is_none_or(|format| FORMATS[..CELLS_FIRST].contains(format));
        Framer { only, cells_first, ..Framer::default() }
    }

    /// The next complete record.
    pub(super) fn take(&mut self) -> Option<Item> {
        self.ready.pop_front()
    }

    /// Whether a complete record waits to be taken.
    pub(super) fn has_ready(&self) -> bool {
        !self.ready.is_empty()
    }

    /// Whether a line of 81 cells would be read as such here, whatever surrounds it.
    pub(super) fn takes_plain_lines(&self) -> bool {
        self.cells_first && matches!(self.state, State::Open) && self.preface.is_empty()
    }

    /// Notes that such a line was read; gives back the form that it is reported as.
    pub(super) fn plain_line(&mut self, format: &'static Format) -> &'static Format {
        self.above = Above::Line;
        self.only.unwrap_or(format)
    }

    /// Whether a document could start here.
    pub(super) fn may_begin_document(&self) -> bool {
        matches!(self.state, State::Open)
            && self.only.is_none_or(|format| matches!(format.shape, Shape::Document))
    }

    /// Starts a document.
    pub(super) fn begin_document(&mut self) {
        self.flush();
        self.preface = Preface::default();
        self.state = State::Document(Box::default());
    }

    /// Whether a document is being read.
    pub(super) fn in_document(&self) -> bool {
        matches!(self.state, State::Document(_))
    }

    /// Whether this byte cannot stand where we are in the document.
    pub(super) fn refuses(&self, byte: u8) -> bool {
        match &self.state {
            State::Document(document) => document.is_before_root() && byte.is_ascii_graphic() && byte != b'<',
            _ => false,
        }
    }

    /// Leaves a document that is not closed, because of this character.
    pub(super) fn leave_document(&mut self, found: u8, (line, column): (u64, u64)) {
        if let State::Document(document) = std::mem::take(&mut self.state)
            && !document.is_comment()
        {
            let expected = if document.is_before_root() { "the root of the XML document" } else { END };
            let kind = ParseErrorKind::Character { found: char::from(found), expected };
            self.emit(document.place().0, None, Err(ParseError { line, column, kind }));
        }
    }

    fn emit(&mut self, line: u64, format: Option<&'static Format>, record: Result<Record, ParseError>) {
        self.preface = Preface::default();
        if record.is_ok() {
            self.above = match format.map(|format| format.shape) {
                Some(Shape::Line { .. } | Shape::Table) => Above::Line,
                _ => Above::Nothing,
            };
        }
        let record = match (self.only, format) {
            (Some(only), Some(found)) => record.and_then(|record| only.expect(found, record, line)),
            _ => record,
        };
        self.ready.push_back(Item { line, format: self.only.or(format), record });
    }

    fn emit_item(&mut self, item: Item) {
        self.emit(item.line, item.format, item.record);
    }

    fn emit_error(&mut self, error: ParseError) {
        self.emit(error.line, None, Err(error));
    }

    fn emit_errors(&mut self, errors: Vec<ParseError>) {
        for error in errors {
            self.ready.push_back(Item { line: error.line, format: self.only, record: Err(error) });
        }
    }

    /// Says of all that was held back for rows that no rows have come.
    fn flush(&mut self) {
        let errors = self.preface.take_errors();
        self.emit_errors(errors);
    }

    /// What the line is.
    fn kind<'a>(&self, text: &'a str) -> LineKind<'a> {
        match self.only {
            None => line_kind(text),
            Some(only) => forced_kind(only, text),
        }
    }

    /// Takes a line.
    pub(super) fn line(&mut self, source: Source<'_>) {
        match std::mem::take(&mut self.state) {
            State::Open | State::Document(_) => self.open_line(unquoted(source)),
            State::Rows(rows) => self.rows_line(rows, unquoted(source)),
            State::Brackets(brackets) => self.brackets_line(brackets, source),
            State::Table(columns) => self.table_line(columns, source),
        }
    }

    /// Takes a line that cannot be read.
    pub(super) fn bad_line(&mut self, error: ParseError) {
        match std::mem::take(&mut self.state) {
            State::Rows(mut rows) if rows.len() < 9 && self.keeps_bad_rows(&rows) => {
                rows.bad(error);
                self.go_on(rows);
            }
            State::Rows(rows) => {
                self.end_rows(*rows);
                self.emit_error(error);
            }
            State::Table(columns) => {
                self.emit_error(error);
                self.state = State::Table(columns);
            }
            State::Brackets(brackets) => {
                self.emit(brackets.line, None, Err(error));
                self.resume();
            }
            State::Open | State::Document(_) => {
                self.flush();
                self.emit_error(error);
            }
        }
    }

    /// A line where nothing has begun.
    fn open_line(&mut self, source: Source<'_>) {
        if !self.preface.is_empty()
            && Columns::starts(source.text())
            && let Some(columns) = self.preface.take_columns()
        {
            self.flush();
            self.table_line(columns, source);
            return;
        }
        match self.kind(source.text()) {
            LineKind::Blank => self.preface.end_frame(),
            LineKind::Comment => {}
            LineKind::Metadata(key, value) => self.preface.field(source.line(), key, value),
            LineKind::Heading(heading) => {
                let errors = self.preface.add_heading(source, heading);
                self.emit_errors(errors);
            }
            LineKind::Frame | LineKind::Dashes => self.open_frame(source),
            LineKind::Row if row::is_row(source) || self.above != Above::Line => {
                if !self.preface.fits(source) {
                    self.flush();
                }
                let rows = Rows::new(std::mem::take(&mut self.preface));
                self.rows_line(Box::new(rows), source);
            }
            LineKind::Table(columns) if self.only.is_none() && columns.is_bare() => {
                self.open_words(source, Some(columns));
            }
            LineKind::Unknown => self.open_words(source, None),
            kind => {
                self.flush();
                self.begin(kind, source);
            }
        }
    }

    /// A line of a frame: the bottom of that above, or the top of the next.
    fn open_frame(&mut self, source: Source<'_>) {
        let width = source.text().chars().count();
        let error = match self.above {
            Above::Rows(rows) if rows::frame_fits(width, rows) => {
                self.above = Above::Nothing;
                None
            }
            _ => Some(line_error(source)),
        };
        let errors = self.preface.frame(source, error);
        self.emit_errors(errors);
    }

    /// A line of words: the title of a grid, or an error.
    fn open_words(&mut self, source: Source<'_>, columns: Option<Columns>) {
        let error = match self.only.map(|only| only.shape) {
            Some(Shape::Document) => source.trim().wrong("an XML document"),
            Some(Shape::Rows) => row::read_strictly(source).err().unwrap_or_else(|| line_error(source)),
            _ => line_error(source),
        };
        let holds_rows = self.only.is_none_or(|only| matches!(only.shape, Shape::Rows));
        if holds_rows && self.above != Above::Line && is_title(source.text()) {
            let errors = self.preface.title(source, columns, error);
            self.emit_errors(errors);
        } else {
            self.flush();
            self.emit_error(error);
        }
    }

    /// A line that is a puzzle by itself, or begins something other than rows.
    fn begin(&mut self, kind: LineKind<'_>, source: Source<'_>) {
        let line = source.line();
        match kind {
            LineKind::Single(format) => {
                let read = match format.shape {
                    Shape::Line { read, .. } => read,
                    _ => line::read,
                };
                let record = read(source);
                let format = match &record {
                    Ok(record) if self.only.is_some() => found_form(format, source, record),
                    _ => format,
                };
                self.emit(line, Some(format), record);
            }
            LineKind::Table(columns) => {
                self.preface = Preface::default();
                self.state = State::Table(columns);
                if self.only.is_some() && Columns::read(source.text()).is_none() {
                    self.line(source);
                }
            }
            LineKind::Brackets => self.brackets_line(Brackets { line, ..Brackets::default() }, source),
            _ => {
                let record = line::read(source);
                let format = record.as_ref().ok().map(|record| found_form(&line::LINE, source, record));
                self.emit(line, format, record);
                self.above = Above::Line;
            }
        }
    }

    /// Whether a line that is no good row still counts as one of these.
    fn keeps_bad_rows(&self, rows: &Rows) -> bool {
        !rows.is_doubtful() && (self.above != Above::Line || rows.len() >= 2)
    }

    /// A line among rows.
    fn rows_line(&mut self, mut rows: Box<Rows>, source: Source<'_>) {
        if rows.len() == 9 {
            // The givens are complete; only the state of play can still belong to them.
            match line_kind(source.text()) {
                LineKind::Blank | LineKind::Comment | LineKind::Metadata(..) | LineKind::Frame => {
                    self.state = State::Rows(rows);
                }
                LineKind::Heading(Heading::State) => {
                    rows.begin_state();
                    self.state = State::Rows(rows);
                }
                _ => {
                    self.end_rows(*rows);
                    self.line(source);
                }
            }
            return;
        }
        let width = source.text().chars().count();
        let belongs = match self.kind(source.text()) {
            LineKind::Blank => {
                if let Progress::Broken = rows.gap(source) {
                    self.end_rows(*rows);
                    return;
                }
                true
            }
            // Comments stand around a grid, not in it: here rows are missing.
            LineKind::Comment | LineKind::Metadata(..) => rows.len() == 0,
            LineKind::Dashes if rows.dashed() => {
                self.push_row(&mut rows, source);
                true
            }
            LineKind::Frame | LineKind::Dashes
                if rows.len() == 0 || (rows.takes_frame() && rows::frame_fits(width, rows.width())) =>
            {
                rows.frame();
                true
            }
            LineKind::Row | LineKind::Unknown
                if rows.len() == 0 || row::is_row(source) || self.keeps_bad_rows(&rows) =>
            {
                self.push_row(&mut rows, source);
                true
            }
            _ => false,
        };
        if belongs {
            self.go_on(rows);
        } else {
            self.end_rows(*rows);
            self.line(source);
        }
    }

    /// Adds a row, which may show that the rows before it were an incomplete puzzle.
    fn push_row(&mut self, rows: &mut Rows, source: Source<'_>) {
        if let Some(broken) = rows.push(source) {
            self.emit_incomplete(broken);
        }
    }

    /// Goes on with rows, which may be complete.
    fn go_on(&mut self, rows: Box<Rows>) {
        match rows.progress() {
            Progress::Complete if rows.heading() != Some(Heading::Puzzle) => self.end_rows(*rows),
            _ => self.state = State::Rows(rows),
        }
    }

    /// Ends rows, be they complete or not.
    fn end_rows(&mut self, rows: Rows) {
        if rows.len() == 9 {
            let above = Above::Rows(rows.width());
            self.emit_item(rows.complete());
            self.above = above;
            self.left = None;
        } else {
            self.emit_incomplete(rows);
            self.resume();
        }
    }

    fn emit_incomplete(&mut self, mut rows: Rows) {
        if let Some(title) = rows.take_title() {
            self.emit_error(title);
        }
        self.emit_item(rows.incomplete());
    }

    /// A line among brackets.
    fn brackets_line(&mut self, mut brackets: Brackets, source: Source<'_>) {
        let in_table = self.left.as_ref().is_some_and(|columns| columns.record(source).is_ok());
        if !brackets.text.is_empty() && (in_table || is_foreign(source)) {
            // A line of its own: somebody forgot a bracket.
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
            self.state = State::Brackets(brackets);
            return;
        }
        let boards = leetcode::read(Source::new(brackets.line, &brackets.text));
        if boards.iter().all(|(_, board)| board.is_err()) {
            self.resume();
        }
        self.left = None;
        for (line, board) in boards {
            self.emit(line, Some(&leetcode::LEETCODE), board.map(Record::from));
        }
    }

    /// Ends brackets that are not closed.
    fn end_brackets(&mut self, brackets: &Brackets) {
        let gathered = Source::new(brackets.line, brackets.text.trim_end());
        let error = gathered.unexpected(gathered.text().len(), "the closing bracket");
        self.emit(brackets.line, None, Err(error));
        self.resume();
    }

    /// Goes back to the table in which something began that came to nothing.
    fn resume(&mut self) {
        self.state = self.left.take().map_or(State::Open, State::Table);
    }

    /// A line of a table.
    fn table_line(&mut self, columns: Columns, source: Source<'_>) {
        let text = source.text().trim();
        if text.is_empty() || text.starts_with('#') || text == "```" {
            self.state = State::Table(columns);
            return;
        }
        if let Some(heading) = Columns::read(source.text()).filter(|heading| !heading.is_bare()) {
            self.state = State::Table(heading);
            return;
        }
        let record = columns.record(source);
        let leaves = record.is_err()
            && match self.kind(source.text()) {
                LineKind::Row => row::is_row(source),
                LineKind::Brackets => true,
                _ => false,
            };
        if leaves {
            self.left = Some(columns);
            self.open_line(source);
            return;
        }
        self.emit(source.line(), Some(columns.format), record);
        self.state = State::Table(columns);
    }

    /// A byte of a document.
    pub(super) fn byte(&mut self, byte: u8, place: (u64, u64)) -> After {
        let State::Document(document) = &mut self.state else { return After::Next };
        match document.push(byte, place) {
            Event::Nothing => After::Next,
            Event::TooLong => {
                let (line, column) = document.place();
                self.emit_error(ParseError { line, column, kind: ParseErrorKind::TooLong });
                After::Next
            }
            event @ (Event::Tag | Event::OverlongTag) => {
                let State::Document(document) = std::mem::take(&mut self.state) else { return After::Next };
                self.tag(document, event)
            }
        }
    }

    /// A complete tag. What it opens and closes is known even if it is no text or too long.
    fn tag(&mut self, mut document: Box<Document>, event: Event) -> After {
        let (bytes, (line, column)) = document.take_tag();
        let readable = String::from_utf8_lossy(&bytes);
        let tag = Tag::new(Source::at(line, column, &readable));
        let step = document.count(&tag, opensudoku::root);
        if let Step::Foreign = step {
            self.emit_error(tag.source.wrong("an <opensudoku> or <sudoku> document"));
            return After::NextLine;
        }
        let (Step::Inside(format) | Step::Closed(format)) = step else { return After::Next };
        if event == Event::Tag
            && format.is_some()
            && let Some(record) = opensudoku::read(&tag)
        {
            let record = input::text(&bytes, line, column).and(record);
            self.emit(line, format, record);
        }
        if let Step::Inside(_) = step {
            self.state = State::Document(document);
        }
        After::Next
    }

    /// The input has ended at this place.
    pub(super) fn finish(&mut self, (line, column): (u64, u64)) {
        self.flush();
        match std::mem::take(&mut self.state) {
            State::Open | State::Table(_) => {}
            State::Rows(rows) => self.end_rows(*rows),
            State::Brackets(brackets) => self.end_brackets(&brackets),
            State::Document(document) if document.is_comment() => {}
            State::Document(document) => {
                let kind = ParseErrorKind::End { expected: END };
                self.emit(document.place().0, None, Err(ParseError { line, column, kind }));
            }
        }
    }
}

/// What a document that is not closed lacks.
const END: &str = "the end of the XML document";

/// The line without the signs of a quotation, as mails and Markdown have them.
fn unquoted(source: Source<'_>) -> Source<'_> {
    let text = source.text();
    let mut start = 0;
    while text[start..].starts_with('>') {
        start += 1 + usize::from(text[start + 1..].starts_with(' '));
    }
    source.from(start)
}

/// Whether the line cannot belong to brackets: it is a puzzle, a row without commas, or prose.
fn is_foreign(source: Source<'_>) -> bool {
    let text = source.text().trim();
    let is_plain = !text.contains(['[', ']', '{', '}', '(', ')', ',', '"', '\'', ':', '/', '=']);
    let is_word = text.starts_with(char::is_alphabetic) && !leetcode::is_blank_word(text);
    Cells::start(text) || (is_plain && (is_word || row::is_row(source)))
}

/// Whether the line can be the title of a grid: words, and more letters than digits.
fn is_title(line: &str) -> bool {
    const LONGEST: usize = 200;
    let text = line.trim();
    let letters = text.chars().filter(|character| character.is_alphabetic()).count();
    let digits = text.chars().filter(char::is_ascii_digit).count();
    text.len() <= LONGEST && text.starts_with(char::is_alphabetic) && letters > 2 && letters > digits
}

/// Why the line is no puzzle.
fn line_error(source: Source<'_>) -> ParseError {
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

/// The form of a line that was read as `only`: 81 groups and struck candidates are others.
fn found_form(only: &'static Format, source: Source<'_>, record: &Record) -> &'static Format {
    match line_kind(source.text()) {
        LineKind::Single(found) if *found == line::SUSSER => found,
        LineKind::Groups if record.puzzle.written_candidates().is_some() => &candidates::CANDIDATES,
        _ => only,
    }
}

/// What a line is if it must be of this form.
fn forced_kind<'a>(only: &'static Format, text: &'a str) -> LineKind<'a> {
    let kind = line_kind(text);
    if matches!(kind, LineKind::Blank | LineKind::Comment | LineKind::Metadata(..)) {
        return kind;
    }
    match (only.shape, kind) {
        (Shape::Line { .. }, _) => LineKind::Single(only),
        (Shape::Rows, kind @ (LineKind::Frame | LineKind::Dashes | LineKind::Heading(_) | LineKind::Row)) => {
            kind
        }
        (Shape::Brackets, _) => LineKind::Brackets,
        (Shape::Table, _) => LineKind::Table(Columns::read(text).unwrap_or_else(|| Columns::of(only))),
        (Shape::Rows | Shape::Document, _) => LineKind::Unknown,
    }
}
