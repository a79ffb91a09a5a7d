//! The base-64 variant of LZ-string compression, which f-puzzles and SudokuPad use in links.
//!
//! LZ-string is LZW over UTF-16 code units. Codes are written lowest bit first, six bits per character:
//!
//! ```text
//! 0  a new unit follows in 8 bits     2  the end
//! 1  a new unit follows in 16 bits    3… words, in order of first appearance
//! ```
//!
//! Each new word is the word just decoded plus the unit after it. Therefore all words are substrings of the
//! decoded text, and the decoder can store its dictionary as a list of ranges. Codes become one bit longer
//! when the dictionary may have become too large for the current length; see [`CodeWidth`].

use std::collections::HashMap;

const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// Maximum length of the decoded text in UTF-16 code units. The limit is needed because even short input can
/// expand to a huge amount of text.
const LIMIT: usize = 1 << 20;

/// The reason why the input cannot be decoded.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum LzError {
    /// The character at this offset is not a base-64 digit.
    Character(usize),
    /// The input is truncated or refers to an undefined word, or the decoded text is not valid UTF-16.
    Broken,
    /// The decoded text is too long.
    TooLong,
}

/// Number of bits of the next code. A width of `bits` is used for 2^(bits − 1) dictionary entries, then it
/// grows by one.
struct CodeWidth {
    bits: u32,
    left: u32,
}

impl CodeWidth {
    /// Counts one dictionary entry, and increases the width if necessary.
    fn count(&mut self) {
        self.left -= 1;
        if self.left == 0 {
            self.left = 1 << self.bits;
            self.bits += 1;
        }
    }
}

/// A reader of bits from base-64 text.
struct BitReader<'a> {
    text: &'a [u8],
    /// Number of bits read so far.
    position: usize,
}

impl BitReader<'_> {
    fn read(&mut self, count: u32) -> Result<u32, LzError> {
        let mut value = 0;
        for bit in 0..count {
            let index = self.position / 6;
            let sextet = match *self.text.get(index).ok_or(LzError::Broken)? {
                byte @ b'A'..=b'Z' => byte - b'A',
                byte @ b'a'..=b'z' => byte - b'a' + 26,
                byte @ b'0'..=b'9' => byte - b'0' + 52,
                // A plus sign in a link may have been decoded as a space.
                b'+' | b'-' | b' ' => 62,
                b'/' | b'_' => 63,
                b'=' => 0,
                _ => return Err(LzError::Character(index)),
            };
            value |= u32::from(sextet >> (5 - self.position % 6) & 1) << bit;
            self.position += 1;
        }
        Ok(value)
    }
}

/// Decompresses a code.
pub(crate) fn decompress(code: &str) -> Result<String, LzError> {
    let mut bits = BitReader { text: code.as_bytes(), position: 0 };
    let mut units: Vec<u16> = Vec::new();
    let mut words: Vec<(usize, usize)> = vec![(0, 0); 3];
    let mut width = CodeWidth { bits: 2, left: 2 };
    // The range of the last word in `units`.
    let mut last: Option<(usize, usize)> = None;
    loop {
        let code = bits.read(width.bits)? as usize;
        let end = units.len();
        let word = match code {
            0 | 1 => {
                units.push(bits.read(8 << code)? as u16);
                words.push((end, 1));
                width.count();
                (end, 1)
            }
            2 => break,
            _ => {
                let (start, length) = match (words.get(code), last) {
                    (Some(&word), _) => word,
                    // The word being defined at this point: the last word plus its own first unit.
                    (None, Some((start, length))) if code == words.len() => (start, length + 1),
                    _ => return Err(LzError::Broken),
                };
                for index in start..start + length {
                    units.push(units[index]);
                }
                (end, length)
            }
        };
        if units.len() > LIMIT {
            return Err(LzError::TooLong);
        }
        if let Some((start, length)) = last {
            words.push((start, length + 1));
        }
        // The first word does not add a dictionary entry, but the encoder counts one.
        width.count();
        last = Some(word);
    }
    String::from_utf16(&units).map_err(|_| LzError::Broken)
}

/// A writer of bits as base-64 text.
#[derive(Default)]
struct BitWriter {
    text: String,
    sextet: u8,
    filled: u32,
}

impl BitWriter {
    fn write(&mut self, value: u32, count: u32) {
        for bit in 0..count {
            self.sextet = self.sextet << 1 | (value >> bit & 1) as u8;
            self.filled += 1;
            if self.filled == 6 {
                self.text.push(ALPHABET[self.sextet as usize] as char);
                (self.sextet, self.filled) = (0, 0);
            }
        }
    }

    /// Pads the last character with zero bits, or appends a character of zero bits if the last one is full.
    /// Then pads the text to a multiple of four characters.
    fn finish(mut self) -> String {
        let missing = 6 - self.filled;
        self.write(0, missing);
        while !self.text.len().is_multiple_of(4) {
            self.text.push('=');
        }
        self.text
    }
}

/// Compresses text.
pub(crate) fn compress(text: &str) -> String {
    let mut sink = BitWriter::default();
    let mut width = CodeWidth { bits: 2, left: 2 };
    // A word is identified by its prefix and its last unit; single units have no prefix.
    let mut words: HashMap<(Option<u32>, u16), u32> = HashMap::new();
    let mut next = 3;
    let mut pending: HashMap<u32, u16> = HashMap::new();
    let mut word: Option<u32> = None;
    let mut emit = |word: u32, pending: &mut HashMap<u32, u16>| {
        if let Some(unit) = pending.remove(&word) {
            let wide = u32::from(unit > 255);
            sink.write(wide, width.bits);
            sink.write(u32::from(unit), 8 << wide);
            width.count();
        } else {
            sink.write(word, width.bits);
        }
        width.count();
    };
    for unit in text.encode_utf16() {
        let single = *words.entry((None, unit)).or_insert_with(|| {
            pending.insert(next, unit);
            next += 1;
            next - 1
        });
        let Some(begun) = word else {
            word = Some(single);
            continue;
        };
        word = words.get(&(Some(begun), unit)).copied();
        if word.is_none() {
            emit(begun, &mut pending);
            words.insert((Some(begun), unit), next);
            next += 1;
            word = Some(single);
        }
    }
    if let Some(word) = word {
        emit(word, &mut pending);
    }
    let bits = width.bits;
    sink.write(2, bits);
    sink.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn empty_grid_of_f_puzzles_round_trips() {
        let code =
            "N4IgzglgXgpiBcBOANCA5gJwgEwQbT2AF9ljSSzKLryBdZQmq8l54+x1p7rjtn/nQaCR3PgIm9hk0UM6zR4rssW0iQA=";
        let text = decompress(code).unwrap();
        assert!(text.starts_with(r#"{"size":9,"#), "{text}");
        assert_eq!(compress(&text), code);
    }

    #[test]
    fn texts_round_trip() {
        for text in ["", "a", "ab", "aaaaaaaaaaaaaaaa", "äöü ☃ 🦀", &"abc123".repeat(5000)] {
            assert_eq!(decompress(&compress(text)).as_deref(), Ok(text));
        }
        let varied: String = (0..70_000_u32).filter_map(|n| char::from_u32(n * 7 % 60_000)).collect();
        assert_eq!(decompress(&compress(&varied)), Ok(varied));
    }

    #[test]
    fn invalid_codes_are_errors() {
        assert_eq!(decompress(""), Err(LzError::Broken));
        assert_eq!(decompress("N4Ig"), Err(LzError::Broken));
        assert_eq!(decompress("N4I!zz"), Err(LzError::Character(3)));
        assert_eq!(decompress(&compress(&"a".repeat(LIMIT + 1))), Err(LzError::TooLong));
    }
}
