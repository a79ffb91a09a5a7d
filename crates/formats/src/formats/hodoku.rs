//! HoDoKu library lines. Each line contains a position and the step that the position illustrates.
//!
//! ```text
//! :technique:candidates:cells:deleted:eliminations:placements:extra
//! :0003:8:.439.........5...821....9..82.......6..742..1.......23..2....974...6.........715.:::858:
//! ```
//!
//! `deleted` lists the candidates that were eliminated before the step. The fields that describe the step are
//! kept as text; the logic engine parses them.

use crate::cells::{self, CellRun};
use crate::eliminated;
use crate::error::{ParseError, WriteErrorKind};
use crate::format::{Capabilities, Format, RecordLayout};
use crate::formats::line;
use crate::record::{Fields, Record};
use crate::span::Span;

/// The `hodoku` format: a line of a HoDoKu library.
pub(crate) const HODOKU: Format = Format {
    name: "hodoku",
    title: "HoDoKu library line",
    description: ":technique:candidates:cells:deleted:eliminations:placements:extra, \
                  with '+' before placed values",
    extensions: &["txt"],
    capabilities: Capabilities { fields: &FIELDS, ..Capabilities::POSITION },
    layout: RecordLayout::Line { detect: |text| text.trim_start().starts_with(':'), read },
    write,
    ..line::LINE
};

const FIELDS: [&str; 5] =
    [Fields::TECHNIQUE, Fields::CANDIDATES, Fields::ELIMINATIONS, Fields::PLACEMENTS, Fields::EXTRA];

fn read(source: Span<'_>) -> Result<Record, ParseError> {
    let source = source.trim();
    let mut parts = source.split(':').skip(1);
    let mut part = |expected| parts.next().ok_or_else(|| source.unexpected(source.text().len(), expected));
    let technique = part("':' and a technique")?;
    let digits = part("':' and the candidates")?;
    let cells = CellRun::read_all(part("':' and 81 cells")?)?;
    let mut fields = Fields::EMPTY;
    if !matches!(technique.text(), "0000" | "") || !matches!(digits.text(), "x" | "") {
        fields.push_text(Fields::TECHNIQUE, technique.text());
        fields.push_text(Fields::CANDIDATES, digits.text());
    }
    let mut puzzle = cells.puzzle();
    if let Some(part) = parts.next() {
        puzzle = eliminated::remove(puzzle, &eliminated::read(part)?);
    }
    for key in [Fields::ELIMINATIONS, Fields::PLACEMENTS] {
        if let Some(part) = parts.next() {
            eliminated::read(part)?;
            fields.push_text(key, part.text());
        }
    }
    if let Some(part) = parts.next() {
        fields.push_text(Fields::EXTRA, part.text());
    }
    if let Some(part) = parts.next()
        && !part.text().trim().is_empty()
    {
        return Err(part.wrong("the end of the line"));
    }
    Ok(Record { fields, ..Record::from(puzzle) })
}

fn write(record: &Record, _: u64, out: &mut String) -> Result<(), WriteErrorKind> {
    for key in FIELDS {
        if record.fields.get(key).is_some_and(|value| value.contains([':', '\n', '\r'])) {
            return Err(WriteErrorKind::Field(key.into()));
        }
    }
    let field = |key| record.fields.get(key).unwrap_or_default();
    let step = FIELDS.iter().any(|key| record.fields.get(key).is_some());
    let (technique, digits) =
        if step { (field(Fields::TECHNIQUE), field(Fields::CANDIDATES)) } else { ("0000", "x") };
    out.extend([":", technique, ":", digits, ":"]);
    cells::push_marked(&record.puzzle, '.', out);
    out.push(':');
    eliminated::push(&record.puzzle, out)?;
    out.push(':');
    if step {
        out.extend([field(Fields::ELIMINATIONS), ":", field(Fields::PLACEMENTS)]);
    }
    out.extend([":", field(Fields::EXTRA), "\n"]);
    Ok(())
}
