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

    /// Appends `text` to `start`, wrapped between words and between Chinese characters. Continuation lines
    /// are indented by `indent` spaces. The result ends with a line feed.
    pub fn wrap(self, start: &str, text: &str, indent: usize) -> String {
        let mut lines = start.to_string();
        let mut length = width(start);
        let mut is_empty = true;
        for word in text.split_whitespace() {
            let mut gap = if is_empty { "" } else { " " };
            for piece in pieces(word) {
                if !is_empty && !self.fits(length + gap.len() + width(piece)) {
                    lines.push('\n');
                    lines.push_str(&" ".repeat(indent));
                    length = indent;
                } else {
                    lines.push_str(gap);
                    length += gap.len();
                }
                lines.push_str(piece);
                length += width(piece);
                (gap, is_empty) = ("", false);
            }
        }
        lines.push('\n');
        lines
    }
}

/// Returns the number of columns of a text. Chinese characters are two columns wide.
fn width(text: &str) -> usize {
    text.chars().map(|character| if is_wide(character) { 2 } else { 1 }).sum()
}

/// Reports whether this is a Chinese character or a punctuation mark of that width.
fn is_wide(character: char) -> bool {
    character >= '\u{2e80}'
}

/// Splits a word after each Chinese character, but not before closing or after opening punctuation.
fn pieces(word: &str) -> impl Iterator<Item = &str> {
    let follows_break = |(before, after): (char, char)| {
        is_wide(before) && before != '（' && !"，。；：、）”？！".contains(after)
    };
    let mut rest = word;
    std::iter::from_fn(move || {
        let neighbours = rest.chars().zip(rest.char_indices().skip(1));
        let mut breaks = neighbours.filter(|&(before, (_, after))| follows_break((before, after)));
        let end = breaks.next().map_or(rest.len(), |(_, (index, _))| index);
        let (piece, others) = rest.split_at(end);
        rest = others;
        (!piece.is_empty()).then_some(piece)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chinese_text_is_wrapped_between_characters() {
        let text = "数独很有趣。只有 r1c1（空格）。";
        let wrapped = "数独很有\n趣。只有\nr1c1（空\n格）。\n";
        assert_eq!(TextWidth::Columns(8).wrap("", text, 0), wrapped);
    }

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
