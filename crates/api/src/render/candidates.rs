//! Draws a position with its candidates for the terminal.
//!
//! ```text
//!    c1   c2  c3    c4           one line per cell if that fits into 80 columns,
//!   ┌─────────────┬──            otherwise three lines per cell, the digits in a 3×3 square
//! r1│ 5   1*8  4- │ 67
//! ```
//!
//! Every mark is a symbol after the digit as well as a colour. The drawing is therefore complete without
//! colours: in a pipe, on paper, and for colour-blind users. A legend explains the symbols.

use super::text_width::DEFAULT_WIDTH;
use anstyle::{AnsiColor, Style};
use std::fmt::Write;
use veridoku_core::{Candidate, Cell, Digit};
use veridoku_logic::{Marks, Notation, Position, Role};

const GIVEN: Style = Style::new().bold();
const SOLVED: Style = AnsiColor::Cyan.on_default();
const WRONG: Style = AnsiColor::Red.on_default().bold();
const LABEL: Style = Style::new().dimmed();
const PLAIN: Style = Style::new();
/// The symbol of a cell with a mistake.
const WRONG_SYMBOL: char = '?';
/// The number of lines per cell when its digits form a square.
const BOX: usize = 3;

/// Returns the text style of a candidate with this role.
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

/// Returns the symbol that is printed after a candidate with this role.
const fn symbol(role: Role) -> char {
    match role {
        Role::Pattern => '*',
        Role::Second => '~',
        Role::Third => '^',
        Role::Extra => '!',
        Role::Placed => '+',
        Role::Eliminated => '-',
    }
}

/// Draws a position with its candidates and marks, at most 80 columns wide.
pub fn render(position: &Position, marks: Option<&Marks>, notation: Notation) -> String {
    let view = CandidateView { position, marks, notation };
    let mut text = view.compact().unwrap_or_else(|| view.tall());
    text.push_str(&view.legend());
    text
}

struct CandidateView<'a> {
    position: &'a Position,
    marks: Option<&'a Marks>,
    notation: Notation,
}

/// Styled text with its width on the terminal.
#[derive(Clone, Debug, Default)]
struct StyledText {
    text: String,
    width: usize,
}

impl StyledText {
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

impl CandidateView<'_> {
    /// Draws one line per cell, if that fits.
    fn compact(&self) -> Option<String> {
        let cells: Vec<StyledText> = Cell::all().map(|cell| self.cell_as_line(cell)).collect();
        let mut widths = [2; 9];
        for (cell, styled) in Cell::all().zip(&cells) {
            let width = &mut widths[cell.column_index()];
            *width = styled.width.max(*width);
        }
        let rows = |row: usize| vec![cells[9 * row..9 * row + 9].to_vec()];
        let text = self.with_frame(widths, rows);
        let width = text.lines().nth(1).map_or(0, |line| line.chars().count());
        (width <= DEFAULT_WIDTH).then_some(text)
    }

    /// Draws three lines per cell, which always fits.
    fn tall(&self) -> String {
        let rows = |row: usize| {
            let cells: Vec<[StyledText; BOX]> =
                (0..9).map(|column| self.cell_as_square(Cell::new(row, column))).collect();
            let mut lines: Vec<Vec<StyledText>> =
                (0..BOX).map(|line| cells.iter().map(|pieces| pieces[line].clone()).collect()).collect();
            if row % 3 < 2 {
                lines.push(vec![StyledText::default(); 9]);
            }
            lines
        };
        self.with_frame([2 * BOX; 9], rows)
    }

    /// Draws the frame around the cells. `rows` returns the lines of a row, with nine pieces per line.
    fn with_frame(&self, widths: [usize; 9], rows: impl Fn(usize) -> Vec<Vec<StyledText>>) -> String {
        let rule = |left, middle, right| {
            let parts: Vec<String> = widths
                .chunks(3)
                .map(|of_box| "─".repeat(1 + of_box.iter().map(|width| width + 1).sum::<usize>()))
                .collect();
            format!("   {left}{}{right}\n", parts.join(middle))
        };
        let mut head = StyledText::default();
        head.fill(3);
        for (column, width) in widths.into_iter().enumerate() {
            let end = head.width + width + 1;
            let gap = if column % 3 == 0 { "  " } else { "" };
            head.push(PLAIN, gap);
            head.push(LABEL, &self.label(LabelAxis::Column, column));
            head.fill(end + gap.len());
        }
        let mut text = format!("{}\n", head.text.trim_end());
        text.push_str(&rule("┌", "┬", "┐"));
        for row in 0..9 {
            if row == 3 || row == 6 {
                text.push_str(&rule("├", "┼", "┤"));
            }
            let lines = rows(row);
            let labelled = if lines.len() < BOX { 0 } else { BOX / 2 };
            for (index, pieces) in lines.into_iter().enumerate() {
                let mut line = StyledText::default();
                if index == labelled {
                    line.push(LABEL, &self.label(LabelAxis::Row, row));
                }
                line.fill(3);
                for (column, mut styled) in pieces.into_iter().enumerate() {
                    styled.fill(widths[column]);
                    line.text.push_str(if column % 3 == 0 { "│ " } else { "" });
                    line.text.push_str(&styled.text);
                    line.text.push(' ');
                }
                text.push_str(&line.text);
                text.push_str("│\n");
            }
        }
        text.push_str(&rule("└", "┴", "┘"));
        text
    }

    /// Returns the label of a row or column.
    fn label(&self, line: LabelAxis, index: usize) -> String {
        match (self.notation, line) {
            (Notation::RowColumn, LabelAxis::Row) => format!("r{}", index + 1),
            (Notation::RowColumn, LabelAxis::Column) => format!("c{}", index + 1),
            (Notation::Letters, LabelAxis::Row) => self.notation.cell(Cell::new(index, 0))[..1].to_string(),
            (Notation::Letters, LabelAxis::Column) => (index + 1).to_string(),
        }
    }

    fn role(&self, cell: Cell, digit: Digit) -> Option<Role> {
        self.marks?.role(Candidate::new(cell, digit))
    }

    fn is_wrong(&self, cell: Cell) -> bool {
        self.marks.is_some_and(|marks| marks.wrong.contains(cell))
    }

    /// Returns the style of a placed digit.
    fn value_style(&self, cell: Cell) -> Style {
        if self.is_wrong(cell) {
            WRONG
        } else if self.position.givens().contains(cell) {
            GIVEN
        } else {
            SOLVED
        }
    }

    /// Appends the symbol of a placed digit that is part of the step.
    fn push_symbol(&self, styled: &mut StyledText, cell: Cell, value: Digit) {
        if let Some(role) = self.role(cell, value) {
            styled.push(style(role), &symbol(role).to_string());
        }
    }

    /// Appends a candidate with its symbol.
    fn push_candidate(&self, styled: &mut StyledText, cell: Cell, digit: Digit) {
        match self.role(cell, digit) {
            Some(role) => styled.push(style(role), &format!("{digit}{}", symbol(role))),
            None => styled.push(PLAIN, &digit.to_string()),
        }
    }

    /// Draws a cell in one line: its value or its candidates. If only one candidate remains, it is put in
    /// parentheses, because it has not been placed yet.
    fn cell_as_line(&self, cell: Cell) -> StyledText {
        let mut styled = StyledText::default();
        let digits = self.position.digits(cell);
        match (self.position.values().get(cell), digits.single()) {
            (Some(value), _) => {
                styled.push(self.value_style(cell), &value.to_string());
                self.push_symbol(&mut styled, cell, value);
            }
            (None, Some(last)) if self.role(cell, last).is_none() => {
                styled.push(PLAIN, &format!("({last})"));
            }
            (None, _) => digits.iter().for_each(|digit| self.push_candidate(&mut styled, cell, digit)),
        }
        if self.is_wrong(cell) {
            styled.push(WRONG, &WRONG_SYMBOL.to_string());
        }
        styled
    }

    /// Draws a cell in three lines: its value in brackets, or each candidate at its place in the square.
    fn cell_as_square(&self, cell: Cell) -> [StyledText; BOX] {
        let mut lines: [StyledText; BOX] = std::array::from_fn(|_| StyledText::default());
        if let Some(value) = self.position.values().get(cell) {
            lines[1].push(PLAIN, " ");
            lines[1].push(self.value_style(cell), &format!("[{value}]"));
            self.push_symbol(&mut lines[1], cell, value);
        } else {
            for digit in self.position.digits(cell) {
                let line = &mut lines[digit.index() / BOX];
                line.fill(2 * (digit.index() % BOX));
                self.push_candidate(line, cell, digit);
            }
        }
        if self.is_wrong(cell) {
            lines[1].fill(2 * BOX - 1);
            lines[1].push(WRONG, &WRONG_SYMBOL.to_string());
        }
        lines
    }

    /// Returns the legend for the symbols in use.
    fn legend(&self) -> String {
        let Some(marks) = self.marks else { return String::new() };
        let mut parts: Vec<String> = marks
            .roles()
            .map(|role| {
                let style = style(role);
                format!("{style}{}{style:#} {}", symbol(role), marks.meaning(role))
            })
            .collect();
        if !marks.wrong.is_empty() {
            parts.push(format!("{WRONG}{WRONG_SYMBOL}{WRONG:#} something is wrong here"));
        }
        if parts.is_empty() { String::new() } else { format!("   {}\n", parts.join("   ")) }
    }
}

/// Whether a label belongs to a row or a column.
#[derive(Copy, Clone, Debug)]
enum LabelAxis {
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
        plain(&render(position, marks.as_ref(), notation))
    }

    #[test]
    fn drawings_are_at_most_80_columns_wide() {
        let empty = Position::unchecked(&Puzzle::default());
        let text = plain(&render(&empty, None, Notation::RowColumn));
        assert!(text.lines().all(|line| line.chars().count() <= DEFAULT_WIDTH), "{text}");
        assert!(text.lines().count() > 30, "an empty grid needs three lines per cell");
        let mut position = Position::new(
            &"1....67.9.5.....36...3.24.5..57......6.....2.79............3...81.29.5....651...."
                .parse()
                .unwrap(),
        )
        .unwrap();
        while let Some(step) = Ladder::teacher().next(&position) {
            let text = drawn(&position, Notation::RowColumn);
            assert!(text.lines().all(|line| line.chars().count() <= DEFAULT_WIDTH), "{text}");
            step.apply(&mut position);
        }
    }

    #[test]
    fn symbols_and_legend_replace_colors() {
        let position = Position::new(&veridoku_core::SAMPLE.parse().unwrap()).unwrap();
        let text = drawn(&position, Notation::RowColumn);
        assert!(text.contains("5+") && text.contains("+ write"), "{text}");
        assert!(text.contains("r9") && text.contains("c9"));
        let text = drawn(&position, Notation::Letters);
        let labels: String =
            text.lines().filter_map(|line| line.chars().next()).filter(char::is_ascii_uppercase).collect();
        assert_eq!(labels, "ABCDEFGHJ");
    }

    #[test]
    fn mistakes_have_a_question_mark() {
        let puzzle: Puzzle = format!("5.....5{}", ".".repeat(74)).parse().unwrap();
        let wrong = ["r1c1", "r1c7"].iter().map(|name| name.parse().unwrap()).collect();
        let marks = Marks::of_wrong(wrong);
        let text = plain(&render(&Position::unchecked(&puzzle), Some(&marks), Notation::RowColumn));
        assert_eq!(text.matches("[5]?").count() + text.matches("[5] ?").count(), 2, "{text}");
        assert!(text.contains("? something is wrong here"));
    }
}
