//! A JSON lexer that also accepts JSON-like text, and a strict JSON parser on top of it.
//!
//! The lexer is lenient: it accepts both kinds of quotes, all kinds of brackets, and unquoted words. The
//! parser accepts only what JSON serializers produce: double quotes, one comma between values, decimal
//! numbers, and nothing after the value. Neither uses recursion, and the parser limits the nesting depth.

use crate::error::ParseError;
use crate::span::Span;

/// A token.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum JsonToken {
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
pub(crate) struct JsonLexer<'a> {
    source: Span<'a>,
    position: usize,
}

impl<'a> JsonLexer<'a> {
    pub(crate) fn new(source: Span<'a>) -> JsonLexer<'a> {
        JsonLexer { source, position: 0 }
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

impl Iterator for JsonLexer<'_> {
    type Item = Result<(usize, JsonToken), ParseError>;

    fn next(&mut self) -> Option<Self::Item> {
        let rest = &self.source.text()[self.position..];
        let begin = self.position + (rest.len() - rest.trim_start().len());
        let rest = rest.trim_start();
        let character = rest.chars().next()?;
        self.position = begin + character.len_utf8();
        let token = match character {
            '[' | '{' | '(' => JsonToken::Open(character),
            ']' | '}' | ')' => JsonToken::Close(character),
            '"' | '\'' => match self.text(character) {
                Ok(text) => JsonToken::Text(text),
                Err(error) => return Some(Err(error)),
            },
            _ if is_word(character) => {
                let length = rest.find(|character| !is_word(character)).unwrap_or(rest.len());
                self.position = begin + length;
                JsonToken::Word(rest[..length].to_string())
            }
            _ => JsonToken::Sign(character),
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

/// A JSON value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum JsonValue {
    Null,
    Boolean(bool),
    /// A number, as written in the text.
    Number(String),
    Text(String),
    List(Vec<JsonValue>),
    Object(Vec<(String, JsonValue)>),
}

/// Maximum nesting depth.
const DEPTH: usize = 64;

/// What the parser expects next.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum Expecting {
    /// A value, or the end of an empty list or object.
    First,
    /// A value.
    Value,
    /// A comma, or the end of a list or object.
    Comma,
}

impl JsonValue {
    /// Parses text that consists of a single value.
    pub(crate) fn read(source: Span<'_>) -> Result<JsonValue, ParseError> {
        // The open lists and objects, each with the key whose value is being parsed.
        let mut open: Vec<(JsonValue, Option<String>)> = Vec::new();
        let mut tokens = JsonLexer::new(source);
        let mut next = Expecting::Value;
        loop {
            let Some(token) = tokens.next() else {
                return Err(source.unexpected(source.text().len(), "a JSON value"));
            };
            let (offset, token) = token?;
            let unexpected = |expected| Err(source.unexpected(offset, expected));
            let value = match (token, next) {
                (JsonToken::Sign(','), Expecting::Comma) => {
                    next = Expecting::Value;
                    continue;
                }
                (JsonToken::Close(bracket), Expecting::First | Expecting::Comma) => {
                    match (open.pop(), bracket) {
                        (Some((value @ JsonValue::List(_), None)), ']')
                        | (Some((value @ JsonValue::Object(_), None)), '}') => value,
                        _ => return unexpected("a JSON value"),
                    }
                }
                (_, Expecting::Comma) => return unexpected("a comma or a closing bracket"),
                (JsonToken::Text(text), _) if source.text()[offset..].starts_with('"') => {
                    match open.last_mut() {
                        Some((JsonValue::Object(_), key @ None)) => {
                            if !matches!(tokens.next().transpose()?, Some((_, JsonToken::Sign(':')))) {
                                return unexpected("a key and a colon");
                            }
                            *key = Some(text);
                            next = Expecting::Value;
                            continue;
                        }
                        _ => JsonValue::Text(text),
                    }
                }
                _ if matches!(open.last(), Some((JsonValue::Object(_), None))) => {
                    return unexpected("a key and a colon");
                }
                (JsonToken::Open(bracket @ ('[' | '{')), _) if open.len() < DEPTH => {
                    let empty = if bracket == '[' {
                        JsonValue::List(Vec::new())
                    } else {
                        JsonValue::Object(Vec::new())
                    };
                    open.push((empty, None));
                    next = Expecting::First;
                    continue;
                }
                (JsonToken::Word(word), _) => match word.as_str() {
                    "null" => JsonValue::Null,
                    "true" => JsonValue::Boolean(true),
                    "false" => JsonValue::Boolean(false),
                    number if is_number(number) => JsonValue::Number(word),
                    _ => return unexpected("a JSON value"),
                },
                _ => return unexpected("a JSON value"),
            };
            match open.last_mut() {
                Some((JsonValue::List(values), _)) => values.push(value),
                Some((JsonValue::Object(pairs), key)) => pairs.extend(key.take().map(|key| (key, value))),
                _ => {
                    return match tokens.next().transpose()? {
                        Some((offset, _)) => Err(source.unexpected(offset, "the end of the JSON text")),
                        None => Ok(value),
                    };
                }
            }
            next = Expecting::Comma;
        }
    }

    /// Returns the value with this key.
    pub(crate) fn get(&self, key: &str) -> Option<&JsonValue> {
        match self {
            JsonValue::Object(pairs) => pairs.iter().find(|(name, _)| name == key).map(|(_, value)| value),
            _ => None,
        }
    }

    /// Reports whether the value is null, false, an empty string, an empty object, or a list that is empty
    /// or contains only nulls.
    pub(crate) fn is_empty(&self) -> bool {
        match self {
            JsonValue::Null | JsonValue::Boolean(false) => true,
            JsonValue::Boolean(true) | JsonValue::Number(_) => false,
            JsonValue::Text(text) => text.is_empty(),
            JsonValue::List(values) => values.iter().all(|value| matches!(value, JsonValue::Null)),
            JsonValue::Object(pairs) => pairs.is_empty(),
        }
    }
}

/// Reports whether the word is a number. Apart from an optional minus sign, it must start and end with a
/// digit.
fn is_number(word: &str) -> bool {
    let digits = word.strip_prefix('-').unwrap_or(word);
    let is_digit = |character: char| character.is_ascii_digit();
    digits.starts_with(is_digit) && digits.ends_with(is_digit) && word.parse::<f64>().is_ok()
}

/// Appends the text as a quoted string.
pub(crate) fn push_text(text: &str, out: &mut String) {
    out.push('"');
    for character in text.chars() {
        match character {
            '"' | '\\' => out.extend(['\\', character]),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            _ if character.is_control() => {
                let code = character as u32;
                out.push_str("\\u");
                out.extend((0..4).rev().filter_map(|digit| char::from_digit(code >> (4 * digit) & 15, 16)));
            }
            _ => out.push(character),
        }
    }
    out.push('"');
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_parsed() {
        let text = r#" {"a":[1,-2.5,null,true,{}],"b\u0041\ud83e\udd80":"x\n\"y"} "#;
        let value = JsonValue::read(Span::new(1, text)).unwrap();
        assert_eq!(value.get("bA🦀"), Some(&JsonValue::Text("x\n\"y".into())));
        let Some(JsonValue::List(values)) = value.get("a") else { panic!("a list") };
        assert_eq!(values[1], JsonValue::Number("-2.5".into()));
        assert!(values[4].is_empty() && values[2].is_empty());
        let mut out = String::new();
        push_text("a\"\\\n\u{1}ü", &mut out);
        assert_eq!(out, "\"a\\\"\\\\\\n\\u0001ü\"");
    }

    #[test]
    fn invalid_values_are_errors() {
        let deep = "[".repeat(100_000);
        for text in [
            "",
            "[",
            "[1",
            "{\"a\" 1}",
            "{1:2}",
            "[}",
            "]",
            "\"a",
            "\"\\ud83e\"",
            "{\"a\":}",
            "x",
            &deep,
            "'a'",
            "[1 2]",
            "[1,,2]",
            "[,1]",
            "[1,]",
            "inf",
            "nan",
            "+1",
            ".5",
            "1.",
            "1 2",
            "{} x",
            "[1]]",
            "{\"a\":1 \"b\":2}",
            "{\"a\":1,}",
            "{,}",
            "(1)",
            "{\"a\"}",
            "{[]}",
        ] {
            assert!(JsonValue::read(Span::new(1, text)).is_err(), "{text:.20}");
        }
    }
}
