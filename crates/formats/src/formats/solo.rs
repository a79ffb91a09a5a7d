//! Game IDs of Solo, from Simon Tatham's puzzle collection.
//!
//! ```text
//! 3x3:a7_6b2…      digits; a to z for a run of 1 to 26 blanks; '_' between adjacent digits
//! 3x3#12345        a random seed, from which only Solo can generate the puzzle
//! ```
//!
//! The part before the colon contains the size, and letters for the kind, the symmetry and the difficulty.
//! A size other than `3x3`, or one of the letters `x`, `j` and `k`, indicates a variant.

use crate::cells;
use crate::error::{ParseError, ParseErrorKind};
use crate::format::{Format, RecordLayout};
use crate::formats::line;
use crate::record::Record;
use crate::span::Span;
use veridoku_core::Cell;

/// The `solo` format: a Solo game ID.
pub(crate) const SOLO: Format = Format {
    name: "solo",
    title: "Solo game ID",
    description: "3x3: followed by digits, a to z for runs of blanks, and '_' between adjacent digits \
                  (from Simon Tatham's puzzle collection)",
    extensions: &[],
    layout: RecordLayout::Line { detect: |text| parameters(text).is_some(), read },
    write: |record, _, out| {
        push(record, out);
        Ok(())
    },
    ..line::LINE
};

/// Returns the size and the letters, which come before the `:` (or before the `#` of a random seed).
fn parameters(text: &str) -> Option<(&str, &str)> {
    /// Maximum number of letters in the parameters; Solo always writes fewer.
    const LETTERS: usize = 12;
    let text = text.trim();
    let parameters = &text[..text.find([':', '#'])?];
    let digits = |text: &str| text.bytes().take_while(u8::is_ascii_digit).count();
    let columns = digits(parameters);
    let rows = digits(parameters[columns..].strip_prefix('x')?);
    let (size, letters) = parameters.split_at(columns + 1 + rows);
    let fits = (1..=2).contains(&columns) && (1..=2).contains(&rows) && letters.len() <= LETTERS;
    (fits && letters.bytes().all(|byte| byte.is_ascii_alphanumeric())).then_some((size, letters))
}

fn read(source: Span<'_>) -> Result<Record, ParseError> {
    let source = source.trim();
    let Some((size, letters)) = parameters(source.text()) else {
        return Err(source.wrong("a game ID such as 3x3:a7_6b2…"));
    };
    let variant = |offset, name: &str| source.error(offset, ParseErrorKind::Variant { name: name.into() });
    if size != "3x3" {
        return Err(variant(0, size));
    }
    for (letter, name) in [('x', "X"), ('j', "jigsaw"), ('k', "killer")] {
        if let Some(offset) = letters.find(letter) {
            return Err(variant(size.len() + offset, name));
        }
    }
    let rest_of_id = source.from(size.len() + letters.len());
    if rest_of_id.text().starts_with('#') {
        return Err(rest_of_id.wrong("':' and the cells (a random seed cannot be read)"));
    }
    let code = rest_of_id.from(1);
    let mut numbers = Vec::with_capacity(Cell::COUNT);
    for (offset, character) in code.text().char_indices() {
        match character {
            '1'..='9' => numbers.push(character as u8 - b'0'),
            'a'..='z' => numbers.resize(numbers.len() + (character as usize - 'a' as usize + 1), 0),
            '_' => {}
            _ => return Err(code.unexpected(offset, "a digit, '_' or a letter from a to z")),
        }
        if numbers.len() > 2 * Cell::COUNT {
            break;
        }
    }
    cells::grid_of(&numbers, code).map(Record::from)
}

/// Appends the game ID of the puzzle.
fn push(record: &Record, out: &mut String) {
    out.push_str("3x3:");
    let mut rest = record.puzzle.values().as_bytes().as_slice();
    let mut after_digit = false;
    while let Some((&number, tail)) = rest.split_first() {
        if number == 0 {
            let blanks = rest.iter().take(26).take_while(|&&number| number == 0).count();
            out.push((b'a' + blanks as u8 - 1) as char);
            rest = &rest[blanks..];
        } else {
            if after_digit {
                out.push('_');
            }
            out.push((b'0' + number) as char);
            rest = tail;
        }
        after_digit = number != 0;
    }
    out.push('\n');
}
