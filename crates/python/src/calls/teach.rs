//! The next step and the whole path: `hint`, `path`.

use crate::error::refusal;
use crate::question::{answer, read};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use veridoku_api::hint::HintOutcome;
use veridoku_api::step::{EvidenceReport, LinkReport, Marked, StepReport};
use veridoku_api::technique_options::{HintLevelName, LadderName, NotationName, TechniqueName, Techniques};
use veridoku_api::{Error, ErrorKind};

/// Which techniques are tried, as keywords.
#[derive(Debug, FromPyObject)]
#[pyo3(from_item_all)]
struct Asked {
    ladder: Option<String>,
    techniques: Vec<String>,
    uniqueness: Option<bool>,
    siamese: Option<bool>,
    als_chains: Option<bool>,
    budget: Option<u64>,
}

/// The techniques that are asked for.
pub(crate) fn techniques(py: Python<'_>, asked: Option<&Bound<'_, PyDict>>) -> PyResult<Techniques> {
    let Some(asked) = asked else { return Ok(Techniques::default()) };
    let asked: Asked = asked.extract()?;
    let only: Result<Vec<TechniqueName>, _> = asked.techniques.iter().map(|name| name.parse()).collect();
    let ladder = match asked.ladder.as_deref() {
        None => None,
        Some("teacher") => Some(LadderName::Teacher),
        Some("hodoku") => Some(LadderName::Hodoku),
        Some("all") => Some(LadderName::All),
        Some(name) => return Err(unknown(py, "ladder", name, "teacher, hodoku, all")),
    };
    Ok(Techniques {
        ladder,
        only: only.map_err(|error| refusal(py, &Error::new(ErrorKind::Unknown, error.to_string())))?,
        uniqueness: asked.uniqueness,
        siamese: asked.siamese,
        als_chains: asked.als_chains,
        budget: asked.budget,
    })
}

fn unknown(py: Python<'_>, what: &str, name: &str, known: &str) -> PyErr {
    let message = format!("there is no {what} {name:?}, expected one of: {known}");
    refusal(py, &Error::new(ErrorKind::Unknown, message))
}

fn notation(py: Python<'_>, name: &str) -> PyResult<NotationName> {
    match name {
        "r1c1" => Ok(NotationName::RowColumn),
        "a1" => Ok(NotationName::Letters),
        _ => Err(unknown(py, "notation", name, "r1c1, a1")),
    }
}

/// Gives a hint.
#[pyfunction]
#[pyo3(signature = (puzzle, level, notation, svg, **asked))]
pub(crate) fn hint<'py>(
    py: Python<'py>,
    puzzle: &str,
    level: &str,
    notation: &str,
    svg: bool,
    asked: Option<&Bound<'py, PyDict>>,
) -> PyResult<Bound<'py, PyDict>> {
    let record = read(py, puzzle)?.record;
    let level = match level {
        "where" => HintLevelName::Where,
        "what" => HintLevelName::What,
        "full" => HintLevelName::Full,
        _ => return Err(unknown(py, "level", level, "where, what, full")),
    };
    let options = veridoku_api::hint::Options {
        level: Some(level),
        notation: Some(self::notation(py, notation)?),
        techniques: techniques(py, asked)?,
        svg,
    };
    let report = py.detach(|| veridoku_api::hint::report(&record, &options));
    let outcome = match report.outcome {
        HintOutcome::Step => "step",
        HintOutcome::Mistakes => "mistakes",
        HintOutcome::Solved => "solved",
        HintOutcome::Unsolvable => "unsolvable",
        HintOutcome::Nothing => "nothing",
    };
    let evidence = report.evidence.map(|evidence| dict_of_evidence(py, evidence)).transpose()?;
    Ok(answer!(py, report; puzzle, technique, placements, eliminations, text, mistakes, note, stopped, svg;
        outcome = outcome, evidence = evidence))
}

/// Solves step by step.
#[pyfunction]
#[pyo3(signature = (puzzle, notation, **asked))]
pub(crate) fn path<'py>(
    py: Python<'py>,
    puzzle: &str,
    notation: &str,
    asked: Option<&Bound<'py, PyDict>>,
) -> PyResult<Bound<'py, PyDict>> {
    let record = read(py, puzzle)?.record;
    let options = veridoku_api::path::Options {
        notation: Some(self::notation(py, notation)?),
        techniques: techniques(py, asked)?,
    };
    let report = py.detach(|| veridoku_api::path::report(&record, &options));
    let steps = report.steps.into_iter().map(|step| dict_of_step(py, step)).collect::<PyResult<Vec<_>>>()?;
    Ok(answer!(py, report; puzzle, solved, score, level, end, stopped, reason; steps = steps))
}

fn dict_of_step(py: Python<'_>, step: StepReport) -> PyResult<Bound<'_, PyDict>> {
    let evidence = dict_of_evidence(py, step.evidence)?;
    Ok(answer!(py, step; technique, code, score, level, placements, eliminations, text, line, chain;
        evidence = evidence))
}

fn dict_of_evidence(py: Python<'_>, evidence: EvidenceReport) -> PyResult<Bound<'_, PyDict>> {
    let marked = |marked: Marked| (marked.role, marked.candidates);
    let link = |link: LinkReport| (link.from, link.to, link.strong);
    let roles: Vec<_> = evidence.candidates.into_iter().map(marked).collect();
    let links: Vec<_> = evidence.links.into_iter().map(link).collect();
    // A list of small numbers would become bytes.
    let digits: Vec<u32> = evidence.digits.into_iter().map(u32::from).collect();
    Ok(
        answer!(py, evidence; shape, cells, houses, covers; digits = digits, candidates = roles, links = links),
    )
}
