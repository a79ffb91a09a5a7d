//! The fonts of a booklet, which every PDF reader has: character widths and encoding.
//!
//! The widths are from the metrics that Adobe published with the fonts.

/// A font.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum Font {
    Plain,
    Bold,
}

/// The widths of the characters from space to `~`, in thousandths of the font size.
const PLAIN: [u16; 95] = [
    278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556, 556, 556,
    556, 556, 556, 556, 556, 278, 278, 584, 584, 584, 556, 1015, 667, 667, 722, 722, 667, 611, 778, 722, 278,
    500, 667, 556, 833, 722, 778, 667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469,
    556, 333, 556, 556, 500, 556, 556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556, 556, 556, 333, 500,
    278, 556, 500, 722, 500, 500, 500, 334, 260, 334, 584,
];
const BOLD: [u16; 95] = [
    278, 333, 474, 556, 556, 889, 722, 238, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556, 556, 556,
    556, 556, 556, 556, 556, 333, 333, 584, 584, 584, 611, 975, 722, 722, 722, 722, 667, 611, 778, 722, 278,
    556, 722, 611, 833, 722, 778, 667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 333, 278, 333, 584,
    556, 333, 556, 611, 556, 611, 556, 333, 611, 611, 278, 278, 556, 278, 889, 611, 611, 611, 611, 389, 556,
    333, 611, 556, 778, 556, 556, 500, 389, 280, 389, 584,
];

/// The characters with codes 128 to 159 in the encoding of the pages; a space where there is none.
const BEYOND_ASCII: &str = "€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ";

/// The smallest scale to which text is shrunk to fit.
const MIN_SCALE: f64 = 0.65;
/// Replaces the end of text that does not fit even at the smallest scale.
const ELLIPSIS: &str = "...";

impl Font {
    pub(super) const ALL: [Font; 2] = [Font::Plain, Font::Bold];

    pub(super) const fn name(self) -> &'static str {
        match self {
            Font::Plain => "Helvetica",
            Font::Bold => "Helvetica-Bold",
        }
    }

    /// Returns the name of the font on the pages.
    pub(super) const fn key(self) -> &'static [u8] {
        match self {
            Font::Plain => b"F0",
            Font::Bold => b"F1",
        }
    }

    /// Returns the width of a character at font size 1. Widths of accented letters are rounded up.
    fn character_width(self, character: char) -> f64 {
        let table = match self {
            Font::Plain => &PLAIN,
            Font::Bold => &BOLD,
        };
        let width = match character {
            ' '..='~' => table[character as usize - 32],
            'Æ' | 'æ' => 1000,
            'À'..='Þ' => 778,
            'ß'..='ÿ' => 611,
            _ if code(character).is_some() => 1000,
            // Replaced by a question mark.
            _ => table['?' as usize - 32],
        };
        f64::from(width) / 1000.0
    }

    /// Returns the width of text at font size 1.
    pub(super) fn width(self, text: &str) -> f64 {
        text.chars().map(|character| self.character_width(character)).sum()
    }

    /// Fits text into this width. Returns a font size of at most `size` and the text, which is truncated if
    /// it does not fit even at the smallest scale.
    pub(super) fn fit(self, size: f64, width: f64, text: &str) -> (f64, String) {
        // The width of an empty text, a sum of no numbers, is -0. Dividing by it would give -∞.
        let needed = size * self.width(text);
        let scale = if needed > width { width / needed } else { 1.0 };
        if scale >= MIN_SCALE {
            return (scale * size, text.to_string());
        }
        let size = MIN_SCALE * size;
        let mut left = width / size - self.width(ELLIPSIS);
        let fits = |character: &char| {
            left -= self.character_width(*character);
            left >= 0.0
        };
        let kept: String = text.chars().take_while(fits).collect();
        (size, format!("{}{ELLIPSIS}", kept.trim_end()))
    }

    /// The height of a digit at font size 1.
    pub(super) const DIGIT_HEIGHT: f64 = 0.71;
}

/// Returns the code of a character in the encoding of the pages (`WinAnsiEncoding`), if the fonts have it.
pub(super) fn code(character: char) -> Option<u8> {
    match character {
        ' '..='~' | '\u{a0}'..='\u{ff}' => u8::try_from(u32::from(character)).ok(),
        _ => {
            (128..=159).zip(BEYOND_ASCII.chars()).find(|&(_, known)| known == character).map(|(code, _)| code)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_very_long_caption_is_cut_quickly() {
        let (_, text) = Font::Plain.fit(9.0, 100.0, &"comment ".repeat(100_000));
        assert_eq!(text, "comment comment comment comm...");
    }

    #[test]
    fn characters_have_the_right_codes() {
        assert_eq!(BEYOND_ASCII.chars().count(), 32);
        let known = [('A', 65), ('é', 0xe9), ('€', 128), ('Œ', 0x8c), ('“', 0x93), ('–', 0x96), ('Ÿ', 0x9f)];
        for (sign, number) in known {
            assert_eq!(code(sign), Some(number), "{sign}");
        }
        for sign in ['数', 'Ł', '\n', '\u{81}', '🙂'] {
            assert_eq!(code(sign), None, "{sign:?}");
        }
    }

    #[test]
    fn long_texts_are_shrunk_or_truncated() {
        for (font, size, width, wide) in [(Font::Bold, 16.0, 511.28, 38), (Font::Plain, 7.5, 140.0, 22)] {
            for letter in ["W", "i", "Ø", "數", "seed "] {
                let (smallest, text) = font.fit(size, width, &letter.repeat(400));
                assert!(smallest < size && text.ends_with(ELLIPSIS));
                let fitted = smallest * font.width(&text);
                assert!(fitted <= width && fitted > 0.8 * width, "{fitted} of {width}: {text}");
            }
            let (smaller, text) = font.fit(size, width, &"W".repeat(wide));
            assert!(smaller < size && !text.contains(ELLIPSIS));
            for short in ["", "easy"] {
                assert_eq!(font.fit(size, width, short), (size, short.to_string()));
            }
        }
    }
}
