//! The fonts of a booklet: those that every reader of PDF has, with how wide their characters are and how they are encoded.
//!
//! A file of its own because it is a table, of facts that Adobe published with the fonts.

/// A font.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum Font {
    Plain,
    Bold,
}

/// The widths of the characters from the blank to `~`, in thousandths of the size.
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

/// The characters from number 128 on in the encoding of the pages; a blank where there is none.
const BEYOND_ASCII: &str = "€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ";

impl Font {
    pub(super) const ALL: [Font; 2] = [Font::Plain, Font::Bold];

    pub(super) const fn name(self) -> &'static str {
        match self {
            Font::Plain => "Helvetica",
            Font::Bold => "Helvetica-Bold",
        }
    }

    /// The width of a text of size 1; of letters with marks rather too large than too small.
    pub(super) fn width(self, text: &str) -> f64 {
        let table = match self {
            Font::Plain => &PLAIN,
            Font::Bold => &BOLD,
        };
        let of = |sign: char| match sign {
            ' '..='~' => table[sign as usize - 32],
            'Æ' | 'æ' => 1000,
            'À'..='Þ' => 778,
            'ß'..='ÿ' => 611,
            _ if code(sign).is_some() => 1000,
            // A question mark takes its place.
            _ => table['?' as usize - 32],
        };
        text.chars().map(|sign| f64::from(of(sign))).sum::<f64>() / 1000.0
    }

    /// The width of a digit, the same for all of them, for text of size 1.
    pub(super) const DIGIT_WIDTH: f64 = 0.556;
    /// The height of a digit.
    pub(super) const DIGIT_HEIGHT: f64 = 0.71;
}

/// The number of a character in the encoding of the pages (`WinAnsiEncoding`), if the fonts have it.
pub(super) fn code(sign: char) -> Option<u8> {
    match sign {
        ' '..='~' | '\u{a0}'..='\u{ff}' => u8::try_from(u32::from(sign)).ok(),
        _ => (128..=159).zip(BEYOND_ASCII.chars()).find(|&(_, known)| known == sign).map(|(code, _)| code),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn characters_have_their_numbers() {
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
    fn digits_are_of_one_width() {
        for font in Font::ALL {
            for digit in '0'..='9' {
                assert!((font.width(&digit.to_string()) - Font::DIGIT_WIDTH).abs() < 1e-9);
            }
            assert!(font.width("WWW") > 2.8 && font.width("iii") < 0.9);
        }
    }
}
