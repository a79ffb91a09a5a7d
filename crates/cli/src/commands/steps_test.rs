//! `veridoku steps-test`: tests of single techniques, in HoDoKu's library format.

use crate::args;
use crate::output::{Outcome, Output, tell, write_json};
use anyhow::Context;
use rayon::prelude::*;
use serde::Serialize;
use std::collections::BTreeMap;
use std::io::{self, Read, Write};
use std::path::Path;
use veridoku_logic::{Case, Notation, Outcome as TestOutcome};

/// How the tests of one code ended.
#[derive(Debug, Default, Serialize)]
struct Row {
    code: String,
    technique: Option<&'static str>,
    passed: usize,
    failed: usize,
}

pub(crate) fn run(options: &args::StepsTest) -> anyhow::Result<Outcome> {
    let mut worst = Outcome::AsHoped;
    let mut cases = Vec::new();
    for file in &options.files {
        let name = file.display();
        let text = read(file).with_context(|| format!("cannot read {name}"))?;
        for (index, line) in text.lines().enumerate().filter(|(_, line)| line.starts_with(':')) {
            match line.parse::<Case>() {
                Ok(case) if wanted(&options.codes, &case.code) => {
                    cases.push((format!("{name}:{}", index + 1), case));
                }
                Ok(_) => {}
                Err(error) => {
                    tell(&format!("veridoku: {name}:{}: {error}", index + 1));
                    worst = Outcome::Unreadable;
                }
            }
        }
    }
    if cases.is_empty() {
        tell("veridoku: found no test of that code, expected lines that begin with a colon");
        worst = Outcome::Unreadable;
    }
    let outcomes: Vec<TestOutcome> = cases.par_iter().map(|(_, case)| case.run()).collect();
    let mut rows: BTreeMap<&str, Row> = BTreeMap::new();
    for ((place, case), outcome) in cases.iter().zip(&outcomes) {
        let row = rows.entry(&case.code).or_default();
        row.code.clone_from(&case.code);
        row.technique = case.techniques.first().map(|technique| technique.name());
        let reason = match outcome {
            TestOutcome::Passed => {
                row.passed += 1;
                continue;
            }
            TestOutcome::Unknown => "no technique of ours has this code".to_string(),
            TestOutcome::Missing => "the step was not found".to_string(),
            TestOutcome::Different(step) => format!("found {}", step.line(Notation::RowColumn)),
        };
        row.failed += 1;
        worst = worst.max(Outcome::No);
        tell(&format!("veridoku: {place}: {}: {reason}", case.code));
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

/// Whether a code was asked for: `0603` stands for all its variants.
fn wanted(codes: &[String], code: &str) -> bool {
    let base = code.split('-').next();
    codes.is_empty() || codes.iter().any(|asked| asked == code || Some(asked.as_str()) == base)
}

fn read(file: &Path) -> io::Result<String> {
    if file.as_os_str() == "-" {
        let mut text = String::new();
        io::stdin().read_to_string(&mut text)?;
        return Ok(text);
    }
    std::fs::read_to_string(file)
}
