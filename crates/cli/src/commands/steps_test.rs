//! `veridoku steps-test`: runs technique tests in HoDoKu's library format.

use crate::args::{JsonArgs, ThreadArgs};
use crate::input_source;
use crate::output::{ExitOutcome, Output, message, write_json};
use crate::text_width::{self, TextWidth};
use clap::Args;
use rayon::ThreadPool;
use rayon::prelude::*;
use serde::Serialize;
use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use veridoku_api::Version;
use veridoku_logic::{CaseOutcome as TestOutcome, LibraryCase, Notation};

/// The maximum number of invalid lines to report per file.
const MAX_REPORTED: usize = 20;
/// The maximum length of a line in bytes.
const MAX_LINE: u64 = 1 << 20;
/// The number of tests that are run at a time.
const BATCH: usize = 4096;

/// The test results for a single technique code.
#[derive(Debug, Default, Serialize)]
struct CodeResult {
    version: Version,
    code: String,
    technique: Option<&'static str>,
    passed: usize,
    failed: usize,
}

impl CodeResult {
    /// Returns the row of the table. On a narrow terminal, the technique is on a second line.
    fn line(&self, width: TextWidth) -> String {
        let CodeResult { code, technique, passed, failed, .. } = self;
        let technique = technique.unwrap_or("unknown");
        let line = format!("{code:8} {passed:5} passed {failed:5} failed  {technique}");
        if width.fits(line.len()) {
            return line;
        }
        format!("{code:8} {passed:5} passed {failed:5} failed\n  {technique}")
    }
}

#[derive(Debug, Args)]
pub(crate) struct StepsTestArgs {
    /// Test files in HoDoKu's library format, or - for standard input
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,

    /// Run only the tests with these codes, for example 0603 or 0603-2
    #[arg(long = "code", value_name = "CODE", value_delimiter = ',')]
    codes: Vec<String>,

    #[command(flatten)]
    json: JsonArgs,
}

pub(crate) fn run(options: &StepsTestArgs) -> anyhow::Result<ExitOutcome> {
    options.files.iter().try_for_each(|file| input_source::refuse_standard_output(file.as_os_str()))?;
    let mut run = TestRun {
        pool: ThreadArgs { threads: None }.pool(BATCH)?,
        batch: Vec::new(),
        rows: BTreeMap::new(),
        worst: ExitOutcome::Success,
    };
    let mut has_unreadable_file = false;
    for file in &options.files {
        if let Err(error) = run.add_file(file, &options.codes) {
            message(&format!("veridoku: cannot read {}: {error}", file.display()));
            has_unreadable_file = true;
        }
    }
    run.run_batch();
    if has_unreadable_file {
        run.worst = ExitOutcome::Unreadable;
    } else if run.rows.is_empty() {
        let filter = if options.codes.is_empty() { "" } else { " with that code" };
        message(&format!("veridoku: found no tests{filter}, expected lines that start with a colon"));
        run.worst = ExitOutcome::Unreadable;
    }
    let mut out = Output::standard();
    let width = text_width::of_output();
    for row in run.rows.values() {
        if options.json.json {
            write_json(&mut out, row)?;
        } else {
            writeln!(out, "{}", row.line(width))?;
        }
    }
    if !options.json.json && !run.rows.is_empty() {
        let passed: usize = run.rows.values().map(|row| row.passed).sum();
        let failed: usize = run.rows.values().map(|row| row.failed).sum();
        writeln!(out, "{:8} {passed:5} passed {failed:5} failed", "all")?;
    }
    out.flush()?;
    Ok(run.worst)
}

/// Runs tests in batches, and collects their results.
struct TestRun {
    pool: ThreadPool,
    /// Tests that have not been run yet, with their places.
    batch: Vec<(String, LibraryCase)>,
    rows: BTreeMap<String, CodeResult>,
    worst: ExitOutcome,
}

impl TestRun {
    /// Adds the selected tests of a file.
    fn add_file(&mut self, file: &Path, codes: &[String]) -> io::Result<()> {
        let (name, mut bad) = (file.display(), 0);
        let mut lines = open(file)?;
        let mut line = Vec::new();
        for number in 1.. {
            line.clear();
            // One byte more than allowed, to see whether the line is too long.
            if lines.by_ref().take(MAX_LINE + 1).read_until(b'\n', &mut line)? == 0 {
                break;
            }
            let place = format!("{name}:{number}");
            let case = if line.len() as u64 > MAX_LINE {
                lines.skip_until(b'\n')?;
                Err("found a line longer than 1 MiB, expected a test".to_string())
            } else {
                // Invalid UTF-8 affects only the line that contains it.
                let text = String::from_utf8_lossy(&line);
                if !is_test_line(&text) {
                    continue;
                }
                text.trim_end_matches(['\n', '\r']).parse().map_err(|error| format!("{error}"))
            };
            match case {
                Ok(case) => self.add(place, case, codes),
                Err(error) => {
                    bad += 1;
                    if bad <= MAX_REPORTED {
                        message(&format!("veridoku: {place}: {error}"));
                    }
                    self.worst = ExitOutcome::Unreadable;
                }
            }
        }
        if bad > MAX_REPORTED {
            message(&format!("veridoku: {name}: {} more invalid lines", bad - MAX_REPORTED));
        }
        Ok(())
    }

    /// Adds a test if it is selected.
    fn add(&mut self, place: String, case: LibraryCase, codes: &[String]) {
        if is_selected(codes, &case.code) {
            self.batch.push((place, case));
        }
        if self.batch.len() == BATCH {
            self.run_batch();
        }
    }

    /// Runs the tests that have been added since the last batch.
    fn run_batch(&mut self) {
        let batch = std::mem::take(&mut self.batch);
        let run = || batch.par_iter().map(|(_, case)| case.run()).collect();
        let outcomes: Vec<TestOutcome> = self.pool.install(run);
        for ((place, case), outcome) in batch.iter().zip(&outcomes) {
            let row = self.rows.entry(case.code.clone()).or_default();
            row.code.clone_from(&case.code);
            row.technique = case.techniques.first().map(|technique| technique.name());
            let reason = match outcome {
                TestOutcome::Passed => {
                    row.passed += 1;
                    continue;
                }
                TestOutcome::Unknown => "unknown technique code".to_string(),
                TestOutcome::Missing => "the step was not found".to_string(),
                TestOutcome::CutShort => "the search exhausted its budget".to_string(),
                TestOutcome::Different(step) => format!("found {}", step.line(Notation::RowColumn)),
                _ => "failed".to_string(),
            };
            row.failed += 1;
            self.worst = self.worst.max(ExitOutcome::Negative);
            message(&format!("veridoku: {place}: {}: {reason}", case.code));
        }
    }
}

/// Reports whether a line should contain a test, that is, whether it is neither blank nor a comment.
fn is_test_line(line: &str) -> bool {
    let line = line.trim();
    !line.is_empty() && !line.starts_with('#')
}

/// Reports whether a code was selected. A code without a suffix, such as `0603`, selects all its variants.
fn is_selected(codes: &[String], code: &str) -> bool {
    let base = code.split('-').next();
    codes.is_empty() || codes.iter().any(|selected| selected == code || Some(selected.as_str()) == base)
}

/// Opens a file, or standard input.
fn open(file: &Path) -> io::Result<Box<dyn BufRead>> {
    if file.as_os_str() == "-" {
        return Ok(Box::new(io::stdin().lock()));
    }
    Ok(Box::new(BufReader::new(File::open(file)?)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use veridoku_logic::TECHNIQUES;

    #[test]
    fn lines_fit_narrow_terminals() {
        for technique in TECHNIQUES.iter().map(|technique| technique.name) {
            let result = CodeResult {
                code: "0402-12".to_string(),
                technique: Some(technique),
                ..CodeResult::default()
            };
            let line = result.line(TextWidth::Columns(40));
            assert!(line.lines().all(|line| line.len() <= 40), "{line}");
            assert_eq!(result.line(TextWidth::Unlimited).lines().count(), 1);
        }
    }
}
