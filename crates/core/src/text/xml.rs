//! As much XML as files of puzzles need: tags, their attributes, and entities.
//!
//! A document is read tag by tag, not line by line: thousands of games may stand on one line. The
//! text between tags, comments, declarations and CDATA are passed over. [`Document`] takes one
//! byte after the other and keeps only the present tag, so it does not matter how the bytes
//! arrive.

use super::format::Format;
use super::span::Span;
use std::borrow::Cow;

/// The longest tag, as the longest line.
const LIMIT: usize = super::reader::LIMIT;
/// What is kept of a longer one.
const KEPT: usize = 64;

/// A document that is being read.
#[derive(Clone, Debug, Default)]
pub(super) struct XmlScanner {
    /// The present tag from its `<`; empty between tags.
    tag: Vec<u8>,
    /// The quote that is open in the present tag.
    quote: Option<u8>,
    overlong: bool,
    /// The line and column on which the present tag starts.
    position: (u64, u64),
    /// The number of elements that are open.
    depth: usize,
    /// Whether there was a declaration, such as `<?xml …?>`.
    declared: bool,
    /// The form that the root stands for, once it is known.
    format: Option<&'static Format>,
}

/// What a byte completes.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum XmlEvent {
    /// Nothing.
    Nothing,
    /// A tag, to be had from [`XmlScanner::take_tag`].
    Tag,
    /// The tag that was too long, or what is kept of it.
    OverlongTag,
    /// A tag is too long; what follows until its end is passed over.
    TooLong,
}

impl XmlScanner {
    /// Takes the next byte, which stands at this line and column.
    pub(super) fn push(&mut self, byte: u8, position: (u64, u64)) -> XmlEvent {
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
                    // Only the last two bytes can be part of the end.
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
            // The start says what opens, the last byte whether it is closed at once.
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

    /// Takes the present tag out and says where it starts.
    pub(super) fn take_tag(&mut self) -> (Vec<u8>, (u64, u64)) {
        self.quote = None;
        self.overlong = false;
        (std::mem::take(&mut self.tag), self.position)
    }

    /// Where the present or last tag starts.
    pub(super) fn position(&self) -> (u64, u64) {
        self.position
    }

    /// Counts a complete tag, and says what it means for the document.
    pub(super) fn visit(
        &mut self,
        tag: &XmlTag<'_>,
        form: impl Fn(&XmlTag<'_>) -> Option<&'static Format>,
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
            TagKind::Open | TagKind::Whole => {}
        }
        if self.depth == 0 {
            match form(tag) {
                None => return TagEffect::Foreign,
                known => self.format = known,
            }
        }
        self.depth += usize::from(tag.kind == TagKind::Open);
        if self.depth == 0 { TagEffect::Closed(self.format) } else { TagEffect::Inside(self.format) }
    }

    /// Whether we are between the tags before the root.
    pub(super) fn is_before_root(&self) -> bool {
        self.format.is_none() && self.tag.is_empty()
    }

    /// Whether there was nothing but comments, all of them closed.
    pub(super) fn is_comment(&self) -> bool {
        self.is_before_root() && !self.declared
    }
}

/// What a tag means for its document. With the form of the document, if a puzzle may be in the tag.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum TagEffect {
    /// The document goes on.
    Inside(Option<&'static Format>),
    /// The root is closed.
    Closed(Option<&'static Format>),
    /// The root is of a kind that holds no puzzles.
    Foreign,
}

/// What kind of tag it is.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum TagKind {
    /// `<name …>`
    Open,
    /// `</name>`
    Close,
    /// `<name …/>`
    Whole,
    /// `<?…?>` and `<!…>`
    Declaration,
}

/// A tag.
#[derive(Copy, Clone, Debug)]
pub(super) struct XmlTag<'a> {
    /// The whole tag.
    pub(super) source: Span<'a>,
    pub(super) kind: TagKind,
    pub(super) name: &'a str,
}

impl<'a> XmlTag<'a> {
    /// The tag in a text from `<` to `>`.
    pub(super) fn new(source: Span<'a>) -> XmlTag<'a> {
        let text = source.text();
        let inner = text.strip_prefix('<').unwrap_or(text);
        let kind = match inner.bytes().next() {
            Some(b'/') => TagKind::Close,
            Some(b'?' | b'!') => TagKind::Declaration,
            _ if text.ends_with("/>") => TagKind::Whole,
            _ => TagKind::Open,
        };
        let inner = inner.trim_start_matches('/');
        let end = inner.find(|character: char| character.is_whitespace() || "/>".contains(character));
        XmlTag { source, kind, name: &inner[..end.unwrap_or(inner.len())] }
    }

    /// The value of an attribute, with its entities.
    pub(super) fn attribute(&self, name: &str) -> Option<Span<'a>> {
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

/// How far to look for the end of an entity.
const LONGEST_ENTITY: usize = 12;

/// The text with its entities turned into the characters they stand for; those that are not known
/// are left as they are.
pub(super) fn unescape(text: &str) -> Cow<'_, str> {
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

/// Appends the text as the value of an attribute in double quotes.
pub(super) fn escape(text: &str, out: &mut String) {
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
    fn entities_come_and_go() {
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
        assert_eq!((tag.name, tag.kind), ("game", TagKind::Whole));
        assert_eq!(tag.attribute("data").unwrap().text(), "x>y");
        assert!(tag.attribute("at").is_none());
        for broken in ["<game data", "<game data=", "<game data=x>", "<game data='x>", "<", "<>", "< =''>"] {
            assert!(XmlTag::new(Span::new(1, broken)).attribute("data").is_none(), "{broken}");
        }
    }

    #[test]
    fn comments_hold_no_tags() {
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
