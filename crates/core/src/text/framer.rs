//! Putting lines together to records.
//!
//! ```text
//!            a puzzle on one line
//!           ┌─────────────────────┐
//!           ▼                     │
//!          Open ──row──▶ Rows ────┤ nine rows
//!           ├──────[───▶ Brackets ┘ the last bracket
//!           ├─heading──▶ Table        until the end
//!           └──────<───▶ Document     until the root is closed
//! ```
//!
//! A line that cannot belong to the record that is being gathered ends it with an error, and is
//! then looked at afresh: nothing swallows the puzzle that follows it.

use super::cells::Cells;
use super::detect::{Heading, LineKind, line_kind};
use super::error::{ParseError, ParseErrorKind};
use super::format::{Format, Shape};
use super::forms::{leetcode, line, opensudoku, tables::Columns};
use super::input;
use super::reader::{Item, LIMIT};
use super::record::Record;
use super::rows::{Preface, Progress, Rows};
use super::source::Source;
use super::table::{CELLS_FIRST, FORMATS};
use super::xml::{Document, Event, Tag, TagKind};
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

/// Lines with open brackets.
#[derive(Clone, Debug, Default)]
struct Brackets {
    line: u64,
    text: String,
    depth: usize,
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

    /// Whether a line of 81 cells would be read as such here, whatever surrounds it.
    pub(super) fn takes_plain_lines(&self) -> bool {
        self.cells_first && matches!(self.state, State::Open) && self.preface.is_empty()
    }

    /// Whether a document could start here.
    pub(super) fn may_begin_document(&self) -> bool {
        matches!(self.state, State::Open)
            && self.only.is_none_or(|format| matches!(format.shape, Shape::Document))
    }

    /// Starts a document.
    pub(super) fn begin_document(&mut self) {
        self.preface = Preface::default();
        self.state = State::Document(Box::default());
    }

    /// Whether a document is being read.
    pub(super) fn in_document(&self) -> bool {
        matches!(self.state, State::Document(_))
    }

    /// The form that an item of this form is reported as.
    pub(super) fn reported(&self, format: &'static Format) -> &'static Format {
        self.only.unwrap_or(format)
    }

    fn emit(&mut self, line: u64, format: Option<&'static Format>, record: Result<Record, ParseError>) {
        self.preface = Preface::default();
        self.ready.push_back(Item { line, format: self.only.or(format), record });
    }

    fn emit_item(&mut self, item: Item) {
        self.emit(item.line, item.format, item.record);
    }

    /// Takes a line.
    pub(super) fn line(&mut self, source: Source<'_>) {
        match std::mem::take(&mut self.state) {
            State::Open | State::Document(_) => self.open_line(source),
            State::Rows(rows) => self.rows_line(rows, source),
            State::Brackets(brackets) => self.brackets_line(brackets, source),
            State::Table(columns) => self.table_line(columns, source),
        }
    }

    /// Takes a line that cannot be read.
    pub(super) fn bad_line(&mut self, error: ParseError) {
        match std::mem::take(&mut self.state) {
            State::Rows(mut rows) if rows.len() < 9 => {
                rows.bad(error);
                self.go_on(rows);
            }
            State::Rows(rows) => {
                self.emit_item(rows.complete());
                self.emit(error.line, None, Err(error));
            }
            State::Table(columns) => {
                self.emit(error.line, None, Err(error));
                self.state = State::Table(columns);
            }
            State::Brackets(brackets) => self.emit(brackets.line, None, Err(error)),
            State::Open | State::Document(_) => self.emit(error.line, None, Err(error)),
        }
    }

    /// A line where nothing has begun.
    fn open_line(&mut self, source: Source<'_>) {
        let kind = match self.only {
            None => line_kind(source.text()),
            Some(only) => forced_kind(only, source.text()),
        };
        let line = source.line();
        match kind {
            LineKind::Blank | LineKind::Comment | LineKind::Frame => {}
            LineKind::Metadata(key, value) => self.preface.field(line, key, value),
            LineKind::Heading(heading) => self.preface.heading(line, heading),
            LineKind::Dashes => self.preface.dashes(source),
            LineKind::Single(format) => {
                let read = match format.shape {
                    Shape::Line { read, .. } => read,
                    _ => line::read,
                };
                self.emit(line, Some(format), read(source));
            }
            LineKind::Table(columns) => {
                self.preface = Preface::default();
                self.state = State::Table(columns);
                if self.only.is_some() && Columns::read(source.text()).is_none() {
                    self.line(source);
                }
            }
            LineKind::Brackets => self.brackets_line(Brackets { line, ..Brackets::default() }, source),
            LineKind::Row => {
                let rows = Rows::new(std::mem::take(&mut self.preface));
                self.rows_line(Box::new(rows), source);
            }
            LineKind::Unknown => {
                let record = match self.only.map(|only| only.shape) {
                    Some(Shape::Document) => Err(source.trim().wrong("an XML document")),
                    _ => line::read(source),
                };
                // 81 groups on a line are read, whatever their form.
                let form = |record: &Record| match record.puzzle.written_candidates() {
                    Some(_) => "candidates",
                    None => "line",
                };
                let format = record.as_ref().ok().map(form).and_then(Format::by_name);
                self.emit(line, format, record);
            }
        }
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
                    self.emit_item(rows.complete());
                    self.line(source);
                }
            }
            return;
        }
        let kind = match self.only {
            None => line_kind(source.text()),
            Some(only) => forced_kind(only, source.text()),
        };
        match kind {
            LineKind::Blank => {
                if let Progress::Broken = rows.gap(source) {
                    self.emit_item(rows.incomplete());
                    return;
                }
            }
            LineKind::Comment | LineKind::Metadata(..) => {}
            LineKind::Dashes if rows.dashed() => self.push_row(&mut rows, source),
            LineKind::Frame | LineKind::Dashes => rows.frame(),
            LineKind::Row | LineKind::Unknown => self.push_row(&mut rows, source),
            LineKind::Heading(_) | LineKind::Single(_) | LineKind::Table(_) | LineKind::Brackets => {
                self.emit_item(rows.incomplete());
                self.line(source);
                return;
            }
        }
        self.go_on(rows);
    }

    /// Adds a row, which may show that the rows before it were an incomplete puzzle.
    fn push_row(&mut self, rows: &mut Rows, source: Source<'_>) {
        if let Some(broken) = rows.push(source) {
            self.emit_item(broken);
        }
    }

    /// Goes on with rows, which may be complete.
    fn go_on(&mut self, rows: Box<Rows>) {
        match rows.progress() {
            Progress::Complete if rows.heading() != Some(Heading::Puzzle) => self.emit_item(rows.complete()),
            _ => self.state = State::Rows(rows),
        }
    }

    /// A line among brackets.
    fn brackets_line(&mut self, mut brackets: Brackets, source: Source<'_>) {
        if !brackets.text.is_empty() && Cells::start(source.text().trim()) {
            // A puzzle of its own: somebody forgot a bracket.
            let gathered = Source::new(brackets.line, &brackets.text);
            let error = gathered.unexpected(brackets.text.trim_end().len(), "the closing bracket");
            self.emit(brackets.line, None, Err(error));
            self.line(source);
            return;
        }
        if !brackets.text.is_empty() {
            brackets.text.push('\n');
        }
        if brackets.text.len() + source.text().len() > LIMIT {
            self.emit(brackets.line, None, Err(source.error(0, ParseErrorKind::TooLong)));
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
        self.emit_boards(&brackets);
    }

    /// The boards in brackets that are closed.
    fn emit_boards(&mut self, brackets: &Brackets) {
        let format = Format::by_name(leetcode::LEETCODE.name);
        match leetcode::read(Source::new(brackets.line, &brackets.text)) {
            Ok(boards) => {
                for board in boards {
                    self.emit(brackets.line, format, Ok(Record::from(board)));
                }
            }
            Err(error) => self.emit(brackets.line, format, Err(error)),
        }
    }

    /// A line of a table.
    fn table_line(&mut self, mut columns: Columns, source: Source<'_>) {
        let text = source.text().trim();
        let is_content = !text.is_empty() && !text.starts_with('#');
        if let Some(heading) = Columns::read(source.text()).filter(|_| is_content) {
            columns = heading;
        } else if is_content {
            self.emit(source.line(), Format::by_name(columns.format), columns.record(source));
        }
        self.state = State::Table(columns);
    }

    /// A byte of a document.
    pub(super) fn byte(&mut self, byte: u8, place: (u64, u64)) {
        let State::Document(document) = &mut self.state else { return };
        match document.push(byte, place) {
            Event::Nothing => {}
            Event::TooLong => {
                let (_, (line, column)) = document.tag();
                let error = ParseError { line, column, kind: ParseErrorKind::TooLong };
                self.emit(line, None, Err(error));
            }
            Event::Tag => {
                if let State::Document(document) = std::mem::take(&mut self.state) {
                    self.tag(document);
                }
            }
        }
    }

    /// A complete tag.
    fn tag(&mut self, mut document: Box<Document>) {
        let (bytes, (line, column)) = document.tag();
        let bytes = bytes.to_vec();
        document.clear();
        match input::text(&bytes, line, column) {
            Err(error) => self.emit(line, document.format.and_then(Format::by_name), Err(error)),
            Ok(text) => {
                let tag = Tag::new(Source::at(line, column, text));
                if document.root.is_none() && matches!(tag.kind, TagKind::Open | TagKind::Whole) {
                    document.format = opensudoku::root(&tag);
                    document.root = Some(tag.name.into());
                    if document.format.is_none() {
                        let error = tag.source.wrong("an <opensudoku> or <sudoku> document");
                        self.emit(line, None, Err(error));
                    }
                }
                match tag.kind {
                    TagKind::Open => document.depth += 1,
                    TagKind::Close => document.depth = document.depth.saturating_sub(1),
                    TagKind::Whole | TagKind::Declaration => {}
                }
                let opens = matches!(tag.kind, TagKind::Open | TagKind::Whole);
                if opens
                    && let Some(name) = document.format
                    && let Some(record) = opensudoku::read(&tag)
                {
                    self.emit(line, Format::by_name(name), record);
                }
                let closed =
                    document.root.is_some() && document.depth == 0 && tag.kind != TagKind::Declaration;
                if closed {
                    return;
                }
            }
        }
        self.state = State::Document(document);
    }

    /// The input has ended at this place.
    pub(super) fn finish(&mut self, (line, column): (u64, u64)) {
        match std::mem::take(&mut self.state) {
            State::Open | State::Table(_) => {}
            State::Rows(rows) if rows.len() == 9 => self.emit_item(rows.complete()),
            State::Rows(rows) => self.emit_item(rows.incomplete()),
            State::Brackets(brackets) => {
                let gathered = Source::new(brackets.line, &brackets.text);
                let error = gathered.unexpected(brackets.text.len(), "the closing bracket");
                self.emit(brackets.line, None, Err(error));
            }
            State::Document(_) => {
                let kind = ParseErrorKind::End { expected: "the end of the XML document" };
                self.emit(line, None, Err(ParseError { line, column, kind }));
            }
        }
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
        (Shape::Rows, kind @ (LineKind::Frame | LineKind::Dashes | LineKind::Heading(_))) => kind,
        (Shape::Rows, _) => LineKind::Row,
        (Shape::Brackets, _) => LineKind::Brackets,
        (Shape::Table, _) => LineKind::Table(Columns::read(text).unwrap_or_else(|| Columns::of(only))),
        (Shape::Document, _) => LineKind::Unknown,
    }
}
