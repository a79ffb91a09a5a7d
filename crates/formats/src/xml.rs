//! A minimal XML scanner for puzzle files: tags, attributes and entities.
//!
//! Documents are read tag by tag rather than line by line, because one line may contain thousands of games.
//! The text between tags is skipped, and so are comments, declarations and CDATA sections. [`XmlScanner`]
//! takes one byte at a time and keeps only the current tag, so the size of the input chunks does not matter.
//!
//! Written by hand: quick-xml reads from a complete buffer or a blocking reader, does not bound a comment or
//! a tag, and rejects the unknown entities and unclosed elements that we tolerate.

use crate::record::LIMIT;
use crate::span::Span;

/// The number of bytes of an overlong tag that are kept.
const KEPT: usize = 64;

/// Finds the tags of a document.
#[derive(Clone, Debug, Default)]
pub(crate) struct XmlScanner {
    /// The current tag, starting with `<`; empty between tags.
    tag: Vec<u8>,
    /// The quote character of the attribute value that is being read, if any.
    quote: Option<u8>,
    overlong: bool,
    /// Line and column where the current tag starts or, between tags, where the last tag started.
    pub(crate) position: (u64, u64),
}

/// The result of processing a byte.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum XmlEvent {
    /// No tag was completed.
    Nothing,
    /// This tag was completed.
    Tag(Vec<u8>),
    /// An overlong tag was completed. Only its start and its end were kept.
    OverlongTag(Vec<u8>),
    /// The current tag became longer than [`LIMIT`]. The rest of it is skipped.
    TooLong,
}

impl XmlScanner {
    /// Reports whether the scanner is between tags.
    pub(crate) fn is_between_tags(&self) -> bool {
        self.tag.is_empty()
    }

    /// Processes the byte at this line and column.
    pub(crate) fn push(&mut self, byte: u8, position: (u64, u64)) -> XmlEvent {
        if self.tag.is_empty() {
            if byte == b'<' {
                self.tag.push(byte);
                self.position = position;
            }
            return XmlEvent::Nothing;
        }
        for (opening, closing) in [(&b"<!--"[..], &b"--"[..]), (b"<![CDATA[", b"]]")] {
            if self.tag.starts_with(opening) {
                if byte == b'>' && self.tag.len() >= opening.len() + 2 && self.tag.ends_with(closing) {
                    self.tag.clear();
                } else {
                    // Only the last two bytes can be part of the closing delimiter.
                    let keep = self.tag.len().saturating_sub(1).max(opening.len());
                    if self.tag.len() > opening.len() + 2 {
                        self.tag.drain(opening.len()..keep);
                    }
                    self.tag.push(byte);
                }
                return XmlEvent::Nothing;
            }
        }
        match (self.quote, byte) {
            (Some(quote), _) if byte == quote => self.quote = None,
            (None, b'"' | b'\'') => self.quote = Some(byte),
            (None, b'>') => {
                let mut tag = std::mem::take(&mut self.tag);
                tag.push(byte);
                let overlong = std::mem::take(&mut self.overlong);
                return if overlong { XmlEvent::OverlongTag(tag) } else { XmlEvent::Tag(tag) };
            }
            _ => {}
        }
        if self.overlong {
            // Keep only the start, which contains the tag name, and the last byte, which shows whether the
            // tag is self-closing.
            self.tag.pop();
        }
        self.tag.push(byte);
        if self.tag.len() > LIMIT {
            self.overlong = true;
            self.tag.truncate(KEPT);
            return XmlEvent::TooLong;
        }
        XmlEvent::Nothing
    }
}

/// The kind of a tag.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum TagKind {
    /// `<name …>`
    Open,
    /// `</name>`
    Close,
    /// `<name …/>`
    SelfClosing,
    /// `<?…?>` and `<!…>`
    Declaration,
}

/// A tag.
#[derive(Copy, Clone, Debug)]
pub(crate) struct XmlTag<'a> {
    /// The complete tag, including `<` and `>`.
    pub(crate) source: Span<'a>,
    pub(crate) kind: TagKind,
    pub(crate) name: &'a str,
}

impl<'a> XmlTag<'a> {
    /// Creates a tag from its text, including the `<` and `>`.
    pub(crate) fn new(source: Span<'a>) -> XmlTag<'a> {
        let text = source.text();
        let inner = text.strip_prefix('<').unwrap_or(text);
        let kind = match inner.bytes().next() {
            Some(b'/') => TagKind::Close,
            Some(b'?' | b'!') => TagKind::Declaration,
            _ if text.ends_with("/>") => TagKind::SelfClosing,
            _ => TagKind::Open,
        };
        let inner = inner.trim_start_matches('/');
        let end = inner.find(|character: char| character.is_whitespace() || "/>".contains(character));
        XmlTag { source, kind, name: &inner[..end.unwrap_or(inner.len())] }
    }

    /// Returns the raw value of an attribute; entities are not decoded.
    pub(crate) fn attribute(&self, name: &str) -> Option<Span<'a>> {
        let (_, mut rest) = self.source.text().split_once(char::is_whitespace)?;
        loop {
            let (key, quoted) = rest.split_once('=')?;
            let quoted = quoted.trim_start();
            let quote = quoted.chars().next().filter(|quote| ['"', '\''].contains(quote))?;
            let (value, after) = quoted[1..].split_once(quote)?;
            if key.trim() == name {
                return Some(self.source.locate(value));
            }
            rest = after;
        }
    }
}

/// The named entities of XML, with the characters that they represent.
const ENTITIES: [(&str, char); 5] = [("amp", '&'), ("lt", '<'), ("gt", '>'), ("quot", '"'), ("apos", '\'')];

/// Replaces entities with the characters that they represent. Unknown entities are left unchanged.
pub(crate) fn unescape(text: &str) -> String {
    let mut parts = text.split('&');
    let mut plain = parts.next().unwrap_or_default().to_string();
    for part in parts {
        let entity = part.split_once(';').and_then(|(name, rest)| Some((entity(name)?, rest)));
        let (character, rest) = entity.unwrap_or(('&', part));
        plain.push(character);
        plain.push_str(rest);
    }
    plain
}

/// Returns the character that an entity represents.
fn entity(name: &str) -> Option<char> {
    /// Length of the longest name that is decoded.
    const LONGEST: usize = 10;
    let Some(number) = name.strip_prefix('#').filter(|_| name.len() <= LONGEST) else {
        return ENTITIES.iter().find(|&&(known, _)| known == name).map(|&(_, character)| character);
    };
    let code = match number.strip_prefix(['x', 'X']) {
        Some(hex) => u32::from_str_radix(hex, 16),
        None => number.parse(),
    };
    char::from_u32(code.ok()?)
}

/// Appends the text, escaped for an attribute value in double quotes.
pub(crate) fn escape(text: &str, out: &mut String) {
    for character in text.chars() {
        let entity = ENTITIES.iter().find(|&&(_, escaped)| escaped == character && character != '\'');
        match (entity, character) {
            (Some((name, _)), _) => out.extend(["&", name, ";"]),
            (None, '\n' | '\r' | '\t') => out.extend(["&#", &(character as u32).to_string(), ";"]),
            (None, _) => out.push(character),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entities_round_trip() {
        let text = "a<b>&\"c'\n&amp;";
        let mut escaped = String::new();
        escape(text, &mut escaped);
        assert_eq!(escaped, "a&lt;b&gt;&amp;&quot;c'&#10;&amp;amp;");
        assert_eq!(unescape(&escaped), text);
        assert_eq!(unescape("&#x41;&nope;&;& &#xffffffff;&"), "A&nope;&;& &#xffffffff;&");
    }

    #[test]
    fn tags_have_attributes() {
        let tag = XmlTag::new(Span::new(1, "<game a='1' data = \"x>y\" />"));
        assert_eq!((tag.name, tag.kind), ("game", TagKind::SelfClosing));
        assert_eq!(tag.attribute("data").unwrap().text(), "x>y");
        assert!(tag.attribute("at").is_none());
        for broken in ["<game data", "<game data=", "<game data=x>", "<game data='x>", "<", "<>", "< =''>"] {
            assert!(XmlTag::new(Span::new(1, broken)).attribute("data").is_none(), "{broken}");
        }
    }

    #[test]
    fn tags_inside_comments_are_ignored() {
        let mut document = XmlScanner::default();
        let mut names = Vec::new();
        for &byte in b"x<a><!-- <b> -- > --><![CDATA[ <c> ]]]><d e='>'/><!----><f>" {
            if let XmlEvent::Tag(tag) = document.push(byte, (1, 1)) {
                let text = String::from_utf8(tag).unwrap();
                names.push(XmlTag::new(Span::new(1, &text)).name.to_string());
            }
        }
        assert_eq!(names, ["a", "d", "f"]);
    }
}
