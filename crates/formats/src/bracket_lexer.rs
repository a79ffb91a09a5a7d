//! Splits nested arrays into tokens: JSON, and the array literals of programming languages.
//!
//! The lexer accepts both kinds of quotes, all kinds of brackets, and unquoted words. JSON parsers do not, so
//! this one is written by hand.

use crate::error::ParseError;
use crate::span::Span;
use std::str::Chars;

/// A token.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum BracketToken {
    /// An opening bracket of any kind.
    Open,
    /// A closing bracket of any kind.
    Close,
    /// A quoted string.
    Text(String),
    /// A number, or a word such as `null`.
    Word(String),
    /// Any other character, such as `,` `:` `;` and `=`.
    Sign,
}

/// Reads the token at this position, and moves the position to its end. Returns the offset of the token as
/// well, or `None` at the end of the text.
pub(crate) fn next_token(
    source: Span<'_>,
    position: &mut usize,
) -> Option<(usize, Result<BracketToken, ParseError>)> {
    let rest = source.text()[*position..].trim_start();
    let offset = source.text().len() - rest.len();
    let character = rest.chars().next()?;
    *position = offset + character.len_utf8();
    let token = match character {
        '[' | '{' | '(' => Ok(BracketToken::Open),
        ']' | '}' | ')' => Ok(BracketToken::Close),
        '"' | '\'' => quoted(source, position, character).map(BracketToken::Text),
        _ if is_word(character) => {
            let length = rest.find(|character| !is_word(character)).unwrap_or(rest.len());
            *position = offset + length;
            Ok(BracketToken::Word(rest[..length].to_string()))
        }
        _ => Ok(BracketToken::Sign),
    };
    Some((offset, token))
}

fn is_word(character: char) -> bool {
    character.is_alphanumeric() || "_.+-".contains(character)
}

/// Reads the rest of a quoted string, after the opening quote.
fn quoted(source: Span<'_>, position: &mut usize, quote: char) -> Result<String, ParseError> {
    let mut text = String::new();
    let mut characters = source.text()[*position..].chars();
    loop {
        let offset = source.text().len() - characters.as_str().len();
        let character = match characters.next() {
            None => return Err(source.unexpected(offset, "a closing quote")),
            Some(character) if character == quote => {
                *position = offset + quote.len_utf8();
                return Ok(text);
            }
            Some('\\') => escaped(&mut characters),
            character => character,
        };
        text.push(character.ok_or_else(|| source.unexpected(offset, "a valid escape sequence"))?);
    }
}

/// Reads an escape sequence, after the backslash. A character without a special meaning represents itself.
fn escaped(characters: &mut Chars<'_>) -> Option<char> {
    match characters.next()? {
        'n' => Some('\n'),
        't' => Some('\t'),
        'r' => Some('\r'),
        'b' => Some('\u{8}'),
        'f' => Some('\u{c}'),
        'u' => {
            let first = utf16_unit(characters)?;
            let is_pair = (0xd800..0xdc00).contains(&first);
            let second = if is_pair && characters.next()? == '\\' && characters.next()? == 'u' {
                Some(utf16_unit(characters)?)
            } else {
                None
            };
            char::decode_utf16([first].into_iter().chain(second)).next()?.ok()
        }
        other => Some(other),
    }
}

/// Reads the four hexadecimal digits of a `\u` escape.
fn utf16_unit(characters: &mut Chars<'_>) -> Option<u16> {
    (0..4).try_fold(0, |unit, _| Some(unit * 16 + characters.next()?.to_digit(16)? as u16))
}
