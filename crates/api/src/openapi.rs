//! The `OpenAPI` document of the HTTP API, generated from the list of operations.
//!
//! The schemas are derived from the types of requests and reports, and the example responses are computed by
//! the engine. The result is stored in `openapi.json`, so that programs contain neither the schemas of all
//! types nor the code that generates them; a test compares the two.

use crate::catalogue::Catalogue;
use crate::error::Error;
use crate::operation::{Operation, OperationVisitor};
use crate::request::{Request, answer, visit_operations};
use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde_json::{Map, Value, json};
use std::sync::OnceLock;

/// The document, as the server sends it.
pub const TEXT: &str = include_str!("../openapi.json");

/// Where the schemas are in the document.
const SCHEMAS: &str = "#/components/schemas/";

/// The length of the JSON text above which an example response is left out.
const LONGEST_EXAMPLE: usize = 6000;

/// The statuses of errors, which every operation can answer with.
const ERRORS: [(&str, &str); 9] = [
    ("400", "Invalid JSON, or unknown or repeated fields"),
    ("403", "Cross-origin request"),
    ("404", "Unknown operation"),
    ("405", "The method is not POST"),
    ("408", "The request was not complete in time"),
    ("413", "The request is too large"),
    ("422", "Unreadable puzzle, or unknown algorithm, format or technique, or the answer is too large"),
    ("429", "Too many requests from this address"),
    ("503", "Timeout, or the server is busy or stopping"),
];

/// Generates the document. This is done once.
pub fn document() -> &'static Value {
    static DOCUMENT: OnceLock<Value> = OnceLock::new();
    DOCUMENT.get_or_init(build)
}

fn build() -> Value {
    let mut document = OpenApiBuilder::default();
    document.add_response("error", "Error".to_string(), Error::json_schema);
    visit_operations(&mut document);
    let mut paths = Map::new();
    paths.insert("/healthz".into(), get("Health check", &json!({"type": "object"})));
    paths.insert("/api/v1".into(), get(Catalogue::ABOUT, &reference("CatalogueResponse")));
    paths.insert("/api/v1/openapi.json".into(), get("This document", &json!({"type": "object"})));
    paths.append(&mut document.paths);
    let content = json!({"application/json": {"schema": reference("Error")}});
    let errors: Map<String, Value> = ERRORS
        .iter()
        .map(|(status, description)| {
            (status.to_string(), json!({"description": description, "content": content}))
        })
        .collect();
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
        "components": {"schemas": document.schemas, "responses": errors},
    })
}

fn get(summary: &str, schema: &Value) -> Value {
    json!({"get": {"summary": summary, "responses": {"200": {
        "description": "The result",
        "content": {"application/json": {"schema": schema}},
    }}}})
}

fn reference(name: &str) -> Value {
    json!({"$ref": format!("{SCHEMAS}{name}")})
}

/// Generates the schema of a type: its [`JsonSchema::json_schema`].
type GenerateSchema = fn(&mut SchemaGenerator) -> Schema;

#[derive(Default)]
struct OpenApiBuilder {
    paths: Map<String, Value>,
    schemas: Map<String, Value>,
}

impl OperationVisitor for OpenApiBuilder {
    fn visit<O: Operation>(&mut self) {
        self.add_operation(O::NAME, O::ABOUT, &O::example(), O::Request::json_schema, O::Report::json_schema);
    }
}

impl OpenApiBuilder {
    fn add_operation(
        &mut self,
        operation: &str,
        about: &str,
        example: &Value,
        request_schema: GenerateSchema,
        report_schema: GenerateSchema,
    ) {
        // The names of the schemas: `SolveManyRequest` for `solve-many`.
        let mut type_name = String::new();
        for word in operation.split('-') {
            type_name.push_str(&word[..1].to_uppercase());
            type_name.push_str(&word[1..]);
        }
        let [request, response] = ["Request", "Response"].map(|kind| format!("{type_name}{kind}"));
        let request_schema = self.schema(request_schema, SchemaSettings::for_deserialize, &type_name);
        self.schemas.insert(request.clone(), request_schema);
        self.add_response(operation, response.clone(), report_schema);

        let mut request_with_name = example.clone();
        request_with_name["operation"] = operation.into();
        let answered = serde_json::from_value::<Request>(request_with_name).ok();
        let answered = answered.and_then(|request| serde_json::to_value(answer(request)).ok());
        let mut answered_media = json!({"schema": reference(&response)});
        if let Some(answered) = answered.filter(|answered| answered.to_string().len() <= LONGEST_EXAMPLE) {
            answered_media["example"] = answered;
        }
        let mut responses: Map<String, Value> = ERRORS
            .iter()
            .map(|(status, _)| {
                (status.to_string(), json!({"$ref": format!("#/components/responses/{status}")}))
            })
            .collect();
        responses.insert(
            "200".into(),
            json!({"description": "The result", "content": {"application/json": answered_media}}),
        );
        let description = json!({"post": {
            "summary": about,
            "operationId": operation,
            "requestBody": {
                "required": true,
                "content": {"application/json": {"schema": reference(&request), "example": example}},
            },
            "responses": responses,
        }});
        self.paths.insert(format!("/api/v1/{operation}"), description);
    }

    /// Adds the schema of a response: a report with the name of its operation.
    fn add_response(&mut self, operation: &str, name: String, report_schema: GenerateSchema) {
        let mut schema = self.schema(report_schema, SchemaSettings::for_serialize, &name);
        schema["properties"]["operation"] = json!({"type": "string", "const": operation});
        if let Some(required) = schema["required"].as_array_mut() {
            required.push("operation".into());
        }
        self.schemas.insert(name, schema);
    }

    /// Returns the schema of a type, and adds the schemas that it refers to. Every operation has its own
    /// `Options`, whose schema gets the prefix.
    fn schema(
        &mut self,
        generate: GenerateSchema,
        contract: fn(SchemaSettings) -> SchemaSettings,
        prefix: &str,
    ) -> Value {
        let settings = contract(SchemaSettings::draft2020_12()).with(|settings| {
            settings.definitions_path = SCHEMAS.trim_start_matches('#').trim_end_matches('/').into();
            settings.meta_schema = None;
        });
        let mut generator = settings.into_generator();
        let mut schema = generate(&mut generator).to_value();
        rename_options(&mut schema, prefix);
        for (name, mut definition) in generator.take_definitions(true) {
            rename_options(&mut definition, prefix);
            let name = if name == "Options" { format!("{prefix}Options") } else { name };
            self.schemas.insert(name, definition);
        }
        schema
    }
}

/// Adds a prefix to all references to `Options`.
fn rename_options(schema: &mut Value, prefix: &str) {
    match schema {
        Value::Object(fields) => {
            for (key, value) in fields {
                if key == "$ref" && value.as_str().is_some_and(|name| name.ends_with("/Options")) {
                    *value = format!("{SCHEMAS}{prefix}Options").into();
                }
                rename_options(value, prefix);
            }
        }
        Value::Array(values) => values.iter_mut().for_each(|value| rename_options(value, prefix)),
        _ => {}
    }
}
