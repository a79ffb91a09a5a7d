//! Splits URLs into host, path and parameters, and handles percent-encoding.

use crate::span::Span;
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};
use std::borrow::Cow;

/// A URL, split into host and path.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Url<'a> {
    source: Span<'a>,
    /// Offset of the path.
    path: usize,
}

impl<'a> Url<'a> {
    /// Parses a URL that starts with `http://`, `https://` or `www.`.
    pub(crate) fn new(source: Span<'a>) -> Option<Url<'a>> {
        let source = source.trim();
        let text = source.text();
        if text.contains(char::is_whitespace) {
            return None;
        }
        let host = match text.find("://") {
            Some(end)
                if text[..end].eq_ignore_ascii_case("http") || text[..end].eq_ignore_ascii_case("https") =>
            {
                end + 3
            }
            _ if text.get(..4).is_some_and(|start| start.eq_ignore_ascii_case("www.")) => 0,
            _ => return None,
        };
        let path = text[host..].find(['/', '?', '#']).map_or(text.len(), |length| host + length);
        Some(Url { source: source.from(host), path: path - host })
    }

    /// Reports whether the host of the URL is `host` or a subdomain of it.
    pub(crate) fn has_host(&self, host: &str) -> bool {
        let (name, below) = (self.source.text()[..self.path].to_ascii_lowercase(), format!(".{host}"));
        name == host || name.ends_with(&below)
    }

    /// Returns the path without leading and trailing slashes, and without the query.
    pub(crate) fn path(&self) -> Span<'a> {
        let text = self.source.text();
        let end = text[self.path..].find(['?', '#']).map_or(text.len(), |length| self.path + length);
        let inner = text[self.path..end].trim_matches('/');
        let start =
            self.path + (text[self.path..end].len() - text[self.path..end].trim_start_matches('/').len());
        self.source.part(start.min(end), (start + inner.len()).min(end))
    }

    /// Returns the raw value of a query parameter.
    pub(crate) fn parameter(&self, name: &str) -> Option<Span<'a>> {
        let text = self.source.text();
        let start = text.find('?')? + 1;
        let query = self.source.from(start);
        let query = query.part(0, query.text().find('#').unwrap_or(query.text().len()));
        query.split('&').find_map(|pair| {
            let value = pair.text().strip_prefix(name)?.strip_prefix('=')?;
            Some(pair.from(pair.text().len() - value.len()))
        })
    }
}

/// Decodes `%xx` sequences. Invalid sequences are left unchanged, and so is the whole text if the
/// result would not be valid UTF-8.
pub(crate) fn decode(text: &str) -> Cow<'_, str> {
    percent_decode_str(text).decode_utf8().unwrap_or(Cow::Borrowed(text))
}

/// Percent-encodes all characters except letters, digits and `-._~`. Returns the parts of the result.
pub(crate) fn encode(text: &str) -> impl Iterator<Item = &str> {
    const ENCODED: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~');
    utf8_percent_encode(text, ENCODED)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn urls_are_split_into_parts() {
        let link = Url::new(Span::new(1, " https://www.Example.org/a/b/?x=1&load=2%2B#z ")).unwrap();
        assert!(link.has_host("example.org") && !link.has_host("ample.org"));
        assert_eq!(link.path().text(), "a/b");
        assert_eq!(link.parameter("load").unwrap().text(), "2%2B");
        assert!(link.parameter("loa").is_none());
        for bare in ["https://h", "https://h/", "https://h//", "https://h?", "http://"] {
            let link = Url::new(Span::new(1, bare)).unwrap();
            assert_eq!(link.path().text(), "", "{bare}");
            assert!(link.parameter("x").is_none());
        }
        assert!(Url::new(Span::new(1, "ftp://x")).is_none());
    }

    #[test]
    fn percent_encoding_round_trips() {
        let encoded = encode("a b/ü%").collect::<String>();
        assert_eq!(encoded, "a%20b%2F%C3%BC%25");
        assert_eq!(decode(&encoded), "a b/ü%");
        assert_eq!(decode("100%"), "100%");
        assert_eq!(decode("%é1%ff"), "%é1%ff");
    }
}
