//! The `OpenAPI` document of the HTTP API, built from one table.
//!
//! The example responses are computed by the engine when the document is first requested, so they are always
//! up to date.

use crate::SAMPLE;
use serde_json::{Map, Value, json};
use std::sync::OnceLock;
use veridoku_api::catalogue::OPERATIONS;
use veridoku_api::{Request, answer};

/// The description of an operation.
struct OperationDoc {
    name: &'static str,
    summary: &'static str,
    options: &'static [OptionDoc],
}

/// An option: its name, its JSON type and its description.
type OptionDoc = (&'static str, &'static str, &'static str);

const BUDGET: OptionDoc = ("budget", "integer", "Maximum number of guesses or calls.");
const LIMIT: OptionDoc = ("limit", "integer", "Maximum number of results.");
const NOTATION: OptionDoc = ("notation", "string", "Notation for cells: r1c1 or a1.");
const TECHNIQUES: OptionDoc =
    ("techniques", "object", "Techniques to use, with fields such as `ladder`, `only` and `uniqueness`.");

/// The descriptions of all operations, in the order of [`OPERATIONS`].
const OPERATION_DOCS: [OperationDoc; OPERATIONS.len()] = [
    OperationDoc {
        name: "solve",
        summary: "Find the unique solution, or explain why there is none",
        options: &[("engine", "string", "Textbook solver to use instead of the fast engine."), BUDGET],
    },
    OperationDoc {
        name: "solve-many",
        summary: "Find the unique solution of every puzzle in the input text",
        options: &[
            LIMIT,
            BUDGET,
            ("total", "integer", "Maximum total number of guesses, shared by all puzzles."),
        ],
    },
    OperationDoc {
        name: "solutions",
        summary: "List all solutions, up to a limit",
        options: &[LIMIT, BUDGET],
    },
    OperationDoc {
        name: "check",
        summary: "Check whether the puzzle is valid, unique and minimal",
        options: &[BUDGET],
    },
    OperationDoc { name: "count", summary: "Count the solutions, up to a limit", options: &[LIMIT, BUDGET] },
    OperationDoc {
        name: "compare",
        summary: "Compare the textbook solvers",
        options: &[("algorithms", "array", "Names of the solvers; if empty, all solvers."), BUDGET],
    },
    OperationDoc {
        name: "trace",
        summary: "Show what a textbook solver does, event by event",
        options: &[
            ("algorithm", "string", "Name of the solver."),
            LIMIT,
            BUDGET,
            ("fold", "boolean", "Whether to collapse deep subtrees instead of truncating a long search."),
        ],
    },
    OperationDoc {
        name: "convert",
        summary: "Convert the puzzle to another text format",
        options: &[("to", "string", "Name of the text format.")],
    },
    OperationDoc {
        name: "hint",
        summary: "Show the next step, or what is wrong with the position",
        options: &[("level", "string", "How much to reveal: where, what or full."), NOTATION, TECHNIQUES],
    },
    OperationDoc {
        name: "steps",
        summary: "List all steps available in the position",
        options: &[NOTATION, TECHNIQUES],
    },
    OperationDoc {
        name: "path",
        summary: "Solve the puzzle by logic, step by step",
        options: &[NOTATION, TECHNIQUES],
    },
    OperationDoc {
        name: "rate",
        summary: "Rate the difficulty of the puzzle",
        options: &[
            ("up_to", "number", "Highest rating to compute; puzzles above it are reported as harder."),
            BUDGET,
            ("steps", "boolean", "Whether to include the rated steps."),
            ("only", "string", "Rate on one scale only: er or score."),
        ],
    },
    OperationDoc {
        name: "techniques",
        summary: "List the techniques",
        options: &[("only", "array", "Names of the techniques; if empty, all techniques.")],
    },
    OperationDoc {
        name: "minimize",
        summary: "Find one or all minimal puzzles that use some of the clues",
        options: &[
            ("all", "boolean", "Whether to find all minimal puzzles."),
            LIMIT,
            ("seed", "integer", "Seed for the order in which clues are removed."),
            BUDGET,
        ],
    },
    OperationDoc {
        name: "canon",
        summary: "Find the canonical form, which is the same for all equivalent puzzles",
        options: &[],
    },
    OperationDoc {
        name: "transform",
        summary: "Transform the puzzle into an equivalent one",
        options: &[
            ("by", "string", "The transform, for example 'transpose rows=456123789 digits=912345678'."),
            ("seed", "integer", "Seed for a random transform, used if `by` is missing."),
        ],
    },
    OperationDoc {
        name: "augment",
        summary: "List many equivalent puzzles",
        options: &[
            ("count", "integer", "Number of equivalent puzzles."),
            ("seed", "integer", "Seed for the random transforms."),
            ("all", "boolean", "Whether to apply all cell permutations, without renaming digits."),
        ],
    },
    OperationDoc {
        name: "neighbours",
        summary: "Find uniquely solvable puzzles that differ from the puzzle in a few clues",
        options: &[
            ("remove", "integer", "Number of clues to remove."),
            ("add", "integer", "Number of clues to add."),
            ("minimal", "boolean", "Whether to list only minimal puzzles."),
            LIMIT,
            BUDGET,
        ],
    },
    OperationDoc {
        name: "catalogue",
        summary: "List the operations, algorithms, techniques and text formats",
        options: &[],
    },
    OperationDoc {
        name: "picture",
        summary: "Draw the puzzle as an SVG image",
        options: &[("show", "string", "What to draw: values, candidates or solution.")],
    },
    OperationDoc {
        name: "generate",
        summary: "Generate puzzles",
        options: &[
            ("count", "integer", "Number of puzzles."),
            ("level", "string", "Name of a level, or a range of ratings such as 7.0-8.3."),
            ("er", "string", "Range of Sudoku Explainer ratings, such as 7.0-8.3."),
            ("clues", "string", "Number of clues, or a range such as 24-28."),
            ("symmetry", "string", "Symmetry of the clue pattern, for example none or rotate180."),
            ("pattern", "string", "Clue pattern: 81 characters, with a dot or 0 for an empty cell."),
            ("technique", "string", "Technique that is required to solve the puzzle."),
            ("minimal", "boolean", "Whether to generate only minimal puzzles."),
            ("seed", "string", "Seed; the same seed gives the same puzzles."),
            ("index", "integer", "Index of the first puzzle."),
            ("attempts", "integer", "Maximum number of attempts per puzzle."),
            ("rating", "boolean", "Whether to rate puzzles even if no level is requested."),
        ],
    },
];

/// Returns the document. It is built once, because its examples are computed by the engine.
pub(super) fn document() -> &'static Value {
    static DOCUMENT: OnceLock<Value> = OnceLock::new();
    DOCUMENT.get_or_init(build_document)
}

fn build_document() -> Value {
    let mut paths = Map::new();
    paths.insert("/healthz".into(), get("Health check"));
    paths.insert("/api/v1".into(), get("List the operations, algorithms, techniques and text formats"));
    paths.insert("/api/v1/openapi.json".into(), get("This document"));
    for entry in &OPERATION_DOCS {
        paths.insert(format!("/api/v1/{}", entry.name), operation(entry));
    }
    json!({
        "openapi": "3.1.0",
        "info": {
            "title": "veridoku",
            "version": env!("CARGO_PKG_VERSION"),
            "description": "An API for 9×9 Sudoku puzzles. The work for each request is bounded; \
                            budgets above the limits of the server are reduced to them.",
            "license": {"name": "MIT OR Apache-2.0"},
        },
        "paths": paths,
        "components": {"schemas": {"Error": error_schema()}},
    })
}

fn get(summary: &str) -> Value {
    json!({"get": {"summary": summary, "responses": {"200": {
        "description": "The result",
        "content": {"application/json": {"schema": {"type": "object"}}},
    }}}})
}

fn operation(entry: &OperationDoc) -> Value {
    let content = |schema: Value, example: Option<Value>| {
        let mut media = json!({"schema": schema});
        if let Some(example) = example {
            media["example"] = example;
        }
        json!({"application/json": media})
    };
    let request = example_request(entry);
    let error = |description: &str| {
        let schema = json!({"$ref": "#/components/schemas/Error"});
        json!({"description": description, "content": content(schema, None)})
    };
    json!({"post": {
        "summary": entry.summary,
        "operationId": entry.name,
        "requestBody": {
            "required": true,
            "content": content(request_schema(entry), Some(request.clone())),
        },
        "responses": {
            "200": {
                "description": "The result; every response has the fields operation and version",
                "content": content(
                    json!({"type": "object", "required": ["operation", "version"]}),
                    example(entry, request),
                ),
            },
            "400": error("Invalid JSON, or unknown fields"),
            "404": error("Unknown operation"),
            "413": error("The request is too large"),
            "422": error("Unreadable puzzle, or unknown algorithm, format or technique"),
            "503": error("Timeout, or too many requests are waiting"),
        },
    }})
}

/// Returns an example request. It does not name the operation, which is part of the path.
fn example_request(entry: &OperationDoc) -> Value {
    match entry.name {
        "catalogue" => json!({}),
        "picture" => json!({"puzzle": SAMPLE, "options": {"show": "values"}}),
        "generate" => json!({"options": {"count": 1, "seed": "openapi"}}),
        "rate" => json!({"puzzle": SAMPLE, "options": {"only": "er"}}),
        "techniques" => json!({"options": {"only": ["skyscraper"]}}),
        "transform" => json!({"puzzle": SAMPLE, "options": {"by": "transpose"}}),
        "neighbours" => json!({"puzzle": SAMPLE, "options": {"limit": 2}}),
        "augment" => json!({"puzzle": SAMPLE, "options": {"count": 2}}),
        "solve-many" => json!({"text": format!("{SAMPLE}\n{SAMPLE}\n")}),
        "trace" => json!({"puzzle": SAMPLE, "options": {"algorithm": "mrv", "limit": 3}}),
        "compare" => json!({"puzzle": SAMPLE, "options": {"algorithms": ["mrv", "dlx"]}}),
        "hint" => json!({"puzzle": SAMPLE, "options": {"level": "full"}}),
        _ => json!({"puzzle": SAMPLE}),
    }
}

/// Returns the response to an example request, or `None` if the response would be too long.
fn example(entry: &OperationDoc, mut request: Value) -> Option<Value> {
    if matches!(entry.name, "catalogue" | "steps" | "path" | "picture") {
        return None;
    }
    request["operation"] = entry.name.into();
    let request: Request = serde_json::from_value(request).ok()?;
    serde_json::to_value(answer(request)).ok()
}

fn request_schema(entry: &OperationDoc) -> Value {
    if entry.name == "catalogue" {
        return json!({"type": "object", "additionalProperties": false});
    }
    let options: Map<String, Value> = entry
        .options
        .iter()
        .map(|(name, kind, description)| {
            ((*name).to_string(), json!({"type": kind, "description": description}))
        })
        .collect();
    let options = json!({"type": "object", "additionalProperties": false, "properties": options});
    if matches!(entry.name, "techniques" | "generate") {
        return json!({"type": "object", "additionalProperties": false, "properties": {"options": options}});
    }
    let field = if entry.name == "solve-many" { "text" } else { "puzzle" };
    json!({
        "type": "object",
        "required": [field],
        "additionalProperties": false,
        "properties": {
            field: {
                "type": "string",
                "description": "Text in any format, for example 81 characters, LeetCode's JSON, or a link.",
            },
            "from": {"type": "string", "description": "Name of the text format; detected if missing."},
            "options": options,
        },
    })
}

fn error_schema() -> Value {
    json!({
        "type": "object",
        "required": ["operation", "version", "kind", "error"],
        "properties": {
            "operation": {"const": "error"},
            "version": {"type": "integer"},
            "kind": {"type": "string", "description": "Machine-readable error kind"},
            "error": {"type": "string", "description": "Human-readable message"},
            "line": {"type": "integer"},
            "column": {"type": "integer"},
        },
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_has_every_operation_and_every_option_exists() {
        for (entry, name) in OPERATION_DOCS.iter().zip(OPERATIONS) {
            assert_eq!(entry.name, name);
            let mut request = example_request(entry);
            request["operation"] = name.into();
            for (option, kind, _) in entry.options {
                request["options"][option] = match *kind {
                    // Removing and adding several clues would take a long time.
                    "integer" if matches!(*option, "remove" | "add") => json!(1),
                    "integer" => json!(5),
                    "number" => json!(9.0),
                    "boolean" => json!(true),
                    "array" if name == "techniques" => json!(["skyscraper"]),
                    "array" => json!(["mrv"]),
                    "object" => json!({}),
                    _ => request["options"][option].clone(),
                };
            }
            let request: Request =
                serde_json::from_value(request).unwrap_or_else(|error| panic!("{name}: {error}"));
            let response = serde_json::to_value(answer(request)).unwrap();
            assert_eq!(response["operation"], name, "{response}");
        }
    }
}
