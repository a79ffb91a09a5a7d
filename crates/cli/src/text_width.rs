//! How wide the terminal is, and sentences broken to fit into it.
//!
//! Only people get broken lines: where no terminal is, a line is a line, for the next program to read.

use crate::output;

/// The width of a picture, and of text where the terminal does not say how wide it is.
pub(crate) const DEFAULT_WIDTH: usize = 80;
/// Longer lines are hard to read.
const MAX_WIDTH: usize = 100;
/// What is narrower is no terminal for people.
const MIN_WIDTH: usize = 40;

/// How wide text may be.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum TextWidth {
    /// At most so many columns.
    Columns(usize),
    /// As wide as it likes.
    Unlimited,
}

impl TextWidth {
    /// The width of text on standard output: that of the terminal, within reason, or unlimited.
    pub(crate) fn of_output() -> TextWidth {
        if output::is_terminal() { TextWidth::of_text() } else { TextWidth::Unlimited }
    }

    /// The width of text that is broken in any case.
    pub(crate) fn of_text() -> TextWidth {
        TextWidth::Columns(terminal().unwrap_or(DEFAULT_WIDTH).clamp(MIN_WIDTH, MAX_WIDTH))
    }

    /// The full width of the terminal, for tables.
    pub(crate) fn of_table() -> TextWidth {
        if output::is_terminal() {
            TextWidth::Columns(terminal().unwrap_or(DEFAULT_WIDTH))
        } else {
            TextWidth::Unlimited
        }
    }

    /// Whether a line of so many characters fits.
    pub(crate) fn fits(self, characters: usize) -> bool {
        match self {
            TextWidth::Columns(columns) => characters <= columns,
            TextWidth::Unlimited => true,
        }
    }

    /// The text after `start`, broken between words; further lines are indented by `indent` spaces. Ends with a
    /// line feed.
    pub(crate) fn wrap(self, start: &str, text: &str, indent: usize) -> String {
        let mut lines = start.to_string();
        let mut length = start.chars().count();
        let mut is_begun = false;
        for word in text.split_whitespace() {
            let more = word.chars().count();
            if is_begun && !self.fits(length + 1 + more) {
                lines.push('\n');
                lines.push_str(&" ".repeat(indent));
                length = indent;
            } else if is_begun {
                lines.push(' ');
                length += 1;
            }
            lines.push_str(word);
            length += more;
            is_begun = true;
        }
        lines.push('\n');
        lines
    }
}

/// The columns of the terminal that standard output is.
#[cfg(unix)]
fn terminal() -> Option<usize> {
    let size = rustix::termios::tcgetwinsize(std::io::stdout()).ok()?;
    (size.ws_col > 0).then_some(size.ws_col as usize)
}

#[cfg(not(unix))]
fn terminal() -> Option<usize> {
    std::env::var("COLUMNS").ok()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_broken_between_words() {
        let text = "one two three four";
        assert_eq!(TextWidth::Columns(9).wrap("", text, 0), "one two\nthree\nfour\n");
        assert_eq!(TextWidth::Columns(9).wrap("1. ", text, 3), "1. one\n   two\n   three\n   four\n");
        assert_eq!(TextWidth::Unlimited.wrap("1. ", text, 3), "1. one two three four\n");
        assert_eq!(TextWidth::Columns(3).wrap("", "a longer", 0), "a\nlonger\n", "a word is never broken");
        assert_eq!(TextWidth::Columns(9).wrap("", "", 0), "\n");
    }
}
