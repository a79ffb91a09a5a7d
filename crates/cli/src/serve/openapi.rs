//! The `OpenAPI` document of the HTTP interface: one table, from which the document is made.
//!
//! The example answers are asked of the engine when the document is asked for first, so they cannot be out of date.

use crate::SAMPLE;
use serde_json::{Map, Value, json};
use std::sync::OnceLock;
use veridoku_api::catalogue::OPERATIONS;
use veridoku_api::{Request, answer};

/// What the document says of an operation; its name is that of the same place in [`OPERATIONS`].
struct OperationDoc {
    name: &'static str,
    summary: &'static str,
    options: &'static [OptionDoc],
}

/// An option: its name, its JSON type, and what it does.
type OptionDoc = (&'static str, &'static str, &'static str);

const BUDGET: OptionDoc = ("budget", "integer", "The guesses or calls after which the search gives up.");
const LIMIT: OptionDoc = ("limit", "integer", "The number after which it stops.");
const NOTATION: OptionDoc = ("notation", "string", "How cells are named: r1c1 or a1.");
const TECHNIQUES: OptionDoc =
    ("techniques", "object", "Which techniques are tried: ladder, only (a list of names), uniqueness.");

const OPERATION_DOCS: [OperationDoc; OPERATIONS.len()] = [
    OperationDoc {
        name: "solve",
        summary: "The unique solution, or why there is none",
        options: &[("engine", "string", "A textbook solver in place of the engine."), BUDGET],
    },
    OperationDoc {
        name: "solve-many",
        summary: "The unique solution of every puzzle of a text",
        options: &[LIMIT, BUDGET, ("total", "integer", "The guesses for all puzzles together.")],
    },
    OperationDoc { name: "solutions", summary: "All solutions up to a limit", options: &[LIMIT, BUDGET] },
    OperationDoc { name: "check", summary: "Valid, unique, minimal? and why not", options: &[BUDGET] },
    OperationDoc {
        name: "count",
        summary: "The number of solutions up to a limit",
        options: &[LIMIT, BUDGET],
    },
    OperationDoc {
        name: "compare",
        summary: "Every textbook solver side by side",
        options: &[("algorithms", "array", "The names of the solvers; all if empty."), BUDGET],
    },
    OperationDoc {
        name: "trace",
        summary: "What one textbook solver does, event by event",
        options: &[
            ("algorithm", "string", "The name of the solver."),
            LIMIT,
            BUDGET,
            ("fold", "boolean", "Whether a longer search is told from afar and not cut off."),
        ],
    },
    OperationDoc {
        name: "convert",
        summary: "The puzzle in another text form",
        options: &[("to", "string", "The name of the text form.")],
    },
    OperationDoc {
        name: "hint",
        summary: "The next step, or what is wrong with the position",
        options: &[("level", "string", "How much is told: where, what or full."), NOTATION, TECHNIQUES],
    },
    OperationDoc { name: "steps", summary: "Every step of the position", options: &[NOTATION, TECHNIQUES] },
    OperationDoc { name: "path", summary: "The whole logical solution", options: &[NOTATION, TECHNIQUES] },
    OperationDoc {
        name: "rate",
        summary: "How hard the puzzle is",
        options: &[
            ("up_to", "number", "The highest rating of interest."),
            BUDGET,
            ("steps", "boolean", "Whether the rated steps are told."),
            ("only", "string", "One scale alone: er or score."),
        ],
    },
    OperationDoc {
        name: "techniques",
        summary: "The table of techniques",
        options: &[("only", "array", "The names of the techniques; all if empty.")],
    },
    OperationDoc {
        name: "minimize",
        summary: "A minimal puzzle among the clues, or all of them",
        options: &[
            ("all", "boolean", "Whether all minimal puzzles are told."),
            LIMIT,
            ("seed", "integer", "The seed of the order in which clues are taken out."),
            BUDGET,
        ],
    },
    OperationDoc {
        name: "canon",
        summary: "The canonical form, the same for all equivalent puzzles",
        options: &[],
    },
    OperationDoc {
        name: "transform",
        summary: "The puzzle in another dress",
        options: &[
            ("by", "string", "The transform, such as transpose rows=456123789 digits=912345678."),
            ("seed", "integer", "The seed of a random transform, where none is given."),
        ],
    },
    OperationDoc {
        name: "augment",
        summary: "Many dresses of the puzzle",
        options: &[
            ("count", "integer", "The number of dresses."),
            ("seed", "integer", "The seed."),
            ("all", "boolean", "All ways to move the cells, with the digits kept."),
        ],
    },
    OperationDoc {
        name: "neighbours",
        summary: "Puzzles that differ in a few clues",
        options: &[
            ("remove", "integer", "The number of clues that are taken out."),
            ("add", "integer", "The number of clues that are added."),
            ("minimal", "boolean", "Whether puzzles with redundant clues are left out."),
            LIMIT,
            BUDGET,
        ],
    },
    OperationDoc { name: "catalogue", summary: "The operations, and the tables behind them", options: &[] },
    OperationDoc {
        name: "picture",
        summary: "The puzzle as an SVG picture",
        options: &[("show", "string", "What is drawn: values, candidates or solution.")],
    },
    OperationDoc {
        name: "generate",
        summary: "New puzzles",
        options: &[
            ("count", "integer", "The number of puzzles."),
            ("level", "string", "A level by name, or a range of ratings like 7.0-8.3."),
            ("er", "string", "A range of ratings of Sudoku Explainer."),
            ("clues", "string", "A number of clues, or a range like 24-28."),
            ("symmetry", "string", "How the clues lie: none, rotate180 and so on."),
            ("pattern", "string", "Where the clues lie: 81 signs, a dot or 0 for a blank."),
            ("technique", "string", "A technique that is needed."),
            ("minimal", "boolean", "Whether each clue must be needed."),
            ("seed", "string", "The same seed gives the same puzzles."),
            ("index", "integer", "The index of the first puzzle."),
            ("attempts", "integer", "The attempts at a puzzle before giving up."),
            ("rating", "boolean", "Whether puzzles are rated though no level is asked for."),
        ],
    },
];

/// The document, made once: its examples are questions to the engine.
pub(super) fn document() -> &'static Value {
    static DOCUMENT: OnceLock<Value> = OnceLock::new();
    DOCUMENT.get_or_init(build_document)
}

fn build_document() -> Value {
    let mut paths = Map::new();
    paths.insert("/healthz".into(), get("Whether the server lives"));
    paths.insert("/api/v1".into(), get("What can be asked: operations, algorithms, techniques, text forms"));
    paths.insert("/api/v1/openapi.json".into(), get("This document"));
    for entry in &OPERATION_DOCS {
        paths.insert(format!("/api/v1/{}", entry.name), operation(entry));
    }
    json!({
        "openapi": "3.1.0",
        "info": {
            "title": "veridoku",
            "version": env!("CARGO_PKG_VERSION"),
            "description": "Questions about 9×9 Sudoku. Every answer is bounded in time; budgets above those of the server are cut down to them.",
            "license": {"name": "MIT OR Apache-2.0"},
        },
        "paths": paths,
        "components": {"schemas": {"Error": error_schema()}},
    })
}

fn get(summary: &str) -> Value {
    json!({"get": {"summary": summary, "responses": {"200": {
        "description": "the answer",
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
    let example_request = example_request(entry);
    let api_error = |description: &str| {
        let schema = json!({"$ref": "#/components/schemas/Error"});
        json!({"description": description, "content": content(schema, None)})
    };
    json!({"post": {
        "summary": entry.summary,
        "operationId": entry.name,
        "requestBody": {"required": true, "content": content(request_schema(entry), Some(example_request.clone()))},
        "responses": {
            "200": {
                "description": "the answer; every answer has the fields operation and version",
                "content": content(json!({"type": "object", "required": ["operation", "version"]}), example(entry, example_request)),
            },
            "400": api_error("not JSON, or fields that do not exist"),
            "404": api_error("no such operation"),
            "413": api_error("the question is too large"),
            "422": api_error("the engine cannot read the puzzle, or knows nothing of a name"),
            "503": api_error("no answer in time, or too many questions wait"),
        },
    }})
}

/// An example question, without its operation, which stands in the address.
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

/// What is answered to an example question; nothing where the answer is a long list.
fn example(entry: &OperationDoc, mut example_request: Value) -> Option<Value> {
    if matches!(entry.name, "catalogue" | "steps" | "path" | "picture") {
        return None;
    }
    example_request["operation"] = entry.name.into();
    let request: Request = serde_json::from_value(example_request).ok()?;
    serde_json::to_value(answer(request)).ok()
}

fn request_schema(entry: &OperationDoc) -> Value {
    if entry.name == "catalogue" {
        return json!({"type": "object", "additionalProperties": false});
    }
    let options: Map<String, Value> = entry
        .options
        .iter()
        .map(|(name, kind, what)| ((*name).to_string(), json!({"type": kind, "description": what})))
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
            field: {"type": "string", "description": "In any text form: 81 characters, LeetCode's JSON, a link, a file."},
            "from": {"type": "string", "description": "The name of the text form, where detection is not wanted."},
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
            "kind": {"type": "string", "description": "for programs"},
            "error": {"type": "string", "description": "for people"},
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
            let mut asked = example_request(entry);
            asked["operation"] = name.into();
            for (option, kind, _) in entry.options {
                asked["options"][option] = match *kind {
                    // Taking out and adding several clues takes long.
                    "integer" if matches!(*option, "remove" | "add") => json!(1),
                    "integer" => json!(5),
                    "number" => json!(9.0),
                    "boolean" => json!(true),
                    "array" if name == "techniques" => json!(["skyscraper"]),
                    "array" => json!(["mrv"]),
                    "object" => json!({}),
                    _ => asked["options"][option].clone(),
                };
            }
            let request: Request =
                serde_json::from_value(asked).unwrap_or_else(|error| panic!("{name}: {error}"));
            let answered = serde_json::to_value(answer(request)).unwrap();
            assert_eq!(answered["operation"], name, "{answered}");
        }
    }
}
