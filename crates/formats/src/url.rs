//! Splits URLs into host, path and parameters, and handles percent-encoding.

use crate::span::Span;
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};
use std::borrow::Cow;

/// A URL, split into its parts.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Url<'a> {
    host: &'a str,
    /// The path without leading and trailing slashes.
    pub(crate) path: Span<'a>,
    query: Option<Span<'a>>,
}

impl<'a> Url<'a> {
    /// Parses a URL that starts with `http://`, `https://` or `www.`.
    pub(crate) fn new(source: Span<'a>) -> Option<Url<'a>> {
        let source = source.trim();
        let text = source.text();
        let start = match text.split_once("://") {
            Some((scheme, rest))
                if ["http", "https"].iter().any(|known| scheme.eq_ignore_ascii_case(known)) =>
            {
                rest
            }
            _ => text.get(..4).filter(|start| start.eq_ignore_ascii_case("www.")).map(|_| text)?,
        };
        Url::without_scheme(source.locate(start))
    }

    /// Parses a URL that starts with its host.
    pub(crate) fn without_scheme(source: Span<'a>) -> Option<Url<'a>> {
        let text = source.text();
        let (host, after_host) = text.split_at(text.find(['/', '?', '#']).unwrap_or(text.len()));
        let path = &after_host[..after_host.find(['?', '#']).unwrap_or(after_host.len())];
        let query = text.split_once('?').map(|(_, query)| query.split('#').next().unwrap_or_default());
        let (path, query) = (
            source.locate(path.trim_start_matches('/').trim_end_matches('/')),
            query.map(|query| source.locate(query)),
        );
        (!text.contains(char::is_whitespace)).then_some(Url { host, path, query })
    }

    /// Reports whether the host of the URL is `host` or a subdomain of it.
    pub(crate) fn has_host(&self, host: &str) -> bool {
        let name = self.host.to_ascii_lowercase();
        name.strip_suffix(host).is_some_and(|below| below.is_empty() || below.ends_with('.'))
    }

    /// Returns the raw value of a query parameter.
    pub(crate) fn parameter(&self, name: &str) -> Option<Span<'a>> {
        self.query?.split('&').find_map(|pair| {
            let value = pair.text().strip_prefix(name)?.strip_prefix('=')?;
            Some(pair.locate(value))
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
        assert_eq!(link.path.text(), "a/b");
        assert_eq!(link.parameter("load").unwrap().text(), "2%2B");
        assert!(link.parameter("loa").is_none());
        for bare in ["https://h", "https://h/", "https://h//", "https://h?", "http://"] {
            let link = Url::new(Span::new(1, bare)).unwrap();
            assert_eq!(link.path.text(), "", "{bare}");
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
