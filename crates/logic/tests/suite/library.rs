//! Runs test libraries in HoDoKu's format. Each line describes a step that must be found with exactly the
//! given eliminations.
//!
//! `testdata/techniques/library.txt` contains our own cases. The libraries of HoDoKu and Hodoku-enhanced are
//! not part of the repository because they are licensed under the GPL; they are run too if `VERIDOKU_DATA` is
//! set.

use crate::sets;
use std::collections::BTreeMap;
use veridoku_logic::{CaseOutcome, LibraryCase};

/// The lines that are known to fail. The test also fails if one of them passes.
///
/// Hodoku-enhanced expects no Broken Wing here, because it does not eliminate from the ring itself.
const KNOWN_FAILURES: &[&str] =
    &[":1400-x:x:1..7.......32.91.5.68.............784.19573.257.............45.3.74.18.......8..9:::"];

/// Runs the test cases of a library, and lists unexpected results by technique code.
///
/// # Panics
///
/// Panics if a case fails that is not a known failure, if a known failure passes, or if there are no cases.
fn run(library: &str) {
    let mut counts: BTreeMap<String, [usize; 2]> = BTreeMap::new();
    let mut unexpected: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for line in library.lines().filter(|line| line.starts_with(':')) {
        let case: LibraryCase = line.parse().expect("a line in library format");
        let outcome = case.run();
        let passed = outcome == CaseOutcome::Passed;
        counts.entry(case.code.clone()).or_default()[usize::from(!passed)] += 1;
        if passed == KNOWN_FAILURES.contains(&line) {
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
    assert!(!counts.is_empty(), "the library has no tests");
    assert!(unexpected.is_empty(), "codes with unexpected results: {:?}", unexpected.keys());
}

#[test]
fn libraries_pass() {
    run(include_str!("../../testdata/techniques/library.txt"));
    if let Some(folder) = sets::whole_sets() {
        run(&sets::read("techniques/reglib-1.3.txt"));
        let enhanced = std::fs::read_dir(folder.join("techniques/enhanced")).expect("the enhanced cases");
        let mut names: Vec<_> = enhanced.map(|entry| entry.expect("a file").file_name()).collect();
        names.sort();
        let texts = names.iter().map(|name| sets::read(&format!("techniques/enhanced/{}", name.display())));
        run(&texts.collect::<Vec<_>>().join("\n"));
    }
}
