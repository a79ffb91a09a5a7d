//! Runs test libraries in HoDoKu's format. Each line describes a step that must be found with exactly the
//! given eliminations.
//!
//! The libraries are not part of the repository because they are licensed under the GPL. Without them, the
//! test prints a message and passes.

#[path = "../../../testdata/sets.rs"]
#[allow(dead_code, reason = "only the folder is needed here")]
mod sets;

use std::collections::BTreeMap;
use std::io::Write;
use std::path::Path;
use veridoku_logic::{CaseOutcome, LibraryCase};

/// The lines that are known to fail. The test also fails if one of them passes.
const KNOWN_FAILURES: &[&str] = &[];

/// Reads the lines of a library file. Prints a message and returns an empty list if the file is not
/// available.
fn lines(path: &Path) -> Vec<String> {
    let Ok(text) = std::fs::read_to_string(path) else {
        let _ = writeln!(
            std::io::stderr(),
            "skipped: {} not found; set VERIDOKU_DATA to the data folder",
            path.display()
        );
        return Vec::new();
    };
    text.lines().filter(|line| line.starts_with(':')).map(str::to_owned).collect()
}

/// Runs the test cases of all lines, and lists unexpected results by technique code.
///
/// # Panics
///
/// Panics if a case fails that is not a known failure, or if a known failure passes.
fn run(lines: &[String]) {
    let mut counts: BTreeMap<String, [usize; 2]> = BTreeMap::new();
    let mut unexpected: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for line in lines {
        let case: LibraryCase = line.parse().expect("a line in library format");
        let outcome = case.run();
        let passed = outcome == CaseOutcome::Passed;
        counts.entry(case.code.clone()).or_default()[usize::from(!passed)] += 1;
        if passed == KNOWN_FAILURES.contains(&line.as_str()) {
            let result = match outcome {
                CaseOutcome::Passed => "passed, but is listed as a known failure".to_owned(),
                CaseOutcome::Unknown => "unknown technique".to_owned(),
                CaseOutcome::Missing => "not found".to_owned(),
                CaseOutcome::CutShort => "the search stopped at its budget".to_owned(),
                CaseOutcome::Different(step) => {
                    format!("found {:?}", step.eliminations.iter().collect::<Vec<_>>())
                }
                other => format!("{other:?}"),
            };
            unexpected.entry(case.code).or_default().push(format!("{line}\n    {result}"));
        }
    }
    for (code, [passed, failed]) in &counts {
        eprintln!("{code:8} {passed:4} passed {failed:4} failed");
    }
    for (code, cases) in &unexpected {
        eprintln!("{code}: {} of {:?}", cases.len(), counts[code].iter().sum::<usize>());
        for case in cases {
            eprintln!("  {case}");
        }
    }
    assert!(unexpected.is_empty(), "codes with unexpected results: {:?}", unexpected.keys());
}

#[test]
fn hodoku_regression_library_passes() {
    let path = sets::folder().join("techniques/reglib-1.3.txt");
    let lines = lines(&path);
    assert!(!lines.is_empty() || !path.exists(), "the library has no tests");
    run(&lines);
}

#[test]
fn hodoku_enhanced_cases_pass() {
    let Ok(folder) = std::fs::read_dir(sets::folder().join("techniques/enhanced")) else {
        let _ = writeln!(
            std::io::stderr(),
            "skipped: folder techniques/enhanced not found; set VERIDOKU_DATA to the data folder"
        );
        return;
    };
    let mut paths: Vec<_> = folder.filter_map(|entry| Some(entry.ok()?.path())).collect();
    paths.sort();
    let all: Vec<String> = paths.iter().flat_map(|path| lines(path)).collect();
    assert!(!all.is_empty(), "the library has no tests");
    run(&all);
}
