//! Sukakus: 729 characters, nine per cell, each a candidate digit or a blank.
//!
//! ```text
//! index = 81 · row + 9 · column + digit, all counted from 0      1...5...9.2.......…
//! ```
//!
//! A sukaku consists only of candidates, so a value is written as a single candidate. The reader treats a
//! single candidate as a given, unless a peer lists the same digit among several candidates; the same rule
//! applies in candidate grids. Either way, the candidates of each cell are the same.

use crate::error::{ParseError, ParseErrorKind};
use crate::format::{Capabilities, Format, RecordLayout, Support};
use crate::formats::line;
use crate::open_candidates::open_candidates;
use crate::record::{Fields, Record};
use crate::span::Span;
use veridoku_core::{Candidate, CandidateSet, Puzzle};

/// The `sukaku` format: 729 characters.
pub(crate) const SUKAKU: Format = Format {
    name: "sukaku",
    title: "729-character sukaku",
    description: "729 characters, nine per cell: the candidate digit, or '.' if it is eliminated",
    extensions: &["sukaku", "txt"],
    capabilities: Capabilities { values: Support::No, candidates: Support::Yes, ..Capabilities::VALUES },
    reads_as: &[],
    layout: RecordLayout::Line { detect, read },
    write: |record, _, out| {
        let open = open_candidates(&record.puzzle);
        out.push_str(&record.puzzle.clone().with_candidates(&open).candidates().to_string());
        out.push('\n');
        Ok(())
    },
    ..line::LINE
};

fn detect(text: &str) -> bool {
    let text = text.trim_start();
    // A run of cells much longer than 81 can only be a sukaku.
    text.len() >= 600 && text.bytes().take(600).all(|byte| byte == b'.' || byte.is_ascii_digit())
}

fn read(source: Span<'_>) -> Result<Record, ParseError> {
    let source = source.trim();
    let text = source.text();
    let length = text.bytes().take_while(|&byte| byte == b'.' || byte.is_ascii_digit()).count();
    if length != Candidate::COUNT {
        if length < Candidate::COUNT
            && let Some(character) = text[length..].chars().next()
            && character.is_alphanumeric()
        {
            return Err(source.unexpected(length, "the digit for this position or a blank"));
        }
        let kind = ParseErrorKind::Cells { found: length, expected: Candidate::COUNT };
        return Err(source.error(length.min(Candidate::COUNT), kind));
    }
    let is_wrong =
        |(index, byte): (usize, u8)| !matches!(byte, b'.' | b'0') && byte != b'1' + (index % 9) as u8;
    if let Some(index) = text[..length].bytes().enumerate().position(is_wrong) {
        return Err(source.unexpected(index, "the digit for this position or a blank"));
    }
    let candidates: CandidateSet = text[..length].parse().unwrap_or_default();
    let mut record = Record::from(Puzzle::from_sukaku(&candidates));
    let comment = text[length..].trim_start_matches(|c: char| c.is_whitespace() || ",;:|#".contains(c));
    record.fields.push_text(Fields::COMMENT, comment);
    Ok(record)
}
