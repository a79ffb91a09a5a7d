//! A position as an SVG picture, with the marks of a step drawn into it.
//!
//! ```text
//! ┌──────────┐   a cell is 60 units wide; its candidates stand in a 3 × 3 grid, digit d at
//! │ 1  2  3  │   column (d-1) mod 3 and row (d-1) div 3. Links are curves between candidates,
//! │ 4  5  6  │   bent a little so that two of them do not hide each other.
//! │ 7  8  9  │
//! └──────────┘
//! ```
//!
//! The picture needs no script and no style sheet: colours are attributes, so that it looks the same in a browser, a
//! notebook and a print. Roles are classes as well, for a page that wants other colours.

use crate::explain::Notation;
use crate::marks::{Marks, Role};
use crate::position::Position;
use std::fmt::Write;
use veridoku_core::{Candidate, Cell, CellSet, Digit, House};

/// The width of a cell.
const CELL: usize = 60;
/// The space around the grid.
const MARGIN: usize = 24;
/// The width of the whole picture.
const SIZE: usize = 9 * CELL + 2 * MARGIN;

/// The colour behind a candidate of this part.
const fn colour(role: Role) -> &'static str {
    match role {
        Role::Pattern => "#9bd49b",
        Role::Second => "#9cc3ee",
        Role::Third => "#d9b3ea",
        Role::Extra => "#f3d27a",
        Role::Placed => "#4caf50",
        Role::Struck => "#f29a94",
    }
}

/// Draws a position, with the marks of a step if there is one.
///
/// ```
/// use veridoku_core::Puzzle;
/// use veridoku_logic::{Notation, Position, svg};
///
/// let puzzle: Puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
/// let position = Position::new(&puzzle).expect("no rule is broken");
/// assert!(svg::draw(&position, None, Notation::RowColumn).starts_with("<svg"));
/// # Ok::<(), veridoku_core::text::ParseError>(())
/// ```
pub fn draw(position: &Position, marks: Option<&Marks>, notation: Notation) -> String {
    let mut text = String::new();
    // Writing to a string cannot fail.
    let _ = Picture { position, marks, notation }.write(&mut text);
    text
}

struct Picture<'a> {
    position: &'a Position,
    marks: Option<&'a Marks>,
    notation: Notation,
}

impl Picture<'_> {
    fn write(&self, out: &mut String) -> std::fmt::Result {
        write!(
            out,
            r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {SIZE} {SIZE}" width="{SIZE}" height="{SIZE}" font-family="sans-serif" text-anchor="middle" role="img" aria-label="Sudoku">"#
        )?;
        write!(out, r##"<rect width="{SIZE}" height="{SIZE}" fill="#ffffff"/>"##)?;
        self.houses(out)?;
        for cell in Cell::all() {
            self.cell(out, cell)?;
        }
        Self::lines(out)?;
        self.labels(out)?;
        self.links(out)?;
        out.push_str("</svg>\n");
        Ok(())
    }

    /// Shades the houses of the pattern.
    fn houses(&self, out: &mut String) -> std::fmt::Result {
        let Some(marks) = self.marks else { return Ok(()) };
        for (houses, fill) in [(marks.covers, "#f4f4f4"), (marks.houses, "#eaf4ea")] {
            for house in houses {
                let (left, top, width, height) = frame(house);
                write!(
                    out,
                    r#"<rect x="{left}" y="{top}" width="{width}" height="{height}" fill="{fill}"/>"#
                )?;
            }
        }
        Ok(())
    }

    fn cell(&self, out: &mut String, cell: Cell) -> std::fmt::Result {
        if let Some(digit) = self.position.values().get(cell) {
            let given = self.position.givens().contains(cell);
            let (left, top) = corner(cell);
            let (weight, fill) = if given { ("bold", "#111111") } else { ("normal", "#1f5fa8") };
            return write!(
                out,
                r#"<text x="{}" y="{}" font-size="36" font-weight="{weight}" fill="{fill}">{digit}</text>"#,
                left + CELL / 2,
                top + 43
            );
        }
        for digit in self.position.digits(cell) {
            let candidate = Candidate::new(cell, digit);
            let (x, y) = centre(candidate);
            let role = self.marks.and_then(|marks| marks.role(candidate));
            if let Some(role) = role {
                write!(
                    out,
                    r#"<circle class="{}" cx="{x}" cy="{y}" r="9" fill="{}"/>"#,
                    role.name(),
                    colour(role)
                )?;
            }
            let fill = if role.is_some() { "#000000" } else { "#555555" };
            write!(out, r#"<text x="{x}" y="{}" font-size="14" fill="{fill}">{digit}</text>"#, y + 5)?;
            if role == Some(Role::Struck) {
                write!(
                    out,
                    r##"<line x1="{}" y1="{}" x2="{}" y2="{}" stroke="#b3261e" stroke-width="1.5"/>"##,
                    x - 7,
                    y + 7,
                    x + 7,
                    y - 7
                )?;
            }
        }
        Ok(())
    }

    fn lines(out: &mut String) -> std::fmt::Result {
        for index in 0..=9 {
            let at = MARGIN + index * CELL;
            let end = SIZE - MARGIN;
            let width = if index % 3 == 0 { 2.5 } else { 0.75 };
            write!(
                out,
                r##"<path d="M{at} {MARGIN}V{end}M{MARGIN} {at}H{end}" stroke="#222222" stroke-width="{width}" stroke-linecap="square"/>"##
            )?;
        }
        Ok(())
    }

    /// Writes the names of rows and columns along the border.
    fn labels(&self, out: &mut String) -> std::fmt::Result {
        for index in 0..9 {
            let at = MARGIN + index * CELL + CELL / 2;
            let (row, column) = match self.notation {
                Notation::RowColumn => (format!("r{}", index + 1), format!("c{}", index + 1)),
                Notation::Letters => {
                    let name = self.notation.cell(Cell::new(index, 0));
                    (name[..1].to_string(), (index + 1).to_string())
                }
            };
            write!(out, r##"<text x="12" y="{}" font-size="11" fill="#888888">{row}</text>"##, at + 4)?;
            write!(out, r##"<text x="{at}" y="16" font-size="11" fill="#888888">{column}</text>"##)?;
        }
        Ok(())
    }

    fn links(&self, out: &mut String) -> std::fmt::Result {
        for line in self.marks.iter().flat_map(|marks| &marks.lines) {
            let ((x1, y1), (x2, y2)) =
                (middle(line.from.cells, line.from.digit), middle(line.to.cells, line.to.digit));
            let (dx, dy) = (x2 - x1, y2 - y1);
            let length = (dx * dx + dy * dy).sqrt().max(1.0);
            // The control point lies beside the middle; the ends stop short of the digits.
            let (bend_x, bend_y) =
                (f64::midpoint(x1, x2) - dy / length * 14.0, f64::midpoint(y1, y2) + dx / length * 14.0);
            let trim = |from: (f64, f64), to: (f64, f64)| {
                let (dx, dy) = (to.0 - from.0, to.1 - from.1);
                let length = (dx * dx + dy * dy).sqrt().max(1.0);
                (from.0 + dx / length * 10.0, from.1 + dy / length * 10.0)
            };
            let start = trim((x1, y1), (bend_x, bend_y));
            let end = trim((x2, y2), (bend_x, bend_y));
            let (stroke, dash) = if line.link.is_strong() {
                ("#b3261e", "")
            } else {
                ("#b3261e", r#" stroke-dasharray="5 4""#)
            };
            write!(
                out,
                r#"<path class="link" d="M{:.1} {:.1}Q{bend_x:.1} {bend_y:.1} {:.1} {:.1}" fill="none" stroke="{stroke}" stroke-width="2"{dash}/>"#,
                start.0, start.1, end.0, end.1
            )?;
        }
        Ok(())
    }
}

/// The top left corner of a cell.
fn corner(cell: Cell) -> (usize, usize) {
    (MARGIN + cell.column_index() * CELL, MARGIN + cell.row_index() * CELL)
}

/// The middle of a candidate.
fn centre(candidate: Candidate) -> (usize, usize) {
    let (left, top) = corner(candidate.cell());
    let digit = candidate.digit().index();
    (left + 12 + digit % 3 * 18, top + 12 + digit / 3 * 18)
}

/// The middle of the candidates of a group.
fn middle(cells: CellSet, digit: Digit) -> (f64, f64) {
    let sum = cells.iter().fold((0, 0), |sum, cell| {
        let at = centre(Candidate::new(cell, digit));
        (sum.0 + at.0 as u32, sum.1 + at.1 as u32)
    });
    let count = f64::from(cells.len().max(1) as u32);
    (f64::from(sum.0) / count, f64::from(sum.1) / count)
}

/// The rectangle of a house: left, top, width, height.
fn frame(house: House) -> (usize, usize, usize, usize) {
    let [first, .., last] = house.cells_in_order();
    let ((left, top), (right, bottom)) = (corner(first), corner(last));
    (left, top, right + CELL - left, bottom + CELL - top)
}
