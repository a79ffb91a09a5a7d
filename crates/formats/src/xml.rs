//! A minimal XML scanner for puzzle files: tags, attributes and entities.
//!
//! Documents are read tag by tag rather than line by line, because one line may contain thousands of games.
//! The text between tags is skipped, and so are comments, declarations and CDATA sections. [`XmlScanner`]
//! takes one byte at a time and keeps only the current tag, so the size of the input chunks does not matter.

use crate::format::Format;
use crate::record::LIMIT;
use crate::span::Span;
use std::borrow::Cow;

/// The number of bytes of an overlong tag that are kept.
const KEPT: usize = 64;

/// The state of a document that is being read.
#[derive(Clone, Debug, Default)]
pub(crate) struct XmlScanner {
    /// The current tag, starting with `<`; empty between tags.
    tag: Vec<u8>,
    /// The quote character of the attribute value that is being read, if any.
    quote: Option<u8>,
    overlong: bool,
    /// Line and column where the current tag starts.
    position: (u64, u64),
    /// Number of open elements.
    depth: usize,
    /// Whether the document has a declaration such as `<?xml …?>`.
    declared: bool,
    /// The format of the document. It is known once the root element has been read.
    format: Option<&'static Format>,
}

/// The result of processing a byte.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum XmlEvent {
    /// No tag was completed.
    Nothing,
    /// A tag was completed. Get it with [`XmlScanner::take_tag`].
    Tag,
    /// An overlong tag was completed. Only its start and its end were kept.
    OverlongTag,
    /// The current tag became too long. The rest of it is skipped.
    TooLong,
}

impl XmlScanner {
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
                self.tag.push(byte);
                return if self.overlong { XmlEvent::OverlongTag } else { XmlEvent::Tag };
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

    /// Removes the current tag and returns it with its position.
    pub(crate) fn take_tag(&mut self) -> (Vec<u8>, (u64, u64)) {
        self.quote = None;
        self.overlong = false;
        (std::mem::take(&mut self.tag), self.position)
    }

    /// Returns the line and column where the current tag starts or, between tags, where the last tag started.
    pub(crate) fn position(&self) -> (u64, u64) {
        self.position
    }

    /// Updates the nesting depth for a complete tag, and returns its effect on the document.
    pub(crate) fn visit(
        &mut self,
        tag: &XmlTag<'_>,
        root_format: impl Fn(&XmlTag<'_>) -> Option<&'static Format>,
    ) -> TagEffect {
        match tag.kind {
            TagKind::Declaration => {
                self.declared = true;
                return TagEffect::Inside(None);
            }
            TagKind::Close if self.depth == 0 => return TagEffect::Foreign,
            TagKind::Close => {
                self.depth -= 1;
                return if self.depth == 0 { TagEffect::Closed(None) } else { TagEffect::Inside(None) };
            }
            TagKind::Open | TagKind::SelfClosing => {}
        }
        if self.depth == 0 {
            match root_format(tag) {
                None => return TagEffect::Foreign,
                known => self.format = known,
            }
        }
        self.depth += usize::from(tag.kind == TagKind::Open);
        if self.depth == 0 { TagEffect::Closed(self.format) } else { TagEffect::Inside(self.format) }
    }

    /// Reports whether the scanner is between tags, before the root element.
    pub(crate) fn is_before_root(&self) -> bool {
        self.format.is_none() && self.tag.is_empty()
    }

    /// Reports whether the document has contained only complete comments so far.
    pub(crate) fn is_comment(&self) -> bool {
        self.is_before_root() && !self.declared
    }
}

/// The effect of a tag on its document. It includes the format of the document if the tag may contain a
/// puzzle.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum TagEffect {
    /// The document continues.
    Inside(Option<&'static Format>),
    /// The root element is closed.
    Closed(Option<&'static Format>),
    /// The root element is unknown, so the document contains no puzzles.
    Foreign,
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
        let text = self.source.text();
        let mut position = text.find(|character: char| character.is_whitespace())?;
        loop {
            let rest = &text[position..];
            let start = position + (rest.len() - rest.trim_start().len());
            let length = text[start..].find('=')?;
            let key = text[start..start + length].trim_end();
            let quoted = &text[start + length + 1..];
            let begin = start + length + 1 + (quoted.len() - quoted.trim_start().len());
            let quote = text[begin..].chars().next().filter(|quote| ['"', '\''].contains(quote))?;
            let end = begin + 1 + text[begin + 1..].find(quote)?;
            if key == name {
                return Some(self.source.part(begin + 1, end));
            }
            position = end + 1;
        }
    }
}

/// Maximum length of an entity, including `&` and `;`.
const LONGEST_ENTITY: usize = 12;

/// Replaces entities with the characters that they represent. Unknown entities are left unchanged.
pub(crate) fn unescape(text: &str) -> Cow<'_, str> {
    if !text.contains('&') {
        return Cow::Borrowed(text);
    }
    let mut plain = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(start) = rest.find('&') {
        plain.push_str(&rest[..start]);
        rest = &rest[start..];
        let entity = rest.bytes().take(LONGEST_ENTITY).position(|byte| byte == b';').map(|end| &rest[1..end]);
        let character = entity.and_then(|entity| match entity {
            "amp" => Some('&'),
            "lt" => Some('<'),
            "gt" => Some('>'),
            "quot" => Some('"'),
            "apos" => Some('\''),
            _ => {
                let number = entity.strip_prefix('#')?;
                let code = match number.strip_prefix(['x', 'X']) {
                    Some(hex) => u32::from_str_radix(hex, 16),
                    None => number.parse(),
                };
                char::from_u32(code.ok()?)
            }
        });
        plain.push(character.unwrap_or('&'));
        let length = character.and(entity).map_or(1, |entity| entity.len() + 2);
        rest = &rest[length..];
    }
    plain.push_str(rest);
    Cow::Owned(plain)
}

/// Appends the text, escaped for an attribute value in double quotes.
pub(crate) fn escape(text: &str, out: &mut String) {
    for character in text.chars() {
        match character {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\n' => out.push_str("&#10;"),
            '\r' => out.push_str("&#13;"),
            '\t' => out.push_str("&#9;"),
            _ => out.push(character),
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
            if document.push(byte, (1, 1)) == XmlEvent::Tag {
                let text = String::from_utf8(document.take_tag().0).unwrap();
                names.push(XmlTag::new(Span::new(1, &text)).name.to_string());
            }
        }
        assert_eq!(names, ["a", "d", "f"]);
    }
}
