//! Checks how lessons are printed, and that the page has the current ones; `UPDATE_LESSONS=1` updates these.

use crate::process::run;
use serde_json::Value;
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

#[test]
fn techniques_of_one_lesson_share_its_text() {
    let ran = run(&["techniques", "swordfish", "jellyfish", "whale"], "");
    let count = |heading: &str| ran.lines().iter().filter(|line| **line == heading).count();
    assert_eq!([count("What to look for"), count("Example"), count("Not this")], [2, 3, 2], "{}", ran.out);
}

#[test]
fn json_contains_the_lesson_of_a_technique_given_by_name() {
    for (language, title) in [("en", "Skyscraper"), ("zh", "摩天楼")] {
        let ran = run(&["techniques", "--json", "--language", language, "sk"], "");
        let row: Value = serde_json::from_str(&ran.out).expect("one JSON object");
        assert_eq!((&row["code"], &row["lesson"]["title"]), (&"sk".into(), &title.into()), "{}", ran.out);
    }
    let ran = run(&["techniques", "--json", "--svg", "sk"], "");
    let row: Value = serde_json::from_str(&ran.out).expect("one JSON object");
    for picture in ["example", "counter_example"] {
        assert!(row["pictures"][picture].as_str().is_some_and(|svg| svg.starts_with("<svg")), "{}", ran.out);
    }
    let ran = run(&["techniques", "--json"], "");
    assert!(!ran.out.contains("\"lesson\""), "the list has no lessons");
}
