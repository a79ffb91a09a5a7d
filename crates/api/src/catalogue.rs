//! The operations, and the tables of solvers, techniques, levels and text formats.
//!
//! The page reads this list, so it offers exactly what the engine supports.

use crate::error::Error;
use crate::generate::LEVELS;
use crate::operation::{Operation, OperationVisitor, OptionsRequest};
use crate::request::{OPERATIONS, visit_operations};
use crate::techniques;
use crate::vocabulary::Version;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use veridoku_classic::{ALGORITHMS, Language};
use veridoku_formats::FORMATS;

/// Collects the operations about a puzzle.
#[derive(Default)]
struct PuzzleOperations(Vec<OperationRow>);

impl OperationVisitor for PuzzleOperations {
    fn visit<O: Operation>(&mut self) {
        if O::HAS_PUZZLE {
            self.0.push(OperationRow { operation: O::NAME, description: O::ABOUT });
        }
    }
}

/// The options of the operation: none so far.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Options {}

/// The result of the operation.
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub struct Report {
    /// The version of the JSON schema.
    pub version: Version,
    /// The names of the operations.
    pub operations: Vec<&'static str>,
    /// The operations about a puzzle, with their descriptions.
    pub puzzle_operations: Vec<OperationRow>,
    /// The textbook solvers, in the order in which to read them.
    pub algorithms: Vec<AlgorithmRow>,
    /// The programming languages of the operation `code`.
    pub languages: Vec<LanguageRow>,
    /// The techniques, in the order in which they are tried.
    pub techniques: Vec<techniques::TechniqueRow>,
    /// The levels of generated puzzles, easiest first.
    pub levels: Vec<LevelRow>,
    /// The text formats.
    pub formats: Vec<FormatRow>,
}

/// An operation.
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub struct OperationRow {
    /// The name used in requests.
    pub operation: &'static str,
    /// A one-line description.
    pub description: &'static str,
}

/// A textbook solver.
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub struct AlgorithmRow {
    /// The name used in requests.
    pub algorithm: &'static str,
    /// The display name.
    pub title: &'static str,
    /// Where the idea comes from.
    pub origin: &'static str,
    /// A one-line description.
    pub description: &'static str,
    /// The cost, in one line.
    pub cost: &'static str,
    /// The weakness, in one line.
    pub weakness: &'static str,
    /// The source code of its file.
    pub source: &'static str,
}

/// A programming language.
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub struct LanguageRow {
    /// The name used in requests.
    pub language: &'static str,
    /// The display name.
    pub title: &'static str,
}

/// A level of generated puzzles: a range of Sudoku Explainer's ratings.
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub struct LevelRow {
    /// The name used in requests.
    pub level: &'static str,
    /// The techniques that it requires.
    pub about: &'static str,
    /// The lowest rating.
    pub low: f64,
    /// The highest rating.
    pub high: f64,
}

/// A text format.
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub struct FormatRow {
    /// The name used in requests.
    pub format: &'static str,
    /// A one-line description.
    pub description: &'static str,
}

/// Lists everything.
#[derive(Debug)]
pub struct Catalogue;

impl Operation for Catalogue {
    type Request = OptionsRequest<Options>;
    type Report = Report;
    const ABOUT: &'static str = "List the operations, algorithms, techniques and text formats";

    fn respond(_: &Self::Request) -> Result<Report, Error> {
        let mut puzzle_operations = PuzzleOperations::default();
        visit_operations(&mut puzzle_operations);
        let algorithms = ALGORITHMS.iter().map(|entry| AlgorithmRow {
            algorithm: entry.name,
            title: entry.title,
            origin: entry.origin,
            description: entry.description,
            cost: entry.cost,
            weakness: entry.weakness,
            source: entry.source(),
        });
        let languages =
            Language::ALL.map(|language| LanguageRow { language: language.name(), title: language.title() });
        let levels = LEVELS.iter().map(|level| LevelRow {
            level: level.name,
            about: level.about,
            low: level.low.value(),
            high: level.high.value(),
        });
        let formats = FORMATS
            .iter()
            .map(|format| FormatRow { format: format.name(), description: format.description() });
        Ok(Report {
            version: Version,
            operations: OPERATIONS.to_vec(),
            puzzle_operations: puzzle_operations.0,
            algorithms: algorithms.collect(),
            languages: languages.to_vec(),
            techniques: techniques::report(&techniques::Options::default()).techniques,
            levels: levels.collect(),
            formats: formats.collect(),
        })
    }
}
