//! `veridoku steps-test`: runs technique tests in HoDoKu's library format.

use crate::args;
use crate::output::{ExitOutcome, Output, message, write_json};
use anyhow::Context;
use clap::Args;
use rayon::prelude::*;
use serde::Serialize;
use std::collections::BTreeMap;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use veridoku_api::Version;
use veridoku_logic::{CaseOutcome as TestOutcome, LibraryCase, Notation};

/// The maximum number of invalid lines to report per file.
const MAX_REPORTED: usize = 20;

/// The test results for a single technique code.
#[derive(Debug, Default, Serialize)]
struct CodeResult {
    version: Version,
    code: String,
    technique: Option<&'static str>,
    passed: usize,
    failed: usize,
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
    json: args::JsonArgs,
}

pub(crate) fn run(options: &StepsTestArgs) -> anyhow::Result<ExitOutcome> {
    let mut worst = ExitOutcome::Success;
    let mut cases = Vec::new();
    for file in &options.files {
        let name = file.display();
        let mut bad = 0;
        let text = read(file).with_context(|| format!("cannot read {name}"))?;
        for (index, line) in text.lines().enumerate().filter(|(_, line)| is_test_line(line)) {
            match line.parse::<LibraryCase>() {
                Ok(case) if is_selected(&options.codes, &case.code) => {
                    cases.push((format!("{name}:{}", index + 1), case));
                }
                Ok(_) => {}
                Err(error) => {
                    bad += 1;
                    if bad <= MAX_REPORTED {
                        message(&format!("veridoku: {name}:{}: {error}", index + 1));
                    }
                    worst = ExitOutcome::Unreadable;
                }
            }
        }
        if bad > MAX_REPORTED {
            message(&format!("veridoku: {name}: {} more invalid lines", bad - MAX_REPORTED));
        }
    }
    if cases.is_empty() {
        let filter = if options.codes.is_empty() { "" } else { " with that code" };
        message(&format!("veridoku: found no tests{filter}, expected lines that start with a colon"));
        worst = ExitOutcome::Unreadable;
    }
    let outcomes: Vec<TestOutcome> = cases.par_iter().map(|(_, case)| case.run()).collect();
    let mut rows: BTreeMap<&str, CodeResult> = BTreeMap::new();
    for ((place, case), outcome) in cases.iter().zip(&outcomes) {
        let row = rows.entry(&case.code).or_default();
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
        worst = worst.max(ExitOutcome::Negative);
        message(&format!("veridoku: {place}: {}: {reason}", case.code));
    }
    let mut out = Output::standard();
    for row in rows.values() {
        if options.json.json {
            write_json(&mut out, row)?;
        } else {
            let technique = row.technique.unwrap_or("unknown");
            writeln!(out, "{:8} {:5} passed {:5} failed  {technique}", row.code, row.passed, row.failed)?;
        }
    }
    if !options.json.json {
        let passed: usize = rows.values().map(|row| row.passed).sum();
        let failed: usize = rows.values().map(|row| row.failed).sum();
        writeln!(out, "{:8} {passed:5} passed {failed:5} failed", "all")?;
    }
    out.flush()?;
    Ok(worst)
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

/// Reads a file. Invalid UTF-8 affects only the line that contains it.
fn read(file: &Path) -> io::Result<String> {
    let mut bytes = Vec::new();
    if file.as_os_str() == "-" {
        io::stdin().read_to_end(&mut bytes)?;
    } else {
        bytes = std::fs::read(file)?;
    }
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}
