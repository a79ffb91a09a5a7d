//! Checks that the page has the current lessons. With `UPDATE_LESSONS=1`, writes them.

use std::path::Path;
use veridoku_api::lessons::{Language, report};

#[test]
fn the_page_has_the_current_lessons() {
    for language in Language::ALL {
        let file = format!("web/data/lessons/{}.json", language.code());
        let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(file);
        let lessons: Vec<String> = report(language)
            .iter()
            .map(|lesson| serde_json::to_string(lesson).expect("plain data"))
            .collect();
        let text = format!("[\n{}\n]\n", lessons.join(",\n"));
        if std::env::var_os("UPDATE_LESSONS").is_some() {
            std::fs::write(&file, &text).expect("the file can be written");
        }
        let stored = std::fs::read_to_string(&file).expect("the file can be read");
        assert!(stored == text, "{} is out of date: run this test with UPDATE_LESSONS=1", file.display());
    }
}
