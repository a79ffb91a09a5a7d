//! Sudoku Exchange: puzzle bank records and links to its player.
//!
//! ```text
//! 0000183b305c 050703060007000800000816000000030000005000100730040086906000204840572093000409000  1.2
//! └ the first 12 hex digits of the SHA-1 of the cells                                  rating, nn.n ┘
//! ```
//!
//! A record has 100 bytes, including the line break. A rating of 0.0 means that the puzzle has no rating. The
//! 12 hex digits are an ID. The reader does not check the ID against the cells, because some lists use
//! arbitrary IDs. The writer preserves an ID of this form; if a record has none, the writer computes one from
//! the cells.

use crate::cells::{self, CellRun};
use crate::error::{ParseError, WriteErrorKind};
use crate::format::{Capabilities, Format, RecordLayout};
use crate::formats::line;
use crate::record::{Fields, Record};
use crate::span::Span;
use crate::url::{self, Url};
use sha1_smol::Sha1;
use veridoku_core::Cell;

/// The `exchange` format: a record of the puzzle bank.
pub(crate) const EXCHANGE: Format = Format {
    name: "exchange",
    title: "Sudoku Exchange puzzle bank",
    description: "12 hex digits of a SHA-1 hash, 81 digits and a rating nn.n, in records of 100 bytes",
    extensions: &["txt"],
    capabilities: Capabilities { fields: &[Fields::ID, Fields::RATING], ..Capabilities::VALUES },
    layout: RecordLayout::Line { detect: is_record, read: read_record },
    write: write_record,
    ..line::LINE
};

/// The `exchange-url` format: a link to the player.
pub(crate) const EXCHANGE_URL: Format = Format {
    name: "exchange-url",
    title: "Sudoku Exchange link",
    description: "https://sudokuexchange.com/play/?s= followed by 81 digits, '0' for a blank",
    extensions: &[],
    capabilities: Capabilities { fields: &[Fields::LEVEL], ..Capabilities::VALUES },
    layout: RecordLayout::Line {
        detect: |text| exchange_link(Span::new(1, text)).is_some(),
        read: read_link,
    },
    write: |record, _, out| {
        out.push_str("https://sudokuexchange.com/play/?s=");
        cells::push_grid(record.puzzle.values(), '0', out);
        if let Some(level) = record.fields.get(Fields::LEVEL) {
            out.push_str("&d=");
            out.extend(url::encode(level));
        }
        out.push('\n');
        Ok(())
    },
    ..line::LINE
};

/// Number of hex digits in an ID.
const HASH: usize = 12;

fn is_hash(text: &str) -> bool {
    text.len() == HASH && text.bytes().all(|byte| byte.is_ascii_hexdigit() && !byte.is_ascii_uppercase())
}

fn is_record(text: &str) -> bool {
    let mut words = text.split_whitespace();
    words.next().is_some_and(is_hash)
        && words
            .next()
            .is_some_and(|cells| cells.len() > Cell::COUNT / 2 && cells.chars().all(cells::is_cell))
}

fn read_record(source: Span<'_>) -> Result<Record, ParseError> {
    let mut words = source.words(char::is_whitespace);
    let mut word = |expected| words.next().ok_or_else(|| source.unexpected(source.text().len(), expected));
    let id = word("12 hex digits")?;
    if !is_hash(id.text()) {
        return Err(id.wrong("12 hex digits"));
    }
    let mut record = Record::from(CellRun::read_all(word("81 cells")?)?.puzzle());
    record.fields.push(Fields::ID, id.text());
    let rating = word("a rating such as 1.2")?;
    if !is_rating(rating.text()) {
        return Err(rating.wrong("a rating such as 1.2"));
    }
    if rating.text() != "0.0" {
        record.fields.push(Fields::RATING, rating.text());
    }
    match words.next() {
        Some(word) => Err(word.wrong("the end of the line")),
        None => Ok(record),
    }
}

/// Reports whether the text is a rating of the form `n.n` or `nn.n`.
fn is_rating(text: &str) -> bool {
    let shape: String =
        text.chars().map(|character| if character.is_ascii_digit() { 'n' } else { character }).collect();
    shape == "n.n" || shape == "nn.n"
}

fn write_record(record: &Record, _: u64, out: &mut String) -> Result<(), WriteErrorKind> {
    let rating = record.fields.get(Fields::RATING).unwrap_or("0.0");
    if !is_rating(rating) {
        return Err(WriteErrorKind::Field(Fields::RATING.into()));
    }
    let mut digits = String::with_capacity(Cell::COUNT);
    cells::push_grid(record.puzzle.values(), '0', &mut digits);
    match record.fields.get(Fields::ID).filter(|id| is_hash(id)) {
        Some(id) => out.push_str(id),
        None => out.push_str(&Sha1::from(&digits).digest().to_string()[..HASH]),
    }
    out.push(' ');
    out.push_str(&digits);
    // The rating is right-aligned in five columns, of which the first is always blank.
    out.extend(std::iter::repeat_n(' ', 5 - rating.len()));
    out.push_str(rating);
    out.push('\n');
    Ok(())
}

fn exchange_link(source: Span<'_>) -> Option<Url<'_>> {
    Url::new(source).filter(|link| link.has_host("sudokuexchange.com"))
}

fn read_link(source: Span<'_>) -> Result<Record, ParseError> {
    let link = exchange_link(source);
    let link = link.ok_or_else(|| source.wrong("a link to sudokuexchange.com"))?;
    let cells = link
        .parameter("s")
        .ok_or_else(|| source.unexpected(source.text().len(), "the parameter s= with the cells"))?;
    let mut record = Record::from(CellRun::read_all(cells)?.puzzle());
    if let Some(level) = link.parameter("d") {
        record.fields.push_text(Fields::LEVEL, &url::decode(level.text()));
    }
    Ok(record)
}
