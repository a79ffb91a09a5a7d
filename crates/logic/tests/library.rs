//! The libraries of tests, case by case: what a line says is found, and nothing else with its digits.
//!
//! The files are not part of the repository (they are under the GPL); the test passes, with a word, without them.

#[path = "../../../testdata/sets.rs"]
#[allow(dead_code, reason = "only the folder is needed here")]
mod sets;

use std::collections::BTreeMap;
use std::io::Write;
use std::path::Path;
use veridoku_logic::{CaseOutcome, LibraryCase};

/// The lines that are not passed, and why. A line that passes though it stands here is an error too.
const KNOWN_FAILURES: &[&str] = &[];

/// The lines of a library file; nothing where it is not there.
fn lines(path: &Path) -> Vec<String> {
    let Ok(text) = std::fs::read_to_string(path) else {
        let _ = writeln!(
            std::io::stderr(),
            "skipped: no {}; set VERIDOKU_DATA to the folder with the data",
            path.display()
        );
        return Vec::new();
    };
    text.lines().filter(|line| line.starts_with(':')).map(str::to_owned).collect()
}

/// Runs all lines; the failures are listed by code and must be the known ones.
fn run(lines: &[String]) {
    let mut counts: BTreeMap<String, [usize; 2]> = BTreeMap::new();
    let mut surprises: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for line in lines {
        let case: LibraryCase = line.parse().expect("a line in library format");
        let outcome = case.run();
        let passed = outcome == CaseOutcome::Passed;
        counts.entry(case.code.clone()).or_default()[usize::from(!passed)] += 1;
        if passed == KNOWN_FAILURES.contains(&line.as_str()) {
            let word = match outcome {
                CaseOutcome::Passed => "passed, though known to fail".to_owned(),
                CaseOutcome::Unknown => "unknown technique".to_owned(),
                CaseOutcome::Missing => "not found".to_owned(),
                CaseOutcome::CutShort => "the search stopped at its budget".to_owned(),
                CaseOutcome::Different(step) => {
                    format!("found {:?}", step.eliminations.iter().collect::<Vec<_>>())
                }
                other => format!("{other:?}"),
            };
            surprises.entry(case.code).or_default().push(format!("{line}\n    {word}"));
        }
    }
    for (code, [passed, failed]) in &counts {
        eprintln!("{code:8} {passed:4} passed {failed:4} failed");
    }
    for (code, cases) in &surprises {
        eprintln!("{code}: {} of {:?}", cases.len(), counts[code].iter().sum::<usize>());
        for case in cases {
            eprintln!("  {case}");
        }
    }
    assert!(surprises.is_empty(), "codes with surprises: {:?}", surprises.keys());
}

#[test]
fn the_regression_library_of_hodoku_passes() {
    let path = sets::folder().join("techniques/reglib-1.3.txt");
    let lines = lines(&path);
    assert!(!lines.is_empty() || !path.exists(), "a library has tests");
    run(&lines);
}

#[test]
fn the_cases_of_hodoku_enhanced_pass() {
    let Ok(folder) = std::fs::read_dir(sets::folder().join("techniques/enhanced")) else {
        let _ = writeln!(
            std::io::stderr(),
            "skipped: no folder techniques/enhanced; set VERIDOKU_DATA to the folder with the data"
        );
        return;
    };
    let mut paths: Vec<_> = folder.filter_map(|entry| Some(entry.ok()?.path())).collect();
    paths.sort();
    let all: Vec<String> = paths.iter().flat_map(|path| lines(path)).collect();
    assert!(!all.is_empty(), "a library has tests");
    run(&all);
}
