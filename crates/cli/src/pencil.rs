//! A position with its pencil marks, for the terminal.
//!
//! ```text
//!    c1   c2  c3    c4           as narrow as its columns allow; where that is more than 80
//!   ┌─────────────┬──            columns, each cell gets three lines, its digits in a square:
//! r1│ 5   1*8  4- │ 67
//! ```
//!
//! Every mark is a sign behind the digit as well as a colour: the picture says the same in a pipe, on paper and to
//! those who cannot tell the colours apart. A legend names the signs that occur.

use crate::wrap::USUAL;
use anstyle::{AnsiColor, Style};
use std::fmt::Write;
use veridoku_core::{Candidate, Cell, Digit};
use veridoku_logic::{Marks, Notation, Position, Role};

const GIVEN: Style = Style::new().bold();
const SOLVED: Style = AnsiColor::Cyan.on_default();
const WRONG: Style = AnsiColor::Red.on_default().bold();
const LABEL: Style = Style::new().dimmed();
const PLAIN: Style = Style::new();
/// The sign of a cell in which something is wrong.
const WRONG_SIGN: char = '?';
/// The lines of a cell whose digits stand in a square.
const SQUARE: usize = 3;

/// How a candidate of this part looks.
fn style(role: Role) -> Style {
    match role {
        Role::Pattern => AnsiColor::Green.on_default().bold(),
        Role::Second => AnsiColor::Blue.on_default().bold(),
        Role::Third => AnsiColor::Magenta.on_default().bold(),
        Role::Extra => AnsiColor::Yellow.on_default().bold(),
        Role::Placed => AnsiColor::Black.on(AnsiColor::Green),
        Role::Eliminated => AnsiColor::Red.on_default().strikethrough(),
    }
}

/// The sign behind a candidate of this part.
const fn sign(role: Role) -> char {
    match role {
        Role::Pattern => '*',
        Role::Second => '~',
        Role::Third => '^',
        Role::Extra => '!',
        Role::Placed => '+',
        Role::Eliminated => '-',
    }
}

/// Draws a position with its candidates and what is marked among them, at most 80 columns wide.
pub(crate) fn draw(position: &Position, marks: Option<&Marks>, notation: Notation) -> String {
    let sheet = Sheet { position, marks, notation };
    let mut text = sheet.narrow().unwrap_or_else(|| sheet.tall());
    text.push_str(&sheet.legend());
    text
}

struct Sheet<'a> {
    position: &'a Position,
    marks: Option<&'a Marks>,
    notation: Notation,
}

/// Text with colours that knows how wide it is without them.
#[derive(Clone, Debug, Default)]
struct Piece {
    text: String,
    width: usize,
}

impl Piece {
    fn push(&mut self, style: Style, text: &str) {
        // Writing to a string cannot fail.
        let _ = write!(self.text, "{style}{text}{style:#}");
        self.width += text.chars().count();
    }

    fn fill(&mut self, width: usize) {
        let gap = width.saturating_sub(self.width);
        self.text.push_str(&" ".repeat(gap));
        self.width += gap;
    }
}

impl Sheet<'_> {
    /// One line a cell, if that fits.
    fn narrow(&self) -> Option<String> {
        let cells: Vec<Piece> = Cell::all().map(|cell| self.in_one_line(cell)).collect();
        let mut widths = [2; 9];
        for (cell, piece) in Cell::all().zip(&cells) {
            let width = &mut widths[cell.column_index()];
            *width = piece.width.max(*width);
        }
        let rows = |row: usize| vec![cells[9 * row..9 * row + 9].to_vec()];
        let text = self.framed(widths, rows);
        let width = text.lines().nth(1).map_or(0, |line| line.chars().count());
        (width <= USUAL).then_some(text)
    }

    /// Three lines a cell: always fits.
    fn tall(&self) -> String {
        let rows = |row: usize| {
            let cells: Vec<[Piece; SQUARE]> =
                (0..9).map(|column| self.in_a_square(Cell::new(row, column))).collect();
            let mut lines: Vec<Vec<Piece>> =
                (0..SQUARE).map(|line| cells.iter().map(|pieces| pieces[line].clone()).collect()).collect();
            if row % 3 < 2 {
                lines.push(vec![Piece::default(); 9]);
            }
            lines
        };
        self.framed([2 * SQUARE; 9], rows)
    }

    /// The grid around the cells; `rows` gives the lines of a row, each with nine pieces.
    fn framed(&self, widths: [usize; 9], rows: impl Fn(usize) -> Vec<Vec<Piece>>) -> String {
        let rule = |left, middle, right| {
            let parts: Vec<String> = widths
                .chunks(3)
                .map(|of_box| "─".repeat(1 + of_box.iter().map(|width| width + 1).sum::<usize>()))
                .collect();
            format!("   {left}{}{right}\n", parts.join(middle))
        };
        let mut head = Piece::default();
        head.fill(3);
        for (column, width) in widths.into_iter().enumerate() {
            let end = head.width + width + 1;
            let gap = if column % 3 == 0 { "  " } else { "" };
            head.push(PLAIN, gap);
            head.push(LABEL, &self.label(Line::Column, column));
            head.fill(end + gap.len());
        }
        let mut text = format!("{}\n", head.text.trim_end());
        text.push_str(&rule("┌", "┬", "┐"));
        for row in 0..9 {
            if row == 3 || row == 6 {
                text.push_str(&rule("├", "┼", "┤"));
            }
            let lines = rows(row);
            let labelled = if lines.len() < SQUARE { 0 } else { SQUARE / 2 };
            for (index, pieces) in lines.into_iter().enumerate() {
                let mut line = Piece::default();
                if index == labelled {
                    line.push(LABEL, &self.label(Line::Row, row));
                }
                line.fill(3);
                for (column, mut piece) in pieces.into_iter().enumerate() {
                    piece.fill(widths[column]);
                    line.text.push_str(if column % 3 == 0 { "│ " } else { "" });
                    line.text.push_str(&piece.text);
                    line.text.push(' ');
                }
                text.push_str(&line.text);
                text.push_str("│\n");
            }
        }
        text.push_str(&rule("└", "┴", "┘"));
        text
    }

    /// The name of a row or column beside the grid.
    fn label(&self, line: Line, index: usize) -> String {
        match (self.notation, line) {
            (Notation::RowColumn, Line::Row) => format!("r{}", index + 1),
            (Notation::RowColumn, Line::Column) => format!("c{}", index + 1),
            (Notation::Letters, Line::Row) => self.notation.cell(Cell::new(index, 0))[..1].to_string(),
            (Notation::Letters, Line::Column) => (index + 1).to_string(),
        }
    }

    fn role(&self, cell: Cell, digit: Digit) -> Option<Role> {
        self.marks?.role(Candidate::new(cell, digit))
    }

    fn is_wrong(&self, cell: Cell) -> bool {
        self.marks.is_some_and(|marks| marks.wrong.contains(cell))
    }

    /// How a written digit looks.
    fn value_style(&self, cell: Cell) -> Style {
        if self.is_wrong(cell) {
            WRONG
        } else if self.position.givens().contains(cell) {
            GIVEN
        } else {
            SOLVED
        }
    }

    /// The sign of a written digit that is part of the step.
    fn push_sign(&self, piece: &mut Piece, cell: Cell, value: Digit) {
        if let Some(role) = self.role(cell, value) {
            piece.push(style(role), &sign(role).to_string());
        }
    }

    /// A candidate with its sign.
    fn push_candidate(&self, piece: &mut Piece, cell: Cell, digit: Digit) {
        match self.role(cell, digit) {
            Some(role) => piece.push(style(role), &format!("{digit}{}", sign(role))),
            None => piece.push(PLAIN, &digit.to_string()),
        }
    }

    /// A cell in one line: its value, or its candidates. One that is left alone stands in brackets, since it is
    /// not written yet.
    fn in_one_line(&self, cell: Cell) -> Piece {
        let mut piece = Piece::default();
        let digits = self.position.digits(cell);
        match (self.position.values().get(cell), digits.single()) {
            (Some(value), _) => {
                piece.push(self.value_style(cell), &value.to_string());
                self.push_sign(&mut piece, cell, value);
            }
            (None, Some(last)) if self.role(cell, last).is_none() => {
                piece.push(PLAIN, &format!("({last})"));
            }
            (None, _) => digits.iter().for_each(|digit| self.push_candidate(&mut piece, cell, digit)),
        }
        if self.is_wrong(cell) {
            piece.push(WRONG, &WRONG_SIGN.to_string());
        }
        piece
    }

    /// A cell in three lines: its value in brackets, or its candidates each in its place.
    fn in_a_square(&self, cell: Cell) -> [Piece; SQUARE] {
        let mut lines: [Piece; SQUARE] = std::array::from_fn(|_| Piece::default());
        if let Some(value) = self.position.values().get(cell) {
            lines[1].push(PLAIN, " ");
            lines[1].push(self.value_style(cell), &format!("[{value}]"));
            self.push_sign(&mut lines[1], cell, value);
        } else {
            for digit in self.position.digits(cell) {
                let line = &mut lines[digit.index() / SQUARE];
                line.fill(2 * (digit.index() % SQUARE));
                self.push_candidate(line, cell, digit);
            }
        }
        if self.is_wrong(cell) {
            lines[1].fill(2 * SQUARE - 1);
            lines[1].push(WRONG, &WRONG_SIGN.to_string());
        }
        lines
    }

    /// The signs that occur, and what they mean.
    fn legend(&self) -> String {
        let Some(marks) = self.marks else { return String::new() };
        let mut parts: Vec<String> = marks
            .roles()
            .map(|role| {
                let style = style(role);
                format!("{style}{}{style:#} {}", sign(role), marks.meaning(role))
            })
            .collect();
        if !marks.wrong.is_empty() {
            parts.push(format!("{WRONG}{WRONG_SIGN}{WRONG:#} something is wrong here"));
        }
        if parts.is_empty() { String::new() } else { format!("   {}\n", parts.join("   ")) }
    }
}

/// What a label stands at.
#[derive(Copy, Clone, Debug)]
enum Line {
    Row,
    Column,
}

#[cfg(test)]
mod tests {
    use super::*;
    use veridoku_core::Puzzle;
    use veridoku_logic::Ladder;

    fn plain(text: &str) -> String {
        anstream::adapter::strip_str(text).to_string()
    }

    fn drawn(position: &Position, notation: Notation) -> String {
        let step = Ladder::teacher().next(position);
        let marks = step.map(|step| Marks::new(&step, position));
        plain(&draw(position, marks.as_ref(), notation))
    }

    #[test]
    fn no_position_is_wider_than_a_terminal() {
        let empty = Position::unchecked(&Puzzle::default());
        let text = plain(&draw(&empty, None, Notation::RowColumn));
        assert!(text.lines().all(|line| line.chars().count() <= USUAL), "{text}");
        assert!(text.lines().count() > 30, "an empty grid needs three lines a cell");
        let mut position = Position::new(
            &"1....67.9.5.....36...3.24.5..57......6.....2.79............3...81.29.5....651...."
                .parse()
                .unwrap(),
        )
        .unwrap();
        while let Some(step) = Ladder::teacher().next(&position) {
            let text = drawn(&position, Notation::RowColumn);
            assert!(text.lines().all(|line| line.chars().count() <= USUAL), "{text}");
            step.apply(&mut position);
        }
    }

    #[test]
    fn signs_and_legend_say_what_colours_say() {
        let position = Position::new(&veridoku_core::SAMPLE.parse().unwrap()).unwrap();
        let text = drawn(&position, Notation::RowColumn);
        assert!(text.contains("5+") && text.contains("+ write it"), "{text}");
        assert!(text.contains("r9") && text.contains("c9"));
        let text = drawn(&position, Notation::Letters);
        let labels: String =
            text.lines().filter_map(|line| line.chars().next()).filter(char::is_ascii_uppercase).collect();
        assert_eq!(labels, "ABCDEFGHJ");
    }

    #[test]
    fn what_is_wrong_has_a_question_mark() {
        let puzzle: Puzzle = format!("5.....5{}", ".".repeat(74)).parse().unwrap();
        let wrong = ["r1c1", "r1c7"].iter().map(|name| name.parse().unwrap()).collect();
        let marks = Marks::of_wrong(wrong);
        let text = plain(&draw(&Position::unchecked(&puzzle), Some(&marks), Notation::RowColumn));
        assert_eq!(text.matches("[5]?").count() + text.matches("[5] ?").count(), 2, "{text}");
        assert!(text.contains("? something is wrong here"));
    }
}
