//! The files of the web page, embedded in the binary.
//!
//! A test compares the list of paths below with the folder `web/`, to ensure that no file is missing. A file
//! is compressed once, at the best level, when it is first requested.

use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use flate2::Compression;
use flate2::write::GzEncoder;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::Write;
use std::sync::OnceLock;

/// A file of the web page.
pub(super) struct Asset {
    path: &'static str,
    bytes: &'static [u8],
    compressed: OnceLock<Vec<u8>>,
}

macro_rules! assets {
    ($($path:literal),+ $(,)?) => {
        /// All files of the web page.
        static ASSETS: [Asset; [$($path),+].len()] = [$(Asset {
            path: $path,
            bytes: include_bytes!(concat!("../../../../web/", $path)),
            compressed: OnceLock::new(),
        }),+];
    };
}

assets![
    "data/practice.json",
    "icon.svg",
    "index.html",
    "manifest.webmanifest",
    "scripts/actions.js",
    "scripts/announcer.js",
    "scripts/clock.js",
    "scripts/domain/cells.js",
    "scripts/domain/formats.js",
    "scripts/domain/game.js",
    "scripts/domain/history.js",
    "scripts/domain/link.js",
    "scripts/domain/paste.js",
    "scripts/domain/round.js",
    "scripts/domain/step.js",
    "scripts/domain/trace.js",
    "scripts/engine/engine.js",
    "scripts/engine/http.js",
    "scripts/engine/worker-client.js",
    "scripts/engine/worker.js",
    "scripts/keyboard.js",
    "scripts/lessons.js",
    "scripts/main.js",
    "scripts/persistence.js",
    "scripts/pointer.js",
    "scripts/puzzles.js",
    "scripts/store.js",
    "scripts/tasks.js",
    "scripts/text.js",
    "scripts/theme.js",
    "scripts/view/board-model.js",
    "scripts/view/board.js",
    "scripts/view/busy.js",
    "scripts/view/chain-links.js",
    "scripts/view/dialogs/dialog.js",
    "scripts/view/dialogs/export.js",
    "scripts/view/dialogs/import.js",
    "scripts/view/dialogs/new-puzzle.js",
    "scripts/view/dialogs/settings.js",
    "scripts/view/element.js",
    "scripts/view/laboratory/chart.js",
    "scripts/view/laboratory/code.js",
    "scripts/view/laboratory/laboratory.js",
    "scripts/view/laboratory/run.js",
    "scripts/view/learn.js",
    "scripts/view/play.js",
    "scripts/view/rating.js",
    "scripts/view/views.js",
    "styles/board.css",
    "styles/controls.css",
    "styles/laboratory.css",
    "styles/lessons.css",
    "styles/page.css",
    "styles/print.css",
    "styles/tokens.css",
];

/// Returns the file at a URL path.
pub(super) fn find(path: &str) -> Option<&'static Asset> {
    let path = if path == "/" { "index.html" } else { path.strip_prefix('/')? };
    ASSETS.iter().find(|asset| asset.path == path)
}

impl Asset {
    /// Returns the response: the file, or 304 if the browser has the current version.
    pub(super) fn answer(&'static self, headers: &HeaderMap) -> Response {
        let tag = self.tag();
        let known =
            headers.get(header::IF_NONE_MATCH).is_some_and(|known| known.as_bytes() == tag.as_bytes());
        let about = [(header::ETAG, tag), (header::CACHE_CONTROL, "no-cache".to_string())];
        if known {
            return (StatusCode::NOT_MODIFIED, about).into_response();
        }
        let about = (about, [(header::CONTENT_TYPE, self.media_type()), (header::VARY, "accept-encoding")]);
        if takes_gzip(headers) {
            let bytes = self.compressed.get_or_init(|| gzip(self.bytes)).as_slice();
            return (about, [(header::CONTENT_ENCODING, "gzip")], bytes).into_response();
        }
        (about, self.bytes).into_response()
    }

    /// Returns the entity tag, a hash of the content. It is weak, because the content may be sent compressed.
    fn tag(&self) -> String {
        let mut hasher = DefaultHasher::new();
        self.bytes.hash(&mut hasher);
        format!("W/\"{:016x}\"", hasher.finish())
    }

    fn media_type(&self) -> &'static str {
        match self.path.rsplit('.').next() {
            Some("html") => "text/html; charset=utf-8",
            Some("css") => "text/css; charset=utf-8",
            Some("js") => "text/javascript; charset=utf-8",
            Some("json") => "application/json",
            Some("webmanifest") => "application/manifest+json",
            Some("svg") => "image/svg+xml",
            _ => "application/octet-stream",
        }
    }
}

/// Reports whether the browser accepts gzip.
fn takes_gzip(headers: &HeaderMap) -> bool {
    let accepted =
        headers.get(header::ACCEPT_ENCODING).and_then(|value| value.to_str().ok()).unwrap_or_default();
    accepted.split(',').any(|one| {
        let (name, weight) = one.split_once(';').unwrap_or((one, ""));
        name.trim() == "gzip" && !matches!(weight.trim(), "q=0" | "q=0.0")
    })
}

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    // Writing to memory does not fail.
    let _ = encoder.write_all(bytes);
    encoder.finish().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use flate2::read::GzDecoder;
    use std::collections::BTreeSet;
    use std::io::Read;
    use std::path::Path;

    /// Collects the files of the web page in a folder of `web/`.
    fn files(folder: &Path, found: &mut BTreeSet<String>, root: &Path) {
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
                files(&path, found, root);
            } else {
                found.insert(path.strip_prefix(root).unwrap().to_str().unwrap().replace('\\', "/"));
            }
        }
    }

    #[test]
    fn every_file_of_the_page_is_embedded() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web");
        let mut found = BTreeSet::new();
        files(&root, &mut found, &root);
        let listed: BTreeSet<String> = ASSETS.iter().map(|asset| asset.path.to_string()).collect();
        assert_eq!(listed, found);
    }

    #[test]
    fn files_are_compressed_if_the_browser_accepts_it() {
        let takes = |accepted: &str| {
            let mut headers = HeaderMap::new();
            headers.insert(header::ACCEPT_ENCODING, accepted.parse().unwrap());
            takes_gzip(&headers)
        };
        assert!(takes("gzip, deflate, br") && takes("br;q=1.0, gzip;q=0.8"));
        assert!(!takes("br") && !takes("gzip;q=0") && !takes("") && !takes_gzip(&HeaderMap::new()));
        let page = find("/").unwrap();
        let packed = gzip(page.bytes);
        assert!(packed.len() < page.bytes.len() / 2);
        let mut read = Vec::new();
        GzDecoder::new(&packed[..]).read_to_end(&mut read).unwrap();
        assert_eq!(read, page.bytes);
    }

    #[test]
    fn the_root_is_the_page_and_other_paths_are_not_found() {
        assert_eq!(find("/").unwrap().path, "index.html");
        assert!(find("/../Cargo.toml").is_none() && find("index.html").is_none());
    }
}
