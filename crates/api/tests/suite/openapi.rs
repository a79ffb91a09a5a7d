//! The `OpenAPI` document describes what the server really accepts and answers.

use jsonschema::Validator;
use serde_json::{Map, Value, json};
use std::collections::{BTreeMap, BTreeSet};
use veridoku_api::OPERATIONS;
use veridoku_api::openapi::{TEXT, document};
use veridoku_api::{Request, answer};
use veridoku_core::{SAMPLE, SAMPLE_SOLUTION};

/// Needs chains.
const HARD: &str = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";
/// Needs a grouped chain.
const GROUPED: &str = ".4.6..7...........2.1.9.....6..4..85.2.38...15......3..8...7.6.....6..24..34.....";

/// Requests that together show every field of every response.
fn requests() -> Vec<Value> {
    let blank = ".".repeat(81);
    let twice = format!("55{}", ".".repeat(79));
    let about = |operation: &str, puzzle: &str, options: Value| json!({"operation": operation, "puzzle": puzzle, "options": options});
    let mut requests: Vec<Value> = OPERATIONS.iter().map(|operation| example(operation)).collect();
    for operation in ["solve", "check", "count", "solutions", "minimize", "hint", "path", "rate", "trace"] {
        for puzzle in [&blank, &twice, SAMPLE, SAMPLE_SOLUTION, &SAMPLE[1..], ""] {
            let options = if operation == "solutions" { json!({"limit": 2}) } else { json!({}) };
            requests.push(about(operation, puzzle, options));
        }
    }
    requests.extend([
        about("solve", SAMPLE, json!({"engine": "magic"})),
        about("hint", GROUPED, json!({"svg": true, "techniques": {"only": ["gaic"]}})),
        about("rate", HARD, json!({"steps": true, "budget": 1000})),
        about("rate", GROUPED, json!({"steps": true})),
        about("rate", GROUPED, json!({"budget": 1})),
        about("rate", &blank, json!({"only": "score"})),
        about("trace", HARD, json!({"fold": true, "limit": 100, "skip": 5})),
        about("trace", HARD, json!({"algorithm": "dlx", "limit": 50})),
        about("steps", GROUPED, json!({"techniques": {"only": ["gaic", "lc"]}})),
        about("minimize", &"12.......".repeat(81), json!({})),
        json!({"operation": "solve-many", "text": format!("{SAMPLE}\nhello\n")}),
    ]);
    requests
}

/// Removes the measured times.
fn without_times(value: &mut Value) {
    match value {
        Value::Object(fields) => {
            if fields.contains_key("micros") {
                fields.retain(|name, value| {
                    !(value.is_number() && (name.starts_with("micros") || name == "runs"))
                });
            }
            fields.values_mut().for_each(without_times);
        }
        Value::Array(values) => values.iter_mut().for_each(without_times),
        _ => {}
    }
}

/// Writes JSON with one line for each member, down to a depth: small in the program, and readable in a diff.
fn write_lines(value: &Value, depth: usize, text: &mut String) {
    match value.as_object() {
        Some(members) if depth > 0 && !members.is_empty() => {
            for (index, (name, member)) in members.iter().enumerate() {
                let start = if index == 0 { '{' } else { ',' };
                text.extend([format!("{start}\n{}:", json!(name))]);
                write_lines(member, depth - 1, text);
            }
            text.push('}');
        }
        _ => text.push_str(&value.to_string()),
    }
}

#[test]
fn the_stored_document_is_up_to_date() {
    if std::env::var_os("UPDATE_OPENAPI").is_some() {
        let mut text = String::new();
        write_lines(document(), 3, &mut text);
        std::fs::write("openapi.json", text + "\n").unwrap();
        return;
    }
    let [generated, stored] =
        [document().clone(), serde_json::from_str(TEXT).unwrap()].map(|mut document| {
            without_times(&mut document);
            document
        });
    assert!(generated == stored, "openapi.json is not up to date: run this test with UPDATE_OPENAPI=1");
}

/// Returns the example of a request in the document, with the name of its operation.
fn example(operation: &str) -> Value {
    let mut request = media(operation, "/post/requestBody")["example"].clone();
    request["operation"] = operation.into();
    request
}

/// Returns the JSON content of a request or a response.
fn media(operation: &str, place: &str) -> Value {
    let path = document()["paths"][format!("/api/v1/{operation}")].clone();
    path.pointer(&format!("{place}/content/application~1json")).expect("JSON content").clone()
}

/// Returns a validator for a schema of the document, in which unknown fields are errors.
fn validator(reference: &Value) -> Validator {
    fn close(schema: &mut Value) {
        if let Value::Object(fields) = schema {
            if fields.contains_key("properties") {
                fields.insert("additionalProperties".into(), false.into());
            }
            fields.values_mut().for_each(close);
        } else if let Value::Array(schemas) = schema {
            schemas.iter_mut().for_each(close);
        }
    }
    let mut components = document()["components"].clone();
    close(&mut components);
    jsonschema::draft202012::new(&json!({"$ref": reference["$ref"], "components": components})).unwrap()
}

fn ask(request: &Value) -> Value {
    let request: Request = serde_json::from_value(request.clone()).expect("a valid request");
    serde_json::to_value(answer(request)).expect("a serializable response")
}

#[test]
fn responses_have_exactly_the_documented_fields() {
    let error = json!({"$ref": "#/components/schemas/Error"});
    let mut validators: BTreeMap<String, Validator> = OPERATIONS
        .iter()
        .map(|name| ((*name).to_string(), validator(&media(name, "/post/responses/200")["schema"])))
        .collect();
    validators.insert("error".to_string(), validator(&error));
    let mut seen = BTreeSet::new();
    for request in requests() {
        let response = ask(&request);
        let operation = response["operation"].as_str().unwrap();
        let errors: Vec<String> =
            validators[operation].iter_errors(&response).map(|error| error.to_string()).collect();
        assert!(errors.is_empty(), "{request}: {errors:?}");
        let schema = match operation {
            "error" => error.clone(),
            name => media(name, "/post/responses/200")["schema"].clone(),
        };
        note_fields(&schema, &response, &mut seen);
    }
    // Every documented field of a response has been seen.
    let schemas = document()["components"]["schemas"].as_object().unwrap();
    for (name, schema) in schemas.iter().filter(|(name, _)| !is_part_of_request(name)) {
        for field in schema["properties"].as_object().into_iter().flat_map(Map::keys) {
            assert!(seen.contains(&(name.clone(), field.clone())), "{name}.{field} was not in any response");
        }
    }
}

fn is_part_of_request(schema: &str) -> bool {
    schema.ends_with("Request") || schema.ends_with("Options") || schema == "Techniques"
}

/// Notes the fields of a value, with the names of their schemas.
fn note_fields(schema: &Value, value: &Value, seen: &mut BTreeSet<(String, String)>) {
    for part in schema["anyOf"].as_array().into_iter().flatten() {
        note_fields(part, value, seen);
    }
    for item in value.as_array().into_iter().flatten() {
        note_fields(&schema["items"], item, seen);
    }
    let Some(name) = schema["$ref"].as_str().and_then(|reference| reference.rsplit('/').next()) else {
        return;
    };
    let schema = &document()["components"]["schemas"][name];
    for (field, value) in value.as_object().into_iter().flatten() {
        seen.insert((name.to_string(), field.clone()));
        note_fields(&schema["properties"][field], value, seen);
    }
}

#[test]
fn requests_accept_exactly_the_documented_options() {
    for operation in OPERATIONS {
        let reference = media(operation, "/post/requestBody")["schema"].clone();
        let schema = validator(&reference);
        let is_accepted = |request: &Value| {
            let mut named = request.clone();
            named["operation"] = (*operation).into();
            let by_server = serde_json::from_value::<Request>(named).is_ok();
            assert_eq!(schema.is_valid(request), by_server, "{operation}: {request}");
            by_server
        };
        let mut plain = media(operation, "/post/requestBody")["example"].clone();
        plain["options"] = json!({});
        assert!(is_accepted(&plain));
        // The options that the server knows are those of the document.
        let mut named = plain.clone();
        named["operation"] = (*operation).into();
        let request: Request = serde_json::from_value(named).unwrap();
        let known = serde_json::to_value(request).unwrap()["options"].take();
        let name = reference["$ref"].as_str().unwrap().rsplit('/').next().unwrap();
        let options = format!("{}Options", name.trim_end_matches("Request"));
        let documented = document()["components"]["schemas"][&options]["properties"].clone();
        let keys = |fields: &Value| -> BTreeSet<String> {
            fields.as_object().into_iter().flat_map(Map::keys).cloned().collect()
        };
        assert_eq!(keys(&known), keys(&documented), "{operation}");
        // A wrong name and a wrong type are refused by both; null is refused or accepted by both.
        let mut wrong = plain.clone();
        wrong["options"]["no such option"] = json!(1);
        assert!(!is_accepted(&wrong));
        let mut wrong = plain.clone();
        wrong["no such field"] = json!(1);
        assert!(!is_accepted(&wrong));
        for option in keys(&documented) {
            for value in [json!([[]]), json!({"x": 1}), json!(null), json!(true), json!(-1), json!("24")] {
                let mut request = plain.clone();
                request["options"][&option] = value;
                // The schema does not know the names of techniques.
                if !matches!(option.as_str(), "technique" | "only") {
                    is_accepted(&request);
                }
            }
        }
    }
}

#[test]
fn every_operation_is_documented_with_examples() {
    for operation in OPERATIONS {
        let request = media(operation, "/post/requestBody");
        assert!(validator(&request["schema"]).is_valid(&request["example"]), "{operation}");
        let response = media(operation, "/post/responses/200");
        if response["example"].is_object() {
            assert_eq!(response["example"]["operation"], *operation);
        } else {
            assert!(["catalogue", "steps", "path", "picture"].contains(operation), "{operation}");
        }
    }
}
