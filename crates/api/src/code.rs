//! The source code of a textbook solver in one of several languages.

use crate::error::{Error, ErrorKind};
use crate::operation::{Operation, OptionsRequest};
use crate::vocabulary::Version;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use veridoku_classic::{ALGORITHMS, EventKind, Language, SolverSource};

/// The options of the operation.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema, Serialize)]
#[cfg_attr(feature = "cli", derive(clap::Args))]
#[serde(default, deny_unknown_fields)]
pub struct Options {
    /// Textbook solver, or leetcode for a fast solution in Rust.
    #[cfg_attr(feature = "cli", arg(value_name = "ALGORITHM", value_parser = names(algorithm_names())))]
    #[cfg_attr(feature = "cli", arg(hide_possible_values = true))]
    pub algorithm: Option<String>,

    /// Language of the program [default: python, or rust if there is no other]
    #[cfg_attr(feature = "cli", arg(long, value_name = "LANGUAGE", value_parser = names(language_names())))]
    pub language: Option<String>,

    /// Add a main program that solves boards from standard input.
    ///
    /// It reads boards in LeetCode's JSON, one per line, and prints them solved.
    #[cfg_attr(feature = "cli", arg(long))]
    pub main: bool,
}

/// The result of the operation.
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub struct Report {
    /// The version of the JSON schema.
    pub version: Version,
    /// The name of the solver.
    pub algorithm: String,
    /// The name of the language.
    pub language: &'static str,
    /// The source code.
    pub source: String,
    /// The lines on which the events of the search happen.
    pub lines: EventLines,
}

/// For each kind of event, the numbers of the lines on which it happens, counted from 1.
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub struct EventLines {
    /// The recursive function is entered.
    pub call: Vec<usize>,
    /// The solver turns to a cell, or to a digit of a house.
    pub choose: Vec<usize>,
    /// A digit is tried.
    pub r#try: Vec<usize>,
    /// A digit does not fit, or nothing is left to try.
    pub conflict: Vec<usize>,
    /// A digit is placed.
    pub place: Vec<usize>,
    /// A digit is no longer possible in a cell.
    pub eliminate: Vec<usize>,
    /// A constraint is covered (dancing links).
    pub cover: Vec<usize>,
    /// A constraint is uncovered.
    pub uncover: Vec<usize>,
    /// A digit is removed again.
    pub undo: Vec<usize>,
    /// The recursive function returns without a solution.
    pub r#return: Vec<usize>,
    /// A solution is found.
    pub solved: Vec<usize>,
}

impl From<&SolverSource> for EventLines {
    fn from(source: &SolverSource) -> EventLines {
        EventLines {
            call: source.lines_of(EventKind::Call),
            choose: source.lines_of(EventKind::Choose),
            r#try: source.lines_of(EventKind::Try),
            conflict: source.lines_of(EventKind::Conflict),
            place: source.lines_of(EventKind::Place),
            eliminate: source.lines_of(EventKind::Eliminate),
            cover: source.lines_of(EventKind::Cover),
            uncover: source.lines_of(EventKind::Uncover),
            undo: source.lines_of(EventKind::Undo),
            r#return: source.lines_of(EventKind::Return),
            solved: source.lines_of(EventKind::Solved),
        }
    }
}

/// Returns the source code of a textbook solver.
#[derive(Debug)]
pub struct Code;

impl Operation for Code {
    type Request = OptionsRequest<Options>;
    type Report = Report;
    const ABOUT: &'static str = "Print a textbook solver in Python, Java, C++, JavaScript or Rust";

    fn respond(request: &Self::Request) -> Result<Report, Error> {
        report(&request.options)
    }

    fn example() -> Value {
        json!({"options": {"algorithm": "tables", "language": "python"}})
    }
}

/// Returns the source code of a textbook solver.
///
/// # Errors
///
/// Returns an error if there is no such solver, or not in this language.
pub fn report(options: &Options) -> Result<Report, Error> {
    let name = options.algorithm.as_deref().unwrap_or("resume");
    if !algorithm_names().any(|other| other == name) {
        return Err(Error::unknown("algorithm", name, algorithm_names()));
    }
    let language = match &options.language {
        Some(language) => Language::by_name(language)
            .ok_or_else(|| Error::unknown("language", language, language_names()))?,
        None if languages(name).any(|language| language == Language::Python) => Language::Python,
        None => Language::Rust,
    };
    let unsupported = |message| Error::new(ErrorKind::Unsupported, message);
    if cfg!(not(feature = "sources")) {
        return Err(unsupported("this engine was built without the source code of the solvers".to_string()));
    }
    let mut source = SolverSource::of(name, language)
        .ok_or_else(|| unsupported(format!("{name} is available only in Rust, not in {language}")))?;
    if options.main {
        source = source.with_main().ok_or_else(|| {
            unsupported(format!("{name} in Rust needs the rest of its crate, so it has no main program"))
        })?;
    }
    Ok(Report {
        version: Version,
        algorithm: name.to_string(),
        language: language.name(),
        lines: EventLines::from(&source),
        source: source.text().to_string(),
    })
}

/// Returns the names of all solvers: the textbook solvers, and the solution for LeetCode.
pub fn algorithm_names() -> impl Iterator<Item = &'static str> {
    ALGORITHMS.iter().map(|algorithm| algorithm.name).chain([SolverSource::LEETCODE])
}

/// Returns the languages in which a solver is available.
pub fn languages(algorithm: &str) -> impl Iterator<Item = Language> {
    Language::ALL.into_iter().filter(move |language| SolverSource::of(algorithm, *language).is_some())
}

fn language_names() -> impl Iterator<Item = &'static str> {
    Language::ALL.into_iter().map(Language::name)
}

/// Accepts one of the names.
#[cfg(feature = "cli")]
fn names(names: impl Iterator<Item = &'static str>) -> clap::builder::PossibleValuesParser {
    clap::builder::PossibleValuesParser::new(names)
}
