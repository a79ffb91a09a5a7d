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
//! decoded text, and the decoder stores its dictionary as a list of ranges. Codes become one bit longer when
//! the next word may need it.
//!
//! Written by hand: the crate `lz-str` does not limit the length of decompressed text, so a link of 1 MiB
//! could fill the memory, and it pads base 64 differently from the JavaScript original.

use crate::record::LIMIT;
use std::collections::HashMap;

const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// The reason why the input cannot be decoded.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum LzError {
    /// The input is truncated, refers to an undefined word or contains a character that is not a base-64
    /// digit, or the decoded text is not valid UTF-16.
    Broken,
    /// The decoded text has more than [`LIMIT`] UTF-16 code units.
    TooLong,
}

/// Decompresses a code.
pub(crate) fn decompress(code: &str) -> Result<String, LzError> {
    let mut bits = code
        .bytes()
        .map(sextet)
        .flat_map(|sextet| (0..6).rev().map(move |bit| sextet.map(|sextet| u32::from(sextet >> bit & 1))));
    let mut read = |count: u32| -> Result<u32, LzError> {
        let value = (0..count).try_fold(0, |value, bit| Some(value | bits.next()?? << bit));
        value.ok_or(LzError::Broken)
    };
    let mut units: Vec<u16> = Vec::new();
    // The start and length of each word in `units`. The first three codes are not words.
    let mut words: Vec<(usize, usize)> = vec![(0, 0); 3];
    let mut last: Option<(usize, usize)> = None;
    loop {
        let end = units.len();
        let word = match read(words.len().ilog2() + 1)? as usize {
            wide @ (0 | 1) => {
                units.push(read(8 << wide)? as u16);
                words.push((end, 1));
                (end, 1)
            }
            2 => break,
            code => {
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
        words.extend(last.map(|(start, length)| (start, length + 1)));
        last = Some(word);
    }
    String::from_utf16(&units).map_err(|_| LzError::Broken)
}

/// Returns the value of a base-64 digit. Both common alphabets are accepted.
fn sextet(byte: u8) -> Option<u8> {
    match byte {
        b'A'..=b'Z' => Some(byte - b'A'),
        b'a'..=b'z' => Some(byte - b'a' + 26),
        b'0'..=b'9' => Some(byte - b'0' + 52),
        // A plus sign in a link may have been decoded as a space.
        b'+' | b'-' | b' ' => Some(62),
        b'/' | b'_' => Some(63),
        b'=' => Some(0),
        _ => None,
    }
}

/// Compresses text.
pub(crate) fn compress(text: &str) -> String {
    let mut bits: Vec<bool> = Vec::new();
    let mut write = |value: usize, count: u32| bits.extend((0..count).map(|bit| value >> bit & 1 == 1));
    // The code of each word, by the code of its prefix (0 if there is none) and its last unit.
    let mut words: HashMap<(usize, u16), usize> = HashMap::new();
    // The units that the decoder does not know yet, by their codes.
    let mut new_units: HashMap<usize, u16> = HashMap::new();
    let mut known_codes: usize = 2;
    let mut emit = |word: usize, new_units: &mut HashMap<usize, u16>| {
        let width = known_codes.ilog2() + 1;
        if let Some(unit) = new_units.remove(&word) {
            let wide = usize::from(unit > 255);
            write(wide, width);
            write(usize::from(unit), 8 << wide);
            known_codes += 1;
        } else {
            write(word, width);
        }
        known_codes += 1;
    };
    let mut word = None;
    for unit in text.encode_utf16() {
        let next = words.len() + 3;
        let single = *words.entry((0, unit)).or_insert(next);
        if single == next {
            new_units.insert(single, unit);
        }
        let Some(prefix) = word else {
            word = Some(single);
            continue;
        };
        word = words.get(&(prefix, unit)).copied();
        if word.is_none() {
            emit(prefix, &mut new_units);
            words.insert((prefix, unit), words.len() + 3);
            word = Some(single);
        }
    }
    if let Some(word) = word {
        emit(word, &mut new_units);
    }
    write(2, known_codes.ilog2() + 1);
    // The original appends a character of zero bits if the last one is full.
    bits.resize((bits.len() / 6 + 1) * 6, false);
    let sextet = |bits: &[bool]| bits.iter().fold(0, |sextet, &bit| sextet << 1 | usize::from(bit));
    let mut code: String = bits.chunks(6).map(|bits| char::from(ALPHABET[sextet(bits)])).collect();
    while !code.len().is_multiple_of(4) {
        code.push('=');
    }
    code
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
        for code in ["", "N4Ig", "N4I!zz", "w"] {
            assert_eq!(decompress(code), Err(LzError::Broken), "{code}");
        }
        assert_eq!(decompress(&compress(&"a".repeat(LIMIT + 1))), Err(LzError::TooLong));
    }
}
