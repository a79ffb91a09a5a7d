//! Parses one row of a grid that is written on nine lines.
//!
//! ```text
//! 1..|...|7..                                     nine characters, with or without separators
//! | 1567  3  1567 | 4  12579 179 | 689 <5> *7* |  nine groups
//! 53  7                                           nine characters, spaces for blanks
//! ------+-------+------                           not a row, but part of a frame
//! ```
//!
//! Groups are runs of characters between separators: white space, `|`, commas, semicolons and box-drawing
//! characters. The number of groups decides how a row is read. If there are nine, each group is a cell; if
//! there are fewer, each character is a cell. Candidates within a group must be in ascending order, so that
//! typos such as `33` or `61` are not read as candidates.

use crate::cells::{self, EXPECTED};
use crate::error::{ParseError, ParseErrorKind};
use crate::span::Span;
use veridoku_core::{Digit, DigitSet};

/// The content of one cell in a row.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum RowEntry {
    /// An empty cell, written as this character.
    Blank(char),
    /// A bare digit: a value, or the only candidate of the cell.
    Digit(Digit),
    /// `<5>`
    Given(Digit),
    /// `*5*`
    Placed(Digit),
    /// `u5` or `+5`: a value placed by the player, in files that do not mark other values.
    Entered(Digit),
    /// Candidates. A single candidate is stored here if it is marked as part of a step.
    Candidates(DigitSet),
}

/// The entries of a row, each with its offset in the line.
pub(crate) type RowEntries = Vec<(usize, RowEntry)>;

/// Cell counts that are close enough to nine for a line to be treated as a row, possibly an invalid one.
const ROUGHLY_NINE: std::ops::RangeInclusive<usize> = 7..=11;

/// Whether a line is part of a frame around or within a grid.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum FrameKind {
    /// The line is not part of a frame.
    None,
    /// The line is part of a frame.
    Frame,
    /// Nine dashes: a frame line, or an empty row if `-` represents an empty cell.
    Dashes,
}

/// Whether frame lines or bars separate the cells.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Default)]
pub(crate) enum Framing {
    /// The cells are separated only by white space, commas and semicolons.
    #[default]
    Bare,
    /// The cells are separated by frame lines or bars.
    Framed,
}

impl Framing {
    /// Returns the framing of a grid, as far as this line shows it.
    pub(crate) fn of(line: &str) -> Framing {
        let is_bar = |character: char| {
            is_separator(character) && !character.is_whitespace() && !matches!(character, ',' | ';')
        };
        if line.contains(is_bar) { Framing::Framed } else { Framing::Bare }
    }
}

/// Reports whether the character is a separator.
pub(crate) fn is_separator(character: char) -> bool {
    character.is_whitespace() || matches!(character, '|' | ',' | ';' | '\u{2500}'..='\u{257f}')
}

/// Reports whether a line is part of a frame. Frame lines consist of frame characters and contain a run of at
/// least three dashes.
pub(crate) fn frame_kind(line: &str) -> FrameKind {
    let is_dash = |character: char| matches!(character, '-' | '=' | '─' | '━' | '═' | '╌' | '┄' | '—' | '–');
    let mut run = 0;
    let mut longest = 0;
    let (mut dashes, mut others) = (0, 0);
    for character in line.chars() {
        run = if is_dash(character) { run + 1 } else { 0 };
        longest = longest.max(run);
        match character {
            '-' => dashes += 1,
            _ if is_separator(character) && !is_dash(character) => {}
            _ if is_dash(character) || "+*.:'`~_#".contains(character) => others += 1,
            _ => return FrameKind::None,
        }
    }
    match (longest, dashes, others) {
        (0..3, ..) => FrameKind::None,
        (_, 9, 0) => FrameKind::Dashes,
        _ => FrameKind::Frame,
    }
}

/// Reports whether a frame of this width can belong to rows of this width.
pub(crate) fn frame_fits(frame: usize, row: usize) -> bool {
    frame <= 2 * row + 8
}

/// Reports whether the line consists of nine cells, with spaces for blanks.
pub(crate) fn is_spaced(line: &str) -> bool {
    line.len() == 9 && line.contains(' ') && line.bytes().all(|byte| byte == b' ' || byte.is_ascii_digit())
}

/// Parses a row, or returns `None` if the line does not look like one.
pub(crate) fn read(source: Span<'_>) -> Option<Result<RowEntries, ParseError>> {
    let line = source.text();
    if is_spaced(line) {
        return Some(Ok(line
            .char_indices()
            .map(|(offset, character)| {
                (offset, Digit::from_char(character).map_or(RowEntry::Blank(character), RowEntry::Digit))
            })
            .collect()));
    }
    let groups: Vec<Span<'_>> = source.words(is_separator).collect();
    let entries: Vec<Result<_, ParseError>> = if ROUGHLY_NINE.contains(&groups.len()) {
        groups.iter().map(|&group| Ok((group.offset_in(source), read_group(group)?))).collect()
    } else {
        let characters = line.char_indices().filter(|&(_, character)| !is_separator(character));
        if groups.len() > 5 || !ROUGHLY_NINE.contains(&characters.clone().count()) {
            return None;
        }
        let read = |(offset, character)| match Digit::from_char(character) {
            Some(digit) => Ok((offset, RowEntry::Digit(digit))),
            None if cells::is_blank(character) => Ok((offset, RowEntry::Blank(character))),
            None => Err(source.unexpected(offset, EXPECTED)),
        };
        characters.map(read).collect()
    };
    if 2 * entries.iter().filter(|entry| entry.is_ok()).count() < entries.len() {
        return None;
    }
    Some(entries.into_iter().collect::<Result<_, _>>().and_then(|entries| require_nine(source, entries)))
}

/// Reports whether the line is a valid row of nine cells.
pub(crate) fn is_row(source: Span<'_>) -> bool {
    matches!(read(source), Some(Ok(_)))
}

/// Parses a line that must be a row.
pub(crate) fn read_strictly(source: Span<'_>) -> Result<RowEntries, ParseError> {
    read(source).unwrap_or_else(|| {
        let bad = |&(_, character): &(usize, char)| !is_separator(character) && !cells::is_cell(character);
        if let Some((offset, _)) = source.text().char_indices().find(bad) {
            return Err(source.unexpected(offset, EXPECTED));
        }
        let found = source.text().chars().filter(|&character| !is_separator(character)).count();
        let end = source.text().trim_end().len();
        Err(source.error(end, ParseErrorKind::Cells { found, expected: 9 }))
    })
}

/// Splits a line that is a complete puzzle into groups: 81 groups, or nine groups of nine cells. Returns
/// `None` if the line has neither layout.
fn puzzle_groups(source: Span<'_>) -> Option<Vec<Span<'_>>> {
    // The shortest complete puzzle has 81 characters and 8 separators. Lines with brackets are handled
    // elsewhere.
    if source.text().len() < 89 || source.text().contains(['[', '{', '(', '"', '\'']) {
        return None;
    }
    let groups: Vec<Span<'_>> =
        source.words(|character| is_separator(character) || character == '/').collect();
    let is_nine = |group: &Span<'_>| group.text().chars().filter(|&c| cells::is_cell(c)).count() == 9;
    // Nine groups of `123456789` are not a puzzle but a row of a candidate grid in which nothing is
    // eliminated.
    let is_full = |group: &Span<'_>| group.text() == "123456789";
    match groups.len() {
        9 if groups.iter().all(is_nine) && !groups.iter().all(is_full) => Some(groups),
        81 => Some(groups),
        _ => None,
    }
}

/// Reports whether the line has the layout of a complete puzzle in groups. The puzzle may still be invalid.
pub(crate) fn is_grouped_puzzle(line: &str) -> bool {
    puzzle_groups(Span::new(1, line)).is_some()
}

/// Parses a puzzle that is written on one line, as 81 groups or as nine groups of nine cells. Returns
/// `None` if the line has neither layout.
pub(crate) fn read_grouped_puzzle(source: Span<'_>) -> Option<Result<RowEntries, ParseError>> {
    let groups = puzzle_groups(source)?;
    if groups.len() == 9 {
        let rows = groups.into_iter().map(|group| {
            let base = group.offset_in(source);
            let entries = read_strictly(group)?;
            Ok(entries.into_iter().map(move |(offset, entry)| (base + offset, entry)))
        });
        return Some(rows.collect::<Result<Vec<_>, _>>().map(|rows| rows.into_iter().flatten().collect()));
    }
    Some(groups.into_iter().map(|group| Ok((group.offset_in(source), read_group(group)?))).collect())
}

/// Returns the entries if there are exactly nine, and an error otherwise.
fn require_nine(source: Span<'_>, entries: RowEntries) -> Result<RowEntries, ParseError> {
    let found = entries.len();
    if found == 9 {
        return Ok(entries);
    }
    let offset = entries.get(9).map_or(source.text().trim_end().len(), |&(offset, _)| offset);
    Err(source.error(offset, ParseErrorKind::Cells { found, expected: 9 }))
}

/// Parses a group: a value, candidates or a blank.
fn read_group(group: Span<'_>) -> Result<RowEntry, ParseError> {
    let text = group.text();
    let mut characters = text.chars();
    let shape = (characters.next(), characters.next(), characters.next(), characters.next());
    let value = |character: char| {
        Digit::from_char(character)
            .ok_or_else(|| group.unexpected(text.find(character).unwrap_or(0), EXPECTED))
    };
    match shape {
        (Some('<'), Some(digit), Some('>'), None) => return Ok(RowEntry::Given(value(digit)?)),
        (Some('*'), Some(digit), Some('*'), None) => return Ok(RowEntry::Placed(value(digit)?)),
        (Some('u' | 'U' | '+'), Some(digit), None, _) => return Ok(RowEntry::Entered(value(digit)?)),
        (Some(blank), None, ..) if cells::is_blank(blank) => return Ok(RowEntry::Blank(blank)),
        (Some(digit), None, ..) => return Ok(RowEntry::Digit(value(digit)?)),
        _ => {}
    }
    let mut digits = DigitSet::EMPTY;
    let mut last = None;
    for (offset, character) in text.char_indices() {
        match Digit::from_char(character) {
            Some(digit) if last >= Some(digit) => {
                return Err(group.unexpected(offset, "candidates in ascending order"));
            }
            Some(digit) => {
                digits.insert(digit);
                last = Some(digit);
            }
            // HoDoKu uses these characters to mark the candidates that a step uses or eliminates.
            None if "*#@-+&$!".contains(character) || (offset > 0 && character.is_ascii_uppercase()) => {}
            None => return Err(group.unexpected(offset, "a digit from 1 to 9")),
        }
    }
    if digits.is_empty() {
        return Err(group.unexpected(0, EXPECTED));
    }
    Ok(RowEntry::Candidates(digits))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frames_are_distinguished_from_rows() {
        for line in [
            "-----------",
            "*-----------*",
            "|---+---+---|",
            ".------.----.",
            "'---'",
            "══════╬═════",
            "+-------+",
        ] {
            assert_eq!(frame_kind(line), FrameKind::Frame, "{line}");
        }
        assert_eq!(frame_kind("---|---|---"), FrameKind::Dashes);
        assert_eq!(frame_kind("---------"), FrameKind::Dashes);
        for line in [".........", "*********", "- - - - - - - - -", "1--------", "", "abc"] {
            assert_eq!(frame_kind(line), FrameKind::None, "{line}");
        }
    }

    #[test]
    fn rows_have_nine_entries() {
        for line in [
            "53..7....",
            "53.|.7.|...",
            "5 3 . . 7 . . . .",
            "|5 3 .|. 7 .|. . .|",
            "│5│3│.│.│7│.│.│.│.│",
            "5,3,.,.,7,.,.,.,.",
            "53  7    ",
        ] {
            let entries = read(Span::new(1, line)).unwrap().unwrap();
            assert_eq!(entries.len(), 9, "{line}");
            assert_eq!(entries[4].1, RowEntry::Digit(Digit::Seven), "{line}");
        }
        let groups = read(Span::new(1, "| <5> *6* u7 | 12 -3#4 5*6 | 9 . 123456789 |")).unwrap().unwrap();
        assert_eq!(groups[0].1, RowEntry::Given(Digit::Five));
        assert_eq!(groups[1].1, RowEntry::Placed(Digit::Six));
        assert_eq!(groups[2].1, RowEntry::Entered(Digit::Seven));
        assert_eq!(groups[4].1, RowEntry::Candidates("34".parse().unwrap()));
        assert_eq!(groups[6].1, RowEntry::Digit(Digit::Nine));
        assert_eq!(groups[8].1, RowEntry::Candidates(DigitSet::ALL));
        assert!(read(Span::new(1, "this is a sentence of nine words on a line")).is_none());
        let error = read(Span::new(4, "53..7...x.")).unwrap().unwrap_err();
        assert_eq!(error.to_string(), "line 4, column 10: found 10 cells in the row, expected 9");
    }
}
