//! Limits on the work of a request from an untrusted client.

use serde_json::{Value, json};
use veridoku_api::OPERATIONS;
use veridoku_api::Request;

/// Returns the options of a request after it has been bounded.
fn bounded(operation: &str, options: &Value) -> Value {
    let mut request = json!({"operation": operation, "options": options});
    match operation {
        "generate" | "code" | "techniques" | "practice" | "catalogue" => {}
        "solve-many" => request["text"] = json!(""),
        _ => request["puzzle"] = json!(""),
    }
    let mut request: Request = serde_json::from_value(request).unwrap();
    request.restrict();
    serde_json::to_value(request).unwrap()["options"].take()
}

#[test]
fn budgets_are_capped_and_open_budgets_are_set() {
    let huge = json!(u64::MAX);
    for (operation, field, cap) in [
        ("solve", "budget", 1_000_000),
        ("solve-many", "limit", 50_000),
        ("solve-many", "budget", 20_000),
        ("solve-many", "total", 10_000_000),
        ("solutions", "limit", 10_000),
        ("solutions", "budget", 5_000_000),
        ("check", "budget", 50_000),
        ("count", "budget", 5_000_000),
        ("compare", "budget", 500_000),
        ("trace", "budget", 10_000_000),
        ("trace", "limit", 100_000),
        ("minimize", "limit", 1000),
        ("minimize", "budget", 50_000),
        ("augment", "count", 10_000),
        ("neighbours", "limit", 10_000),
        ("neighbours", "budget", 5_000_000),
        ("practice", "budget", 100),
        ("practice", "count", 10),
        ("generate", "attempts", 2000),
        ("generate", "count", 20),
    ] {
        assert_eq!(bounded(operation, &json!({field: huge}))[field], json!(cap), "{operation} {field}");
        assert!(bounded(operation, &json!({}))[field].as_u64().unwrap() <= cap, "{operation} {field}");
        assert_eq!(bounded(operation, &json!({field: 1}))[field], json!(1), "{operation} {field}");
    }
    for operation in ["hint", "steps", "path", "grade-step"] {
        let options = json!({"techniques": {"budget": huge}});
        assert_eq!(bounded(operation, &options)["techniques"]["budget"], 10_000_000, "{operation}");
    }
    assert_eq!(bounded("solve", &json!({"engine": "dlx"}))["budget"], 500_000);
    assert_eq!(bounded("trace", &json!({"algorithm": "dlx"}))["budget"], 500_000);
    assert_eq!(bounded("rate", &json!({"budget": 8_000_000_000_u64}))["budget"], 1_000_000_000);
    for operation in OPERATIONS {
        bounded(operation, &json!({}));
    }
}

#[test]
fn a_reduced_number_of_puzzles_is_reported() {
    let answer = |request: Value| {
        let mut request: Request = serde_json::from_value(request).unwrap();
        request.restrict();
        serde_json::to_value(veridoku_api::answer(request)).unwrap()
    };
    let generate = |count: u64| {
        let response = answer(json!({"operation": "generate", "options": {"count": count, "rating": false}}));
        (response["puzzles"].as_array().unwrap().len(), response["reason"].clone())
    };
    assert_eq!(generate(20), (20, Value::Null));
    assert_eq!(generate(21), (20, json!("found a count of 21, expected at most 20 in one request")));
    for (count, expected) in [(10_000, false), (10_001, true)] {
        let options = json!({"count": count});
        let response =
            answer(json!({"operation": "augment", "puzzle": veridoku_core::SAMPLE, "options": options}));
        assert_eq!(response["limit_reached"], expected);
    }
}
