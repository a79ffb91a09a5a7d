//! The files of the web page, embedded in the binary.

use super::api_error::ApiError;
use axum::http::{HeaderMap, HeaderValue, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use include_dir::{Dir, include_dir};
use std::hash::{DefaultHasher, Hash, Hasher};

/// The folders of the page, by URL path.
static FOLDERS: [(&str, Dir<'_>); 3] = [
    ("/data/", include_dir!("$CARGO_MANIFEST_DIR/web/data")),
    ("/scripts/", include_dir!("$CARGO_MANIFEST_DIR/web/scripts")),
    ("/styles/", include_dir!("$CARGO_MANIFEST_DIR/web/styles")),
];

/// The document that runs the user's own solver. The page embeds it in a sandboxed frame.
const SANDBOX: &str = include_str!("../../web/sandbox.html");

/// Returns the file at a URL path.
pub(crate) fn find(path: &str) -> Option<&'static [u8]> {
    Some(match path {
        "/" | "/index.html" => include_bytes!("../../web/index.html"),
        "/sandbox.html" => SANDBOX.as_bytes(),
        "/icon.svg" => include_bytes!("../../web/icon.svg"),
        "/manifest.webmanifest" => include_bytes!("../../web/manifest.webmanifest"),
        // The folders ignore repeated and trailing slashes.
        _ if path.contains("//") || path.ends_with('/') || path.ends_with("README.md") => return None,
        _ => {
            let file =
                |(prefix, folder): &'static (&str, Dir<'_>)| folder.get_file(path.strip_prefix(prefix)?);
            FOLDERS.iter().find_map(file)?.contents()
        }
    })
}

/// Returns the media type of a file.
fn media_type(path: &str) -> &'static str {
    match path.rsplit('.').next() {
        Some("css") => "text/css; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("json") => "application/json",
        Some("webmanifest") => "application/manifest+json",
        Some("svg") => "image/svg+xml",
        _ => "text/html; charset=utf-8",
    }
}

/// Returns the content security policy of the sandbox: the one in the document, and what a document cannot
/// state itself. Everything else has the policy of the page.
fn sandbox_policy() -> HeaderValue {
    let policy = SANDBOX.split('"').find(|value| value.starts_with("default-src ")).expect("a policy");
    HeaderValue::try_from(format!("{policy}; sandbox allow-scripts; frame-ancestors 'self'")).expect("ASCII")
}

/// Serves a file, or 304 if the browser has the current version.
pub(super) async fn serve(uri: Uri, headers: HeaderMap) -> Response {
    let path = uri.path();
    let mut response = respond(path, &headers);
    if path == "/sandbox.html" {
        response.headers_mut().insert(header::CONTENT_SECURITY_POLICY, sandbox_policy());
    }
    response
}

/// Creates the response without the headers that all responses have.
fn respond(path: &str, headers: &HeaderMap) -> Response {
    let Some(bytes) = find(path) else {
        return ApiError::missing(format!("not found: {path:?}")).into_response();
    };
    let tag = entity_tag(bytes);
    let known = headers.get(header::IF_NONE_MATCH).is_some_and(|known| known.as_bytes() == tag.as_bytes());
    let about = [(header::ETAG, tag), (header::CACHE_CONTROL, "no-cache".to_string())];
    if known {
        return (StatusCode::NOT_MODIFIED, about).into_response();
    }
    (about, [(header::CONTENT_TYPE, media_type(path))], bytes).into_response()
}

/// Returns the entity tag, a hash of the content. It is weak, because the content may be sent compressed.
fn entity_tag(bytes: &[u8]) -> String {
    let mut hasher = DefaultHasher::new();
    bytes.hash(&mut hasher);
    format!("W/\"{:016x}\"", hasher.finish())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;

    /// Checks the files of the web page in a folder of `web/`.
    fn check(folder: &Path, root: &Path) {
        const TOOLS: [&str; 8] = [
            "node_modules",
            "tests",
            "tools",
            "site",
            "package.json",
            "package-lock.json",
            "tsconfig.json",
            "build",
        ];
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let name = path.file_name().unwrap().to_str().unwrap();
            if TOOLS.contains(&name) || path.extension().is_some_and(|kind| kind == "md") {
                continue;
            }
            if path.is_dir() {
                check(&path, root);
                continue;
            }
            let url = path.strip_prefix(root).unwrap().to_str().unwrap().replace('\\', "/");
            let embedded = find(&format!("/{url}"));
            assert_eq!(embedded, Some(std::fs::read(&path).unwrap().as_slice()), "{url}");
            assert_eq!(
                media_type(&url).starts_with("text/html"),
                path.extension().is_some_and(|kind| kind == "html"),
                "{url}"
            );
        }
    }

    #[test]
    fn every_file_of_the_page_is_embedded() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("web");
        check(&root, &root);
    }

    #[test]
    fn the_root_is_the_page_and_other_paths_are_not_found() {
        assert_eq!(find("/"), find("/index.html"));
        for missing in [
            "/../Cargo.toml",
            "index.html",
            "/README.md",
            "/data/README.md",
            "/scripts",
            "/scripts/",
            "/scripts/main.js/",
            "/scripts//main.js",
            "/scripts/./main.js",
        ] {
            assert!(find(missing).is_none(), "{missing}");
        }
    }
}
