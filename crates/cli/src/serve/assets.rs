//! The files of the page, inside the binary.
//!
//! One list of paths below `web/`; a test compares it with the folder, so that no file is forgotten.

use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use std::hash::{DefaultHasher, Hash, Hasher};

/// A file of the page.
pub(super) struct Asset {
    path: &'static str,
    bytes: &'static [u8],
}

macro_rules! assets {
    ($($path:literal),+ $(,)?) => {
        &[$(Asset { path: $path, bytes: include_bytes!(concat!("../../../../web/", $path)) }),+]
    };
}

/// All of them.
const ASSETS: &[Asset] = assets![
    "data/collection.json",
    "data/practice.json",
    "icon.svg",
    "index.html",
    "manifest.webmanifest",
    "scripts/actions.js",
    "scripts/announcer.js",
    "scripts/clock.js",
    "scripts/domain/cells.js",
    "scripts/domain/chance.js",
    "scripts/domain/forms.js",
    "scripts/domain/game.js",
    "scripts/domain/history.js",
    "scripts/domain/link.js",
    "scripts/domain/step.js",
    "scripts/domain/trace.js",
    "scripts/engine/engine.js",
    "scripts/engine/http.js",
    "scripts/engine/worker-client.js",
    "scripts/engine/worker.js",
    "scripts/keyboard.js",
    "scripts/lessons.js",
    "scripts/look.js",
    "scripts/main.js",
    "scripts/pointing.js",
    "scripts/puzzles.js",
    "scripts/saving.js",
    "scripts/store.js",
    "scripts/view/board-model.js",
    "scripts/view/board.js",
    "scripts/view/dialogs/dialog.js",
    "scripts/view/dialogs/new-puzzle.js",
    "scripts/view/dialogs/opening.js",
    "scripts/view/dialogs/settings.js",
    "scripts/view/dialogs/sharing.js",
    "scripts/view/element.js",
    "scripts/view/laboratory/chart.js",
    "scripts/view/laboratory/code.js",
    "scripts/view/laboratory/laboratory.js",
    "scripts/view/laboratory/run.js",
    "scripts/view/learn.js",
    "scripts/view/links.js",
    "scripts/view/play.js",
    "scripts/view/scale.js",
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
    pub(super) fn answer(&self, headers: &HeaderMap) -> Response {
        let tag = self.tag();
        let known =
            headers.get(header::IF_NONE_MATCH).is_some_and(|known| known.as_bytes() == tag.as_bytes());
        let about = [(header::ETAG, tag), (header::CACHE_CONTROL, "no-cache".to_string())];
        if known {
            return (StatusCode::NOT_MODIFIED, about).into_response();
        }
        (about, [(header::CONTENT_TYPE, self.media_type())], self.bytes).into_response()
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
            Some("png") => "image/png",
            _ => "application/octet-stream",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;
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
    fn the_root_is_the_page_and_nothing_lies_outside() {
        assert_eq!(find("/").unwrap().path, "index.html");
        assert!(find("/../Cargo.toml").is_none() && find("index.html").is_none());
    }
}
