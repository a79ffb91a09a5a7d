//! Line wrapping.

/// The width of drawings, and of text if the width of the terminal is unknown.
pub const DEFAULT_WIDTH: usize = 80;

/// The width available for text.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum TextWidth {
    /// At most this many columns.
    Columns(usize),
    /// No limit.
    Unlimited,
}

impl TextWidth {
    /// Reports whether a line of this many characters fits.
    pub fn fits(self, characters: usize) -> bool {
        match self {
            TextWidth::Columns(columns) => characters <= columns,
            TextWidth::Unlimited => true,
        }
    }

    /// Appends `text` to `start`, wrapped between words. Continuation lines are indented by `indent` spaces.
    /// The result ends with a line feed.
    pub fn wrap(self, start: &str, text: &str, indent: usize) -> String {
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
