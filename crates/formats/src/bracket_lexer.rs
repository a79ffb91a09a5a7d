//! Splits nested arrays into tokens: JSON, and the array literals of programming languages.
//!
//! The lexer accepts both kinds of quotes, all kinds of brackets, and unquoted words. JSON parsers do not, so
//! this one is written by hand.

use crate::error::ParseError;
use crate::span::Span;

/// A token.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum BracketToken {
    /// An opening bracket.
    Open(char),
    /// A closing bracket.
    Close(char),
    /// Punctuation, such as `,` `:` `;` and `=`.
    Sign(char),
    /// A quoted string.
    Text(String),
    /// A number, or a word such as `null`.
    Word(String),
}

/// A lexer that splits text into tokens.
#[derive(Debug)]
pub(crate) struct BracketLexer<'a> {
    source: Span<'a>,
    position: usize,
}

impl<'a> BracketLexer<'a> {
    pub(crate) fn new(source: Span<'a>) -> BracketLexer<'a> {
        BracketLexer { source, position: 0 }
    }

    /// Reads the rest of a quoted string, after the opening quote.
    fn text(&mut self, quote: char) -> Result<String, ParseError> {
        let mut text = String::new();
        let mut characters = self.source.text()[self.position..].char_indices();
        let escaped = |characters: &mut std::str::CharIndices<'_>| match characters.next()?.1 {
            'n' => Some('\n'),
            't' => Some('\t'),
            'r' => Some('\r'),
            'b' => Some('\u{8}'),
            'f' => Some('\u{c}'),
            'u' => {
                let high = utf16_unit(characters)?;
                if !(0xd800..0xdc00).contains(&high) {
                    return char::from_u32(high);
                }
                let pair = (characters.next()?.1, characters.next()?.1);
                let low = utf16_unit(characters)
                    .filter(|low| pair == ('\\', 'u') && (0xdc00..0xe000).contains(low))?;
                char::from_u32(0x1_0000 + ((high - 0xd800) << 10) + (low - 0xdc00))
            }
            other => Some(other),
        };
        while let Some((offset, character)) = characters.next() {
            if character == quote {
                self.position += offset + character.len_utf8();
                return Ok(text);
            }
            text.push(match character {
                '\\' => escaped(&mut characters).ok_or_else(|| {
                    self.source.unexpected(self.position + offset, "a valid escape sequence")
                })?,
                _ => character,
            });
        }
        Err(self.source.unexpected(self.source.text().len(), "a closing quote"))
    }
}

impl Iterator for BracketLexer<'_> {
    type Item = Result<(usize, BracketToken), ParseError>;

    fn next(&mut self) -> Option<Self::Item> {
        let rest = &self.source.text()[self.position..];
        let begin = self.position + (rest.len() - rest.trim_start().len());
        let rest = rest.trim_start();
        let character = rest.chars().next()?;
        self.position = begin + character.len_utf8();
        let token = match character {
            '[' | '{' | '(' => BracketToken::Open(character),
            ']' | '}' | ')' => BracketToken::Close(character),
            '"' | '\'' => match self.text(character) {
                Ok(text) => BracketToken::Text(text),
                Err(error) => return Some(Err(error)),
            },
            _ if is_word(character) => {
                let length = rest.find(|character| !is_word(character)).unwrap_or(rest.len());
                self.position = begin + length;
                BracketToken::Word(rest[..length].to_string())
            }
            _ => BracketToken::Sign(character),
        };
        Some(Ok((begin, token)))
    }
}

/// Reads the four hexadecimal digits of a `\u` escape.
fn utf16_unit(characters: &mut std::str::CharIndices<'_>) -> Option<u32> {
    (0..4).try_fold(0, |unit, _| Some(unit * 16 + characters.next()?.1.to_digit(16)?))
}

fn is_word(character: char) -> bool {
    character.is_alphanumeric() || "_.+-".contains(character)
}
