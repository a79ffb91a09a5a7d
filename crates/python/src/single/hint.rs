//! The next step and the whole solution path: `hint`, `path`.

use crate::convert::{dict_from, read_puzzle};
use crate::error::{puzzle_error, unknown_name};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use veridoku_api::hint::HintOutcome;
use veridoku_api::step::{EvidenceReport, LinkReport, Marked, StepReport};
use veridoku_api::technique_options::{LadderName, TechniqueName, Techniques};
use veridoku_api::{Error, ErrorKind, PuzzleOperation, PuzzleText};
use veridoku_logic::{HintLevel, Notation};

/// The keyword arguments that select techniques.
#[derive(Debug, FromPyObject)]
#[pyo3(from_item_all)]
struct TechniqueArguments {
    ladder: Option<String>,
    techniques: Vec<String>,
    uniqueness: Option<bool>,
    siamese: Option<bool>,
    als_chains: Option<bool>,
    budget: Option<u64>,
}

/// Returns the techniques that the keyword arguments select.
pub(crate) fn parse_techniques(
    py: Python<'_>,
    arguments: Option<&Bound<'_, PyDict>>,
) -> PyResult<Techniques> {
    let Some(arguments) = arguments else { return Ok(Techniques::default()) };
    let arguments: TechniqueArguments = arguments.extract()?;
    let only: Result<Vec<TechniqueName>, _> = arguments.techniques.iter().map(|name| name.parse()).collect();
    let ladder = match arguments.ladder.as_deref() {
        None => None,
        Some("teacher") => Some(LadderName::Teacher),
        Some("hodoku") => Some(LadderName::Hodoku),
        Some("all") => Some(LadderName::All),
        Some(name) => return Err(unknown_name(py, "ladder", name, "teacher, hodoku, all")),
    };
    Ok(Techniques {
        ladder,
        only: only.map_err(|error| puzzle_error(py, &Error::new(ErrorKind::Unknown, error.to_string())))?,
        uniqueness: arguments.uniqueness,
        siamese: arguments.siamese,
        als_chains: arguments.als_chains,
        budget: arguments.budget,
    })
}

fn notation(py: Python<'_>, name: &str) -> PyResult<Notation> {
    match name {
        "r1c1" => Ok(Notation::RowColumn),
        "a1" => Ok(Notation::Letters),
        _ => Err(unknown_name(py, "notation", name, "r1c1, a1")),
    }
}

/// Finds the next logical step.
#[pyfunction]
#[pyo3(signature = (puzzle, level, notation, svg, **arguments))]
pub(crate) fn hint<'py>(
    py: Python<'py>,
    puzzle: &str,
    level: &str,
    notation: &str,
    svg: bool,
    arguments: Option<&Bound<'py, PyDict>>,
) -> PyResult<Bound<'py, PyDict>> {
    let record = read_puzzle(py, puzzle)?.record;
    let level = match level {
        "where" => HintLevel::Where,
        "what" => HintLevel::What,
        "full" => HintLevel::Full,
        _ => return Err(unknown_name(py, "level", level, "where, what, full")),
    };
    let options = veridoku_api::hint::Options {
        level: Some(level),
        notation: Some(self::notation(py, notation)?),
        techniques: parse_techniques(py, arguments)?,
        svg,
    };
    let report = py.detach(|| veridoku_api::hint::Hint::run(PuzzleText::from(&record), &options));
    let report = report.map_err(|error| puzzle_error(py, &error))?;
    let outcome = match report.outcome {
        HintOutcome::Step => "step",
        HintOutcome::Mistakes => "mistakes",
        HintOutcome::Solved => "solved",
        HintOutcome::Unsolvable => "unsolvable",
        HintOutcome::Nothing => "nothing",
    };
    let evidence = report.evidence.map(|evidence| dict_of_evidence(py, evidence)).transpose()?;
    Ok(dict_from!(py, report;
        puzzle, technique, placements, eliminations, text, mistakes, note, stopped, svg;
        outcome = outcome, evidence = evidence))
}

/// Solves a puzzle step by step.
#[pyfunction]
#[pyo3(signature = (puzzle, notation, **arguments))]
pub(crate) fn path<'py>(
    py: Python<'py>,
    puzzle: &str,
    notation: &str,
    arguments: Option<&Bound<'py, PyDict>>,
) -> PyResult<Bound<'py, PyDict>> {
    let record = read_puzzle(py, puzzle)?.record;
    let options = veridoku_api::path::Options {
        notation: Some(self::notation(py, notation)?),
        techniques: parse_techniques(py, arguments)?,
        ..Default::default()
    };
    let report = py.detach(|| veridoku_api::path::Path::run(PuzzleText::from(&record), &options));
    let report = report.map_err(|error| puzzle_error(py, &error))?;
    let steps = report.steps.into_iter().map(|step| dict_of_step(py, step)).collect::<PyResult<Vec<_>>>()?;
    Ok(dict_from!(py, report; puzzle, solved, score, level, end, stopped, reason; steps = steps))
}

fn dict_of_step(py: Python<'_>, step: StepReport) -> PyResult<Bound<'_, PyDict>> {
    let evidence = dict_of_evidence(py, step.evidence)?;
    Ok(dict_from!(py, step; technique, code, score, level, placements, eliminations, text, line, chain;
        evidence = evidence))
}

fn dict_of_evidence(py: Python<'_>, evidence: EvidenceReport) -> PyResult<Bound<'_, PyDict>> {
    let marked = |marked: Marked| (marked.role, marked.candidates);
    let link = |link: LinkReport| (link.from, link.to, link.strong);
    let roles: Vec<_> = evidence.candidates.into_iter().map(marked).collect();
    let links: Vec<_> = evidence.links.into_iter().map(link).collect();
    // PyO3 converts a `Vec<u8>` into `bytes`; a list is needed here.
    let digits: Vec<u32> = evidence.digits.into_iter().map(u32::from).collect();
    Ok(dict_from!(py, evidence; shape, cells, houses, covers;
        digits = digits, candidates = roles, links = links))
}
