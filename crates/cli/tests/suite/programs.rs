//! Checks that the page has the current source code of the solvers. With `UPDATE_PROGRAMS=1`, writes it.

use std::path::Path;
use veridoku_api::code::{Options, languages, report};
use veridoku_classic::{ALGORITHMS, Language};

#[test]
fn the_page_has_the_current_source_code() {
    for language in Language::ALL {
        let file = format!("web/data/programs/{}.json", language.name());
        let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(file);
        let names = ALGORITHMS.iter().map(|algorithm| algorithm.name);
        let programs: Vec<String> = names
            .filter(|name| languages(name).any(|other| other == language))
            .map(|name| {
                let algorithm = Some(name.to_string());
                let language = Some(language.name().to_string());
                let report = report(&Options { algorithm, language, main: false }).expect("a program");
                let lines = serde_json::to_string(&report.lines).expect("plain data");
                let source = serde_json::to_string(&report.source).expect("plain data");
                format!("\"{name}\":{{\"lines\":{lines},\n\"source\":{source}}}")
            })
            .collect();
        let text = format!("{{\n{}\n}}\n", programs.join(",\n"));
        if std::env::var_os("UPDATE_PROGRAMS").is_some() {
            std::fs::write(&file, &text).expect("the file can be written");
        }
        let stored = std::fs::read_to_string(&file).unwrap_or_default();
        assert!(stored == text, "{} is out of date: run this test with UPDATE_PROGRAMS=1", file.display());
    }
}
