//! The game id of Solo in Simon Tatham's puzzle collection.
//!
//! ```text
//! 3x3:a7_6b2…      digits; a to z for a run of 1 to 26 blanks; '_' between digits side by side
//! ```

use crate::cell::Cell;
use crate::grid::Grid;
use crate::text::error::{ParseError, ParseErrorKind};
use crate::text::format::{Format, Shape};
use crate::text::forms::line;
use crate::text::record::Record;
use crate::text::source::Source;

/// A game id of Solo.
pub(in crate::text) const SOLO: Format = Format {
    name: "solo",
    title: "Solo game id",
    description: "3x3: and digits, a to z for runs of blanks, '_' between neighbours (Simon Tatham's puzzles)",
    extensions: &[],
    shape: Shape::Line { fits: |text| parameters(text).is_some(), read },
    write: |record, _, out| {
        push(record, out);
        Ok(())
    },
    ..line::LINE
};

/// What stands before the colon of a 3x3 game.
fn parameters(text: &str) -> Option<&str> {
    let (parameters, _) = text.trim().split_once(':')?;
    (parameters.starts_with("3x3") && parameters.bytes().all(|byte| byte.is_ascii_alphanumeric()))
        .then_some(parameters)
}

fn read(source: Source<'_>) -> Result<Record, ParseError> {
    let source = source.trim();
    let Some(parameters) = parameters(source.text()) else {
        return Err(source.wrong("a game id such as 3x3:a7_6b2…"));
    };
    for (letter, constraint) in [('x', "X"), ('j', "jigsaw"), ('k', "killer")] {
        if let Some(offset) = parameters[3..].find(letter) {
            return Err(source.error(3 + offset, ParseErrorKind::Variant { constraint: constraint.into() }));
        }
    }
    let code = source.from(parameters.len() + 1);
    let mut numbers = Vec::with_capacity(Cell::COUNT);
    for (offset, character) in code.text().char_indices() {
        match character {
            '1'..='9' => numbers.push(character as u8 - b'0'),
            'a'..='z' => numbers.resize(numbers.len() + (character as usize - 'a' as usize + 1), 0),
            '_' => {}
            _ => return Err(code.unexpected(offset, "a digit, '_' or a run of blanks from a to z")),
        }
        if numbers.len() > 2 * Cell::COUNT {
            break;
        }
    }
    let found = numbers.len();
    numbers
        .try_into()
        .ok()
        .and_then(Grid::from_bytes)
        .map(Record::from)
        .ok_or_else(|| code.error(code.text().len(), ParseErrorKind::Cells { found, expected: Cell::COUNT }))
}

/// Appends the line of the puzzle.
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
