//! The width of the terminal, and line wrapping.
//!
//! Lines are wrapped only on a terminal. In a pipe or a file, each line stays whole for the next program.

use crate::output;

/// The width of drawings, and of text if the width of the terminal is unknown.
pub(crate) const DEFAULT_WIDTH: usize = 80;
/// The maximum width of text; longer lines are hard to read.
const MAX_WIDTH: usize = 100;
/// The minimum width of text; narrower terminals are treated as this wide.
const MIN_WIDTH: usize = 40;

/// The width available for text.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum TextWidth {
    /// At most this many columns.
    Columns(usize),
    /// No limit.
    Unlimited,
}

impl TextWidth {
    /// Returns the width for text on standard output: the width of the terminal within bounds, or unlimited
    /// if standard output is not a terminal.
    pub(crate) fn of_output() -> TextWidth {
        if output::is_terminal() { TextWidth::of_text() } else { TextWidth::Unlimited }
    }

    /// Returns the width for text that is always wrapped.
    pub(crate) fn of_text() -> TextWidth {
        TextWidth::Columns(terminal().unwrap_or(DEFAULT_WIDTH).clamp(MIN_WIDTH, MAX_WIDTH))
    }

    /// Returns the full width of the terminal, for tables.
    pub(crate) fn of_table() -> TextWidth {
        if output::is_terminal() {
            TextWidth::Columns(terminal().unwrap_or(DEFAULT_WIDTH))
        } else {
            TextWidth::Unlimited
        }
    }

    /// Reports whether a line of this many characters fits.
    pub(crate) fn fits(self, characters: usize) -> bool {
        match self {
            TextWidth::Columns(columns) => characters <= columns,
            TextWidth::Unlimited => true,
        }
    }

    /// Appends `text` to `start`, wrapped between words. Continuation lines are indented by `indent` spaces.
    /// The result ends with a line feed.
    pub(crate) fn wrap(self, start: &str, text: &str, indent: usize) -> String {
        let mut lines = start.to_string();
        let mut length = start.chars().count();
        let mut has_word = false;
        for word in text.split_whitespace() {
            let more = word.chars().count();
            if has_word && !self.fits(length + 1 + more) {
                lines.push('\n');
                lines.push_str(&" ".repeat(indent));
                length = indent;
            } else if has_word {
                lines.push(' ');
                length += 1;
            }
            lines.push_str(word);
            length += more;
            has_word = true;
        }
        lines.push('\n');
        lines
    }
}

/// Returns the number of columns of the terminal on standard output.
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
    fn lines_are_wrapped_between_words() {
        let text = "one two three four";
        assert_eq!(TextWidth::Columns(9).wrap("", text, 0), "one two\nthree\nfour\n");
        assert_eq!(TextWidth::Columns(9).wrap("1. ", text, 3), "1. one\n   two\n   three\n   four\n");
        assert_eq!(TextWidth::Unlimited.wrap("1. ", text, 3), "1. one two three four\n");
        assert_eq!(TextWidth::Columns(3).wrap("", "a longer", 0), "a\nlonger\n", "a word is never broken");
        assert_eq!(TextWidth::Columns(9).wrap("", "", 0), "\n");
    }
}
