//! Nine rows make a puzzle.
//!
//! If every entry is a digit or a blank, the digits are values. If any entry has several digits or
//! a mark, it is a candidate grid: where givens and placed values are marked (`<5>`, `*5*`), a bare
//! digit is the last candidate of its cell; elsewhere it is a value if no peer lists the digit as
//! candidate, and the last candidate otherwise. A cell without any entry may hold what the values
//! leave.
//!
//! A grid of values in which somebody typed `16` for 1 or 6 must not become a candidate grid. So
//! blanks and groups of several digits exclude each other, unless values are marked, or the grid has
//! a frame and more groups than blanks; and letters, HoDoKu's marks of a step, need a frame.

use super::cells::{Blanks, EXPECTED};
use super::error::{ParseError, ParseErrorKind};
use super::format::candidates_left;
use super::row::{self, Entries, Entry, Framing};
use super::source::Source;
use crate::candidate::CandidateSet;
use crate::cell::{Cell, CellSet};
use crate::digit::DigitSet;
use crate::grid::Grid;
use crate::puzzle::Puzzle;

/// How a grid is spelled.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum Spelling {
    /// Values, and this blank.
    Values(char),
    /// Candidates.
    Candidates,
    /// Candidates, and values with marks.
    Marked,
}

/// Reads nine rows.
pub(super) fn read(rows: &[Source<'_>], framing: Framing) -> Result<(Puzzle, Spelling), ParseError> {
    let mut entries = Vec::with_capacity(Cell::COUNT);
    for &row in rows {
        entries.push(row::read_strictly(row)?);
    }
    assemble(rows, &entries, framing)
}

/// Reads 81 groups on a line; nothing if there are not 81.
pub(super) fn read_line(source: Source<'_>) -> Option<Result<Puzzle, ParseError>> {
    let entries = row::read_81(source)?;
    let framing = Framing::of(source.text());
    Some(entries.and_then(|entries| assemble(&[source], &[entries], framing).map(|(puzzle, _)| puzzle)))
}

/// Makes the puzzle of 81 entries.
fn assemble(
    rows: &[Source<'_>],
    entries: &[Entries],
    framing: Framing,
) -> Result<(Puzzle, Spelling), ParseError> {
    let mut blanks = Blanks::default();
    for (row, entries) in entries.iter().enumerate() {
        for &(offset, entry) in entries {
            if let Entry::Blank(character) = entry {
                blanks.meet(character, (row, offset));
            }
        }
    }
    if let Some((row, offset)) = blanks.stray() {
        return Err(rows[row].unexpected(offset, EXPECTED));
    }
    check_groups(rows, entries, framing)?;
    let cells = || Cell::all().zip(entries.iter().flatten().map(|&(_, entry)| entry));
    let spelling = spelling(cells().map(|(_, entry)| entry), &blanks);
    let (mut values, mut placed) = (Grid::EMPTY, CellSet::EMPTY);
    let mut marks = CandidateSet::EMPTY;
    for (cell, entry) in cells() {
        match entry {
            Entry::Candidates(digits) => marks.set_digits(cell, digits),
            Entry::Given(digit) => values.set(cell, Some(digit)),
            Entry::Placed(digit) | Entry::Entered(digit) => {
                values.set(cell, Some(digit));
                placed.insert(cell);
            }
            Entry::Blank(_) | Entry::Digit(_) => {}
        }
    }
    let listed = marks;
    for (cell, entry) in cells() {
        if let Entry::Digit(digit) = entry {
            let is_value = match spelling {
                Spelling::Values(_) => true,
                Spelling::Candidates => listed.cells(digit).is_disjoint(cell.peers()),
                Spelling::Marked => false,
            };
            if is_value {
                values.set(cell, Some(digit));
            } else {
                marks.set_digits(cell, DigitSet::only(digit));
            }
        }
    }
    let puzzle = Puzzle::new(values, !placed);
    if matches!(spelling, Spelling::Values(_)) {
        return Ok((puzzle, spelling));
    }
    Ok((with_marks(puzzle, &marks), spelling))
}

/// Finds the group of candidates that can only be a slip in a grid of values.
fn check_groups(rows: &[Source<'_>], entries: &[Entries], framing: Framing) -> Result<(), ParseError> {
    let all = || entries.iter().flatten().map(|(_, entry)| entry);
    let blanks = all().filter(|entry| matches!(entry, Entry::Blank(_))).count();
    let groups = all().filter(|entry| matches!(entry, Entry::Candidates(_))).count();
    let marked = all().any(|entry| matches!(entry, Entry::Given(_) | Entry::Placed(_)));
    let no_candidates = blanks > 0 && !marked && (framing == Framing::Bare || groups <= blanks);
    for (&row, entries) in rows.iter().zip(entries) {
        for &(offset, entry) in entries {
            let rest = row.from(offset);
            let group = rest.text().split(|c| row::is_separator(c) || c == '/').next().unwrap_or_default();
            let letter = group.find(|character: char| character.is_alphabetic());
            match (entry, letter) {
                (Entry::Candidates(_), _) if no_candidates => {
                    return Err(rest.error(0, ParseErrorKind::word(group, EXPECTED)));
                }
                (Entry::Candidates(_), Some(letter)) if framing == Framing::Bare => {
                    return Err(rest.unexpected(letter, "a digit 1 to 9"));
                }
                _ => {}
            }
        }
    }
    Ok(())
}

/// The puzzle with these candidates; cells without any may hold what the values leave.
pub(super) fn with_marks(puzzle: Puzzle, marks: &CandidateSet) -> Puzzle {
    let mut candidates = candidates_left(puzzle.values());
    for cell in marks.occupied() {
        candidates.set_digits(cell, marks.digits(cell));
    }
    puzzle.with_candidates(&candidates)
}

fn spelling(entries: impl Iterator<Item = Entry>, blanks: &Blanks) -> Spelling {
    let mut spelling = Spelling::Values(blanks.character());
    for entry in entries {
        match entry {
            Entry::Given(_) | Entry::Placed(_) => return Spelling::Marked,
            Entry::Candidates(_) => spelling = Spelling::Candidates,
            Entry::Blank(_) | Entry::Digit(_) | Entry::Entered(_) => {}
        }
    }
    spelling
}
