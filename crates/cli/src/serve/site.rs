//! The names under which browsers reach the server, and the requests that they may send.

use axum::http::uri::Authority;
use axum::http::{HeaderMap, Version, header};
use std::net::IpAddr;

/// The host names of the server.
#[derive(Clone, Debug, Default)]
pub(super) struct Site {
    /// The hosts of `--public-url` and `--allow-host`.
    pub(super) hosts: Vec<AllowedHost>,
    /// Whether any other name is accepted, because the server listens on the network and has no names.
    pub(super) is_open: bool,
}

/// A host whose pages may send requests.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct AllowedHost {
    /// The name in lower case, without the brackets of an IPv6 address.
    name: String,
    /// The port, or `None` for every port.
    port: Option<u16>,
}

impl Site {
    /// Reports whether a browser sent this request on behalf of a page from another site. Programs other than
    /// browsers do not send an `Origin` header.
    pub(super) fn is_cross_origin(&self, headers: &HeaderMap) -> bool {
        let Some(origin) = headers.get(header::ORIGIN) else { return false };
        let origin = origin.to_str().ok().and_then(|origin| origin.split_once("://"));
        let Some((scheme, origin)) = origin else { return true };
        if let Some(AllowedHost { name, port }) = authority(origin) {
            let port = port.or(default_port(scheme));
            if self.hosts.iter().any(|host| host.name == name && (host.port.is_none() || host.port == port)) {
                return false;
            }
        }
        let host = headers.get(header::HOST).and_then(|host| host.to_str().ok()).unwrap_or_default();
        !origin.eq_ignore_ascii_case(host) || !(self.is_open || is_local_host(host_name(host)))
    }
}

/// Reports whether the `Host` of a request is ambiguous. HTTP/1.1 requires exactly one.
pub(super) fn has_bad_host(version: Version, headers: &HeaderMap) -> bool {
    let count = headers.get_all(header::HOST).iter().count();
    count > 1 || (count == 0 && version > Version::HTTP_10)
}

/// Returns the host and the port of a URL such as `https://sudoku.example.org`, or an error if it is another
/// kind of URL.
pub(super) fn public_host(url: &str) -> Result<AllowedHost, String> {
    let parse = || {
        let (scheme, rest) = url.split_once("://")?;
        let default_port = default_port(scheme)?;
        let AllowedHost { name, port } = authority(rest.strip_suffix('/').unwrap_or(rest))?;
        Some(AllowedHost { name, port: Some(port.unwrap_or(default_port)) })
    };
    parse().ok_or_else(|| {
        "expected https:// and a host name, for example https://sudoku.example.org".to_string()
    })
}

/// Returns the host of `--allow-host`, or an error if it is something else.
pub(super) fn allowed_host(text: &str) -> Result<AllowedHost, String> {
    authority(text).ok_or_else(|| "expected a host name, for example sudoku.example.org".to_string())
}

/// Returns the port that browsers omit.
fn default_port(scheme: &str) -> Option<u16> {
    match scheme {
        "http" => Some(80),
        "https" => Some(443),
        _ => None,
    }
}

/// Parses a host with or without a port.
fn authority(text: &str) -> Option<AllowedHost> {
    let uri: Authority = text.parse().ok().filter(|_| !text.contains('@'))?;
    let port = match text.get(uri.host().len()..)? {
        "" => None,
        port => Some(port.strip_prefix(':')?.parse().ok()?),
    };
    Some(AllowedHost { name: host_name(text).to_lowercase(), port })
}

/// Returns the host without its port.
fn host_name(host: &str) -> &str {
    match host.strip_prefix('[') {
        Some(rest) => rest.split(']').next().unwrap_or_default(),
        None => host.split(':').next().unwrap_or_default(),
    }
}

/// Reports whether a host is an IP address or `localhost`. Any other name may belong to an attacker who
/// points it to this machine (DNS rebinding), and the browser would then treat the attacker's page as part of
/// this site.
fn is_local_host(name: &str) -> bool {
    name.parse::<IpAddr>().is_ok() || name.eq_ignore_ascii_case("localhost")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn foreign_host_names_are_not_local() {
        for host in ["127.0.0.1:8080", "[::1]:8080", "localhost", "LocalHost:1", "192.168.0.7:8080"] {
            assert!(is_local_host(host_name(host)), "{host}");
        }
        for host in
            ["example.com", "example.com:8080", "localhost.example.com:1", "127.0.0.1.example.com", ""]
        {
            assert!(!is_local_host(host_name(host)), "{host}");
        }
    }

    #[test]
    fn origins_are_compared_with_the_names_of_the_site() {
        let headers = |host: &str, origin: &str| {
            let values = [(header::HOST, host.parse().unwrap()), (header::ORIGIN, origin.parse().unwrap())];
            HeaderMap::from_iter(values)
        };
        let local = Site::default();
        let open = Site { is_open: true, ..Site::default() };
        let named = Site { hosts: vec![public_host("https://Sudoku.example.org/").unwrap()], is_open: false };
        let allowed = ["a.example.org:8443", "b.example.org:443", "c.example.org", "[::1]:7"];
        let hosts = allowed.map(|host| allowed_host(host).unwrap()).to_vec();
        let with_port = Site { hosts, is_open: false };
        for (site, host, origin, is_cross_origin) in [
            (&local, "localhost:7", "http://localhost:7", false),
            (&local, "localhost:7", "http://localhost:8", true),
            (&local, "example.org", "http://example.org", true),
            (&open, "example.org", "http://example.org", false),
            (&open, "example.org", "http://example.com", true),
            (&named, "sudoku.example.org", "https://sudoku.example.org", false),
            // A proxy that does not forward the host.
            (&named, "127.0.0.1:8729", "https://sudoku.example.org", false),
            (&named, "other.example.org", "https://other.example.org", true),
            (&named, "127.0.0.1:8729", "http://127.0.0.1:8729", false),
            (&named, "sudoku.example.org", "null", true),
            (&with_port, "127.0.0.1:8729", "https://a.example.org:8443", false),
            (&with_port, "127.0.0.1:8729", "https://a.example.org:8444", true),
            (&with_port, "127.0.0.1:8729", "https://a.example.org", true),
            // Browsers omit the usual port of a scheme.
            (&with_port, "127.0.0.1:8729", "https://b.example.org", false),
            (&with_port, "127.0.0.1:8729", "http://b.example.org", true),
            (&with_port, "127.0.0.1:8729", "https://b.example.org:8443", true),
            (&with_port, "127.0.0.1:8729", "http://c.example.org", false),
            (&with_port, "127.0.0.1:8729", "https://C.example.org:8443", false),
            (&with_port, "127.0.0.1:8729", "http://[::1]:7", false),
            (&with_port, "127.0.0.1:8729", "http://u@c.example.org", true),
            (&named, "127.0.0.1:8729", "http://sudoku.example.org", true),
            (&named, "127.0.0.1:8729", "https://sudoku.example.org:8443", true),
        ] {
            assert_eq!(site.is_cross_origin(&headers(host, origin)), is_cross_origin, "{host} {origin}");
        }
    }

    #[test]
    fn public_urls_have_no_path() {
        let host = |name: &str, port| Ok(AllowedHost { name: name.to_string(), port });
        assert_eq!(public_host("http://localhost:8080"), host("localhost", Some(8080)));
        assert_eq!(public_host("http://localhost"), host("localhost", Some(80)));
        assert_eq!(public_host("https://A.b/"), host("a.b", Some(443)));
        for url in [
            "sudoku.example.org",
            "https://",
            "https://a.b/c",
            "https://u@a.b",
            "ftp://a.b",
            "https:///",
            "https://a.b:",
            "https://a.b:99999",
        ] {
            assert!(public_host(url).is_err(), "{url}");
        }
        for (text, name, port) in [
            ("A.b", "a.b", None),
            ("a.b:443", "a.b", Some(443)),
            ("a.b:8080", "a.b", Some(8080)),
            ("[::1]", "::1", None),
            ("[::1]:7", "::1", Some(7)),
        ] {
            assert_eq!(allowed_host(text), host(name, port), "{text}");
        }
        for text in ["", "a b", "https://a.b", "a.b/c", "a.b:x"] {
            assert!(allowed_host(text).is_err(), "{text}");
        }
    }
}
