//! The files of the page, inside the binary.
//!
//! One list of paths below `web/`; a test compares it with the folder, so that no file is forgotten. A file is
//! compressed once, as well as it can be, when somebody asks for it first.

use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use flate2::Compression;
use flate2::write::GzEncoder;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::Write;
use std::sync::OnceLock;

/// A file of the page.
pub(super) struct Asset {
    path: &'static str,
    bytes: &'static [u8],
    compressed: OnceLock<Vec<u8>>,
}

macro_rules! assets {
    ($($path:literal),+ $(,)?) => {
        /// All of them.
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

/// The file at a path of the address.
pub(super) fn find(path: &str) -> Option<&'static Asset> {
    let path = if path == "/" { "index.html" } else { path.strip_prefix('/')? };
    ASSETS.iter().find(|asset| asset.path == path)
}

impl Asset {
    /// The file, or that the browser has it already.
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

    /// A name for the content: the browser asks whether it is still the same. Weak, because the
    /// content may travel compressed.
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

/// Whether the browser can read a file that was compressed by gzip.
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
    // Writing into memory does not fail.
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

    /// What the page is made of, below a folder of `web/`.
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
    fn the_binary_has_every_file_of_the_page() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web");
        let mut found = BTreeSet::new();
        files(&root, &mut found, &root);
        let listed: BTreeSet<String> = ASSETS.iter().map(|asset| asset.path.to_string()).collect();
        assert_eq!(listed, found);
    }

    #[test]
    fn files_travel_compressed_where_the_browser_can_read_them() {
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
    fn the_root_is_the_page_and_nothing_lies_outside() {
        assert_eq!(find("/").unwrap().path, "index.html");
        assert!(find("/../Cargo.toml").is_none() && find("index.html").is_none());
    }
}
