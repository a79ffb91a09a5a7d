//! Builds a puzzle from nine parsed rows.
//!
//! If every entry is a digit or a blank, the digits are values. If any entry has several digits or a mark,
//! the grid is a candidate grid. If any of its values are marked (`<5>` for a given, `*5*` for a placed
//! value), a bare digit is the only candidate of its cell. Otherwise, a bare digit is a value, unless a
//! peer lists the same digit as a candidate. A blank cell gets all candidates that do not conflict with a
//! value.
//!
//! A typo such as `16` in a grid of values must not turn the grid into a candidate grid. Therefore blanks
//! may be mixed with groups of several digits only if values are marked, or if the grid has a frame and
//! more such groups than blanks. Letters, which HoDoKu uses to mark the candidates of a step, are allowed
//! only in a grid with a frame.

use crate::cells::{Blanks, EXPECTED};
use crate::error::{ParseError, ParseErrorKind};
use crate::open_candidates::with_marks;
use crate::row::{self, Framing, RowEntries, RowEntry};
use crate::span::Span;
use veridoku_core::{CandidateSet, Cell, CellSet, DigitSet, Grid, Puzzle};

/// How the cells of a grid are written.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum GridNotation {
    /// Values only, with this character for empty cells.
    Values(char),
    /// Candidates, with values written as bare digits.
    Candidates,
    /// Candidates, with values marked as `<5>` or `*5*`.
    Marked,
}

/// Parses nine rows.
pub(crate) fn read(rows: &[Span<'_>], framing: Framing) -> Result<(Puzzle, GridNotation), ParseError> {
    let mut entries = Vec::with_capacity(Cell::COUNT);
    for &row in rows {
        entries.push(row::read_strictly(row)?);
    }
    assemble(rows, &entries, framing)
}

/// Parses a puzzle that is written on one line, as 81 groups or as nine groups of nine cells. Returns
/// `None` if the line has neither layout.
pub(crate) fn read_line(source: Span<'_>) -> Option<Result<Puzzle, ParseError>> {
    let entries = row::read_grouped_puzzle(source)?;
    let framing = Framing::of(source.text());
    Some(entries.and_then(|entries| assemble(&[source], &[entries], framing).map(|(puzzle, _)| puzzle)))
}

/// Builds the puzzle from 81 entries.
fn assemble(
    rows: &[Span<'_>],
    entries: &[RowEntries],
    framing: Framing,
) -> Result<(Puzzle, GridNotation), ParseError> {
    let mut blanks = Blanks::default();
    for (row, entries) in entries.iter().enumerate() {
        for &(offset, entry) in entries {
            if let RowEntry::Blank(character) = entry {
                blanks.add(character, (row, offset));
            }
        }
    }
    if let Some((row, offset)) = blanks.stray() {
        return Err(rows[row].unexpected(offset, EXPECTED));
    }
    check_groups(rows, entries, framing)?;
    let cells = || Cell::all().zip(entries.iter().flatten().map(|&(_, entry)| entry));
    let notation = if cells().any(|(_, entry)| matches!(entry, RowEntry::Given(_) | RowEntry::Placed(_))) {
        GridNotation::Marked
    } else if cells().any(|(_, entry)| matches!(entry, RowEntry::Candidates(_))) {
        GridNotation::Candidates
    } else {
        GridNotation::Values(blanks.character())
    };
    let (mut values, mut placed) = (Grid::EMPTY, CellSet::EMPTY);
    let mut marks = CandidateSet::EMPTY;
    for (cell, entry) in cells() {
        match entry {
            RowEntry::Candidates(digits) => marks.set_digits(cell, digits),
            RowEntry::Given(digit) => values.set(cell, Some(digit)),
            RowEntry::Placed(digit) | RowEntry::Entered(digit) => {
                values.set(cell, Some(digit));
                placed.insert(cell);
            }
            RowEntry::Blank(_) | RowEntry::Digit(_) => {}
        }
    }
    let listed = marks;
    for (cell, entry) in cells() {
        if let RowEntry::Digit(digit) = entry {
            let is_value = match notation {
                GridNotation::Values(_) => true,
                GridNotation::Candidates => listed.cells(digit).is_disjoint(cell.peers()),
                GridNotation::Marked => false,
            };
            if is_value {
                values.set(cell, Some(digit));
            } else {
                marks.set_digits(cell, DigitSet::only(digit));
            }
        }
    }
    let puzzle = Puzzle::new(values, !placed);
    if matches!(notation, GridNotation::Values(_)) {
        return Ok((puzzle, notation));
    }
    Ok((with_marks(puzzle, &marks), notation))
}

/// Checks the groups of several digits. Returns an error for a group that must be a typo in a grid of
/// values, and for a group with a letter in a grid without a frame.
fn check_groups(rows: &[Span<'_>], entries: &[RowEntries], framing: Framing) -> Result<(), ParseError> {
    let all = || entries.iter().flatten().map(|(_, entry)| entry);
    let blanks = all().filter(|entry| matches!(entry, RowEntry::Blank(_))).count();
    let groups = all().filter(|entry| matches!(entry, RowEntry::Candidates(_))).count();
    let marked = all().any(|entry| matches!(entry, RowEntry::Given(_) | RowEntry::Placed(_)));
    let no_candidates = blanks > 0 && !marked && (framing == Framing::Bare || groups <= blanks);
    for (&row, entries) in rows.iter().zip(entries) {
        for &(offset, entry) in entries {
            let rest = row.from(offset);
            let group = rest.text().split(|c| row::is_separator(c) || c == '/').next().unwrap_or_default();
            let letter = group.find(|character: char| character.is_alphabetic());
            match (entry, letter) {
                (RowEntry::Candidates(_), _) if no_candidates => {
                    return Err(rest.error(0, ParseErrorKind::word(group, EXPECTED)));
                }
                (RowEntry::Candidates(_), Some(letter)) if framing == Framing::Bare => {
                    return Err(rest.unexpected(letter, "a digit from 1 to 9"));
                }
                _ => {}
            }
        }
    }
    Ok(())
}
