//! Draws a position with its candidates for the terminal.
//!
//! ```text
//!    c1   c2  c3    c4           one line per cell if that fits into 80 columns or the terminal,
//!   ┌─────────────┬──            otherwise three lines per cell, the digits in a 3×3 square,
//! r1│ 5   1*8  4- │ 67           or five lines, with two digits each; on a very narrow terminal,
//!                                the three stacks of boxes below each other
//! ```
//!
//! Every mark is a symbol after the digit as well as a colour. The drawing is therefore complete without
//! colours: in a pipe, on paper, and for colour-blind users. A legend explains the symbols.

use super::text_width::{DEFAULT_WIDTH, TextWidth};
use anstyle::{AnsiColor, Style};
use std::fmt::Write;
use std::ops::Range;
use veridoku_core::{Candidate, Cell, Digit};
use veridoku_logic::{Legend, Marks, Notation, Position, Role};

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
        Role::Fourth => AnsiColor::Cyan.on_default().bold(),
        Role::Fifth => AnsiColor::BrightRed.on_default().bold(),
        Role::Sixth => AnsiColor::BrightMagenta.on_default().bold(),
        Role::Seventh => AnsiColor::BrightGreen.on_default().bold(),
        Role::Eighth => AnsiColor::BrightBlack.on_default().bold(),
        Role::Extra => AnsiColor::Yellow.on_default().bold(),
        Role::Placed => AnsiColor::Black.on(AnsiColor::Green),
        Role::Eliminated => AnsiColor::Red.on_default().strikethrough(),
    }
}

/// Returns the symbol that is printed after a candidate with this role: the letter of its set, or a sign.
fn symbol(role: Role, legend: Legend) -> char {
    if let (Legend::Sets, Some(index)) = (legend, role.set_index()) {
        return char::from(b'A' + index as u8);
    }
    match role {
        Role::Pattern => '*',
        Role::Second => '~',
        Role::Third => '^',
        Role::Fourth | Role::Fifth | Role::Sixth | Role::Seventh | Role::Eighth => '#',
        Role::Extra => '!',
        Role::Placed => '+',
        Role::Eliminated => '-',
    }
}

/// Draws a position with its candidates and marks, at most 80 columns wide, or narrower to fit `width`.
pub fn render(position: &Position, marks: Option<&Marks>, notation: Notation, width: TextWidth) -> String {
    CandidateView { position, marks, notation, width }.render()
}

struct CandidateView<'a> {
    position: &'a Position,
    marks: Option<&'a Marks>,
    notation: Notation,
    width: TextWidth,
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
    fn render(&self) -> String {
        let fits = |text: &String| self.fits(text.lines().nth(1).map_or(0, |line| line.chars().count()));
        let text = Some(self.compact()).filter(fits);
        let text = text.or_else(|| Some(self.tall([[2; BOX]; 9])).filter(fits));
        let text = text.or_else(|| Some(self.tall(self.narrow_squares())).filter(fits));
        let text = text.or_else(|| Some(self.tall([[2; 2]; 9])).filter(fits));
        let text = text.unwrap_or_else(|| self.stacks());
        let legend = self.legend(&text);
        text + &legend
    }

    fn fits(&self, characters: usize) -> bool {
        characters <= DEFAULT_WIDTH && self.width.fits(characters)
    }

    /// Draws one line per cell.
    fn compact(&self) -> String {
        let cells: Vec<_> = Cell::all().map(|cell| vec![self.cell_as_line(cell)]).collect();
        self.with_frame(&cells, [2; 9], 0..9)
    }

    /// Draws `N` digits per line of a cell. `squares` has their widths, for each column of the grid.
    fn tall<const N: usize>(&self, squares: [[usize; N]; 9]) -> String {
        let cell = |cell: Cell| self.cell_as_square(cell, squares[cell.column_index()]);
        let cells: Vec<_> = Cell::all().map(cell).collect();
        self.with_frame(&cells, squares.map(|square| square.iter().sum()), 0..9)
    }

    /// Draws three columns at a time.
    fn stacks(&self) -> String {
        let cells: Vec<_> = Cell::all().map(|cell| self.cell_as_square(cell, [2; BOX])).collect();
        [0..3, 3..6, 6..9].map(|columns| self.with_frame(&cells, [2 * BOX; 9], columns)).concat()
    }

    /// Returns the widths of the digits in each column if only marked digits have space for a symbol.
    fn narrow_squares(&self) -> [[usize; BOX]; 9] {
        let mut squares = [[1; BOX]; 9];
        for cell in Cell::all() {
            let marked = self.position.digits(cell).iter().filter(|&digit| self.mark(cell, digit).is_some());
            for digit in marked {
                squares[cell.column_index()][digit.index() % BOX] = 2;
            }
        }
        squares
    }

    /// Draws some columns of the cells, all with the same number of lines, in a frame. `widths` has the
    /// minimum widths of the columns.
    fn with_frame(&self, cells: &[Vec<StyledText>], mut widths: [usize; 9], columns: Range<usize>) -> String {
        for (cell, lines) in Cell::all().zip(cells) {
            let width = &mut widths[cell.column_index()];
            *width = lines.iter().map(|line| line.width).fold(*width, usize::max);
        }
        let rule = |left, middle, right| {
            let parts: Vec<String> = widths[columns.clone()]
                .chunks(3)
                .map(|of_box| "─".repeat(1 + of_box.iter().map(|width| width + 1).sum::<usize>()))
                .collect();
            format!("   {left}{}{right}\n", parts.join(middle))
        };
        let mut head = StyledText::default();
        head.fill(3);
        for column in columns.clone() {
            let end = head.width + widths[column] + 1;
            let gap = if column % 3 == 0 { "  " } else { "" };
            head.push(PLAIN, gap);
            let name = self.notation.cell(Cell::new(0, column));
            head.push(LABEL, &name[name.len() / 2..]);
            head.fill(end + gap.len());
        }
        let mut text = format!("{}\n", head.text.trim_end());
        text.push_str(&rule("┌", "┬", "┐"));
        for (row, cells) in cells.chunks(9).enumerate() {
            if row == 3 || row == 6 {
                text.push_str(&rule("├", "┼", "┤"));
            }
            let height = cells[0].len();
            // A blank line separates cells of several lines.
            let gap = usize::from(height > 1 && row % 3 < 2);
            for index in 0..height + gap {
                let mut line = StyledText::default();
                if index == height / 2 {
                    let name = self.notation.cell(Cell::new(row, 0));
                    line.push(LABEL, &name[..name.len() / 2]);
                }
                line.fill(3);
                for column in columns.clone() {
                    let mut styled = cells[column].get(index).cloned().unwrap_or_default();
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

    /// Returns the style and the symbol of a candidate, if it is marked.
    fn mark(&self, cell: Cell, digit: Digit) -> Option<(Style, char)> {
        let marks = self.marks?;
        let candidate = Candidate::new(cell, digit);
        let color = marks.color(candidate)?;
        let is_eliminated = marks.role(candidate) == Some(Role::Eliminated);
        let style = if is_eliminated { style(color).strikethrough() } else { style(color) };
        Some((style, symbol(color, marks.legend)))
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
        if let Some((style, symbol)) = self.mark(cell, value) {
            styled.push(style, &symbol.to_string());
        }
    }

    /// Appends a candidate with its symbol.
    fn push_candidate(&self, styled: &mut StyledText, cell: Cell, digit: Digit) {
        match self.mark(cell, digit) {
            Some((style, symbol)) => styled.push(style, &format!("{digit}{symbol}")),
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
            (None, Some(last)) if self.mark(cell, last).is_none() => {
                styled.push(PLAIN, &format!("({last})"));
            }
            (None, _) => digits.iter().for_each(|digit| self.push_candidate(&mut styled, cell, digit)),
        }
        if self.is_wrong(cell) {
            styled.push(WRONG, &WRONG_SYMBOL.to_string());
        }
        styled
    }

    /// Draws a cell in several lines: its value in brackets, or each candidate at its place in columns of these
    /// widths.
    fn cell_as_square<const N: usize>(&self, cell: Cell, square: [usize; N]) -> Vec<StyledText> {
        let height = 9_usize.div_ceil(N);
        let mut lines = vec![StyledText::default(); height];
        let middle = height / 2;
        let width: usize = square.iter().sum();
        if let Some(value) = self.position.values().get(cell) {
            lines[middle].fill((width - 3) / 2);
            lines[middle].push(self.value_style(cell), &format!("[{value}]"));
            self.push_symbol(&mut lines[middle], cell, value);
        } else {
            for digit in self.position.digits(cell) {
                let line = &mut lines[digit.index() / N];
                line.fill(square[..digit.index() % N].iter().sum());
                self.push_candidate(line, cell, digit);
            }
        }
        if self.is_wrong(cell) {
            lines[middle].fill(width - 1);
            lines[middle].push(WRONG, &WRONG_SYMBOL.to_string());
        }
        lines
    }

    /// Returns the legend for the symbols in a drawing, in as many lines as necessary.
    fn legend(&self, drawing: &str) -> String {
        let Some(marks) = self.marks else { return String::new() };
        let part = |role: Role| (style(role), symbol(role, marks.legend).to_string(), marks.meaning(role));
        let mut parts: Vec<(Style, String, String)> = marks.roles().map(part).collect();
        if !marks.wrong.is_empty() {
            parts.push((WRONG, WRONG_SYMBOL.to_string(), "something is wrong here".to_string()));
        }
        if drawing.contains('(') {
            parts.push((PLAIN, "(n)".to_string(), "only candidate".to_string()));
        }
        // The frame and the column numbers take five lines.
        if drawing.lines().count() > 9 + 5 {
            parts.push((PLAIN, "[n]".to_string(), "digit".to_string()));
        }
        let (mut text, mut line) = (String::new(), StyledText::default());
        for (style, symbol, meaning) in parts {
            if line.width > 0 && !self.fits(line.width + meaning.chars().count() + symbol.len() + 4) {
                text.push_str(&std::mem::take(&mut line).text);
                text.push('\n');
            }
            line.fill(line.width + 3);
            line.push(style, &symbol);
            line.push(PLAIN, &format!(" {meaning}"));
        }
        if line.width > 0 { text + &line.text + "\n" } else { text }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use veridoku_core::Puzzle;
    use veridoku_logic::Ladder;

    fn plain(text: &str) -> String {
        anstream::adapter::strip_str(text).to_string()
    }

    fn drawn(position: &Position, notation: Notation, columns: usize) -> String {
        let step = Ladder::teacher().next(position);
        let marks = step.map(|step| Marks::new(&step, position));
        plain(&render(position, marks.as_ref(), notation, TextWidth::Columns(columns)))
    }

    #[test]
    fn drawings_fit_the_width() {
        for columns in [100, 80, 60, 50, 40] {
            let check = |position: &Position| {
                let text = drawn(position, Notation::RowColumn, columns);
                assert!(text.lines().all(|line| line.chars().count() <= columns.min(80)), "{text}");
                text
            };
            let empty = check(&Position::unchecked(&Puzzle::default()));
            assert!(empty.lines().count() > 30, "an empty grid needs three lines per cell");
            for puzzle in [
                "1....67.9.5.....36...3.24.5..57......6.....2.79............3...81.29.5....651....",
                // Has a step with so many marks that a cell has two digits per line in 60 columns.
                "4...3.......6..8..........1....5..9..8....6...7.2........1.27..5.3....4.9........",
            ] {
                let mut position = Position::new(&puzzle.parse().unwrap()).unwrap();
                check(&position);
                while let Some(step) = Ladder::teacher().next(&position) {
                    step.apply(&mut position);
                    check(&position);
                }
            }
        }
    }

    #[test]
    fn symbols_and_legend_replace_colors() {
        let position = Position::new(&veridoku_core::SAMPLE.parse().unwrap()).unwrap();
        let text = drawn(&position, Notation::RowColumn, 80);
        assert!(text.contains("5+") && text.contains("+ write"), "{text}");
        assert!(text.contains("(7)") && text.contains("(n) only candidate"), "{text}");
        let narrow = drawn(&position, Notation::RowColumn, 60);
        assert_eq!(narrow.contains("[5]"), narrow.contains("[n] digit"), "{narrow}");
        assert!(text.contains("r9") && text.contains("c9"));
        let text = drawn(&position, Notation::Letters, 80);
        let labels: String =
            text.lines().filter_map(|line| line.chars().next()).filter(char::is_ascii_uppercase).collect();
        assert_eq!(labels, "ABCDEFGHJ");
    }

    #[test]
    fn mistakes_have_a_question_mark() {
        let puzzle: Puzzle = format!("5.....5{}", ".".repeat(74)).parse().unwrap();
        let wrong = ["r1c1", "r1c7"].iter().map(|name| name.parse().unwrap()).collect();
        let marks = Marks::of_wrong(wrong);
        let position = Position::unchecked(&puzzle);
        let text = plain(&render(&position, Some(&marks), Notation::RowColumn, TextWidth::Columns(80)));
        assert_eq!(text.matches("[5]?").count() + text.matches("[5] ?").count(), 2, "{text}");
        assert!(text.contains("? something is wrong here"));
    }
}
